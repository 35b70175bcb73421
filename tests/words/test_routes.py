"""Every route that cannot be built has a reason, on every board."""

from __future__ import annotations

import random

import pytest

import branchline as bl
from branchline.mechanics.routes.tracks import Tracks
from branchline.mechanics.technologies.face import needed_technologies
from branchline.mechanics.technologies.technologies import Technologies
from branchline.model.actions import Claim
from branchline.planning import Reach
from branchline.testing.arrange import arrange, started
from branchline.words.routes import standing

GAMES = [(board.id, variant) for board in bl.boards() for variant in board.variants]


@pytest.mark.parametrize(("board", "variant"), GAMES, ids=str)
def test_every_route_that_cannot_be_built_has_a_reason(board: str, variant: str) -> None:
    """On your own turn a free route is either legal, or a sentence says what is missing, and it is not the turn."""
    rng = random.Random(f"{board} {variant}")
    game = bl.new_game(board, variant=variant, seats=2, seed=6)
    names = ["You", "June"]
    seen_states = set()
    while not game.is_over:
        seat = game.to_move
        assert seat is not None
        if seat == 0 and rng.random() < 0.2:
            seen = game.observe(0)
            legal = {action.route for action in seen.actions if isinstance(action, Claim)}
            reach = Reach(seen)
            for route in game.board.routes:
                now = standing(seen, reach, route, route.id in legal, names)
                seen_states.add(now.state)
                assert now.words.endswith(".")
                assert (now.state == "legal") == (route.id in legal)
                if now.state == "not_now" and seen.open[-1].question == "turn":
                    assert "'s move" not in now.words
        game.apply(rng.choice(game.legal_actions()))
    assert {"legal", "not_now", "yours", "taken"} <= seen_states


@pytest.mark.parametrize("variant", bl.board("uk").variants)
def test_missing_technologies_are_named(variant: str) -> None:
    """What the words name is what opens the route, all of it and nothing more."""
    game = started("uk", variant=variant)
    board = game.board
    titles = {data["title"]: name for name, data in board.extras["technologies"].items()}
    (technologies,) = (mechanic for mechanic in game._rules.mechanics if isinstance(mechanic, Technologies))
    (tracks,) = (mechanic for mechanic in game._rules.mechanics if isinstance(mechanic, Tracks))
    seen = game.observe(0)
    named = 0
    for route in board.routes:
        needed = needed_technologies(seen, route)
        assert bool(needed) == (not tracks.is_permitted(0, route.index))
        if needed:
            words = standing(seen, Reach(seen), route, False, ["You", "June"]).words
            assert all(title in words for title in needed)
            assert opens(game, route, [titles[title] for title in needed])
            assert not any(opens(game, route, [titles[t] for t in needed if t != left]) for left in needed)
            named += 1
    assert named > 20
    assert technologies.ids


def opens(game: bl.Game, route: bl.Route, names: list[str]) -> bool:
    """Whether a seat with these technologies may build a route."""
    rules = game._rules.blank()
    rules.copy_from(game._rules)
    (technologies,) = (mechanic for mechanic in rules.mechanics if isinstance(mechanic, Technologies))
    (tracks,) = (mechanic for mechanic in rules.mechanics if isinstance(mechanic, Tracks))
    for name in names:
        technologies.hand_over(0, technologies.ids.index(name))
    return bool(tracks.is_permitted(0, route.index))


def test_all_that_is_missing_is_said() -> None:
    """Two red with one locomotive in hand: it is red that is missing; and a ferry names its locomotives."""
    game = started("usa", seats=2)
    route = next(each for each in game.board.routes if each.length == 2 and each.color == "red")
    game = arrange(game, hands={0: {"wild": 1}})
    seen = game.observe(0)
    words = standing(seen, Reach(seen), route, False, ["You", "June"]).words
    assert words == "You have no red and 1 locomotive; this route takes 2. Cards missing: 1 red."
    game = arrange(started("san_francisco", seats=2), hands={0: {}})
    ferry = next(each for each in game.board.routes if each.wilds)
    seen = game.observe(0)
    words = standing(seen, Reach(seen), ferry, False, ["You", "June"]).words
    assert "no locomotive" in words
    assert ". Cards missing: " in words
