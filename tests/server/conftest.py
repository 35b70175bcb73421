"""Servers that several tests share, and a PostgreSQL that needs no installing."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.helpers import QUICK, ServerProcess, postgres_server, serving


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
def postgres_machine() -> Iterator[Any]:
    """A PostgreSQL server for all tests."""
    with postgres_server() as server:
        yield server


@pytest.fixture(scope="session")
def admin(postgres_machine: Any) -> Callable[[str], None]:
    """Does what only the master of all databases can."""
    return lambda command: postgres_machine.psql(f"{command};")


@pytest.fixture(scope="session")
def postgres(postgres_machine: Any, admin: Callable[[str], None]) -> Callable[[], str]:
    """Makes empty PostgreSQL databases; returns their addresses."""
    numbers = itertools.count()

    def make() -> str:
        name = f"tables_{next(numbers)}"
        admin(f"create database {name}")
        found: str = postgres_machine.get_uri(name)
        return found

    return make
