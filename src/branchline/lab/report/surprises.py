"""Games worth looking at: the extremes of a run, in a sentence each."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from branchline.lab.run_figures import Study
from branchline.lab.store import Row


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
            found.append(_surprise(study, kind, row["game"], _told(sentence, row)))
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


def _told(sentence: str, row: Row) -> str:
    """A sentence about a game; `winner` is the first of them, `how` it was decided where nobody was ahead."""
    winners = [seat + 1 for seat in row["winners"]]
    winner = f"seat {winners[0]}"
    seats = " and ".join(map(str, winners))
    how = f"seats {seats} share the win" if len(winners) > 1 else f"{winner} won by the tie-break, {row['decided_by']}"
    return sentence.format(**row, winner=winner, how=how)


_ANY = pl.lit(True)
_SOLE = pl.col("winners").list.len() == 1
_BEHIND = (
    "The winner, {winner}, was {behind} points behind on the score track after turn {behind_at} of {turns}, "
    "and won by {margin}."
)
_AHEAD = "The winner, {winner}, scored {best} and left the next seat {margin} points behind."
_SWINGS = "The lead on the score track changed {lead_changes} times; {winner} won by {margin}."
_LONG = "It took {turns} turns, more than any other game; {winner} won with {best} points."
_SHORT = "It was over after {turns} turns; {winner} won with {best} points."
_HIGH = "The highest score of the run: {winner} made {best} points."
_LOW = "The lowest score that ever won: {best} points were enough for {winner}."
_EXTREMES: tuple[tuple[str, str, bool, str, pl.Expr], ...] = (
    ("Comeback", "behind", True, _BEHIND, _SOLE & (pl.col("behind") > 0)),
    ("Blowout", "margin", True, _AHEAD, _ANY),
    ("Seesaw", "lead_changes", True, _SWINGS, pl.col("lead_changes") > 1),
    ("Longest game", "turns", True, _LONG, _ANY),
    ("Shortest game", "turns", False, _SHORT, _ANY),
    ("Highest score", "best", True, _HIGH, _ANY),
    ("Lowest winning score", "best", False, _LOW, _ANY),
    ("Dead heat", "best", True, "Equal at {best} points: {how}.", pl.col("margin") == 0),
)
