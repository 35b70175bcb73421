"""The skill trace of a run's board: how often a player wins as its thinking doubles.

    from branchline import lab

    trace = lab.trace_skill(lab.Run("runs/sf"), games=100)
    print(trace.steps())

One `search` sits among planners and tries out that many playouts for each decision, then twice as many, and so on. All
steps play the same deals, each of them with the search in every seat. On a board of pure luck the trace is flat, and
the steeper it is, the more there is to be found by thinking. The games are kept in the run's folder, as arenas.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

from branchline.lab.contest.arena import arena
from branchline.lab.contest.estimates import mean, share
from branchline.lab.contest.results import Arena
from branchline.lab.contest.schedule import FILE
from branchline.lab.run import Run
from branchline.lab.statistics import Estimate
from branchline.lab.store import Row
from branchline.model.errors import BadSetup

THINKING = (16, 32, 64, 128)  # playouts for a decision
RIVAL = "planner"
FOLDER = "skill"  # in the folder of a run

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Step:
    """How a search does that thinks so much."""

    playouts: int
    deals: pl.DataFrame  # for each deal: games, and how many of them the search won

    @property
    def wins(self) -> Estimate:
        """The share of games that it wins; games of one deal are not independent, deals are."""
        return share(self.deals["wins"].to_list(), self.deals["games"].to_list())


class SkillTrace:
    """The steps of a trace, the least thinking first."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.trace = tuple(steps)

    def steps(self) -> pl.DataFrame:
        """How often the search wins at each step."""
        rows = []
        for step in self.trace:
            won = step.wins
            rows.append({"playouts": step.playouts, "games": won.cases, "wins": won.value})
            rows[-1] |= {"low": won.low, "high": won.high}
        return pl.DataFrame(rows)

    def gain(self) -> Estimate | None:
        """What a doubling adds to the share of wins, on average; None if there is too little to compare.

        Each deal has a slope of its own, by least squares over the doublings, as all steps play the same deals.
        """
        if len(self.trace) < 2:
            return None
        shared = self.trace[0].deals.select("deal")
        for step in self.trace:
            own = step.deals.select("deal", (pl.col("wins") / pl.col("games")).alias(f"wins_{step.playouts}"))
            shared = shared.join(own, on="deal")
        if shared.height < 2:
            return None
        doublings = np.log2([step.playouts for step in self.trace])
        weights = doublings - doublings.mean()
        slopes = shared.drop("deal").to_numpy() @ weights / (weights**2).sum()
        return mean(slopes.tolist(), [1] * len(slopes))


def trace_skill(
    run: Run,
    games: int,
    *,
    thinking: Sequence[int] | None = None,
    processes: int | None = None,
    progress: Progress | None = None,
) -> SkillTrace:
    """Play that many games for each step, rounded up to whole deals, as far as they have not been played.

    `thinking` are the playouts for a decision at each step, 16 to 128 unless it is said otherwise. `progress` is
    called with the number of games done and wanted, of all steps.
    """
    if games < 1:
        raise BadSetup(f"a skill trace has at least 1 game for each step, not {games}")
    doublings = thinking or THINKING
    if min(doublings) < 1:
        raise BadSetup(f"a search tries at least 1 playout for a decision, not {min(doublings)}")
    chosen = run.settings
    seats = chosen.seats
    wanted = -(-games // seats) * seats
    tell = progress or _nothing
    for at, playouts in enumerate(doublings):
        arena(
            [_searcher(playouts), *[RIVAL] * (seats - 1)],
            [run.board.id],
            variants=[chosen.variant],
            seats=[seats],
            games=games,
            seed=chosen.seed,
            limit=None,  # a forfeit would spoil what is measured, and make it depend on the machine
            out=_folder(run, playouts),
            processes=processes,
            progress=_Told(tell, at * wanted, wanted, len(doublings) * wanted).add,
        )
    found = traced(run)
    assert found is not None, "games were played"
    return found


def traced(run: Run) -> SkillTrace | None:
    """The trace of a run as far as it has been played."""
    found = []
    for folder in (run.folder / FOLDER).glob("*/"):
        if folder.name.isdigit() and (folder / FILE).is_file():
            step = _step(run, int(folder.name))
            if step.deals.height:
                found.append(step)
    return SkillTrace(sorted(found, key=lambda step: step.playouts)) if found else None


def _step(run: Run, playouts: int) -> Step:
    """What has been played of a step, deals in all seatings only."""
    rows = Arena(_folder(run, playouts)).results.filter(bot=_searcher(playouts))
    deals = rows.group_by("deal").agg(pl.len().alias("games"), pl.sum("win").alias("wins"))
    return Step(playouts, deals.filter(games=run.settings.seats).sort("deal"))


def _searcher(playouts: int) -> str:
    return f"search(playouts={playouts})"


def _folder(run: Run, playouts: int) -> Path:
    return run.folder / FOLDER / str(playouts)


@dataclass(frozen=True)
class _Told:
    """Tells of one step as a part of all."""

    tell: Progress
    before: int  # games of earlier steps
    own: int
    total: int

    def add(self, done: int, _games: int, _rows: Sequence[Row]) -> None:
        """That many games of the step are done."""
        self.tell(self.before + min(done, self.own), self.total)


def _nothing(done: int, games: int) -> None:
    """Tells nobody."""
