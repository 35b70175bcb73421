"""Tickets, the end and the scores of San Francisco: SFO-042 to SFO-049."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.model.events import LastTurnsStarted, TurnStarted
from branchline.notation import forms
from branchline.testing.arrange import arrange, deck_tickets
from tests.rules.play import choosing, do, final, happened
from tests.rules.san_francisco.table import ROW, give_tokens, opened


def test_sfo_042_draw_two_and_keep_one_or_both() -> None:
    """SFO-042"""
    game = opened()
    top = deck_tickets(game)[:2]
    do(game, "draw tickets")
    assert game.observe(0).tickets.offer == top
    assert len(game.legal_actions()) == 3
    do(game, "keep 2")
    assert deck_tickets(game)[-1] == top[0]


def test_sfo_043_a_last_ticket_must_be_kept() -> None:
    """SFO-043: it is drawn and held without a question."""
    game = arrange(opened(), ticket_deck=["alcatraz-sunset"], ticket_rest=1, turn=0)
    do(game, "draw tickets")
    assert (game.observe(0).held, choosing(game)) == (("alcatraz-sunset",), (1, "turn"))


def test_sfo_044_tickets_stay_secret_to_the_end() -> None:
    """SFO-044: a completed ticket looks like any other to the others."""
    position = {"pier_39-chinatown": 0, "lombard_street-pier_39": 0, "chinatown-union_square": 0}
    views = []
    for mine in ("chinatown-painted_ladies", "alcatraz-sunset"):
        game = arrange(opened(3), owners=position, tickets={0: [mine]}, ticket_rest=2, turn=0)
        assert game.observe(0).held == (mine,)
        seen = game.observe(1)
        assert seen.tickets.held[0] is None
        assert mine not in str(forms.to_json(seen))
        views.append(seen)
    assert views[0].tickets == views[1].tickets


@pytest.mark.parametrize(("pieces", "left", "triggered"), [(4, 2, True), (3, 1, True), (5, 3, False)])
def test_sfo_045_two_cable_cars_left_start_the_last_turns(pieces: int, left: int, triggered: bool) -> None:
    """SFO-045: one more turn for each seat, the triggering one last."""
    game = opened(3)
    arrange(game, hands={0: {"red": 2}}, row=ROW, pieces={0: pieces}, leave_open=["lombard_street-pier_39"], turn=0)
    start = len(game.events)
    do(game, "claim Lombard Street-Pier 39 with 2 red")
    assert game.observe(None).pieces[0] == left
    assert happened(game, LastTurnsStarted) == ([LastTurnsStarted(0, 3)] if triggered else [])
    if triggered:
        do(game, *["draw"] * 6)
        assert [event.seat for event in happened(game, TurnStarted, start)] == [1, 2, 0]
        assert (game.is_over, game.observe(None).ended_by) == (True, "last turns")


def test_sfo_046_tickets_add_or_subtract() -> None:
    """SFO-046: Chinatown - Painted Ladies 3 done, Alcatraz - Sunset 10 failed."""
    way = {"chinatown-union_square": 0, "union_square-civic_center": 0, "civic_center-painted_ladies": 0}
    scores = final(opened(), owners=way, tickets={0: ["chinatown-painted_ladies", "alcatraz-sunset"]})
    assert (scores[0].completed, scores[0].failed) == (("chinatown-painted_ladies",), ("alcatraz-sunset",))
    assert (scores[0].routes, scores[0].tickets, scores[0].total) == (3, -7, -4)


@pytest.mark.parametrize(("tokens", "points"), [(0, 0), (1, 0), (2, 1), (3, 2), (4, 4), (5, 6), (6, 9), (7, 12)])
def test_sfo_047_sets_of_tokens(tokens: int, points: int) -> None:
    """SFO-047"""
    game = opened(4)
    give_tokens(game, 1, range(tokens))
    give_tokens(game, 2, [6, 0])
    scores = final(game, tickets={})
    assert [sheet.lines["tokens"] for sheet in scores] == [0, points, 1, 0]
    assert scores[1].total == points


def test_sfo_048_no_other_bonuses() -> None:
    """SFO-048"""
    scores = final(opened(), owners={"golden_gate_bridge-fort_mason": 0}, tickets={})
    assert list(scores[0].lines) == ["routes", "tickets", "tokens"]
    assert scores[0].lines == {"routes": 10, "tickets": 0, "tokens": 0}


# Six tickets that one network completes, and three that another does.
WEST = {
    "golden_gate_bridge-presidio": 0,
    "presidio-japanese_tea_garden": 0,
    "japanese_tea_garden-haight_ashbury": 0,
    "haight_ashbury-painted_ladies": 0,
    "civic_center-painted_ladies": 0,
    "union_square-civic_center": 0,
    "chinatown-union_square": 0,
}
WEST_TICKETS = [
    "chinatown-painted_ladies",
    "civic_center-presidio",
    "golden_gate_bridge-haight_ashbury",
    "golden_gate_bridge-union_square",
]
SOUTH = {
    "the_castro-mission_district": 1,
    "mission_district-civic_center": 1,
    "lombard_street-civic_center": 1,
    "pacific_heights-lombard_street": 1,
    "mission_district-potrero_hill": 1,
    "fort_mason-lombard_street": 1,
}
SOUTH_TICKETS = [
    "lombard_street-mission_district",
    "pacific_heights-the_castro",
    "potrero_hill-pacific_heights",
    "fort_mason-potrero_hill",
]


def tied(mine: int, others: int, tokens: list[int]) -> bl.Scores:
    """Seats 0 and 1 have 60 points each, and that many completed tickets; seat 0 has these tokens."""
    held = {0: WEST_TICKETS[:mine], 1: SOUTH_TICKETS[:others]}
    values = {ticket.id: ticket.points for ticket in bl.board("san_francisco").tickets}
    game = opened(4)
    give_tokens(game, 0, tokens)
    worth = bl.board("san_francisco").extras["tokens"]["points"][len(tokens)]
    points = {seat: 60 - sum(values[ticket] for ticket in ids) for seat, ids in held.items()}
    points[0] -= worth
    scores = final(game, owners={**WEST, **SOUTH}, tickets=held, points=points)
    assert [sheet.total for sheet in scores][:2] == [60, 60]
    assert [len(sheet.completed) for sheet in scores] == [mine, others, 0, 0]
    return scores


def test_sfo_049_equal_points_more_completed_tickets() -> None:
    """SFO-049: 60 with four tickets beat 60 with three."""
    assert tied(4, 3, []).winners == (0,)
    assert tied(3, 4, [0, 1, 2]).winners == (1,)
    assert tied(3, 4, []).reason == "most points, tied; more completed tickets"


def test_sfo_049_still_equal_the_victory_is_shared() -> None:
    """SFO-049: tokens decide nothing."""
    scores = tied(4, 4, [0, 1, 2, 3])
    assert scores.winners == (0, 1)
    assert "shared" in scores.reason


def test_sfo_049_most_points_win() -> None:
    """SFO-049: whatever the tickets."""
    scores = final(opened(), owners=WEST, tickets={0: WEST_TICKETS}, points={0: 0, 1: 61})
    assert (scores.winners, scores.reason) == ((1,), "most points")
