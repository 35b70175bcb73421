"""The suite: eight tasks that stay the same, to compare agents, programs and language models by.

    from branchline.lab import suite

    suite.run("planner(hasty)", "hasty.jsonl", deals=10)
    for found in suite.results("hasty.jsonl"):
        print(found.task.name, found.wins.value)

In a task one bot sits at a table of opponents that never change, and every deal is played with it in each seat. The
deals come from a seed of the suite's own. A result file has a line for each game, with the decisions of the bot in
question. Those of the opponents follow from the seed, so anybody can play all of it again (`verify`) and needs no bot
for it.

Nothing about a task may change within a version of the suite. `Task.digest` is taken over a game between its opponents
alone: if rules or opponents play otherwise one day, a test fails, and the suite gets a new version.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property, partial
from itertools import groupby
from pathlib import Path
from statistics import fmean

from branchline import __version__
from branchline.analysis.luck import net_play
from branchline.bots import Bot, Referee, bot_seed, make_bot
from branchline.bots.match import ask
from branchline.bots.players import LocalBot
from branchline.bots.processes import Watchdog
from branchline.bots.seeds import derived
from branchline.bots.specs import parse_spec
from branchline.bots.workers import cores, spread
from branchline.game import Game, new_game
from branchline.lab.contest.estimates import mean, share
from branchline.lab.statistics import Estimate
from branchline.model.errors import BadSetup, BranchlineError, IllegalAction

VERSION = 1
DEALS = 100
LUCK_WORLDS = 8  # in which a game is followed, to take the luck of the draw out of its result
_NEAR = 1e-6  # networks add up differently on other machines


class SuiteError(BranchlineError):
    """A result file that is none, or does not come true."""


@dataclass(frozen=True)
class Task:
    """A board, a number of seats, and who else sits there."""

    name: str
    board: str
    variant: str
    seats: int
    opponent: str  # in all other seats
    digest: str  # of a game between opponents

    def seed(self, deal: int) -> int:
        """The seed of a deal."""
        return derived(VERSION, f"deal {deal} of {self.name} in suite")

    def start(self, deal: int) -> Game:
        """A game of a deal, before anything was decided."""
        return new_game(self.board, variant=self.variant, seats=self.seats, seed=self.seed(deal), events=False)


TASKS = {
    task.name: task
    for task in (
        Task("usa-2", "usa", "classic", 2, "planner", "b3f0cf25"),
        Task("usa-5", "usa", "classic", 5, "planner", "507f21c2"),
        Task("mega-3", "usa", "mega", 3, "planner", "08d56e7f"),
        Task("germany-3", "germany", "classic", 3, "planner", "537a7d92"),
        Task("san-francisco-4", "san_francisco", "classic", 4, "planner", "f4326120"),
        Task("uk-advanced-2", "uk", "advanced", 2, "planner", "8c1fdf54"),
        Task("pennsylvania-2", "pennsylvania", "classic", 2, "planner", "9e282a01"),
        Task("world-3", "world", "classic", 3, "planner", "6c6da48d"),
    )
}

TRACKS = {  # seconds for a decision
    "agents": 1.0,  # trained networks that answer after a look
    "programs": 5.0,  # anything that thinks
    "models": 120.0,  # language models
}


@dataclass(frozen=True)
class Played:
    """A game of a result file."""

    task: str
    deal: int
    seat: int  # of the bot
    decisions: tuple[int, ...]  # of the bot, as numbers of actions
    win: float  # 1 if it won, a part of it if several did
    margin: int  # points ahead of the best opponent
    milliseconds: float  # a decision took
    forfeits: dict[str, int] = field(default_factory=dict)  # by kind
    play: float | None = None  # the win share without the luck of the draw, if it was measured

    @property
    def place(self) -> tuple[str, int, int]:
        """Which game of the suite it is."""
        return self.task, self.deal, self.seat


@dataclass(frozen=True)
class Header:
    """The first line of a result file."""

    suite: int
    bot: str
    track: str
    deals: int
    luck: bool
    tasks: tuple[str, ...]
    branchline: str = __version__

    def games(self) -> Iterator[tuple[str, int, int]]:
        """All games that belong into the file, tasks by turns."""
        for deal in range(self.deals):
            for name in self.tasks:
                for seat in range(TASKS[name].seats):
                    yield name, deal, seat


@dataclass(frozen=True)
class TaskResult:
    """What a bot reached in one task."""

    task: Task
    games: tuple[Played, ...]

    @cached_property
    def wins(self) -> Estimate:
        """The share of games that it won; one of several equals has 1 / seats."""
        return share(*self._by_deal([game.win for game in self.games]))

    @cached_property
    def margin(self) -> Estimate:
        """Points ahead of the best opponent."""
        return mean(*self._by_deal([game.margin for game in self.games]))

    @cached_property
    def play(self) -> Estimate | None:
        """The win share without the luck of the draw, if that was measured in all games."""
        values = [game.play for game in self.games if game.play is not None]
        return mean(*self._by_deal(values)) if len(values) == len(self.games) else None

    @property
    def saved(self) -> float | None:
        """How many times fewer games say as much, if luck is taken out; None where that cannot be told."""
        plain = mean(*self._by_deal([game.win for game in self.games]))
        if self.play is None or not 0 < self.play.high - self.play.low < float("inf"):
            return None
        return ((plain.high - plain.low) / (self.play.high - self.play.low)) ** 2

    @property
    def milliseconds(self) -> float:
        """The mean of a decision."""
        return fmean(game.milliseconds for game in self.games)

    @property
    def forfeits(self) -> int:
        """How many decisions it did not make."""
        return sum(sum(game.forfeits.values()) for game in self.games)

    def _by_deal(self, values: Sequence[float]) -> tuple[list[float], list[int]]:
        """Sums and numbers of games, deal by deal."""
        pairs = zip((game.deal for game in self.games), values, strict=True)
        groups = [[value for _, value in group] for _, group in groupby(pairs, key=lambda pair: pair[0])]
        return [sum(group) for group in groups], [len(group) for group in groups]


# Playing

Progress = Callable[[int, int], None]


def run(
    bot: str,
    out: str | Path,
    *,
    track: str = "programs",
    deals: int = DEALS,
    tasks: Iterable[str] = tuple(TASKS),
    luck: bool = False,
    processes: int | None = None,
    progress: Progress | None = None,
) -> list[TaskResult]:
    """Play the games of a bot that are missing in a result file, which is made if there is none.

    With `luck` the win share without the luck of the draw is measured too. `processes` is how many work (one for each
    core; 0: only this one), and `progress` is called with the number of games done and wanted.
    """
    wanted = _header(bot, track, deals, tuple(tasks), luck)
    path = Path(out)
    done: set[tuple[str, int, int]] = set()
    if path.exists():
        header, games = read(path)
        if header != wanted:
            raise SuiteError(f"{path} holds other results: {_about(header)}")
        done = {game.place for game in games}
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(wanted)) + "\n", encoding="utf-8")
    missing = [place for place in wanted.games() if place not in done]
    finished, total = len(done), len(done) + len(missing)
    tell = progress or _nothing
    tell(finished, total)
    with path.open("a", encoding="utf-8") as file:
        for game in spread(partial(_play, wanted), missing, cores() if processes is None else processes):
            file.write(json.dumps(asdict(game)) + "\n")
            file.flush()
            finished += 1
            tell(finished, total)
    return results(path)


def _nothing(done: int, games: int) -> None:
    """Tells nobody."""


def _header(bot: str, track: str, deals: int, tasks: tuple[str, ...], luck: bool) -> Header:
    """The first line for some wishes; those that make no sense are refused."""
    if track not in TRACKS:
        raise BadSetup(f"the tracks are {', '.join(TRACKS)}, not '{track}'")
    if deals < 1:
        raise BadSetup(f"the suite needs at least 1 deal, not {deals}")
    for name in tasks:
        if name not in TASKS:
            raise BadSetup(f"there is no task '{name}'; the tasks are {', '.join(TASKS)}")
    spec = str(parse_spec(bot))
    make_bot(spec, 0)
    return Header(VERSION, spec, track, deals, luck, tuple(name for name in TASKS if name in tasks))


def _play(header: Header, place: tuple[str, int, int]) -> Played:
    """Play one game."""
    name, deal, seat = place
    task = TASKS[name]
    game = task.start(deal)
    limit = TRACKS[header.track]
    watchdog = Watchdog(limit)
    bots = _opponents(task, deal)
    bots[seat] = LocalBot(header.bot, bot_seed(task.seed(deal), seat), watchdog)
    try:
        report = Referee(bots, task.seed(deal), limit).play(game)
    finally:
        watchdog.rest()
    win, margin = _result(game, seat)
    times = report.microseconds[seat]
    return Played(
        *place,
        decisions=tuple(number for by, number in game.decisions if by == seat),
        win=win,
        margin=margin,
        milliseconds=round(sum(times) / max(1, len(times)) / 1000, 3),
        forfeits={kind: count for (by, kind), count in report.counts.items() if by == seat},
        play=_play_alone(game, seat) if header.luck else None,
    )


def _opponents(task: Task, deal: int) -> list[Bot | None]:
    seed = task.seed(deal)
    return [LocalBot(task.opponent, bot_seed(seed, seat)) for seat in range(task.seats)]


def _result(game: Game, seat: int) -> tuple[float, int]:
    """The win share of a seat, and how far it is ahead."""
    scores = game.scores()
    best = max(sheet.total for sheet in scores if sheet.seat != seat)
    win = 1 / len(scores.winners) if seat in scores.winners else 0.0
    return win, scores[seat].total - best


def _play_alone(game: Game, seat: int) -> float:
    """What all decisions made of an even start."""
    worlds = net_play(game.record(), 0, LUCK_WORLDS)
    return 1 / game.seats + fmean(world[seat] for world in worlds)


# Result files


def read(path: str | Path) -> tuple[Header, list[Played]]:
    """A result file: its first line, and its games in order."""
    try:
        first, *rest = Path(path).read_text(encoding="utf-8").splitlines()
        plain = json.loads(first)
        header = Header(**{**plain, "tasks": tuple(plain["tasks"])})
        games = [Played(**{**each, "decisions": tuple(each["decisions"])}) for each in map(json.loads, rest)]
    except OSError as error:
        raise SuiteError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, TypeError, KeyError) as error:
        raise SuiteError(f"{path} is no result file of the suite") from error
    if header.suite != VERSION:
        raise SuiteError(f"{path} is of version {header.suite} of the suite; this is version {VERSION}")
    unknown = {*header.tasks, *(game.task for game in games)} - set(TASKS)
    if unknown:
        raise SuiteError(f"{path} has tasks that the suite has not: {', '.join(sorted(unknown))}")
    return header, sorted(games, key=lambda game: game.place)


def results(path: str | Path) -> list[TaskResult]:
    """What a result file says, task by task."""
    header, games = read(path)
    by_task = {name: tuple(game for game in games if game.task == name) for name in header.tasks}
    return [TaskResult(TASKS[name], of) for name, of in by_task.items() if of]


def verify(path: str | Path, *, processes: int | None = None, progress: Progress | None = None) -> int:
    """Play all games of a result file again; returns how many there are. What does not come true raises SuiteError."""
    header, games = read(path)
    wanted = set(header.games())
    found = [game.place for game in games]
    if len(set(found)) < len(found):
        raise SuiteError(f"{path} has a game twice")
    if set(found) != wanted:
        raise SuiteError(f"{path} has {len(found)} games; {_about(header)} means {len(wanted)}")
    tell = progress or _nothing
    tell(0, len(games))
    faults = spread(partial(_replayed, header), games, cores() if processes is None else processes)
    for done, fault in enumerate(faults, 1):
        if fault:
            raise SuiteError(f"{path}: {fault}")
        tell(done, len(games))
    return len(games)


def _replayed(header: Header, played: Played) -> str:
    """Play a game again; returns what is wrong with it, or nothing."""
    task = TASKS[played.task]
    which = f"{played.task}, deal {played.deal}, seat {played.seat}"
    game = task.start(played.deal)
    bots = _opponents(task, played.deal)
    for bot in bots:
        bot.prepare(task.board, task.variant, task.seats)  # type: ignore[union-attr]
    own = list(reversed(played.decisions))
    while (seat := game.to_move) is not None:
        if seat != played.seat:
            game.apply(ask(game, seat, bots[seat]), seat)  # type: ignore[arg-type]
            continue
        try:
            game.apply(own.pop(), seat)
        except (IllegalAction, IndexError) as error:
            return f"{which}: the decisions do not make a game ({error})"
    if own:
        return f"{which}: there are more decisions than the game has"
    if (played.win, played.margin) != _result(game, played.seat):
        return f"{which}: the game ends otherwise than it says"
    if header.luck and abs((played.play or 0.0) - _play_alone(game, played.seat)) > _NEAR:
        return f"{which}: the win share without luck is another one"
    return ""


def _about(header: Header) -> str:
    tasks = "all tasks" if header.tasks == tuple(TASKS) else ", ".join(header.tasks)
    luck = ", with luck taken out" if header.luck else ""
    return f"{header.bot}, track {header.track}, {header.deals} deals of {tasks}{luck}"


def digest(task: Task) -> str:
    """What a game between the opponents of a task comes to, in eight letters."""
    game = task.start(0)
    Referee(_opponents(task, 0), task.seed(0)).play(game)
    return hashlib.sha256(repr(game.decisions).encode()).hexdigest()[:8]
