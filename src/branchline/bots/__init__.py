"""Built-in players, and what is needed to play with them and with your own.

    from branchline.bots import make_bot, play_match

    game = play_match("usa", "classic", [make_bot("greedy", 1), make_bot("random", 2)], seed=7)
    print(game.scores().winners)

A bot sees an observation and answers with an action; nothing else reaches it.
"""

from branchline.bots.base import Bot, BotFault, Prepares
from branchline.bots.match import play_match
from branchline.bots.referee import Forfeit, MatchReport, Referee
from branchline.bots.registry import bot_names, bot_settings, make_bot
from branchline.bots.seeds import bot_seed

__all__ = [
    "Bot",
    "BotFault",
    "Forfeit",
    "MatchReport",
    "Prepares",
    "Referee",
    "bot_names",
    "bot_seed",
    "bot_settings",
    "make_bot",
    "play_match",
]
