"""kill -9 at random moments: every acknowledged move is there afterward, and the games finish."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tests.server.crashing import crash_games
from tests.server.helpers import ServerProcess, run


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_acknowledged_moves_survive(
    start: Callable[..., ServerProcess], postgres: Callable[[], str], kind: str
) -> None:
    """Some games and kills; `benchmarks/crashes.py` does the same with 200 games."""
    process = start(lease_seconds=1.0) if kind == "sqlite" else start(database=postgres(), lease_seconds=1.0)
    done = run(crash_games(process, games=2, kills=3, rng=random.Random(kind)), 200)
    assert done.kills == 3
    assert done.acknowledged > 100
