"""Garbage is collected when much is new, and not before."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from branchline.server import garbage_collection as subject
from branchline.server.background import Background


class Knot:
    """Something that refers to itself, so that only the collector frees it."""

    def __init__(self) -> None:
        self.own = self


async def some_moments() -> None:
    for _ in range(20):
        await asyncio.sleep(0.005)


def test_a_knot_stays_until_much_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subject, "_MOMENT", 0.01)
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
