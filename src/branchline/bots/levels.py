"""Levels for people: how strong the other players are, in one word.

A level is a bot with settings and a few names for those who play at it. All levels play every board. The trained
networks need NumPy, and searching takes a compiled engine; where these are missing, the strong players plan without.
"""

from __future__ import annotations

import importlib.util
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


_COMPILED = _native.mode() == "compiled"
_TRAINED = importlib.util.find_spec("numpy") is not None
LEVELS: Final = {
    level.id: level
    for level in (
        Level(
            "beginner",
            "casual(attention=1, keeps=1, dreams=0.75, wastes=1)",
            "plays from card to card, and would rather have another pretty one than build",
            ("Dot", "Bram", "Poppy", "Ollie", "Fern"),
        ),
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
            "skilled",
            f"casual(of={'champion' if _TRAINED else 'planner'}, attention=2, keeps=0.2, dreams=0.2, wastes=0.4)",
            "knows what wins, but loses sight of it now and then",
            ("Greta", "Anton", "Louise", "Marek", "Tilda"),
        ),
        Level(
            "hard",
            "champion" if _TRAINED else "planner",
            "has learned from millions of games what wins, and knows it at a glance",
            ("Ada", "Brunel", "Vera", "Casper", "Octavia"),
        ),
        Level(
            "master",
            ("search(champion=shipped, seconds=1)" if _TRAINED else "search(seconds=1)") if _COMPILED else "planner",
            "knows what wins, and tries it out in its head before every move",
            ("Magnus", "Sofia", "Leonhard", "Emmy", "Srinivasa"),
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
