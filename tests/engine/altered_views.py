"""Views with one thing changed, as a program with a mistake or an unfriendly server could hand them in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any


def altered(value: Any, rng: Random) -> Any:
    """The same with one thing in it changed: a number, a name, or how many of something there are."""
    if is_dataclass(value) and not isinstance(value, type):
        names = [field.name for field in fields(value) if field.name != "codec"]
        name = rng.choice(names)
        return replace(value, **{name: altered(getattr(value, name), rng)})
    if isinstance(value, tuple):
        return _altered_tuple(value, rng)
    if isinstance(value, Mapping):
        if not value:
            return {"nowhere": 1}
        key = rng.choice(list(value))
        if rng.random() < 0.2:
            return {name: entry for name, entry in value.items() if name != key}
        return {**value, key: altered(value[key], rng)}
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice([-1, value + 1, value - 1, 0, 7, 99, 10**6, -(10**6)])
    if isinstance(value, str):
        return "nowhere"
    return rng.choice([0, -1, 99])  # it was None


def _altered_tuple(value: tuple[Any, ...], rng: Random) -> tuple[Any, ...]:
    what = rng.random()
    if not value or what < 0.1:
        return (*value, *(value[:1] or (99,)))
    if what < 0.2:
        return value[:-1]
    at = rng.randrange(len(value))
    if what < 0.3:
        return (*value[:at], value[rng.randrange(len(value))], *value[at + 1 :])
    return (*value[:at], altered(value[at], rng), *value[at + 1 :])
