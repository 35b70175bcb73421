"""Public values can be pickled, copied, compared, hashed and shown, and nobody changes them."""

from __future__ import annotations

import copy
import inspect
import pickle
import subprocess
import sys
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import pytest

import branchline as bl
from branchline import _native
from branchline.mechanics.composed import ComposedRules
from branchline.model.frozen import FrozenDict
from branchline.notation.text import describe
from branchline.testing.arrange import arrange

BOARDS = [board.id for board in bl.boards()]
OWN = Path(__file__).parents[2] / "examples" / "own_board"


def played(board: str, moves: int, seed: int = 5) -> bl.Game:
    rng = Random(seed)
    game = bl.new_game(board, variant=list(bl.board(board).variants)[-1], seats=3, seed=seed)
    while not game.is_over and len(game.decisions) < moves:
        game.apply(rng.choice(game.legal_actions()))
    return game


def values(board: str) -> list[Any]:
    """One of each kind of value that has no other identity than what it says."""
    game, finished = played(board, 60), played(board, 9999)
    seen = [game.observe(seat) for seat in (None, 0, 1, 2)]
    actions = [action for view in seen for action in view.actions]
    return [*seen, *actions, *game.events, game.record(name="Mara"), finished.record(), finished.scores(), game.board,
            game.variant, *game.board.routes[:2], *game.board.cities[:2], game.longest_path(0)]  # fmt: skip


@pytest.mark.parametrize("board", BOARDS)
def test_values_are_equal_to_their_copies_and_have_their_hash(board: str) -> None:
    for value in values(board):
        for twin in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
            assert twin == value
            assert hash(twin) == hash(value)
            assert repr(twin) == repr(value)


@pytest.mark.parametrize("board", BOARDS)
def test_values_have_a_json_form_or_say_that_they_have_none(board: str) -> None:
    for value in values(board):
        if isinstance(value, (bl.Board, bl.Variant, bl.Route, bl.City)):
            continue  # these are read from a board file, by their ids
        back = bl.from_json(bl.to_json(value))
        assert back == value
        assert hash(back) == hash(value)
        if isinstance(value, bl.Observation):
            assert back.actions == value.actions
    with pytest.raises(bl.NotationError, match=r"game\.record\(\)"):
        bl.to_json(played(board, 3))
    with pytest.raises(bl.NotationError, match="has no JSON form"):
        bl.to_json(bl.board(board))


@pytest.mark.parametrize("board", BOARDS)
def test_games_are_compared_by_how_they_went(board: str) -> None:
    game = played(board, 60)
    dreamed = bl.imagine(game.observe(game.to_move), 7)
    dreamed.apply(dreamed.legal_actions()[0])
    for each in (game, dreamed):
        for twin in (each.copy(), copy.copy(each), copy.deepcopy(each), pickle.loads(pickle.dumps(each))):
            assert twin == each
            assert [twin.observe(seat) for seat in range(3)] == [each.observe(seat) for seat in range(3)]
            twin.apply(twin.legal_actions()[-1])
            assert twin != each
    assert game != dreamed
    assert game != bl.new_game(board, seats=3, seed=6)
    assert game != "a game"
    with pytest.raises(TypeError):
        hash(game)
    assert board in repr(game)
    assert f"{len(game.decisions)} decisions, seat {game.to_move} to move" in repr(game)


def test_a_game_that_was_arranged_is_equal_to_its_copies_only() -> None:
    game = arrange(played("usa", 60), points={0: 3})
    assert game.copy() == game
    assert game != played("usa", 60)
    with pytest.raises(bl.RecordError, match="arranged"):
        game.undo()


def looked_at(values: tuple[bl.Game, bl.Observation]) -> tuple[bl.Game, tuple[bl.Action, ...], str]:
    """In another process: hand back what came."""
    game, seen = values
    return game, seen.actions, _native.mode()


def test_values_go_through_processes_with_boards_of_ones_own() -> None:
    own = bl.add_board(OWN).id
    games = [played(board, 30) for board in ("uk", own)]
    sent = [(game, game.observe(game.to_move)) for game in games]
    with get_context("spawn").Pool(1) as pool:
        for (game, seen), back in zip(sent, pool.map(looked_at, sent), strict=True):
            assert back == (game, seen.actions, _native.mode())


