"""Games that this version of the server cannot go on with: set aside with a reason, and kept as they were told.

Rules of another version, or a damaged row, are no reason to stop anybody else. What was decided is kept in words, so a
finished game still has its record, which the version that it was played with can replay.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from branchline.model.errors import BranchlineError
from branchline.notation.record import Record
from branchline.notation.shuffle import continuing_tags, dealt_seed, reshuffle_seed, shuffle_tags
from branchline.table.games.coached import Coached
from branchline.table.games.played_game import Continuation
from branchline.table.rows import Entry, TableRow

DAMAGED = "something in what is stored of this table is damaged"


def reason_of(error: Exception) -> str:
    """Why a table is set aside, in words for people; programs' own errors say no more than that it is damaged."""
    return str(error) if isinstance(error, BranchlineError) else DAMAGED


def origin_of(row: TableRow, moves: int) -> str:
    """Where a table that goes on from another one comes from, as its record tells it."""
    return f"{(row.continues or {}).get('table', 'a game')} after {moves} decisions"


class ToldGame:
    """The decisions of a game in words, as they were stored; nothing of it is played."""

    def __init__(self) -> None:
        self._decisions: list[tuple[int, int, str]] = []  # number of the entry, seat, words
        self._reshuffles: list[tuple[int, int]] = []  # after that many decisions, which shuffle
        self._shuffles = 0
        self._stopped = False
        self._coached = Coached()
        self._continues: Mapping[str, Any] | None = None

    def take(self, entry: Entry) -> None:
        """Note an entry."""
        if entry.kind == "started":
            self._shuffles = int(entry.data.get("shuffles", 0))
            self._reshuffles = [(0, nth) for nth in range(self._shuffles)]
            self._continues = entry.data.get("continues")
            if self._continues is not None and self._continues["fresh"]:
                self._reshuffles.append((self._continues["moves"], 0))
                self._shuffles = 1
        elif entry.kind == "move" and entry.seat is not None:
            self._decisions.append((entry.number, entry.seat, str(entry.data.get("words", ""))))
        elif entry.kind == "take_back":
            undone = set(entry.data["undoes"])
            self._decisions = [each for each in self._decisions if each[0] not in undone]
            self._reshuffles = [each for each in self._reshuffles if each[0] <= len(self._decisions)]
            if entry.data.get("shuffled"):
                self._reshuffles.append((len(self._decisions), self._shuffles))
                self._shuffles += 1
        elif entry.kind == "coached":
            self._coached.take(entry)
        elif entry.kind == "ended" or (entry.kind == "resigned" and entry.data.get("stops")):
            self._stopped = True

    def record(self, row: TableRow, names: list[str]) -> Record:
        """The record of a finished game, by the rules that it was played by."""
        assert row.seed is not None
        seed, salt = int(row.seed, 16), row.salt or ""  # of a finished game, so it is not sealed
        words = [seat.entropy for seat in row.seats]
        tags = {f"seat_{seat}": name for seat, name in enumerate(names)}
        dealt = dealt_seed(seed, salt, words)
        reshuffles = [(after, reshuffle_seed(seed, salt, nth)) for after, nth in self._reshuffles]
        promised = shuffle_tags(row.hash or "", seed, salt, words)
        if self._continues is not None:
            taken = Continuation.of(self._continues)
            dealt, reshuffles = int(self._continues["seed"], 16), [*taken.reshuffles, *reshuffles]
            promised = continuing_tags(row.hash or "", seed, salt, len(taken.reshuffles))
            promised |= {"continues": origin_of(row, taken.moves)}
        return Record(
            board=row.board,
            variant=row.variant,
            seats=len(row.seats),
            seed=dealt,
            rules_version=row.rules_version,
            first_seat=row.first_seat,
            decisions=tuple((seat, words) for _, seat, words in self._decisions),
            totals=row.totals,
            reshuffles=tuple(reshuffles),
            stopped=self._stopped,
            tags={**tags, "table": row.id, **promised, **self._coached.tags()},
        )
