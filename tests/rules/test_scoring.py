"""Scoring and winning: COM-081 to COM-089."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.testing.arrange import started
from tests.rules.networks import ALL_THREE, EAST_TICKETS, ELSEWHERE, MIDDLE_TICKETS, WEST_TICKETS
from tests.rules.play import final


def bonuses(scores: bl.Scores, name: str) -> list[int]:
    """What each seat got of a bonus."""
    return [sheet.lines[name] for sheet in scores]


def test_com_081_completed_tickets_add_and_the_others_subtract() -> None:
    """COM-081: 12 done and 7 failed are 5."""
    route = ["boston-new_york", "new_york-washington", "raleigh-washington", "charleston-raleigh", "charleston-miami"]
    scores = final(started(), owners=dict.fromkeys(route, 0), tickets={0: ["boston-miami", "calgary-salt_lake_city"]})
    assert (scores[0].completed, scores[0].failed) == (("boston-miami",), ("calgary-salt_lake_city",))
    assert (scores[0].tickets, scores[0].total) == (5, 2 + 2 + 2 + 2 + 7 + 5 + 10)


# Lines of a known length, to measure other paths against: equal ones share the bonus.
NINE = ["calgary-winnipeg", "calgary-vancouver"]
SEVENTEEN = ["miami-new_orleans", "houston-new_orleans", "el_paso-houston", "el_paso-phoenix"]


@pytest.mark.parametrize(
    ("routes", "line"),
    [
        (
            ["portland-seattle", "portland-san_francisco", "salt_lake_city-san_francisco", "portland-salt_lake_city"],
            SEVENTEEN,
        ),
        (["denver-salt_lake_city", "denver-helena", "denver-kansas_city", "denver-phoenix"], NINE),
    ],
)
def test_com_082_the_longest_path(routes: list[str], line: list[str]) -> None:
    """COM-082: a circle with a tail is one path of 17; of four arms of 3, 4, 4 and 5 only two count."""
    owners = dict.fromkeys(routes, 0)
    assert bonuses(final(started(), owners={**owners, **dict.fromkeys(line, 1)}), "longest_path") == [10, 10]
    shorter = dict.fromkeys(line[:-1], 1)
    assert bonuses(final(started(), owners={**owners, **shorter}), "longest_path") == [10, 0]
    longer = {**dict.fromkeys(line, 1), "los_angeles-phoenix" if line is SEVENTEEN else "seattle-vancouver": 1}
    assert bonuses(final(started(), owners={**owners, **longer}), "longest_path") == [0, 10]


def test_com_082_places_may_be_passed_more_than_once() -> None:
    """COM-082: two circles that meet in Dallas are one path of all their pieces."""
    eight = {
        "dallas-houston": 0,  # 1
        "houston-new_orleans": 0,  # 2
        "little_rock-new_orleans": 0,  # 3
        "dallas-little_rock": 0,  # 2
        "dallas-oklahoma_city": 0,  # 2
        "el_paso-oklahoma_city": 0,  # 5
        "dallas-el_paso": 0,  # 4: 19 in all
    }
    line = {"helena-seattle": 1, "duluth-helena": 1, "duluth-toronto": 1, "portland-seattle": 1}  # 6 + 6 + 6 + 1
    assert bonuses(final(started(), owners={**eight, **line}), "longest_path") == [10, 10]
    longer = {**line, "pittsburgh-toronto": 1}
    assert bonuses(final(started(), owners={**eight, **longer}), "longest_path") == [0, 10]


def test_com_082_separate_paths_are_not_added_up() -> None:
    """COM-082: two lines of six are no match for one of nine."""
    owners = {"duluth-helena": 0, "miami-new_orleans": 0, **dict.fromkeys(NINE, 1)}
    assert bonuses(final(started(), owners=owners), "longest_path") == [0, 10]


def test_com_083_all_who_tie_for_the_longest_path_get_the_bonus() -> None:
    """COM-083: 20, 20 and 18."""
    lines = [
        ["helena-seattle", "duluth-helena", "duluth-toronto", "pittsburgh-toronto"],
        ["miami-new_orleans", "houston-new_orleans", "el_paso-houston", "el_paso-phoenix", "los_angeles-phoenix"],
        ["calgary-winnipeg", "sault_st_marie-winnipeg", "montreal-sault_st_marie", "seattle-vancouver"],
    ]
    owners = {route: seat for seat, line in enumerate(lines) for route in line}
    owners["salt_lake_city-san_francisco"] = 2
    lengths = {route.id: route.length for route in bl.board("usa").routes}
    assert [sum(lengths[route] for route in line) for line in lines] == [20, 20, 18]
    assert bonuses(final(started(seats=3), owners=owners), "longest_path") == [10, 10, 0]


def test_com_084_globetrotter_for_the_most_completed_tickets() -> None:
    """COM-084: 4, 4 and 3 completed: the first two get the full bonus."""
    held = {0: EAST_TICKETS[:4], 1: WEST_TICKETS[:4], 2: MIDDLE_TICKETS}
    scores = final(started(variant="mega", seats=3), owners=ALL_THREE, tickets=held)
    assert [len(sheet.completed) for sheet in scores] == [4, 4, 3]
    assert bonuses(scores, "globetrotter") == [15, 15, 0]


def test_com_085_failed_tickets_do_not_count_against_globetrotter() -> None:
    """COM-085: four completed and six failed beat three completed."""
    held = {0: [*EAST_TICKETS[:4], *ELSEWHERE], 1: WEST_TICKETS[:3], 2: MIDDLE_TICKETS[:2]}
    scores = final(started(variant="mega", seats=3), owners=ALL_THREE, tickets=held)
    assert [(len(sheet.completed), len(sheet.failed)) for sheet in scores] == [(4, 6), (3, 0), (2, 0)]
    assert bonuses(scores, "globetrotter") == [15, 0, 0]


def test_com_086_zero_is_neither_the_most_nor_the_longest() -> None:
    """COM-086: with nothing completed and nothing built, nobody gets a bonus."""
    scores = final(started(variant="mega", seats=3), owners={}, tickets={0: ELSEWHERE[:2], 1: [ELSEWHERE[2]]})
    assert bonuses(scores, "globetrotter") == bonuses(scores, "longest_path") == [0, 0, 0]


def test_com_086_one_is_enough() -> None:
    """COM-086: a single completed ticket or a single piece can be the most."""
    scores = final(
        started(variant="mega"),
        owners={"portland-seattle": 0, "seattle-vancouver": 0},
        tickets={0: ["vancouver-portland"]},
    )
    assert (bonuses(scores, "globetrotter"), bonuses(scores, "longest_path")) == ([15, 0], [10, 0])


def test_com_087_the_highest_total_wins() -> None:
    """COM-087"""
    scores = final(started(seats=3), owners={"boston-montreal": 1}, tickets={})
    assert (scores.winners, scores.reason) == ((1,), "most points")


def test_com_087_players_tied_in_everything_share_the_victory() -> None:
    """COM-087"""
    scores = final(started(seats=3), owners={"boston-montreal": 0, "dallas-oklahoma_city": 2}, tickets={})
    assert [sheet.total for sheet in scores] == [12, 0, 12]
    assert scores.winners == (0, 2)
    assert "shared" in scores.reason


def test_com_088_scores_have_no_floor() -> None:
    """COM-088: two failed tickets of 20 and 3 points for routes."""
    scores = final(
        started(),
        owners={"atlanta-nashville": 0, "dallas-little_rock": 0, "chicago-duluth": 1},
        tickets={0: ["los_angeles-miami", "vancouver-montreal"]},
    )
    assert scores[0].lines == {"routes": 3, "tickets": -40, "longest_path": 0}
    assert scores[0].total == -37
    assert scores.winners == (1,)


def test_com_088_scores_have_no_ceiling() -> None:
    """COM-088: the printed track ends at 100; a score does not."""
    scores = final(started(), points={0: 498})
    assert scores[0].routes == 498


def ranked(held: dict[int, list[str]], totals: tuple[int, int, int]) -> list[int]:
    """The places of three seats with these tickets, all completed, and these totals (1910: Globetrotter, no path)."""
    values = {ticket.id: ticket.points for ticket in bl.board("usa").variants["1910"].tickets}
    most = max(len(ids) for ids in held.values())
    points = {}
    for seat, ids in held.items():
        bonus = 15 if len(ids) == most else 0
        points[seat] = totals[seat] - bonus - sum(values[ticket] for ticket in ids)
    scores = final(started(variant="1910", seats=3), owners=ALL_THREE, tickets=held, points=points)
    assert tuple(sheet.total for sheet in scores) == totals
    return [sheet.place for sheet in scores]


def test_com_089_lower_places_are_ranked_by_the_same_tie_breaks() -> None:
    """COM-089: 90, 70 and 70 points, with 5 and 3 completed tickets, are places 1, 2 and 3."""
    assert ranked({0: EAST_TICKETS[:1], 1: WEST_TICKETS, 2: MIDDLE_TICKETS}, (90, 70, 70)) == [1, 2, 3]
    assert ranked({0: EAST_TICKETS[:1], 1: WEST_TICKETS[:2], 2: MIDDLE_TICKETS}, (90, 70, 70)) == [1, 3, 2]


def test_com_089_what_is_still_equal_shares_the_place() -> None:
    """COM-089: the place after a shared one is left out."""
    assert ranked({0: EAST_TICKETS[:1], 1: WEST_TICKETS[:3], 2: MIDDLE_TICKETS}, (90, 70, 70)) == [1, 2, 2]
    assert ranked({0: EAST_TICKETS[:3], 1: WEST_TICKETS[:3], 2: MIDDLE_TICKETS}, (90, 90, 70)) == [1, 1, 3]
