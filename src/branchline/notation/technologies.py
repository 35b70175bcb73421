"""Words for technologies: "buy Booster with 1 wild + 1 bundle"."""

from __future__ import annotations

import re
from typing import Any

from branchline.mechanics.technologies.technologies import Technologies
from branchline.model.actions import Action, BuyTechnology
from branchline.model.errors import NotationError
from branchline.notation.context import Context
from branchline.notation.faces import FACES, Notation
from branchline.notation.names import counted, find_one


def _titles(context: Context) -> dict[str, str]:
    """The technologies of the board: id by printed name."""
    found: dict[str, Any] = context.board.extras.get("technologies", {})
    return {str(data["title"]): name for name, data in found.items()}


def describe_purchase(context: Context, action: BuyTechnology) -> str:
    """A purchase with its price."""
    title = {name: title for title, name in _titles(context).items()}[action.technology]
    parts = [f"{action.wilds} wild"] if action.wilds else []
    parts += [counted(action.bundles, "bundle")] if action.bundles else []
    return f"buy {title} with {' + '.join(parts)}"


def parse_purchase(context: Context, rest: str) -> Action:
    """Buy Booster with 1 wild + 1 bundle; the price may be left out if there is only one way to pay it."""
    words, with_word, price = re.split(r"(\bwith\b|$)", rest, maxsplit=1, flags=re.IGNORECASE)
    titles = _titles(context)
    name = find_one("technology", words, titles)
    if not with_word:
        ways = [action for action in context.legal if isinstance(action, BuyTechnology) and action.technology == name]
        if len(ways) == 1:
            return ways[0]
        title = next(title for title in titles if titles[title] == name)
        raise NotationError(f"say how you pay for {title}: buy {title} with 1 wild, or with 1 bundle")
    counts = {"wild": 0, "bundle": 0}
    for part in re.split(r"[+,]|\band\b", price):
        paid = re.fullmatch(r"\s*(\d+)\s*(wild|locomotive|bundle)s?\s*", part, re.IGNORECASE)
        if not paid:
            raise NotationError(f"'{part.strip()}' is no price; write it like: with 1 wild + 1 bundle")
        counts[paid[2].lower().replace("locomotive", "wild")] += int(paid[1])
    return BuyTechnology(name, counts["wild"], counts["bundle"])


FACES.add(
    Technologies,
    Notation(
        describe={BuyTechnology: describe_purchase},
        parse={"buy": parse_purchase},
        forms=("buy TECHNOLOGY with 1 wild + 1 bundle",),
    ),
)
