"""Words for harbors: "build harbor in Lima with 2 red ships + 2 wild"."""

from __future__ import annotations

import re

from branchline.mechanics.harbors.harbors import Harbors
from branchline.model.actions import Action, BuildHarbor
from branchline.model.board import WILD
from branchline.model.errors import NotationError
from branchline.notation.context import Context
from branchline.notation.faces import FACES, Notation
from branchline.notation.names import find_city
from branchline.notation.sorts import cards_text, counted_sorts


def describe_harbor(context: Context, action: BuildHarbor) -> str:
    """A harbor with its payment."""
    board = context.board
    sorts, cost = board.extras["sorts"], board.extras["harbors"]["cost"]
    wilds = cost["trains"] + cost["ships"] - action.trains - action.ships
    train, ship = f"{action.color} {sorts['marked_train']}", f"{action.color} {sorts['ship']}"
    cards = cards_text([(train, action.trains), (ship, action.ships), (WILD, wilds)])
    return f"build harbor in {board.goal_name(action.city)} with {cards}"


def parse_harbor(context: Context, rest: str) -> Action:
    """Build harbor in Lima with 2 yellow harbor trains + 1 yellow ship + 1 wild; one way to pay need not be named."""
    board = context.board
    named = re.sub(r"^(?:a\s+)?(?:harbor\s+)?(?:in\s+|at\s+)?", "", rest, flags=re.IGNORECASE)
    place, with_word, payment = re.split(r"(\bwith\b|$)", named, maxsplit=1, flags=re.IGNORECASE)
    city = find_city(board, place).id
    if not with_word:
        ways = [action for action in context.legal if isinstance(action, BuildHarbor) and action.city == city]
        if len(ways) == 1:
            return ways[0]
        raise NotationError(f"there are {len(ways)} ways to pay for a harbor in {place.strip()}; name the cards")
    sorts, cost = board.extras["sorts"], board.extras["harbors"]["cost"]
    train, ship = str(sorts["marked_train"]), str(sorts["ship"])
    colors, counts = counted_sorts(board, payment, (train, ship), "a {} card has no harbor mark")
    if len(colors) > 1 or sum(counts.values()) != cost["trains"] + cost["ships"]:
        raise NotationError(f"a harbor costs {cost['trains'] + cost['ships']} cards of one color, wilds included")
    return BuildHarbor(city, next(iter(colors), WILD), counts[train], counts[ship])


FACES.add(
    Harbors,
    Notation(
        describe={BuildHarbor: describe_harbor},
        parse={"build": parse_harbor, "build harbor": parse_harbor},
        forms=("build harbor in CITY with CARDS",),
    ),
)
