"""Plays the games by which the C compiler learns which way the code usually goes (profile-guided optimization).

`setup.py` runs this on a build with counters: random games of every board and variant, games of planners who look at
what is legal and at their view before each decision, as bots and pages do, and steps of the learning environments.
"""

from __future__ import annotations

import branchline as bl
from branchline import _native
from branchline.boards import registry
from branchline.bots import make_bot
from branchline.bots.match import let_decide
from branchline.encodings.core.batch import Batch
from branchline.engine.rng import Rng
from branchline.planner.mind import Mind
from branchline.planner.style import Style

STEPS = 150


def main() -> None:
    """Play; always the same games."""
    assert _native.mode() == "compiled", _native.reason()
    for board in bl.boards():
        for variant in board.variants:
            for seats in {board.seats[0], board.seats[-1]}:
                bl.random_playouts(board.id, variant=variant, seats=seats, games=100, seed=1)
        play(bl.new_game(board.id, seats=board.seats[0], seed=1))
        learn(Batch([registry.new_rule_sheet(board.id, "classic", board.seats[0]) for _ in range(4)], 1, 0, False))


def play(game: bl.Game) -> None:
    """Let planners play a game."""
    planners = [make_bot("planner", seed) for seed in range(game.seats)]
    while (seat := game.to_move) is not None:
        game.copy().legal_actions()
        let_decide(game, seat, planners[seat])


def learn(batch: Batch) -> None:
    """Step some games as environments do, by turns with random moves and with those of planners."""
    rng = Rng(1)
    batch.reset(1)
    batch.write()
    minds = [Mind(game, Style()) for game in batch.games]
    for step in range(2 * STEPS):
        batch.choose_at_random(rng)
        for g, mind in enumerate(minds):
            if step < STEPS:
                batch.chosen[g] = mind.decide(batch.to_move(g))
        batch.check()
        for g in batch.step(with_gains=step % 4 == 0):
            minds[g].forget()


if __name__ == "__main__":
    main()
