"""What built routes and claims mean to people: "claim Seattle-Portland with 1 red".

Claims that are paid in other ways than with one color and wilds have words of their own, which are asked first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from branchline.mechanics.routes.claims import ColorClaims
from branchline.mechanics.routes.tracks import Tracks
from branchline.model.actions import Action, Claim, ClaimRoute, ClaimRouteForLess
from branchline.model.board import WILD, Board, Route
from branchline.model.errors import NotationError
from branchline.model.events import CardsPaid, RouteClaimed
from branchline.model.faces import FACES, Context, Notation, Terminal, Words
from branchline.notation.names import find_color, find_routes
from branchline.words.plain import cards_in_words, counted, route_name
from branchline.words.sentences import Teller

# In the notation


def payment_text(color: str, cards: int, wilds: int) -> str:
    """Cards in words: "2 red + 1 wild"."""
    parts = [f"{count} {card}" for count, card in ((cards, color), (wilds, WILD)) if count]
    return " + ".join(parts)


def describe_claim(context: Context, action: ClaimRoute) -> str:
    """A claim with its payment."""
    route = context.route(action.route)
    payment = payment_text(action.color, route.length - action.wilds, action.wilds)
    return f"claim {context.board.route_name(route)} with {payment}"


def describe_claim_for_less(context: Context, action: ClaimRouteForLess) -> str:
    """A claim with its payment, of fewer cards than the route is long."""
    route = context.route(action.route)
    payment = payment_text(action.color, route.length - action.saved - action.wilds, action.wilds)
    return f"claim {context.board.route_name(route)} with {payment}"


def parse_claim(context: Context, rest: str) -> Action:
    """Claim Boston-New York #2 with 2 red + 1 wild; the payment may be left out if there is only one."""
    board, legal = context.board, context.legal
    ends, with_word, payment = re.split(r"(\bwith\b|$)", rest, maxsplit=1, flags=re.IGNORECASE)
    routes = find_routes(board, ends)
    if not with_word:
        return _only_way_to_pay(board, routes, legal)
    for face in FACES.all(Notation):
        special = None if face.claim is None else face.claim(context, routes, payment)
        if special is not None:
            return special
    cards = _parse_payment(board, payment)
    colors = [color for color in cards if color != WILD]
    if len(colors) > 1:
        raise NotationError(f"a claim is paid with one color and wilds, not with {' and '.join(colors)}")
    color = colors[0] if colors else WILD
    wilds = cards.get(WILD, 0)
    paid = sum(cards.values())
    for_less = [ClaimRouteForLess(r.id, color, wilds, r.length - paid) for r in routes if r.length > paid]
    if any(claim in legal for claim in for_less):
        return next(claim for claim in for_less if claim in legal)
    claims = [ClaimRoute(route.id, color, wilds) for route in routes if route.length == paid]
    if not claims:
        route = routes[0]
        raise NotationError(
            f"{board.route_name(route)} is {route.length} long and takes as many cards, not {sum(cards.values())}"
        )
    fitting = [claim for claim in claims if claim in legal]
    same_color = [c for c, r in zip(claims, routes, strict=False) if r.color in (color, "gray")]
    return next(iter(fitting or same_color or claims))


def _only_way_to_pay(board: Board, routes: list[Route], legal: Sequence[Action]) -> Action:
    """A claim that names no payment: fine if there is just one, on whichever of parallel tracks."""
    written = {kind: text for face in FACES.all(Notation) for kind, text in face.payments.items()}
    by_id = {route.id: route for route in routes}
    ways = [a for a in legal if isinstance(a, Claim) and type(a) in written and a.route in by_id]
    payments = dict.fromkeys(written[type(way)](board, by_id[way.route], way) for way in ways)
    if len(payments) == 1:
        return ways[0]
    name = board.route_name(routes[0])
    if not ways:
        raise NotationError(f"you cannot claim {name} now; to see why, name the cards: claim {name} with 2 red")
    raise NotationError(f"there are several ways to pay for {name}; add one of: with {', with '.join(payments)}")


def _payment_of(board: Board, route: Route, way: ClaimRoute) -> str:
    """The payment of a claim in words."""
    saved = way.saved if isinstance(way, ClaimRouteForLess) else 0
    return payment_text(way.color, route.length - saved - way.wilds, way.wilds)


def _parse_payment(board: Board, payment: str) -> dict[str, int]:
    cards: dict[str, int] = {}
    for part in re.split(r"[+,]|\band\b", payment):
        found = re.fullmatch(r"\s*(\d+)\s*x?\s*(\D+?)\s*", part)
        if not found or int(found[1]) == 0:
            raise NotationError(f"'{part.strip()}' is no payment; write cards like: with 2 red + 1 wild")
        card = find_color(board, found[2].removesuffix("cards").removesuffix("card").strip())
        cards[card] = cards.get(card, 0) + int(found[1])
    return cards


# In plain English


def _paid(teller: Teller, event: CardsPaid) -> None:
    teller.paid = cards_in_words(event.cards)


def _claimed(teller: Teller, event: RouteClaimed) -> None:
    built = teller.routes[event.route]
    pieces = counted(built.length, "ship" if built.kind == "ship" else "car")
    teller.did(event.seat, f"built {route_name(teller.board, built)}{teller.for_what_was_paid()}: {pieces}")
    teller.built.append(event.route)


FACES.add(
    ColorClaims,
    Notation(
        describe={ClaimRoute: describe_claim, ClaimRouteForLess: describe_claim_for_less},
        parse={"claim": parse_claim},
        forms=("claim A-B with 2 red + 1 wild",),
        payments={ClaimRoute: _payment_of, ClaimRouteForLess: _payment_of},
    ),
)
FACES.add(Tracks, Words(events={CardsPaid: _paid, RouteClaimed: _claimed}), Terminal())  # the table shows them
