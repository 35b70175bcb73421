"""Does the analysis keep its promises? Tables for every board, from games between bots.

    python benchmarks/analysis.py sums [--games N] [--worlds N] [--board BOARD ...]
    python benchmarks/analysis.py planted [--games N] [--worlds N] [--board BOARD ...] [--all]
    python benchmarks/analysis.py search [--games N] [--worlds N] [--board BOARD ...]
    python benchmarks/analysis.py variates [--games N] [--worlds N] [--board BOARD ...]
    python benchmarks/analysis.py time [--games N] [--worlds N] [--board BOARD ...]

`sums`: for every seat the initial value, luck and play add up to the result; luck is 0 on average, for strong bots and
weak ones (`--bots planner casual greedy`, who take turns with the seats); and results vary less without luck. How much
less is seen best where equals play, as the play of unequal bots varies as well. Luck is measured reveal by reveal, and
play decision by decision, and both must add up. Among planners luck counts in full, so play alone tells it, which is
quick: with `--followed N` both are measured in the first N games only. Luck is 0 on average in any number of worlds,
but few of them add chance of their own to it. How much is known from their spread; "in many worlds" is the variance
without luck in as many worlds as an analysis of the usual depth has.

`planted`: blunders that were planted in games between planners are found: a ticket that is thrown away, the most
valuable of those that the planner would keep, and in mid-game a random claim in a turn in which it would not claim.
What a planted action truly costs is told by plain playouts to the end, with chance of their own, in which planners play
on, and in others the champion; those that surely cost more than ten points count. `search`: its decisions (`--search`)
are seldom called blunders. `variates`: how many games to the end control variates save, in decisions that a planner
would have made otherwise: the luck of the draw, which the analysis uses, and what `foretold` expects after four rounds.
`time`: seconds of processor time that an analysis takes. Decisions are judged by whoever judges them for players,
unless `--evaluator` names another.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import nan, sqrt
from random import Random

from branchline.analysis import Evaluator, make_evaluator
from branchline.analysis.analyzing import LUCK_WORLDS, WORLDS, judge_moment
from branchline.analysis.analyzing import Job as Judging
from branchline.analysis.estimates import seed_of
from branchline.analysis.evaluators import ForetoldPlayouts, default_for
from branchline.analysis.judging import judge
from branchline.analysis.luck import OpenGame, follow, net_play
from branchline.analysis.luck_of_draws import without_draws
from branchline.analysis.moments import moments
from branchline.boards import registry
from branchline.bots import make_bot
from branchline.bots.match import play_match
from branchline.bots.seeds import bot_seed
from branchline.bots.workers import cores, spread
from branchline.engine.rng import Rng
from branchline.game import replay
from branchline.model.actions import KeepTickets
from branchline.model.observation import Observation
from branchline.notation.record import Record

PLAIN_PLAYOUTS = 300  # that tell what a planted blunder costs
GLANCES, GLANCE = 8, 30  # slips of each kind that are looked at before one is planted, and the playouts for each
BLUNDER = 0.10  # of a win
VARIED, LATE = 3, 0.8  # decisions of a game that control variates are tried in, and from where on one is late
JUDGED = 8  # one decision in so many is judged, and
FOLLOWED = 8  # so many worlds are followed, to see how long an analysis takes
MANY_WORLDS = LUCK_WORLDS * WORLDS  # that an analysis of the usual depth measures luck in


@dataclass(frozen=True)
class Job:
    """A game to play and analyze."""

    board: str
    bots: tuple[str, ...]
    seed: int
    worlds: int
    is_followed: bool = False  # reveal by reveal: else luck is what play leaves, as it is among planners
    evaluator: str = ""  # that judges decisions


@dataclass(frozen=True)
class Outcome:
    """What became of it, by seat."""

    job: Job
    result: tuple[float, ...]
    luck: tuple[float, ...]
    noise: tuple[float, ...]  # how much the luck varies because worlds are few
    off: float | None  # how far initial value + luck + play is from the result, in the world and seat where it is most
    seconds: float  # of processor time


def played(job: Job) -> Record:
    """A game between bots."""
    bots = [make_bot(spec, bot_seed(job.seed, seat)) for seat, spec in enumerate(job.bots)]
    variant = next(iter(registry.board(job.board).variants))
    game = play_match(job.board, variant, bots, job.seed, events=False)
    return game.record(**{f"seat_{seat}": f"bot {spec}" for seat, spec in enumerate(job.bots)})


def play_and_measure(job: Job) -> Outcome:
    """In a process of its own: one game, and its luck. Judging decisions takes most of an analysis and is left out."""
    record = played(job)
    began = time.process_time()
    result, fair = final_result(record), 1 / record.seats
    plays = net_play(record, 0, job.worlds)
    if job.is_followed:
        game = follow(record, 0, job.worlds)
        dealt = [share - fair for share in game.shares()[0]]
        luck = [sum(column) for column in zip(dealt, *game.luck(), strict=True)]
        return Outcome(
            job,
            result,
            tuple(luck),
            tuple(se**2 for se in game.net_luck_se()),
            _off(game, plays, result),
            time.process_time() - began,
        )
    by_seat = [spread_of(column) for column in zip(*plays, strict=True)]
    return Outcome(
        job,
        result,
        tuple(its - fair - play for its, (play, _) in zip(result, by_seat, strict=True)),
        tuple(se**2 for _, se in by_seat),
        None,
        time.process_time() - began,
    )


def _off(game: OpenGame, plays: Sequence[Sequence[float]], result: Sequence[float]) -> float:
    """How far the deal, the full luck of every reveal and the play of every decision are from making the result."""
    most = 0.0
    for world, play in enumerate(plays):
        parts = [game.values[0][world], *(lucks[world] for lucks in game.lucks), play]
        most = max(most, *(abs(sum(part[seat] for part in parts) - its) for seat, its in enumerate(result)))
    return most


def final_result(record: Record) -> tuple[float, ...]:
    """Who won: 1 for the winner, equal parts for several."""
    winners = replay(record, events=False).scores().winners
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(record.seats))


def jobs_of(board: str, options: argparse.Namespace) -> Iterator[Job]:
    """Games in which the bots take turns with the seats."""
    for game in range(options.games):
        turned = tuple(options.bots[(game + seat) % len(options.bots)] for seat in range(len(options.bots)))
        is_followed = game < options.followed
        yield Job(board, turned, options.seed + game, options.worlds, is_followed, judge_of(board, options))


def judge_of(board: str, options: argparse.Namespace) -> str:
    """Who judges decisions: the one that was named, or the one that players get."""
    if options.evaluator is not None:
        return str(options.evaluator)
    return default_for(board, next(iter(registry.board(board).variants)), len(options.bots))


def spread_of(values: Sequence[float]) -> tuple[float, float]:
    """The mean of some values and its standard error."""
    count = len(values)
    middle = sum(values) / count
    return middle, sqrt(sum((value - middle) ** 2 for value in values) / (count * max(1, count - 1)))


def variance(values: Sequence[float]) -> float:
    """The variance of some values."""
    return spread_of(values)[1] ** 2 * len(values)


def sums(options: argparse.Namespace) -> None:
    """The table of sums, one line for each board and bot."""
    if options.followed < options.games and {*options.bots} != {"planner"}:
        raise SystemExit("Among other bots than planners luck is measured reveal by reveal: leave out --followed.")
    print("| board | bot | games | off by | result | luck | variance | without luck | in many worlds | seconds |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for board in options.board:
        outcomes = list(spread(play_and_measure, jobs_of(board, options), options.processes))
        for bot in dict.fromkeys(options.bots):
            print(_line(board, bot, outcomes), flush=True)


def _line(board: str, bot: str, outcomes: Sequence[Outcome]) -> str:
    seats = [(each, at) for each in outcomes for at, its in enumerate(each.job.bots) if its == bot]
    off = max((each.off for each in outcomes if each.off is not None), default=nan)
    first = [(each, each.job.bots.index(bot)) for each in outcomes]  # one seat a game: together they have no luck
    luck, luck_se = spread_of([each.luck[at] for each, at in first])
    results = [each.result[at] for each, at in seats]
    without = variance([each.result[at] - each.luck[at] for each, at in seats])
    noise = sum(each.noise[at] for each, at in seats) / len(seats)
    in_many = without - noise * (1 - outcomes[0].job.worlds / MANY_WORLDS)
    seconds = sum(each.seconds for each in outcomes) / len(outcomes)
    parts = [
        f"{off:.0e}",
        f"{100 * spread_of(results)[0]:.0f}",
        f"{100 * luck:+.1f} ± {100 * luck_se:.1f}",
        f"{variance(results):.3f}",
        f"{without:.3f}",
        f"{in_many:.3f} ({in_many / variance(results):.2f})",
        f"{seconds:.1f}",
    ]
    return f"| {board} | {bot} | {len(outcomes)} | {' | '.join(parts)} |"


# Planted blunders


@dataclass(frozen=True)
class Plant:
    """A blunder that was planted: what it is, what it truly costs, and what the analysis says if it surely is one."""

    board: str
    what: str
    number: int  # of the decision
    cost: float  # to planners, who play on
    cost_se: float
    is_lasting: bool = False  # it surely is one on average of planners and the champion, too
    error: float | None = None
    label: str | None = None


@dataclass(frozen=True)
class Slip:
    """Something that could be planted: what a planner did, and what it does instead."""

    what: str
    number: int  # of the decision
    seen: Observation
    usual: int
    action: int


def plant(job: Job) -> list[Plant]:
    """In a game between planners, let a seat throw away its best ticket, and let one claim any route in mid-game.

    Most such slips cost little. So some are glanced at, and of each kind the one is planted that costs most there.
    """
    record = played(Job(job.board, ("planner",) * len(job.bots), job.seed, job.worlds))
    chance = Random(job.seed)
    slips = list(_slips(record, chance))
    found = []
    for what in ("ticket", "claim"):
        some = [slip for slip in slips if slip.what == what]
        glanced = chance.sample(some, min(GLANCES, len(some)))
        if glanced:
            worst = max(glanced, key=lambda slip: _cost(job, slip, GLANCE, salt=1)[0])
            found.append(_checked(job, worst))
    return found


def _slips(record: Record, chance: Random) -> Iterator[Slip]:
    """All best tickets that could be thrown away, and a random claim for each turn in mid-game without one."""
    middle = range(len(record.decisions) // 3, 2 * len(record.decisions) // 3)
    for moment in moments(record):
        seen = moment.game.observe(moment.seat)
        planted = {"ticket": _without_best_ticket(seen, moment.done)}
        planted["claim"] = _any_claim(seen, moment.done, chance) if moment.at in middle else None
        for what, action in planted.items():
            if action is not None:
                yield Slip(what, moment.at + 1, seen, moment.done, action)


def _without_best_ticket(seen: Observation, done: int) -> int | None:
    """What the planner keeps but for its most valuable ticket, or whatever is most like it."""
    kept = seen.action(done)
    if not isinstance(kept, KeepTickets) or not kept.tickets:
        return None
    board = registry.board(seen.board)
    points = {ticket.id: ticket.points for ticket in registry.variant(board, seen.variant).tickets}
    wanted = {*kept.tickets} - {max(kept.tickets, key=lambda ticket: points[ticket])}
    others = {number: {*getattr(seen.action(number), "tickets", kept.tickets)} for number in seen.legal}
    without = [number for number, its in others.items() if its & {*kept.tickets} <= wanted]
    return min(without, key=lambda number: len(others[number] ^ wanted), default=None)


def _any_claim(seen: Observation, done: int, chance: Random) -> int | None:
    """Any claim, in a turn in which the planner does not claim."""
    claims = [number for number in seen.legal if getattr(seen.action(number), "route", None) is not None]
    if not claims or getattr(seen.action(done), "route", None) is not None:
        return None
    return chance.choice(claims)


def _checked(job: Job, slip: Slip) -> Plant:
    """What a planted action truly costs, by many plain playouts with chance of their own, and what is said of it."""
    cost, cost_se = _cost(job, slip, PLAIN_PLAYOUTS, salt=2)
    planted = Plant(job.board, slip.what, slip.number, cost, cost_se)
    if cost - 2 * cost_se <= BLUNDER:
        return planted
    evaluator = evaluator_of(job.evaluator, job)
    seed = seed_of(slip.seen, 3) ^ job.seed
    played = evaluator.played_well(slip.seen, [slip.usual, slip.action], PLAIN_PLAYOUTS, seed)
    its, its_se = spread_of([a - b for a, b in zip(*played, strict=True)]) if played else (cost, cost_se)
    is_lasting = (cost + its) / 2 - sqrt(cost_se**2 + its_se**2) > BLUNDER
    judgment = judge(evaluator, slip.seen, slip.action, job.worlds)
    return replace(planted, is_lasting=is_lasting, error=judgment.error, label=judgment.label)


def _cost(job: Job, slip: Slip, playouts: int, salt: int) -> tuple[float, float]:
    """What a slip costs, and the standard error. What will hardly prove to be a blunder is soon given up."""
    whole = evaluator_of("playouts", job)
    chance = Rng(seed_of(slip.seen, salt) ^ job.seed)
    whole.look(slip.seen, chance)
    costs: list[float] = []
    for _ in range(playouts):
        whole.imagine(slip.seen, chance)
        costs.append(whole.value_of(slip.usual)[whole.seat] - whole.value_of(slip.action)[whole.seat])
        if len(costs) % GLANCE == 0:
            cost, se = spread_of(costs)
            if cost + se - 2 * se * sqrt(len(costs) / playouts) <= BLUNDER:
                break
    return spread_of(costs)


@cache
def _made(name: str, board: str, variant: str, seats: int) -> Evaluator:
    return make_evaluator(name, board, variant, seats)


def evaluator_of(name: str, job: Job) -> Evaluator:
    """An evaluator for a game, made once in each process."""
    return _made(name, job.board, next(iter(registry.board(job.board).variants)), len(job.bots))


def planted(options: argparse.Namespace) -> None:
    """The table of planted blunders, one line for each board."""
    print("| board | evaluator | games | blunders to planners | found | to champions too | found | as blunder |")
    print("|---|---|---|---|---|---|---|---|")
    for board in options.board:
        plants = [each for some in spread(plant, jobs_of(board, options), options.processes) for each in some]
        sure = [each for each in plants if each.error is not None]
        lasting = [each for each in sure if each.is_lasting]
        parts = [judge_of(board, options), str(options.games)]
        for some in (sure, lasting):
            parts += [_kinds(some), _kinds([each for each in some if each.label])]
        parts.append(str(sum(each.label == "blunder" for each in lasting)))
        print(f"| {board} | {' | '.join(parts)} |", flush=True)
        for each in plants if options.all else ():
            print(each)


def _kinds(plants: Sequence[Plant]) -> str:
    tickets = sum(each.what == "ticket" for each in plants)
    return f"{len(plants)} ({tickets} tickets, {len(plants) - tickets} claims)"


# What is said of `search`


def watch_search(job: Job) -> list[str | None]:
    """The labels of all decisions in a game between searches."""
    evaluator = evaluator_of(job.evaluator, job)
    return [
        judge(evaluator, moment.game.observe(moment.seat), moment.done, job.worlds).label
        for moment in moments(played(job))
    ]


def search(options: argparse.Namespace) -> None:
    """How often decisions of `search` are labeled, one line for each board."""
    options.bots = [options.search] * len(options.bots)
    print("| board | bot | games | decisions | inaccuracies | mistakes | blunders |")
    print("|---|---|---|---|---|---|---|")
    for board in options.board:
        labels = [each for some in spread(watch_search, jobs_of(board, options), options.processes) for each in some]
        counts = [labels.count(label) for label in ("inaccuracy", "mistake", "blunder")]
        parts = " | ".join(f"{count} ({100 * count / len(labels):.1f} %)" for count in counts)
        print(f"| {board} | {options.search} | {options.games} | {len(labels)} | {parts} |", flush=True)


# What control variates save


@dataclass(frozen=True)
class Varied:
    """Two actions in games to the end from the same worlds: the variance of their difference, as it is and less ..."""

    is_late: bool  # in the last fifth of a game
    plain: float
    less_draws: float  # ... the luck of the draw
    less_foretold: float  # ... what was foretold after some rounds, if its mean were known


def vary(job: Job) -> list[Varied]:
    """Some decisions of a game that a planner would have made otherwise."""
    record = played(job)
    whole = evaluator_of("playouts", job)
    found = []
    for moment in moments(record):
        seen = moment.game.observe(moment.seat)
        chance = Rng(seed_of(seen, 5) ^ job.seed)
        whole.look(seen, chance)
        whole.imagine(seen, chance)
        usual = whole.usual_action()
        if usual != moment.done:
            found.append((moment.at >= LATE * len(record.decisions), seen, [usual, moment.done]))
    some = Random(job.seed).sample(found, min(VARIED, len(found)))
    return [_varied(whole, *each, job) for each in some]


def _varied(whole: Evaluator, is_late: bool, seen: Observation, actions: list[int], job: Job) -> Varied:
    chance = Rng(seed_of(seen, 6) ^ job.seed)
    whole.look(seen, chance)
    won: list[list[list[float]]] = [[], []]
    lucks: list[list[list[float]]] = [[], []]
    foretold: list[list[float]] = [[], []]
    for _ in range(job.worlds):
        whole.imagine(seen, chance)
        for k, action in enumerate(actions):
            whole.carry_out(action)
            whole.play_turns(ForetoldPlayouts.rounds * len(job.bots))
            foretold[k].append(whole.foreteller.shares()[whole.seat])
            won[k].append(whole.play_to_the_end())
            lucks[k].append(list(whole.luck))
    plain, less_draws = (
        [a[whole.seat] - b[whole.seat] for a, b in zip(*results, strict=True)]
        for results in (won, without_draws(won, lucks))
    )
    before = [a - b for a, b in zip(*foretold, strict=True)]
    return Varied(is_late, variance(plain), variance(less_draws), _unexplained(plain, before))


def _unexplained(values: Sequence[float], by: Sequence[float]) -> float:
    """The variance of some values less what a line through others explains, more of them than chance would."""
    means = [spread_of(each)[0] for each in (values, by)]
    squares = sum((x - means[1]) ** 2 for x in by)
    if squares == 0:
        return variance(values)
    slope = sum((y - means[0]) * (x - means[1]) for y, x in zip(values, by, strict=True)) / squares
    rest = [y - means[0] - slope * (x - means[1]) for y, x in zip(values, by, strict=True)]
    return sum(each**2 for each in rest) / max(1, len(rest) - 2)


def variates(options: argparse.Namespace) -> None:
    """What part of the games is saved, one line for each board and part of a game."""
    print("| board | decisions | positions | variance | saved by the luck of the draw | by what is foretold |")
    print("|---|---|---|---|---|---|")
    for board in options.board:
        found = [each for some in spread(vary, jobs_of(board, options), options.processes) for each in some]
        for when, is_late in (("first four fifths", False), ("last fifth", True)):
            some = [each for each in found if each.is_late == is_late]
            plain = sum(each.plain for each in some)
            if plain:
                left = [sum(each.less_draws for each in some), sum(each.less_foretold for each in some)]
                parts = " | ".join(f"{100 * (1 - its / plain):.1f} %" for its in left)
                print(f"| {board} | {when} | {len(some)} | {plain / len(some):.3f} | {parts} |", flush=True)


# How long an analysis takes


def measure_time(job: Job) -> tuple[int, float, float]:
    """Decisions of a game, and the seconds of processor time that judging them and measuring its luck takes.

    Every decision takes a time of its own and all worlds of luck the same, so a part of each tells the whole.
    """
    record = played(job)
    evaluator = evaluator_of(job.evaluator, job)
    began = time.process_time()
    some = [judge_moment(evaluator, each, _judging(job, record)) for each in moments(record) if each.at % JUDGED == 0]
    judging = (time.process_time() - began) * len(record.decisions) / len(some)
    began = time.process_time()
    follow(record, 0, FOLLOWED)
    return len(record.decisions), judging, (time.process_time() - began) * LUCK_WORLDS * job.worlds / FOLLOWED


def _judging(job: Job, record: Record) -> Judging:
    return Judging(record, 0, len(record.decisions), job.evaluator, job.worlds, ("",) * record.seats)


def clock(options: argparse.Namespace) -> None:
    """Seconds a game, one line for each board."""
    print("| board | seats | decisions | judging | luck | seconds of processor time |")
    print("|---|---|---|---|---|---|")
    for board in options.board:
        times = list(spread(measure_time, jobs_of(board, options), options.processes))
        decisions, judging, luck = (sum(column) / len(times) for column in zip(*times, strict=True))
        parts = f"{decisions:.0f} | {judging:.0f} | {luck:.0f} | {judging + luck:.0f}"
        print(f"| {board} | {len(options.bots)} | {parts} |", flush=True)


TABLES = {"sums": sums, "planted": planted, "search": search, "variates": variates, "time": clock}


def main() -> None:
    """Read the options and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=list(TABLES))
    parser.add_argument("--games", type=int, default=500, help="games of each board (500)")
    parser.add_argument("--worlds", type=int, default=64, help="imagined for a decision, or a game's luck (64)")
    parser.add_argument("--followed", type=int, default=500, help="sums: games in which luck is measured too (500)")
    parser.add_argument("--bots", nargs="+", default=["planner"] * 3, help="who plays (three planners)")
    parser.add_argument("--search", default="search(playouts=400)", metavar="BOT", help="whose decisions are watched")
    parser.add_argument("--evaluator", help="who judges decisions; sums need none (whoever judges for players)")
    parser.add_argument("--seed", type=int, default=0, help="of the first game (0)")
    parser.add_argument("--processes", type=int, default=cores())
    parser.add_argument("--all", action="store_true", help="print every planted blunder as well")
    parser.add_argument("--board", nargs="+", default=[board.id for board in registry.boards()])
    options = parser.parse_args()
    TABLES[options.what](options)


if __name__ == "__main__":
    main()
