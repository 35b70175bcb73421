"""JSON forms in one line without spaces: what a position is made of, short enough to paste (docs/one-line.md).

-  +  ~              nothing, true, false
12  red  '12         a number, a text, a text that would be read as something else
[red,3*-,blue]       a list; a number and * stand for items that are repeated
{red=2,blue=1}       a table
hand_view(4,{},-)    a value of that kind with its fields in order
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from itertools import groupby
from typing import Any
from urllib.parse import quote, unquote

from branchline.model.errors import NotationError
from branchline.notation.forms import class_of

_TOKEN = re.compile(r"[\[\](){},=*]|[^\[\](){},=*]+")
_SPECIAL: Mapping[str, Any] = {"-": None, "+": True, "~": False}
_NUMBER = re.compile(r"-?\d+")
_MOST = 10_000  # values that repetition may add, so that a short line cannot stand for millions
_DEEPEST = 20  # lists, tables and values of a kind inside one another
_PLAIN = "#&/:;.'"  # beside letters, digits and "_.-~", which stand for themselves


def packed(plain: Any) -> str:
    """A JSON form in one line."""
    if isinstance(plain, dict):
        if "kind" in plain:
            return f"{plain['kind']}({','.join(packed(value) for name, value in plain.items() if name != 'kind')})"
        return f"{{{','.join(f'{_text(key)}={packed(value)}' for key, value in plain.items())}}}"
    if isinstance(plain, (list, tuple)):
        runs = [(len([*run]), text) for text, run in groupby(packed(item) for item in plain)]
        return f"[{','.join(text if count == 1 else f'{count}*{text}' for count, text in runs)}]"
    if plain is None or isinstance(plain, bool):
        return next(sign for sign, value in _SPECIAL.items() if value is plain)
    return str(plain) if isinstance(plain, int) else _text(str(plain))


def _text(text: str) -> str:
    written = quote(text, safe=_PLAIN)
    return f"'{written}" if not text or text in _SPECIAL or text[0] == "'" or _NUMBER.fullmatch(text) else written


def unpacked(line: str) -> Any:
    """The JSON form in a line."""
    reader = _Reader(_TOKEN.findall(line))
    found = reader.value()
    reader.expect("")
    return found


class _Reader:
    """Reads tokens from the front."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self._tokens = [*tokens, ""]
        self._at = 0
        self._depth = 0
        self._values = 0  # read so far, each as often as it is repeated

    def _next(self) -> str:
        token = self._tokens[self._at]
        if token:
            self._at += 1
        return token

    def expect(self, sign: str) -> None:
        """Read over a sign; the empty one is the end."""
        if (found := self._next()) != sign:
            raise NotationError(f"expected {sign or 'the end'} in the line, not '{found}'")

    def value(self) -> Any:
        """The next value."""
        self._values += 1
        self._depth += 1
        if self._depth > _DEEPEST:
            raise NotationError(f"the line has more than {_DEEPEST} lists inside one another")
        found = self._value()
        self._depth -= 1
        return found

    def _value(self) -> Any:
        token = self._next()
        if token == "[":
            return [item for count, item in self._items("]") for _ in range(count)]
        if token == "{":
            return dict(self._pairs())
        if not token or token in "])},=*(":
            raise NotationError(f"expected a value in the line, not '{token or 'its end'}'")
        if self._tokens[self._at] == "(":
            self._next()
            values = [item for count, item in self._items(")") for _ in range(count)]
            names = [field.name for field in fields(class_of(token)) if field.compare]
            if len(values) != len(names):
                raise NotationError(f"a {token} has {len(names)} fields, not {len(values)}")
            return {"kind": token, **dict(zip(names, values, strict=True))}
        return _read_word(token)

    def _items(self, end: str) -> list[tuple[int, Any]]:
        found: list[tuple[int, Any]] = []
        while self._tokens[self._at] != end:
            if found:
                self.expect(",")
            count = 1
            if self._tokens[self._at + 1 : self._at + 2] == ["*"]:
                written = self._next()
                count = int(written) if written.isascii() and written.isdecimal() and len(written) < 4 else 0
                self.expect("*")
            before = self._values
            found.append((count, self.value()))
            self._values += (count - 1) * (self._values - before)
            if self._values > _MOST + len(self._tokens):
                raise NotationError("the line repeats too much")
        self.expect(end)
        return found

    def _pairs(self) -> list[tuple[str, Any]]:
        found: list[tuple[str, Any]] = []
        while self._tokens[self._at] != "}":
            if found:
                self.expect(",")
            key = unquote(self._next().removeprefix("'"))
            self.expect("=")
            found.append((key, self.value()))
        self.expect("}")
        return found


def _read_word(token: str) -> Any:
    if token in _SPECIAL:
        return _SPECIAL[token]
    if _NUMBER.fullmatch(token):
        return int(token)
    return unquote(token.removeprefix("'"))
