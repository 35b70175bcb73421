"""For all tests."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from branchline.boards import registry

LONG = (
    "tests/test_make_play.py",
    "tests/server/test_crashes.py",
    "tests/lab/test_ray.py",
    "tests/web/test_every_decision.py",
    "tests/web/test_boards.py",
)
PAGES = "tests/web/"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start with the longest tests, so that all cores end at about the same time.

    Those with a browser come last in any case: from the first one on, Playwright keeps an event loop running in the
    process, and tests that run loops of their own would fail.
    """
    items.sort(key=lambda item: (item.nodeid.startswith(PAGES), not item.nodeid.startswith(LONG)))


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
