"""Games between bots, for their authors: every fault is raised at once.

Where the game should go on instead, such as in a tournament, use a `Referee`.
"""

from __future__ import annotations

from collections.abc import Sequence

from branchline.bots.base import Bot, BotFault, Prepares, Watches, wants_events
from branchline.bots.referee import legal_number
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
    """Play a whole game, one bot a seat, and return it when it is over. A bot that fails raises BotFault."""
    events = events or any(wants_events(bot) for bot in bots)
    game = new_game(board, variant=variant, seats=len(bots), seed=seed, first_seat=first_seat, events=events)
    for bot in bots:
        if isinstance(bot, Prepares):
            bot.prepare(game.board.id, game.variant.id, game.seats)
    told = [0] * game.seats
    while (seat := game.to_move) is not None:
        bot = bots[seat]
        if isinstance(bot, Watches):
            bot.watch(game.events_for(seat, told[seat]))
            told[seat] = len(game.events)
        let_decide(game, seat, bot)
    return game


def let_decide(game: Game, seat: int, bot: Bot) -> None:
    """Ask a bot for one decision of its seat and carry it out. A bot that fails raises BotFault."""
    game.apply(ask(game, seat, bot), seat)


def ask(game: Game, seat: int, bot: Bot) -> int:
    """What a bot would do in its seat, as a number. A bot that fails raises BotFault."""
    observation = game.observe(seat)
    try:
        answer = bot.decide(observation)
    except Exception as error:
        raise BotFault(f"the bot {bot.name} in seat {seat} failed: {type(error).__name__}: {error}") from error
    try:
        return legal_number(game, observation, answer)
    except IllegalAction as error:
        raise BotFault(f"the bot {bot.name} in seat {seat} answered {answer!r}: {error}") from error
