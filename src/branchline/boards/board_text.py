"""The raw side of a board file: reading tables key by key, and saying on which line something is wrong.

Nothing here knows what a board is. Lines are looked up only for faults, so a sound file pays nothing for them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from branchline.model.errors import BoardFileError, Fault, closest

KeyPath = tuple[str, ...]

_KEY = r"""(?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+)"""
_DOTTED = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_HEADER = re.compile(rf"^\s*\[\[?\s*({_DOTTED})\s*\]")
_ASSIGNMENT = re.compile(rf"^\s*({_DOTTED})\s*=")
_ONE_KEY = re.compile(_KEY)
_TOML_PLACE = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)$")


class Entry(NamedTuple):
    """One thing in the file, as a fault names it, and where to look for it."""

    label: str  # `route "Boston - New York: red 2"`
    path: KeyPath  # ("routes", "lines")
    text: str = ""  # for a line of a list: the line itself ...
    nth: int = 0  # ... and how many equal ones come before it


class BoardFile:
    """The text of one board file, what TOML makes of it, and the faults found in it so far."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self._lines = text.split("\n")
        self._faults: list[tuple[int, Fault]] = []
        self._line_by_path: dict[KeyPath, int] | None = None
        self.data = self._parse(text)

    @classmethod
    def read(cls, path: Path) -> BoardFile:
        """Read the file; BoardFileError at once if there is none, or if it is no TOML."""
        try:
            text = path.read_text(encoding="utf-8-sig")  # some editors put a mark at the start
        except OSError as error:
            raise BoardFileError([Fault(path.name, f"cannot be read: {error.strerror or error}")]) from error
        except UnicodeDecodeError as error:
            raise BoardFileError([Fault(path.name, "is not UTF-8 text; save it in that encoding")]) from error
        return cls(path.name, text)

    def _parse(self, text: str) -> dict[str, Any]:
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            message = str(error)
            found = _TOML_PLACE.search(message)
            line = int(found[1]) if found and found[1] else len(text.rstrip().split("\n"))
            what = _TOML_PLACE.sub("", message)
            if "overwrite" in what or "twice" in what:
                what += "; the same key is already there"
            raise BoardFileError([Fault(f"{self.name}:{line}", f"not valid TOML: {what}")]) from error

    @property
    def count(self) -> int:
        """How many faults there are so far: compare two counts to see whether a part of the file was sound."""
        return len(self._faults)

    def fault(self, entry: Entry, what: str) -> None:
        line = self.line_of(entry)
        said = f"{entry.label}: {what}" if entry.label else what
        self._faults.append((line, Fault(f"{self.name}:{line}", said)))

    def raise_faults(self) -> None:
        """Raise one error with all faults, in the order of the file; nothing if there are none."""
        if self._faults:
            raise BoardFileError(fault for _, fault in sorted(self._faults, key=lambda found: found[0]))

    def line_of(self, entry: Entry) -> int:
        """The line an entry stands on; if it cannot be told, the line of the nearest table around it."""
        if self._line_by_path is None:
            self._line_by_path = _index(self._lines)
        start = 1
        for length in range(len(entry.path), 0, -1):
            if entry.path[:length] in self._line_by_path:
                start = self._line_by_path[entry.path[:length]]
                break
        if not entry.text:
            return start
        quoted = (f'"{entry.text}"', f"'{entry.text}'")
        left = entry.nth
        for number, line in enumerate(self._lines[start - 1 :], start):
            here = sum(line.count(text) for text in quoted)
            if here > left:
                return number
            left -= here
        return start


def _index(lines: Sequence[str]) -> dict[KeyPath, int]:
    """The first line of every table and every key that starts a line."""
    found: dict[KeyPath, int] = {}
    table: KeyPath = ()
    for number, line in enumerate(lines, 1):
        if header := _HEADER.match(line):
            table = _keys(header[1])
            path = table
        elif assignment := _ASSIGNMENT.match(line):
            path = table + _keys(assignment[1])
        else:
            continue
        for length in range(1, len(path) + 1):
            found.setdefault(path[:length], number)
    return found


def _keys(dotted: str) -> KeyPath:
    return tuple(key.strip("\"'") for key in _ONE_KEY.findall(dotted))


