"""Words for claims paid with one color and wilds: "claim Seattle-Portland with 1 red".

With bundles the colors come later: "claim Dublin-Holyhead with 1 card + 1 bundle".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from branchline.model.actions import (
    Action,
    ClaimRoute,
    ClaimRouteForLess,
    ClaimWithBundles,
    ClaimWithPairs,
    ClaimWithShips,
)
from branchline.model.board import WILD, Board, Route
from branchline.model.errors import NotationError
from branchline.notation import fleet_words
from branchline.notation.context import Context, Describe, Parse
from branchline.notation.names import find_color, find_routes


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


def describe_claim_with_bundles(context: Context, action: ClaimWithBundles) -> str:
    """A claim with the numbers of its payment."""
    parts = [
        counted(action.cards, "card") if action.cards else "",
        f"{action.wilds} wild" if action.wilds else "",
        counted(action.bundles, "bundle"),
    ]
    payment = " + ".join(part for part in parts if part)
    return f"claim {context.board.route_name(context.route(action.route))} with {payment}"


def counted(count: int, noun: str) -> str:
    """So many things."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def parse_claim(context: Context, rest: str) -> Action:
    """Claim Boston-New York #2 with 2 red + 1 wild; the payment may be left out if there is only one."""
    board, legal = context.board, context.legal
    ends, with_word, payment = re.split(r"(\bwith\b|$)", rest, maxsplit=1, flags=re.IGNORECASE)
    routes = find_routes(board, ends)
    if not with_word:
        return _only_way_to_pay(board, routes, legal)
    if routes[0].kind == "ship" or "pair" in routes[0].tags:
        return fleet_words.parse_claim(context, routes, payment)
    if re.search(r"\bbundles?\b", payment, re.IGNORECASE):
        return _with_bundles(routes, payment, legal)
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
    ids = {route.id for route in routes}
    kinds = (ClaimRoute, *fleet_words.CLAIMS)
    ways = [action for action in legal if isinstance(action, kinds) and action.route in ids]
    payments = dict.fromkeys(_way_text(board, routes, way) for way in ways)
    if len(payments) == 1:
        return ways[0]
    name = board.route_name(routes[0])
    if not ways:
        raise NotationError(f"you cannot claim {name} now; to see why, name the cards: claim {name} with 2 red")
    raise NotationError(f"there are several ways to pay for {name}; add one of: with {', with '.join(payments)}")


def _way_text(board: Board, routes: list[Route], way: ClaimRoute | ClaimWithShips | ClaimWithPairs) -> str:
    """The payment of a claim in words."""
    route = next(route for route in routes if route.id == way.route)
    if isinstance(way, ClaimRoute):
        saved = way.saved if isinstance(way, ClaimRouteForLess) else 0
        return payment_text(way.color, route.length - saved - way.wilds, way.wilds)
    return fleet_words.payment_text(board, route, way)


def _with_bundles(routes: list[Route], payment: str, legal: Sequence[Action]) -> Action:
    """A payment like "1 card + 1 wild + 2 bundles", for that of the tracks which can be claimed with it."""
    counts = {"card": 0, "wild": 0, "bundle": 0}
    for part in re.split(r"[+,]|\band\b", payment):
        found = re.fullmatch(r"\s*(\d+)\s*(card|wild|locomotive|bundle)s?\s*", part, re.IGNORECASE)
        if not found:
            raise NotationError(f"'{part.strip()}' is no payment; write it like: with 1 card + 1 wild + 1 bundle")
        counts[found[2].lower().replace("locomotive", "wild")] += int(found[1])
    claims = [ClaimWithBundles(route.id, counts["card"], counts["wild"], counts["bundle"]) for route in routes]
    return next((claim for claim in claims if claim in legal), claims[0])


def _parse_payment(board: Board, payment: str) -> dict[str, int]:
    cards: dict[str, int] = {}
    for part in re.split(r"[+,]|\band\b", payment):
        found = re.fullmatch(r"\s*(\d+)\s*x?\s*(\D+?)\s*", part)
        if not found or int(found[1]) == 0:
            raise NotationError(f"'{part.strip()}' is no payment; write cards like: with 2 red + 1 wild")
        card = find_color(board, found[2].removesuffix("cards").removesuffix("card").strip())
        cards[card] = cards.get(card, 0) + int(found[1])
    return cards


DESCRIBE: dict[type[Action], Describe] = {
    ClaimRoute: describe_claim,
    ClaimRouteForLess: describe_claim_for_less,
    ClaimWithBundles: describe_claim_with_bundles,
}
PARSE: dict[str, Parse] = {"claim": parse_claim}
FORMS = ("claim A-B with 2 red + 1 wild",)
