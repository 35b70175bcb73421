"""Words for technologies and payments with bundles: "buy Booster with 1 wild + 1 bundle", "pay 2 red", "pay no blue".

Also for what such boards let a seat decline: "stop", "pass".
"""

from __future__ import annotations

import re
from typing import Any

from branchline.model.actions import Action, BuyTechnology, PassTurn, PayCards, StopClaiming
from branchline.model.errors import NotationError, closest
from branchline.notation.claim_words import counted
from branchline.notation.context import Context, Describe, Parse
from branchline.notation.names import find_card, matches


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


def describe_cards(context: Context, action: PayCards) -> str:
    """Cards of one color, none among them."""
    return f"pay {action.count or 'no'} {action.card}"


def describe_stop(context: Context, action: StopClaiming) -> str:
    """No second claim."""
    return "stop"


def describe_pass(context: Context, action: PassTurn) -> str:
    """Do nothing."""
    return "pass"


def parse_purchase(context: Context, rest: str) -> Action:
    """Buy Booster with 1 wild + 1 bundle; the price may be left out if there is only one way to pay it."""
    words, with_word, price = re.split(r"(\bwith\b|$)", rest, maxsplit=1, flags=re.IGNORECASE)
    titles = _titles(context)
    found = matches(words, titles)
    if len(found) != 1:
        raise NotationError(f"no technology is called '{words.strip()}'{closest(words.strip(), titles)}")
    name = titles[found[0]]
    if not with_word:
        ways = [action for action in context.legal if isinstance(action, BuyTechnology) and action.technology == name]
        if len(ways) == 1:
            return ways[0]
        raise NotationError(f"say how you pay for {found[0]}: buy {found[0]} with 1 wild, or with 1 bundle")
    counts = {"wild": 0, "bundle": 0}
    for part in re.split(r"[+,]|\band\b", price):
        paid = re.fullmatch(r"\s*(\d+)\s*(wild|locomotive|bundle)s?\s*", part, re.IGNORECASE)
        if not paid:
            raise NotationError(f"'{part.strip()}' is no price; write it like: with 1 wild + 1 bundle")
        counts[paid[2].lower().replace("locomotive", "wild")] += int(paid[1])
    return BuyTechnology(name, counts["wild"], counts["bundle"])


def parse_cards(context: Context, rest: str) -> Action:
    """Pay 2 red, pay no blue."""
    found = re.fullmatch(r"(\d+|no)\s+(\D+?)(\s+cards?)?", rest, re.IGNORECASE)
    if not found:
        raise NotationError(f"'{rest}' is no number of cards; write it like: pay 2 red, or: pay no blue")
    count = 0 if found[1].lower() == "no" else int(found[1])
    return PayCards(find_card(context.board, found[2]), count)


def parse_stop(context: Context, rest: str) -> Action:
    """Stop."""
    return StopClaiming()


def parse_pass(context: Context, rest: str) -> Action:
    """Pass, on boards where that can be a choice."""
    if not _titles(context):
        raise NotationError("nobody passes by choice on this board; who can do nothing at all passes by itself")
    return PassTurn()


DESCRIBE: dict[type[Action], Describe] = {
    BuyTechnology: describe_purchase,
    PayCards: describe_cards,
    StopClaiming: describe_stop,
    PassTurn: describe_pass,
}
PARSE: dict[str, Parse] = {"buy": parse_purchase, "pay": parse_cards, "stop": parse_stop, "pass": parse_pass}
FORMS = ("buy TECHNOLOGY with 1 wild + 1 bundle", "pay 2 red", "stop", "pass")
