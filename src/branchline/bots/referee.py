"""The referee: asks bots for their decisions, carries them out, and goes on if a bot fails.

A bot that raises, takes too long or answers with something that is not legal forfeits that decision: a legal action is
drawn from the referee's own stream, so that the game goes on and repeats exactly. Nothing is swept under the table: the
report lists every forfeit.

How far a time limit reaches: on the main thread of a process (and not on Windows) a bot that runs Python code is
interrupted when its time is up. Elsewhere, and inside compiled code, it can only be noticed afterward that it took too
long. A bot in a process of its own (`branchline.bots.players`) is always stopped.
"""

from __future__ import annotations

import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from operator import index
from pathlib import Path
from time import perf_counter_ns
from traceback import TracebackException

from branchline.bots.base import Bot, Prepares, Tallies, Watches, wants_events
from branchline.bots.seeds import referee_seed
from branchline.engine.rng import Rng
from branchline.game import Game
from branchline.model.actions import Action
from branchline.model.errors import IllegalAction
from branchline.model.observation import Observation

RAISED, TOO_SLOW, ILLEGAL, DIED, STOPPED = "raised", "too slow", "illegal", "died", "stopped"
KINDS = (RAISED, TOO_SLOW, ILLEGAL, DIED, STOPPED)
_GIVEN_UP = 10  # a bot that fails at that many decisions, from its first one on, is not asked again
_HOME = str(Path(__file__).parent)
_AGAIN = 0.05  # a bot that swallows the interruption is interrupted again after that many seconds
_LONGEST_DETAIL = 200
_LONGEST_TRACE = 4000


class TooSlow(BaseException):
    """Interrupts a bot whose time is up. No Exception, so that a bot does not catch it by the way."""


class TimeUp(Exception):
    """A bot keeps its own time, and has none left."""


class BotDied(Exception):
    """The process of a bot has ended."""


