"""Levels for people: how strong the other players are, in one word.

A level is a bot with settings and a few names for those who play at it. All levels play every board. Searching takes a
compiled engine; where there is none, the hard players plan without it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from branchline import _native
from branchline.model.errors import UnknownBot, closest


@dataclass(frozen=True, slots=True)
class Level:
    """How strong a player is."""

    id: str
    spec: str  # the bot that plays
    words: str  # how it plays
    names: tuple[str, ...]  # what such players are called; as many as can sit at a table
    wants_compiled: bool = False  # whether it plays at its full strength only with the compiled engine


LEVELS: Final = {
    level.id: level
    for level in (
        Level(
            "easy",
            "casual(attention=1, keeps=0.8, dreams=0.4, wastes=0.5)",
            "minds one ticket at a time, keeps too many of them, and likes pretty cards",
            ("Pip", "Wren", "Toby", "Maple", "Juno"),
        ),
        Level(
            "medium",
            "casual(attention=2, keeps=0.15, dreams=0.1, wastes=0.3)",
            "has a plan and mostly keeps to it",
            ("Ellis", "Nora", "Felix", "Ida", "Hugo"),
        ),
        Level(
            "hard",
            "search(seconds=1)" if _native.mode() == "compiled" else "planner",
            "plans the whole network, tries things out in its head, and sees the end coming",
            ("Ada", "Brunel", "Vera", "Casper", "Octavia"),
            wants_compiled=True,
        ),
    )
}
USUAL: Final = "medium"


def level(name: str) -> Level:
    """The level of this name."""
    found = LEVELS.get(name.casefold())
    if found is None:
        raise UnknownBot(f"there is no level '{name}'; there are: {', '.join(LEVELS)}{closest(name, LEVELS)}")
    return found
