"""For all tests."""

from __future__ import annotations

import pytest

LONG = ("tests/test_make_play.py", "tests/server/test_crashes.py", "tests/lab/test_ray.py", "tests/web/test_boards.py")
PAGES = "tests/web/"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start with the longest tests, so that all cores end at about the same time.

    Those with a browser come last in any case: from the first one on, Playwright keeps an event loop running in the
    process, and tests that run loops of their own would fail.
    """
    items.sort(key=lambda item: (item.nodeid.startswith(PAGES), not item.nodeid.startswith(LONG)))
