"""Measures the learning environments on one core: steps with mask and observation, and each of the two alone.

python benchmarks/envs.py                 every board and variant
python benchmarks/envs.py --board usa     one board
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

from rich.console import Console
from rich.progress import track
from rich.table import Table

import branchline as bl
from branchline import _native
from branchline.boards import registry
from branchline.engine.rng import Rng
from branchline.envs import VectorEnv
from branchline.envs.core.batch import Batch


def rate(run: Callable[[], int], seconds: float) -> float:
    """How many things a second `run` does, which says how many it did; measured for some seconds of this process."""
    run()
    done, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        done += run()
    return done / spent


def measure(board: str, variant: str, seats: int, games: int, seconds: float) -> list[float]:
    """Steps a second through `VectorEnv`, then inside the compiled code, then masks and observations alone."""
    env = VectorEnv(board, variant=variant, seats=seats, games=games, seed=1)
    env.reset()
    rng = Rng(1)
    batch = env._games.batch  # type: ignore[union-attr]  # one process has one batch

    def step() -> int:
        env.step(batch.sample(rng))
        return games

    inner = Batch([registry.new_rule_sheet(board, variant, seats) for _ in range(games)], 1, 0, False)
    inner.reset(1)
    inner.write()

    def bare_step() -> int:
        inner.play_all(inner.sample(rng))
        for ended in inner.ended():
            inner.restart(ended)
        inner.write()
        return games

    def mask() -> int:
        inner.write_masks()
        return games

    def observation() -> int:
        inner.write_observations()
        return games

    return [rate(run, seconds) for run in (step, bare_step, mask, observation)]


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description="Measure the learning environments on one core.")
    parser.add_argument("--board", help="only this board")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=64, help="games side by side")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each measurement")
    options = parser.parse_args()
    boards = [board for board in bl.boards() if options.board in (None, board.id)]
    rows = [(board.id, variant) for board in boards for variant in board.variants]
    table = Table(title=f"{options.games} games side by side, {options.seats} seats, one core, {_native.mode()}")
    for name in ("board", "variant"):
        table.add_column(name)
    for name in ("VectorEnv steps/s", "compiled steps/s", "masks/s", "observations/s"):
        table.add_column(name, justify="right")
    for board, variant in track(rows, description="measuring", transient=True):
        rates = measure(board, variant, options.seats, options.games, options.seconds)
        table.add_row(board, variant, *(f"{figure:,.0f}" for figure in rates))
    console = Console()
    console.print(table)
    console.print("A step is an action, and the mask and the observation after it.")


if __name__ == "__main__":
    main()
