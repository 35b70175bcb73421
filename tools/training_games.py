"""Plays the games by which the C compiler learns which way the code usually goes (profile-guided optimization).

`setup.py` runs this on a build with counters: random games of every board and variant, and games of planners who look
at what is legal and at their view before each decision, as bots and pages do.
"""

from __future__ import annotations

import branchline as bl
from branchline import _native
from branchline.bots import make_bot
from branchline.bots.match import let_decide


def main() -> None:
    """Play; always the same games."""
    assert _native.mode() == "compiled", _native.reason()
    for board in bl.boards():
        for variant in board.variants:
            for seats in {board.seats[0], board.seats[-1]}:
                bl.random_playouts(board.id, variant=variant, seats=seats, games=100, seed=1)
        play(bl.new_game(board.id, seats=board.seats[0], seed=1))


def play(game: bl.Game) -> None:
    """Let planners play a game."""
    planners = [make_bot("planner", seed) for seed in range(game.seats)]
    while (seat := game.to_move) is not None:
        game.copy().legal_actions()
        let_decide(game, seat, planners[seat])


if __name__ == "__main__":
    main()
