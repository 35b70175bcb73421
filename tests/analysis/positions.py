"""Games for the tests of the analysis: short ones, on the board with the shortest games."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from branchline.analysis import Evaluator, make_evaluator
from branchline.bots import make_bot
from branchline.bots.match import play_match
from branchline.notation.record import Record

BOARD = "san_francisco"
SEATS = 3


@cache
def recorded(*bots: str, seed: int = 1, board: str = BOARD) -> Record:
    """A game between bots."""
    players = [make_bot(bot, seat) for seat, bot in enumerate(bots)]
    game = play_match(board, "classic", players, seed, events=False)
    return game.record(**{f"seat_{seat}": f"bot {bot}" for seat, bot in enumerate(bots)})


def beginning(record: Record, decisions: int) -> Record:
    """The first decisions of a game."""
    return replace(record, decisions=record.decisions[:decisions], totals=None)


@cache
def evaluator(name: str = "predicted", board: str = BOARD) -> Evaluator:
    """An evaluator, which learns only once."""
    return make_evaluator(name, board, "classic", SEATS)
