"""Whether a network's chances are true: what it foretells in games that it never learned from, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from branchline.bots.base import Bot, Prepares
from branchline.bots.match import let_decide
from branchline.bots.registry import make_bot
from branchline.bots.seeds import bot_seed, derived
from branchline.engine.rng import Rng
from branchline.game import new_game
from branchline.learning.champion import Judge
from branchline.learning.setups import Setup
from branchline.learning.weights import load_weights

LINEUPS = ("planner", "champion", "mixed")  # who plays: all the one, all the other, or one champion among planners
LOOKS = 8  # of all decisions, one in so many is looked at: those of a game have much in common
TENTHS = 10


@dataclass(frozen=True, slots=True)
class Sighting:
    """What happened in one game after a tenth of the scale was foretold in it."""

    game: int
    tenth: int  # 0: the seat that looks has up to 10 % of the win, and so on
    looks: int
    foretold: float  # the sum over these looks
    won: float  # likewise


def watch(path: Path, setup: Setup, lineup: str, number: int, seed: int) -> list[Sighting]:
    """Play one game, and ask the network now and then what share of the win the seat that decides will have."""
    deal = derived(seed, f"calibration {number} of")
    judge = Judge(load_weights(path))
    game = new_game(setup.board, variant=setup.variant, seats=setup.seats, seed=deal, events=False)
    bots = _seated(path, setup, lineup, number, deal)
    chance = Rng(deal)
    seen: list[tuple[int, float]] = []  # the seat, and what was foretold for it
    while (seat := game.to_move) is not None:
        if chance.below(LOOKS) == 0:
            seen.append((seat, float(judge.look(game.observe(seat)).wins[seat])))
        let_decide(game, seat, bots[seat])
    winners = game.scores().winners
    found = []
    for tenth in range(TENTHS):
        here = [(seat, share) for seat, share in seen if min(int(share * TENTHS), TENTHS - 1) == tenth]
        if here:
            won = sum(1 / len(winners) for seat, _ in here if seat in winners)
            found.append(Sighting(number, tenth, len(here), sum(share for _, share in here), won))
    return found


def _seated(path: Path, setup: Setup, lineup: str, number: int, seed: int) -> list[Bot]:
    bots = []
    for seat in range(setup.seats):
        champion = lineup == "champion" or (lineup == "mixed" and seat == number % setup.seats)
        bot = make_bot(f'champion("{path}")' if champion else "planner", bot_seed(seed, seat))
        if isinstance(bot, Prepares):
            bot.prepare(setup.board, setup.variant, setup.seats)
        bots.append(bot)
    return bots
