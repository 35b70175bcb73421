"""`branchline protocol`: check whether a program speaks the protocol of bots."""

from __future__ import annotations

import argparse
import time

from branchline.boards import registry
from branchline.model.errors import BranchlineError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.epilog = "Example: branchline protocol check ./my-bot"
    parser.add_argument("what", choices=["check"], help="play a game on each board with it, and say what is wrong")
    parser.add_argument("program", help="the command that runs the bot, in quotes if it has arguments")
    parser.add_argument("--board", nargs="+", metavar="BOARD", help="the boards (default: all)")
    parser.add_argument("--seconds", type=float, default=10.0, metavar="S", help="its time for a decision (10)")
    parser.add_argument("--memory", type=int, default=1024, metavar="MIB", help="the memory it may take (1024)")


def run(options: argparse.Namespace) -> int:
    """Let it play against random moves; returns 1 if it forfeited a decision."""
    from branchline.bots import Referee, make_bot
    from branchline.bots.exec_bot import ExecBot
    from branchline.game import new_game

    boards = options.board or [board.id for board in registry.boards()]
    failed = False
    for name in boards:
        board = registry.board(name)
        bot = ExecBot(options.program, seconds=options.seconds, memory=options.memory)
        game = new_game(board.id, variant=next(iter(board.variants)), seats=board.seats[0], seed=1)
        began = time.perf_counter()
        others = [make_bot("random", seat) for seat in range(1, game.seats)]
        report = Referee([bot, *others], 1).play(game)
        bot.close()
        own = [forfeit for forfeit in report.forfeits if forfeit.seat == 0]
        decisions = len(report.microseconds[0])
        slowest = max(report.microseconds[0], default=0) / 1000
        verdict = "all right" if not own else f"{len(own)} forfeited"
        print(f"{board.id}: {decisions} decisions, the slowest {slowest:.0f} ms, {verdict}", end="")
        print(f" ({bot.name}, {time.perf_counter() - began:.1f} s)")
        for forfeit in own[:3]:
            print(f"  {forfeit}")
        failed = failed or bool(own)
    if failed:
        raise BranchlineError(f"'{options.program}' does not keep to the protocol on all boards")
    return 0
