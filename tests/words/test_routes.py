"""Every route that cannot be built has a reason, on every board."""

from __future__ import annotations

import random

import pytest

import branchline as bl
from branchline.bots.planning import Network
from branchline.model.actions import CLAIMS
from branchline.words.routes import standing

GAMES = [(board.id, variant) for board in bl.boards() for variant in board.variants]


@pytest.mark.parametrize(("board", "variant"), GAMES, ids=str)
def test_every_route_that_cannot_be_built_has_a_reason(board: str, variant: str) -> None:
    """On one's own turn a free route is either legal, or a sentence says what is missing, and it is not the turn."""
    rng = random.Random(f"{board} {variant}")
    game = bl.new_game(board, variant=variant, seats=2, seed=6)
    names = ["You", "June"]
    seen_states = set()
    while not game.is_over:
        seat = game.to_move
        assert seat is not None
        if seat == 0 and rng.random() < 0.2:
            seen = game.observe(0)
            legal = {action.route for action in seen.actions if isinstance(action, CLAIMS)}
            network = Network(seen)
            for route in game.board.routes:
                now = standing(seen, network, route, route.id in legal, names)
                seen_states.add(now.state)
                assert now.words.endswith(".")
                assert (now.state == "legal") == (route.id in legal)
                if now.state == "not_now" and seen.open[-1].question == "turn":
                    assert "'s move" not in now.words
        game.apply(rng.choice(game.legal_actions()))
    assert {"legal", "not_now", "yours", "taken"} <= seen_states
