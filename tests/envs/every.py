"""Every board and variant with its numbers of seats, and positions of games on them."""

from __future__ import annotations

from collections.abc import Iterator

import branchline as bl
from branchline.engine.rng import Rng

VARIANTS = [(board.id, variant) for board in bl.boards() for variant in board.variants]
SETTINGS = [
    (board.id, variant, seats)
    for board in bl.boards()
    for variant in board.variants
    for seats in range(board.seats[0], board.seats[1] + 1)
]


def positions(board: str, variant: str, seats: int, seed: int, every: int = 1) -> Iterator[bl.Game]:
    """A random game at every that many decisions, and at its end."""
    game = bl.new_game(board, variant=variant, seats=seats, seed=seed, events=False)
    rng = Rng(seed + 1)
    decisions = 0
    while not game.is_over:
        if decisions % every == 0:
            yield game
        legal = game.legal_actions()
        game.apply(legal[int(rng.below(len(legal)))])
        decisions += 1
    yield game
