"""Passengers: GER-024 to GER-034, the words for them, and what a view tells of them."""

from __future__ import annotations

import random

import pytest

import branchline as bl
from branchline.mechanics.passengers import PassengerLeft, PassengerTaken
from branchline.notation import forms
from branchline.testing.arrange import arrange
from tests.rules.germany.table import place_passengers, seen, table, taken, waiting
from tests.rules.play import choosing, do, happened, options, stories

BERLIN = {"red": 2, "blue": 1, "green": 1, "white": 1}


def magdeburg() -> bl.Game:
    """Seat 0 can claim Berlin - Magdeburg; a green passenger waits in Magdeburg, five in Berlin."""
    game = table(hands={0: {"red": 3}})
    return place_passengers(game, {"berlin": BERLIN, "magdeburg": {"green": 1}})


def test_ger_024_a_choice_at_both_ends() -> None:
    """GER-024: to take or to leave, at one end and then at the other; then the turn is over."""
    game = magdeburg()
    do(game, "claim Berlin-Magdeburg with 3 red")
    assert choosing(game) == (0, "take passenger")
    assert seen(game).ends == ("berlin", "magdeburg")
    do(game, "take passenger red")
    assert choosing(game) == (0, "take passenger")
    assert seen(game).ends == ("magdeburg",)
    assert options(game) == ["take passenger green", "leave passenger"]
    do(game, "take passenger green")
    assert choosing(game) == (1, "turn")
    assert seen(game).ends == ()


def test_ger_025_any_color_that_waits_can_be_chosen() -> None:
    """GER-025: each color once, however many of it wait."""
    game = magdeburg()
    do(game, "claim Berlin-Magdeburg with 3 red")
    assert {game.action(number) for number in game.legal_actions()} == {
        bl.TakePassenger("red"),
        bl.TakePassenger("blue"),
        bl.TakePassenger("green"),
        bl.TakePassenger("white"),
        bl.LeavePassenger(),
    }
    for color in ("black", "yellow"):
        with pytest.raises(bl.IllegalAction, match=f"No {color} passenger waits in Berlin"):
            game.apply(bl.TakePassenger(color))


@pytest.mark.parametrize("color", ["red", "blue", "green", "white"])
def test_ger_025_the_chosen_one_is_taken(color: str) -> None:
    """GER-025"""
    game = magdeburg()
    do(game, "claim Berlin-Magdeburg with 3 red", f"take passenger {color}")
    assert taken(game, 0) == {color: 1}
    assert waiting(game, "berlin") == {c: n - (c == color) for c, n in BERLIN.items() if n - (c == color)}


def test_ger_026_an_empty_end_asks_nothing() -> None:
    """GER-026: the second claim into Magdeburg, once its passenger is gone; and a claim between two empty ends."""
    game = magdeburg()
    do(game, "claim Berlin-Magdeburg with 3 red", "take passenger red", "take passenger green")
    arrange(game, hands={1: {"yellow": 2}}, turn=1)
    do(game, "claim Leipzig-Magdeburg with 2 yellow")
    assert seen(game).ends == ("leipzig",)
    do(game, "leave passenger")
    assert choosing(game) == (0, "turn")
    game = place_passengers(table(hands={0: {"yellow": 1}}), {"chemnitz": {}, "dresden": {}}, {1: {"red": 2}})
    do(game, "claim Chemnitz-Dresden with 1 yellow")
    assert choosing(game) == (1, "turn")
    assert taken(game, 0) == {}


def test_ger_026_an_empty_first_end_leads_to_the_second() -> None:
    """GER-026"""
    game = place_passengers(table(hands={0: {"yellow": 1}}), {"chemnitz": {}, "dresden": {"blue": 1}}, {1: {"red": 1}})
    do(game, "claim Chemnitz-Dresden with 1 yellow")
    assert seen(game).ends == ("dresden",)
    do(game, "take passenger blue")
    assert (taken(game, 0), waiting(game, "dresden")) == ({"blue": 1}, {})


