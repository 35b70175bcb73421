"""Compares `Game.ways` with integer programming in very many positions of random games.

    python benchmarks/ways.py --board world --positions 20000

Every eighth of the positions comes from a game of its own, played to some moment by chance, with any variant and number
of seats; the ticket, the seat and whether it buys permissions are chosen by chance too. The exit status is 1 if any
answer was wrong: lost though it is not, or a way that is not the cheapest or not possible, or a wrong chain of a tour.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

import branchline as bl

sys.path.insert(0, str(Path(__file__).parents[1]))  # the oracle is one of the tests' helpers

from tests.engine.ways_oracle import fault

ASKED = 8  # questions about each position


def some_game(rng: random.Random, board: str) -> bl.Game:
    """A game played to some moment by chance, with a liking for claims."""
    on = bl.board(board)
    seats = rng.randint(*on.seats)
    game = bl.new_game(board, variant=rng.choice([*on.variants]), seats=seats, seed=rng.getrandbits(64), events=False)
    for _ in range(rng.randrange(30, 200) * seats):
        if game.is_over:
            break
        legal = game.legal_actions()
        claims = [n for n in rng.sample(legal, min(20, len(legal))) if hasattr(game.action(n), "route")]
        game.apply(rng.choice(claims if claims and rng.random() < 0.5 else legal))
    return game


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Compare the ways of tickets with an oracle.")
    parser.add_argument("--board", default="world")
    parser.add_argument("--positions", type=int, default=2000, help="questions to ask (default 2000)")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    rng = random.Random(chosen.seed)
    asked = lost = tours = wrong = 0
    seconds = 0.0
    while asked < chosen.positions:
        game = some_game(rng, chosen.board)
        for _ in range(min(ASKED, chosen.positions - asked)):
            ticket, seat, buying = rng.choice(game.variant.tickets), rng.randrange(game.seats), rng.random() < 0.8
            begun = time.perf_counter()
            ways = game.ways(ticket.id, seat, buying=buying)
            seconds += time.perf_counter() - begun
            problem = fault(game, ticket, seat, buying=buying)
            if problem:
                print(problem)
            asked, wrong = asked + 1, wrong + bool(problem)
            lost, tours = lost + ways.is_lost, tours + (ticket.tour_points is not None)
    print(f"{chosen.board}: {asked} answers, {lost} of them lost, {tours} about tours: {wrong} wrong")
    print(f"{seconds / asked * 1e6:.0f} microseconds an answer")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
