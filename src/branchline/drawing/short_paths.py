"""Paths in fewer letters: the ground of a board was half of what a first visit to a table takes.

Steps are told from where the last one ended, and a curve that goes on smoothly does without its control point, as most
of a coast does. The picture stays the same: everything is counted in tenths.
"""

from __future__ import annotations

import re

from branchline.drawing.svg import n

_ABSOLUTE = re.compile(r"[MLQZ\d\s.-]*")
_STEP = re.compile(r"([MLQZ])([^MLQZ]*)")
_NUMBER = re.compile(r"-?\d*\.?\d+")
_POINTS = {"M": 1, "L": 1, "Q": 2}
_FINE = re.compile(r"\.\d\d")
Spot = tuple[int, int]  # in tenths


def shortened(path: str) -> str:
    """The same path, shorter, if it has lines and quadratic curves only, and no more than one decimal."""
    if not _ABSOLUTE.fullmatch(path) or _FINE.search(path):
        return path
    parts: list[str] = []
    at: Spot = (0, 0)
    begun, control, last = at, at, ""
    for kind, text in _STEP.findall(path):
        if kind == "Z":
            parts.append("z")
            at = control = begun
            last = "z"
        for spots in _spots(text, _POINTS.get(kind, 1)):
            smooth = kind == "Q" and last in "qt" and spots[0] == (2 * at[0] - control[0], 2 * at[1] - control[1])
            name = "t" if smooth else kind.lower()
            words = _words([(x - at[0], y - at[1]) for x, y in spots[smooth:]])
            gap = "" if words.startswith("-") else " "
            parts.append(gap + words if name == last != "m" else name + words)
            at, control, last = spots[-1], spots[0], name
            begun = at if kind == "M" else begun
    return "".join(parts)


def _spots(text: str, each: int) -> list[list[Spot]]:
    numbers = [round(10 * float(number)) for number in _NUMBER.findall(text)]
    found = list(zip(numbers[::2], numbers[1::2], strict=True))
    return [found[k : k + each] for k in range(0, len(found), each)]


def _words(spots: list[Spot]) -> str:
    numbers = [n(part / 10) for spot in spots for part in spot]
    return "".join(each if k == 0 or each.startswith("-") else f" {each}" for k, each in enumerate(numbers))
