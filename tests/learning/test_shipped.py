"""The champions that ship."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.bots import make_bot, play_match
from branchline.bots.search_bot import SearchBot
from branchline.champions.judge import Judge
from branchline.champions.network import BadNetwork
from branchline.champions.shipped import FOLDER, SHIPPED, has_learned, weights_for
from branchline.thinking.core.tree_search import TreeSearch
from branchline.thinking.network_search import NetworkSearch

BOARDS = [board.id for board in bl.boards()]


def wins(board: str, deals: int) -> float:
    """The part of the wins that the champion has against a planner, each deal in both seatings."""
    won = 0.0
    for seed in range(deals):
        for seat in (0, 1):
            bots = [make_bot("planner", 2 * seed), make_bot("planner", 2 * seed + 1)]
            bots[seat] = make_bot("champion", seed)
            winners = play_match(board, "classic", bots, seed=seed, events=False).scores().winners
            won += (seat in winners) / len(winners)
    return won / (2 * deals)


def test_there_is_one_for_every_board_and_they_are_small() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {f"{board}.npz" for board in BOARDS}
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) <= 25_000_000


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_has_learned_to_play_with_two_three_and_four(board: str, seats: int) -> None:
    assert has_learned(SHIPPED, board, "classic", seats)
    bots = [make_bot("champion", 1), *(make_bot("random", k) for k in range(seats - 1))]
    scores = play_match(board, "classic", bots, seed=4, events=False).scores()
    assert scores.winners == (0,)


@pytest.mark.parametrize("board", BOARDS)
def test_each_has_an_apprentice_that_plays_like_it(board: str) -> None:
    """On games that it has not seen. When they were taught, they answered 83 to 93 % alike."""
    weights = weights_for(SHIPPED, board)
    assert weights.apprentice is not None
    assert set(weights.apprentice.network.setups) == set(weights.network.setups)
    champion, apprentice = Judge(weights), Judge(weights.apprentice)
    alike = []
    for seed in range(2):
        game = bl.new_game(board, seats=2, seed=seed, events=False)
        while (seat := game.to_move) is not None and len(game.decisions) < 120:
            seen = game.observe(seat)
            look = champion.look(seen)
            if len(seen.legal) > 1:
                alike.append(look.chances.argmax() == apprentice.look(seen).chances.argmax())
            game.apply(look.legal[int(look.chances.argmax())])
    assert len(alike) > 60
    assert sum(alike) > 0.65 * len(alike)


def test_it_is_much_stronger_than_a_planner() -> None:
    """In 400 games it won 80 % and 94 %: so few wins as to fail here have a chance of less than one in a thousand."""
    assert wins("san_francisco", 12) > 0.5
    assert wins("uk", 4) > 0.5


@pytest.mark.parametrize(("board", "variant", "seats"), [("usa", "mega", 2), ("world", "classic", 5)])
def test_a_planner_plays_in_its_place_where_it_has_not_learned_the_game(board: str, variant: str, seats: int) -> None:
    assert not has_learned(SHIPPED, board, variant, seats)
    champion, planner = make_bot("champion", 1), make_bot("planner", 1)
    game = bl.new_game(board, variant=variant, seats=seats, seed=2)
    for _ in range(30):
        seen = game.observe(game.to_move)
        action = planner.decide(seen)
        assert champion.decide(seen) == action
        game.apply(action)


def test_search_asks_it_where_it_has_learned_the_game() -> None:
    bot = SearchBot(playouts=8, champion=SHIPPED, practice_games=4)
    assert isinstance(bot._thinker("san_francisco", "classic", 2), NetworkSearch)
    assert isinstance(bot._thinker("usa", "mega", 2), TreeSearch)


def test_a_board_of_ones_own_has_none() -> None:
    with pytest.raises(BadNetwork, match="no champion has learned the board 'moon'"):
        weights_for(SHIPPED, "moon")
    assert not has_learned(SHIPPED, "moon", "classic", 2)