def test_ger_027_one_passenger_at_an_end() -> None:
    """GER-027: also where five wait."""
    game = magdeburg()
    do(game, "claim Berlin-Magdeburg with 3 red", "take passenger white", "leave passenger")
    assert sum(waiting(game, "berlin").values()) == 4
    assert taken(game, 0) == {"white": 1}


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("second", [True, False])
def test_ger_028_either_end_can_be_left(first: bool, second: bool) -> None:
    """GER-028: each by itself."""
    game = magdeburg()
    do(game, "claim Berlin-Magdeburg with 3 red")
    do(game, "take passenger blue" if first else "leave passenger")
    do(game, "take passenger green" if second else "leave passenger")
    assert sum(waiting(game, "berlin").values()) == 5 - first
    assert sum(waiting(game, "magdeburg").values()) == 1 - second
    assert taken(game, 0) == ({"blue": 1} if first else {}) | ({"green": 1} if second else {})


@pytest.mark.parametrize(
    "route", [route for route in bl.board("germany").routes if route.track == 1], ids=lambda r: r.id
)
def test_ger_029_the_first_end_of_the_board_file_comes_first(route: bl.Route) -> None:
    """GER-029: on every connection of the board."""
    color = "red" if route.color == "gray" else route.color
    game = table(hands={0: {color: route.length}})
    game.apply(bl.ClaimRoute(route.id, color, 0))
    cities = [game.board.cities[end] for end in (route.a, route.b)]
    assert seen(game).ends == tuple(city.country or city.id for city in cities)


def test_ger_030_worked_example() -> None:
    """GER-030: green from Magdeburg and red from Berlin."""
    game = magdeburg()
    start = len(game.events)
    do(game, "claim Berlin-Magdeburg with 3 red", "take passenger red", "take passenger green")
    assert taken(game, 0) == {"green": 1, "red": 1}
    assert waiting(game, "magdeburg") == {}
    assert waiting(game, "berlin") == {"red": 1, "blue": 1, "green": 1, "white": 1}
    assert happened(game, PassengerTaken, start) == [
        PassengerTaken(0, "berlin", "red"),
        PassengerTaken(0, "magdeburg", "green"),
    ]


def test_com_053_the_order_of_a_claim() -> None:
    """COM-053: payment, pieces, points, then passengers, then the end of the turn (GER-024)."""
    game = magdeburg()
    start = len(game.events)
    do(game, "claim Berlin-Magdeburg with 3 red", "take passenger red", "leave passenger")
    told = ["CardsPaid", "RouteClaimed", "PointsScored", "PassengerTaken", "PassengerLeft", "TurnEnded", "TurnStarted"]
    assert stories(game, start) == told
    assert happened(game, PassengerLeft, start) == [PassengerLeft(0, "magdeburg")]


def test_ger_031_the_dead_ends_of_a_country_share_a_space() -> None:
    """GER-031: taken by way of Bremerhaven, it is gone for Kiel."""
    game = place_passengers(table(hands={0: {"green": 5}, 1: {"red": 2}}), {"daenemark": {"white": 1}})
    do(game, "claim Bremerhaven-Dänemark with 5 green")
    assert seen(game).ends == ("bremerhaven", "daenemark")
    do(game, "leave passenger", "take passenger white")
    do(game, "claim Kiel-Dänemark with 2 red")
    assert seen(game).ends == ("kiel",)
    assert waiting(game, "daenemark") == {}


@pytest.mark.parametrize("way", ["Bremerhaven-Dänemark with 5 green", "Kiel-Dänemark with 2 green"])
def test_ger_031_every_dead_end_leads_to_it(way: str) -> None:
    """GER-031"""
    game = place_passengers(table(hands={0: {"green": 5}}), {"daenemark": {"white": 1}})
    do(game, f"claim {way}", "leave passenger", "take passenger white")
    assert (taken(game, 0), waiting(game, "daenemark")) == ({"white": 1}, {})


