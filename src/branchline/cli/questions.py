"""The open question in words, and the names of the kinds of moves that answer it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from branchline.boards import registry
from branchline.cli.extras_view import part, technology_title
from branchline.cli.routes_view import CLAIMS, claimable
from branchline.cli.screen import cards_in_words, counted, route_name
from branchline.model.actions import (
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
    FleetView,
    Observation,
    PassengersView,
    PaymentView,
    SharesView,
    TechnologiesView,
    TokensView,
)
from branchline.notation.names import folded

BY_KIND = ("turn", "second card", "action after a purchase", "claim a taken route", "claim", "claim a second route")
WITH_TABLE = ("turn", "keep tickets", "action after a purchase", "choose mix", "choose fleet", "place stack")
WITH_CARDS = ("second card", "name a deck", "bundle cards", "pay", "pay a pair", "pay with ships")

_HEADS = {
    "second card": "Second card: take one more, from the row or the deck.",
    "choose mix": "How many tickets of each deck do you draw? You see them afterward.",
    "place stack": "Where do you lay the next stack of tokens?",
    "give share": "Which share does the dummy get?",
    "pay": "How much do you pay with cards, with locomotives and with bundles?",
    "claim a taken route": "Build a route that another player has built already.",
    "claim": "Build the first of your two routes.",
    "claim a second route": "Build a second route, or stop here.",
    "action after a purchase": "The technology is yours. Now build a route, take cards or draw tickets.",
    "name a deck": "Which deck refills the row?",
    "pay a pair": "Which pair of cards do you pay next?",
    "pay with ships": "How many double ships and how many locomotives do you pay?",
}


def head(seen: Observation, question: str) -> str:
    """What is asked, as a sentence."""
    if question in _HEADS:
        return _HEADS[question]
    asking = {
        "turn": _turn,
        "keep tickets": lambda _: "Which of these tickets do you keep?",
        "take passenger": _passenger,
        "take token": _token,
        "take share": _share,
        "bundle cards": _bundle,
        "choose fleet": _fleet,
    }
    return asking[question](seen) if question in asking else f"Your choice: {question}."


def _turn(seen: Observation) -> str:
    if part(seen, TechnologiesView) is not None:
        return "Your turn. Buy a technology if you like; then build a route, take cards or draw tickets."
    if part(seen, FleetView) is not None:
        return "Your turn. Build a route or a harbor, take cards, draw tickets or exchange pieces."
    return "Your turn. Build a route, take cards or draw tickets."


def _passenger(seen: Observation) -> str:
    passengers = part(seen, PassengersView)
    ends = passengers.ends if passengers is not None else ()
    where = f" in {registry.board(seen.board).goal_name(ends[0])}" if ends else ""
    return f"Which passenger do you pick up{where}?"


def _token(seen: Observation) -> str:
    tokens = part(seen, TokensView)
    return f"Which token do you take{_for_route(seen, None if tokens is None else tokens.route)}?"


def _share(seen: Observation) -> str:
    shares = part(seen, SharesView)
    return f"Which share do you take{_for_route(seen, None if shares is None else shares.route)}?"


def _for_route(seen: Observation, route_id: str | None) -> str:
    board = registry.board(seen.board)
    return next((f" for {route_name(board, route)}" for route in board.routes if route.id == route_id), "")


def _bundle(seen: Observation) -> str:
    """What is being paid for, what is in the payment so far, and which color comes next."""
    payment = part(seen, PaymentView)
    if payment is None or payment.card is None:
        return "Which cards do you put into the payment?"
    if payment.technology is not None:
        what = f" for {technology_title(registry.board(seen.board), payment.technology)}"
    else:
        what = _for_route(seen, payment.route)
    parts = [(payment.cards, "card"), (payment.wilds, "locomotive"), (payment.bundles, "bundle")]
    price = " + ".join(counted(count, noun) for count, noun in parts if count)
    chosen = [(card, count) for card, count in (payment.chosen or {}).items() if count]
    so_far = f" So far: {cards_in_words(chosen)}." if chosen else ""
    return f"You pay {price}{what}.{so_far} How many {payment.card}?"


def _fleet(seen: Observation) -> str:
    advice = registry.board(seen.board).extras.get("fleet", {}).get("advice")
    hint = f" For a first game: {advice['trains']} trains and {advice['ships']} ships." if advice else ""
    return f"With how many trains and ships do you start?{hint}"


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
