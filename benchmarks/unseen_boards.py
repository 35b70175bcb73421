"""How a general network plays boards that it has never seen: the example `own_board`, and random ones.

python benchmarks/unseen_boards.py FILE                 a network that `branchline train` made
python benchmarks/unseen_boards.py FILE --boards 10     with so many random boards

A random board has the common rules, some dozen places anywhere on a sheet of paper, routes between neighbors, and
tickets between places that are not. Nothing there has a name or a shape that the network has learned.
"""

from __future__ import annotations

import argparse
import math
import tempfile
from itertools import combinations, cycle
from pathlib import Path
from random import Random

import networkx as nx
import torch
from rich.console import Console
from rich.table import Table

from branchline.boards import registry
from branchline.learning.networks.weights import load_weights
from branchline.learning.setups import Setup
from branchline.learning.training.evaluating import compare
from branchline.learning.training.learner import Learner

OWN_BOARD = Path(__file__).parent.parent / "examples" / "own_board"
OPPONENTS = ("random", "greedy", "builder", "planner")
COLORS = ("red", "blue", "green", "yellow", "black", "white", "gray", "gray")
WIDTH, HEIGHT = 1000, 650
PIECE = 55  # of the paper, under one piece of a route
LONGEST = 6
TICKETS = 30
POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}
NUMBERS = {"pieces": 35, "hand": 4, "row": 5, "reset": 3, "deal": 3, "keep": 2, "draw": 3, "draw_keep": 1, "trigger": 2}

Point = tuple[int, int]


def random_board(folder: Path, seed: int) -> str:
    """Write a board into a folder; returns its name."""
    chance = Random(seed)
    name = f"random_{seed}"
    places = scattered(chance, 22 + seed % 9)
    graph = neighbors(places)
    colors = cycle(chance.sample(COLORS, len(COLORS)))
    lines = [f'"P{a} - P{b}: {next(colors)} {graph.edges[a, b]["length"]}"' for a, b in sorted(graph.edges)]
    folder.joinpath("board.toml").write_text(
        "\n".join(
            [
                *(f'{key} = "{name}"' for key in ("id", "title", "summary")),
                f"seats = [2, 4]\nrules_version = 1\nsize = [{WIDTH}, {HEIGHT}]",
                "[cards]",
                *(f"{color} = 12" for color in COLORS[:-2]),
                "wild = 12",
                "[points]",
                *(f"{length} = {points}" for length, points in POINTS.items()),
                "[numbers]",
                *(f"{name} = {number}" for name, number in NUMBERS.items()),
                "[places]",
                *(f"P{at} = {{ at = [{x}, {y}] }}" for at, (x, y) in enumerate(places)),
                f"[routes]\nlines = [{', '.join(lines)}]",
                f"[tickets]\nlines = [{', '.join(tickets(graph, chance))}]",
            ]
        )
    )
    return name


def scattered(chance: Random, count: int) -> list[Point]:
    """Places that keep some distance from each other."""
    found: list[Point] = []
    while len(found) < count:
        place = chance.randrange(40, WIDTH - 40), chance.randrange(40, HEIGHT - 40)
        if all(math.dist(place, other) > 1.6 * PIECE for other in found):
            found.append(place)
    return found


def neighbors(places: list[Point]) -> nx.Graph[int]:
    """Routes between all places with nothing in the circle between them: no two cross, and all places are joined."""
    graph: nx.Graph[int] = nx.Graph()
    for (a, one), (b, other) in combinations(enumerate(places), 2):
        middle = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
        apart = math.dist(one, other)
        if all(math.dist(middle, third) >= apart / 2 for third in places if third not in (one, other)):
            graph.add_edge(a, b, length=min(LONGEST, max(1, round(apart / PIECE) - 1)))
    return graph


def tickets(graph: nx.Graph[int], chance: Random) -> list[str]:
    """Pairs of places that are no neighbors, worth as many points as the shortest way takes pieces."""
    lengths = dict(nx.all_pairs_dijkstra_path_length(graph, weight="length"))
    pairs = [(a, b) for a, b in combinations(graph, 2) if not graph.has_edge(a, b)]
    chosen = chance.sample(pairs, min(TICKETS, len(pairs)))
    return [f'"P{a} - P{b}: {lengths[a][b]}"' for a, b in chosen]


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", help="a general network")
    parser.add_argument("--boards", type=int, default=4, help="random boards (4)")
    parser.add_argument("--games", type=int, default=100, help="on each board, against each bot (100)")
    parser.add_argument("--seats", type=int, default=2)
    options = parser.parse_args()
    weights = load_weights(options.file)
    learner = Learner(weights.network)
    learner.take(weights.arrays)
    torch.set_num_threads(1)
    table = Table("board", "places", "routes", *OPPONENTS, title=f"Wins, {options.games} games each, a single look")
    with tempfile.TemporaryDirectory() as folder:
        names = [registry.add_board(OWN_BOARD).id]
        for seed in range(options.boards):
            Path(folder, str(seed)).mkdir()
            random_board(Path(folder, str(seed)), seed)
            names.append(registry.add_board(Path(folder, str(seed))).id)
        for name in names:
            board = registry.board(name)
            setup = Setup(name, next(iter(board.variants)), options.seats)
            results = [compare(learner, setup, bot, options.games, 1) for bot in OPPONENTS]
            wins = [f"{result.share:.0%} ± {1.96 * result.error:.0%}" for result in results]
            table.add_row(name, str(len(board.cities)), str(len(board.routes)), *wins)
    Console().print(table)


if __name__ == "__main__":
    main()
