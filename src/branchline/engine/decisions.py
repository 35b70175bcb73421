"""The kinds of decision that can be open, as small numbers for the engine and as words for people.

A mechanic asks its own kinds; the numbers are listed in one place so that no two mechanics use the same one.
"""

from typing import Final

from mypy_extensions import i64

TURN: Final[i64] = 0  # choose the action of a turn
SECOND_CARD: Final[i64] = 1  # the first card is taken, choose the second
KEEP_TICKETS: Final[i64] = 2  # tickets were dealt or drawn, choose which to keep

KIND_COUNT: Final = 3
KIND_NAMES: Final = ["turn", "second card", "keep tickets"]
