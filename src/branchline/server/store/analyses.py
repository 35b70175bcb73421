"""Analyses in the database: what is kept, and the queue of those that are wanted. All workers share it.

A game without any analysis comes before one that is to be looked at more deeply, which gives way even when it is being
looked at: that takes long, and nobody is without an answer meanwhile. Else addresses take turns: the first
game of each comes before the second of any, and who asked first comes first. When the queue is full, an address with
several places gives its last one to somebody who has fewer.
"""

from __future__ import annotations

import base64
import zlib
from collections import Counter
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Update, and_, func, select, update
from sqlalchemy.engine import Row
from sqlalchemy.exc import DataError

from branchline.server.store.schema import analyses
from branchline.server.store.store import NotStored, Store
from branchline.table import timekeeping
from branchline.table.rows import AnalysisRow

_PACKED = "zlib:"
_COLUMNS = [column for column in analyses.c if column.name != "result"]
_QUEUE = "the queue of analyses"  # nobody else counts, adds or takes meanwhile


class QueueFull(Exception):
    """Too many games wait already: of everybody, or of the one who asks."""

    def __init__(self, *, own: bool) -> None:
        super().__init__(own)
        self.own = own


async def find(store: Store, table: str) -> AnalysisRow | None:
    """How matters stand with a game's analysis; None if nobody ever asked for one."""
    return await store.read(lambda connection: _find(connection, table))


async def result(store: Store, table: str) -> str | None:
    """The kept analysis of a game, as JSON."""
    query = select(analyses.c.result).where(analyses.c.table_id == table)
    found = await store.read(lambda connection: connection.execute(query).scalar())
    return None if found is None else unpacked(str(found))


def packed(result: str) -> str:
    """An analysis as it is stored: a tenth as long."""
    return _PACKED + base64.b64encode(zlib.compress(result.encode())).decode()


def unpacked(stored: str) -> str:
    """An analysis as it was made; those of older versions are stored as they are."""
    if not stored.startswith(_PACKED):
        return stored
    return zlib.decompress(base64.b64decode(stored.removeprefix(_PACKED))).decode()


async def want(store: Store, table: str, worlds: int, address: str, most: int, most_own: int) -> None:
    """Put a game into the queue, unless it is there. Raises QueueFull."""

    def enqueue(connection: Connection) -> None:
        store.alone(connection, _QUEUE)
        row = _find(connection, table)
        if row is not None and row.wanted:
            return
        queue = _queue(connection)
        own = sum(each.address == address for each in queue)
        if own >= most_own:
            raise QueueFull(own=True)
        if len(queue) >= most and not _make_room(connection, queue, own):
            raise QueueFull(own=False)
        values: dict[str, Any] = {"wanted": worlds, "asked": timekeeping.now(), "address": address}
        values |= {"worker": None, "kept_until": 0.0, "done": 0, "total": 0, "problem": None}
        if row is None:
            connection.execute(analyses.insert().values(table_id=table, **values))
        else:
            connection.execute(update(analyses).where(analyses.c.table_id == table).values(**values))

    await store.write(enqueue)


async def take(store: Store, worker: str, seconds: float, at_once: int) -> tuple[str, int] | None:
    """Take the next game of the queue for a while, if fewer than that many are being worked on: its table and depth."""

    def take_next(connection: Connection) -> tuple[str, int] | None:
        store.alone(connection, _QUEUE)
        if connection.execute(select(func.count()).where(_running())).scalar_one() >= at_once:
            return None
        found = next((each for each in _queue(connection) if not _is_running(each)), None)
        if found is None:
            return None
        lease = {"worker": worker, "kept_until": timekeeping.now() + seconds}
        connection.execute(update(analyses).where(analyses.c.table_id == found.table_id).values(**lease, done=0))
        return str(found.table_id), int(found.wanted)

    return await store.write(take_next)


async def progress(store: Store, table: str, worker: str, done: int, total: int, seconds: float) -> bool:
    """Note how far a worker is with a game, which it has for a while longer; False if it has it no more."""

    def note(connection: Connection) -> bool:
        queue = _queue(connection)
        mine = next((each for each in queue if each.table_id == table), None)
        gives_way = mine is not None and mine.worlds > 0
        if gives_way and any(each.worlds == 0 and not _is_running(each) for each in queue):
            values: dict[str, Any] = {"worker": None, "kept_until": 0.0, "done": 0}
        else:
            values = {"done": done, "total": total, "kept_until": timekeeping.now() + seconds}
        return connection.execute(_of(table, worker).values(**values)).rowcount == 1 and values["kept_until"] > 0

    return await store.write(note)


