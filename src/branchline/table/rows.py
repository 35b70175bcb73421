"""Rows of the database as values."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Status = Literal["open", "running", "finished"]
SeatKind = Literal["free", "person", "bot"]


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits in a seat."""

    seat: int
    kind: SeatKind
    name: str
    level: str | None
    token: str | None  # as a hash
    entropy: str | None = None
    address: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table: how it was set up, and how far it is."""

    id: str
    board: str
    variant: str
    first_seat: int | None
    timer: Mapping[str, Any]
    private: bool
    hot_seat: bool
    status: Status
    host: str | None
    invitation: str | None
    rules_version: int
    seed: str | None
    salt: str | None
    hash: str | None
    created: float
    started: float | None
    finished: float | None
    active: float
    decisions: int
    totals: tuple[int, ...] | None
    winners: tuple[int, ...] | None
    rematch: str | None
    address: str
    automated: bool
    when_left: str = "bot"
    set_aside: str | None = None
    continues: Mapping[str, Any] | None = None  # the `table` and the number of `decisions` that this one goes on from
    seats: tuple[SeatRow, ...] = ()

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(row.seat for row in self.seats if row.kind == "person")


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that happened at a table. Its number says when; `data` depends on the kind."""

    number: int
    kind: str
    seat: int | None
    at: float
    action: int | None = None
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SaidLine:
    """Something that was said at a table."""

    number: int  # when, in millionths of a second since 1970
    seat: int | None  # None: a spectator
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class AnalysisRow:
    """How matters stand with the analysis of a game: what there is, and what waits or is being made."""

    table_id: str
    evaluator: str | None
    version: int | None
    worlds: int  # of the kept one; 0: there is none
    wanted: int  # of the next one; 0: none is wanted
    running: bool
    before: int  # others that come first
    done: int
    total: int
    problem: str | None


JSON_COLUMNS = ("timer", "totals", "winners", "continues")


def table_row(plain: Mapping[str, Any], seats: tuple[SeatRow, ...]) -> TableRow:
    """A table from what the database returns; columns that only the store needs are left out."""
    values = {name: value for name, value in plain.items() if name in TableRow.__slots__}
    for name in JSON_COLUMNS:
        values[name] = None if values[name] is None else json.loads(values[name])
    for name in ("totals", "winners"):
        values[name] = None if values[name] is None else tuple(values[name])
    return TableRow(**values, seats=seats)
