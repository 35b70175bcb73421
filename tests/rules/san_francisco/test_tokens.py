"""Tourist tokens: SFO-028 to SFO-037."""

from __future__ import annotations

import random

import pytest

import branchline as bl
from branchline.mechanics.tokens import TokenTaken
from branchline.model.events import CardsPaid, PointsScored, RouteClaimed, TurnEnded
from branchline.testing.arrange import arrange
from tests.rules.play import choosing, do, happened, options
from tests.rules.san_francisco.table import BOARD, ROW, SYMBOL, give_tokens, opened, owned, stacks, view

SUNSET, POTRERO = SYMBOL["sunset"], SYMBOL["potrero_hill"]
RED_ROW: list[str | None] = ["red"] * 5


def test_sfo_028_the_token_at_potrero_hill() -> None:
    """SFO-028: the rulebook's example."""
    game = arrange(opened(), hands={0: {"black": 3}}, row=RED_ROW, turn=0)
    do(game, "claim Union Square-Potrero Hill with 3 black")
    assert owned(game) == [(POTRERO,), ()]
    assert stacks(game)["potrero_hill"] == 1
    assert choosing(game) == (1, "turn")


def test_sfo_029_a_single_new_token_is_taken_without_a_question() -> None:
    """SFO-029: it cannot be refused, and comes after the points (COM-053)."""
    game = arrange(opened(), hands={0: {"black": 3}}, row=RED_ROW, turn=0)
    start = len(game.events)
    do(game, "claim Union Square-Potrero Hill with 3 black")
    assert game.events[start : start + 5] == (
        CardsPaid(0, (("black", 3),)),
        RouteClaimed(0, "union_square-potrero_hill"),
        PointsScored(0, 4, 4),
        TokenTaken(0, POTRERO, "potrero_hill"),
        TurnEnded(0),
    )


def test_sfo_030_of_two_new_tokens_one_is_chosen() -> None:
    """SFO-030: Sunset, with a free stack at Twin Peaks."""
    game = arrange(opened(stacks=("Twin Peaks", "Chinatown")), hands={0: {"blue": 3}}, row=RED_ROW, turn=0)
    do(game, "claim Sunset-Twin Peaks with 3 blue")
    assert choosing(game) == (0, "take token")
    assert options(game) == ["take token at Sunset", "take token at Twin Peaks"]
    assert view(game).route == "sunset-twin_peaks"
    for place, symbol in (("Sunset", SUNSET), ("Twin Peaks", 5)):
        after = game.copy()
        do(after, f"take token at {place}")
        assert owned(after) == [(symbol,), ()]
        assert sum(stacks(after).values()) == 11
        assert choosing(after) == (1, "turn")
        assert view(after).route is None


def test_sfo_030_no_other_token_can_be_taken() -> None:
    """SFO-030: only those at the two ends."""
    game = arrange(opened(), hands={0: {"blue": 3}}, row=RED_ROW, turn=0)
    do(game, "claim Sunset-Twin Peaks with 3 blue")
    with pytest.raises(bl.IllegalAction, match="Alcatraz is no end of the route just claimed"):
        do(game, "take token at Alcatraz")
    with pytest.raises(bl.IllegalAction, match="before the first turn only"):
        do(game, "place stack at Pier 39")
    with pytest.raises(bl.IllegalAction, match="no answer"):
        do(game, "draw tickets")


def test_sfo_031_with_one_symbol_owned_the_other_is_taken() -> None:
    """SFO-031: without a question, whichever it is."""
    for mine, other in ((SUNSET, 5), (5, SUNSET)):
        game = arrange(opened(), hands={0: {"blue": 3}}, row=RED_ROW, turn=0)
        give_tokens(game, 0, [mine])
        do(game, "claim Sunset-Twin Peaks with 3 blue")
        assert choosing(game) == (1, "turn")
        assert owned(game)[0] == tuple(sorted((mine, other)))


def test_sfo_032_an_owned_symbol_is_never_taken_again() -> None:
    """SFO-032: a second claim into Potrero Hill takes nothing."""
    game = arrange(opened(3), hands={0: {"black": 3, "red": 2}}, row=ROW, turn=0)
    do(game, "claim Union Square-Potrero Hill with 3 black")
    arrange(game, turn=0)
    before = stacks(game)
    start = len(game.events)
    do(game, "claim Mission District-Potrero Hill with 2 red")
    assert (stacks(game), owned(game)[0]) == (before, (POTRERO,))
    assert not happened(game, TokenTaken, start)
    assert choosing(game) == (1, "turn")


