"""Countries with dead ends: COM-074 to COM-076, on a board of the tests' own."""

from __future__ import annotations

import pytest

from branchline.testing.arrange import arrange, started
from tests.rules.play import claimable, do, final, owners

pytestmark = pytest.mark.usefixtures("own_boards")

NORTH, SOUTH = "aden-vale_north", "chur-vale_south"
WEST, EAST = "brig-moor_west", "dorf-moor_east"


def test_com_074_dead_ends_of_a_country_are_not_connected() -> None:
    """COM-074: two tracks into the same country do not join the towns they come from."""
    scores = final(started("borders"), owners={NORTH: 0, SOUTH: 0}, tickets={0: ["aden-chur"]})
    assert scores[0].failed == ("aden-chur",)


def test_com_074_each_dead_end_has_its_own_track() -> None:
    """COM-074: both can be claimed, by different seats or by the same one."""
    game = arrange(started("borders"), hands={0: {"red": 2}, 1: {"red": 1}}, turn=0)
    do(game, "claim Aden-Vale with 1 red")
    assert SOUTH in claimable(game)
    do(game, "draw", "draw", "claim Chur-Vale with 1 red")
    assert owners(game) == {NORTH: (0,), SOUTH: (0,)}


@pytest.mark.parametrize(
    "routes", [[NORTH, "aden-brig", "brig-edam", "dorf-edam"], [SOUTH, "chur-dorf"], [NORTH, SOUTH, "chur-dorf"]]
)
def test_com_075_any_dead_end_of_a_country_will_do(routes: list[str]) -> None:
    """COM-075: Vale - Dorf by the northern or the southern dead end."""
    scores = final(started("borders"), owners=dict.fromkeys(routes, 0), tickets={0: ["vale-dorf"]})
    assert (scores[0].completed, scores[0].tickets) == (("vale-dorf",), 7)


@pytest.mark.parametrize(
    ("routes", "completed"),
    [
        ([NORTH, "aden-brig", WEST], True),
        ([SOUTH, "chur-dorf", EAST], True),
        ([SOUTH, "brig-chur", WEST], True),
        ([NORTH, "aden-brig", "brig-chur", "chur-dorf", EAST], True),
        ([NORTH, WEST, EAST, "chur-dorf"], False),
        (["aden-brig", "brig-chur", SOUTH, EAST], False),
    ],
)
def test_com_075_a_ticket_between_two_countries(routes: list[str], completed: bool) -> None:
    """COM-075: any dead end of the one and any of the other."""
    scores = final(started("borders"), owners=dict.fromkeys(routes, 0), tickets={0: ["vale-moor"]})
    assert scores[0].tickets == (6 if completed else -6)


def test_com_076_no_ticket_is_completed_through_a_country() -> None:
    """COM-076: Brig - Moor (west) and Moor (east) - Dorf do not join Brig and Dorf."""
    scores = final(started("borders"), owners={WEST: 0, EAST: 0}, tickets={0: ["brig-dorf", "chur-moor"]})
    assert scores[0].failed == ("brig-dorf", "chur-moor")


def test_com_076_the_longest_path_does_not_go_through_a_country() -> None:
    """COM-076: Dorf - Chur - Vale and Vale - Aden - Brig are paths of four and three pieces, not one of seven."""
    through = {"chur-dorf": 0, SOUTH: 0, NORTH: 0, "aden-brig": 0}
    scores = final(started("borders"), owners={**through, "dorf-edam": 1, "brig-edam": 1})
    assert [sheet.lines["longest_path"] for sheet in scores] == [10, 10]  # the path of seat 1 is four long


def test_com_076_a_path_may_end_at_a_dead_end() -> None:
    """COM-076: the last piece counts."""
    ending = {"chur-dorf": 0, SOUTH: 0}
    scores = final(started("borders"), owners={**ending, "aden-brig": 1, "brig-moor_west": 1})
    assert [sheet.lines["longest_path"] for sheet in scores] == [10, 0]
