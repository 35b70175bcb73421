"""What a terminal shows of a game's things: cards, seats and lists in words.

Every color has its symbol and its name beside it, so that nothing is lost without color.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from branchline.model.board import GRAY, WILD
from branchline.words.plain import card_name

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
    console.width = min(console.width, WIDEST)
    return console


def is_terminal() -> bool:
    """Whether a person sits at both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty()


# Cards


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


# Seats


def seat_chip(seat: int) -> Text:
    """A seat's number in its color."""
    ink, paper = _SEATS[seat % len(_SEATS)]
    return Text(f" {seat} ", style=f"{ink} on {paper}")


def seat_color(seat: int) -> str:
    """A seat's color for lines, which have to show on dark and on light."""
    return _SEAT_LINES[seat % len(_SEAT_LINES)]