def test_what_is_pickled_compiled_is_read_uncompiled() -> None:
    game = played("germany", 30)
    program = (
        "import pickle, sys; game, seen = pickle.load(sys.stdin.buffer); from branchline import _native;"
        "assert _native.mode() == 'uncompiled'; assert game.observe(seen.seat) == seen;"
        "sys.stdout.buffer.write(pickle.dumps((game, seen)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=pickle.dumps((game, game.observe(1))),
        env={"BRANCHLINE_PURE": "1", "PYTHONPATH": str(Path(bl.__file__).parents[1])},
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert pickle.loads(done.stdout) == (game, game.observe(1))


def test_nobody_changes_what_is_shared() -> None:
    game = played("germany", 60)
    seen = game.observe(0)
    before = dict(seen.hand)
    shared: list[Any] = [seen.hand, seen.parts, seen.market.discards, seen.parts["passengers"].waiting]  # type: ignore[attr-defined]
    shared += [bl.board("usa").cards, bl.board("usa").variants, bl.board("uk").extras["technologies"]["booster"]]
    changes = {"__setitem__": ("red", 99), "__delitem__": ("red",), "__ior__": ({"red": 1},), "clear": (),
               "pop": ("red",), "popitem": (), "setdefault": ("red", 1), "update": ({"red": 1},)}  # fmt: skip
    for mapping in shared:
        for change, arguments in changes.items():
            with pytest.raises(TypeError, match="cannot be changed"):
                getattr(mapping, change)(*arguments)
    assert game.observe(0).hand == before
    mine = dict(seen.hand)
    mine["red"] = 99
    assert game.observe(0).hand == before
    assert FrozenDict({"red": 1}) | {"blue": 2} == {"red": 1, "blue": 2}


def test_games_take_numbers_values_and_words() -> None:
    numpy = pytest.importorskip("numpy")
    one, two, three = (bl.new_game("usa", seed=numpy.int64(3)) for _ in range(3))
    assert one.seed == 3
    while len(one.decisions) < 30:
        number = one.legal_actions()[len(one.decisions) % len(one.legal_actions())]
        words = describe(one.board, one.variant, one.action(number))
        assert three.refusal(words) is None
        assert three.price(words) == one.price(number) == two.price(numpy.int32(number))
        one.apply(number)
        two.apply(numpy.int64(number))
        three.apply(words)
    assert one == two == three
    assert {type(number) for _, number in two.decisions} == {int}
    with pytest.raises(bl.IllegalAction, match="There is no action 100000"):
        one.apply(numpy.int64(100_000))
    with pytest.raises(bl.IllegalAction, match="words"):
        one.apply(1.5)  # type: ignore[arg-type]
    with pytest.raises(bl.IllegalAction):
        one.apply("dance")
    assert one == two


def test_without_a_seed_chance_deals() -> None:
    one, two = bl.new_game("usa", seed=None), bl.new_game("usa", seed=None)
    assert one.seed != two.seed
    assert one.seed is not None
    assert bl.new_game("usa", seed=one.seed) == one


@pytest.mark.parametrize("board", BOARDS)
def test_undo_takes_back_one_decision_after_the_other(board: str) -> None:
    game = bl.new_game(board, seed=4)
    past = [game.copy()]
    rng = Random(4)
    for step in range(12):
        if step == 6:
            game.reshuffle(8)
        game.apply(rng.choice(game.legal_actions()))
        past.append(game.copy())
    game.stop()
    game.undo()
    for then in reversed(past[:-1]):
        if len(game.decisions) != 6:
            assert game == then
            assert game.events == then.events
        assert [game.observe(seat) for seat in (0, 1)] == [then.observe(seat) for seat in (0, 1)] or game != then
        if game.decisions:
            game.undo()
    with pytest.raises(bl.WrongSeat, match="no decision to undo"):
        game.undo()
    dreamed = bl.imagine(past[5].observe(0), 3)
    before = dreamed.copy()
    dreamed.apply(dreamed.legal_actions()[0])
    dreamed.undo()
    assert dreamed == before


def test_boards_are_asked_by_ids() -> None:
    usa = bl.board("usa")
    route = usa.route("denver-kansas_city")
    assert route.id == "denver-kansas_city"
    assert usa.city("denver").name == "Denver"
    assert usa.cities[route.a] in usa.neighbors("kansas_city")
    assert {city.id for city in usa.neighbors("miami")} == {"charleston", "atlanta", "new_orleans"}
    assert {each.id for each in usa.routes_of("miami")} <= {each.id for each in usa.routes}
    with pytest.raises(bl.NotationError, match="did you mean 'denver'"):
        usa.city("denvr")
    with pytest.raises(bl.NotationError, match="did you mean"):
        usa.route("denver-kansas_cit")


def test_values_draw_themselves() -> None:
    game = played("usa", 60)
    for value in (game, game.board, game.observe(0), game.record()):
        assert value._repr_svg_().startswith("<svg")
    assert game.record()._repr_svg_() == game._repr_svg_() != bl.new_game("usa")._repr_svg_()


def test_classes_have_docstrings_and_signatures_compiled_or_not() -> None:
    public = [name for name in dir(ComposedRules) if not name.startswith("_")]
    methods = [getattr(ComposedRules, name) for name in public if callable(getattr(ComposedRules, name))]
    assert len(methods) > 40
    for method in methods:
        assert inspect.getdoc(method), method
        assert "self" in inspect.signature(method).parameters
    assert inspect.getdoc(ComposedRules)
    assert inspect.getdoc(bl.Game.apply)


def test_add_board_takes_an_edited_board(tmp_path: Path) -> None:
    folder = tmp_path / "coast"
    folder.mkdir()
    for name in ("board.toml", "rules.py"):
        (folder / name).write_text((OWN / name).read_text().replace('id = "lakeside"', 'id = "coast"'))
    first = bl.add_board(folder)
    text = (folder / "board.toml").read_text()
    assert bl.add_board(folder) is first
    begun = bl.new_game(first.id)
    begun.apply(begun.legal_actions()[0])
    (folder / "board.toml").write_text(text.replace(f'title = "{first.title}"', 'title = "Another"'))
    second = bl.add_board(folder)
    assert second.title == "Another" == bl.board(first.id).title == bl.new_game(first.id).board.title
    (folder / "board.toml").write_text("broken")
    with pytest.raises(bl.BoardFileError):
        bl.add_board(folder)
    assert bl.board(first.id).title == "Another"
    assert len(begun.record().decisions) == 1
    begun.undo()
    assert begun.board is first  # it goes on by the old rules
