"""The luck of a run's games: what the deal and every reveal were worth, and how the win shares went.

    from branchline import lab

    run = lab.Run("runs/sf")
    luck = lab.measure_luck(run, games=100)
    print(luck.explained())

Everything is measured with open cards, as `branchline.analysis.luck` does it, in a few shuffled worlds. Decisions are
not judged, which would take most of an analysis. What was measured stays in the run's folder, and only games that are
missing there are measured.

Who begins counts as luck, like the deal: before both, all seats are alike. For every seat

    fair share + luck + play = result

adds up, where play is what everybody's decisions changed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import polars as pl

from branchline.analysis.luck import VERSION, follow
from branchline.boards import registry
from branchline.bots.workers import cores, spread
from branchline.lab.board_luck import BoardLuck
from branchline.lab.run import Run
from branchline.lab.store import Row, Rows, Segment, Store
from branchline.model.errors import BadSetup
from branchline.notation.record import Record

WORLDS = 32  # that a game is followed in: what chance they add is known, and taken off again
FOLLOWERS = "those who follow"  # what says how much a moment was worth, see thinking/stand_ins.py
FOLDER = "luck"  # in the folder of a run
SEGMENT_SECONDS = 10.0  # measured games are put on disk after that many seconds at the latest

SCHEMA: dict[str, pl.DataType] = {
    "game": pl.UInt32(),
    "evaluator": pl.String(),  # always those who follow the game; earlier ones had other names
    "evaluator_version": pl.UInt16(),
    "worlds": pl.UInt16(),
    "decisions": pl.UInt32(),
    "shares": pl.List(pl.Float64()),  # of all seats after the deal and after each decision, one after the other
    "luck": pl.List(pl.Float64()),  # of all seats by the deal and by each decision, likewise
    "noise": pl.List(pl.Float64()),  # by seat: how much the sum of luck varies because worlds are few
}

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Job:
    """A game to be measured."""

    number: int
    record: Record
    worlds: int


def measure_luck(
    run: Run,
    games: int,
    *,
    worlds: int = WORLDS,
    processes: int | None = None,
    progress: Progress | None = None,
) -> BoardLuck:
    """Measure the first games of a run, as far as that has not been done; returns all that have been measured.

    `progress` is called with the number of games done and wanted.
    """
    if games < 1:
        raise BadSetup(f"luck is measured in at least 1 game, not {games}")
    if worlds < 2:
        raise BadSetup(f"luck is measured in at least 2 worlds, not {worlds}")
    wanted = sorted(run.store.games())[:games]
    done = set(_kept(run, worlds)["game"].to_list())
    missing = [number for number in wanted if number not in done]
    finished = len(wanted) - len(missing)
    tell = progress or _nothing
    tell(finished, len(wanted))
    jobs = (Job(number, run.record(number), worlds) for number in missing)
    with Segment(_store(run), _tables, SEGMENT_SECONDS) as segment:
        for row in spread(measure, jobs, processes or cores(), partial(registry.board, run.settings.folder)):
            segment.add({"games": [row]})
            finished += 1
            tell(finished, len(wanted))
    found = measured(run, worlds)
    assert found is not None, "at least one game was measured"
    return found


def measured(run: Run, worlds: int = WORLDS) -> BoardLuck | None:
    """What has been measured of a run so far."""
    kept = _kept(run, worlds)
    return BoardLuck.read(kept, run.settings.seats) if kept.height else None


def _kept(run: Run, worlds: int) -> pl.DataFrame:
    """All games that were measured as it is done today, in order."""
    store = _store(run)
    if not store.has("games"):
        return pl.DataFrame(schema=SCHEMA)
    lengths = run.scan("games").select("game", pl.col("actions").list.len().alias("decisions"))
    return (
        store.scan("games")
        .filter(evaluator=FOLLOWERS, evaluator_version=VERSION, worlds=worlds)
        .join(lengths, on=["game", "decisions"], how="semi")
        .unique("game", keep="last", maintain_order=True)
        .sort("game")
        .collect()
    )


def _store(run: Run) -> Store:
    return Store(run.folder / FOLDER, leading="games")


def _nothing(done: int, games: int) -> None:
    """Tells nobody."""


def _tables(rows: Rows) -> dict[str, pl.DataFrame]:
    """Some measured games as a table."""
    return {"games": pl.DataFrame(rows["games"], SCHEMA, orient="row")}


# In a process


def measure(job: Job) -> Row:
    """Measure one game."""
    record = job.record
    game = follow(record, 0, job.worlds)
    line = game.shares()
    dealt = tuple(share - 1 / record.seats for share in line[0])
    return {
        "game": job.number,
        "evaluator": FOLLOWERS,
        "evaluator_version": VERSION,
        "worlds": job.worlds,
        "decisions": len(record.decisions),
        "shares": [share for shares in line for share in shares],
        "luck": [luck for lucks in (dealt, *game.luck()) for luck in lucks],
        "noise": [se**2 for se in game.net_luck_se()],
    }