def test_sfo_032_both_symbols_owned() -> None:
    """SFO-032: nothing is asked and nothing taken."""
    game = arrange(opened(), hands={0: {"blue": 3}}, row=RED_ROW, turn=0)
    give_tokens(game, 0, [SUNSET, 5])
    do(game, "claim Sunset-Twin Peaks with 3 blue")
    assert (owned(game)[0], choosing(game)) == ((SUNSET, 5), (1, "turn"))


def test_sfo_033_an_empty_stack_gives_nothing() -> None:
    """SFO-033: two tokens, taken by two seats; the third comes too late."""
    game = arrange(opened(3), hands={0: {"black": 3}, 1: {"red": 2}, 2: {"blue": 2}}, row=["orange"] * 5, turn=0)
    do(game, "claim Union Square-Potrero Hill with 3 black")
    do(game, "claim Mission District-Potrero Hill with 2 red")
    assert stacks(game)["potrero_hill"] == 0
    do(game, "claim Mission District-Potrero Hill with 2 blue")
    assert owned(game) == [(POTRERO,), (POTRERO,), ()]
    assert choosing(game) == (0, "turn")


def test_sfo_033_with_one_stack_empty_the_other_is_taken() -> None:
    """SFO-033: the single token of a free stack is gone, so Sunset's is taken without a question."""
    game = arrange(opened(), hands={0: {"blue": 3}}, row=RED_ROW, turn=0)
    give_tokens(game, 1, [5])
    do(game, "claim Sunset-Twin Peaks with 3 blue")
    assert (owned(game), choosing(game)) == ([(SUNSET,), (5,)], (1, "turn"))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_sfo_034_035_037_058_tokens_through_whole_games(seats: int) -> None:
    """SFO-034, SFO-035, SFO-037, SFO-058: one token a claim at most, all different, and no points for them before the
    end: the running score is that of the routes."""
    chance = random.Random(seats)
    for seed in range(15):
        game = bl.new_game(BOARD, seats=seats, seed=seed)
        start = 0
        before = owned(game)
        while not game.is_over:
            game.apply(chance.choice(game.legal_actions()))
            now = owned(game)
            claimed = len(happened(game, RouteClaimed, start)) + (choosing(game)[1] != "take token")
            assert all(0 <= len(new) - len(old) <= claimed for new, old in zip(now, before, strict=True))
            assert all(set(old) <= set(new) for new, old in zip(now, before, strict=True))
            before, start = now, len(game.events)
            seen = game.observe(None)
            routes = [[game.board.routes[k] for k in seen.tracks.owned_by(seat)] for seat in range(seats)]
            assert seen.points == tuple(sum(game.board.printed_points(route) for route in mine) for mine in routes)
        for symbols in before:
            assert len(symbols) <= 7
            assert len(set(symbols)) == len(symbols)
        assert sum(map(len, before)) <= len(happened(game, RouteClaimed))


def test_sfo_036_tokens_are_open_to_all() -> None:
    """SFO-036: every view shows the same, in the middle of a choice too."""
    game = arrange(opened(4), hands={0: {"blue": 3}}, row=RED_ROW, turn=0)
    give_tokens(game, 2, [0, 6])
    do(game, "claim Sunset-Twin Peaks with 3 blue")
    assert choosing(game) == (0, "take token")
    for step in range(2):
        views = [view(game, seat) for seat in (None, 0, 1, 2, 3)]
        assert all(seen == views[0] for seen in views)
        assert views[0].owned[2] == (0, 6)
        if step == 0:
            do(game, "take token at Sunset")


def test_sfo_036_a_taken_token_is_told_to_all() -> None:
    """SFO-036"""
    game = arrange(opened(3), hands={0: {"black": 3}}, row=RED_ROW, turn=0)
    do(game, "claim Union Square-Potrero Hill with 3 black")
    for seat in (None, 0, 1, 2):
        assert TokenTaken(0, POTRERO, "potrero_hill") in game.events_for(seat)
