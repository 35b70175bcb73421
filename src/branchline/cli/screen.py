"""What a terminal shows of a game's things: cards, seats and lists in words.

Every color has its symbol and its name beside it, so that nothing is lost without color.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.text import Text

from branchline.model.board import GRAY, WILD, Board, Route, Ticket, Variant

# Symbol, ink, paper. No narrow letter is a drop; the spade comes nearest.
_CARDS = {
    "red": ("◆", "#FFF4EC", "#B5261F"),
    "orange": ("▲", "#2B1603", "#E37A1C"),
    "yellow": ("★", "#3A2C00", "#F6D857"),
    "green": ("♣", "#FFFFFF", "#3C9160"),
    "blue": ("♠", "#F0F7FF", "#24589F"),
    "purple": ("☾", "#320B30", "#C985C6"),
    "black": ("✚", "#F3EFE6", "#2B2C31"),
    "white": ("○", "#4A463D", "#FBF8F0"),
    GRAY: ("·", "#3B382F", "#B4AFA3"),
    WILD: ("✦", "#3A2F14", "#EFE3C4"),
}
_SEATS = (
    ("#FFFFFF", "#B5301F"),
    ("#FFFFFF", "#1F55A5"),
    ("#2B1D00", "#E0A100"),
    ("#06281C", "#6FBFA3"),
    ("#F2F0EA", "#2A2530"),
)
_SEAT_LINES = ("#D9573B", "#4C86D8", "#E0A100", "#5FB697", "#8D8598")
ACCENT = "bold #D9573B"  # "you, now", and nothing else
WIDEST = 110  # longer lines are hard to read, however wide the window


def make_console() -> Console:
    """A console for the standard output. Rich heeds NO_COLOR, and sends no colors where there is no terminal."""
    console = Console(highlight=False, markup=False, emoji=False)
    if console.width > WIDEST:
        console.width = WIDEST
    return console


def is_terminal() -> bool:
    """Whether a person sits at both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty()


# Cards


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


def card_chip(card: str, count: int | None = None, name: str | None = None) -> Text:
    """A card, or several of a kind, as a small colored label."""
    symbol, ink, paper = _look(card)
    amount = "" if count is None else f"{count} "
    return Text(f" {symbol} {amount}{name or card_name(card)} ", style=f"{ink} on {paper}")


def _look(card: str) -> tuple[str, str, str]:
    """Symbol, ink and paper; a card of several sorts ("red ship") looks like its color."""
    return _CARDS.get(card.partition(" ")[0], ("■", "default", "default"))


def card_mark(card: str) -> Text:
    """Just the symbol of a card, colored."""
    symbol, ink, paper = _look(card)
    return Text(f" {symbol} ", style=f"{ink} on {paper}")


def in_rows(chips: Iterable[Text], width: int) -> Text:
    """Labels side by side in as many lines as they need; none is broken."""
    lines: list[Text] = [Text()]
    for chip in chips:
        if lines[-1].cell_len and lines[-1].cell_len + 1 + chip.cell_len > width:
            lines.append(Text())
        if lines[-1].cell_len:
            lines[-1].append(" ")
        lines[-1].append_text(chip)
    return Text("\n").join(lines)


# Words


def spoken(text: str) -> str:
    """An engine's sentence in the words of the table: a wild is a locomotive."""
    several = re.sub(r"\b([2-9]|\d\d+) wild\b", r"\1 wilds", text)
    return re.sub(r"\bwild(s?)\b", r"locomotive\1", several)


def move_in_words(text: str) -> str:
    """A move in the notation as people say it: "build Denver-Omaha with 3 purple + 1 locomotive"."""
    return spoken(re.sub(r"^claim\b", "build", text))


def typed(text: str) -> str:
    """What a person typed in the words of the notation."""
    words = re.sub(r"\b(?:locomotive|loco)s?\b", WILD, text, flags=re.IGNORECASE)
    return re.sub(r"^build\b(?! +harbor)", "claim", words, flags=re.IGNORECASE)


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


# Seats


def seat_chip(seat: int) -> Text:
    """A seat's number in its color."""
    ink, paper = _SEATS[seat % len(_SEATS)]
    return Text(f" {seat} ", style=f"{ink} on {paper}")


def seat_color(seat: int) -> str:
    """A seat's color for lines, which have to show on dark and on light."""
    return _SEAT_LINES[seat % len(_SEAT_LINES)]
