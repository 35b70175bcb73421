"""What went wrong in keeping a house, and must not again: copies, analyses of damaged tables, names, deleting."""

from __future__ import annotations

import asyncio
import gzip
import json
import stat
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, delete, select, update

from branchline.model.errors import UnknownBoard
from branchline.server.operating import backups, house, restoring, retention
from branchline.server.operating.orders import BadOrder, Desk, carry_out
from branchline.server.store import analyses
from branchline.server.store.puzzle_ratings import note_try, solver
from branchline.server.store.schema import puzzle_tries, tables
from branchline.server.store.store import Store
from branchline.server.study.analyst import Analyst
from branchline.server.tables.doorkeeper import Doorkeeper
from branchline.table import lobby
from branchline.table.home import StoreFailed
from branchline.table.live_table import LiveTable, Planned
from branchline.table.protocol.refusing import Refused
from branchline.table.protocol.requests import CreateTable, JoinTable
from branchline.table.rows import SaidLine
from branchline.table.tokens import hashed
from tests.server.helpers import QUICK, ServerProcess, run

WANTED = CreateTable.model_validate({"board": "usa", "name": "Mara", "seats": [{"kind": "person"}, {"kind": "person"}]})


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/tables.db"


def test_a_copy_is_nobody_elses_while_it_is_written_and_leaves_nothing_when_it_fails(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "copy.gz"
    beside = tmp_path / "copy.gz.part"
    modes = []

    def say(_: Any, __: Any) -> None:
        modes.append(stat.S_IMODE(beside.stat().st_mode))
        raise StoreFailed("no room")

    async def work() -> None:
        store = await Store.open(database, "test")
        beside.write_text("of one that was killed")
        beside.chmod(0o644)
        monkeypatch.setattr(backups, "_say", say)
        with pytest.raises(StoreFailed):
            await store.read(lambda connection: backups.copy(connection, file))
        assert modes == [0o600]
        assert not beside.exists()
        monkeypatch.undo()
        await store.read(lambda connection: backups.copy(connection, file))
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        await store.close()

    run(work())


@pytest.mark.parametrize("error", [UnknownBoard("there is no board 'x'"), ValueError(""), KeyError("kind")])
def test_a_table_that_cannot_be_loaded_leaves_the_queue(database: str, error: Exception) -> None:
    """The worker goes on with the next game."""

    async def work() -> None:
        store = await Store.open(database, "test")
        table, _, _ = await lobby.create(store, WANTED, "here", 20)
        await analyses.want(store, table, 8, "here", 3, 3)
        job = await analyses.take(store, "test", 60, 1)
        assert job is not None

        async def fails(_: str) -> Any:
            raise error

        analyst = Analyst(store, SimpleNamespace(table=fails), None, QUICK, "test")  # type: ignore[arg-type]
        await analyst._work(*job)
        row = await analyses.find(store, table)
        assert row is not None
        assert (row.wanted, row.problem) == (0, str(error) or "ValueError")
        await store.close()

    run(work())


def test_a_rating_that_is_deleted_lets_nobody_try_again_the_same_day(database: str) -> None:
    async def work() -> None:
        store = await Store.open(database, "test")
        assert (await note_try(store, "me", "one", 1500.0, False, "here")).counted
        await retention.erase_solver(store, "me")
        assert (await solver(store, "me"))[1] == {}
        assert not (await note_try(store, "me", "one", 1500.0, True, "here")).counted
        await store.forget(0.0, 0.0)
        (row,) = await store.all(select(puzzle_tries))
        assert (row.solver != "me", row.solved) == (True, False)
        await store.write(lambda connection: connection.execute(update(puzzle_tries).values(at=time.time() - 90_000)))
        await store.forget(0.0, 0.0)
        assert await store.all(select(puzzle_tries)) == []
        assert (await note_try(store, "me", "one", 1500.0, True, "here")).counted
        await store.close()

    run(work())


def _join(name: str) -> JoinTable:
    return JoinTable.model_validate({"name": name})


def test_erasing_at_an_open_table_frees_the_seat_and_deletes_only_what_one_has_said(database: str) -> None:
    """Also after two have changed places; the host's role goes to who stays."""

    async def work() -> None:
        store = await Store.open(database, "test")
        table, host, _ = await lobby.create(store, WANTED, "here", 20)
        _, guest = await lobby.join(store, table, _join("June"), "here", 20)
        for number, (seat, name) in enumerate([(0, "Mara"), (1, "June"), (None, "Mara")]):
            await store.say(table, SaidLine(number + 1, seat, name, "Hello"))
        await lobby.swap(store, table, host, 0, 1)
        row = await store.table(table)
        assert row is not None
        live = LiveTable(store, row, QUICK.limits)
        await live.load()
        assert await retention.erase(store, table, hashed(host))
        await live.refresh(rows=True)
        heard = [(line["number"], line["name"]) for line in live.talk.page()[0]]
        assert heard == [(line.number, line.name) for line in await store.chat(table, 9)] == [(2, "June"), (3, "Mara")]
        row = await store.table(table)
        assert row is not None
        assert [(seat.kind, seat.name) for seat in row.seats] == [("person", "June"), ("free", "")]
        assert row.host == hashed(guest)
        await lobby.join(store, table, _join("Ada"), "here", 20)
        assert await retention.erase(store, table, hashed(guest))
        await store.close()

    run(work())


def test_in_the_next_game_the_seat_of_who_deleted_their_games_is_free(database: str) -> None:
    async def work() -> None:
        store = await Store.open(database, "test")
        table, host, _ = await lobby.create(store, WANTED, "here", 20)
        _, guest = await lobby.join(store, table, _join("June"), "here", 20)
        await store.write(lambda connection: connection.execute(update(tables).values(status="finished")))
        assert await retention.erase(store, table, hashed(guest))
        again = await store.table(await lobby.rematch(store, table, host, "here", 20))
        assert again is not None
        assert [(seat.kind, seat.name) for seat in again.seats] == [("person", "Mara"), ("free", "")]
        await store.close()

    run(work())


def test_a_restore_that_was_killed_is_over_after_a_while(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one works it says so again; one that is interrupted lets its rows be written before others go on."""

    async def work() -> None:
        store = await Store.open(database, "test")
        for seconds, still in ((60.0, True), (-1.0, False)):
            await store.write(lambda connection, seconds=seconds: house.stand_still(connection, seconds))  # type: ignore[misc]
            assert (await store.read(house.read_rules)).restoring is still
        await store.write(lambda connection: house.go_on_standing_still(connection, 60))
        assert (await store.read(house.read_rules)).restoring
        await store.write(lambda connection: house.stand_still(connection, None))
        await store.write(lambda connection: house.go_on_standing_still(connection, 60))
        assert not (await store.read(house.read_rules)).restoring
        file = Path(database.removeprefix("sqlite:///")).with_name("copy.gz")
        desk = Desk(store, QUICK)
        await restoring.backup(desk, file)
        begun, slow = threading.Event(), backups.restore

        def slowly(connection: Connection, path: Path) -> int:
            begun.set()
            time.sleep(0.3)
            return slow(connection, path)

        monkeypatch.setattr(backups, "restore", slowly)
        task = asyncio.create_task(restoring.restore(desk, file, wait=0.0))
        await asyncio.to_thread(begun.wait)
        assert (await store.read(house.read_rules)).restoring
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert not (await store.read(house.read_rules)).restoring
        assert [each["did"] for each in await store.read(lambda c: house.latest_notes(c, 5))] == ["restore"]
        await store.close()

    run(work())


def test_nothing_is_changed_while_tables_are_restored(start: Callable[..., ServerProcess]) -> None:
    server = start()

    async def stand_still(seconds: float | None) -> None:
        store = await Store.open(server.settings.database, "test", visits=True)
        await store.write(lambda connection: house.stand_still(connection, seconds))
        await store.close()

    def wait_for(status: int) -> None:
        until = time.monotonic() + 20
        wanted = {"board": "usa", "name": "Ada", "seats": [{"kind": "person"}] * 2}
        while httpx.post(f"{server.url}/api/tables", json=wanted).status_code != status:
            assert time.monotonic() < until
            time.sleep(0.1)

    run(stand_still(60))
    wait_for(503)
    assert httpx.post(f"{server.url}/api/privacy/erase", json={"solver": "me"}).status_code == 503
    run(stand_still(None))
    wait_for(201)


def test_a_table_that_is_gone_takes_nothing_in(database: str) -> None:
    async def work() -> None:
        store = await Store.open(database, "test")
        table, _, _ = await lobby.create(store, WANTED, "here", 20)
        row = await store.table(table)
        assert row is not None
        live = LiveTable(store, row, QUICK.limits)
        live.gone = True
        with pytest.raises(Refused, match="no more"):
            await live.record(lambda: Planned("silenced", None))
        assert await store.entries(table) == []
        await store.close()

    run(work())


def test_an_order_is_seen_among_what_hosts_do_and_again_until_it_is_done(database: str) -> None:
    """One table in trouble does not keep the others behind."""

    async def work() -> None:
        store = await Store.open(database, "test")
        looked: list[str] = []
        trouble: dict[str, Exception] = {"a": StoreFailed("no answer"), "b": ValueError("damaged")}

        async def look_again(table: str) -> None:
            looked.append(table)
            if table in trouble:
                raise trouble[table]

        hub: Any = SimpleNamespace(tables={}, still=False, look_again=look_again)
        doorkeeper = Doorkeeper(store, hub)
        for table in "abc":
            await store.write(lambda connection, table=table: house.note(connection, "operator", "close", table))  # type: ignore[misc]
        for _ in range(60):
            await house.note_host(store, "kick", "d")
        await doorkeeper.look()
        assert sorted(looked) == ["a", "b", "c"]
        await doorkeeper.look()
        assert looked[3:] == ["a"]
        trouble.clear()
        await doorkeeper.look()
        await doorkeeper.look()
        assert looked[4:] == ["a"]
        await store.close()

    run(work())


def _written(file: Path, lines: list[Any]) -> Path:
    with gzip.open(file, "wt", encoding="utf-8") as out:
        out.writelines(f"{json.dumps(line)}\n" for line in lines)
    return file


def test_an_import_takes_only_what_belongs_to_the_table(database: str, tmp_path: Path) -> None:
    async def work() -> None:
        store = await Store.open(database, "test")
        desk = Desk(store, QUICK)
        table, _, _ = await lobby.create(store, WANTED, "here", 20)
        other, _, _ = await lobby.create(store, WANTED, "here", 20)
        await restoring.export(desk, table, tmp_path / "copy.gz")
        await store.write(lambda connection: connection.execute(delete(tables).where(tables.c.id == table)))
        with gzip.open(tmp_path / "copy.gz", "rt", encoding="utf-8") as lines:
            *whole, end = [json.loads(line) for line in lines]
        line = [other, 99, None, "Mara", "Hello"]
        more: list[Any] = [
            [{"rows": "house", "columns": ["name", "value"]}, ["closed", "on"]],
            [{"rows": "solvers", "columns": ["token"]}, ["me"]],
            [{"rows": "chat", "columns": ["table_id", "number", "seat", "name", "text"]}, line],
            [{"rows": "chat", "columns": ["table_id", "nonsense"]}, [table, 1]],
            [{"rows": "chat", "columns": ["table_id", "number", "seat", "name", "text"]}, [table]],
        ]
        for rows in more:
            file = _written(tmp_path / "forged.gz", [*whole, *rows, {"end": end["end"] + 1}])
            with pytest.raises(backups.BadCopy, match=r"forged\.gz"):
                await restoring.import_table(desk, file)
        assert await store.table(table) is None
        await restoring.import_table(desk, tmp_path / "copy.gz")
        assert await store.table(table) is not None
        await store.close()

    run(work())


def test_what_is_wrong_with_a_file_is_said(database: str, tmp_path: Path) -> None:
    async def work() -> None:
        store = await Store.open(database, "test")
        desk = Desk(store, QUICK)
        with pytest.raises(backups.BadCopy, match=r"none/copy\.gz cannot be written: No such file"):
            await restoring.backup(desk, tmp_path / "none" / "copy.gz")
        with pytest.raises(backups.BadCopy, match=r"none\.gz cannot be read: No such file"):
            await restoring.restore(desk, tmp_path / "none.gz")
        copy = tmp_path / "copy.gz"
        await restoring.backup(desk, copy)
        whole = copy.read_bytes()
        copy.write_bytes(whole[:30] + b"\xff" * 40 + whole[70:])
        with pytest.raises(backups.BadCopy, match="not whole"):
            await restoring.restore(desk, copy)
        await store.close()

    run(work())


def test_orders_that_make_no_sense_are_refused_in_words(database: str) -> None:
    async def work() -> None:
        store = await Store.open(database, "test")
        desk = Desk(store, QUICK)
        table, _, _ = await lobby.create(store, WANTED, "here", 20)
        changes = {"board": "atlantis", "status": "running"}
        await store.write(lambda connection: connection.execute(update(tables).values(**changes)))
        for name, values, words in (
            ("ban-address", {"address": "somewhere"}, "no IP address"),
            ("refuse-name", {"name": "x" * 300}, "at most 40"),
            ("close", {"table": table}, "."),
        ):
            with pytest.raises(BadOrder, match=words):
                await carry_out(desk, name, values)
        await carry_out(desk, "ban-address", {"address": "fe80::1%eth0"})
        await store.close()

    run(work())


def test_a_secret_that_fits_nothing_has_nothing_written(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        store = await Store.open(database, "test")
        table, _, _ = await lobby.create(store, WANTED, "here", 20)

        async def change(*_: Any) -> Any:
            raise AssertionError

        monkeypatch.setattr(store, "change", change)
        assert not await retention.erase(store, table, hashed("guessed"))
        assert not await retention.erase(store, "abcdefghjk", hashed("guessed"))
        await store.close()

    run(work())
