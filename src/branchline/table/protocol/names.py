"""Names that people give themselves: what can be seen of them, and whether two look alike."""

from __future__ import annotations

import unicodedata

_UNSEEN = dict.fromkeys(  # letters that show nothing, though Unicode calls them letters, marks or symbols
    (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2800, 0x3164, 0xFFA0)
)
_SELECTORS = dict.fromkeys((*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))  # choose how the letter before looks
_MARKS = 2  # on one letter; beyond, they climb over the lines above and below
# Letters that look like Latin ones, each after the one that it looks like: Cyrillic, Greek, Armenian and strokes.
_PAIRS = (
    "a\u0430 a\u03b1 b\u0432 c\u0441 c\u03f2 d\u0501 e\u0435 e\u03b5 h\u043d h\u04bb h\u0570 j\u0458 k\u043a "
    "k\u03ba m\u043c n\u03b7 n\u0578 o\u043e o\u03bf o\u0585 o0 p\u0440 p\u03c1 q\u051b s\u0455 t\u0442 t\u03c4 "
    "u\u03c5 u\u057d v\u03bd v\u0475 w\u051d x\u0445 x\u03c7 y\u0443 y\u03b3 li l1 l\u0456 l\u03b9 l\u0131 l| "
    "l\u04cf a\u0251 g\u0261"
)
_CAPITALS = "H\u0397 M\u039c N\u039d P\u03a1 X\u03a7 Y\u03a5"  # that look otherwise than their small letters
_ALIKE = {ord(pair[1]): pair[0] for pair in _PAIRS.split()}
_CAPITALS_ALIKE = {ord(pair[1]): pair[0] for pair in _CAPITALS.split()}


def visible(text: str) -> str:
    """A text without what cannot be seen, and with few marks on each letter."""
    kept: list[str] = []
    marks = 0
    for letter in text.translate(_UNSEEN):
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks <= _MARKS:
            kept.append(letter)
    shown = "".join(kept)
    return shown if shown.translate(_SELECTORS).strip() else ""


def look(name: str) -> str:
    """What a name looks like: two names with the same look cannot be told apart at a glance."""
    letters = unicodedata.normalize("NFKD", name)
    if not letters.isascii():
        letters = "".join(map(_large, letters))
    plain = letters.translate(_CAPITALS_ALIKE).casefold()
    bare = "".join(letter for letter in plain if not unicodedata.combining(letter) and not letter.isspace())
    return bare.translate(_SELECTORS).translate(_ALIKE)


def _large(letter: str) -> str:
    """The capital that a small capital looks like; other letters as they are."""
    before, small, after = unicodedata.name(letter, "").partition("LETTER SMALL CAPITAL ")
    return after if before == "LATIN " and small and len(after) == 1 else letter
