"""Bots take a compiled engine as soon as there is one: their processes start again."""

from __future__ import annotations

import asyncio

import pytest

from branchline import _compiling, _native, new_game
from branchline.server.bots import processes as thinking_processes
from branchline.server.bots.processes import bot_pool
from branchline.table.bots.levels import levels


def test_processes_of_bots_start_anew_when_the_engine_was_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    stamp = _native.build_stamp()
    monkeypatch.setattr(_native, "build_stamp", lambda: stamp)
    monkeypatch.setattr(thinking_processes, "_LOOK", 0.0)
    seen = new_game("usa", seats=2, seed=1).observe(0)

    async def ask() -> list[int]:
        pool = bot_pool(1, 60.0)
        processes = []
        for _ in range(2):
            assert await pool.decide("random", 1, seen) in seen.legal
            assert await pool.decide("random", 2, seen) in seen.legal
            (process,) = pool._quick._all
            assert isinstance(process, thinking_processes.ThinkingProcess)
            assert process._process is not None
            processes.append(process._process.pid)
            monkeypatch.setattr(_native, "build_stamp", lambda: stamp + 1)
        await pool.close()
        return processes

    first, second = asyncio.run(ask())
    assert first != second


def test_only_what_wants_the_compiled_engine_is_said_to_be_ready_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {bot["soon"] for bot in levels()} == {""}
    monkeypatch.setattr(_compiling, "is_under_way", lambda: True)
    assert [bot["level"] for bot in levels() if bot["soon"]] == ["master"]
