"""Tournaments between bots, on all cores or on a Ray cluster.

    from branchline import lab

    done = lab.arena(["greedy", "random"], ["usa"], seats=[2, 3], games=200, out="runs/first")
    for division in done.plan.divisions:
        print(division.title, done.standings(division)[0].bot)

An arena can be interrupted at any time. Asking for the same one again goes on where it stopped, and asking for more
games plays the missing ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import polars as pl

from branchline.bots.registry import make_bot
from branchline.bots.workers import cores, spread
from branchline.lab.contest.play import COLUMNS, Job, play_job
from branchline.lab.contest.results import Arena
from branchline.lab.contest.schedule import FILE, ContestPlan, load_plan, make_plan, save_plan
from branchline.lab.settings import gone_on_with
from branchline.lab.store import Row, Rows, Segment

SEGMENT_SECONDS = 2.0  # finished games are put on disk after that many seconds at the latest

Progress = Callable[[int, int, Sequence[Row]], None]


def arena(
    bots: Sequence[str],
    boards: Sequence[str],
    *,
    variants: Sequence[str] | None = None,
    seats: Sequence[int] | None = None,
    games: int = 1000,
    seed: int = 0,
    seatings: str = "all",
    limit: float | None = 10.0,
    isolate: bool = False,
    out: str | Path,
    processes: int | None = None,
    ray: str | None = None,
    progress: Progress | None = None,
) -> Arena:
    """Let bots play each other and keep the results in the folder `out`; returns them.

    Every deal is played in all seatings, only in rotation (`seatings="rotations"`), or by as many bots as there are
    seats, drawn for this deal and rotated (`seatings="drawn"`). `games` is how many there are for each board, variant
    and number of seats, rounded up to whole deals. A bot that takes more than `limit` seconds forfeits the decision.
    With `isolate` every bot plays in a process of its own and can see nothing else. `processes` is how many work (one
    for each core; 0: only this one, from which a hanging bot may not be stopped), and `ray` the address of a Ray
    cluster to work instead, or "local". `progress` is called with the number of games done and wanted, and the rows of
    new ones.
    """
    plan = make_plan(
        bots,
        boards,
        variants=variants,
        seats=seats,
        games=games,
        seed=seed,
        seatings=seatings,
        limit=limit,
        isolate=isolate,
    )
    return hold(plan, Path(out), processes=processes, ray=ray, progress=progress)


def hold(
    plan: ContestPlan,
    folder: Path,
    *,
    processes: int | None = None,
    ray: str | None = None,
    progress: Progress | None = None,
) -> Arena:
    """Play all games of a plan that have not been played yet."""
    save_plan(gone_on_with(plan, folder, FILE, load_plan, "arena"), folder)
    found = Arena(folder)
    plan = found.plan
    tell = progress or _nothing
    done = found.store.games()
    finished = sum(1 for number in plan.numbers() if number in done)
    tell(finished, plan.total(), found.results.rows(named=True) if finished else [])
    with Segment(found.store, _tables, SEGMENT_SECONDS) as segment:
        for rows in _played(plan, done, cores() if processes is None else processes, ray):
            _keep_faults(rows, folder / "faults")
            segment.add({"results": rows})
            finished += 1
            tell(finished, plan.total(), rows)
    results = found.results
    partial_file = folder / "results.parquet.partial"
    results.write_parquet(partial_file)
    partial_file.replace(folder / "results.parquet")
    return found


def _played(plan: ContestPlan, done: set[int], processes: int, ray: str | None) -> Iterator[list[Row]]:
    """Play the missing games. One in which a process died is played again, and all later ones, with isolated bots."""
    is_careful = plan.isolate

    def jobs() -> Iterator[Job]:
        for number in plan.numbers():
            if number not in done:
                yield Job(number, is_careful)

    def lost(job: Job) -> Job | None:
        nonlocal is_careful
        is_careful = True
        return job.again()

    work = partial(play_job, plan)
    if ray is not None:
        from branchline.lab.ray_workers import spread_on_ray

        return spread_on_ray(work, jobs(), ray, lost=lost)
    return spread(work, jobs(), processes, partial(_warm_up, plan), lost)


def _warm_up(plan: ContestPlan) -> None:
    """In a new process: load what the bots need before any game is timed."""
    if not plan.isolate:
        for bot in plan.bots:
            make_bot(bot, 0)


def _keep_faults(rows: Sequence[Row], folder: Path) -> None:
    """Write down what helps to find the faults of bots: the first of each kind of each bot."""
    for row in rows:
        for fault in row.pop("faults"):
            bot = re.sub(r"[^\w.-]+", "_", str(row["bot"]))[:40]
            name = f"{bot} {fault['kind']}".replace(" ", "-")
            if not (folder / f"{name}.txt").exists():
                folder.mkdir(exist_ok=True)
                (folder / f"{name}.txt").write_text(f"Game {row['game']}, {fault['text']}\n", encoding="utf-8")
                (folder / f"{name}.json").write_text(fault["record"], encoding="utf-8")


def _nothing(done: int, games: int, rows: Sequence[Row]) -> None:
    """Tells nobody."""


def _tables(rows: Rows) -> dict[str, pl.DataFrame]:
    """Some games as a table."""
    return {"results": pl.DataFrame(rows["results"], COLUMNS, orient="row")}
