"""Measures how quick the thinking bots are on one core: planners' decisions and the playouts of searches, a second.

    python benchmarks/thinking.py                      every board
    python benchmarks/thinking.py --board usa world    some of them

Planners play whole games against each other, shown what their seats may see, as at a table: looking, deciding and
acting are all counted. Searches think in positions out of such games, with a fixed number of playouts for each; only
their thinking is counted. Both are measured in processor time, in several rounds; medians are shown.
"""

from __future__ import annotations

import argparse
import time
from statistics import median

from rich.console import Console
from rich.progress import track
from rich.table import Table

import branchline as bl
from branchline import _native
from branchline.bots import make_bot
from branchline.bots.search_bot import SearchBot
from branchline.thinking.core.tree_search import TreeSearch

EVERY = 12  # planners' decisions between two positions that a search thinks about


def planner_rate(board: str, seats: int, games: int, seed: int) -> float:
    """Decisions a second of planners that play whole games."""
    planners = [make_bot("planner", seat) for seat in range(seats)]
    decisions = 0
    start = time.process_time()
    for game_seed in range(seed, seed + games):
        game = bl.new_game(board, seats=seats, seed=game_seed)
        while (seat := game.to_move) is not None:
            game.apply(planners[seat].decide(game.observe(seat)), seat)
            decisions += 1
    return decisions / (time.process_time() - start)


def positions_of(board: str, seats: int, seed: int) -> list[bl.Observation]:
    """Positions of a game between planners, as the seat sees them that decides."""
    planners = [make_bot("planner", seat) for seat in range(seats)]
    game = bl.new_game(board, seats=seats, seed=seed)
    found: list[bl.Observation] = []
    decisions = 0
    while (seat := game.to_move) is not None:
        seen = game.observe(seat)
        if decisions % EVERY == EVERY // 2:
            found.append(seen)
        game.apply(planners[seat].decide(seen), seat)
        decisions += 1
    return found


def search_rate(bot: SearchBot, positions: list[bl.Observation]) -> float:
    """Playouts a second of a search that thinks about some positions; where one choice is best, it stops early."""
    playouts = 0
    start = time.process_time()
    for seen in positions:
        bot.decide(seen)
        thinker = bot._thinker(seen.board, seen.variant, seen.seats)
        assert isinstance(thinker, TreeSearch)
        playouts += int(thinker.playouts)
    return playouts / (time.process_time() - start)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--board", nargs="*", default=[], help="boards, by default all")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=10, help="games of planners in each round")
    parser.add_argument("--playouts", type=int, default=200, help="at most, of a search in each position")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    boards = [board.id for board in bl.boards() if not options.board or board.id in options.board]
    table = Table("board", "planner, decisions/s", "search, playouts/s", title=f"{options.seats} seats, one core")
    for board in track(boards, description="measuring", transient=True):
        search = SearchBot(playouts=options.playouts, seed=1)
        search.prepare(board, "classic", options.seats)  # it practices first, which is not measured
        rounds = range(1, options.rounds + 1)
        deciding = [planner_rate(board, options.seats, options.games, 100 * k) for k in rounds]
        searching = [search_rate(search, positions_of(board, options.seats, k)) for k in rounds]
        table.add_row(board, f"{median(deciding):,.0f}", f"{median(searching):,.0f}")
    console = Console()
    console.print(table)
    console.print(f"Modules {_native.mode()}. A search has up to {options.playouts} playouts in a position.")


if __name__ == "__main__":
    main()
