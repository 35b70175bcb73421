"""Tunnels, a mechanic of an example's own: rules, words, planner, environments, arena, report and browser."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import branchline as bl
from branchline import lab
from branchline.bots.planner_bot import PlannerBot
from branchline.envs import VectorEnv, encoding
from branchline.game import Game
from branchline.notation import forms
from branchline.testing import check_board
from branchline.testing.arrange import arrange, started
from branchline.words.questions import head
from branchline.words.sentences import Teller
from branchline.words.things import added_rules

FOLDER = Path(__file__).parents[2] / "examples/tunnels"
TUNNEL = "calgary-vancouver"  # gray, 3 long


@pytest.fixture(autouse=True)
def board() -> bl.Board:
    """The board, known while a test runs."""
    return bl.add_board(FOLDER)


def digging(cards: dict[str, int], top: list[str]) -> Game:
    """Seat 0 has just claimed the tunnel with 3 red, and these cards were turned up, the first one first."""
    game = arrange(started("tunnels", seats=2), turn=0, hands={0: cards}, deck_top=top)
    game.apply(game.parse("claim Calgary-Vancouver with 3 red"))
    return game


def told(game: Game) -> str:
    return " ".join(line.text for line in Teller(game.board, game.variant, ["June", "Max"]).tell(game.events))


# Rules


def test_cards_of_the_color_and_wilds_make_it_dearer() -> None:
    game = digging({"red": 5, "wild": 1}, ["red", "blue", "wild"])
    assert game.observe(0).open[-1].question == "pay for a tunnel"
    words = [game.describe(number) for number in game.legal_actions()]
    assert words == ["pay more 0", "pay more 1", "give up tunnel"]
    game.apply(game.parse("pay more 1"))
    assert game.observe(None).hands[0].size == 6 - 3 - 2
    assert game.observe(0).hand["red"] == 1
    assert game.observe(None).tracks.owners[route(game)] == (0,)
    assert game.to_move == 1


def route(game: Game) -> int:
    return next(route.index for route in game.board.routes if route.id == TUNNEL)


def test_nothing_is_asked_where_it_costs_nothing_more() -> None:
    game = digging({"red": 3}, ["green", "blue", "white"])
    assert game.observe(None).tracks.owners[route(game)] == (0,)
    assert "green, blue and white turned up, which costs nothing more" in told(game)


def test_who_cannot_pay_keeps_the_cards_and_loses_the_turn() -> None:
    game = digging({"red": 3}, ["red", "blue", "white"])
    assert game.observe(None).tracks.owners[route(game)] == ()
    assert game.observe(0).hand["red"] == 3
    assert game.to_move == 1
    assert "took the cards back" in told(game)


def test_who_gives_up_keeps_the_cards() -> None:
    game = digging({"red": 4, "wild": 1}, ["red", "blue", "white"])
    game.apply(game.parse("give up tunnel"))
    assert game.observe(0).hand["red"] == 4
    assert game.to_move == 1


def test_other_routes_are_no_tunnels() -> None:
    game = arrange(started("tunnels", seats=2), turn=0, hands={0: {"red": 5}})
    game.apply(game.parse("claim Boston-Montreal with 2 red"))
    assert game.to_move == 1
    assert "tunnel" not in told(game)


def test_it_keeps_the_contract() -> None:
    assert check_board("tunnels", variants=["classic"], seats=[2, 5], games=2).games == 4


# Words


def test_question_log_rules_and_forms() -> None:
    game = digging({"red": 5, "wild": 1}, ["red", "blue", "wild"])
    seen = game.observe(0)
    assert head(seen, "pay for a tunnel") == "The tunnel costs 2 more cards for Calgary – Vancouver. Do you pay?"
    assert "dug a tunnel from Calgary to Vancouver: red, blue and a locomotive turned up" in told(game)
    game.apply(game.legal_actions()[0])
    assert "paid 2 red more" in told(game)
    rules = dict(added_rules(game.board))["Tunnels"]
    assert "3 cards are turned up" in rules[0]
    again = forms.from_json(forms.to_json(seen), codec=seen.codec)
    assert again == seen
    assert bl.replay(_record()).scores() is not None


def _record() -> bl.Record:
    game = bl.new_game("tunnels", seats=2, seed=5)
    while not game.is_over:
        game.apply(PlannerBot(game.seats).decide(game.observe(game.to_move)))
    return game.record()


# Bots, environments, lab


def test_the_planner_pays_for_its_tunnels() -> None:
    game = digging({"red": 5, "wild": 1}, ["red", "blue", "white"])
    assert game.describe(PlannerBot(1).decide(game.observe(0))) == "pay more 0"


def test_environments_encode_and_step_it() -> None:
    wide = encoding("tunnels")
    assert [field.name for field in wide.parts["tunnels"]] == ["tunnels_claim", "tunnels_route", "tunnels_more"]
    game = digging({"red": 5, "wild": 1}, ["red", "blue", "wild"])
    for seat in (0, 1):
        numbers = wide.encode(game, seat)
        assert wide.part(numbers, "tunnels_more").item() == 2
        assert wide.part(numbers, "tunnels_route").item() == route(game) + 1
        assert np.array_equal(numbers, wide.encode_observation(game.observe(seat)))
        assert (numbers <= wide.high).all()
        assert (numbers >= wide.low).all()
    env = VectorEnv("tunnels", games=4, seed=1)
    buffers = env.reset()
    for _ in range(300):
        buffers = env.step([int(np.flatnonzero(mask)[-1]) for mask in buffers.masks])


def test_the_arena_plays_it_and_the_report_has_a_section(tmp_path: Path) -> None:
    run = lab.simulate("tunnels", bots=["planner", "random"], seats=2, games=12, out=tmp_path / "run", processes=1)
    assert "tunnel dug" in run.mechanics()
    page = lab.write_report(run).read_text(encoding="utf-8")
    assert 'id="tunnel-dug"' in page
    found = lab.arena(
        ["planner", "random"],
        ["tunnels"],
        variants=["classic"],
        seats=[2],
        games=4,
        out=tmp_path / "arena",
        processes=1,
    )
    assert found.played == 4
