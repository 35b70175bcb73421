"""Draws the learning curves of runs of `branchline train` for the documentation, one panel for each.

python tools/learning_curve.py docs/images/champion-curve.svg "San Francisco=one/curve.csv" "USA=two/curve.csv"
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import matplotlib as mpl

mpl.use("svg")
mpl.rcParams["svg.hashsalt"] = "branchline"  # the same file for the same numbers

import matplotlib.pyplot as plt  # noqa: E402  (after the choice of how to draw)
from matplotlib.axes import Axes  # noqa: E402

SEAT_COLORS = {2: "#0f766e", 3: "#1b6ca8", 4: "#b45309"}
Rows = list[dict[str, str]]


def draw(axes: Axes, title: str, source: str) -> None:
    """Read the evaluations of a run and draw the part of games won."""
    with Path(source).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    draw_by_seats(axes, rows)
    axes.set(title=title, xlim=(0, None))
    axes.spines[["top", "right"]].set_visible(False)


def draw_by_seats(axes: Axes, rows: Rows) -> None:
    """The part of games won against one, two and three others, with intervals, and what would be a fair share."""
    for seats, color in SEAT_COLORS.items():
        own = [row for row in rows if row["setup"].endswith(f"/{seats}")]
        decisions = [float(row["decisions"]) / 1e6 for row in own]
        won, off = [100 * float(row["share"]) for row in own], [196 * float(row["error"]) for row in own]
        axes.errorbar(decisions, won, off, marker="o", markersize=4, capsize=2, color=color, label=f"{seats} seats")
        axes.axhline(100 / seats, color=color, linewidth=1, linestyle=":")
    axes.set(xlabel="millions of decisions", ylim=(0, 84))


def main(target: str, *runs: str) -> None:
    """Draw all runs beside each other."""
    figure, panels = plt.subplots(1, len(runs), figsize=(4.5 * len(runs), 3.6), sharey=True, squeeze=False)
    for axes, run in zip(panels[0], runs, strict=True):
        draw(axes, *run.split("=", 1))
    panels[0][0].set_ylabel("games won, %")
    panels[0][-1].legend(frameon=False, loc="lower right")
    figure.tight_layout()
    figure.savefig(target, metadata={"Date": None})


if __name__ == "__main__":
    main(*sys.argv[1:])
