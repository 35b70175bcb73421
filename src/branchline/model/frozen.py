"""Mappings that cannot be changed: views and boards are shared, so whoever writes to one would change it for all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class FrozenDict(dict[Key, Value]):
    """A dict that refuses to be changed, and can be hashed; `dict(it)` is a copy that can be changed."""

    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("this mapping is shared and cannot be changed; dict(it) is a copy of your own")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __copy__(self) -> FrozenDict[Key, Value]:
        return self

    def __deepcopy__(self, _: Any) -> FrozenDict[Key, Value]:
        return self

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[dict[Key, Value]]]:
        return FrozenDict, (dict(self),)


def frozen(value: Any) -> Any:
    """A value as read from a file, with nothing in it that could be changed."""
    if isinstance(value, Mapping):
        return FrozenDict({key: frozen(each) for key, each in value.items()})
    return tuple([frozen(each) for each in value]) if isinstance(value, (list, tuple)) else value


def freeze(made: object, names: Iterable[str]) -> None:
    """Freeze the mappings of a dataclass that has just been made."""
    for name in names:
        given = getattr(made, name)
        if type(given) is not FrozenDict:
            object.__setattr__(made, name, frozen(given))
