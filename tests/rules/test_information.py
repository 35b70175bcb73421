"""Who knows what: COM-090 to COM-094."""

from __future__ import annotations

import random
from typing import Any

import pytest

import branchline as bl
from branchline.model.events import CardDrawn, CardsDealt, SeatEvent, TicketsDrawn, TicketsKept
from branchline.testing.arrange import arrange, started
from tests.rules.networks import ALL_THREE, EAST_TICKETS, MIDDLE_TICKETS, WEST_TICKETS
from tests.rules.play import PLAIN, do, final, hand, happened

MANY = ["boston-miami", "calgary-phoenix", "denver-el_paso", "duluth-houston", "portland-phoenix", "toronto-miami"]


def public(view: bl.Observation) -> dict[str, Any]:
    """All that is on the table for everybody to see."""
    return {
        "row": view.market.row,
        "deck": view.market.deck,
        "discards": view.market.discards,
        "cards": [hand.size for hand in view.hands],
        "known": [hand.known for hand in view.hands],
        "tickets": view.tickets.counts,
        "ticket deck": view.tickets.deck,
        "pieces": view.pieces,
        "points": view.points,
        "routes": view.tracks.owners,
        "decisions": view.open,
        "turn": view.turn,
        "last turns": view.last_turns,
    }


def test_com_090_all_views_agree_on_what_is_public() -> None:
    """COM-090: after every step, and with what is really there."""
    chance = random.Random(90)
    game = bl.new_game("usa", seats=3, seed=90)
    while not game.is_over:
        game.apply(chance.choice(game.legal_actions()))
        views = [game.observe(seat) for seat in (None, 0, 1, 2)]
        seen = public(views[0])
        assert all(public(view) == seen for view in views)
        assert seen["cards"] == [sum(hand(game, seat).values()) for seat in range(3)]
        if game.observe(None).turn is not None:
            assert seen["tickets"] == tuple(len(game.observe(seat).held) for seat in range(3))
        if not game.is_over:
            assert seen["decisions"][-1].seat == game.to_move


def test_com_091_tickets_of_others_are_hidden() -> None:
    """COM-091: two tickets of seat 1 and the next two of the deck are exchanged; nobody else can tell, ever after."""
    games = []
    for mine, top in (MANY[:2], MANY[2:4]), (MANY[2:4], MANY[:2]):
        game = started(seats=3, seed=3)
        arrange(game, row=PLAIN, tickets={0: MANY[4:], 1: mine}, ticket_deck=top, turn=0)
        games.append(game)
    for words in ("draw", "take red", "draw tickets", "keep 1, 3", "draw", "draw", "draw tickets", "keep 2"):
        assert games[0].observe(1) != games[1].observe(1)
        for seat in (None, 0, 2):
            assert games[0].observe(seat) == games[1].observe(seat)
            assert games[0].events_for(seat) == games[1].events_for(seat)
        for game in games:
            do(game, words)
    assert games[0].observe(2).tickets.held == (None, None, games[0].observe(2).held)
    assert games[0].observe(2).tickets.counts == (3, 4, 0)


def test_com_091_whether_a_ticket_is_completed_is_hidden() -> None:
    """COM-091: a completed ticket and a hopeless one look the same until the end."""
    views = []
    for ticket in (["chicago-boston"], ["phoenix-boston"]):
        game = started(variant="1910", seats=3)
        rest = ["chicago-boston", "phoenix-boston"]
        others = [t.id for t in game.variant.tickets if t.id not in rest]
        deck = [*others, *(t for t in rest if t not in ticket)]
        arrange(game, row=PLAIN, owners=ALL_THREE, tickets={0: ticket}, ticket_deck=deck, turn=0)
        do(game, "draw", "draw")
        views.append([game.observe(seat) for seat in (None, 1, 2)])
    assert views[0] == views[1]


def test_com_091_cards_of_others_are_hidden() -> None:
    """COM-091: two games that differ in the cards of a hand look the same to everybody else."""
    games = []
    for mine, under in ({"red": 2, "wild": 1}, ["blue"] * 3), ({"blue": 3}, ["red", "red", "wild"]):
        game = started(seats=3, seed=3)
        top = ["green", "black", *under]
        arrange(game, hands={0: {"white": 4}, 1: mine}, row=["orange"] * 5, deck_top=top, turn=0)
        do(game, "draw", "draw")
        games.append(game)
    assert games[0].observe(1) != games[1].observe(1)
    for seat in (None, 0, 2):
        assert games[0].observe(seat) == games[1].observe(seat)
        assert games[0].events_for(seat) == games[1].events_for(seat)
    assert games[0].observe(0).hands[1].cards is None


def test_com_091_events_keep_the_secret() -> None:
    """COM-091: cards dealt and drawn, tickets drawn and kept are told to their seat only."""
    chance = random.Random(91)
    game = bl.new_game("usa", seats=3, seed=91)
    while not game.is_over:
        game.apply(chance.choice(game.legal_actions()))
    secrets: dict[type[SeatEvent], str] = {
        CardsDealt: "cards",
        CardDrawn: "card",
        TicketsDrawn: "tickets",
        TicketsKept: "tickets",
    }
    for kind, name in secrets.items():
        assert happened(game, kind)
        for seat in (None, 0, 1, 2):
            for event in game.events_for(seat):
                if isinstance(event, kind):
                    assert (getattr(event, name) is not None) == (event.seat == seat)
    for event in game.events_for(None):
        if isinstance(event, TicketsKept):
            assert event.returned_tickets is None


