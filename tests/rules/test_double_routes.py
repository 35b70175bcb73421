"""Double and triple routes: COM-057 to COM-061."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.testing.arrange import arrange, started
from tests.rules.play import PLAIN, claimable, do, owners, payments

pytestmark = pytest.mark.usefixtures("own_boards")

TRIPLE = {"alder-birch", "alder-birch#2", "alder-birch#3"}
UNEQUAL = {"birch-cedar", "birch-cedar#2"}
RICH = {"red": 3, "blue": 3, "green": 3}


def test_com_057_only_equal_tracks_form_a_double_route() -> None:
    """COM-057: the same ends and the same length; two seats may use one track of a double, but both of the others."""
    game = arrange(started("parallels", seats=2), hands={0: RICH, 1: RICH}, turn=0)
    do(game, "claim Birch-Cedar with 2 red")
    assert "birch-cedar#2" in claimable(game)
    do(game, "claim Cedar-Elm with 1 red")
    assert not claimable(game).intersection({"cedar-elm", "cedar-elm#2"})
    do(game, "claim Birch-Cedar with 3 blue")
    assert owners(game) == {"birch-cedar": (0,), "cedar-elm": (1,), "birch-cedar#2": (0,)}


def test_com_057_boston_montreal_is_a_double_route() -> None:
    """COM-057"""
    game = arrange(started(seats=2), hands={0: {"red": 2}, 1: {"red": 2}}, row=PLAIN, turn=0)
    do(game, "claim Boston-Montreal with 2 red")
    assert "boston-montreal#2" not in claimable(game)


def test_com_058_nobody_owns_two_tracks_of_a_double_route() -> None:
    """COM-058: five seats; the second track is open to all but the owner of the first."""
    cards = {"black": 3, "orange": 3}
    game = started(seats=5)
    arrange(game, hands=dict.fromkeys(range(3), cards), row=PLAIN, owners={"chicago-pittsburgh": 0}, turn=0)
    assert "chicago-pittsburgh#2" not in claimable(game)
    with pytest.raises(bl.IllegalAction, match="closed, as the other track of that double route is taken"):
        do(game, "claim Chicago-Pittsburgh #2 with 3 orange")
    for seat in (1, 2):
        arrange(game, turn=seat)
        assert "chicago-pittsburgh#2" in claimable(game)


def test_com_058_nobody_owns_two_tracks_of_a_triple_route() -> None:
    """COM-058: three seats on a board where that many may use all tracks."""
    game = arrange(started("parallels", seats=3), hands={0: RICH, 1: RICH, 2: RICH}, turn=0)
    do(game, "claim Alder-Birch with 2 blue", "claim Alder-Birch with 2 green")
    assert claimable(game).intersection(TRIPLE) == {"alder-birch"}
    do(game, "claim Alder-Birch with 2 red")
    assert owners(game) == {"alder-birch": (2,), "alder-birch#2": (0,), "alder-birch#3": (1,)}


def test_com_058_only_the_owner_is_shut_out_of_a_triple_route() -> None:
    """COM-058"""
    game = arrange(started("parallels", seats=3), hands={0: RICH, 1: RICH}, owners={"alder-birch#2": 0}, turn=0)
    assert claimable(game).isdisjoint(TRIPLE)
    arrange(game, turn=1)
    assert claimable(game).intersection(TRIPLE) == {"alder-birch", "alder-birch#3"}


@pytest.mark.parametrize(
    ("board", "seats", "claim", "tracks"),
    [
        ("usa", 3, "Boston-New York with 2 red", {"boston-new_york", "boston-new_york#2"}),
        ("usa", 2, "Boston-New York with 2 red", {"boston-new_york", "boston-new_york#2"}),
        ("parallels", 2, "Alder-Birch with 2 red", TRIPLE),
    ],
)
def test_com_059_with_few_players_one_track_closes_the_others(
    board: str, seats: int, claim: str, tracks: set[str]
) -> None:
    """COM-059: for everybody, and to the end; SINGLE is 3 on one board and 2 on the other."""
    cards = {"red": 2, "wild": 2}
    game = arrange(started(board, seats=seats), hands=dict.fromkeys(range(seats), cards), turn=0)
    assert claimable(game) >= tracks
    do(game, f"claim {claim}")
    for seat in range(seats):
        arrange(game, turn=seat)
        assert claimable(game)
        assert claimable(game).isdisjoint(tracks)


@pytest.mark.parametrize(
    ("board", "seats", "first", "second"),
    [
        ("usa", 4, "Boston-New York with 2 red", "Boston-New York with 2 yellow"),
        ("usa", 5, "Boston-New York with 2 red", "Boston-New York with 2 yellow"),
        ("parallels", 3, "Alder-Birch with 2 red", "Alder-Birch with 2 blue"),
    ],
)
def test_com_060_with_more_players_every_track_stays_open(board: str, seats: int, first: str, second: str) -> None:
    """COM-060: to seats that own none of that route."""
    colors = {words.rpartition(" ")[2]: 2 for words in (first, second)}
    game = arrange(started(board, seats=seats), hands={0: colors, 1: colors}, turn=0)
    do(game, f"claim {first}", f"claim {second}")
    assert sorted(owners(game).values()) == [(0,), (1,)]


def test_com_061_each_parallel_track_has_its_own_color() -> None:
    """COM-061: Denver - Kansas City takes black for one track and orange for the other."""
    game = arrange(started(), hands={0: {"black": 4, "orange": 4}}, row=PLAIN, turn=0)
    assert payments(game, "denver-kansas_city") == {("black", 0)}
    assert payments(game, "denver-kansas_city#2") == {("orange", 0)}


def test_com_061_identical_parallel_tracks_are_distinct_actions() -> None:
    """COM-061: Dallas - Houston has two gray tracks, and either can be named."""
    game = arrange(started(seats=4), hands={0: {"red": 1}, 1: {"red": 1}}, row=PLAIN, turn=0)
    assert payments(game, "dallas-houston") == payments(game, "dallas-houston#2") == {("red", 0)}
    do(game, "claim Dallas-Houston #2 with 1 red")
    assert owners(game) == {"dallas-houston#2": (0,)}
    do(game, "claim Dallas-Houston with 1 red")
    assert owners(game) == {"dallas-houston": (1,), "dallas-houston#2": (0,)}