class BotRaised(Exception):
    """What a bot raised in a process of its own, in words, and where."""

    def __init__(self, words: str, trace: str = "") -> None:
        super().__init__(words)
        self.trace = trace


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A decision that a bot did not make."""

    seat: int
    bot: str
    decision: int  # which decision of the game, from 0
    kind: str  # one of KINDS
    detail: str
    trace: str = ""  # where in the bot it happened, if it raised

    def __str__(self) -> str:
        return f"decision {self.decision}, {self.bot} in seat {self.seat}: {self.kind}: {self.detail}"


@dataclass(frozen=True, slots=True)
class MatchReport:
    """What the referee saw: forfeits, and how long each seat took for each of its decisions."""

    forfeits: tuple[Forfeit, ...]
    microseconds: tuple[tuple[int, ...], ...]
    tallies: tuple[Mapping[str, int], ...] = ()  # what each seat's bot counted, such as tokens

    @property
    def counts(self) -> Counter[tuple[int, str]]:
        """How many decisions each seat forfeited, by seat and kind."""
        return Counter((forfeit.seat, forfeit.kind) for forfeit in self.forfeits)

    def __str__(self) -> str:
        if not self.forfeits:
            return "no forfeited decisions"
        counts = [f"seat {seat} {count} × {kind}" for (seat, kind), count in sorted(self.counts.items())]
        more = [f"... and {len(self.forfeits) - 3} more"] if len(self.forfeits) > 3 else []
        return "\n".join([f"forfeited decisions: {', '.join(counts)}", *map(str, self.forfeits[:3]), *more])


@dataclass
class Referee:
    """Leads one match. `limit` is the time for a decision in seconds; None means no limit."""

    bots: Sequence[Bot | None]  # by seat; None: somebody else decides for that seat
    seed: int
    limit: float | None = None
    forfeits: list[Forfeit] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._rng = Rng(referee_seed(self.seed))
        self._limit_ns = None if self.limit is None else int(self.limit * 1e9)
        self._decisions = 0
        self._nanoseconds: list[list[int]] = [[] for _ in self.bots]
        self._told = [0] * len(self.bots)  # that many events
        self._failed = [0] * len(self.bots)  # decisions in a row, from the first on; -1 once one succeeded

    def play(self, game: Game) -> MatchReport:
        """Play a whole game, all seats of which have bots."""
        self.prepare(game)
        with interruptions(self.limit) as timer:
            while (seat := game.to_move) is not None:
                self.decide(game, seat, timer)
        return self.report()

    def prepare(self, game: Game) -> None:
        """Let the bots get ready that want to. One that fails at it is left as it is: its decisions will show it."""
        for seat, bot in enumerate(self.bots):
            if isinstance(bot, Prepares):
                try:
                    bot.prepare(game.board.id, game.variant.id, game.seats)
                except (Exception, SystemExit) as error:  # noqa: BLE001  (a bot's own fault, which is reported)
                    self._note(seat, bot, RAISED, f"while it prepared: {_words(error)}")
                except TooSlow:
                    self._note(seat, bot, TOO_SLOW, "while it prepared")

    def decide(self, game: Game, seat: int, timer: Timer | None = None) -> None:
        """Ask the bot of a seat for its open decision and carry it out, or a random one if the bot gives none."""
        bot = self.bots[seat]
        assert bot is not None, f"seat {seat} has no bot"
        observation = game.observe(seat)
        kind = detail = trace = ""
        answer: int | Action = -1
        keeps_time = getattr(bot, "keeps_time", False)  # it raises TooSlow by itself
        began = perf_counter_ns()
        try:
            if self._failed[seat] >= _GIVEN_UP:
                kind, detail = STOPPED, f"it failed at its first {_GIVEN_UP} decisions"
            elif timer is None or keeps_time:
                answer = self._ask(game, seat, bot, observation)
            else:
                answer = timer.run(partial(self._ask, game, seat, bot, observation))
        except TooSlow:
            kind, detail = TOO_SLOW, f"no answer within {self.limit:g} s"
        except TimeUp as error:
            kind, detail = TOO_SLOW, str(error)
        except BotDied as error:
            kind, detail, trace = DIED, str(error), trace_of(error)
        except (Exception, SystemExit) as error:  # noqa: BLE001  (whatever a bot raises is its own fault, and is reported)
            kind, detail, trace = RAISED, _words(error), trace_of(error)
        took = perf_counter_ns() - began
        self._nanoseconds[seat].append(took)
        if not kind and self._limit_ns is not None and took > self._limit_ns and not keeps_time:
            kind, detail = TOO_SLOW, f"an answer after {took / 1e9:.3g} s of {self.limit:g}"
        number = observation.legal[0]
        if not kind:
            try:
                number = legal_number(game, observation, answer)
            except IllegalAction as error:
                kind, detail = ILLEGAL, f"{_shortened(repr(answer))}: {error}"
        if kind:
            self._note(seat, bot, kind, detail, trace)
            number = observation.legal[self._rng.below(len(observation.legal))]
        if self._failed[seat] >= 0:
            self._failed[seat] = self._failed[seat] + 1 if kind else -1
        self._decisions += 1
        game.apply(number, seat)

    def _ask(self, game: Game, seat: int, bot: Bot, observation: Observation) -> int | Action:
        """Tell a bot what happened since its last decision, if it wants to know, and let it decide."""
        if wants_events(bot):
            assert isinstance(bot, Watches)
            bot.watch(game.events_for(seat, self._told[seat]))
            self._told[seat] = len(game.events)
        return bot.decide(observation)

    def report(self) -> MatchReport:
        """What happened so far."""
        times = tuple(tuple((ns + 500) // 1000 for ns in seat) for seat in self._nanoseconds)
        tallies = tuple(dict(bot.tallies) if isinstance(bot, Tallies) else {} for bot in self.bots)
        return MatchReport(tuple(self.forfeits), times, tallies)

    def _note(self, seat: int, bot: Bot, kind: str, detail: str, trace: str = "") -> None:
        self.forfeits.append(Forfeit(seat, bot.name, self._decisions, kind, _shortened(detail), trace))


def legal_number(game: Game, observation: Observation, answer: object) -> int:
    """The number of a bot's answer, if it is a legal action of the observing seat."""
    if isinstance(answer, Action):
        try:
            number = observation.number(answer)
        except Exception as error:  # an action value can be filled with anything
            raise IllegalAction(f"That is no action of this board: {error}.") from error
    elif isinstance(answer, bool):
        raise IllegalAction("An action is a number or an Action value.")
    else:
        try:
            number = index(answer)  # type: ignore[arg-type]  # numbers of NumPy too; anything else raises
        except TypeError as error:
            raise IllegalAction("An action is a number or an Action value.") from error
    if number not in observation.legal:
        game.copy().apply(number, observation.seat)  # raises, with the reason
        raise IllegalAction("That is not among the legal actions.")
    return number


def _words(error: BaseException) -> str:
    if isinstance(error, BotRaised):
        return str(error)
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def trace_of(error: BaseException) -> str:
    """Where in a bot an error was raised, with the lines of its source."""
    if isinstance(error, BotRaised):
        return error.trace
    story = TracebackException.from_exception(error)
    own = [k for k, frame in enumerate(story.stack) if not frame.filename.startswith(_HOME)]
    del story.stack[: own[0] if own else 0]  # how it was called is no news
    return "".join(story.format())[-_LONGEST_TRACE:]


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_DETAIL else text[: _LONGEST_DETAIL - 3] + "..."


# Interruptions


class Timer:
    """Interrupts a bot after some seconds, by a signal to the process."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.running = False

    def run(self, ask: Callable[[], int | Action]) -> int | Action:
        """Let a bot decide; raises TooSlow when its time is up."""
        try:
            self.running = True
            signal.setitimer(signal.ITIMER_REAL, self.seconds, _AGAIN)
            try:
                return ask()
            finally:
                self.stop()
        except TooSlow:  # it may come while the timer is being stopped; the next one is a while off
            self.stop()
            raise

    def stop(self) -> None:
        """The bot is done."""
        self.running = False
        signal.setitimer(signal.ITIMER_REAL, 0)

    def ring(self, *_: object) -> None:
        """The time is up."""
        if self.running:  # the signal may come just when the bot has answered
            raise TooSlow


@contextmanager
def interruptions(seconds: float | None) -> Iterator[Timer | None]:
    """A timer, where one can be had: on the main thread of systems with timer signals."""
    if seconds is None or not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield None
        return
    timer = Timer(seconds)
    handler = signal.signal(signal.SIGALRM, timer.ring)
    others = signal.setitimer(signal.ITIMER_REAL, 0)
    try:
        yield timer
    finally:
        signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, *others)
