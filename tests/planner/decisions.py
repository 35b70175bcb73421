"""Games of planners, told by hashes over all of their decisions: the same for compiled modules and for their sources.

python tests/planner/decisions.py           # play them and print what came of them, and in which mode
python tests/planner/decisions.py --write   # keep that in decisions.json, after the planner was changed
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import branchline as bl
from branchline import _native
from branchline.boards import registry
from branchline.planner.mind import Mind
from branchline.planner.style import Style

KEPT = Path(__file__).with_name("decisions.json")
SEED = 11


def play(board: str, variant: str, seats: int) -> dict[str, Any]:
    """One game: how many decisions it took, a hash over them, and the scores."""
    rules = registry.new_rule_sheet(board, variant, seats)
    mind = Mind(rules, Style())
    rules.start(SEED, 0)
    running = hashlib.sha256()
    count = 0
    while not rules.over:
        seat = rules.open.seat()
        action = mind.decide(seat)
        running.update(f"{seat} {action}\n".encode())
        rules.act(seat, action)
        count += 1
    scores = [int(rules.total(seat)) for seat in range(seats)]
    return {"decisions": count, "hash": running.hexdigest()[:16], "scores": scores}


def play_all() -> dict[str, dict[str, Any]]:
    """A game of each board and variant with the fewest seats, and one with the most."""
    return {
        f"{board.id} {variant} {seats}": play(board.id, variant, seats)
        for board in bl.boards()
        for variant in board.variants
        for seats in board.seats
    }


if __name__ == "__main__":
    text = json.dumps({"mode": _native.mode(), "games": play_all()}, indent=1)
    if "--write" in sys.argv:
        KEPT.write_text(json.dumps(json.loads(text)["games"], indent=1) + "\n", encoding="utf-8")
    print(text)
