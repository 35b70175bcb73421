"""What went wrong in keeping a house, and must not again: copies, analyses of damaged tables, names, deleting."""

from __future__ import annotations

import stat
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from branchline.model.errors import UnknownBoard
from branchline.server.operating import backups
from branchline.server.store import analyses
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
