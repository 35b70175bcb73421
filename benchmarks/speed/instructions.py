"""How many instructions a random game takes, counted by valgrind: the same on a busy machine as on an idle one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from typing import Any

from rich.progress import track
from rich.table import Table

from benchmarks.speed.worker import same_engine
from branchline.model.board import Board
from branchline.model.errors import BranchlineError

FEW, MORE = 20, 220  # games: what both runs have in common is the start of Python, and is not counted
_PLAY = """
import sys
from branchline.game import random_playouts
board, variant, seats, games = sys.argv[1:]
print(random_playouts(board, variant=variant, seats=int(seats), games=int(games), seed=1).decisions)
"""


class CannotCount(BranchlineError):
    """Instructions cannot be counted here."""


def count(boards: Iterable[Board]) -> list[dict[str, Any]]:
    """Instructions of a game and of a decision on each board, with its first variant and as few seats as it takes."""
    if shutil.which("valgrind") is None:
        raise CannotCount("counting instructions takes valgrind, which is not installed")
    return [_row(board) for board in track([*boards], "counting", transient=True, disable=not sys.stderr.isatty())]


def _row(board: Board) -> dict[str, Any]:
    setup = (board.id, next(iter(board.variants)), board.seats[0])
    (few, few_decisions), (more, more_decisions) = (_counted(*setup, games) for games in (FEW, MORE))
    instructions = more - few
    return {
        **dict(zip(("board", "variant", "seats"), setup, strict=True)),
        "instructions_per_game": round(instructions / (MORE - FEW)),
        "instructions_per_decision": round(instructions / (more_decisions - few_decisions)),
    }


def _counted(board: str, variant: str, seats: int, games: int) -> tuple[int, int]:
    """The instructions of a process that plays that many games, and the decisions in them."""
    environment = same_engine(PYTHONHASHSEED="0")
    # Cachegrind without a cache to simulate counts as Callgrind does, in half the time.
    counter = ["--tool=cachegrind", "--cache-sim=no", f"--cachegrind-out-file={os.devnull}"]
    command = ["valgrind", *counter, sys.executable, "-c", _PLAY]
    done = subprocess.run(
        [*command, board, variant, str(seats), str(games)], env=environment, capture_output=True, text=True, check=False
    )
    found = re.search(r"I +refs: +([\d,]+)", done.stderr)
    if done.returncode or not found:
        raise CannotCount(f"valgrind failed: {done.stderr.strip()[-200:]}")
    return int(found[1].replace(",", "")), int(done.stdout)


def show(mode: str, rows: list[dict[str, Any]]) -> None:
    """The table."""
    from branchline.cli.screen import make_console

    title = f"Instructions of random games, {mode}"
    table = Table(title=title, box=None, padding=(0, 2, 0, 0), pad_edge=False, title_justify="left")
    for name in ("board", "variant", "seats", "a game", "a decision"):
        table.add_column(name, justify="left" if name in ("board", "variant") else "right", no_wrap=True)
    for row in rows:
        counts = (f"{row[name]:,}" for name in ("instructions_per_game", "instructions_per_decision"))
        table.add_row(row["board"], row["variant"], str(row["seats"]), *counts)
    make_console().print(table)
