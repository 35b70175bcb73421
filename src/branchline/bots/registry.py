"""Bots by name.

Built-in bots are listed here; other packages announce theirs with an entry point of the group `branchline.bots`:

    [project.entry-points."branchline.bots"]
    dreamer = "my_package.dreamer:DreamerBot"

Nothing is imported before a bot is wanted, so that a bot may need heavy libraries.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from operator import attrgetter
from pathlib import Path

from branchline.bots.base import Bot
from branchline.bots.levels import LEVELS
from branchline.bots.specs import BotSetting, BotSpec, parse_spec, read_settings, settings_of
from branchline.model.errors import BranchlineError, UnknownBot, closest

GROUP = "branchline.bots"
_BUILT_IN = {  # the strongest first
    "search": "branchline.bots.search_bot:SearchBot",
    "champion": "branchline.bots.champion_bot:ChampionBot",  # needs NumPy
    "coached": "branchline.bots.coached_bot:CoachedBot",
    "planner": "branchline.bots.planner_bot:PlannerBot",
    "builder": "branchline.bots.builder_bot:BuilderBot",
    "greedy": "branchline.bots.greedy_bot:GreedyBot",
    "casual": "branchline.bots.casual_bot:CasualBot",
    "random": "branchline.bots.random_bot:RandomBot",
    "llm": "branchline.bots.llm_bot:LlmBot",
    "exec": "branchline.bots.exec_bot:ExecBot",
}
_NEEDS_SETTINGS = ("llm", "exec")
Maker = Callable[..., Bot]


def bot_names() -> tuple[str, ...]:
    """The names of all bots that can play without settings: the built-in ones, the strongest first, the levels, then
    those of other packages."""
    alone = [name for name in _BUILT_IN if name not in _NEEDS_SETTINGS]
    return (*alone, *LEVELS, *_announced())


@cache
def _announced() -> dict[str, EntryPoint]:
    """Bots of other packages. A name that is taken already stays with whom it belongs to."""
    found: dict[str, EntryPoint] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        if point.name.casefold() not in (*_BUILT_IN, *LEVELS):
            found.setdefault(point.name.casefold(), point)
    return found


def make_bot(spec: str | BotSpec, seed: int) -> Bot:
    """The bot that a spec names, like "greedy" or "search(seconds=0.5)"; the seed settles all it leaves to chance."""
    spec = parse_spec(spec) if isinstance(spec, str) else spec
    if spec.name in LEVELS:
        if spec.settings:
            raise UnknownBot(f"the level '{spec.name}' has no settings; it is {LEVELS[spec.name].spec}")
        spec = parse_spec(LEVELS[spec.name].spec)
    maker = _maker(spec.name)
    settings = read_settings(spec, settings_of(maker))
    takes_seed = "seed" in inspect.signature(maker).parameters
    try:
        return maker(**({"seed": seed} if takes_seed else {}), **settings)
    except BranchlineError:
        raise
    except Exception as error:
        raise UnknownBot(f"the bot '{spec}' cannot be made: {type(error).__name__}: {error}") from error


def bot_settings(name: str) -> tuple[BotSetting, ...]:
    """What can be set about a bot."""
    spec = parse_spec(name)
    return () if spec.name in LEVELS else settings_of(_maker(spec.name))


def _maker(name: str) -> Maker:
    """The class, or whatever else makes the bot of this name."""
    place = name if ":" in name else _BUILT_IN.get(name)
    point = _announced().get(name) if place is None else None
    if place is None and point is None:
        known = bot_names()
        raise UnknownBot(f"there is no bot '{name}'; there are: {', '.join(known)}{closest(name, known)}")
    try:
        maker = _import(place) if place is not None else point.load()  # type: ignore[union-attr]  # one of both is there
    except (ImportError, AttributeError) as error:
        raise UnknownBot(f"the bot '{name}' cannot be loaded: {error}") from error
    if not callable(maker):
        raise UnknownBot(f"'{name}' is no bot: it cannot be called to make one")
    return maker  # type: ignore[no-any-return]  # whether it makes bots shows when it is called


def _import(place: str) -> object:
    """The object at "module:name". A module may also lie in the current folder, where people keep their own."""
    module, _, name = place.partition(":")
    here = str(Path.cwd())
    if here not in sys.path and importlib.util.find_spec(module.partition(".")[0]) is None:
        sys.path.append(here)
    return attrgetter(name)(importlib.import_module(module))
