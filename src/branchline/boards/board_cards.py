"""The cards of a board file: one deck with a sort of card for each color, or several decks with several sorts.

    [cards]              one deck: how many cards of each color, and `wild`
    red  = 12
    wild = 14

    [cards]              several decks: the colors, then a table for each deck
    colors = ["red", "green"]

    [cards.train]        of each color that many cards of each sort
    "train"        = 7
    "harbor train" = 4
    wild           = 14  # in one of the decks

A kind of card is named by its color, and where there are several sorts by color and sort: "red", "red harbor train".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from branchline.boards.board_network import RESERVED, is_id
from branchline.boards.board_text import Section
from branchline.model.board import WILD, CardKind

_SORT = re.compile(r"[a-z]+(?: [a-z]+)*")


def read_cards(top: Section) -> tuple[CardKind, ...]:
    """All kinds of card in the order used everywhere: sort by sort, within a sort color by color, wilds where given."""
    section = top.section("cards")
    if any(isinstance(value, dict) for value in section.table.values()):
        return _read_decks(section)
    counts = {kind: section.whole(kind, 0 if kind == WILD else 1) for kind in section.table}
    _check_colors(section, [kind for kind in counts if kind != WILD])
    if section.table and WILD not in counts:
        section.fault(f"the key '{WILD}' is missing; write 'wild = 0' for a deck without wilds")
    return tuple(CardKind(kind, kind, count) for kind, count in counts.items())


def _read_decks(section: Section) -> tuple[CardKind, ...]:
    """Several decks; the wilds come last, whichever deck they are in."""
    colors = section.texts("colors")
    _check_colors(section, colors)
    kinds: list[CardKind] = []
    wilds: list[CardKind] = []
    for deck in section.table:
        if deck == "colors":
            continue
        part = section.section(deck, f"[cards.{deck}]")
        if not is_id(deck):
            part.fault(f"'{deck}' cannot be the name of a deck")
        for sort in part.table:
            count = part.whole(sort, 0 if sort == WILD else 1)
            if sort == WILD:
                wilds.append(CardKind(WILD, WILD, count, "", deck))
            elif not _SORT.fullmatch(sort) or any(kind.sort == sort for kind in kinds):
                part.fault(f"'{sort}' cannot be the name of a sort of card; write a word or two, each sort once", sort)
            else:
                kinds += [CardKind(f"{color} {sort}", color, count, sort, deck) for color in colors]
    if len(wilds) != 1:
        section.fault(f"exactly one deck has the key '{WILD}', not {len(wilds)}; write 'wild = 0' if there are none")
    return (*kinds, *wilds[:1])


def _check_colors(section: Section, colors: Sequence[str]) -> None:
    for color in colors:
        if color in RESERVED or not is_id(color):
            section.fault(f"'{color}' cannot be the name of a card color", color)
    if section.table and not colors:
        section.fault("there is no card color")


def payable_by_color(kinds: Sequence[CardKind]) -> dict[str, int]:
    """How many cards of each color, and wilds, can go into one payment: those of the first deck."""
    first = kinds[0].deck if kinds else ""
    payable: dict[str, int] = {}
    for kind in kinds:
        if kind.deck == first or kind.color == WILD:
            payable[kind.color] = payable.get(kind.color, 0) + kind.count
    return payable
