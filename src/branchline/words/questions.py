"""The open question in words."""

from __future__ import annotations

from branchline.boards import registry
from branchline.model.observation import (
    FleetView,
    Observation,
    PassengersView,
    PaymentView,
    SharesView,
    TechnologiesView,
    TokensView,
)
from branchline.words.plain import cards_in_words, counted, route_name
from branchline.words.things import part, technology_title

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
