"""What the search uses while it thinks: a tree that remembers playouts, and worlds with the guessed tickets."""

from __future__ import annotations

import branchline as bl
from branchline.boards import registry
from branchline.bots import make_bot
from branchline.engine.rng import Rng
from branchline.mechanics.tickets.tickets import Tickets
from branchline.thinking.core.tree import RIPE, Node
from branchline.thinking.core.tree_search import TreeSearch


def middle(board: str, decisions: int) -> bl.Game:
    """A game between planners, that many decisions old."""
    game = bl.new_game(board, seats=2, seed=11, events=False)
    planner = make_bot("planner", 0)
    for _ in range(decisions):
        seat = game.to_move
        assert seat is not None
        game.apply(planner.decide(game.observe(seat)), seat)
    return game


def thinker_for(game: bl.Game, practice_games: int) -> TreeSearch:
    rules = registry.new_rule_sheet(game.board.id, game.variant.id, game.seats)
    return TreeSearch(rules, 1, rounds=1, practice_games=practice_games, caution=1.0, patience=1000.0)


def test_the_tree_remembers_every_playout() -> None:
    """A node has been passed as often as its candidate was tried, and ripe nodes have told their children apart."""
    game = middle("san_francisco", 20)
    thinker = thinker_for(game, 2)
    seat = game.to_move
    seen = game.observe(seat)
    thinker.decide(seen, 40, 0.0)
    tried = thinker.race.runners[0]
    for _ in range(int(RIPE) + 30):
        thinker.imagine(seen)
        thinker.try_out(tried)
    runners = thinker.race.runners
    assert sum(len(candidate.rewards) for candidate in runners) == thinker.playouts
    assert [int(candidate.node.visits) for candidate in runners] == [len(candidate.rewards) for candidate in runners]
    children = tried.node.children
    assert sum(int(child.visits) for child in children) == int(tried.node.visits) - int(RIPE) > 0
    for child in children:
        assert child.seat >= 0
        assert abs(child.total) <= int(child.visits)
        assert (child.total != 0) == (child.visits > 0)


def test_the_tree_goes_where_it_went_well() -> None:
    """Of two children tried equally often the one that brought more is more appealing; what is untried comes first."""
    node = Node()
    good, bad = node.child(1, 0), node.child(2, 0)
    good.visits = bad.visits = 10
    good.total, bad.total = 4.0, -4.0
    assert good.appeal(20) > bad.appeal(20)
    assert node.child(3, 0).appeal(20) > good.appeal(20)
    assert node.child(1, 0) is good


def test_every_imagined_world_has_the_guessed_tickets() -> None:
    """Late in a game of planners the worlds of the search hold far more of the true tickets than chance would deal."""
    game = middle("usa", 85)
    seen = game.observe(0)
    (truth,) = (mechanic for mechanic in game._rules.mechanics if isinstance(mechanic, Tickets))
    held = {*truth.held.ids(1)}
    thinker = thinker_for(game, 40)
    thinker.seat = 0
    thinker.worlds.look(seen, Rng(1))
    (tickets,) = (mechanic for mechanic in thinker.worlds.rules.mechanics if isinstance(mechanic, Tickets))
    found = {"chance": 0, "search": 0}
    rng = Rng(3)
    for _ in range(60):
        thinker.imagine(seen)
        found["search"] += len(held & {*tickets.held.ids(1)})
        plain = bl.imagine(seen, int(rng.word()))
        found["chance"] += len(held & {*plain.observe(1).held})
    assert found["search"] > 4 * found["chance"] + 20
