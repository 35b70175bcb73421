"""What went wrong in keeping a house, and must not again: copies, analyses of damaged tables, names, deleting."""

from __future__ import annotations

import stat
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import select, update

from branchline.model.errors import UnknownBoard
from branchline.server.operating import backups, retention
from branchline.server.store import analyses
from branchline.server.store.puzzle_ratings import note_try, solver
from branchline.server.store.schema import puzzle_tries
from branchline.server.store.store import Store
from branchline.server.study.analyst import Analyst
from branchline.table import lobby
from branchline.table.home import StoreFailed
from branchline.table.protocol.requests import CreateTable
from tests.server.helpers import QUICK, run

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