class Section:
    """One table of the file, read key by key.

    What is missing, unknown or of the wrong kind becomes a fault, and a harmless value stands in for it, so that
    reading goes on and one error can list everything that is wrong.
    """

    def __init__(self, file: BoardFile, path: KeyPath, label: str, table: object) -> None:
        self.file = file
        self.path = path
        self.label = label
        self.table: dict[str, Any] = table if isinstance(table, dict) else {}
        self.is_table = isinstance(table, dict)  # if not, that is the fault, and its keys are not asked for
        self._asked: set[str] = set()
        if not self.is_table:
            self.fault(f"must be a table, not {_kind(table)}")

    def fault(self, what: str, key: str = "") -> None:
        """A fault of this table, or of one of its keys."""
        label = f"{self.label} {key}".strip()
        self.file.fault(Entry(label, (*self.path, key) if key else self.path), what)

    def has(self, key: str) -> bool:
        self._asked.add(key)
        return key in self.table

    def value(self, key: str) -> Any:
        """What the key holds, or None with a fault if it is not there."""
        if self.has(key):
            return self.table[key]
        if self.is_table:
            self.fault(f"the key '{key}' is missing")
        return None

    def text(self, key: str, default: str | None = None) -> str:
        if default is not None and not self.has(key):
            return default
        value = self.value(key)
        if isinstance(value, str) and (value.strip() or default == ""):
            return value
        if value is not None:
            self.fault(f"must be a text, not {_kind(value)}", key)
        return ""

    def whole(self, key: str, low: int, default: int | None = None) -> int:
        """A whole number of at least `low`."""
        if default is not None and not self.has(key):
            return default
        value = self.value(key)
        if isinstance(value, int) and not isinstance(value, bool) and value >= low:
            return value
        if value is not None:
            self.fault(f"must be a whole number of {low} or more, not {_kind(value)}", key)
        return low

    def pair(self, key: str) -> tuple[float, float]:
        """Two numbers in brackets, such as a position."""
        value = self.value(key)
        if isinstance(value, list) and len(value) == 2 and all(_is_number(number) for number in value):
            return float(value[0]), float(value[1])
        if value is not None:
            self.fault(f"must be two numbers in brackets, such as [120, 80], not {_kind(value)}", key)
        return 0.0, 0.0

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts; an absent one is empty."""
        value = self.table[key] if self.has(key) else []
        if isinstance(value, list) and all(isinstance(text, str) for text in value):
            return tuple(value)
        self.fault(f"must be a list of texts, not {_kind(value)}", key)
        return ()

    def words(self, key: str, known: Iterable[str], declared_in: str) -> tuple[str, ...]:
        """A list of texts out of a declared vocabulary; an absent one is empty."""
        words = self.texts(key)
        check_words(words, known, declared_in, lambda what: self.fault(what, key))
        return words

    def section(self, key: str, label: str = "", required: bool = True) -> Section:
        """A table inside this one; an absent one is empty."""
        there = self.has(key)
        if required and self.is_table and not there:
            self.fault(f"the section [{key}] is missing" if not self.path else f"the key '{key}' is missing")
        section = Section(self.file, (*self.path, key), label or f"[{key}]", self.table[key] if there else {})
        section.is_table = section.is_table and (there or not required)
        return section

    def check_unknown(self) -> None:
        """Report every key that nothing has asked for."""
        for key in self.table:
            if key not in self._asked:
                entry = Entry(self.label, (*self.path, key))
                self.file.fault(entry, f"unknown key '{key}'{closest(key, self._asked)}")


def check_words(words: Iterable[str], known: Iterable[str], declared_in: str, complain: Callable[[str], None]) -> None:
    """Complain of each word that the board has not declared: it would else be a slip that no rule ever notices."""
    for word in words:
        if word not in known:
            hint = closest(word, known) or f"; list it in [words] {declared_in} if it is meant"
            complain(f"'{word}' is not a word of this board{hint}")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e9


def _kind(value: object) -> str:
    """How a fault names a value of the wrong kind."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "a list" if len(value) > 4 else str(value)
    return f'"{value}"' if isinstance(value, str) else str(value)