def test_ger_032_parallel_tracks_count_too() -> None:
    """GER-032: two seats claim Hamburg - Kiel; Hamburg goes 4, 3, 2 and Kiel 1, 0, 0."""
    game = table(4, hands={0: {"black": 2}, 1: {"purple": 2}})
    place_passengers(game, {"hamburg": {"red": 4}, "kiel": {"red": 1}})
    do(game, "claim Hamburg-Kiel with 2 black", "take passenger red", "take passenger red")
    assert (waiting(game, "hamburg"), waiting(game, "kiel")) == ({"red": 3}, {})
    do(game, "claim Hamburg-Kiel #2 with 2 purple", "take passenger red")
    assert choosing(game) == (2, "turn")
    assert (waiting(game, "hamburg"), waiting(game, "kiel")) == ({"red": 2}, {})
    assert (taken(game, 0), taken(game, 1)) == ({"red": 2}, {"red": 1})


def test_ger_033_passengers_are_public() -> None:
    """GER-033: all views tell the same of all seats, also in the middle of a choice and after the end."""
    chance = random.Random(33)
    game = bl.new_game("germany", seats=3, seed=33)
    while not game.is_over:
        game.apply(chance.choice(game.legal_actions()))
        assert all(seen(game, seat) == seen(game) for seat in range(3))
    assert sum(sum(mine.values()) for mine in seen(game).taken) > 10


def test_ger_033_034_passengers_only_come_from_claims() -> None:
    """GER-033, GER-034: they move by these two actions only, from the board to a seat, and never back."""
    chance = random.Random(34)
    for seed in range(3):
        game = bl.new_game("germany", seats=4, seed=seed)
        while not game.is_over:
            before, seat, number = seen(game), game.to_move, chance.choice(game.legal_actions())
            assert seat is not None
            action = game.action(number)
            game.apply(number)
            after = seen(game)
            if isinstance(action, bl.TakePassenger):
                (place,) = [place for place in before.waiting if before.waiting[place] != after.waiting[place]]
                assert place == before.ends[0]
                assert after.taken[seat][action.color] == before.taken[seat][action.color] + 1
            else:
                assert (after.waiting, after.taken) == (before.waiting, before.taken)


def test_words_for_passengers() -> None:
    """People may shorten and leave out what is clear; what cannot be meant is explained."""
    game = magdeburg()
    do(game, "claim Berlin-Magdeburg with 3 red")
    assert game.parse("take passenger RED") == game.parse("Pick up r") == bl.TakePassenger("red")
    assert game.parse("take passenger white passenger") == bl.TakePassenger("white")
    assert game.parse("leave passengers") == bl.LeavePassenger()
    for words, hint in (
        ("take passenger", "say which passenger"),
        ("take passenger b", "no passenger is called 'b'"),
        ("take passenger pink", "there are: black, blue, green, red, white, yellow"),
        ("leave passenger red", "without 'red'"),
    ):
        with pytest.raises(bl.NotationError, match=hint):
            game.parse(words)
    with pytest.raises(bl.IllegalAction, match="There are no 'pink' passengers"):
        game.apply(bl.TakePassenger("pink"))
    do(game, "take passenger red")
    assert game.parse("take passenger") == bl.TakePassenger("green")


def test_other_boards_have_no_passengers() -> None:
    """The words are understood everywhere, and refused where there is nothing to take."""
    game = bl.new_game("usa")
    with pytest.raises(bl.NotationError, match="there are: none"):
        game.parse("take passenger red")
    with pytest.raises(bl.IllegalAction, match="no action of the kind"):
        game.apply(bl.LeavePassenger())


def test_json_forms() -> None:
    """Actions and views with passengers survive a trip through JSON."""
    game = magdeburg()
    do(game, "claim Berlin-Magdeburg with 3 red")
    for value in (bl.TakePassenger("red"), bl.LeavePassenger(), seen(game)):
        assert forms.from_json(forms.to_json(value)) == value


def test_cards_are_no_answer_to_a_choice_of_passengers() -> None:
    """And passengers none to a turn."""
    game = magdeburg()
    with pytest.raises(bl.IllegalAction, match="no answer to the open decision"):
        game.apply(bl.TakePassenger("red"))
    do(game, "claim Berlin-Magdeburg with 3 red")
    with pytest.raises(bl.IllegalAction, match="no answer to the open decision"):
        do(game, "draw")
