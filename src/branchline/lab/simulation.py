"""Many games between bots, and what happened in them, as tables.

    from branchline import lab

    run = lab.simulate("uk", bots=["greedy"], games=1000, out="runs/uk")
    print(run.seats.group_by("order").agg(pl.col("win").mean()))

A run can be interrupted at any time. Asking for the same run again goes on where it stopped, and asking for more games
plays the missing ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import polars as pl

from branchline.boards import registry
from branchline.bots import Forfeit, Referee, bot_seed, make_bot
from branchline.bots.workers import cores, spread
from branchline.game import Game, new_game
from branchline.lab.facts import facts_of
from branchline.lab.run import SCHEMAS, Run
from branchline.lab.settings import FILE, GameSetup, Settings, gone_on_with, load, make_settings, save
from branchline.lab.store import Rows, Segment

SEGMENT_SECONDS = 10.0  # finished games are written to disk after that many seconds at the latest
RECORDS = 20  # that many games are written out as records if nobody says how many

Progress = Callable[[int, int], None]


def simulate(
    board: str,
    *,
    bots: Sequence[str],
    games: int,
    out: str | Path,
    variant: str | None = None,
    seats: int | None = None,
    seed: int = 0,
    processes: int | None = None,
    records: int | None = RECORDS,
    progress: Progress | None = None,
) -> Run:
    """Play games between bots on all cores and keep what happened in the folder `out`; returns the run.

    The same arguments always give the same games. One bot plays all seats; several take turns in all seats. `records`
    says how many games are written out as record files (None: all); any other can be had later with `Run.record`.
    `progress` is called with the number of games done and wanted, after every game.
    """
    settings = make_settings(board, variant=variant, seats=seats, bots=bots, games=games, seed=seed)
    run = _open(settings, Path(out))
    done = run.store.games()
    missing = [settings.setup(number) for number in range(settings.games) if number not in done]
    tell = progress or _nothing
    finished = settings.games - len(missing)
    tell(finished, settings.games)
    with Segment(run.store, _tables, SEGMENT_SECONDS) as segment:
        work = partial(play_setup, settings)
        prepare = partial(registry.board, settings.folder)
        for rows in spread(work, missing, processes or cores(), prepare):
            segment.add(rows)
            finished += 1
            tell(finished, settings.games)
    for number in range(settings.games if records is None else min(records, settings.games)):
        run.save_record(number)
    return run


def _nothing(done: int, games: int) -> None:
    """Tells nobody."""


def _open(settings: Settings, folder: Path) -> Run:
    """The run with these settings in a folder, begun if it is not there yet."""
    save(gone_on_with(settings, folder, FILE, load, "run"), folder)
    return Run(folder)


def play(settings: Settings, setup: GameSetup) -> tuple[Game, tuple[Forfeit, ...]]:
    """Play one game of a run. A bot that fails forfeits its decision, and the game goes on."""
    bots = [make_bot(name, bot_seed(setup.seed, seat)) for seat, name in enumerate(setup.bots)]
    game = new_game(
        settings.board,
        variant=settings.variant,
        seats=settings.seats,
        seed=setup.seed,
        first_seat=setup.first_seat,
    )
    return game, Referee(bots, setup.seed).play(game).forfeits


def play_setup(settings: Settings, setup: GameSetup) -> Rows:
    """Play one game of a run, and say what happened."""
    game, forfeits = play(settings, setup)
    return facts_of(game, setup, forfeits)


def _tables(rows: Rows) -> dict[str, pl.DataFrame]:
    """Some games as tables."""
    lines = {name: pl.Int16() for name in rows["seats"][0] if name.startswith("points_")}
    schemas = {**SCHEMAS, "seats": {**SCHEMAS["seats"], **lines}}
    return {name: pl.DataFrame(each, schemas[name], orient="row") for name, each in rows.items()}
