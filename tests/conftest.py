"""For all tests."""

from __future__ import annotations

import pytest

LONG = ("tests/test_make_play.py", "tests/server/test_crashes.py", "tests/lab/test_ray.py", "tests/web/test_boards.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start with the longest tests, so that all cores end at about the same time."""
    items.sort(key=lambda item: not item.nodeid.startswith(LONG))
