"""Words for claims of routes of pairs: "claim Lima-Caracas with 2 red + 1 green + 1 wild"."""

from __future__ import annotations

from branchline.mechanics.fleet.pair_claims import PairClaims
from branchline.model.actions import Action, ClaimWithPairs
from branchline.model.board import WILD, Route
from branchline.notation.context import Context
from branchline.notation.faces import FACES, Notation
from branchline.notation.names import find_color
from branchline.notation.sorts import cards_text, counted_parts, fitting_claim


def describe_claim(context: Context, action: ClaimWithPairs) -> str:
    """A claim with its payment."""
    return f"claim {context.board.route_name(context.route(action.route))} with {cards_text(action.cards)}"


def parse_claim(context: Context, routes: list[Route], payment: str) -> Action | None:
    """What a payment for a route of pairs means; of parallel tracks the one that it fits."""
    if "pair" not in routes[0].tags:
        return None
    counts = dict.fromkeys([*context.board.colors, WILD], 0)
    for count, word in counted_parts(payment):
        counts[find_color(context.board, word)] += count
    cards = tuple((color, count) for color, count in counts.items() if count)
    return fitting_claim(context, [(route, ClaimWithPairs(route.id, cards)) for route in routes], WILD)


FACES.add(
    PairClaims,
    Notation(
        describe={ClaimWithPairs: describe_claim},
        payments={ClaimWithPairs: lambda _, _route, action: cards_text(action.cards)},
        claim=parse_claim,
    ),
)
