"""Built-in players.

    from branchline.bots import make_bot, play_match

    game = play_match("usa", "classic", [make_bot("greedy", 1), make_bot("random", 2)], seed=7)
    print(game.scores().winners)

A bot sees an observation and answers with an action; nothing else reaches it.
"""

from branchline.bots.base import Bot, BotFault
from branchline.bots.match import bot_seed, play_match
from branchline.bots.registry import bot_names, make_bot

__all__ = ["Bot", "BotFault", "bot_names", "bot_seed", "make_bot", "play_match"]
