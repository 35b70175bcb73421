"""How far tickets are, in words."""

from __future__ import annotations

import branchline as bl
from branchline.mechanics.routes.tracks import tracks_of
from branchline.planning import Reach
from branchline.testing.arrange import started
from branchline.words.progress import ticket_state

TOUR = "murmansk-tiksi-novosibirsk-yakutsk-petropavlovsk"


def said(game: bl.Game, ticket: str, seat: int = 0) -> tuple[str, str]:
    """The state of a ticket and its words."""
    of = next(each for each in game.variant.tickets if each.id == ticket)
    return ticket_state(Reach(game.observe(seat)), of, "piece")


def claim(game: bl.Game, seat: int, route: str) -> None:
    tracks_of(game._rules).claim(seat, next(each.index for each in game.board.routes if each.id == route))


def test_a_tour_tells_what_both_values_take() -> None:
    game = started("world", seats=2)
    tour = next(each for each in game.variant.tickets if each.id == TOUR)
    ways = game.ways(TOUR, 0)
    assert ways.chain is not None
    to_go = f"4 routes to go, {ways.chain_pieces} pieces"
    assert said(game, TOUR) == (
        "possible",
        f"{len(ways.routes)} routes to go, {ways.pieces} pieces; in order, for {tour.points} points: {to_go}",
    )
    for route in ways.chain:
        claim(game, 0, route)
    assert said(game, TOUR) == ("done", f"done; in order, for {tour.points} points")


def test_a_tour_that_can_only_be_connected() -> None:
    game = started("world", seats=2)
    tour = next(each for each in game.variant.tickets if each.id == TOUR)
    claim(game, 1, "murmansk-tiksi")
    state, words = said(game, TOUR)
    assert state == "possible"
    assert words.endswith(f"; the {tour.points} points in order are lost")


def test_a_plain_ticket() -> None:
    game = started("usa", seats=2)
    assert said(game, "denver-el_paso") == ("possible", "2 routes to go, 4 pieces")
    for route in game.ways("denver-el_paso", 0).routes:
        claim(game, 0, route)
    assert said(game, "denver-el_paso") == ("done", "done")


def test_a_route_of_others_can_be_shared_where_the_rules_sell_that() -> None:
    """UK: with all ways to a place taken the ticket is not lost, as Right of Way is for sale."""
    game = started("uk", seats=2)
    ticket = next(each for each in game.variant.tickets if each.id == "norwich-ipswich")
    for route in game.board.routes:
        if ticket.ends[0][0] in (route.a, route.b):
            claim(game, 1, route.id)
    state, words = said(game, ticket.id)
    assert state == "possible"
    assert words.endswith(", of which you can only share 1")
    assert Reach(game.observe(0)).missing(ticket) is None
