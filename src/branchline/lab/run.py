"""A run on disk: its settings, its tables, and the record of any of its games."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import polars as pl

from branchline.boards import registry
from branchline.game import new_game
from branchline.lab.settings import RunError, Settings, load
from branchline.lab.store import Store
from branchline.model.board import Board, Variant
from branchline.model.errors import UnknownBoard
from branchline.notation.record import Record

# The columns of each table. `seats` has one more for each line of the score sheet: points_routes, points_tickets ...
_WHO: dict[str, pl.DataType] = {"game": pl.UInt32(), "seat": pl.UInt8(), "turn": pl.UInt16()}
SCHEMAS: dict[str, dict[str, pl.DataType]] = {
    "games": {
        "game": pl.UInt32(),
        "seed": pl.String(),
        "first_seat": pl.UInt8(),
        "turns": pl.UInt16(),
        "ended_by": pl.String(),
        "decided_by": pl.String(),
        "trigger": pl.UInt8(),  # the seat that brought the last turns; none if the game ended in another way
        "winners": pl.List(pl.UInt8()),
        "best": pl.Int16(),
        "worst": pl.Int16(),
        "margin": pl.Int16(),
        "lead_changes": pl.UInt16(),  # on the score track, where only what was scored at once shows
        "behind": pl.Int16(),  # how far the winner was behind there, at worst ...
        "behind_at": pl.UInt16(),  # ... and after which turn
        "deciders": pl.List(pl.UInt8()),  # the seats of all decisions, in order ...
        "actions": pl.List(pl.UInt32()),  # ... and the numbers of their actions: the game, in short
    },
    "seats": {
        "game": pl.UInt32(),
        "seat": pl.UInt8(),
        "order": pl.UInt8(),  # place in the order of turns, from 0
        "bot": pl.String(),
        "total": pl.Int16(),
        "place": pl.UInt8(),
        "win": pl.Float64(),  # 1 for the winner, a part of it for each of several
        "turns": pl.UInt16(),
        "routes": pl.UInt16(),
        "spaces": pl.UInt16(),
        "cards": pl.UInt16(),
        "wilds": pl.UInt16(),
        "completed": pl.UInt8(),
        "failed": pl.UInt8(),
        "forfeits": pl.UInt16(),  # decisions that the bot did not make
    },
    "routes": {
        **_WHO,
        "route": pl.String(),
        "length": pl.UInt8(),
        "points": pl.UInt8(),
        "cards": pl.UInt8(),
        "wilds": pl.UInt8(),
    },
    "tickets": {
        **_WHO,
        "ticket": pl.String(),
        "kept": pl.Boolean(),
        "completed": pl.Boolean(),
    },  # all that were offered
    "turns": {**_WHO, "use": pl.String(), "points": pl.Int16(), "score": pl.Int16(), "spaces": pl.UInt16()},
    "gains": {  # what the mechanics of a board handed out
        **_WHO,
        "mechanic": pl.String(),
        "item": pl.String(),
        "place": pl.String(),
        "count": pl.UInt16(),
    },
}


class Run:
    """A simulation in a folder, finished or not."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.settings: Settings = load(self.folder)
        self.store = Store(self.folder / "tables", leading="games")

    def __repr__(self) -> str:
        chosen = self.settings
        what = f"{chosen.board} {chosen.variant}, {chosen.seats} seats, {len(self.store.games())} games"
        return f"<Run {self.folder}: {what}>"

    @cached_property
    def board(self) -> Board:
        """The board that was played."""
        try:
            return registry.board(self.settings.board)
        except UnknownBoard:
            return registry.board(self.settings.folder)

    @property
    def variant(self) -> Variant:
        """The variant that was played."""
        return registry.variant(self.board, self.settings.variant)

    # Tables

    def scan(self, table: str) -> pl.LazyFrame:
        """A table to be read as far as a query needs."""
        if table not in SCHEMAS:
            raise RunError(f"there is no table '{table}'; there are: {', '.join(SCHEMAS)}")
        if not self.store.has(table):
            return pl.LazyFrame(schema=SCHEMAS[table])
        return self.store.scan(table)

    def table(self, name: str) -> pl.DataFrame:
        """A whole table, in the order of the games."""
        return self.scan(name).collect().sort("game", maintain_order=True)

    @property
    def games(self) -> pl.DataFrame:
        """One row for each game."""
        return self.table("games")

    @property
    def seats(self) -> pl.DataFrame:
        """One row for each seat of each game: result, score sheet, counts."""
        return self.table("seats")

    @property
    def routes(self) -> pl.DataFrame:
        """One row for each route that was claimed."""
        return self.table("routes")

    @property
    def tickets(self) -> pl.DataFrame:
        """One row for each ticket that was offered to a seat, kept or not."""
        return self.table("tickets")

    @property
    def turns(self) -> pl.DataFrame:
        """One row for each turn."""
        return self.table("turns")

    @property
    def gains(self) -> pl.DataFrame:
        """One row for each thing that a mechanic handed to a seat."""
        return self.table("gains")

    def mechanics(self) -> list[str]:
        """The names of the mechanics that handed out anything."""
        return sorted(self.scan("gains").select(pl.col("mechanic").unique()).collect()["mechanic"].to_list())

    # Records

    def record(self, number: int) -> Record:
        """The record of a game, from the decisions that were kept of it."""
        found = self.scan("games").filter(pl.col("game") == number).collect()
        if not found.height:
            raise RunError(f"{self.folder} has no game {number}")
        row = found.row(0, named=True)
        chosen = self.settings
        game = new_game(
            self.board.id,
            variant=chosen.variant,
            seats=chosen.seats,
            seed=int(row["seed"], 16),
            first_seat=row["first_seat"],
            events=False,
        )
        for seat, action in zip(row["deciders"], row["actions"], strict=True):
            game.apply(action, seat)
        bots = chosen.setup(number).bots
        return game.record(run=self.folder.name, game=str(number), **{f"seat_{s}": bot for s, bot in enumerate(bots)})

    def record_path(self, number: int) -> Path:
        """Where the record file of a game is, or would be."""
        return self.folder / "records" / f"game-{number:06}.json"

    def save_record(self, number: int) -> Path:
        """Write the record of a game into the run's folder, if it is not there yet; returns its path."""
        path = self.record_path(number)
        if not path.is_file():
            path.parent.mkdir(exist_ok=True)
            partial = path.with_suffix(".partial")
            self.record(number).save(partial)
            partial.replace(path)
        return path
