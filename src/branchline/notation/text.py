"""Actions in words, and back: "claim Seattle-Portland with 1 red", "take wild", "keep Boston-Miami, Denver-El Paso".

What `describe` writes, `parse` reads. Beyond that `parse` is lenient: any case, no accents, either direction of a
route, unique beginnings of names, "keep all", "keep 1, 3", a claim without its payment if there is just one way to pay.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from branchline.model.actions import Action, ClaimRoute, DrawCard, DrawTickets, KeepTickets, TakeCard
from branchline.model.board import WILD, Board, Route, Ticket, Variant
from branchline.model.errors import NotationError
from branchline.notation.names import find_card, find_routes, find_ticket, route_text, ticket_text

_FORMS = "take CARD, draw, draw tickets, keep A-B, C-D, claim A-B with 2 red + 1 wild"


def describe(board: Board, variant: Variant, action: Action) -> str:
    """An action in words."""
    match action:
        case TakeCard(card):
            return f"take {card}"
        case DrawCard():
            return "draw"
        case DrawTickets():
            return "draw tickets"
        case KeepTickets(tickets):
            by_id = {ticket.id: ticket for ticket in variant.tickets}
            return "keep " + ", ".join(ticket_text(board, by_id[ticket]) for ticket in tickets)
        case ClaimRoute(route_id, color, wilds):
            route = next(route for route in board.routes if route.id == route_id)
            return f"claim {route_text(board, route)} with {payment_text(color, route.length - wilds, wilds)}"
    raise NotationError(f"there are no words for {action!r}")


def payment_text(color: str, cards: int, wilds: int) -> str:
    """Cards in words: "2 red + 1 wild"."""
    parts = [f"{count} {card}" for count, card in ((cards, color), (wilds, WILD)) if count]
    return " + ".join(parts)


def parse(board: Board, variant: Variant, text: str, offer: tuple[str, ...], legal: Sequence[Action]) -> Action:
    """The action that a text means. `offer` and `legal` settle what the words leave open; legality is not checked."""
    words = " ".join(text.strip().split())
    verb, _, rest = words.partition(" ")
    match verb.casefold():
        case "take":
            return TakeCard(find_card(board, re.sub(r"\bcards?$", "", rest, flags=re.IGNORECASE)))
        case "draw" if rest.casefold() in ("", "card", "blind", "a card"):
            return DrawCard()
        case "draw" if rest.casefold() in ("tickets", "ticket"):
            return DrawTickets()
        case "keep":
            return _parse_keep(board, variant, rest, offer)
        case "claim":
            return _parse_claim(board, rest, legal)
    raise NotationError(f"'{words}' is not an action; write one of: {_FORMS}")


def _parse_keep(board: Board, variant: Variant, rest: str, offer: tuple[str, ...]) -> KeepTickets:
    by_id: dict[str, Ticket] = {ticket.id: ticket for ticket in variant.tickets if ticket.id in offer}
    in_order = {ticket_id: by_id[ticket_id] for ticket_id in offer}
    if rest.casefold() == "all" and offer:
        return KeepTickets(offer)
    chosen = {find_ticket(board, part, in_order) for part in re.split(r"[,+&]", rest)}
    return KeepTickets(tuple(ticket for ticket in offer if ticket in chosen))


def _parse_claim(board: Board, rest: str, legal: Sequence[Action]) -> Action:
    ends, with_word, payment = re.split(r"(\bwith\b|$)", rest, maxsplit=1, flags=re.IGNORECASE)
    routes = find_routes(board, ends)
    if not with_word:
        return _only_way_to_pay(board, routes, legal)
    cards = _parse_payment(board, payment)
    colors = [color for color in cards if color != WILD]
    if len(colors) > 1:
        raise NotationError(f"a claim is paid with one color and wilds, not with {' and '.join(colors)}")
    color = colors[0] if colors else WILD
    wilds = cards.get(WILD, 0)
    claims = [ClaimRoute(route.id, color, wilds) for route in routes if route.length == sum(cards.values())]
    if not claims:
        route = routes[0]
        raise NotationError(
            f"{route_text(board, route)} is {route.length} long and takes as many cards, not {sum(cards.values())}"
        )
    fitting = [claim for claim in claims if claim in legal]
    same_color = [c for c, r in zip(claims, routes, strict=False) if r.color in (color, "gray")]
    return next(iter(fitting or same_color or claims))


def _only_way_to_pay(board: Board, routes: list[Route], legal: Sequence[Action]) -> Action:
    """A claim that names no payment: fine if there is just one."""
    ids = {route.id for route in routes}
    ways = [action for action in legal if isinstance(action, ClaimRoute) and action.route in ids]
    if len(ways) == 1:
        return ways[0]
    name = route_text(board, routes[0])
    if not ways:
        raise NotationError(f"you cannot claim {name} now; to see why, name the cards: claim {name} with 2 red")
    lengths = {route.id: route.length for route in routes}
    options = [payment_text(way.color, lengths[way.route] - way.wilds, way.wilds) for way in ways]
    raise NotationError(f"there are several ways to pay for {name}; add one of: with {', with '.join(options)}")


def _parse_payment(board: Board, payment: str) -> dict[str, int]:
    cards: dict[str, int] = {}
    for part in re.split(r"[+,]|\band\b", payment):
        found = re.fullmatch(r"\s*(\d+)\s*x?\s*(\D+?)\s*", part)
        if not found or int(found[1]) == 0:
            raise NotationError(f"'{part.strip()}' is no payment; write cards like: with 2 red + 1 wild")
        card = find_card(board, found[2].removesuffix("cards").removesuffix("card").strip())
        cards[card] = cards.get(card, 0) + int(found[1])
    return cards
