"""What the tables of a run say, as smaller tables with intervals: the figures of the report, for use in Python too.

Every method gives a Polars frame. Columns named `low` and `high` (or `..._low`, `..._high`) are the ends of the 95 %
interval of the column before them. `stands_out` marks what remains after allowing for the number of comparisons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from branchline.lab.board_luck import BoardLuck
from branchline.lab.gains import is_pooled, title_of
from branchline.lab.measured_luck import measured
from branchline.lab.run import Run
from branchline.lab.settings import RunError
from branchline.lab.skill import SkillTrace, traced
from branchline.lab.statistics import (
    FEWEST,
    Comparison,
    Estimate,
    Flags,
    Numbers,
    against,
    compare,
    mean,
    proportion,
    stand_out,
)
from branchline.words.plain import route_name, ticket_name

SETUP = 0  # the turn of everything that happens before the first turn


class Study:
    """The figures of a run, finished or not."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.board = run.board
        self.variant = run.variant
        self.seats_count = run.settings.seats
        self.games: pl.DataFrame = run.games
        if not self.games.height:
            raise RunError(f"{run.folder} holds no finished game yet")
        numbers = self.games["game"].to_list()
        self._row = {number: row for row, number in enumerate(numbers)}
        self._shape = (len(numbers), self.seats_count)

    # The frames, read once

    @cached_property
    def seats(self) -> pl.DataFrame:
        """The seats of all games, in order."""
        return self.run.seats.sort("game", "seat")

    @cached_property
    def tickets_offered(self) -> pl.DataFrame:
        """All tickets that were offered."""
        return self.run.tickets

    @cached_property
    def routes_claimed(self) -> pl.DataFrame:
        """All claims."""
        return self.run.routes

    @cached_property
    def gains(self) -> pl.DataFrame:
        """Everything that the mechanics handed out."""
        return self.run.gains

    @cached_property
    def wins(self) -> Numbers:
        """Games × seats: 1 for the winner; several winners share it."""
        wins: Numbers = self.seats["win"].to_numpy().reshape(self._shape)
        return wins

    @cached_property
    def margins(self) -> Numbers:
        """Games × seats: the final score, less the mean of the other seats."""
        totals = self.seats["total"].to_numpy().astype(np.float64).reshape(self._shape)
        others: Numbers = (totals.sum(axis=1, keepdims=True) - totals) / max(1, self.seats_count - 1)
        margins: Numbers = totals - others
        return margins

    def holders(self, frame: pl.DataFrame) -> Flags:
        """Games × seats: whether a row of the frame belongs to that seat."""
        flags = np.zeros(self._shape, dtype=np.bool_)
        rows = [self._row[number] for number in frame["game"].to_list()]
        flags[rows, frame["seat"].to_numpy()] = True
        return flags

    def leaders(self, frame: pl.DataFrame) -> Flags:
        """Games × seats: whether more rows of the frame belong to that seat than to any other of its game."""
        rows = np.array([self._row[number] for number in frame["game"].to_list()], dtype=np.int64)
        places = rows * self.seats_count + frame["seat"].to_numpy()
        counts = np.bincount(places, minlength=self.seats.height).reshape(self._shape)
        most = counts == counts.max(axis=1, keepdims=True)
        alone: Flags = most & (most.sum(axis=1, keepdims=True) == 1)
        return alone

    @cached_property
    def luck(self) -> BoardLuck | None:
        """The games whose luck was measured, if there are any."""
        return measured(self.run)

    @cached_property
    def skill(self) -> SkillTrace | None:
        """The skill trace, as far as it was played."""
        return traced(self.run)

    @property
    def fair(self) -> float:
        """The fair share: how many games a seat wins if nothing makes a difference."""
        return 1 / self.seats_count

    # Seats, scores, length

    def seat_advantage(self) -> pl.DataFrame:
        """How often each place in the order of turns wins, and what it scores."""
        by_order = [self.seats.filter(pl.col("order") == order) for order in range(self.seats_count)]
        return pl.DataFrame(
            [{"order": at + 1, "games": mine.height} | _fared(mine) for at, mine in enumerate(by_order)]
        )

    def bots(self) -> pl.DataFrame:
        """How often each bot wins, and what it scores."""
        by_bot = {bot: self.seats.filter(pl.col("bot") == bot) for bot in sorted(set(self.run.settings.bots))}
        return pl.DataFrame([{"bot": bot, "seats": mine.height} | _fared(mine) for bot, mine in by_bot.items()])

    def parts(self) -> pl.DataFrame:
        """The lines of the score sheet: what winners and others get from each, on average."""
        winners, others = self.seats.filter(pl.col("win") > 0), self.seats.filter(pl.col("win") == 0)
        lines = [name for name in self.seats.columns if name.startswith("points_")]
        rows = []
        for line in lines:
            of_all = mean(self.seats[line].to_numpy().astype(np.float64))
            rows.append(
                {
                    "part": line.removeprefix("points_").replace("_", " "),
                    "mean": of_all.value,
                    "low": of_all.low,
                    "high": of_all.high,
                    "winners": _mean(winners, line),
                    "others": _mean(others, line),
                }
            )
        return pl.DataFrame(rows).with_columns((pl.col("winners") - pl.col("others")).alias("difference"))

    def turn_uses(self) -> pl.DataFrame:
        """What turns are used for, by tenths of a game."""
        lengths = self.games.select("game", pl.col("turns").alias("all_turns"))
        tenth = ((pl.col("turn").cast(pl.Int32) - 1) * 10 // pl.col("all_turns")).clip(0, 9).alias("tenth")
        counted = self.run.turns.join(lengths, on="game").group_by(tenth, "use").len()
        shares = counted.with_columns((pl.col("len") / pl.col("len").sum().over("tenth")).alias("share"))
        return shares.select("tenth", "use", "share").sort("tenth", "use")

    def half_time(self) -> Estimate:
        """How often a sole leader at half time wins."""
        halves = self.games.select("game", (pl.col("turns") // 2).alias("half"))
        at_half = (
            self.run.turns.join(halves, on="game")
            .filter(pl.col("turn") <= pl.col("half"))
            .group_by("game", "seat")
            .agg(pl.col("score").sort_by("turn").last())
        )
        led = at_half.filter(
            (pl.col("score") == pl.col("score").max().over("game")) & (pl.len().over("game") == self.seats_count)
        ).filter(pl.len().over("game") == 1)
        return self._wins_of(led)

    def trigger(self) -> Estimate:
        """How often the seat that triggers the end wins."""
        ended = self.games.drop_nulls("trigger").select("game", pl.col("trigger").alias("seat"))
        return self._wins_of(ended)

    def _wins_of(self, chosen: pl.DataFrame) -> Estimate:
        """How often seats of some games win."""
        return _won(chosen.join(self.seats.select("game", "seat", "win"), on=["game", "seat"]))

    # What things are worth

    def routes(self) -> pl.DataFrame:
        """Every route: how often and when it is claimed, and how its owners fare."""
        claims = self.routes_claimed.join(self.games.select("game", pl.col("turns").alias("all_turns")), on="game")
        by_route = {key[0]: rows for key, rows in claims.partition_by("route", as_dict=True).items()}
        rows, results = [], []
        for route in self.board.routes:
            mine = by_route.get(route.id, claims.clear())
            taken = proportion(mine["game"].n_unique(), len(self.games))
            when = (mine["turn"] / mine["all_turns"]).mean()
            results.append(compare(self.wins, self.holders(mine)))
            rows.append(
                {
                    "route": route.id,
                    "name": self._route_title(route.index),
                    "length": route.length,
                    "color": route.color,
                }
                | {"kind": route.kind, "points": self.board.printed_points(route)}
                | {"claimed": taken.value, "claimed_low": taken.low, "claimed_high": taken.high, "when": when}
            )
        return _with_comparison(rows, results)

    def _route_title(self, index: int) -> str:
        route = self.board.routes[index]
        name = route_name(self.board, route)
        return name if route.track == 1 else f"{name} #{route.track}"

    def tickets(self) -> pl.DataFrame:
        """Every ticket: how often it is kept and completed, and how the seats fare that it was dealt to at the start.

        Who is dealt what is chance, so that comparison shows what the ticket does, not who likes to take it.
        `difference` is in points: the final score less the mean of the other seats, which is 0 for all seats together.
        `win` is the share of wins.
        """
        rows, results = [], []
        offered = {k[0]: rows for k, rows in self.tickets_offered.partition_by("ticket", as_dict=True).items()}
        for ticket in self.variant.tickets:
            mine = offered.get(ticket.id, self.tickets_offered.clear())
            kept = mine.filter("kept")
            dealt = mine.filter(pl.col("turn") == SETUP)
            keeping = proportion(kept.height, mine.height)
            completing = proportion(float(kept["completed"].sum()), kept.height)
            had = self.holders(dealt)
            results.append(against(self.margins[had], 0.0))
            rows.append(
                {"ticket": ticket.id, "name": ticket_name(self.board, ticket), "deck": ticket.deck}
                | {"points": ticket.points, "offered": mine.height, "kept": keeping.value}
                | {"completed": completing.value if kept.height else None}
                | {"completed_low": completing.low, "completed_high": completing.high, "held": kept.height}
                | {"win": float(self.wins[had].mean()) if had.sum() >= FEWEST else None, "dealt": int(had.sum())}
            )
        return _with_comparison(rows, results)

    def mechanics(self) -> list[str]:
        """The mechanics of the board that hand something to a seat."""
        return self.run.mechanics()

    def items(self, mechanic: str) -> pl.DataFrame:
        """Everything that a mechanic hands out: how often seats get it, and how those that do fare.

        Of things that are pooled, such as shares, nearly every seat has some: there, having means having the most.
        """
        mine = self.gains.filter(pl.col("mechanic") == mechanic)
        rows, results = [], []
        for item in sorted(mine["item"].unique().to_list()):
            got = mine.filter(pl.col("item") == item)
            having = self.leaders(got) if is_pooled(mechanic) else self.holders(got)
            had = proportion(float(having.sum()), having.size)
            results.append(compare(self.wins, having))
            rows.append(
                {"item": item, "name": self.title(item), "had": had.value, "had_low": had.low, "had_high": had.high}
            )
        return _with_comparison(rows, results)

    def amounts(self, mechanic: str) -> pl.DataFrame:
        """How seats fare by how many things of a mechanic they got."""
        mine = self.gains.filter(pl.col("mechanic") == mechanic).group_by("game", "seat").agg(pl.len().alias("amount"))
        joined = self.seats.join(mine, on=["game", "seat"], how="left").with_columns(pl.col("amount").fill_null(0))
        rows = []
        for (amount,), seats in sorted(joined.partition_by("amount", as_dict=True).items()):
            won = _won(seats)
            rows.append({"amount": amount, "seats": seats.height, "win": won.value, "low": won.low, "high": won.high})
        return pl.DataFrame(rows)

    def title(self, item: str) -> str:
        """How people call a thing: as its mechanic says, a place, or the word itself."""
        known = title_of(self.board, item)
        if known is not None:
            return known
        decks = list(dict.fromkeys(ticket.deck for ticket in self.variant.tickets))
        counts = item.split("-")
        if len(counts) == len(decks) and all(count.isdigit() for count in counts):
            return ", ".join(f"{count} {deck}" for count, deck in zip(counts, decks, strict=True))
        try:
            return self.board.goal_name(item)
        except KeyError:
            return item.replace("_", " ")


def _won(seats: pl.DataFrame) -> Estimate:
    """The share of wins of some seats."""
    return proportion(float(seats["win"].sum()), seats.height)


def _fared(seats: pl.DataFrame) -> dict[str, float]:
    """How often some seats win, and what they score."""
    won, scored = _won(seats), mean(seats["total"].to_numpy().astype(np.float64))
    wins = {"win": won.value, "low": won.low, "high": won.high}
    return wins | {"score": scored.value, "score_low": scored.low, "score_high": scored.high}


def _mean(frame: pl.DataFrame, column: str) -> float:
    return float(frame[column].to_numpy().mean()) if frame.height else 0.0


def _with_comparison(rows: list[dict[str, Any]], results: list[Comparison | None]) -> pl.DataFrame:
    """Rows with what their comparison says: one family, judged together."""
    marked = stand_out([None if result is None else result.chance for result in results])
    columns: dict[str, Callable[[Comparison], float]] = {
        "with_it": lambda result: result.with_it,
        "without_it": lambda result: result.without_it,
        "difference": lambda result: result.value,
        "low": lambda result: result.low,
        "high": lambda result: result.high,
    }
    full: Iterable[dict[str, Any]] = (
        row
        | {"cases": 0 if result is None else result.cases}
        | {name: None if result is None else read(result) for name, read in columns.items()}
        | {"stands_out": stands_out}
        for row, result, stands_out in zip(rows, results, marked, strict=True)
    )
    numbers = dict.fromkeys([*columns, "win", "completed", "when"], pl.Float64)
    return pl.DataFrame(list(full), schema_overrides=numbers, infer_schema_length=None)
