"""Boards of the tests' own, for clauses about which no board of the package has anything to say."""

from __future__ import annotations

from pathlib import Path

import pytest

import branchline as bl
from branchline.boards import registry

BOARDS = Path(__file__).parent / "boards"


@pytest.fixture
def own_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """The boards `ferries`, `parallels` and `borders`, for one test only: others go through all boards there are."""
    monkeypatch.setattr(registry, "_added", dict(registry._added))
    for folder in sorted(BOARDS.iterdir()):
        bl.add_board(folder)
