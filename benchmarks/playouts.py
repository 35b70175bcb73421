"""How well quick ways to judge a candidate go with what comes of it in whole games.

    python benchmarks/playouts.py germany --minutes 5

In games of a search with a champion against one without, all candidates of some decisions are tried in the same
imagined worlds: by the champion to the end of the game, which counts as the truth, and in quicker ways. Printed are
the correlations between the differences that they find between candidates and the favorite. Each is estimated in one
half of the worlds and the truth in the other, so that luck in common does not count, and divided by how well each way
agrees with itself.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from branchline import new_game
from branchline.bots.search_bot import SearchBot
from branchline.engine.rng import Rng
from branchline.model.observation import Observation
from branchline.thinking.network_search import NetworkSearch
from branchline.thinking.side_by_side import SLOTS


class Way(NamedTuple):
    """A way to judge."""

    name: str
    by_apprentice: bool  # instead of the champion itself
    rounds: int  # until the champion predicts the end; 0: to the end


TRUTH = Way("the champion to the end", False, 0)
WAYS = (
    TRUTH,
    Way("the apprentice to the end", True, 0),
    Way("the champion's value at the next turn", False, 1),
    Way("... after two turns", False, 2),
    Way("... after four turns", False, 4),
)
LOOKS = 0.2  # part of the decisions that are looked at


def tried(thinker: NetworkSearch, way: Way, seen: Observation, actions: list[int], worlds: int) -> NDArray[np.float64]:
    """What actions are worth, by world and action. All ways meet the same worlds."""
    games, chance = thinker.games, Rng(1)
    apprentice, games.rounds = games.player, way.rounds
    games.player = apprentice if way.by_apprentice else thinker.judge
    games.worlds.look(seen, chance)
    found: list[list[float]] = [[] for _ in actions]
    at_once = SLOTS // len(actions)
    for first in range(0, worlds, at_once):
        some = games.try_out(actions, range(first, min(first + at_once, worlds)), seen, chance)
        for worths, more in zip(found, some, strict=True):
            worths.extend(more)
    games.player, games.rounds = apprentice, 0
    return np.array(found).T


def measure(board: str, minutes: float, worlds: int, seed: int) -> None:
    """Play, look and print."""
    searcher, rival = SearchBot(champion="shipped", seconds=0.02, seed=seed), SearchBot(seconds=0.02, seed=seed)
    thinker = searcher._thinker(board, "classic", 2)
    assert isinstance(thinker, NetworkSearch)
    chance, end, looks, games = random.Random(seed), time.monotonic() + 60 * minutes, 0, 0
    halves: dict[tuple[Way, int], list[float]] = {(way, half): [] for way in WAYS for half in (0, 1)}
    seconds, playouts = dict.fromkeys(WAYS, 0.0), 0
    while time.monotonic() < end:
        games += 1
        game = new_game(board, seats=2, seed=1000 * seed + games, events=False)
        while (seat := game.to_move) is not None and time.monotonic() < end:
            seen = game.observe(seat)
            own = seat == games % 2
            action = (searcher if own else rival).decide(seen)
            actions = [trial.action for trial in thinker.trials]
            if own and len(actions) > 1 and chance.random() < LOOKS:
                looks += 1
                playouts += worlds * len(actions)
                for way in WAYS:
                    begun = time.perf_counter()
                    found = tried(thinker, way, seen, actions, worlds)
                    seconds[way] += time.perf_counter() - begun
                    beside = found[:, 1:] - found[:, :1]
                    for half in (0, 1):
                        halves[way, half] += list(beside[half::2].mean(0))
            game.apply(action, seat)

    def together(one: Way, other: Way) -> float:
        crossed = [np.cov(halves[one, half], halves[other, 1 - half])[0, 1] for half in (0, 1)]
        return float(np.mean(crossed))

    print(f"{board}: {looks} positions, {worlds} worlds each")
    for way in WAYS:
        size = together(way, way) * together(TRUTH, TRUTH)
        correlation = f"{together(way, TRUTH) / math.sqrt(size):6.2f}" if size > 0 else "   ?  "
        print(f"  {way.name:40} {correlation} {1000 * seconds[way] / playouts:8.2f} ms a playout")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("boards", nargs="+", metavar="BOARD")
    parser.add_argument("--minutes", type=float, default=5.0, help="for each board (default: %(default)s)")
    parser.add_argument("--worlds", type=int, default=96, help="that candidates are tried in (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for board in options.boards:
        measure(board, options.minutes, options.worlds, options.seed)


if __name__ == "__main__":
    main()
