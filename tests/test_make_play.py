"""`make play` as a newcomer meets it: a copy of the sources, nothing installed, nothing compiled."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from branchline.client import Client

PROJECT = Path(__file__).parent.parent
NEEDED = ("Makefile", "setup.py", "pyproject.toml", "requirements-dev.txt", "README.md", "LICENSE")
BUILT = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "_compiled-*.json", "*.egg-info")
PATIENCE = 400.0  # seconds: it takes a small part of that, but tests run beside it


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what `make play` needs."""
    for name in NEEDED:
        shutil.copy(PROJECT / name, tmp_path)
    for folder in ("building", "src"):
        shutil.copytree(PROJECT / folder, tmp_path / folder, ignore=BUILT)
    return tmp_path


@contextlib.contextmanager
def playing(checkout: Path, **variables: str) -> Iterator[Path]:
    """Run `make play` without opening a browser; ends it with Ctrl-C. Yields the file with its output."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("BRANCHLINE_")}
    environment = {**inherited, "XDG_DATA_HOME": str(checkout / "data"), **variables}
    output = checkout / "output.txt"
    command = ["make", "play", f"PYTHON={sys.executable}", "ARGS=--no-open"]
    with output.open("w") as file:
        process = subprocess.Popen(
            command, cwd=checkout, env=environment, stdout=file, stderr=subprocess.STDOUT, start_new_session=True
        )
    try:
        yield output
        os.killpg(process.pid, signal.SIGINT)
        process.wait(timeout=60)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def said(output: Path, pattern: str) -> str:
    """Wait until the output has what is looked for, and return its group."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if found := re.search(pattern, output.read_text()):
            return found[1]
        if re.search(r"\*\*\*", output.read_text()):
            break
        time.sleep(0.2)
    raise AssertionError(f"nothing like {pattern!r} in:\n{output.read_text()}")


async def play_a_move(address: str) -> str:
    """Start a table with a master and decide once; returns what the lobby says of masters before that."""
    async with Client(address) as client:
        master = next(bot for bot in (await client.boards())["bots"] if bot["level"] == "master")
        seated = await client.create("usa", name="Mara", seats=["person", "master"])
        await client.start(seated)
        async with client.sit(seated) as seat:
            decision = await seat.decision()
            assert decision is not None
            await seat.act(decision["choices"][0]["number"])
            assert await seat.decision() is not None  # the bot chose its tickets too, and the game goes on
    return master["soon"]


def left_behind(checkout: Path) -> list[str]:
    """The commands of processes that still work in the copy."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if process.joinpath("cwd").resolve().is_relative_to(checkout):
                found.append(process.joinpath("cmdline").read_text().replace("\0", " "))
    return found


@pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="looks for processes in /proc")
def test_a_game_from_nothing(checkout: Path) -> None:
    with playing(checkout) as output:
        address = said(output, r"Branchline is at (http://[\d.:]+)")
        assert said(output, r"(being compiled beside the game|cannot)")
        assert asyncio.run(play_a_move(address)) == "ready in a minute"
    assert left_behind(checkout) == []

    with playing(checkout, CC="no-such-compiler") as output:  # as on a machine without one
        address = said(output, r"Branchline is at (http://[\d.:]+)")
        assert said(output, r"(There is no C compiler)")
        assert asyncio.run(play_a_move(address)) == ""
    assert left_behind(checkout) == []
