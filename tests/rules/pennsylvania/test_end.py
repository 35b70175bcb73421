"""The end and the scores of Pennsylvania: PEN-044 to PEN-053."""

from __future__ import annotations

import random

import pytest

import branchline as bl
from branchline.model.events import LastTurnsStarted, TurnStarted
from branchline.testing.arrange import arrange
from tests.rules.pennsylvania.table import BOARD, ROW, end, hand_out, opened, paid, view
from tests.rules.play import do, final, happened


@pytest.mark.parametrize(("pieces", "left", "triggered"), [(4, 2, True), (3, 1, True), (5, 3, False)])
def test_pen_044_two_trains_left_start_the_last_turns(pieces: int, left: int, triggered: bool) -> None:
    """PEN-044: after the share was taken or left; then one more turn each."""
    game = opened(3)
    arrange(game, hands={0: {"red": 2}}, row=ROW, pieces={0: pieces}, leave_open=["altoona-dubois"], turn=0)
    start = len(game.events)
    do(game, "claim Altoona-Dubois with 2 red")
    assert happened(game, LastTurnsStarted) == []
    do(game, "take share PRR")
    assert game.observe(None).pieces[0] == left
    assert happened(game, LastTurnsStarted) == ([LastTurnsStarted(0, 3)] if triggered else [])
    if triggered:
        do(game, *["draw"] * 6)
        assert [event.seat for event in happened(game, TurnStarted, start)] == [1, 2, 0]
        assert game.is_over


def test_pen_045_places_pay_by_the_list_of_the_railroad() -> None:
    """PEN-045: PRR 5, 3 and 1."""
    held = {0: {"prr": [5, 6, 7, 8, 9]}, 1: {"prr": [2, 3, 4]}, 2: {"prr": [1]}}
    assert paid(hand_out(opened(3), held)) == [30, 21, 14]


def test_pen_045_every_railroad_pays() -> None:
    """PEN-045: the sums over all nine, for a seat that is first everywhere and one that is second everywhere."""
    sizes = {pile.railroad: pile.left for pile in view(opened(3)).piles}
    most = {railroad: range(1, size) for railroad, size in sizes.items()}
    last = {railroad: [size] for railroad, size in sizes.items()}
    first = 30 + 20 + 16 + 14 + 12 + 10 + 9 + 8 + 7
    second = 21 + 14 + 10 + 9 + 7 + 6 + 5 + 5 + 4
    assert paid(hand_out(opened(3), {1: most, 2: last})) == [0, first, second]


def test_pen_046_no_share_no_points() -> None:
    """PEN-046: PRR 5, 0 and 0."""
    assert paid(hand_out(opened(3), {1: {"prr": range(1, 6)}})) == [0, 30, 0]
    assert paid(opened(3)) == [0, 0, 0]


def test_pen_047_the_lowest_number_decides_between_equals() -> None:
    """PEN-047: {1, 4, 7}, {2, 3, 9} and {5}; what lies between belongs to two more seats."""
    held = {1: {"prr": [1, 4, 7]}, 0: {"prr": [2, 3, 9]}, 2: {"prr": [5]}, 4: {"prr": [6]}, 3: {"prr": [8]}}
    assert paid(hand_out(opened(5), held)) == [21, 30, 14, 6, 9]


def test_pen_047_not_the_sum_nor_the_highest_number() -> None:
    """PEN-047: {1, 6} comes before {2, 3} and {4, 5}."""
    held = {2: {"b_and_o": [1, 6]}, 0: {"b_and_o": [2, 3]}, 1: {"b_and_o": [4, 5]}}
    assert paid(hand_out(opened(3), held)) == [14, 9, 20]


def test_pen_048_holders_beyond_the_last_paying_place_get_nothing() -> None:
    """PEN-048: New York Central has three places and four holders."""
    held = {0: {"nyc": [1, 2]}, 1: {"nyc": [3]}, 2: {"nyc": [4]}, 3: {"nyc": [5]}}
    assert paid(hand_out(opened(5), held)) == [10, 6, 3, 0, 0]


def test_pen_049_unused_places_are_not_paid() -> None:
    """PEN-049: both BR&P shares in one hand are worth 7, not 11."""
    assert paid(hand_out(opened(3), {2: {"br_and_p": [1, 2]}})) == [0, 0, 7]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_pen_045_to_049_against_a_plain_ranking(seats: int) -> None:
    """PEN-045, PEN-046, PEN-047, PEN-048, PEN-049: whole games, ranked again by sorting what the last view shows."""
    chance = random.Random(seats)
    railroads = bl.board(BOARD).extras["railroads"]
    for seed in range(8):
        game = bl.new_game(BOARD, seats=seats, seed=seed, events=False)
        while not game.is_over:
            game.apply(chance.choice(game.legal_actions()))
        seen = view(game)
        expected = [0] * seats
        for railroad, facts in railroads.items():
            holders = [*seen.held, seen.turned_up or ()]
            numbers = [[n for name, n in shares if name == railroad] for shares in holders]
            ranked = sorted((-len(own), min(own), holder) for holder, own in enumerate(numbers) if own)
            for (_, _, holder), points in zip(ranked, facts["points"], strict=False):
                if holder < seats:
                    expected[holder] += points
        assert [sheet.lines["shares"] for sheet in game.scores()] == expected
        assert sum(expected) > 0


