"""Words for claims of ship routes: "claim Lima-Sydney with 2 red double ships + 1 red ship"."""

from __future__ import annotations

from branchline.mechanics.fleet.ship_claims import ShipClaims
from branchline.model.actions import Action, ClaimWithShips
from branchline.model.board import WILD, Board, Route
from branchline.model.errors import NotationError
from branchline.notation.context import Context
from branchline.notation.faces import FACES, Notation
from branchline.notation.sorts import cards_text, counted_sorts, fitting_claim


def payment_text(board: Board, route: Route, action: ClaimWithShips) -> str:
    """The payment of a claim."""
    single, double = _ship_sorts(board)
    singles = max(0, route.length - 2 * action.doubles - action.wilds)
    color = action.color
    return cards_text([(f"{color} {double}", action.doubles), (f"{color} {single}", singles), (WILD, action.wilds)])


def _ship_sorts(board: Board) -> tuple[str, str]:
    """What single and double ships are called on a board."""
    sorts = board.extras["sorts"]
    return str(sorts["ship"]), str(sorts["double_ship"])


def describe_claim(context: Context, action: ClaimWithShips) -> str:
    """A claim with its payment."""
    route = context.route(action.route)
    return f"claim {context.board.route_name(route)} with {payment_text(context.board, route, action)}"


def parse_claim(context: Context, routes: list[Route], payment: str) -> Action | None:
    """What a payment for a ship route means; of parallel tracks the one that it fits."""
    if routes[0].kind != "ship":
        return None
    color, singles, doubles, wilds = _parse_ships(context.board, payment)
    claims: list[tuple[Route, Action]] = []
    for route in routes:
        covered = singles + 2 * doubles + wilds
        if covered == route.length or (covered == route.length + 1 and doubles and not singles + wilds):
            claims.append((route, ClaimWithShips(route.id, color, doubles, wilds)))
    if not claims:
        name = context.board.route_name(routes[0])
        raise NotationError(f"{name} has {routes[0].length} spaces; these cards do not cover just as many")
    return fitting_claim(context, claims, color)


def _parse_ships(board: Board, payment: str) -> tuple[str, int, int, int]:
    """Color, single ships, double ships and wilds."""
    single, double = _ship_sorts(board)
    colors, counts = counted_sorts(board, payment, (single, double), "a ship route takes ship cards and wilds, not {}")
    if len(colors) > 1:
        raise NotationError(f"a claim is paid with one color and wilds, not with {' and '.join(sorted(colors))}")
    return next(iter(colors), WILD), counts[single], counts[double], counts[""]


FACES.add(
    ShipClaims,
    Notation(describe={ClaimWithShips: describe_claim}, payments={ClaimWithShips: payment_text}, claim=parse_claim),
)
