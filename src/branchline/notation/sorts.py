"""Cards and pieces of which there are several sorts, in words: "2 red ships + 1 wild"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from branchline.model.actions import Action
from branchline.model.board import WILD, Board, Route
from branchline.model.errors import NotationError
from branchline.model.faces import Context
from branchline.notation.names import find_card


def cards_text(cards: Iterable[tuple[str, int]]) -> str:
    """Cards in words: "2 red ships + 1 wild"."""
    return " + ".join(f"{count} {_plural(card) if count > 1 else card}" for card, count in cards if count)


def _plural(card: str) -> str:
    """Ships and trains can be counted: "red ships"; colors alone cannot: "2 red"."""
    return f"{card}s" if card.endswith(("ship", "train")) else card


def counted_parts(text: str) -> list[tuple[int, str]]:
    """The parts of "2 red ships + 1 wild"."""
    parts: list[tuple[int, str]] = []
    for part in re.split(r"[+,]|\band\b", text):
        found = re.fullmatch(r"\s*(\d+)\s*x?\s*(\D+?)\s*", part)
        if not found or int(found[1]) == 0:
            raise NotationError(f"'{part.strip()}' is no number of cards or pieces; write: 2 red ships + 1 wild")
        word = re.sub(r"\s*\bcards?$", "", found[2])
        parts.append((int(found[1]), re.sub(r"(?<=ship|rain|wild)s$", "", word)))
    return parts


def counted_sorts(board: Board, payment: str, sorts: Sequence[str], complaint: str) -> tuple[set[str], dict[str, int]]:
    """The colors of a payment, and how many cards of each sort it has (wilds: ""); `complaint` is of any other card."""
    kinds = {kind.name: kind for kind in board.card_kinds}
    counts = dict.fromkeys([*sorts, ""], 0)
    colors: set[str] = set()
    for count, word in counted_parts(payment):
        kind = kinds[find_card(board, word)]
        if kind.sort not in counts:
            raise NotationError(complaint.format(kind.name))
        counts[kind.sort] += count
        if kind.color != WILD:
            colors.add(kind.color)
    return colors, counts


def fitting_claim(context: Context, claims: Sequence[tuple[Route, Action]], color: str) -> Action:
    """Of the claims that a payment can mean, on parallel tracks: a legal one, else one whose color fits."""
    legal = [claim for _, claim in claims if claim in context.legal]
    fitting = [claim for route, claim in claims if route.color in (color, "gray")]
    return next(iter(legal or fitting or [claim for _, claim in claims]))
