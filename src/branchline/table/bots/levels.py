"""The bots that can take a seat here. Only these: what a user types names a bot of this list, or none."""

from __future__ import annotations

import secrets
from collections.abc import Collection

from branchline import _compiling
from branchline.bots import registry
from branchline.bots.levels import LEVELS, USUAL
from branchline.table.protocol.answers import BotLevel
from branchline.table.protocol.names import look
from branchline.table.protocol.refusing import Refused

ALOUD = " aloud"  # after a level: such a bot says why it does what it does, to people who learn
_NAMES = ("Clara", "Dora", "Emil", "Flora", "Gottlieb", "Hedy", "Isamu", "Kepler", "Lina")  # for bots without any


def levels() -> list[BotLevel]:
    """All bots that can be asked for: the levels for people, then the bots behind them and those of other packages."""
    compiling = _compiling.is_under_way()
    found: list[BotLevel] = [
        {
            "level": level.id,
            "words": level.words,
            "for_people": True,
            "soon": "ready in a minute" if compiling and level.wants_compiled else "",
        }
        for level in LEVELS.values()
    ]
    for name in registry.bot_names():
        if name not in LEVELS:
            found.append({"level": name, "words": f"the {name} bot", "for_people": False, "soon": ""})
    return found


def plays_as(level: str) -> str:
    """How a bot plays, whether it talks about it or not."""
    return level.removesuffix(ALOUD)


def checked_level(level: str) -> str:
    """The level itself, if there is one of that name."""
    known = [each["level"] for each in levels()]
    if plays_as(level) not in known:
        raise Refused("bad_setup", f"There is no bot '{level}'; there are: {', '.join(known)}.")
    return level


def usual_level() -> str:
    """The level of bots that play for people who are away."""
    return USUAL


def bot_name(level: str, taken: Collection[str]) -> str:
    """A name for a bot that nobody at the table has; `taken` is in lower case."""
    played = plays_as(level)
    own = LEVELS[played].names if played in LEVELS else ()
    for names in (own, _NAMES):
        start = secrets.randbelow(len(names)) if names else 0
        for name in (*names[start:], *names[:start]):
            if look(name) not in taken:
                return name
    raise AssertionError("there are more names than seats at any table")
