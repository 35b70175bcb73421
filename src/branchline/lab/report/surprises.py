"""Games worth looking at: the extremes of a run, in a sentence each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import polars as pl

from branchline.lab.study import Study

Row = dict[str, int]


@dataclass(frozen=True)
class Surprise:
    """One game and what is special about it."""

    game: int
    kind: str
    sentence: str
    scores: tuple[tuple[tuple[int, int], ...], ...]  # by seat: the score after each turn, and at the end
    totals: tuple[int, ...]


def surprises(study: Study) -> list[Surprise]:
    """The extreme games, no game twice."""
    found: list[Surprise] = []
    for kind, column, descending, sentence, only in _EXTREMES:
        taken = [surprise.game for surprise in found]
        fitting = study.games.filter(only & ~pl.col("game").is_in(taken))
        best = fitting.sort([column, "game"], descending=[descending, False]).head(1)
        for row in best.iter_rows(named=True):
            found.append(_surprise(study, kind, row["game"], sentence(row)))
    return found


def _surprise(study: Study, kind: str, game: int, sentence: str) -> Surprise:
    turns = study.run.scan("turns").filter(pl.col("game") == game).sort("turn").collect()
    totals = study.seats.filter(pl.col("game") == game)["total"].to_list()
    last = int(turns["turn"].max())  # type: ignore[arg-type]  # a column of numbers, and no game is without turns
    scores = []
    for seat, total in enumerate(totals):
        mine = turns.filter(pl.col("seat") == seat)
        scores.append((*zip(mine["turn"].to_list(), mine["score"].to_list(), strict=True), (last + 3, total)))
    return Surprise(game, kind, sentence, tuple(scores), tuple(totals))


def _seat(row: Row) -> str:
    return f"seat {row['winners'][0] + 1}"  # type: ignore[index]  # the list of winners


def _comeback(row: Row) -> str:
    return (
        f"The winner, {_seat(row)}, was {row['behind']} points behind on the score track after turn {row['behind_at']} "
        f"of {row['turns']}, and won by {row['margin']}."
    )


def _blowout(row: Row) -> str:
    return f"The winner, {_seat(row)}, scored {row['best']} and left the next seat {row['margin']} points behind."


def _swings(row: Row) -> str:
    return f"The lead on the score track changed {row['lead_changes']} times; {_seat(row)} won by {row['margin']}."


def _longest(row: Row) -> str:
    return f"It took {row['turns']} turns, more than any other game; {_seat(row)} won with {row['best']} points."


def _shortest(row: Row) -> str:
    return f"It was over after {row['turns']} turns; {_seat(row)} won with {row['best']} points."


def _highest(row: Row) -> str:
    return f"The highest score of the run: {_seat(row)} made {row['best']} points."


def _lowest(row: Row) -> str:
    return f"The lowest score that ever won: {row['best']} points were enough for {_seat(row)}."


def _tie(row: Row) -> str:
    seats = " and ".join(str(seat + 1) for seat in row["winners"])  # type: ignore[attr-defined]  # the list of winners
    shared = len(row["winners"]) > 1  # type: ignore[arg-type]
    how = f"seats {seats} share the win" if shared else f"{_seat(row)} won by the tie-break, {row['decided_by']}"
    return f"Equal at {row['best']} points: {how}."


_ANY = pl.lit(True)
_SOLE = pl.col("winners").list.len() == 1
_EXTREMES: tuple[tuple[str, str, bool, Callable[[Row], str], pl.Expr], ...] = (
    ("Comeback", "behind", True, _comeback, _SOLE & (pl.col("behind") > 0)),
    ("Blowout", "margin", True, _blowout, _ANY),
    ("Seesaw", "lead_changes", True, _swings, pl.col("lead_changes") > 1),
    ("Longest game", "turns", True, _longest, _ANY),
    ("Shortest game", "turns", False, _shortest, _ANY),
    ("Highest score", "best", True, _highest, _ANY),
    ("Lowest winning score", "best", False, _lowest, _ANY),
    ("Dead heat", "best", True, _tie, pl.col("margin") == 0),
)
