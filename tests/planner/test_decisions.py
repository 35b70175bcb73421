"""The planner decides the same compiled and uncompiled, and as it did when decisions.json was written.

A failure in one mode alone is an error in the sources or in the compiler. One in both means that the planner plays in
another way now; if that is meant, `python tests/planner/decisions.py --write` keeps the new games.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import branchline as bl

PROGRAM = Path(__file__).with_name("decisions.py")
KEPT = json.loads(PROGRAM.with_suffix(".json").read_text(encoding="utf-8"))
WANTED = {  # listed before any other test adds a board of its own
    f"{board.id} {variant} {seats}" for board in bl.boards() for variant in board.variants for seats in board.seats
}


@pytest.mark.parametrize("pure", ["0", "1"], ids=["compiled", "uncompiled"])
def test_planners_decide_as_they_did(pure: str) -> None:
    """Where nothing is compiled, both play from the sources."""
    environment = {**os.environ, "BRANCHLINE_PURE": pure, "BRANCHLINE_QUIET": "1"}
    done = subprocess.run([sys.executable, PROGRAM], env=environment, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    assert found["games"] == KEPT
    assert pure == "0" or found["mode"] == "uncompiled"


def test_games_of_every_board_and_variant_are_kept() -> None:
    assert {*KEPT} == WANTED
    assert len({game["hash"] for game in KEPT.values()}) == len(KEPT)
