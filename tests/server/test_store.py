"""The store: migrations, one entry under a number, shared tables, and clear words when it cannot be opened."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, update

from branchline.model.errors import BranchlineError
from branchline.server.store import analyses, keeping, sqlite_file
from branchline.server.store.schema import metadata, tables
from branchline.server.store.store import NotStored, Store, StoreFailed
from branchline.table import lobby
from branchline.table.protocol.refusing import Refused
from branchline.table.protocol.requests import CreateTable, JoinTable
from branchline.table.rows import Entry, TableRow
from tests.server.helpers import run

WANTED = CreateTable.model_validate({"board": "usa", "name": "Mara", "seats": [{"kind": "person"}, {"kind": "person"}]})


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path, postgres: Callable[[], str]) -> str:
    """The address of an empty database of either kind."""
    return postgres() if request.param == "postgres" else f"sqlite:///{tmp_path}/tables.db"


def test_migrations_lead_to_the_schema(database: str) -> None:
    """A database made by the migrations is what the code expects; opening it again changes nothing."""

    def difference(connection: Connection) -> Any:
        return compare_metadata(MigrationContext.configure(connection), metadata)

    async def work() -> None:
        for _ in range(2):
            store = await Store.open(database, "test")
            assert await store.read(difference) == []
            await store.close()

    run(work())


def test_a_number_is_given_once(database: str) -> None:
    """Of many entries for the same number one is stored, and all hear the truth about theirs."""

    async def work() -> None:
        store = await Store.open(database, "test")
        table, _, _ = await lobby.create(store, WANTED, "here", 20)
        tries = [Entry(0, "say", None, time.time(), data={"name": str(n), "text": "x"}) for n in range(50)]
        stored = await asyncio.gather(*(store.append(table, entry) for entry in tries))
        assert sum(stored) == 1
        found = await store.entries(table)
        assert [entry.data["name"] for entry in found] == [str(stored.index(True))]
        assert await store.append(table, Entry(1, "say", None, 1.5, data={"name": "a", "text": "b"}))
        assert (await store.entries(table, 1))[0].at == 1.5
        await store.close()
        with pytest.raises(StoreFailed, match="stopping"):
            await store.append(table, Entry(2, "say", None, 2.0))

    run(work())


def test_an_analysis_that_does_not_fit_is_refused_in_words(database: str) -> None:
    """It is not made again and again: who made it can note why it is not kept."""

    async def work() -> None:
        store = await Store.open(database, "test")
        table, _, _ = await lobby.create(store, WANTED, "here", 20)
        await analyses.want(store, table, 8, "here", 3, 3)
        assert await analyses.take(store, "me", 60, 1) == (table, 8)
        with pytest.raises(NotStored, match="the database does not take it"):
            await analyses.keep(store, table, "me", evaluator="x", version=2**70, worlds=8, result="{}")
        await analyses.give_up(store, table, "me", "it does not fit")
        row = await analyses.find(store, table)
        assert row is not None
        assert (row.wanted, row.worlds, row.problem) == (0, 0, "it does not fit")
        assert await analyses.take(store, "me", 60, 1) is None
        await store.close()

    run(work())


def test_a_seat_is_taken_once(database: str) -> None:
    """Twenty people want the only free seat at once."""

    async def work() -> None:
        store = await Store.open(database, "test")
        table, _, _ = await lobby.create(store, WANTED, "here", 20)
        tries = [lobby.join(store, table, JoinTable(name=f"Guest {n}"), "there", 99) for n in range(20)]
        answers = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(isinstance(answer, tuple) for answer in answers) == 1
        assert all(isinstance(answer, (tuple, BranchlineError)) for answer in answers)
        await store.close()

    run(work())


def test_tables_are_kept_by_one_worker_and_forgotten_when_old(database: str) -> None:
    async def work() -> None:
        store = await Store.open(database, "test")
        table, token, _ = await lobby.create(store, WANTED, "here", 20)
        assert await keeping.keep(store, table, "one", 60)
        assert not await keeping.keep(store, table, "two", 60)
        assert await keeping.keep(store, table, "one", -1)  # it is over at once
        assert await keeping.keep(store, table, "two", 60)
        await keeping.let_go(store, "two")
        assert await keeping.keep(store, table, "one", 60)
        await lobby.join(store, table, JoinTable(name="June"), "there", 99)
        await lobby.start(store, table, token, "one", 60)
        assert await keeping.unkept(store, 10) == []
        assert await keeping.keep_on(store, "one", 60) == {table}
        await store.touch({table: 5.0})
        assert await store.forget(4.0, 4.0) == 0
        assert await store.forget(6.0, 6.0) == 1
        assert await store.table(table) is None
        await store.close()

    run(work())


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("nonsense", "no address of a database"),
        ("sqlite://", "kept in a file"),
        ("mysql://localhost/x", "no store for 'mysql'"),
        ("sqlite:////nowhere/at/all/tables.db", "cannot be opened"),
        ("postgresql://nobody:secret@127.0.0.1:1/none", "cannot be opened"),
    ],
)
def test_what_cannot_be_opened_is_said_in_a_line(url: str, words: str) -> None:
    with pytest.raises(BranchlineError, match=words) as raised:
        run(Store.open(url, "test"))
    assert "\n" not in str(raised.value)
    assert "secret" not in str(raised.value)


def test_a_move_waits_for_one_other_write_at_most(tmp_path: Path) -> None:
    """Ten others came before it, and the file is locked by the first."""

    async def work() -> None:
        store = await Store.open(f"sqlite:///{tmp_path}/tables.db", "test")
        table, _, _ = await lobby.create(store, WANTED, "here", 20)
        begun, go_on = threading.Event(), threading.Event()
        order: list[str] = []

        def other(_: Connection) -> None:
            begun.set()
            go_on.wait(20)
            time.sleep(0.05)
            order.append("other")

        others = [asyncio.create_task(store.write(other)) for _ in range(10)]
        await asyncio.to_thread(begun.wait, 20)
        move = asyncio.create_task(store.append(table, Entry(0, "move", 0, 1.5, action=1)))
        move.add_done_callback(lambda _: order.append("move"))
        await asyncio.sleep(0.1)  # until the writer has handed it over
        assert not move.done()
        go_on.set()
        assert await move
        await asyncio.gather(*others)
        assert order.index("move") == 1
        await store.close()
        with pytest.raises(StoreFailed, match="stopping"):
            await store.write(other)

    run(work())


def test_what_fails_in_a_transaction_leaves_nothing_behind(database: str) -> None:
    async def work() -> None:
        store = await Store.open(database, "test")
        table, _, _ = await lobby.create(store, WANTED, "here", 20)

        def change(connection: Connection, row: TableRow | None) -> None:
            assert row is not None
            connection.execute(update(tables).values(status="finished"))
            raise Refused("not_allowed", "No.")

        with pytest.raises(Refused):
            await store.change(table, change)
        row = await store.table(table)
        assert row is not None
        assert row.status == "open"
        await store.close()

    run(work())


def test_the_log_of_a_file_stays_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While moves keep coming, what SQLite has logged is copied into its file, and the log begins again."""
    monkeypatch.setattr(sqlite_file, "MOMENT", 0.05)

    async def work() -> None:
        store = await Store.open(f"sqlite:///{tmp_path}/tables.db", "test")
        table, _, _ = await lobby.create(store, WANTED, "here", 20)
        written = 0
        for number in range(1_000):
            data = {"name": "a", "text": "x" * 8_000}
            assert await store.append(table, Entry(number, "say", None, 1.5, data=data))
            written += 8_000
        log = (tmp_path / "tables.db-wal").stat().st_size
        assert log < written / 2
        assert len(await store.entries(table)) == 1_000
        await store.close()
        assert not (tmp_path / "tables.db-wal").exists()

    run(work())
