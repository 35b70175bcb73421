"""Games between bots: every seat's bot is shown that seat's observation, and nothing more."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from branchline.bots.base import Bot, BotFault
from branchline.game import Game, new_game
from branchline.model.errors import IllegalAction


def play_match(
    board: str,
    variant: str,
    bots: Sequence[Bot],
    seed: int,
    *,
    first_seat: int | None = None,
    events: bool = True,
) -> Game:
    """Play a whole game, one bot a seat, and return it when it is over."""
    game = new_game(board, variant=variant, seats=len(bots), seed=seed, first_seat=first_seat, events=events)
    while (seat := game.to_move) is not None:
        let_decide(game, seat, bots[seat])
    return game


def let_decide(game: Game, seat: int, bot: Bot) -> None:
    """Ask a bot for one decision of its seat and carry it out. A bot that fails raises BotFault."""
    observation = game.observe(seat)
    try:
        answer = bot.decide(observation)
    except Exception as error:
        raise BotFault(f"the bot {bot.name} in seat {seat} failed: {type(error).__name__}: {error}") from error
    try:
        game.apply(answer, seat)
    except IllegalAction as error:
        raise BotFault(f"the bot {bot.name} in seat {seat} answered {answer!r}: {error}") from error


def bot_seed(seed: int, seat: int) -> int:
    """A seed for the bot of a seat, from the game's. Hashed, as the game's own seed would tell how the cards lie."""
    return int.from_bytes(hashlib.sha256(f"bot {seat} of {seed}".encode()).digest()[:16], "big")