# Tickets that networks of three seats complete: five, five and four.
NETWORKS = (
    """allentown-philadelphia allentown-scranton_wilkes_barre atlantic_city-philadelphia new_york-philadelphia
    lancaster-philadelphia harrisburg-lancaster baltimore-philadelphia""",
    """buffalo-ontario_east buffalo-warren buffalo-rochester rochester-syracuse elmira-rochester oil_city-warren
    oil_city-pittsburgh""",
    """chambersburg-cumberland chambersburg-harrisburg cumberland-morgantown harrisburg-york baltimore-york
    harrisburg-reading gettysburg-york cumberland-johnstown""",
)
TICKETS = [
    names.split()
    for names in (
        """harrisburg-philadelphia philadelphia-atlantic_city philadelphia-new_york baltimore-philadelphia
        scranton_wilkes_barre-allentown""",
        "ontario-warren ontario-syracuse ontario-pittsburgh rochester-elmira pittsburgh-buffalo",
        "cumberland-harrisburg harrisburg-baltimore morgantown-chambersburg gettysburg-reading",
    )
]
OWNERS = {route: seat for seat, routes in enumerate(NETWORKS) for route in routes.split()}
FAILED = ["wheeling-albany", "erie-albany", "youngstown-rochester"]


def test_pen_050_globetrotter_for_the_most_completed_tickets() -> None:
    """PEN-050: 5, 5 and 4 completed; failed ones do not matter."""
    held = {0: [*TICKETS[0], *FAILED], 1: TICKETS[1], 2: TICKETS[2]}
    scores = final(opened(3), owners=OWNERS, tickets=held)
    assert [(len(sheet.completed), len(sheet.failed)) for sheet in scores] == [(5, 3), (5, 0), (4, 0)]
    assert [sheet.lines["globetrotter"] for sheet in scores] == [15, 15, 0]


def test_pen_050_zero_is_not_the_most() -> None:
    """PEN-050: and the dummy has no tickets."""
    scores = final(opened(2), owners={}, tickets={0: FAILED[:1]})
    assert [sheet.lines["globetrotter"] for sheet in scores] == [0, 0]


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_pen_051_no_longest_path(seats: int) -> None:
    """PEN-051: a long line brings nothing but its points."""
    scores = end(opened(seats), owners={"baltimore-cumberland": 0, "cumberland-morgantown": 0})
    assert list(scores[0].lines) == ["routes", "tickets", "shares", "globetrotter"]
    assert scores[0].total == 18 + 10


def test_pen_052_tickets_add_or_subtract() -> None:
    """PEN-052"""
    scores = final(opened(3), owners=OWNERS, tickets={0: ["philadelphia-atlantic_city", "wheeling-albany"]})
    assert scores[0].tickets == 2 - 22
    assert (scores[0].completed, scores[0].failed) == (("philadelphia-atlantic_city",), ("wheeling-albany",))


def tied(mine: int, others: int) -> bl.Scores:
    """Seats 0 and 1 have 150 points each, and that many completed tickets."""
    held = {0: TICKETS[0][:mine], 1: TICKETS[1][:others]}
    values = {ticket.id: ticket.points for ticket in bl.board(BOARD).tickets}
    most = max(mine, others)
    points = {
        seat: 150 - sum(values[ticket] for ticket in ids) - (15 if len(ids) == most else 0)
        for seat, ids in held.items()
    }
    scores = final(opened(3), owners=OWNERS, tickets=held, points=points)
    assert [sheet.total for sheet in scores][:2] == [150, 150]
    assert [len(sheet.completed) for sheet in scores] == [mine, others, 0]
    return scores


def test_pen_053_equal_points_more_completed_tickets() -> None:
    """PEN-053"""
    assert tied(5, 4).winners == (0,)
    assert tied(3, 4).winners == (1,)
    assert tied(3, 4).reason == "most points, tied; more completed tickets"


def test_pen_053_still_equal_the_victory_is_shared() -> None:
    """PEN-053: longer paths decide nothing."""
    scores = tied(5, 5)
    assert scores.winners == (0, 1)
    assert "shared" in scores.reason


def test_pen_053_most_points_win() -> None:
    """PEN-053"""
    scores = final(opened(3), owners=OWNERS, tickets={0: TICKETS[0]}, points={0: 0, 1: 99, 2: 98})
    assert (scores.winners, scores.reason) == ((1,), "most points")
