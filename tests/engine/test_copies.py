"""Copies use rule sheets of forgotten games again, and views what has not changed: nobody can tell."""

from __future__ import annotations

import gc
import pickle
from copy import copy
from dataclasses import FrozenInstanceError, fields, replace
from random import Random

import pytest

import branchline as bl
from branchline import _native
from branchline.testing.arrange import arrange

BOARDS = [board.id for board in bl.boards()]


def played(board: str, moves: int, seed: int) -> bl.Game:
    """A game after some random moves, with all it remembers of how it was looked at."""
    rng = Random(seed)
    game = bl.new_game(board, variant=list(bl.board(board).variants)[-1], seats=bl.board(board).seats[1], seed=seed)
    for _ in range(moves):
        if game.is_over:
            break
        game.apply(rng.choice(game.legal_actions()))
        game.observe(rng.randrange(game.seats))
    return game


def views(game: bl.Game) -> list[bl.Observation]:
    return [game.observe(seat) for seat in (None, *range(game.seats))]


@pytest.mark.parametrize("board", BOARDS)
def test_a_used_rule_sheet_becomes_any_game(board: str) -> None:
    """The copy and the imagined game are filled into the sheet of another game, of which nothing is left."""
    rng = Random(1)
    for seed in range(3 if _native.mode() == "compiled" else 1):
        game = played(board, rng.randrange(600), seed)
        forgotten = played(board, rng.randrange(600), 100 + seed).copy()
        sheet = id(forgotten._rules)
        del forgotten
        twin = game.copy()
        assert id(twin._rules) == sheet
        new = game._rules.blank()
        new.copy_from(game._rules)
        assert views(twin) == views(game) == [new.observe(seat) for seat in (None, *range(game.seats))]
        assert twin.events == game.events
        assert twin.decisions == game.decisions
        while (seat := twin.to_move) is not None:
            move = rng.choice(twin.legal_actions())
            twin.apply(move)
            new.act(seat, move)
            assert twin.observe(seat) == new.observe(seat)
        assert twin.scores() == bl.replay(twin.record()).scores()
        if not game.is_over:
            del twin
            view = game.observe(game.to_move)
            assert bl.imagine(view, seed).observe(game.to_move) == view


def test_a_sheet_that_somebody_holds_is_not_used_again() -> None:
    game = played("usa", 50, 1)
    copy = game.copy()
    held = copy._rules
    before = held.observe(0)
    del copy
    others = [game.copy() for _ in range(80)]
    assert all(other._rules is not held for other in others)
    others[0].apply(others[0].legal_actions()[0])
    assert held.observe(0) == before


def test_a_mechanic_that_somebody_holds_is_not_used_again() -> None:
    game = played("germany", 50, 1)
    copy = game.copy()
    held = copy._rules.mechanics[0]
    del copy
    assert all(other._rules.mechanics[0] is not held for other in [game.copy() for _ in range(80)])


@pytest.mark.parametrize("board", BOARDS)
def test_views_that_are_kept_are_as_new_ones(board: str) -> None:
    """After every move, what all seats see is what a rule sheet shows that nobody has looked at."""
    rng = Random(2)
    game = played(board, 0, 5)
    for _ in range(1000 if _native.mode() == "compiled" else 100):
        if game.is_over:
            break
        game.apply(rng.choice(game.legal_actions()))
        new = game._rules.blank()
        new.copy_from(game._rules)
        assert views(game) == [new.observe(seat) for seat in (None, *range(game.seats))]


@pytest.mark.parametrize("board", BOARDS)
def test_what_has_not_changed_is_handed_out_again(board: str) -> None:
    game = played(board, 30, 7)
    before, after = game.observe(0), game.observe(0)
    kept = {"tracks", "tickets", "passengers", "shares", "tokens"} & before.parts.keys()
    assert all(before.parts[name] is after.parts[name] for name in kept)


@pytest.mark.parametrize("board", BOARDS)
def test_a_pickled_game_is_a_copy(board: str) -> None:
    """It comes back with all that anybody can see and with the same chance, whether running, shuffled again or over."""
    rng = Random(3)
    for moves in (0, rng.randrange(1, 100), 3000):
        game = played(board, moves, 10 + moves)
        if not game.is_over:
            game.reshuffle(99)
        pickled = pickle.dumps(game)
        assert len(pickled) < 600 + 10 * len(game.decisions)
        again, twin = pickle.loads(pickled), game.copy()
        assert again.decisions == twin.decisions
        assert again.events == twin.events
        for _ in range(40):
            assert views(again) == views(twin)
            if twin.is_over:
                break
            move = rng.choice(twin.legal_actions())
            again.apply(move)
            twin.apply(move)
        assert again.record() == twin.record()


def test_a_stopped_game_can_be_pickled() -> None:
    game = played("usa", 40, 1)
    game.stop()
    again = pickle.loads(pickle.dumps(game))
    assert again.is_over
    assert again.scores() == game.scores()


def test_what_cannot_be_played_again_cannot_be_pickled() -> None:
    game = played("usa", 40, 1)
    with pytest.raises(bl.RecordError, match="arranged"):
        pickle.dumps(arrange(game.copy(), points={0: 3}))
    begin, (header, *rest) = game.__reduce__()
    with pytest.raises(bl.RecordError, match="version"):
        begin(replace(header, rules_version=99), *rest)
    with pytest.raises(bl.IllegalAction):
        begin(header, [(seat, 0) for seat, _ in rest[0]], *rest[1:])


@pytest.mark.parametrize("board", BOARDS)
def test_a_view_stays_what_it_was_while_the_game_goes_on(board: str) -> None:
    """Views share what has not changed, so nothing that was handed out may ever be written to again."""
    rng = Random(2)
    game = bl.new_game(board, seats=3, seed=2)
    kept: list[tuple[bl.Observation, bl.Observation]] = []
    while not game.is_over:
        if len(game.decisions) % 3 == 0:  # copies take long, and three moves change no less than one
            kept += [(view, pickle.loads(pickle.dumps(view))) for view in views(game)]
        legal = game.legal_actions()
        game.apply(rng.choice(legal))
        new = game._rules.blank()
        new.copy_from(game._rules)
        for view in views(game):
            assert view == new.observe(view.seat)
    assert len(kept) > 100
    for view, as_it_was in kept:
        assert view == as_it_was


def test_a_view_is_a_frozen_value_that_can_be_pickled_and_copied() -> None:
    view = played("germany", 40, 3).observe(0)
    assert copy(view) is view
    with pytest.raises(FrozenInstanceError):
        view.turn = 1  # type: ignore[misc]
    bare = replace(view, codec=None)  # type: ignore[arg-type]
    assert pickle.loads(pickle.dumps(view)) == bare == view
    assert pickle.loads(pickle.dumps(view)).actions == view.actions
    assert replace(view, passes=view.passes + 1) != view
    assert repr(bare) == repr(view)
    assert {field.name for field in fields(view)} == {*vars(view)}


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_a_game_that_was_never_made_goes_quietly() -> None:
    """Nothing is printed beside the error that `Game` is not what makes games."""
    with pytest.raises(TypeError, match="header"):
        bl.Game("usa")  # type: ignore[call-arg, arg-type]
    gc.collect()
