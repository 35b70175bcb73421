"""Tickets: COM-065 to COM-073."""

from __future__ import annotations

from itertools import combinations

import pytest

import branchline as bl
from branchline.testing.arrange import arrange, deck_tickets, started
from tests.rules.play import choosing, do, final, options

THREE = ["boston-miami", "calgary-phoenix", "denver-el_paso"]


@pytest.mark.usefixtures("own_boards")
@pytest.mark.parametrize(
    ("board", "variant", "drawn", "choices"),
    [("usa", "classic", 3, 7), ("usa", "mega", 4, 15), ("ferries", "classic", 2, 3)],
)
def test_com_065_draw_some_and_keep_at_least_one(board: str, variant: str, drawn: int, choices: int) -> None:
    """COM-065: any choice of the top tickets, all of which the seat sees."""
    game = started(board, variant=variant)
    top = deck_tickets(game)[:drawn]
    do(game, "draw tickets")
    assert choosing(game) == (0, "keep tickets")
    assert game.observe(0).tickets.offer == top
    actions = [game.action(number) for number in game.legal_actions()]
    assert len(actions) == choices
    assert set(actions) == {bl.KeepTickets(c) for size in range(1, drawn + 1) for c in combinations(top, size)}
    with pytest.raises(bl.IllegalAction, match="at least one"):
        game.apply(bl.KeepTickets(()))


def test_com_066_returned_tickets_go_under_the_deck_in_the_order_drawn() -> None:
    """COM-066"""
    game = arrange(started(), ticket_deck=THREE, turn=0)
    deck = deck_tickets(game)
    do(game, "draw tickets", "keep Calgary-Phoenix")
    assert deck_tickets(game) == (*deck[3:], "boston-miami", "denver-el_paso")
    assert game.observe(0).held == ("calgary-phoenix",)


def test_com_066_returned_tickets_come_up_again() -> None:
    """COM-066: when all others have been drawn."""
    game = arrange(started(), ticket_deck=THREE, ticket_rest=1, turn=0)
    do(game, "draw tickets", "keep Calgary-Phoenix")
    assert deck_tickets(game) == ("boston-miami", "denver-el_paso")
    do(game, "draw tickets")
    assert game.observe(1).tickets.offer == ("boston-miami", "denver-el_paso")


def test_com_067_with_fewer_left_all_of_them_are_drawn() -> None:
    """COM-067"""
    game = arrange(started(), ticket_deck=THREE[:2], ticket_rest=1, turn=0)
    do(game, "draw tickets")
    assert game.observe(0).tickets.offer == tuple(THREE[:2])
    assert options(game) == ["keep Boston-Miami", "keep Calgary-Phoenix", "keep Boston-Miami, Calgary-Phoenix"]


def test_com_068_the_last_ticket_is_kept_without_a_question() -> None:
    """COM-068"""
    game = arrange(started(), ticket_deck=THREE[:1], ticket_rest=1, turn=0)
    do(game, "draw tickets")
    assert (choosing(game), game.observe(0).held, deck_tickets(game)) == ((1, "turn"), ("boston-miami",), ())


@pytest.mark.usefixtures("own_boards")
@pytest.mark.parametrize(("left", "choices"), [(4, 4), (3, 4), (2, 0), (1, 0)])
def test_com_068_no_more_need_be_kept_than_were_drawn(left: int, choices: int) -> None:
    """COM-068: on a board with DRAW 3 and DRAWKEEP 2, two tickets or one leave no choice."""
    ids = [ticket.id for ticket in bl.board("borders").tickets]
    game = arrange(started("borders"), ticket_deck=ids[:left], ticket_rest=1, turn=0)
    do(game, "draw tickets")
    if choices:
        assert len(game.legal_actions()) == choices
        assert {len(kept(game, number)) for number in game.legal_actions()} == {2, 3}
    else:
        assert (choosing(game), game.observe(0).held) == ((1, "turn"), tuple(ids[:left]))


