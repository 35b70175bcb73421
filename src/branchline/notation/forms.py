"""JSON forms: every value of the model as plain dicts, lists, strings and numbers, and back.

A value becomes a dict of its fields with a `kind`, the class name in snake case: `{"kind": "claim_route", ...}`.
Reading goes by the type annotations of the classes, so that tuples come back as tuples.
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Union

from branchline.boards import registry
from branchline.mechanics.additions import known_additions
from branchline.model.actions import Action
from branchline.model.errors import NotationError, closest
from branchline.model.events import Event
from branchline.model.frozen import FrozenDict
from branchline.model.observation import Observation, OpenDecision, View
from branchline.model.questions import LongestPath, Missing, Need, Payment, Pieces, Price, Purchase, Ways
from branchline.model.scores import Scores, ScoreSheet
from branchline.notation.record import Record
from branchline.notation.record import from_json as read_record


def kind_of(cls: type) -> str:
    """The name of a class in JSON: "ClaimRoute" -> "claim_route"."""
    return _kind_of(cls)


@cache
def _kind_of(cls: type) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


_ANSWERS = (LongestPath, Missing, Need, Payment, Pieces, Price, Purchase, Ways)
_BASES: tuple[type, ...] = (Action, Event, View, OpenDecision, Observation, Scores, ScoreSheet, *_ANSWERS)
_kinds: dict[str, type] = {}  # the classes that were read or registered


def register(cls: type) -> type:
    """Give a class of your own board (a view, an event, an action) a JSON form. Usable as a decorator."""
    _kinds[kind_of(cls)] = cls
    return cls


def class_of(kind: str) -> type:
    """The class of this kind: one of the model, of a mechanic, or of somebody's own board, registered or not."""
    if kind not in _kinds:
        known = {name: cls for base in _BASES for name, cls in kinds_of(base).items()}
        if kind not in known:
            raise NotationError(f"there is nothing of the kind '{kind}'{closest(kind, known)}")
        register(known[kind])
    return _kinds[kind]


def kinds_of(base: type) -> dict[str, type]:
    """A class and all that derive from it, in the package and on boards of somebody's own, by their kinds."""
    known_additions()  # imports every mechanic of the package: whoever reads a form need not have played its board
    found: dict[str, type] = {}
    waiting: list[type] = [base]
    while waiting:
        cls = waiting.pop(0)
        waiting += cls.__subclasses__()  # the newest last: a dataclass with slots leaves behind what it was made from
        if is_dataclass(cls):
            found[kind_of(cls)] = cls
    return found


def to_json(value: Any) -> Any:
    """The plain form of a value of the model."""
    cls: type = type(value)
    if cls in _PLAIN:
        return value
    if cls is Record:
        return value.to_json()
    if cls is tuple:  # most have plain items only, and asking for each takes long
        return [item if type(item) in _PLAIN else to_json(item) for item in value]
    names = _stored_fields(cls)
    if names is not None:
        plain: dict[str, Any] = {"kind": kind_of(cls)}
        for name in names:
            plain[name] = to_json(getattr(value, name))
        return plain
    if isinstance(value, (tuple, list)):
        return [to_json(item) for item in value]
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, Mapping):
        return {str(key): item if type(item) in _PLAIN else to_json(item) for key, item in value.items()}
    raise NotationError(f"a {cls.__name__} has no JSON form; of a game it is the form of game.record()")


_PLAIN = frozenset((int, str, bool, float, type(None)))  # most values, and their own form


@cache
def _stored_fields(cls: type) -> tuple[str, ...] | None:
    """The fields of a class that its form has; None if its values are not of the model."""
    return tuple(f.name for f in fields(cls) if f.compare) if is_dataclass(cls) else None


def from_json(plain: Any, **context: Any) -> Any:
    """The value behind a plain form. `context` gives fields that are not stored, such as an observation's codec."""
    if isinstance(plain, dict) and "schema" in plain:
        return read_record(plain)
    if not isinstance(plain, dict) or "kind" not in plain:
        raise NotationError("a JSON form is an object with a 'kind'")
    return _read_object(plain, context)


def _read_object(plain: Mapping[str, Any], context: Mapping[str, Any]) -> Any:
    kind = plain["kind"]
    cls = class_of(str(kind))
    types_of = _hints(cls)
    stored = [f for f in fields(cls) if f.compare]
    missing = [f.name for f in stored if f.name not in plain]
    unknown = [name for name in plain if name != "kind" and name not in {f.name for f in stored}]
    if missing or unknown:
        raise NotationError(f"a {kind} has the fields {', '.join(f.name for f in stored)}; wrong: {missing + unknown}")
    values = {f.name: _read(plain[f.name], types_of[f.name], context) for f in stored}
    if cls is Observation and "codec" not in context:
        context = {**context, "codec": registry.codec(plain["board"], plain["variant"], plain["seats"])}
    values.update({f.name: context[f.name] for f in fields(cls) if not f.compare})
    return cls(**values)


@cache
def _hints(cls: type) -> dict[str, Any]:
    return typing.get_type_hints(cls, localns={"Action": Action})


def _read(plain: Any, hint: Any, context: Mapping[str, Any]) -> Any:
    """Read a plain value as the annotated type."""
    origin = typing.get_origin(hint)
    arguments = typing.get_args(hint)
    if origin in (Union, types.UnionType):
        if plain is None:
            return None
        return _read(plain, next(argument for argument in arguments if argument is not type(None)), context)
    if origin is tuple:
        if not isinstance(plain, list):
            raise NotationError(f"expected a list, not {plain!r}")
        if arguments[-1] is Ellipsis:
            return tuple(_read(item, arguments[0], context) for item in plain)
        return tuple(_read(item, argument, context) for item, argument in zip(plain, arguments, strict=True))
    if isinstance(plain, dict):
        if "kind" in plain and is_dataclass(hint):
            return _read_object(plain, context)
        return FrozenDict(
            {key: _read(item, arguments[1] if arguments else Any, context) for key, item in plain.items()}
        )
    if hint in (int, str, bool) and type(plain) is not hint:
        raise NotationError(f"expected {hint.__name__}, not {plain!r}")
    return plain
