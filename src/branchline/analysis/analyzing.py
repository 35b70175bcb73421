"""A whole record: every decision is judged and its luck measured, on all cores, and then all is put together."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import islice

from branchline.analysis.analysis_files import analysis_version
from branchline.analysis.judging import Judgment, judge
from branchline.analysis.luck import OpenGame, Vector, champions_follow, follow, value_of_deal
from branchline.analysis.moments import Moment, moments
from branchline.analysis.reasons import reasons_for
from branchline.analysis.results import Analysis
from branchline.analysis.summing import put_together
from branchline.bots.names import recorded_names
from branchline.bots.workers import cores, spread
from branchline.game import replay
from branchline.model.errors import BadSetup, RecordError
from branchline.notation.record import Record
from branchline.thinking.evaluators import Evaluator, default_for, make_evaluator

WORLDS = 64  # imagined for each decision, unless it is said otherwise
FEWEST_WORLDS = 8
LUCK_WORLDS = 4  # for each of them, that luck is measured in: games are played to the end there, which is noisy ...
LUCK_WORLDS_OF_CHAMPIONS = 2  # ... and takes long where champions play them
_DECISIONS = 6  # that are handed to a process at a time ...
_WORLDS = 8  # ... or worlds in which it follows the whole game

Progress = Callable[[int, int], None]  # how many decisions are done, and all of them


@dataclass(frozen=True)
class Job:
    """Some decisions of a record in a row, to be judged."""

    record: Record
    start: int
    stop: int
    evaluator: str
    worlds: int
    names: tuple[str, ...]  # of the seats

    def work(self) -> list[Judged]:
        """In a process: judge them."""
        evaluator = _evaluator(self.evaluator, self.record)
        return [judge_moment(evaluator, moment, self) for moment in islice(moments(self.record), self.start, self.stop)]


@dataclass(frozen=True)
class LuckJob:
    """Some worlds in which a record is followed."""

    record: Record
    first: int
    count: int

    def work(self) -> Followed:
        """In a process: follow it."""
        began = time.process_time()
        game = follow(self.record, self.first, self.count)
        return Followed(game, time.process_time() - began)


@dataclass(frozen=True)
class Followed:
    """A game in some worlds, and what it took."""

    game: OpenGame
    seconds: float


@dataclass(frozen=True)
class Judged:
    """One decision with everything that was found out about it."""

    number: int
    seat: int
    question: str
    words: tuple[tuple[int, str], ...]  # the actions of all options in the notation of records
    judgment: Judgment
    reasons: tuple[str, ...]
    seconds: float


def analyze(
    record: Record,
    *,
    evaluator: str | None = None,
    worlds: int = WORLDS,
    processes: int | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """Judge every decision of a record, in that many imagined worlds each.

    Unless an evaluator is named, the one judges that knows this kind of game best (`default_for`).
    `progress` is called with how far it is, counted in decisions, and the number of all. More worlds make everything
    more precise; twice the precision takes four times as many.
    """
    if worlds < FEWEST_WORLDS:
        raise BadSetup(f"an analysis imagines at least {FEWEST_WORLDS} worlds, not {worlds}")
    evaluator = evaluator or default_for(record.board, record.variant, record.seats)
    version = analysis_version(evaluator, record.board)
    game = replay(record, events=False)  # a record that cannot be played is refused before anything else
    total = len(record.decisions)
    if total == 0:
        raise RecordError("the record has no decisions: there is nothing to analyze")
    names = tuple(recorded_names(record))
    judged, open_game, seconds = _carry_out(_jobs(record, names, evaluator, worlds), total, processes, progress)
    return put_together(
        record,
        names,
        judged,
        open_game,
        made_by=(evaluator, version, worlds),
        initial=_initial(record, worlds),
        is_finished=game.is_over,
        seconds=seconds,
    )


def _jobs(record: Record, names: tuple[str, ...], evaluator: str, worlds: int) -> list[Job | LuckJob]:
    """Luck comes first: those jobs are the longer ones."""
    total = len(record.decisions)
    luck_worlds = worlds * (LUCK_WORLDS_OF_CHAMPIONS if champions_follow(record) else LUCK_WORLDS)
    return [
        *(LuckJob(record, first, min(_WORLDS, luck_worlds - first)) for first in range(0, luck_worlds, _WORLDS)),
        *(Job(record, at, min(at + _DECISIONS, total), evaluator, worlds, names) for at in range(0, total, _DECISIONS)),
    ]


def _carry_out(
    jobs: Sequence[Job | LuckJob], total: int, processes: int | None, progress: Progress | None
) -> tuple[list[Judged], OpenGame, float]:
    """All judged decisions in order, the game in all worlds, and the processor time."""
    judged: list[Judged] = []
    followed: list[Followed] = []
    for done, some in enumerate(spread(work, jobs, cores() if processes is None else processes), 1):
        if isinstance(some, Followed):
            followed.append(some)
        else:
            judged += some
        if progress is not None:
            progress(total * done // len(jobs), total)
    judged.sort(key=lambda each: each.number)
    seconds = sum(each.seconds for each in judged) + sum(each.seconds for each in followed)
    return judged, reduce(OpenGame.joined, (each.game for each in followed)), seconds


def deepening(
    record: Record,
    *,
    first: int = WORLDS // 4,
    last: int = 4 * WORLDS,
    evaluator: str | None = None,
    processes: int | None = None,
    progress: Progress | None = None,
) -> Iterator[Analysis]:
    """One analysis after the other, each in four times as many worlds as the one before: soon one, then better ones."""
    worlds = first
    while worlds <= last:
        yield analyze(record, evaluator=evaluator, worlds=worlds, processes=processes, progress=progress)
        worlds *= 4


def _initial(record: Record, worlds: int) -> Vector:
    """What the game was worth before the deal. Where chance names the first seat, all are alike."""
    if record.first_seat is None:
        return (1 / record.seats,) * record.seats
    return value_of_deal(record, 8 * worlds)


def work(job: Job | LuckJob) -> list[Judged] | Followed:
    """In a process: do a job."""
    return job.work()


def judge_moment(evaluator: Evaluator, moment: Moment, job: Job) -> Judged:
    """All that is said of a decision, by what its seat sees in that moment."""
    began = time.process_time()
    game, seat = moment.game, moment.seat
    seen = game.observe(seat)
    judgment = judge(evaluator, seen, moment.done, job.worlds)
    return Judged(
        number=moment.at + 1,
        seat=seat,
        question=next(asked.question for asked in reversed(seen.open) if asked.seat == seat),
        words=tuple((option.action, game.describe(option.action, seat)) for option in judgment.options),
        judgment=judgment,
        reasons=reasons_for(seen, judgment, job.names),
        seconds=time.process_time() - began,
    )


def _evaluator(name: str, record: Record) -> Evaluator:
    """The evaluator for a record; what it has learned is used again for others of the same kind."""
    return _made(name, record.board, record.variant, record.seats)


@cache
def _made(name: str, board: str, variant: str, seats: int) -> Evaluator:
    return make_evaluator(name, board, variant, seats)
