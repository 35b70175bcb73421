"""Tickets and tours (WLD-061..WLD-068, WLD-096, WLD-097)."""

from __future__ import annotations

from typing import Any

import pytest

import branchline as bl
from tests.rules.play import do, options
from tests.rules.world.position import at, pass_time, put, rules_of

TOUR = "casablanca-al_qahira-tehran"
DIRECT = ["casablanca-al_qahira", "al_qahira-tehran"]


def ended(owners: list[str], tickets: list[str], **position: Any) -> bl.ScoreSheet:
    """The sheet of seat 0 in a game that ends with these routes and tickets."""
    game = at(owners=dict.fromkeys(owners, 0), tickets={0: tickets}, last_turns=1, **position)
    pass_time(game)
    assert game.is_over
    return game.scores()[0]


def test_wld_061_draw_four_keep_one() -> None:
    """WLD-061: 15 choices; with two left three; the others under the deck."""
    game = at()
    do(game, "draw tickets")
    offer = game.observe(0).tickets.offer
    assert len(options(game)) == 15
    do(game, "keep 2")
    tickets = rules_of(game).tickets
    deck = tickets.offers.decks[0]
    assert [tickets.tables.ids[deck.ring[deck.place(deck.left - 3 + k)]] for k in range(3)] == [
        offer[0],
        offer[2],
        offer[3],
    ]
    few = [ticket.id for ticket in game.variant.tickets[:2]]
    game = at(ticket_deck=few, ticket_rest=1)
    do(game, "draw tickets")
    assert len(options(game)) == 3


def test_wld_062_a_path_of_trains_and_ships() -> None:
    """WLD-062: Buenos Aires - Sydney over Valparaiso, Lima (trains) and the sea."""
    sheet = ended(["valparaiso-buenos_aires", "lima-valparaiso", "lima-sydney"], ["buenos_aires-sydney"])
    assert sheet.tickets == 13
    assert sheet.completed == ("buenos_aires-sydney",)


def test_wld_063_every_tour_in_order() -> None:
    """WLD-063: its high value with all direct tracks, its penalty without."""
    game = at()
    routes = {
        frozenset((game.board.cities[r.a].id, game.board.cities[r.b].id)): r.id for r in reversed(game.board.routes)
    }
    tours = [ticket for ticket in game.variant.tickets if ticket.tour_points is not None]
    assert len(tours) == 8
    for tour in tours:
        chain = [routes[frozenset(tour.stops[k : k + 2])] for k in range(len(tour.stops) - 1)]
        assert ended(chain, [tour.id]).tickets == tour.points
        assert tour.tour_points is not None
        assert ended(chain[1:], [tour.id]).tickets == -tour.tour_points[1]


def test_wld_064_high_value_with_direct_tracks() -> None:
    """WLD-064: either track of a double will do; a way round is worth less."""
    assert ended(DIRECT, [TOUR]).tickets == 9
    assert ended(["casablanca-al_qahira", "al_qahira-tehran#2"], [TOUR]).tickets == 9
    round_about = ["marseille-casablanca", "marseille-athina", "athina-al_qahira", "al_qahira-tehran"]
    assert ended(round_about, [TOUR]).tickets == 6


def test_wld_065_direction_branches_and_kinds_do_not_matter() -> None:
    """WLD-065: claimed from the last city to the first, with branches; ships and trains in one tour."""
    assert ended([*reversed(DIRECT), "al_qahira-djibouti", "casablanca-lagos"], [TOUR]).tickets == 9
    mixed = ["manila-honolulu", "honolulu-port_moresby", "darwin-port_moresby"]
    assert ended(mixed, ["manila-honolulu-port_moresby-darwin"]).tickets == 13
    mixed = ["mexico-caracas", "caracas-lima", "lima-valparaiso"]
    assert ended(mixed, ["mexico-caracas-lima-valparaiso"]).tickets == 15


def test_wld_066_low_value_when_merely_connected() -> None:
    """WLD-066"""
    routes = ["marseille-casablanca", "marseille-athina", "athina-al_qahira", "athina-tehran"]
    assert ended(routes, [TOUR]).tickets == 6


def test_wld_067_a_failed_tour_costs_its_penalty() -> None:
    """WLD-067"""
    sheet = ended(["casablanca-al_qahira"], [TOUR])
    assert sheet.tickets == -15
    assert sheet.failed == (TOUR,)


def test_wld_068_a_tour_is_one_completed_ticket() -> None:
    """WLD-068: in order or not."""
    routes = ["marseille-casablanca", "marseille-athina", "athina-al_qahira", "athina-tehran"]
    assert ended(routes, [TOUR]).completed == (TOUR,)
    assert ended(DIRECT, [TOUR]).completed == (TOUR,)


def test_wld_096_tickets_are_secret_and_stay() -> None:
    """WLD-096: COM-070, COM-071, COM-091."""
    game = at(tickets={0: ["lima-jakarta"], 1: ["bangkok-tokyo"]})
    for viewer in (1, None):
        assert game.observe(viewer).tickets.held[0] is None
        assert game.observe(viewer).tickets.counts == (1, 1)
    do(game, "draw tickets")
    assert "lima-jakarta" not in game.observe(0).tickets.offer
    do(game, "keep all")
    assert len(game.observe(0).held) == 5
    with pytest.raises(bl.NotationError):
        game.parse("keep Lima-Jakarta", 0)


def test_wld_097_failed_tickets_subtract_their_value() -> None:
    """WLD-097"""
    assert ended([], ["lima-jakarta", "bangkok-tokyo"]).tickets == -20


def test_tours_have_words() -> None:
    """A tour is named by all its cities, in either direction."""
    game = at(ticket_deck=[TOUR, "lima-jakarta", "bangkok-tokyo", "mexico-beijing"])
    do(game, "draw tickets")
    words = game.describe(bl.KeepTickets((TOUR,)))
    assert words == "keep Casablanca-Al-Qahira-Tehran"
    assert game.parse(words) == game.parse("keep Tehran-Al Qahira-Casablanca") == bl.KeepTickets((TOUR,))


def test_positions_can_be_changed() -> None:
    """The helper of these tests leaves a sound game."""
    game = at(owners={"lima-sydney": 0})
    put(game, supply={0: (10, 10)}, turn=1)
    rules_of(game).check()
