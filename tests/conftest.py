"""For all tests."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from branchline.boards import registry

LONG = (  # those that take longest come first
    "tests/test_make_play.py",
    "tests/lab/test_ray.py",
    "tests/server/test_workers.py",
    "tests/cli/test_bench.py",
    "tests/server/test_malformed.py",
    "tests/server/test_crashes.py",
    "tests/server/test_leaks.py",
    "tests/server/test_timekeeping.py",
    "tests/docs/test_examples.py",
    "tests/lab/test_arena.py",
    "tests/web/test_every_decision.py",
    "tests/web/test_boards.py",
    "tests/web/test_friends.py",
    "tests/web/test_pages.py",
    "tests/web/test_table.py",
)
PAGES = "tests/web/"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start with the longest tests, so that all cores end at about the same time.

    Those with a browser come last in any case: from the first one on, Playwright keeps an event loop running in the
    process, and tests that run loops of their own would fail.
    """

    def turn(item: pytest.Item) -> tuple[bool, int]:
        place = next((at for at, long in enumerate(LONG) if item.nodeid.startswith(long)), len(LONG))
        return item.nodeid.startswith(PAGES), place

    items.sort(key=turn)


@pytest.fixture(autouse=True)
def _forget_boards() -> Iterator[None]:
    """Boards that a test adds, and names for the processes that it starts, are not there for the next one."""
    added, named = dict(registry._added), os.environ.get(registry.VARIABLE)
    yield
    registry._added.clear()
    registry._added.update(added)
    if named is None:
        os.environ.pop(registry.VARIABLE, None)
    else:
        os.environ[registry.VARIABLE] = named
