"""Plays the planner against itself, or one planner against bots of another kind, and tells how it fared.

    python benchmarks/planner.py --board usa --seats 2 --games 1000              # itself, mean scores
    python benchmarks/planner.py --board uk world --against greedy --games 200   # win rates, in all seats in turn

Planners think in the true game here, which gives the same decisions as thinking in what they are shown and saves the
observations; `--shown` measures the bot as it plays, observations read but not counted. Every answer is checked.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import mean, pstdev

from rich import box
from rich.console import Console
from rich.progress import track
from rich.table import Table

import branchline as bl
from branchline import _native
from branchline.boards import registry
from branchline.bots import make_bot
from branchline.engine.ranking import rank
from branchline.engine.rule_sheet import RuleSheet
from branchline.model.actions import Action
from branchline.planner.mind import Mind
from branchline.planner.style import Style


@dataclass
class Tally:
    """What came of some games: of the planners' seats, and of their thinking."""

    totals: list[int] = field(default_factory=list)
    wins: list[float] = field(default_factory=list)
    decisions: int = 0
    seconds: float = 0.0


def play(rules: RuleSheet, seed: int, planners: set[int], against: str, shown: bool, tally: Tally) -> None:
    """Play one game and add it to the tally."""
    rules.start(seed, -1)
    mind = Mind(rules, Style())
    seats = range(int(rules.seats))
    bots = [make_bot("planner" if seat in planners else against, seat) for seat in seats]
    while not rules.over:
        seat = int(rules.open.seat())
        seen = rules.observe(seat) if shown or seat not in planners else None
        started = time.perf_counter()
        action: int | Action = bots[seat].decide(seen) if seen is not None else int(mind.decide(seat))
        if seat in planners:
            tally.seconds += time.perf_counter() - started
            tally.decisions += 1
        number = rules.number(action, rules.offer_of(seat)) if isinstance(action, Action) else action
        refusal = rules.refusal(seat, number)
        if refusal:
            raise SystemExit(f"{rules.setting.board.id}, seed {seed}: seat {seat} answered {number}: {refusal}")
        rules.act(seat, number)
    totals = [int(rules.total(seat)) for seat in seats]
    winners = rank(totals, rules.tie_breaks())[0]
    for seat in sorted(planners):
        tally.totals.append(totals[seat])
        tally.wins.append(1 / len(winners) if seat in winners else 0.0)


def settings(options: argparse.Namespace) -> Iterator[tuple[str, str, int]]:
    """All boards, variants and numbers of seats that are asked for and exist."""
    for board in bl.boards():
        if options.board and board.id not in options.board:
            continue
        for variant in board.variants:
            if options.variant and variant not in options.variant:
                continue
            for seats in options.seats:
                if board.seats[0] <= seats <= board.seats[1]:
                    yield board.id, variant, seats


def plus_minus(values: list[float]) -> str:
    """A mean with its 95 % interval."""
    return f"{mean(values):.1f} ±{1.96 * pstdev(values) / math.sqrt(len(values)):.1f}"


def main() -> None:
    """Play and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--board", nargs="*", default=[], help="boards, by default all")
    parser.add_argument("--variant", nargs="*", default=[], help="variants, by default all")
    parser.add_argument("--seats", nargs="*", type=int, default=[2], help="numbers of seats")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", default="", help="the bot in all other seats; by default planners are everywhere")
    parser.add_argument("--shown", action="store_true", help="let the bot decide from observations, and time that")
    options = parser.parse_args()
    console = Console()
    table = Table("game", "seats", "mean score", "won, %", "µs a decision", box=box.SIMPLE)
    for board, variant, seats in settings(options):
        rules = registry.new_rule_sheet(board, variant, seats)
        tally = Tally()
        for game in track(range(options.games), f"{board} {variant}, {seats} seats", console=console, transient=True):
            planners = {game % seats} if options.against else set(range(seats))
            seed = options.seed + (game // seats if options.against else game)
            play(rules, seed, planners, options.against or "planner", options.shown, tally)
        won = plus_minus([100 * win for win in tally.wins]) if options.against else ""
        cost = f"{1e6 * tally.seconds / tally.decisions:.0f}"
        table.add_row(f"{board} {variant}", str(seats), plus_minus([*map(float, tally.totals)]), won, cost)
    console.print(table)
    console.print(f"{options.games} games each, modules {_native.mode()}")


if __name__ == "__main__":
    main()
