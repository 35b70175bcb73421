"""Which boards there are, and their rule sheets.

A board is a folder with a `board.toml` and, if it has rules that no mechanic knows, a `rules.py` with a class `Rules`.
Any other is played by the common turn (`mechanics/composed.py`), or by that of a mechanic that its file names, and what
the file adds to it. The boards of this package are found by looking; those of users are added with `add_board`.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable, Mapping
from functools import _lru_cache_wrapper, cache
from pathlib import Path
from typing import Any, TypeVar

from branchline.boards.loading import load_board
from branchline.engine.commons import Setting
from branchline.engine.mechanic import Mechanic
from branchline.engine.rule_sheet import RuleSheet
from branchline.mechanics.additions import forget, known_turns
from branchline.mechanics.composed import ComposedRules
from branchline.model.board import Board, Variant
from branchline.model.errors import BadSetup, UnknownBoard, UnknownVariant, closest
from branchline.model.observation import ActionCodec

Made = TypeVar("Made")

VARIABLE = "BRANCHLINE_BOARDS"  # folders of further boards, for this process and all that it starts
_HOME = Path(__file__).parent
_added: dict[str, Path] = {}
_kept: list[_lru_cache_wrapper[Any]] = []


def kept(function: Callable[..., Made]) -> _lru_cache_wrapper[Made]:
    """Decorates what is worked out once for each board, and again when the files of a board have been edited."""
    caching = cache(function)
    _kept.append(caching)
    return caching


@cache
def _own_folders() -> dict[str, Path]:
    return {folder.parent.name: folder.parent for folder in sorted(_HOME.glob("*/board.toml"))}


@cache
def _named_folders() -> dict[str, Path]:
    """The folders that the environment names."""
    named = [Path(name).resolve() for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name]
    return {_load(folder).id: folder for folder in named}


def _folders() -> dict[str, Path]:
    """Board id -> folder: those of this package, then those that the environment names, then those added."""
    return {**_own_folders(), **_named_folders(), **_added}


@kept
def _load(folder: Path) -> Board:
    _files(folder)
    return load_board(folder / "board.toml")


@kept
def _files(folder: Path) -> frozenset[tuple[str, int, int]]:
    """What makes a board, as far as its files tell when it is first wanted."""
    stats = [(path.name, path.stat()) for path in folder.iterdir() if path.suffix in (".toml", ".py", ".json")]
    return frozenset((name, stat.st_mtime_ns, stat.st_size) for name, stat in stats)


def _take_new(folder: Path) -> None:
    """Forget all that was made of a board if its files were edited since; a faulty one leaves what there was."""
    if _files(folder) == _files.__wrapped__(folder):
        return
    forget(folder)
    load_board(folder / "board.toml")
    for function in _kept:
        function.cache_clear()


def boards() -> tuple[Board, ...]:
    """All boards that can be played."""
    return tuple(_load(folder) for folder in _folders().values())


def board(name: str) -> Board:
    """The board with this id, or the one in this folder."""
    folders = _folders()
    if name not in folders:
        if Path(name, "board.toml").is_file():
            return add_board(name)
        raise UnknownBoard(f"there is no board '{name}'; there are: {', '.join(folders)}{closest(name, folders)}")
    return _load(folders[name])


def variant(of: Board, name: str) -> Variant:
    """The variant of a board with this id."""
    if name not in of.variants:
        known = ", ".join(of.variants)
        raise UnknownVariant(f"{of.title} has no variant '{name}'; it has: {known}{closest(name, of.variants)}")
    return of.variants[name]


def add_board(folder: str | Path) -> Board:
    """Make a board of your own known by its folder; returns it. A faulty board file raises BoardFileError."""
    folder = Path(folder).resolve()
    if not (folder / "board.toml").is_file():
        raise UnknownBoard(f"{folder} holds no board.toml")
    _take_new(folder)
    added = _load(folder)
    if added.id in _folders() and _folders()[added.id] != folder:
        raise BadSetup(f"there is a board '{added.id}' already; give yours an id of its own")
    _added[added.id] = folder
    return added


def place_of(name: str) -> str:
    """By what another process of this machine finds a board: its id, or the folder of one that was added."""
    return str(_added.get(name, name))


def added_folders() -> tuple[Path, ...]:
    """The folders of all boards that were added; another process adds them to know the same boards."""
    return tuple(_added.values())


def environment() -> dict[str, str]:
    """The environment for a process that is to know the same boards."""
    folders = [str(folder) for folder in {**_named_folders(), **_added}.values()]
    return {**os.environ, VARIABLE: os.pathsep.join(folders)}


@kept
def _rule_sheet_class(folder: Path) -> type[RuleSheet]:
    """The class `Rules` of a board's folder, the one that a mechanic of the board brings, or the common one."""
    if not (folder / "rules.py").is_file():
        turns = known_turns()
        return next((turns[name] for name in _load(folder).mechanics if name in turns), ComposedRules)
    spec = importlib.util.spec_from_file_location(f"branchline_board_{folder.name}", folder / "rules.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look up the module of their class there
    spec.loader.exec_module(module)
    found: type[RuleSheet] = module.Rules
    return found


@kept
def _setting(folder: Path, variant_id: str, seats: int) -> Setting:
    """Settings are shared by all games on the same board, variant and number of seats."""
    of = _load(folder)
    return Setting(of, variant(of, variant_id), seats)


def setting(name: str, variant_id: str, seats: int) -> Setting:
    """What all games on a board with this variant and number of seats share."""
    of = board(name)
    variant(of, variant_id)
    fewest, most = of.seats
    if not fewest <= seats <= most:
        raise BadSetup(f"{of.title} is for {fewest} to {most} seats, not {seats}")
    return _setting(_folders()[of.id], variant_id, seats)


def new_rule_sheet(name: str, variant_id: str, seats: int) -> RuleSheet:
    """A rule sheet for a game that has not begun."""
    of = setting(name, variant_id, seats)
    return _rule_sheet_class(_folders()[of.board.id])(of)


@kept
def _mechanics_of(folder: Path, variant_id: str, seats: int) -> dict[str, type[Mechanic]]:
    rules = _rule_sheet_class(folder)(_setting(folder, variant_id, seats))
    return {mechanic.name: type(mechanic) for mechanic in rules.mechanics}


def mechanics_of(name: str, variant_id: str, seats: int) -> Mapping[str, type[Mechanic]]:
    """The classes of the mechanics that a game is made of, by their names, which the parts of its views share."""
    return _mechanics_of(_folders()[board(name).id], variant_id, seats)


def codec(name: str, variant_id: str, seats: int) -> ActionCodec:
    """What translates action numbers, for an observation that came from elsewhere; kept for the next one."""
    return _codec(_folders()[board(name).id], variant_id, seats)


@kept
def _codec(folder: Path, variant_id: str, seats: int) -> ActionCodec:
    return _rule_sheet_class(folder)(_setting(folder, variant_id, seats)).codec()
