"""The cards that an action takes from a hand, as far as they are settled when it is chosen."""

from __future__ import annotations

from collections.abc import Mapping

from branchline.model.actions import (
    Action,
    BuildHarbor,
    BuyTechnology,
    ClaimRoute,
    ClaimRouteForLess,
    ClaimWithBundles,
    ClaimWithPairs,
    ClaimWithShips,
    PayCards,
)
from branchline.model.board import WILD, Board, Route

Cards = list[tuple[str, int]]


def payment(board: Board, routes: Mapping[str, Route], action: Action, hand: Mapping[str, int]) -> Cards | None:
    """Kinds of card with their numbers; None if the action takes no cards.

    Cards of a bundle are asked for afterward and are not in it.
    """
    match action:
        case ClaimRouteForLess(route, color, wilds, saved):
            return _plain_first(board, [(color, routes[route].length - saved - wilds), (WILD, wilds)], hand)
        case ClaimRoute(route, color, wilds):
            return _plain_first(board, [(color, routes[route].length - wilds), (WILD, wilds)], hand)
        case ClaimWithPairs(_, cards):
            return _plain_first(board, list(cards), hand)
        case ClaimWithShips(route, color, doubles, wilds):
            sorts = board.extras["sorts"]
            singles = max(0, routes[route].length - 2 * doubles - wilds)
            found = [(f"{color} {sorts['double_ship']}", doubles), (f"{color} {sorts['ship']}", singles), (WILD, wilds)]
        case BuildHarbor(_, color, trains, ships):
            sorts, cost = board.extras["sorts"], board.extras["harbors"]["cost"]
            wilds = cost["trains"] + cost["ships"] - trains - ships
            found = [(f"{color} {sorts['marked_train']}", trains), (f"{color} {sorts['ship']}", ships), (WILD, wilds)]
        case ClaimWithBundles(wilds=wilds) | BuyTechnology(wilds=wilds):
            found = [(WILD, wilds)]
        case PayCards(card, count):
            found = [(card, count)]
        case _:
            return None
    return [(card, count) for card, count in found if count]


def _plain_first(board: Board, colors: Cards, hand: Mapping[str, int]) -> Cards:
    """Where a color has several sorts of train card, the plain ones are spent first, without a question (N51)."""
    found: Cards = []
    for color, count in colors:
        if color in board.cards:
            found.append((color, count))
            continue
        kinds = [kind.name for kind in board.card_kinds if kind.color == color and kind.deck == "train"]
        left = count
        for kind in kinds:
            spent = min(left, hand.get(kind, 0))
            found.append((kind, spent))
            left -= spent
    return [(card, count) for card, count in found if count]
