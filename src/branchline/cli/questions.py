"""The open question in words, and the names of the kinds of moves that answer it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from branchline.model.actions import (
    CLAIMS,
    Action,
    BuildHarbor,
    BuyTechnology,
    DrawBlind,
    DrawCard,
    DrawFromDeck,
    DrawTickets,
    ExchangePieces,
    PassTurn,
    StopClaiming,
    TakeCard,
)
from branchline.model.observation import (
    Observation,
)
from branchline.notation.names import folded
from branchline.words.routes import claimable

BY_KIND = ("turn", "second card", "action after a purchase", "claim a taken route", "claim", "claim a second route")
WITH_TABLE = ("turn", "keep tickets", "action after a purchase", "choose mix", "choose fleet", "place stack")
WITH_CARDS = ("second card", "name a deck", "bundle cards", "pay", "pay a pair", "pay with ships")

# Kinds of moves


def kinds_of(seen: Observation) -> list[list[Action]]:
    """The legal actions by kind, in the order of their numbers. All ways to build a route are one kind."""
    kinds: dict[object, list[Action]] = {}
    for action in seen.actions:
        kinds.setdefault("claim" if isinstance(action, CLAIMS) else type(action), []).append(action)
    return list(kinds.values())


def label(seen: Observation, actions: Sequence[Action]) -> str:
    """What a kind of move is called in the menu."""
    match actions[0]:
        case TakeCard():
            return "take a card from the row"
        case DrawCard():
            return "take a card from the deck"
        case DrawFromDeck():
            return f"take a card from the {' or '.join(a.deck for a in actions if isinstance(a, DrawFromDeck))} deck"
        case DrawBlind(cards):
            return f"take {cards} cards from the deck"
        case DrawTickets():
            return "draw tickets"
        case BuyTechnology():
            within = len({action.technology for action in actions if isinstance(action, BuyTechnology)})
            return f"buy a technology ({within} within reach)"
        case BuildHarbor():
            return f"build a harbor ({len({a.city for a in actions if isinstance(a, BuildHarbor)})} within reach)"
        case ExchangePieces():
            return "exchange pieces"
        case StopClaiming():
            return "build no more"
        case PassTurn():
            return "pass"
        case first if isinstance(first, CLAIMS):
            return f"build a route ({len(claimable(seen))} within reach)"
    name = re.sub(r"(?<!^)(?=[A-Z])", " ", type(actions[0]).__name__).lower()
    return name if len(actions) == 1 else f"{name} ({len(actions)})"


def meant_option(typed: str, options: Sequence[str]) -> int | None:
    """The one option that some words mean: the equal one, else the only one that has all of these words."""
    key = folded(typed)
    equal = [at for at, option in enumerate(options) if folded(option) == key]
    if equal:
        return equal[0]
    words = [folded(word) for word in typed.split()]
    having = [
        at
        for at, option in enumerate(options)
        if all(any(folded(has).startswith(word) for has in option.split()) for word in words if word)
    ]
    return having[0] if len(having) == 1 and any(words) else None


def shortened(options: Sequence[str]) -> list[str]:
    """A list of options without the words that all of them begin with; two are better left as they are."""
    words = [option.split() for option in options]
    shared = 0
    while all(len(each) > shared + 1 and each[shared] == words[0][shared] for each in words):
        shared += 1
    return [" ".join(each[shared:]) for each in words] if len(options) > 2 else list(options)
