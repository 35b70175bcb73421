"""The stack of open decisions: which seats decide what (docs/decisions/0004-decision-stack.md)."""

from typing import Final

from mypy_extensions import i64

from branchline.engine.decisions import KIND_NAMES
from branchline.engine.terrain import NONE
from branchline.model.observation import OpenDecision
from branchline.model.vecs import vec

DEEPEST: Final[i64] = 16  # the most decisions that can be open
SHOWN: Final[dict[int, OpenDecision]] = {}  # those that were shown in any view, by seat and kind


class OpenDecisions:
    """Who decides (`seats`) what (`kinds`), from the bottom up; the top one is answered first."""

    def __init__(self) -> None:
        self.seats: vec[i64] = vec[i64]([0] * DEEPEST)
        self.kinds: vec[i64] = vec[i64]([0] * DEEPEST)
        self.depth: i64 = 0
        self.together: bool = False  # all of them may be answered now, not only the top one

    def clear(self) -> None:
        """Nothing is left to decide."""
        self.depth = 0
        self.together = False

    def close(self, at: i64) -> None:
        """Take away the decision at a place of the stack."""
        self.depth -= 1
        for k in range(at, self.depth):
            self.seats[k] = self.seats[k + 1]
            self.kinds[k] = self.kinds[k + 1]

    def seat(self) -> i64:
        """The seat that decides next; there must be one."""
        return self.seats[self.depth - 1]

    def kind(self) -> i64:
        """What is decided next; there must be something."""
        return self.kinds[self.depth - 1]

    def at(self, seat: i64) -> i64:
        """Where in the stack a seat can answer now, or -1."""
        k: i64 = self.depth - 1
        while k >= 0:
            if self.seats[k] == seat:
                return k
            if not self.together:
                return NONE
            k -= 1
        return NONE

    def pending(self) -> list[int]:
        """All seats that may answer now, the top one first."""
        if self.depth > 0 and not self.together:
            return [int(self.seat())]
        return [int(self.seats[self.depth - 1 - k]) for k in range(self.depth)]

    def shown(self) -> tuple[OpenDecision, ...]:
        """All of them as views show them, from the bottom up."""
        return tuple([open_decision(self.seats[k], self.kinds[k]) for k in range(self.depth)])

    def copy_from(self, other: "OpenDecisions") -> None:
        """Become equal to those of another game."""
        self.seats = other.seats[:]
        self.kinds = other.kinds[:]
        self.depth = other.depth
        self.together = other.together


def open_decision(seat: i64, kind: i64) -> OpenDecision:
    """A decision as views show it."""
    key = int(seat * 1000 + kind)
    found = SHOWN.get(key)
    if found is None:
        found = OpenDecision(int(seat), KIND_NAMES[kind])
        SHOWN[key] = found
    return found
