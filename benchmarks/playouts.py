"""The gate for evaluators: how well each way to judge a candidate goes with what comes of it in the champion's games.

    python benchmarks/playouts.py germany --minutes 5

In games of a search with a champion against one without, all candidates of some decisions are tried in the same
imagined worlds: by the champion to the end of the game for all seats, which counts as the truth, and in quicker ways.
An evaluator may judge moves on a board where it passes. Printed are the correlations between the differences that they
find between candidates and the favorite. Each is estimated in one half of the worlds and the truth in the other, so
that luck in common does not count, and divided by how well each way agrees with itself.
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
from branchline.thinking.evaluators import Evaluator, make_evaluator
from branchline.thinking.network_search import NetworkSearch
from branchline.thinking.playouts import worth_of
from branchline.thinking.practice import Outcome
from branchline.thinking.side_by_side import SLOTS


class Way(NamedTuple):
    """A way to judge."""

    name: str
    by_apprentice: bool = False  # instead of the champion itself
    rounds: int = 0  # until the champion predicts the end; 0: to the end
    evaluator: str = ""  # that judges instead


TRUTH = Way("the champion to the end")
WAYS = (
    TRUTH,
    Way("the apprentice to the end", by_apprentice=True),
    Way("the champion's value at the next turn", rounds=1),
    Way("... after two turns", rounds=2),
    Way("... after four turns", rounds=4),
    Way("planners to the end", evaluator="playouts"),
    Way("planners, then predicted", evaluator="predicted"),
)
PASSES = 0.5  # the correlation that lets an evaluator judge moves
LOOKS = 0.2  # part of the decisions that are looked at


def tried(
    thinker: NetworkSearch, way: Way, judges: dict[str, Evaluator], seen: Observation, actions: list[int], worlds: int
) -> NDArray[np.float64]:
    """What actions are worth, by world and action. All ways of the network meet the same worlds."""
    games, chance, found = thinker.games, Rng(1), list[list[Outcome]]()
    assert seen.seat is not None
    if way.evaluator:
        judges[way.evaluator].look(seen, chance)
        found = judges[way.evaluator].try_out(seen, chance, actions, worlds)
    else:
        apprentice, games.rounds = games.player, way.rounds
        games.player = apprentice if way.by_apprentice else thinker.judge
        games.worlds.look(seen, chance)
        at_once = SLOTS // len(actions)
        for first in range(0, worlds, at_once):
            some = games.try_out(actions, min(at_once, worlds - first), seen, chance)
            found += map(list, zip(*some, strict=True))
        games.player, games.rounds = apprentice, 0
    return np.array([[worth_of(outcome, seen.seat) for outcome in world] for world in found])


def measure(board: str, minutes: float, worlds: int, seed: int) -> None:
    """Play, look and print."""
    searcher, rival = SearchBot(champion="shipped", seconds=0.02, seed=seed), SearchBot(seconds=0.02, seed=seed)
    thinker = searcher._thinker(board, "classic", 2)
    assert isinstance(thinker, NetworkSearch)
    judges = {way.evaluator: make_evaluator(way.evaluator, board, "classic", 2) for way in WAYS if way.evaluator}
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
                    found = tried(thinker, way, judges, seen, actions, worlds)
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
        correlation = together(way, TRUTH) / math.sqrt(size) if size > 0 else math.nan
        verdict = "passes" if correlation >= PASSES else "fails"
        print(f"  {way.name:40} {correlation:6.2f} {1000 * seconds[way] / playouts:8.2f} ms a playout  {verdict}")


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
