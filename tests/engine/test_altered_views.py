"""What is imagined from a view is played by compiled code that does not look at every index again: the view is checked.

A view with a mistake in it is refused, or is a view of some game that can be played to its end.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

import branchline as bl
from branchline import _native
from branchline.model.observation import HandView, TracksView
from tests.engine.altered_views import altered

BOARDS = [board.id for board in bl.boards()]
VIEWS = 60 if _native.mode() == "compiled" else 24


def position(board: str, moves: int, seed: int) -> bl.Game:
    """A game after some random moves."""
    rng = Random(seed)
    sizes = bl.board(board).seats
    variant = rng.choice(list(bl.board(board).variants))
    game = bl.new_game(board, variant=variant, seats=rng.randint(*sizes), seed=seed, events=False)
    for _ in range(moves):
        if game.is_over:
            break
        game.apply(rng.choice(game.legal_actions()))
    return game


@pytest.mark.parametrize("board", BOARDS)
def test_a_view_with_something_changed_is_refused_or_can_be_played(board: str) -> None:
    rng = Random(3)
    refused = 0
    for seed in range(VIEWS):
        game = position(board, rng.randrange(200), seed)
        view = altered(game.observe(rng.choice([None, *range(game.seats)])), rng)
        try:
            world = bl.imagine(view, seed)
        except bl.BranchlineError:
            refused += 1
            continue
        for _ in range(1500):
            if world.is_over:
                break
            world.apply(rng.choice(world.legal_actions()))
    assert VIEWS // 6 < refused < VIEWS * 5 // 6


def usa_view() -> bl.Observation:
    return position("usa", 30, 1).observe(0)


def paying_view() -> bl.Observation:
    """A seat of the United Kingdom chooses the cards of a bundle."""
    game = position("uk", 77, 0)
    return game.observe(game.to_move)


def with_part(view: bl.Observation, name: str, **changes: object) -> bl.Observation:
    return replace(view, parts={**view.parts, name: replace(view.parts[name], **changes)})


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (replace(usa_view(), seats=9), "seats"),
        (replace(usa_view(), first_seat=7), "it names seats that there are not"),
        (replace(usa_view(), pieces=(-1,) * usa_view().seats), "too many or too few pieces"),
        (replace(usa_view(), pieces=(9,)), "some seats have no pieces"),
        (replace(usa_view(), stage=0), "the first turn is and is not over"),
        (replace(usa_view(), open=()), "nobody has anything to decide"),
        (replace(usa_view(), open=usa_view().open * 2), "a decision is open twice"),
        (with_part(usa_view(), "tracks", owners=((5,), *usa_view().tracks.owners[1:])), "a seat that there is not"),
        (with_part(usa_view(), "tracks", owners=((0, 0), *usa_view().tracks.owners[1:])), "a seat twice"),
        (with_part(usa_view(), "tracks", owners=()), "more or fewer routes"),
        (with_part(usa_view(), "market", row=()), "the row has more or fewer places"),
        (with_part(usa_view(), "market", discards={"red": 50}), "more cards of a kind than the board has"),
        (with_part(usa_view(), "market", discards={"red": -1}), "a pile has less than no cards"),
        (with_part(usa_view(), "market", discards={"pink?": 1}), "KeyError"),
        (with_part(usa_view(), "hands", hands=()), "some seats have no hands"),
        (with_part(usa_view(), "hands", hands=(HandView(200, {}, None),) * usa_view().seats), "not as large as said"),
        (with_part(usa_view(), "tickets", held=((usa_view().held[0],) * 2,) * usa_view().seats), "in two places"),
        (replace(usa_view(), parts={**usa_view().parts, "tracks": TracksView(((),))}), "more or fewer routes"),
        (with_part(paying_view(), "payment", chosen={"red": 90}), "pays with cards that it does not have"),
        (replace(usa_view(), parts={}), "KeyError"),
    ],
)
def test_what_is_wrong_with_a_view_is_said(view: bl.Observation, said: str) -> None:
    with pytest.raises(bl.BranchlineError, match=said):
        bl.imagine(view, 1)
