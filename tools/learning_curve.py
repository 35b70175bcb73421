"""Draws the learning curve of a run of `examples/ppo_selfplay.py` for the documentation.

python tools/learning_curve.py runs/san_francisco/curve.csv docs/images/learning-curve.svg
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import matplotlib as mpl

mpl.use("svg")
mpl.rcParams["svg.hashsalt"] = "branchline"  # the same file for the same numbers

import matplotlib.pyplot as plt  # noqa: E402  (after the choice of how to draw)

COLORS = {"random": "#8a8f98", "greedy": "#0f766e", "builder": "#b45309"}


def main(source: str, target: str) -> None:
    """Read the evaluations and draw the part of games won against each bot."""
    with Path(source).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    minutes = [float(row["seconds"]) / 60 for row in rows]
    figure, axes = plt.subplots(figsize=(7, 3.6), layout="constrained")
    for opponent, color in COLORS.items():
        won = [100 * float(row[f"won against {opponent}"]) for row in rows]
        axes.plot(minutes, won, marker="o", markersize=4, color=color, label=f"against {opponent}")
    axes.axhline(50, color="#c9ccd1", linewidth=1, linestyle="--")
    axes.set(xlabel="minutes of training", ylabel="games won, %", ylim=(0, 104), xlim=(0, None))
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, loc="lower right")
    figure.savefig(target, metadata={"Date": None})


if __name__ == "__main__":
    main(*sys.argv[1:])
