"""The dummy in games of two: PEN-033 to PEN-043."""

from __future__ import annotations

import random

import pytest

import branchline as bl
from branchline.mechanics.shares import ShareGiven, SharesTurnedUp, ShareTaken
from branchline.model.events import GameEnded
from branchline.notation import forms
from tests.rules.pennsylvania.table import (
    BOARD,
    DUMMY,
    end,
    hand_out,
    opened,
    paid,
    piles,
    turn_up,
    view,
    with_cards,
)
from tests.rules.play import choosing, do, happened, options

OIL_CITY = "claim Oil City-Warren with 2 orange"


def test_pen_033_whoever_takes_a_share_gives_the_dummy_one() -> None:
    """PEN-033: of the same route, and it cannot be refused."""
    game = with_cards(2, {"orange": 2})
    do(game, OIL_CITY, "take share PRR")
    assert choosing(game) == (0, "give share")
    assert options(game) == ["give share PRR", "give share B&O", "give share ERIE"]
    for words in ("take no share", "take share PRR"):
        with pytest.raises(bl.IllegalAction, match="given to the dummy now"):
            do(game, words)
    with pytest.raises(bl.IllegalAction, match="grants no share of the Reading Railroad"):
        do(game, "give share READING")
    do(game, "give share ERIE")
    assert (view(game).held, view(game).dummy) == (((("prr", 1),), ()), (("erie_lackawanna", 1),))
    assert choosing(game) == (1, "turn")


def test_pen_034_the_seat_first_then_the_dummy() -> None:
    """PEN-034: of the same railroad, if the seat likes."""
    game = with_cards(2, {"orange": 2})
    start = len(game.events)
    do(game, OIL_CITY, "take share PRR", "give share PRR")
    taken = [e for e in game.events[start:] if isinstance(e, (ShareTaken, ShareGiven))]
    assert taken == [ShareTaken(0, "prr", 1), ShareGiven(0, "prr", 2)]
    assert (view(game).held[0], view(game).dummy, piles(game)["prr"]) == ((("prr", 1),), (("prr", 2),), (3, 13))


def test_pen_035_no_share_for_the_seat_none_for_the_dummy() -> None:
    """PEN-035"""
    game = with_cards(2, {"orange": 2})
    do(game, OIL_CITY, "take no share")
    assert (view(game).dummy, choosing(game)) == ((), (1, "turn"))


def test_pen_036_nothing_left_for_the_dummy() -> None:
    """PEN-036: the seat takes the last PRR share of Altoona - Johnstown."""
    game = hand_out(with_cards(2, {"blue": 1}), {1: {"prr": range(1, 15)}})
    do(game, "claim Altoona-Johnstown with 1 blue", "take share PRR")
    assert (view(game).held[0], view(game).dummy) == ((("prr", 15),), ())
    assert (choosing(game), view(game).route) == ((1, "turn"), None)


def test_pen_037_the_only_share_is_given_without_a_question() -> None:
    """PEN-037: Pittsburgh - Wheeling grants PRR only."""
    game = with_cards(2, {"green": 2})
    do(game, "claim Pittsburgh-Wheeling with 2 green", "take share PRR")
    assert (view(game).held[0], view(game).dummy) == ((("prr", 1),), (("prr", 2),))
    assert choosing(game) == (1, "turn")


def test_pen_038_the_dummys_shares_are_known_but_not_what_will_count() -> None:
    """PEN-038: views list them; games that end differently look the same before."""
    held = {DUMMY: {"prr": [2, 4, 5], "b_and_o": [1]}, 0: {"prr": [1, 3]}}
    turned = set()
    for seed in range(12):
        game = hand_out(opened(seed=seed), held)
        for viewer in (None, 0, 1):
            assert view(game, viewer).dummy == (("prr", 2), ("prr", 4), ("prr", 5), ("b_and_o", 1))
            assert view(game, viewer).turned_up is None
        imagined = bl.imagine(game.observe(0), seed + 100)
        end(game)
        end(imagined)
        turned |= {view(game).turned_up, view(imagined).turned_up}
        for viewer in (None, 0, 1):
            assert view(game, viewer) == view(game)
    assert len(turned) == 6  # every choice of two out of four comes up