def test_com_092_cards_taken_from_the_row_stay_known() -> None:
    """COM-092: until they are played."""
    game = arrange(started(seats=3), hands={0: {"red": 1}}, row=["red", "orange", "blue", "white", "black"], turn=0)
    do(game, "take red", "take orange")
    for seat in (None, 1, 2):
        assert game.observe(seat).hands[0].known == {"red": 1, "orange": 1}
        assert (game.observe(seat).hands[0].size, game.observe(seat).hands[0].cards) == (3, None)
    do(game, "draw", "draw", "draw", "draw", "claim Boston-Montreal with 2 red")
    for seat in (None, 1, 2):
        assert game.observe(seat).hands[0].known == {"orange": 1}


def test_com_092_a_card_that_may_have_been_the_known_one_is_known_no_more() -> None:
    """COM-092: of three reds one was seen; after one red is played nobody can be sure of any."""
    game = arrange(started(), hands={0: {"red": 2}}, row=PLAIN, turn=0)
    do(game, "take red", "take blue", "draw", "draw", "claim Atlanta-Nashville with 1 red")
    assert hand(game, 0) == {"red": 2, "blue": 1}
    assert game.observe(1).hands[0].known == {"blue": 1}


def test_com_092_blind_cards_are_not_known() -> None:
    """COM-092"""
    game = arrange(started(), row=PLAIN, deck_top=["red", "wild"], turn=0)
    do(game, "draw", "draw")
    assert game.observe(1).hands[0].known == {}


def test_com_093_a_seat_remembers_the_tickets_it_returned() -> None:
    """COM-093: which they are, and that they lie at the bottom in that order; the others know only who did it."""
    game = arrange(started(seats=3), ticket_deck=MANY, turn=0)
    do(game, "draw tickets", "keep 2")
    deck = game.observe(None).tickets.deck
    unknown = (None,) * (deck - 2)
    assert game.observe(0).tickets.known_in_deck == (*unknown, "boston-miami", "denver-el_paso")
    for seat in (None, 1, 2):
        assert game.observe(seat).tickets.known_in_deck == (None,) * deck
        assert game.observe(seat).tickets.returned_by == (*unknown, 0, 0)


def test_com_093_drawn_again_a_ticket_is_no_longer_in_the_deck() -> None:
    """COM-093: the memory is of the deck, not of the tickets."""
    game = arrange(started(), ticket_deck=MANY[:3], ticket_rest=1, turn=0)
    do(game, "draw tickets", "keep 2")
    assert game.observe(0).tickets.known_in_deck == ("boston-miami", "denver-el_paso")
    do(game, "draw tickets", "keep 2")
    assert game.observe(0).tickets.known_in_deck == (None,)
    assert game.observe(1).tickets.known_in_deck == ("boston-miami",)


def test_com_093_opening_returns_are_remembered_too() -> None:
    """COM-093"""
    game = bl.new_game("usa", seed=9, first_seat=0)
    offers = [game.observe(seat).tickets.offer for seat in range(2)]
    do(game, "keep 1, 2", seat=0)
    do(game, "keep 2, 3", seat=1)
    assert game.observe(0).tickets.known_in_deck[-2:] == (offers[0][2], None)
    assert game.observe(1).tickets.known_in_deck[-2:] == (None, offers[1][0])


def test_com_094_at_the_end_everything_is_revealed() -> None:
    """COM-094: tickets and hands, to everybody."""
    held = {0: EAST_TICKETS, 1: WEST_TICKETS[:2], 2: MIDDLE_TICKETS}
    game = started(variant="mega", seats=3)
    final(
        game,
        hands={1: {"red": 3}, 2: {"wild": 1}},
        row=PLAIN,
        deck_top=["blue", "blue"],
        owners=ALL_THREE,
        tickets=held,
    )
    for seat in (None, 0, 1, 2):
        view = game.observe(seat)
        assert [set(ids or ()) for ids in view.tickets.held] == [set(ids) for ids in held.values()]
        assert [hand.cards for hand in view.hands] == [{"blue": 2}, {"red": 3}, {"wild": 1}]


@pytest.mark.parametrize("variant", ["classic", "1910", "mega", "big_cities"])
def test_com_094_the_sources_of_a_score_add_up(variant: str) -> None:
    """COM-094: in whole games, for every seat."""
    for seed in range(3):
        chance = random.Random(seed)
        game = bl.new_game("usa", variant=variant, seats=4, seed=seed, events=False)
        while not game.is_over:
            game.apply(chance.choice(game.legal_actions()))
        values = {ticket.id: ticket.points for ticket in game.variant.tickets}
        for sheet in game.scores():
            assert sum(sheet.lines.values()) == sheet.total
            assert sheet.routes == game.observe(None).points[sheet.seat]
            done, failed = (sum(values[ticket] for ticket in ids) for ids in (sheet.completed, sheet.failed))
            assert sheet.tickets == done - failed
