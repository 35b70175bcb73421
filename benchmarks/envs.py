"""Measures the learning environments on one core: steps in random and in strong play.

python benchmarks/envs.py                 every board and variant
python benchmarks/envs.py --board usa     one board

The moves are chosen beforehand, at random or by planners, and then played again: what is measured is the environment.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track
from rich.table import Table

import branchline as bl
from branchline import _native
from branchline.boards import registry
from branchline.encodings.arrays import view_of
from branchline.encodings.core.batch import Batch
from branchline.engine.rng import Rng
from branchline.envs import VectorEnv
from branchline.planner.mind import Mind
from branchline.planner.style import Style

SEED = 1
PLAY = ("random", "planner")
Moves = list[NDArray[Any]]


def rate(run: Callable[[], int], seconds: float) -> float:
    """How many things a second `run` does, which says how many it did; measured for some seconds of this process."""
    run()
    done, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        done += run()
    return done / spent


def make_batch(board: str, variant: str, seats: int, games: int) -> Batch:
    """Games that are about to begin."""
    sheets = [registry.new_rule_sheet(board, variant, seats) for _ in range(games)]
    for sheet in sheets:
        sheet.commons.journal.on = False
    return Batch(sheets, SEED, 0, False)


def choose_moves(batch: Batch, play: str, steps: int) -> Moves:
    """The moves of that many steps, from the beginning of all games."""
    batch.reset(SEED)
    batch.write()
    rng = Rng(SEED)
    minds = [Mind(game, Style()) for game in batch.games]
    moves: Moves = []
    for _ in range(steps):
        if play == "random":
            batch.choose_at_random(rng)
        else:
            batch.choose(np.array([mind.decide(batch.to_move(g)) for g, mind in enumerate(minds)], "<i8").tobytes())
        moves.append(view_of(batch.chosen).copy())
        for g in batch.step(False):
            minds[g].forget()
    return moves


def measure(board: str, variant: str, seats: int, games: int, steps: int, seconds: float) -> list[float]:
    """Steps a second through `VectorEnv`, then inside the compiled code, each in random and in strong play."""
    env = VectorEnv(board, variant=variant, seats=seats, games=games, seed=SEED)
    batch = make_batch(board, variant, seats, games)
    moves = {play: choose_moves(batch, play, steps) for play in PLAY}
    packed = {play: [actions.tobytes() for actions in moves[play]] for play in PLAY}

    def whole_steps(play: str) -> int:
        env.reset()
        for actions in moves[play]:
            env.step(actions)
        return games * steps

    def bare_steps(play: str) -> int:
        batch.reset(SEED)
        batch.write()
        for actions in packed[play]:
            batch.choose(actions)
            batch.step(False)
        return games * steps

    def rates(run: Callable[[str], int]) -> list[float]:
        return [rate(lambda play=play: run(play), seconds) for play in PLAY]  # type: ignore[misc]

    return [*rates(whole_steps), *rates(bare_steps)]


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description="Measure the learning environments on one core.")
    parser.add_argument("--board", help="only this board")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=64, help="games side by side")
    parser.add_argument("--steps", type=int, default=300, help="moves of each game that are played again and again")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each measurement")
    options = parser.parse_args()
    boards = [board for board in bl.boards() if options.board in (None, board.id)]
    rows = [(board.id, variant) for board in boards for variant in board.variants]
    table = Table(title=f"{options.games} games side by side, {options.seats} seats, one core, {_native.mode()}")
    for name in ("board", "variant"):
        table.add_column(name)
    for where in ("VectorEnv", "compiled"):
        for play in PLAY:
            table.add_column(f"{where}, {play}", justify="right")
    for board, variant in track(rows, description="measuring", transient=True):
        rates = measure(board, variant, options.seats, options.games, options.steps, options.seconds)
        table.add_row(board, variant, *(f"{figure:,.0f}" for figure in rates))
    console = Console()
    console.print(table)
    console.print("Steps a second. A step is an action, and the mask and the observation after it.")


if __name__ == "__main__":
    main()
