"""What a seat sees as text: what is said is true, each listed action is understood, and nothing is secret."""

from __future__ import annotations

import re

import pytest

import branchline as bl
from branchline.engine.rng import Rng
from branchline.model.actions import Claim
from branchline.testing.policies import by_kind, play
from branchline.words.plain import card_name

BOARDS = [board.id for board in bl.boards()]


def listed(text: str) -> list[str]:
    """The actions of a text, one by one: "build A | B with C | D" lists four."""
    _, _, block = text.partition("\nActions (| separates choices)\n")
    found = []
    for line in block.splitlines():
        start, with_, payments = line.partition(" with ")
        verb, _, routes = start.partition(" ")
        if with_ and verb == "build":
            found += [f"{verb} {route} with {way}" for route in routes.split(" | ") for way in payments.split(" | ")]
        else:
            found.append(line)
    return found


@pytest.mark.parametrize("board", BOARDS)
def test_each_listed_action_is_understood(board: str) -> None:
    """In every position of a whole game: the list has the legal actions, in words that mean them, and no others."""
    game, rng = bl.new_game(board, seats=2, seed=3), Rng(3)
    questions = set()
    while not game.is_over:
        seat = game.pending[0]
        seen = game.observe(seat)
        question = seen.open[-1].question
        if question not in questions or rng.below(25) == 0:
            questions.add(question)
            meant = [seen.parse(words) for words in listed(seen.text())]
            assert sorted(seen.number(action) for action in meant) == list(seen.legal)
            assert [game.parse(words, seat) for words in listed(seen.text())] == meant
        play(game, by_kind, rng, 1)
    assert game.observe(0).text().count("Actions") == 0


@pytest.mark.parametrize("board", BOARDS)
def test_the_text_says_what_the_seat_sees(board: str) -> None:
    game = bl.new_game(board, seats=3, seed=1)
    play(game, by_kind, Rng(1), 60)
    seen = game.observe(game.to_move)
    text = seen.text()
    for seat in range(3):
        row = next(line for line in text.splitlines() if re.match(rf"seat {seat}\b", line))
        points = seen.points[seat]
        assert f": {points} point" in row
        assert f" {seen.hands[seat].size} card" in row
    hand = next(line for line in text.splitlines() if line.startswith("your hand: "))
    assert sum(map(int, re.findall(r"\d+", hand))) == sum(seen.hand.values())
    row = next(line for line in text.splitlines() if line.startswith("row: "))
    assert row == "row: " + ", ".join("empty" if card is None else card_name(card) for card in seen.market.row)
    for ticket in (*seen.held, *seen.tickets.offer):
        found = next(each for each in game.variant.tickets if each.id == ticket)
        assert "-".join(game.board.goal_name(stop) for stop in found.stops) in text
    for route in game.board.routes:
        line = next(line for line in text.splitlines() if line.startswith(f"{game.board.route_name(route)}: "))
        assert f": {route.length} " in line
        for owner in seen.tracks.owners[route.index]:
            assert ("you" if owner == seen.seat else f"seat {owner}") in line.partition("built by")[2]


@pytest.mark.parametrize("board", BOARDS)
def test_worlds_that_look_alike_have_one_text(board: str) -> None:
    """Nothing that the seat does not know can be in it; it is stable; and a spectator's has no hand."""
    game = bl.new_game(board, seats=2, seed=5)
    play(game, by_kind, Rng(5), 45)
    for seat in range(2):
        seen = game.observe(seat)
        assert bl.imagine(seen, 11).observe(seat).text() == bl.imagine(seen, 12).observe(seat).text() == seen.text()
    watched = game.observe(None).text()
    assert "your hand" not in watched
    assert "yours" not in watched


def test_parts_can_be_left_out() -> None:
    seen = bl.new_game("usa", seats=2, seed=1).observe(0)
    whole, short = seen.text(), seen.text(legal=False, routes=False)
    assert short in whole
    assert "Actions" not in short
    assert "Routes" not in short
    assert len(short) < 1000


def test_words_of_the_table_and_of_the_notation_mean_the_same() -> None:
    game = bl.new_game("usa", seats=2, seed=7, first_seat=0)
    for seat in (0, 1):
        game.apply(game.legal_actions(seat)[0], seat)
    seen = game.observe(0)
    claims = [action for action in seen.actions if isinstance(action, Claim)]
    words = game.describe(claims[-1])
    spoken = words.replace("claim", "build").replace("wild", "locomotive")
    assert words != spoken
    assert seen.parse(words) == seen.parse(spoken) == game.parse(spoken) == claims[-1]
    with pytest.raises(bl.NotationError, match="no place is called 'Atlantis'"):
        seen.parse("build Atlantis-Miami with 1 red")
