"""The bots that can take a seat here. Only these: what a user types names a bot of this list, or none."""

from __future__ import annotations

from branchline.bots import registry
from branchline.server.messages import BotLevel
from branchline.server.refusing import Refused

_WORDS = {
    "easy": "plays for fun and often misses the best way",
    "medium": "follows its tickets and takes what fits",
    "hard": "thinks ahead and blocks when it pays",
    "greedy": "goes straight for its tickets",
    "random": "does anything that is allowed",
}
_USUAL = ("medium", "greedy")  # the first of these that is there plays for people who are away


def levels() -> list[BotLevel]:
    """All bots that can be asked for, the strongest first."""
    return [{"level": name, "words": _WORDS.get(name, "a player of its own kind")} for name in registry.bot_names()]


def checked_level(level: str) -> str:
    """The level itself, if there is one of that name."""
    known = registry.bot_names()
    if level not in known:
        raise Refused("bad_setup", f"There is no bot '{level}'; there are: {', '.join(known)}.")
    return level


def usual_level() -> str:
    """The level of bots that play for people who are away."""
    known = registry.bot_names()
    return next((name for name in _USUAL if name in known), known[0])


def spec_of(level: str) -> str:
    """What to ask the bots' own registry for."""
    return level
