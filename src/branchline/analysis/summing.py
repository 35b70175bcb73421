"""From judged decisions to a whole: luck, sums for every seat, accuracy."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from statistics import median
from typing import TYPE_CHECKING

from branchline.analysis.futures import part_saved
from branchline.analysis.judging import LABELS
from branchline.analysis.luck import OpenGame, Vector
from branchline.analysis.results import Analysis, Candidate, Decision, Effort, SeatSummary
from branchline.notation.record import Record, checksum

if TYPE_CHECKING:
    from branchline.analysis.analyzing import Judged

ACCURACY_SCALE = 2.0  # an error of that many points a decision brings the accuracy down to 37 of 100
MOST_DOUBT = 60.0  # a range of accuracy that is wider than this says nothing


def put_together(
    record: Record,
    names: Sequence[str],
    judged: Sequence[Judged],
    open_game: OpenGame,
    *,
    made_by: tuple[str, int, int],
    initial: Vector,
    is_finished: bool,
    seconds: float,
) -> Analysis:
    """An analysis from all judged decisions, the game with open cards, and its value before the deal.

    `made_by` is the evaluator, its version, and how many worlds it imagined.
    """
    line = open_game.shares()
    lucks = zip(open_game.luck(), open_game.luck_se(), strict=True)
    decisions = [
        _decision(each, luck, luck_se, line[at], line[at + 1])
        for at, (each, (luck, luck_se)) in enumerate(zip(judged, lucks, strict=True))
    ]
    deal = _minus(line[0], initial)
    net_luck_se = open_game.net_luck_se()
    seats = [
        _summary(seat, names[seat], initial, deal, decisions, net_luck_se[seat], line[-1])
        for seat in range(record.seats)
    ]
    saved = [each.judgment.plain_playouts / each.judgment.playouts for each in judged]
    told = [factor for factor in saved if factor > 0]
    effort = Effort(
        playouts=sum(each.judgment.playouts for each in judged),
        plain_per_playout=median(told) if told else None,
        games_saved=part_saved(each.judgment.futures for each in judged if each.judgment.futures),
        seconds=seconds,
    )
    evaluator, version, worlds = made_by
    return Analysis(
        record=checksum(record.to_json()),
        board=record.board,
        variant=record.variant,
        rules_version=record.rules_version,
        evaluator=evaluator,
        evaluator_version=version,
        worlds=worlds,
        is_finished=is_finished,
        seats=tuple(seats),
        decisions=tuple(decisions),
        open_shares=tuple(line),
        effort=effort,
    )


def _decision(each: Judged, luck: Vector, luck_se: Vector, before: Vector, after: Vector) -> Decision:
    """A judged decision with its luck; what else changed with open cards is its play."""
    judgment = each.judgment
    words = dict(each.words)
    own = judgment.seat
    return Decision(
        number=each.number,
        seat=each.seat,
        question=each.question,
        action=words[judgment.done.action],
        best=words[judgment.best.action],
        usual=words[judgment.usual.action],
        label=judgment.label,
        error=judgment.error,
        error_se=judgment.error_se,
        points=judgment.points.value,
        points_se=judgment.points.se,
        lead=judgment.lead,
        lead_se=judgment.lead_se,
        shares=judgment.usual.shares,
        shares_after=judgment.done.shares,
        candidates=tuple(
            Candidate(words[option.action], option.shares[own], option.se, option.worlds) for option in judgment.options
        ),
        luck=luck[own],
        luck_se=luck_se[own],
        lucks=luck,
        play=_minus(_minus(after, before), luck),
        open_shares=before,
        reasons=each.reasons,
    )


def _summary(
    seat: int,
    name: str,
    initial: Vector,
    deal: Vector,
    decisions: Sequence[Decision],
    luck_se: float,
    result: Vector,
) -> SeatSummary:
    own = [decision for decision in decisions if decision.seat == seat]
    play = sum(decision.play[seat] for decision in decisions)
    luck = deal[seat] + sum(decision.lucks[seat] for decision in decisions)
    error = sum(decision.error for decision in own) / len(own) if own else None
    error_se = sqrt(sum(decision.error_se**2 for decision in own)) / len(own) if own else None
    points = max(0.0, sum(decision.points for decision in own) / len(own)) if own else None
    points_se = sqrt(sum(decision.points_se**2 for decision in own)) / len(own) if own else None
    accuracy, accuracy_range = accuracy_of(points, points_se)
    return SeatSummary(
        seat=seat,
        name=name,
        initial=initial[seat],
        luck=luck,
        luck_se=luck_se,
        play=play,
        result=result[seat],
        adjusted=min(1.0, max(0.0, result[seat] - luck)),
        deal=deal[seat],
        errors=sum(decision.error for decision in own),
        error=error,
        error_se=error_se,
        points=points,
        points_se=points_se,
        accuracy=accuracy,
        accuracy_range=accuracy_range,
        decisions=len(own),
        labels={label: sum(decision.label == label for decision in own) for _, label in LABELS},
    )


def accuracy_of(points: float | None, se: float | None) -> tuple[float | None, tuple[float, float] | None]:
    """100 · exp(-points / 2), from the mean error of a decision, and its range; None where that says nothing."""
    if points is None or se is None:
        return None, None
    low, middle, high = (100 * exp(-max(0.0, points + off * se) / ACCURACY_SCALE) for off in (2, 0, -2))
    return (middle if high - low <= MOST_DOUBT else None), (low, high)


def _minus(one: Vector, other: Vector) -> Vector:
    return tuple(a - b for a, b in zip(one, other, strict=True))
