"""Bots by name.

A bot is asked for with a *spec*: its name, optionally followed by settings in parentheses, `greedy` or `greedy(...)`.
No bot has settings yet; the form is fixed here so that a spec written today means the same later.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from branchline.bots.base import Bot
from branchline.bots.greedy_bot import GreedyBot
from branchline.bots.planner_bot import PlannerBot
from branchline.bots.random_bot import RandomBot
from branchline.model.errors import UnknownBot, closest

_SPEC = re.compile(r"\s*(?P<name>[A-Za-z][\w-]*)\s*(?:\((?P<settings>[^()]*)\))?\s*")
_MAKERS: dict[str, Callable[[int], Bot]] = {"planner": PlannerBot, "greedy": GreedyBot, "random": RandomBot}


def bot_names() -> tuple[str, ...]:
    """The names of all built-in bots, the strongest first."""
    return tuple(_MAKERS)


def make_bot(spec: str, seed: int) -> Bot:
    """The bot that a spec names; the seed settles all that it leaves to chance."""
    found = _SPEC.fullmatch(spec)
    if found is None:
        raise UnknownBot(f"'{spec}' names no bot; write a name, like greedy, or a name with settings, like greedy(...)")
    name = found["name"].casefold()
    if name not in _MAKERS:
        raise UnknownBot(f"there is no bot '{name}'; there are: {', '.join(_MAKERS)}{closest(name, _MAKERS)}")
    settings = (found["settings"] or "").strip()
    if settings:
        raise UnknownBot(f"the bot '{name}' has no settings, so it cannot take '{settings}'")
    return _MAKERS[name](seed)
