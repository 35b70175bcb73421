"""What an analysis says: decision by decision, and summed up for every seat.

All values are parts of a win: 0.05 are 5 % of win share; only `points` are points of the final lead. For every seat

    initial + luck + play = result

adds up exactly. `luck` is what the deal and all reveals were worth, against what could have come; `play` is all the
rest: what everybody's decisions changed. Both are measured with open cards, after the game. Errors are not: a decision
is judged by what its seat could know.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

FORMAT = 2  # of the JSON form


@dataclass(frozen=True)
class Candidate:
    """Something that could have been done."""

    action: str  # in the notation of records
    share: float  # of the deciding seat, if it is done
    se: float
    worlds: int  # imagined, that it was tried in


@dataclass(frozen=True)
class Decision:
    """One decision, judged by what its seat could know; luck and `open_shares` come from the truth."""

    number: int  # counted from 1, as in a replay
    seat: int
    question: str  # what was decided
    action: str  # what was done, in the notation of records
    best: str
    usual: str  # what the evaluator's own player would have done
    label: str | None  # "inaccuracy", "mistake", "blunder", or None
    error: float  # what the best is worth more than what was done, to the seat
    error_se: float
    points: float  # by how many points more the seat would have ended ahead with the best; chance may bring it below 0
    points_se: float
    lead: float  # what the best is worth more than the second
    lead_se: float
    shares: tuple[float, ...]  # of every seat before the decision, as far as this seat could know
    shares_after: tuple[float, ...]  # with the decision made, before it shows what comes of it
    candidates: tuple[Candidate, ...]  # the best first
    luck: float  # of the seat itself, by what came of its decision
    luck_se: float
    lucks: tuple[float, ...]  # of every seat
    play: tuple[float, ...]  # what else changed for every seat, with all cards open
    open_shares: tuple[float, ...]  # of every seat before the decision, with all cards open
    reasons: tuple[str, ...]  # in words


@dataclass(frozen=True)
class SeatSummary:
    """A seat's game. `initial + luck + play = result`."""

    seat: int
    name: str
    initial: float
    luck: float
    luck_se: float
    play: float  # what all decisions changed for this seat: its own and those of the others
    result: float  # a win is 1, a shared one a part; of an unfinished game, its value where it stopped
    adjusted: float  # the result without luck, as far as that can be a share
    deal: float  # the part of luck that the deal brought
    errors: float  # the sum of the seat's own errors
    error: float | None  # a decision, on average; None if it had nothing to decide
    error_se: float | None
    points: float | None  # the same in points of the final lead, which counts as much in won and lost games
    points_se: float | None
    accuracy: float | None  # 0 to 100, from `points`; None where the range says nothing
    accuracy_range: tuple[float, float] | None  # in which it is in 95 of 100 cases
    decisions: int
    labels: Mapping[str, int]


@dataclass(frozen=True)
class Effort:
    """What an analysis took."""

    playouts: int
    plain_per_playout: float | None  # independent playouts to the end that one playout replaces, for half of decisions
    games_saved: float | None  # the part of the games to the end that is saved by taking the luck of their draws away
    seconds: float  # of processor time


@dataclass(frozen=True)
class Analysis:
    """A game, analyzed."""

    record: str  # the checksum of the record
    board: str
    variant: str
    rules_version: int
    evaluator: str
    evaluator_version: int
    worlds: int  # imagined for each decision
    is_finished: bool
    seats: tuple[SeatSummary, ...]
    decisions: tuple[Decision, ...]
    open_shares: tuple[tuple[float, ...], ...]  # before each decision and at the end
    effort: Effort

    def to_json(self) -> dict[str, Any]:
        """The plain form."""
        return {"format": FORMAT, **rounded(asdict(self))}

    def _repr_html_(self) -> str:
        """In a notebook: every seat's game, and the decisions that cost most."""
        heads = "<tr><th></th><th>result</th><th>luck</th><th>errors</th><th>accuracy</th></tr>"
        seats = [
            (seat.name, f"{seat.result:.0%}", f"{seat.luck:+.1%}", f"{seat.errors:.1%}", _rounded(seat.accuracy))
            for seat in self.seats
        ]
        worst = sorted((each for each in self.decisions if each.label), key=lambda each: -each.error)[:10]
        told = [
            (f"{each.number}. {self.seats[each.seat].name}", each.label, f"{each.error:.1%}", each.action, each.best)
            for each in worst
        ]
        more = "<tr><th>decision</th><th></th><th>cost</th><th>done</th><th>better</th></tr>"
        return _html_table(heads, seats) + (_html_table(more, told) if told else "")


def _html_table(heads: str, rows: Iterable[Iterable[str | None]]) -> str:
    from html import escape  # the library of a tab has no such module, and no notebooks

    body = ["".join(f"<td>{escape(cell or '')}</td>" for cell in row) for row in rows]
    return f"<table>{heads}{''.join(f'<tr>{row}</tr>' for row in body)}</table>"


def _rounded(accuracy: float | None) -> str:
    return "" if accuracy is None else f"{accuracy:.0f}"


def rounded(value: Any) -> Any:
    """Numbers with as many digits as anybody needs, tuples as lists."""
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [rounded(item) for item in value]
    return value