@pytest.mark.parametrize("seed", [3, 4])
def test_pen_038_nothing_before_the_end_depends_on_the_draw(seed: int) -> None:
    """PEN-038: an imagined game goes on in the same way until the game is over, and only then differs."""
    game = hand_out(opened(seed=seed), {DUMMY: {"prr": range(1, 13)}})
    other = bl.imagine(game.observe(1), 77)
    assert forms.to_json(view(game)) == forms.to_json(view(other))
    results = []
    for truth in (game, other):
        end(truth)
        results.append(view(truth).turned_up)
    assert results[0] != results[1]


@pytest.mark.parametrize(("total", "counting"), [(0, 0), (1, 1), (2, 1), (7, 4), (8, 4), (15, 8)])
def test_pen_039_half_of_the_dummys_shares_rounded_up(total: int, counting: int) -> None:
    """PEN-039"""
    game = hand_out(opened(), {DUMMY: {"prr": range(1, total + 1)}})
    end(game)
    found = view(game).turned_up
    assert found is not None
    assert len(found) == counting
    assert set(found) <= set(view(game).dummy or ())
    assert happened(game, SharesTurnedUp) == [SharesTurnedUp(found)]
    order = [type(event) for event in game.events]
    assert order.index(GameEnded) < order.index(SharesTurnedUp)


def test_pen_039_the_seed_draws_them() -> None:
    """PEN-039: the same ones for the same seed, and each of them for some seed."""
    found = []
    for seed in (*range(30), *range(30)):
        game = hand_out(opened(seed=seed), {DUMMY: {"b_and_o": range(1, 6)}})
        end(game)
        found.append(view(game).turned_up or ())
    assert found[:30] == found[30:]
    assert {share for shares in found for share in shares} == {("b_and_o", n) for n in range(1, 6)}


def test_pen_040_only_what_is_turned_up_counts() -> None:
    """PEN-040: B&O 1 is not turned up, so the dummy has one share, number 5, and comes after the seat's 2."""
    held = {DUMMY: {"b_and_o": [1, 5]}, 0: {"b_and_o": [2]}, 1: {"b_and_o": [3, 4]}}
    assert paid(turn_up(hand_out(opened(), held), {"b_and_o": [5]})) == [14, 20]
    assert paid(turn_up(hand_out(opened(), held), {"b_and_o": [1]})) == [9, 20]
    assert paid(turn_up(hand_out(opened(), held), {"b_and_o": [1, 5]})) == [9, 14]
    assert paid(turn_up(hand_out(opened(), held), {})) == [14, 20]


def test_pen_041_the_dummy_takes_a_place_but_no_points() -> None:
    """PEN-041: first in PRR, so the seats are second and third."""
    game = hand_out(opened(), {DUMMY: {"prr": range(1, 10)}, 0: {"prr": [10]}, 1: {"prr": [11, 12]}})
    scores = end(game)
    assert [sheet.lines["shares"] for sheet in scores] == [14, 21]
    assert (len(scores), scores.winners) == (2, (1,))


@pytest.mark.parametrize("seed", range(5))
def test_pen_042_the_example_of_the_rulebook(seed: int) -> None:
    """PEN-042: two shares against two of the dummy's and one; the lower number decides between the two."""
    held = {0: {"b_and_o": [1, 6]}, DUMMY: {"b_and_o": [2, 3, 4, 5]}, 1: {"b_and_o": [7]}}
    assert paid(hand_out(opened(seed=seed), held)) == [20, 9]
    held = {0: {"b_and_o": [5, 6]}, DUMMY: {"b_and_o": [1, 2, 3, 4]}, 1: {"b_and_o": [7]}}
    assert paid(hand_out(opened(seed=seed), held)) == [14, 9]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_pen_043_three_or_more_players_have_no_dummy(seats: int) -> None:
    """PEN-043: no share is given, none turned up, and all places are the seats'."""
    game = with_cards(seats, {"orange": 2})
    do(game, OIL_CITY, "take share PRR")
    assert (choosing(game), view(game).dummy) == ((1, "turn"), None)
    end(game)
    assert view(game).turned_up is None
    assert not happened(game, SharesTurnedUp)
    chance = random.Random(seats)
    whole = bl.new_game(BOARD, seats=seats, seed=seats)
    while not whole.is_over:
        assert choosing(whole)[1] != "give share"
        whole.apply(chance.choice(whole.legal_actions()))
    assert not happened(whole, ShareGiven)
