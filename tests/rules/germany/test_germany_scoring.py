"""The end and the scores on the Germany board: GER-049 to GER-059."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import branchline as bl
from branchline.mechanics.passengers.passengers import award_majority
from branchline.model.events import LastTurnsStarted, TurnStarted
from branchline.testing.arrange import arrange
from tests.rules.germany.table import (
    ALL_THREE,
    EAST_TICKETS,
    NORTH_TICKETS,
    WEST_TICKETS,
    Colors,
    place_passengers,
    table,
)
from tests.rules.play import do, final, happened


@pytest.mark.parametrize(("trains", "ends"), [(5, False), (4, True), (3, True), (2, True)])
def test_ger_049_two_trains_or_fewer_start_the_last_turns(trains: int, ends: bool) -> None:
    """GER-049, COM-077: a claim of two with that many trains leaves 3, 2, 1 or 0."""
    game = table(3, hands={0: {"black": 2}}, pieces={0: trains}, leave_open=["hamburg-kiel"])
    start = len(game.events)
    do(game, "claim Hamburg-Kiel with 2 black")
    assert not happened(game, LastTurnsStarted, start)  # the turn is not over while passengers are chosen
    do(game, "leave passenger", "leave passenger")
    assert bool(happened(game, LastTurnsStarted, start)) == ends


def test_ger_049_everybody_has_one_more_turn() -> None:
    """GER-049, COM-078: the triggering seat, seat 2 of four, comes last."""
    game = arrange(table(4, hands={2: {"black": 2}}, pieces={2: 4}, leave_open=["hamburg-kiel"]), turn=2)
    do(game, "claim Hamburg-Kiel with 2 black", "leave passenger", "leave passenger")
    start = len(game.events)
    turns = [game.observe(None).turn]
    while not game.is_over:
        do(game, "draw", "draw")
    turns += [event.seat for event in happened(game, TurnStarted, start)]
    assert turns == [3, 0, 1, 2]


def test_ger_049_passengers_can_be_taken_in_the_very_last_turn() -> None:
    """GER-049, COM-080: the claim of a last turn brings passengers before the game is scored."""
    game = table(hands={0: {"black": 2}}, tickets={}, last_turns=1)
    place_passengers(game, {"hamburg": {"red": 4}, "kiel": {"blue": 1}})
    do(game, "claim Hamburg-Kiel with 2 black", "take passenger red")
    assert game.pending == (0,)
    do(game, "take passenger blue")
    assert game.is_over
    assert game.scores()[0].lines == {"routes": 2, "tickets": 0, "globetrotter": 0, "passengers": 40}


def test_ger_050_tickets_add_or_subtract() -> None:
    """GER-050: Berlin - München failed, Köln - Frankfurt completed."""
    scores = final(table(), tickets={0: ["berlin-muenchen"]})
    assert (scores[0].tickets, scores[0].failed) == (-15, ("berlin-muenchen",))
    held = {0: ["berlin-muenchen", "koeln-frankfurt"]}
    scores = final(table(), owners={"frankfurt-koeln": 0}, tickets=held)
    value = {ticket.id: ticket.points for ticket in bl.board("germany").tickets}["koeln-frankfurt"]
    assert scores[0].tickets == value - 15


def test_ger_051_globetrotter_for_all_with_the_most() -> None:
    """GER-051: 6, 6 and 1 completed tickets; failed ones do not matter, and zero is not the most."""
    held = {0: [*WEST_TICKETS, "berlin-muenchen", "kiel-schweiz"], 1: EAST_TICKETS, 2: NORTH_TICKETS}
    scores = final(table(3), owners=ALL_THREE, tickets=held)
    assert [len(sheet.completed) for sheet in scores] == [6, 6, 1]
    assert [sheet.lines["globetrotter"] for sheet in scores] == [15, 15, 0]
    scores = final(table(3), owners=ALL_THREE, tickets={**held, 1: EAST_TICKETS[:5]})
    assert [sheet.lines["globetrotter"] for sheet in scores] == [15, 0, 0]
    scores = final(table(3), owners={}, tickets=held)
    assert [sheet.lines["globetrotter"] for sheet in scores] == [0, 0, 0]


def passenger_points(taken: Sequence[Colors]) -> list[int]:
    """What seats with these passengers score for them."""
    game = place_passengers(table(len(taken)), taken=dict(enumerate(taken)))
    return [sheet.lines["passengers"] for sheet in final(game)]


@pytest.mark.parametrize(
    ("red", "points"),
    [
        ((5, 3, 1), (20, 10, 0)),  # GER-052, GER-053
        ((1, 3, 5), (0, 10, 20)),
        ((3, 5, 1), (10, 20, 0)),
        ((4, 4, 2), (20, 20, 0)),  # GER-054
        ((2, 4, 4), (0, 20, 20)),
        ((3, 3, 3), (20, 20, 20)),
        ((4, 2, 2), (20, 10, 10)),  # GER-055
        ((2, 4, 2), (10, 20, 10)),
        ((4, 2, 2, 1, 1), (20, 10, 10, 0, 0)),
        ((3, 2, 2, 2, 1), (20, 10, 10, 10, 0)),
        ((3, 0, 0), (20, 0, 0)),  # GER-056
        ((3, 1, 0), (20, 10, 0)),
        ((1, 0, 0), (20, 0, 0)),
        ((0, 0, 0), (0, 0, 0)),
        ((2, 2, 0, 0), (20, 20, 0, 0)),
        ((3, 1), (20, 10)),  # GER-057
        ((1, 1), (20, 20)),
        ((10, 0), (20, 0)),
    ],
)
def test_ger_052_to_057_one_color(red: tuple[int, ...], points: tuple[int, ...]) -> None:
    """GER-052, GER-053, GER-054, GER-055, GER-056, GER-057: first, second, ties, and nothing for nothing."""
    assert passenger_points([{"red": count} for count in red]) == list(points)


def test_ger_052_every_color_by_itself() -> None:
    """GER-052, GER-053: the sum over the six colors."""
    first = {"black": 3, "blue": 1, "green": 2, "yellow": 4}
    second = {"black": 1, "blue": 1, "green": 5, "red": 1}
    third = {"blue": 2, "green": 2, "white": 6}
    assert passenger_points([first, second, third]) == [20 + 10 + 10 + 20, 10 + 10 + 20 + 20, 20 + 10 + 20]


def test_ger_052_to_057_against_the_plain_words_of_the_rule() -> None:
    """GER-052..GER-057: all ways to share out up to four of a color among four seats."""
    for number in range(5**4):
        counts = [number // 5**k % 5 for k in range(4)]
        points = vec[i64]([0] * 4)
        award_majority(vec[i64](counts), 20, 10, points)
        ahead = [sum(other > mine for other in counts) for mine in counts]
        expected = [0] * 4
        for seat, mine in enumerate(counts):
            if mine and ahead[seat] == 0:
                expected[seat] = 20
            elif mine and ahead[seat] == 1:
                expected[seat] = 10  # exactly one seat is ahead: it is alone in front, and nobody is between
        assert list(points) == expected, counts


def ended(points: Sequence[int], tickets: Sequence[int], passengers: Sequence[int]) -> bl.Scores:
    """A game with these totals, completed tickets and passengers."""
    held = {0: WEST_TICKETS[: tickets[0]], 1: EAST_TICKETS[: tickets[1]]}
    colors = ("red", "blue", "green", "white", "black", "yellow")
    taken = {seat: {color: (count + k) // 6 for k, color in enumerate(colors)} for seat, count in enumerate(passengers)}
    owners = {route: seat for route, seat in ALL_THREE.items() if seat < 2}
    missing = dict.fromkeys(range(2), 0)
    for _ in range(2):  # first to see the totals, then with what is missing to those wanted
        game = place_passengers(table(), taken=taken)
        scores = final(game, owners=owners, tickets=held, points=missing)
        missing = {seat: points[seat] - scores[seat].total for seat in range(2)}
    assert [sheet.total for sheet in scores] == list(points)
    assert [len(sheet.completed) for sheet in scores] == list(tickets)
    return scores


def test_ger_058_most_points_win() -> None:
    """GER-058: whatever else."""
    scores = ended((121, 120), (3, 5), (10, 14))
    assert (scores.winners, scores.reason) == ((0,), "most points")


def test_ger_058_tied_in_points_the_completed_tickets_decide() -> None:
    """GER-058: though the other seat has more passengers."""
    scores = ended((120, 120), (5, 4), (13, 14))
    assert (scores.winners, scores.reason) == ((0,), "most points, tied; more completed tickets")


@pytest.mark.parametrize(("passengers", "winner"), [((14, 13), 0), ((13, 14), 1)])
def test_ger_058_then_the_passengers_of_all_colors(passengers: tuple[int, int], winner: int) -> None:
    """GER-058, N24"""
    scores = ended((120, 120), (5, 5), passengers)
    assert (scores.winners, scores.reason) == ((winner,), "most points, tied; more passengers")
    assert [scores[winner].place, scores[1 - winner].place] == [1, 2]


def test_ger_058_tied_in_everything_the_victory_is_shared() -> None:
    """GER-058"""
    scores = ended((120, 120), (5, 5), (14, 14))
    assert scores.winners == (0, 1)
    assert [sheet.place for sheet in scores] == [1, 1]


@pytest.mark.parametrize("seats", [2, 5])
def test_ger_059_the_running_score_is_the_sum_of_the_routes(seats: int) -> None:
    """GER-059: after every step, and as the first line of the final score."""
    chance = random.Random(seats)
    game = bl.new_game("germany", seats=seats, seed=59)
    routes = game.board.routes
    while not game.is_over:
        game.apply(chance.choice(game.legal_actions()))
        view = game.observe(None)
        worth = [sum(game.board.printed_points(routes[r]) for r in view.tracks.owned_by(s)) for s in range(seats)]
        assert list(view.points) == worth
    assert [sheet.routes for sheet in game.scores()] == worth
    assert all(sheet.total == sum(sheet.lines.values()) for sheet in game.scores())