async def keep(
    store: Store, table: str, worker: str, *, evaluator: str, version: int, worlds: int, result: str
) -> bool:
    """Keep an analysis that is made, in the place of the one before; False if another worker has the game by now.

    Raises NotStored if something in it does not fit: to make it once more would not help.
    """
    made = {"evaluator": evaluator, "version": version, "worlds": worlds, "result": packed(result)}
    try:
        return await _change(store, table, worker, made | _NOTHING_WANTED)
    except (DataError, OverflowError) as error:
        raise NotStored(f"the database does not take it: {type(error).__name__}") from error


async def give_up(store: Store, table: str, worker: str, problem: str) -> None:
    """Note why an analysis was not made; whoever wants it asks again."""
    await _change(store, table, worker, _NOTHING_WANTED | {"problem": problem})


async def waiting(store: Store) -> int:
    """How many games wait or are being analyzed."""
    query = select(func.count()).where(analyses.c.wanted > 0)
    return int(await store.read(lambda connection: connection.execute(query).scalar_one()))


async def let_go(store: Store, worker: str) -> None:
    """Leave everything that a worker has begun to the others, or to the time when the server is back."""
    change = update(analyses).where(analyses.c.worker == worker).values(worker=None, kept_until=0.0)
    await store.write(lambda connection: connection.execute(change))


_NOTHING_WANTED: dict[str, Any] = {"wanted": 0, "address": "", "worker": None, "kept_until": 0.0, "problem": None}


async def _change(store: Store, table: str, worker: str, values: dict[str, Any]) -> bool:
    change = _of(table, worker).values(**values)
    return await store.write(lambda connection: connection.execute(change).rowcount == 1)


def _of(table: str, worker: str) -> Update:
    """Change the row of a game that a worker has."""
    return update(analyses).where(analyses.c.table_id == table, analyses.c.worker == worker)


def _running() -> ColumnElement[bool]:
    """A worker is at it, and was heard of lately."""
    return and_(analyses.c.wanted > 0, analyses.c.worker.is_not(None), analyses.c.kept_until >= timekeeping.now())


def _is_running(row: Row[Any]) -> bool:
    return row.worker is not None and row.kept_until >= timekeeping.now()


def _queue(connection: Connection) -> list[Row[Any]]:
    """All that waits or is being made, in order."""
    places: Counter[str] = Counter()
    ranked: list[tuple[tuple[Any, ...], Row[Any]]] = []
    asked = select(*_COLUMNS).where(analyses.c.wanted > 0).order_by(analyses.c.asked, analyses.c.table_id)
    for row in connection.execute(asked):
        ranked.append(((not _is_running(row), row.worlds > 0, places[row.address], row.worlds, row.asked), row))
        places[row.address] += 1
    return [row for _, row in sorted(ranked, key=lambda each: each[0])]


def _make_room(connection: Connection, queue: Sequence[Row[Any]], own: int) -> bool:
    """Take the last place of the address with the most, if it then still has more than who asks has now."""
    places = Counter(each.address for each in queue)
    address, most = max(places.items(), key=lambda each: each[1])
    last = [each for each in queue if each.address == address and not _is_running(each)]
    if most < own + 2 or not last:
        return False
    values = _NOTHING_WANTED | {"problem": "others had asked for less; ask again in a while"}
    connection.execute(update(analyses).where(analyses.c.table_id == last[-1].table_id).values(**values))
    return True


def _find(connection: Connection, table: str) -> AnalysisRow | None:
    found = connection.execute(select(*_COLUMNS).where(analyses.c.table_id == table)).first()
    if found is None:
        return None
    running = bool(found.wanted and found.worker is not None and found.kept_until >= timekeeping.now())
    queue = [each.table_id for each in _queue(connection)] if found.wanted and not running else [table]
    before = queue.index(table)
    made = (found.evaluator, found.version, found.worlds)
    return AnalysisRow(found.table_id, *made, found.wanted, running, before, found.done, found.total, found.problem)