def test_com_069_an_empty_ticket_deck_cannot_be_drawn_from() -> None:
    """COM-069"""
    game = arrange(started(), ticket_deck=[], ticket_rest=1, turn=0)
    assert "draw tickets" not in options(game)
    with pytest.raises(bl.IllegalAction):
        do(game, "draw tickets")


def test_com_070_held_tickets_cannot_be_returned() -> None:
    """COM-070: a later choice is about the new ones only."""
    game = arrange(started(), tickets={0: ["portland-phoenix", "seattle-new_york"]}, ticket_deck=THREE, turn=0)
    do(game, "draw tickets")
    assert game.observe(0).tickets.offer == tuple(THREE)
    named = {ticket for number in game.legal_actions() for ticket in kept(game, number)}
    assert named == set(THREE)
    do(game, "keep Denver-El Paso")
    assert set(game.observe(0).held) == {"portland-phoenix", "seattle-new_york", "denver-el_paso"}


def kept(game: bl.Game, number: int) -> tuple[str, ...]:
    """The tickets that a choice keeps."""
    action = game.action(number)
    assert isinstance(action, bl.KeepTickets)
    return action.tickets


def test_com_071_any_number_of_tickets_can_be_held() -> None:
    """COM-071"""
    ids = [ticket.id for ticket in bl.board("usa").variants["classic"].tickets]
    game = arrange(started(), tickets={0: ids[:20]}, turn=0)
    do(game, "draw tickets", "keep all")
    assert len(game.observe(0).held) == 23
    assert game.observe(1).tickets.counts == (23, 0)


BOSTON_MIAMI = [
    "boston-new_york",
    "new_york-pittsburgh",
    "chicago-pittsburgh",
    "chicago-saint_louis",
    "nashville-saint_louis",
]
BOSTON_MIAMI += ["atlanta-nashville", "atlanta-miami"]


def test_com_072_any_way_completes_a_ticket() -> None:
    """COM-072: Boston - Miami by way of Chicago."""
    scores = final(started(), owners=dict.fromkeys(BOSTON_MIAMI, 0), tickets={0: ["boston-miami"]})
    assert scores[0].completed == ("boston-miami",)
    assert scores[0].tickets == 12


@pytest.mark.parametrize("missing", BOSTON_MIAMI)
def test_com_072_a_gap_anywhere_fails_a_ticket(missing: str) -> None:
    """COM-072: the path must be continuous."""
    routes = [route for route in BOSTON_MIAMI if route != missing]
    scores = final(started(), owners=dict.fromkeys(routes, 0), tickets={0: ["boston-miami"]})
    assert (scores[0].failed, scores[0].tickets) == (("boston-miami",), -12)


def test_com_073_routes_of_others_never_help() -> None:
    """COM-073: two seats own a half each, and neither completes the ticket."""
    halves = {route: int(k > 2) for k, route in enumerate(BOSTON_MIAMI)}
    for seat in range(2):
        scores = final(started(), owners=halves, tickets={seat: ["boston-miami"]})
        assert (scores[seat].failed, scores[seat].tickets) == (("boston-miami",), -12)


def test_com_073_completion_is_judged_at_the_end() -> None:
    """COM-073: nothing is scored for a ticket before, and one not completed in time still can be."""
    game = arrange(
        started(),
        hands={0: {"blue": 5}},
        owners=dict.fromkeys(BOSTON_MIAMI[:-1], 0),
        tickets={0: ["boston-miami"]},
        turn=0,
        last_turns=3,
    )
    before = game.observe(0).points[0]
    do(game, "claim Atlanta-Miami with 5 blue")
    assert game.observe(0).points[0] == before + 10
    do(game, "draw", "draw", "draw", "draw")
    assert game.is_over
    assert (game.scores()[0].routes, game.scores()[0].tickets) == (before + 10, 12)
