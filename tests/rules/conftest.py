"""Boards of the tests' own, for clauses about which no board of the package has anything to say."""

from __future__ import annotations

from pathlib import Path

import pytest

import branchline as bl

BOARDS = Path(__file__).parent / "boards"


@pytest.fixture
def own_boards() -> None:
    """The boards `ferries`, `parallels` and `borders`, for one test only: others go through all boards there are."""
    for folder in sorted(BOARDS.iterdir()):
        bl.add_board(folder)
