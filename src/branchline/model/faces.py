"""Faces: what a mechanic means to one layer of the program, found by the class of the mechanic.

A layer that has something to say about mechanics keeps one `Faces`, and a file for each mechanic it knows, named like
the mechanic's own: `words/passengers.py` is the face in words of `mechanics/passengers`. Such a file adds its face
when it is imported, and the first question imports them all. A mechanic of somebody's own board adds its faces from
that board's folder; one without a face gets what the layer makes of its plain fields.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from threading import RLock
from typing import Any, Generic, TypeVar

Face = TypeVar("Face")
_MECHANICS = Path(__file__).parents[1] / "mechanics"


class Faces(Generic[Face]):
    """The faces of all mechanics in one layer."""

    def __init__(self, package: str) -> None:
        self._package = package  # where the files of the faces are
        self._by_class: dict[type, Face] = {}
        self._tables: dict[str, dict[Any, Any]] = {}
        self._complete = False
        self._importing = RLock()

    def add(self, mechanic: type, face: Face) -> Face:
        """Give a class of mechanics, and those derived from it, a face."""
        self._by_class[mechanic] = face
        self._tables = {}
        return face

    def of(self, mechanic: type) -> Face | None:
        """The face of a class of mechanics, its own or the one it inherits; None if the layer does not know it."""
        self._import_all()
        return next((self._by_class[cls] for cls in mechanic.__mro__ if cls in self._by_class), None)

    def all(self) -> tuple[Face, ...]:
        """All faces, those of boards that were added last."""
        self._import_all()
        return tuple(self._by_class.values())

    def table(self, name: str) -> dict[Any, Any]:
        """One table of all faces put together: the mappings that they have under this name."""
        self._import_all()
        if name not in self._tables:
            self._tables[name] = {key: value for face in self.all() for key, value in getattr(face, name).items()}
        return self._tables[name]

    def _import_all(self) -> None:
        if self._complete:
            return
        with self._importing:
            mechanics = {path.stem for path in _MECHANICS.glob("*/*.py")}
            for module in iter_modules(import_module(self._package).__path__):
                if module.name in mechanics:
                    import_module(f"{self._package}.{module.name}")
            self._complete = True
