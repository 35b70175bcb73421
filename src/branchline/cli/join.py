"""`branchline join`: a bot of this machine takes a seat at a server's table."""

from __future__ import annotations

import argparse

from branchline.bots.specs import BotSpec
from branchline.model.errors import BranchlineError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.epilog = "Example: branchline join http://127.0.0.1:8300/t/abcdefghij --bot planner"
    parser.add_argument("link", help="the link of the table; with '#seat=…' at its end, the bot continues in that seat")
    parser.add_argument("--bot", default="planner", metavar="SPEC", help="who plays (default: planner)")
    parser.add_argument("--exec", metavar="COMMAND", help="a program in any language plays (docs: The protocol)")
    parser.add_argument("--name", help="the nickname at the table (default: the bot's name)")
    parser.add_argument("--seat", type=int, help="which seat to take (default: the first free one)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the bot's random choices (default: 0)")


def run(options: argparse.Namespace) -> int:
    """Join and play to the end."""
    try:
        from branchline.client import join_and_play
    except ImportError as error:
        raise BranchlineError(
            f'joining needs an extra ({error.name} is missing): pip install "branchline[server]"'
        ) from error
    bot = str(BotSpec("exec", (("", options.exec),))) if options.exec else options.bot
    name = options.name or bot.partition("(")[0].capitalize()[:24]
    join_and_play(options.link, bot, name=name, seed=options.seed, seat=options.seat)
    return 0
