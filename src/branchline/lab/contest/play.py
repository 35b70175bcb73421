"""One game of an arena, and what is kept of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import polars as pl

from branchline.bots import Bot, Forfeit, MatchReport, Referee, bot_seed
from branchline.bots.base import wants_events
from branchline.bots.players import BotHost, IsolatedBot, LocalBot
from branchline.bots.processes import Watchdog
from branchline.bots.referee import STOPPED
from branchline.game import Game, new_game
from branchline.lab.contest.schedule import ContestPlan, Entry
from branchline.lab.store import Row

_ATTEMPTS = 4

# One row for each seat of each game.
COLUMNS: dict[str, pl.DataType] = {
    "game": pl.UInt32(),
    "board": pl.String(),
    "variant": pl.String(),
    "seats": pl.UInt8(),
    "deal": pl.UInt32(),  # games of one deal have the same seed
    "seed": pl.String(),
    "seat": pl.UInt8(),
    "order": pl.UInt8(),  # place in the order of turns, from 0
    "bot": pl.String(),
    "total": pl.Int16(),
    "place": pl.UInt8(),
    "win": pl.Float64(),  # 1 for the winner, a part of it for each of several
    "points": pl.List(pl.Struct({"line": pl.String(), "points": pl.Int16()})),  # the lines of the score sheet
    "completed": pl.UInt8(),  # tickets
    "failed": pl.UInt8(),
    "ended_by": pl.String(),
    "microseconds": pl.List(pl.UInt32()),  # what each decision took
    "tallies": pl.List(pl.Struct({"what": pl.String(), "count": pl.Int64()})),  # what the bot counted, such as tokens
    "forfeits": pl.List(pl.Struct({"decision": pl.UInt32(), "kind": pl.String(), "detail": pl.String()})),
}


@dataclass(frozen=True)
class Job:
    """A game to be played; isolated if every bot is to play in a process of its own."""

    number: int
    isolated: bool
    attempts: int = 1

    def again(self) -> Job | None:
        """What to do when the process died that played it: with isolated bots no bot can do that, but machines fail."""
        return Job(self.number, True, self.attempts + 1) if self.attempts < _ATTEMPTS else None


_hosts: list[BotHost] = []  # of this process, one for each seat; kept from game to game


def play_job(plan: ContestPlan, job: Job) -> list[Row]:
    """Play a game in this process, and say what came of it."""
    entry = plan.entry(job.number)
    division = entry.division
    board = division.find_board().id
    watchdog = Watchdog(plan.limit)
    bots = _bots(plan, entry, job.isolated, watchdog)
    events = any(wants_events(bot) for bot in bots)
    game = new_game(board, variant=division.variant, seats=division.seats, seed=entry.seed, events=events)
    try:
        report = Referee(bots, entry.seed, plan.limit).play(game)
    finally:
        watchdog.rest()
    rows = rows_of(entry, game, report)
    for seat, row in enumerate(rows):
        row["faults"] = faults_of(game, [forfeit for forfeit in report.forfeits if forfeit.seat == seat])
    return rows


def faults_of(game: Game, forfeits: Sequence[Forfeit]) -> list[Row]:
    """What helps to find the fault of a bot: where it raised, and the game up to there. The first of each kind."""
    first = {forfeit.kind: forfeit for forfeit in reversed(forfeits) if forfeit.kind != STOPPED}
    found = []
    for forfeit in first.values():
        record = game.record()
        record = replace(record, decisions=record.decisions[: forfeit.decision], totals=None)
        text = f"{forfeit}\n\n{forfeit.trace}".rstrip()
        found.append({"kind": forfeit.kind, "text": text, "record": record.dumps()})
    return found


def _bots(plan: ContestPlan, entry: Entry, isolated: bool, watchdog: Watchdog) -> list[Bot]:
    seeds = [bot_seed(entry.seed, seat) for seat in range(len(entry.bots))]
    if not isolated:
        return [LocalBot(bot, seed, watchdog) for bot, seed in zip(entry.bots, seeds, strict=True)]
    while len(_hosts) < len(seeds):
        _hosts.append(BotHost())
    seated = zip(entry.bots, seeds, _hosts, strict=False)
    return [IsolatedBot(bot, seed, limit=plan.limit, host=host) for bot, seed, host in seated]


def rows_of(entry: Entry, game: Game, report: MatchReport) -> list[Row]:
    """What is kept of a finished game."""
    division = entry.division
    scores = game.scores()
    ended_by = game.observe(None).ended_by
    rows = []
    for sheet in scores:
        seat = sheet.seat
        forfeits = [f for f in report.forfeits if f.seat == seat]
        rows.append(
            {
                "game": entry.number,
                "board": division.board,
                "variant": division.variant,
                "seats": division.seats,
                "deal": entry.deal,
                "seed": f"{entry.seed:#x}",
                "seat": seat,
                "order": (seat - game.first_seat) % division.seats,
                "bot": entry.bots[seat],
                "total": sheet.total,
                "place": sheet.place,
                "win": 1 / len(scores.winners) if seat in scores.winners else 0.0,
                "points": [{"line": line, "points": points} for line, points in sheet.lines.items()],
                "completed": len(sheet.completed),
                "failed": len(sheet.failed),
                "ended_by": ended_by,
                "microseconds": list(report.microseconds[seat]),
                "tallies": [{"what": what, "count": count} for what, count in report.tallies[seat].items()],
                "forfeits": [{"decision": f.decision, "kind": f.kind, "detail": f.detail} for f in forfeits],
            }
        )
    return rows
