"""Measures what a look of the champion takes on one core: in NumPy, as it ships, and in ONNX Runtime.

    python benchmarks/looks.py                 every board, one position and 64 at once
    pip install onnx onnxruntime onnxscript    for the comparison; without them NumPy is measured alone

A look is the network's judgment of positions whose numbers are there already. Both get the same weights, and must like
the same action best.
"""

from __future__ import annotations

import os

os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"

import importlib.util
import tempfile
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track
from rich.table import Table

import branchline as bl
from branchline.champions.judge import Judge
from branchline.champions.shipped import SHIPPED, weights_for

VARIANT, SEATS = "classic", 2
AT_ONCE = (1, 64)
ROUNDS = 20  # the best of that many is told: others had to wait for something else
SECONDS = 0.05  # of each of them
HAS_ONNX = all(importlib.util.find_spec(name) for name in ("onnx", "onnxruntime", "onnxscript", "torch"))
NAMES = ["rows", "masks"]
Positions = tuple[NDArray[np.int16], NDArray[np.bool_]]


def positions(judge: Judge, board: str, count: int) -> Positions:
    """What seats see in the middle of as many random games, and what they may do."""
    of, _ = judge.prepare(board, VARIANT, SEATS)
    rows, masks = [], []
    for seed in range(count):
        game = bl.new_game(board, seats=SEATS, seed=seed)
        for _ in range(40):
            legal = game.legal_actions()
            game.apply(legal[len(legal) // 2])
        seen = game.observe(game.to_move)
        rows.append(of.encode_observation(seen))
        masks.append(of.mask(seen.legal).astype(bool))
    return np.array(rows), np.array(masks)


def in_onnx(judge: Judge, board: str, some: Positions) -> Callable[[], NDArray[Any]]:
    """The same network in ONNX Runtime, with one thread."""
    import torch

    from branchline.champions.setups import Setup
    from branchline.training.learner import Learner, TorchArithmetic

    learner = Learner(judge.weights.network)
    learner.take(judge.weights.arrays)
    weights = {name: value.detach().clone() for name, value in learner.weights(torch.float32).items()}
    parts = learner.parts(Setup(board, VARIANT, SEATS))

    class Looking(torch.nn.Module):
        def forward(self, rows: torch.Tensor, masks: torch.Tensor) -> Any:
            found = judge.weights.network.judge(TorchArithmetic(), weights, parts, rows, masks)
            return found.liking, found.win, found.margin

    runtime: Any = importlib.import_module("onnxruntime")
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/champion.onnx"
        torch.onnx.export(Looking(), tuple(map(torch.from_numpy, some)), file, input_names=NAMES, verbose=False)
        session = runtime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
    return lambda: np.asarray(session.run(None, dict(zip(NAMES, some, strict=True)))[0])


def microseconds(run: Callable[[], object]) -> float:
    """What one call takes."""
    run()
    best = float("inf")
    for _ in range(ROUNDS):
        calls, start = 0, time.process_time()
        while (spent := time.process_time() - start) < SECONDS:
            run()
            calls += 1
        best = min(best, spent / calls)
    return 1e6 * best


def main() -> None:
    """Measure all boards and print a table."""
    table = Table("board", "positions", "NumPy, µs", "ONNX Runtime, µs")
    for board in track([board.id for board in bl.boards()], transient=True, console=Console(stderr=True)):
        judge = Judge(weights_for(SHIPPED, board))
        for count in AT_ONCE:
            some = positions(judge, board, count)
            look = partial(judge.likings, board, VARIANT, SEATS, *some)
            other = ""
            if HAS_ONNX:
                looking = in_onnx(judge, board, some)
                assert (looking().argmax(-1) == look().argmax(-1)).all(), board
                other = f"{microseconds(looking):,.0f}"
            table.add_row(board, str(count), f"{microseconds(look):,.0f}", other)
    Console().print(table)


if __name__ == "__main__":
    main()
