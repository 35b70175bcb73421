"""A whole record: every decision is judged, in processes on all cores, and then all is put together."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice

from branchline.analysis.evaluators import DEFAULT, EVALUATORS, Evaluator, check_name, make_evaluator
from branchline.analysis.judging import Judgment, judge
from branchline.analysis.luck import OpenValue, Vector, value_of_deal, value_of_decision, value_of_moment
from branchline.analysis.reasons import reasons_for
from branchline.analysis.results import Analysis
from branchline.analysis.summing import put_together
from branchline.boards import registry
from branchline.bots.seeds import derived
from branchline.bots.workers import cores, spread
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet
from branchline.game import Game, next_decision, replay
from branchline.model.errors import BadSetup, RecordError
from branchline.notation.record import Record
from branchline.words.names import recorded_names

WORLDS = 64  # imagined for each decision, unless it is said otherwise
FEWEST_WORLDS = 8
LUCK_WORLDS = 2  # for each of them, that luck is measured in: there it adds up, so it must be measured well
_CHUNK = 6  # decisions that are handed to a process at a time

Progress = Callable[[int, int], None]  # decisions that are done, and all of them


@dataclass(frozen=True)
class Job:
    """Some decisions of a record in a row."""

    record: Record
    start: int
    stop: int
    evaluator: str
    worlds: int
    names: tuple[str, ...]  # of the seats


@dataclass(frozen=True)
class Moment:
    """A decision that is about to be made."""

    at: int  # how many were made before
    game: Game
    rules: RuleSheet  # of the game
    seat: int
    done: int  # the number of what the seat did


@dataclass(frozen=True)
class Judged:
    """One decision with everything that was found out about it."""

    number: int
    seat: int
    question: str
    words: tuple[tuple[int, str], ...]  # the actions of all options in the notation of records
    judgment: Judgment
    value: OpenValue  # after it
    dealt: Vector | None  # what the game was worth before the first decision
    reasons: tuple[str, ...]
    seconds: float


def analyze(
    record: Record,
    *,
    evaluator: str = DEFAULT,
    worlds: int = WORLDS,
    processes: int | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """Judge every decision of a record, in so many imagined worlds each.

    `progress` is called with the number of decisions that are done and that of all. More worlds make everything more
    precise; twice the precision takes four times as many.
    """
    if worlds < FEWEST_WORLDS:
        raise BadSetup(f"an analysis imagines at least {FEWEST_WORLDS} worlds, not {worlds}")
    check_name(evaluator)
    game = replay(record, events=False)  # a record that cannot be played is refused before anything else
    total = len(record.decisions)
    if total == 0:
        raise RecordError("the record has no decisions: there is nothing to analyze")
    names = tuple(recorded_names(record))
    jobs = [Job(record, at, min(at + _CHUNK, total), evaluator, worlds, names) for at in range(0, total, _CHUNK)]
    judged: list[Judged] = []
    for some in spread(work, jobs, cores() if processes is None else processes):
        judged += some
        if progress is not None:
            progress(len(judged), total)
    judged.sort(key=lambda each: each.number)
    return put_together(
        record,
        names,
        judged,
        made_by=(evaluator, EVALUATORS[evaluator].version, worlds),
        initial=_initial(record, evaluator, worlds),
        result=_result(game) if game.is_over else None,
    )


def deepening(
    record: Record,
    *,
    first: int = WORLDS // 4,
    last: int = 4 * WORLDS,
    evaluator: str = DEFAULT,
    processes: int | None = None,
    progress: Progress | None = None,
) -> Iterator[Analysis]:
    """One analysis after the other, each in four times as many worlds as the one before: soon one, then better ones."""
    worlds = first
    while worlds <= last:
        yield analyze(record, evaluator=evaluator, worlds=worlds, processes=processes, progress=progress)
        worlds *= 4


def _initial(record: Record, evaluator: str, worlds: int) -> Vector:
    """What the game was worth before the deal. Where chance names the first seat, all are alike."""
    if record.first_seat is None:
        return (1 / record.seats,) * record.seats
    return value_of_deal(_evaluator(evaluator, record), record.first_seat, 8 * worlds)


def _result(game: Game) -> Vector:
    """Who won: 1 for the winner, equal parts for several."""
    winners = game.scores().winners
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(game.seats))


def work(job: Job) -> list[Judged]:
    """In a process: judge some decisions."""
    evaluator = _evaluator(job.evaluator, job.record)
    return [_judged(evaluator, moment, job) for moment in islice(moments(job.record), job.start, job.stop)]


def moments(record: Record) -> Iterator[Moment]:
    """The game before each decision. It is the same game all the time, and goes on when the next moment is wanted."""
    rules = registry.new_rule_sheet(record.board, record.variant, record.seats)
    rules.start(record.seed, -1 if record.first_seat is None else record.first_seat)
    game = Game(rules, record)
    for at in range(len(record.decisions)):
        seat, done = next_decision(game, record)
        yield Moment(at, game, rules, seat, done)
        game.apply(done, seat)


def _judged(evaluator: Evaluator, moment: Moment, job: Job) -> Judged:
    began = time.process_time()
    game, seat = moment.game, moment.seat
    seen = game.observe(seat)
    judgment = judge(evaluator, seen, moment.done, job.worlds)
    chance = Rng(derived(job.record.seed, f"luck of decision {moment.at} of"))
    worlds = LUCK_WORLDS * job.worlds
    value = value_of_decision(evaluator, moment.rules, seat, moment.done, worlds, chance)
    dealt = value_of_moment(evaluator, moment.rules, seat, worlds, chance) if moment.at == 0 else None
    return Judged(
        number=moment.at + 1,
        seat=seat,
        question=next(asked.question for asked in reversed(seen.open) if asked.seat == seat),
        words=tuple((option.action, game.describe(option.action, seat)) for option in judgment.options),
        judgment=judgment,
        value=value,
        dealt=dealt,
        reasons=reasons_for(seen, judgment, job.names),
        seconds=time.process_time() - began,
    )


def _evaluator(name: str, record: Record) -> Evaluator:
    """The evaluator for a record; what it has learned is used again for others of the same kind."""
    return _made(name, record.board, record.variant, record.seats)


@cache
def _made(name: str, board: str, variant: str, seats: int) -> Evaluator:
    return make_evaluator(name, board, variant, seats)
