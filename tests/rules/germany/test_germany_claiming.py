"""Claiming routes on the Germany board: GER-018 to GER-023 and GER-035."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.testing.arrange import arrange
from tests.rules.germany.table import table
from tests.rules.play import claimable, do, owners, payments

DORTMUND = ["dortmund-duesseldorf", "dortmund-duesseldorf#2", "dortmund-duesseldorf#3"]
KOELN = ["duesseldorf-koeln", "duesseldorf-koeln#2", "duesseldorf-koeln#3"]


def skip_passengers(game: bl.Game) -> None:
    """Leave all passengers at the ends of the route just claimed."""
    while game.observe(None).open[-1].question == "take passenger":
        game.apply(bl.LeavePassenger())


def test_ger_018_a_route_into_a_country_is_claimed_like_any_other() -> None:
    """GER-018: Kiel - Denmark, gray 2; and between two cities."""
    game = table(hands={0: {"red": 2}})
    assert payments(game, "kiel-daenemark_kiel") == {("red", 0)}
    assert payments(game, "frankfurt-mannheim") == {("red", 0)}
    do(game, "claim Kiel-Dänemark with 2 red")
    assert owners(game) == {"kiel-daenemark_kiel": (0,)}
    assert game.observe(0).points[0] == 2


def test_ger_019_a_colored_route_takes_its_color_and_wilds() -> None:
    """GER-019: Chemnitz - Leipzig is blue; a gray route takes any one color."""
    game = table(hands={0: {"blue": 2, "red": 2, "wild": 1}})
    assert payments(game, "chemnitz-leipzig") == {("blue", 0), ("blue", 1)}
    assert payments(game, "kiel-daenemark_kiel") == {("blue", 0), ("blue", 1), ("red", 0), ("red", 1)}
    arrange(game, hands={0: {"blue": 1, "red": 1}}, turn=0)
    assert payments(game, "chemnitz-leipzig") == set()
    assert payments(game, "kiel-daenemark_kiel") == set()


def test_ger_020_worked_example_of_a_blue_route_of_three() -> None:
    """GER-020: Bremen - Emden."""
    game = table(hands={0: {"blue": 3, "wild": 3}})
    assert payments(game, "bremen-emden") == {("blue", 0), ("blue", 1), ("blue", 2), ("wild", 3)}


def test_ger_021_worked_example_of_a_gray_route_of_two() -> None:
    """GER-021: Frankfurt - Mannheim, each track."""
    game = table(hands={0: {"red": 2, "green": 1, "wild": 2}})
    for route in ("frankfurt-mannheim", "frankfurt-mannheim#2"):
        assert payments(game, route) == {("red", 0), ("red", 1), ("green", 1), ("wild", 2)}


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("track", [0, 1, 2])
def test_ger_022_with_few_players_one_track_locks_the_others(seats: int, track: int) -> None:
    """GER-022: triple routes, and a double one."""
    everybody = {seat: {"red": 2} for seat in range(seats)}
    game = table(seats, hands=everybody)
    assert {*DORTMUND, "augsburg-ulm", "augsburg-ulm#2"} <= claimable(game)
    do(game, f"claim Dortmund-Düsseldorf #{track + 1} with 1 red")
    skip_passengers(game)
    for seat in range(seats):
        arrange(game, hands=everybody, turn=seat)
        assert not claimable(game).intersection(DORTMUND)
    do(game, "claim Augsburg-Ulm #2 with 1 red")
    skip_passengers(game)
    for seat in range(seats):
        arrange(game, hands=everybody, turn=seat)
        assert not claimable(game).intersection(("augsburg-ulm", "augsburg-ulm#2"))
        assert set(KOELN) <= claimable(game)


@pytest.mark.parametrize("seats", [4, 5])
def test_ger_023_with_many_players_each_track_goes_to_another_seat(seats: int) -> None:
    """GER-023: three seats take the Düsseldorf - Köln tracks, nobody two, and the fourth finds none."""
    everybody = {seat: {"red": 2} for seat in range(seats)}
    game = table(seats, hands=everybody)
    for seat in range(3):
        arrange(game, hands=everybody, turn=seat)
        assert claimable(game).intersection(KOELN) == set(KOELN[seat:])
        do(game, f"claim Düsseldorf-Köln #{seat + 1} with 1 red")
        skip_passengers(game)
        arrange(game, hands=everybody, turn=seat)
        assert not claimable(game).intersection(KOELN)
    arrange(game, hands=everybody, turn=3)
    assert not claimable(game).intersection(KOELN)
    assert owners(game) == {route: (seat,) for seat, route in enumerate(KOELN)}


@pytest.mark.parametrize(
    ("claim", "points"),
    [
        ("Bremen-Bremerhaven with 1 white", 1),
        ("Kiel-Dänemark with 2 white", 2),
        ("Freiburg-Karlsruhe with 3 white", 4),
        ("Hamburg-Hannover with 4 white", 7),
        ("Berlin-Schwerin with 5 white", 10),
        ("Berlin-Rostock with 6 purple", 15),
        ("Berlin-Hamburg with 7 blue", 18),
    ],
)
def test_ger_035_route_points_are_scored_at_once(claim: str, points: int) -> None:
    """GER-035: before a passenger is chosen."""
    game = table(hands={0: {"white": 7, "purple": 6, "blue": 7}})
    do(game, f"claim {claim}")
    assert game.observe(None).open[-1].question == "take passenger"
    assert game.observe(1).points == (points, 0)
