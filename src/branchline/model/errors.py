"""Every error that Branchline raises on purpose.

All of them say in one sentence what is wrong and what would be right, and none of them leaves anything changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches


class BranchlineError(Exception):
    """The base of all errors below: catch this one to catch them all."""


class UnknownBoard(BranchlineError):
    """No board of that name is installed."""


class UnknownVariant(BranchlineError):
    """The board has no variant of that name."""


class BadSetup(BranchlineError):
    """A seat count, first seat, seed or option that this board does not take."""


class IllegalAction(BranchlineError):
    """An action that the rules do not allow now; `reason` says which rule."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class WrongSeat(IllegalAction):
    """An action by a seat that has nothing to decide now."""


class BadObservation(BranchlineError):
    """A view that no game could give: made up or altered, or of another board."""


class GameNotOver(BranchlineError):
    """Final scores were asked for while the game is still being played."""


class NotationError(BranchlineError):
    """A text or JSON form that names no action, place, route, card or ticket of this game."""


class RecordError(BranchlineError):
    """A record that is damaged, foreign, or does not replay to the game it describes."""


class UnknownBot(BranchlineError):
    """No bot of that name is registered."""


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong in a board file: where, and what."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


class BoardFileError(BranchlineError):
    """A board file with faults; `faults` lists every one with its file and place."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        count = len(self.faults)
        head = "1 fault" if count == 1 else f"{count} faults"
        super().__init__("\n".join([f"the board file has {head}:", *(f"  {fault}" for fault in self.faults)]))


def closest(word: object, known: Iterable[str]) -> str:
    """A hint for a mistyped word: `; did you mean 'Boston'?`, or nothing if no known word is near."""
    by_folded = {name.casefold(): name for name in known}
    near = get_close_matches(str(word).casefold(), by_folded, n=1, cutoff=0.6)
    return f"; did you mean '{by_folded[near[0]]}'?" if near else ""
