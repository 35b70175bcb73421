"""What a table asks of its home: a place to keep what happened, and a way to each viewer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from branchline.model.errors import BranchlineError
from branchline.table.rows import Entry, SaidLine, SeatRow, TableRow

R = TypeVar("R")


class StoreFailed(BranchlineError):
    """What is kept cannot be opened, or does not answer."""


class NotStored(StoreFailed):
    """It answers, but does not take this: the table is gone, a number is taken, or a value does not fit."""


class Ledger(Protocol):
    """The rows of a table while they are being changed, by nobody else. If the work fails, nothing has changed."""

    @property
    def table(self) -> TableRow | None:
        """The table as it was found."""

    def seat(self, seat: SeatRow) -> None:
        """Say who sits in a seat."""

    def change(self, **columns: Any) -> None:
        """Change columns of the table."""

    def enter(self, kind: str, at: float, data: Mapping[str, Any]) -> None:
        """Add an entry under the next number; `NotStored` if something else takes it at the same moment."""

    def clear_away(self) -> None:
        """Delete the table with all that belongs to it."""

    def add(self, row: Mapping[str, Any], seated: Sequence[SeatRow]) -> None:
        """Add another table."""

    def unfinished(self, address: str) -> int:
        """How many tables that are not finished somebody has made; nobody else makes some there meanwhile."""

    def seats_of(self, address: str) -> int:
        """How many seats of tables that are not finished somebody has taken; nobody else takes some meanwhile."""


class Sealing(Protocol):
    """Keeps the seeds of running games from those who read what is stored."""

    def seal(self, table: str, seed: int) -> str:
        """A seed as it is stored while nobody may know it."""

    def open(self, table: str, stored: str) -> int:
        """The seed that was stored."""


class Store(Protocol):
    """Keeps tables, with all that happened there."""

    @property
    def sealing(self) -> Sealing:
        """What seals the seeds."""

    async def create(
        self, row: Mapping[str, Any], seated: Sequence[SeatRow], most: int, begun: Sequence[Entry] = ()
    ) -> bool:
        """Keep a new table; False if its address has that many that are not finished."""

    async def table(self, table: str) -> TableRow | None:
        """A table with its seats."""

    async def amend(self, table: str, work: Callable[[Ledger], R]) -> R:
        """Let some work change a table, while nobody else does."""

    async def append(self, table: str, entry: Entry, changes: Mapping[str, Any] | None = None) -> bool:
        """Keep an entry; False if another one has its number. `changes`: columns of the table that change with it."""

    async def entries(self, table: str, start: int = 0, limit: int | None = None) -> list[Entry]:
        """The entries of a table from a number on, at most that many."""

    async def say(self, table: str, line: SaidLine, keep: int | None = None) -> bool:
        """Keep a line of chat; False if another one has its number. `keep`: forget all but that many lines."""

    async def chat(self, table: str, limit: int, before: int | None = None) -> list[SaidLine]:
        """The latest lines of a table's chat in order, or the latest before a number."""


class Aside(Protocol):
    """Where work is done that would hold everybody up. What it works on must not change meanwhile."""

    async def do(self, work: Callable[[], R]) -> R:
        """Do some work."""


class Outbox(Protocol):
    """The way to a viewer. It keeps the order, and never makes the table wait."""

    def put(self, text: str) -> None:
        """Send a text as soon as possible."""

    def bye(self, code: Any, words: str, *, again: bool) -> None:
        """Say why, and close."""

    async def finished(self, seconds: float) -> None:
        """Wait until everything is sent, but not for long."""


class TalkLimits(Protocol):
    """How much may be said, and how much of it is kept at hand."""

    @property
    def chat_page(self) -> int:
        """Lines that a viewer gets at once."""

    @property
    def chat_rows(self) -> int:
        """Lines that are kept of a table."""

    @property
    def lines_per_second(self) -> float:
        """From one person, on average."""

    @property
    def spectator_lines_per_second(self) -> float:
        """From all spectators together, on average."""

    @property
    def line_burst(self) -> int:
        """Either at once."""
