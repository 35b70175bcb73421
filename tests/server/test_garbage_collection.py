"""Garbage is collected among what is new, when that is much or large; all else is left alone."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from branchline.server.worker import garbage_collection as subject
from branchline.server.worker.background import Background


class Knot:
    """Something that refers to itself, so that only the collector frees it."""

    def __init__(self) -> None:
        self.own = self


async def some_moments() -> None:
    for _ in range(20):
        await asyncio.sleep(0.005)


def test_a_knot_stays_until_much_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subject, "_MOMENT", 0.01)
    monkeypatch.setattr(subject, "_MEMORY_MOMENT", 0.01)
    monkeypatch.setattr(subject, "_LEAST", 50_000)

    async def scene() -> None:
        async with subject.rare_collections(Background()):
            assert not gc.isenabled()
            knot = weakref.ref(Knot())
            await some_moments()
            assert knot() is not None
            new: list[list[int]] = [[] for _ in range(100_000)]
            await some_moments()
            assert knot() is None
            assert len(new) == 100_000

    asyncio.run(scene())
    assert gc.isenabled()


def test_what_has_been_looked_at_is_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much a server holds, a look takes no longer."""
    monkeypatch.setattr(subject, "_MOMENT", 0.01)
    monkeypatch.setattr(subject, "_MEMORY_MOMENT", 0.01)

    async def scene() -> None:
        async with subject.rare_collections(Background()):
            held: list[list[int]] = [[] for _ in range(300_000)]
            await some_moments()
            assert len(gc.get_objects()) < 50_000
            assert len(held) == 300_000

    asyncio.run(scene())


def test_few_things_that_hold_much_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subject, "_MOMENT", 0.01)
    monkeypatch.setattr(subject, "_MEMORY_MOMENT", 0.01)
    if not subject._STATUS.exists():
        pytest.skip("this system does not tell how much memory a process has")

    async def scene() -> None:
        async with subject.rare_collections(Background()):
            await some_moments()
            knot = Knot()
            knot.own = [knot, b"x" * 150_000_000]  # type: ignore[assignment]
            found = weakref.ref(knot)
            del knot
            await some_moments()
            assert found() is None

    asyncio.run(scene())
