"""Cards, lists, routes and tickets in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from branchline.model.actions import Action, DrawCard
from branchline.model.board import WILD, Board, Route, Ticket, Variant
from branchline.model.faces import FACES, Words


def card_name(card: str) -> str:
    """What people call a kind of card."""
    return "locomotive" if card == WILD else card


def a_card(card: str | None) -> str:
    """One card in a sentence: "red", "a locomotive", or "a card" if nobody may know which."""
    if card is None:
        return "a card"
    if " " in card:  # a color and a sort: "a red double ship"
        return f"{'an' if card[0] in 'aeiou' else 'a'} {card}"
    return "a locomotive" if card == WILD else card


def spoken(text: str) -> str:
    """An engine's sentence in the words of the table: a wild is a locomotive, and who claims a route builds it."""
    several = re.sub(r"\b([2-9]|\d\d+) wild\b", r"\1 wilds", re.sub(r"\bwild card(s?)\b", r"wild\1", text))
    for claim, build in (("claimed", "built"), ("claiming", "building"), ("claim", "build")):
        several = re.sub(rf"\b{claim}\b", build, several)
    return re.sub(r"\bwild(s?)\b", r"locomotive\1", several)


@lru_cache(maxsize=20_000)  # a server says the same moves all the time
def move_in_words(text: str) -> str:
    """A move in the notation as people say it: "build Denver-Omaha with 3 purple + 1 locomotive"."""
    said = FACES.table(Words, "said").get(text)
    return said or spoken(text)


def move_told(board: Board, action: Action, words: str) -> str:
    """A move with its route or tickets called as everywhere at the table: "build Denver – Omaha with 3 purple".

    The notation joins places by a hyphen, and there are names that have one; and it only says "draw".
    """
    if isinstance(action, DrawCard):
        return "draw from the deck"
    named = [route_name(board, route) for route in board.routes if route.id == getattr(action, "route", None)]
    named += [ticket_name(board, ticket) for ticket in board.tickets if ticket.id in getattr(action, "tickets", ())]
    told = move_in_words(words)
    for name in named:
        told = told.replace(name.replace(" – ", "-"), name)
    return told


def listed(words: Sequence[str]) -> str:
    """A list in words: "red, blue and green"."""
    if len(words) < 2:
        return words[0] if words else "none"
    return f"{', '.join(words[:-1])} and {words[-1]}"


def counted(count: int, noun: str) -> str:
    """A number with its noun: "1 card", "2 cards"."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def cards_in_words(cards: Iterable[tuple[str, int]]) -> str:
    """Cards in words: "2 red and 1 locomotive"."""
    return listed([counted(n, card_name(card)) if card == WILD or " " in card else f"{n} {card}" for card, n in cards])


def game_title(board: Board, variant: Variant, seats: int) -> str:
    """What is played; a board's only variant needs no words."""
    variants = [variant.title] if variant.title != board.title else []
    return " · ".join([board.title, *variants, f"{seats} seats"])


def route_name(board: Board, route: Route) -> str:
    """A route by its ends: "Denver – Omaha"."""
    return f"{board.cities[route.a].name} – {board.cities[route.b].name}"


def ticket_name(board: Board, ticket: Ticket) -> str:
    """A ticket by its ends: "Boston – Miami"."""
    return " – ".join(board.goal_name(stop) for stop in ticket.stops)
