"""How a route stands for a seat, as small numbers for the engine; `model/questions.py` has the same in its order."""

from typing import Final

from mypy_extensions import i64

OPEN: Final[i64] = 0
OWN: Final[i64] = 1
TAKEN: Final[i64] = 2
TWIN: Final[i64] = 3
PERMISSION: Final[i64] = 4
PIECES: Final[i64] = 5
CARDS: Final[i64] = 6
