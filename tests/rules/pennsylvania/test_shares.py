"""Shares during the game: PEN-021 to PEN-032."""

from __future__ import annotations

import random

import pytest

import branchline as bl
from branchline.mechanics.shares import ShareDeclined, ShareTaken
from branchline.model.events import CardsPaid, PointsScored, RouteClaimed, TurnEnded
from branchline.testing.arrange import arrange
from tests.rules.pennsylvania.table import BOARD, hand_out, opened, piles, view, with_cards
from tests.rules.play import choosing, do, happened, options

OIL_CITY = "claim Oil City-Warren with 2 orange"
UNMARKED = {
    "Albany-Binghamton": ("purple", 6),
    "Altoona-Lewiston": ("green", 2),
    "Chambersburg-Gettysburg": ("black", 1),
    "Dubois-Oil City": ("purple", 3),
    "Dubois-Williamsport": ("white", 6),
    "Morgantown-Pittsburgh": ("yellow", 3),
    "Scranton / Wilkes Barre-Williamsport": ("orange", 5),
}


def test_pen_021_028_a_share_of_a_railroad_on_the_route() -> None:
    """PEN-021, PEN-028: the rulebook's example, Oil City - Warren."""
    game = with_cards(3, {"orange": 2})
    start = len(game.events)
    do(game, OIL_CITY)
    assert choosing(game) == (0, "take share")
    assert options(game) == ["take no share", "take share PRR", "take share B&O", "take share ERIE"]
    assert view(game).route == "oil_city-warren"
    do(game, "take share PRR")
    assert view(game).held == ((("prr", 1),), (), ())
    assert (piles(game)["prr"], view(game).route, choosing(game)) == ((2, 14), None, (1, "turn"))
    assert game.events[start : start + 5] == (
        CardsPaid(0, (("orange", 2),)),
        RouteClaimed(0, "oil_city-warren"),
        PointsScored(0, 2, 2),
        ShareTaken(0, "prr", 1),
        TurnEnded(0),
    )


def test_pen_021_only_railroads_on_the_route() -> None:
    """PEN-021"""
    game = with_cards(3, {"orange": 2})
    do(game, OIL_CITY)
    with pytest.raises(bl.IllegalAction, match="grants no share of the Reading Railroad"):
        do(game, "take share Reading")
    with pytest.raises(bl.IllegalAction, match="given to the dummy only after taking one"):
        do(game, "give share PRR")
    with pytest.raises(bl.IllegalAction, match="There is no railroad 'uprr'"):
        game.apply(bl.TakeShare("uprr"))
    with pytest.raises(bl.IllegalAction, match="no answer to the open decision"):
        do(game, "draw")


def test_pen_022_taking_is_optional() -> None:
    """PEN-022: no pile changes."""
    game = with_cards(3, {"orange": 2})
    before = piles(game)
    do(game, OIL_CITY, "take no share")
    assert (piles(game), view(game).held, choosing(game)) == (before, ((), (), ()), (1, "turn"))
    assert happened(game, ShareDeclined) == [ShareDeclined(0)]


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_pen_023_one_share_a_claim(seats: int) -> None:
    """PEN-023, PEN-031: a seat's shares grow by one at most, and only after a claim; none is ever given back."""
    chance = random.Random(seats)
    game = bl.new_game(BOARD, seats=seats, seed=seats)
    before = view(game).held
    deciding: tuple[int | None, str] = (None, "")
    while not game.is_over:
        deciding = choosing(game)
        game.apply(chance.choice(game.legal_actions()))
        now = view(game).held
        for seat in range(seats):
            grown = len(now[seat]) - len(before[seat])
            assert 0 <= grown <= (deciding == (seat, "take share"))
            assert set(before[seat]) <= set(now[seat])
        before = now
    claimed = [sum(event.seat == seat for event in happened(game, RouteClaimed)) for seat in range(seats)]
    assert all(len(before[seat]) <= claimed[seat] for seat in range(seats))
    assert sum(map(len, before)) > 0


@pytest.mark.parametrize("route", UNMARKED)
def test_pen_024_routes_without_a_railroad(route: str) -> None:
    """PEN-024: no question, no share."""
    color, length = UNMARKED[route]
    game = with_cards(3, {color: length})
    before = piles(game)
    do(game, f"claim {route} with {length} {color}")
    assert (choosing(game), piles(game), view(game).route) == ((1, "turn"), before, None)
    assert not happened(game, ShareDeclined)  # there was nothing to decline


def test_pen_025_an_empty_pile_cannot_be_chosen() -> None:
    """PEN-025: BR&P is gone, the other four of Buffalo - Rochester are there."""
    game = hand_out(with_cards(3, {"black": 5}), {1: {"br_and_p": [1, 2]}})
    do(game, "claim Buffalo-Rochester with 5 black")
    shares = ["B&O", "ERIE", "LEHIGH VALLEY", "NEW YORK CENTRAL"]
    assert options(game) == ["take no share", *(f"take share {logo}" for logo in shares)]
    with pytest.raises(bl.IllegalAction, match="No share of the Buffalo, Rochester & Pittsburgh Railway is left"):
        do(game, "take share BR&P")


def test_pen_026_with_all_piles_empty_nothing_is_asked() -> None:
    """PEN-026: Altoona - Johnstown grants PRR only, and there is none."""
    game = hand_out(with_cards(3, {"blue": 1}), {1: {"prr": range(1, 16)}})
    do(game, "claim Altoona-Johnstown with 1 blue")
    assert (choosing(game), view(game).held[0], view(game).route) == ((1, "turn"), (), None)
    assert not happened(game, ShareDeclined)


def test_pen_026_a_single_share_is_asked_for() -> None:
    """PEN-026: the last one may be taken or left (N44)."""
    game = hand_out(with_cards(3, {"blue": 1}), {1: {"prr": range(1, 15)}})
    do(game, "claim Altoona-Johnstown with 1 blue")
    assert options(game) == ["take no share", "take share PRR"]
    do(game, "take share PRR")
    assert view(game).held[0] == (("prr", 15),)
    assert piles(game)["prr"] == (None, 0)


def test_pen_027_both_tracks_of_a_double_route_grant_shares() -> None:
    """PEN-027: PRR 1 and PRR 2 for the two tracks of Pittsburgh - Wheeling."""
    game = with_cards(4, {"green": 2}, {"white": 2})
    do(game, "claim Pittsburgh-Wheeling with 2 green", "take share PRR")
    do(game, "claim Pittsburgh-Wheeling with 2 white", "take share PRR")
    assert view(game).held[:2] == ((("prr", 1),), (("prr", 2),))


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_pen_029_030_everybody_remembers_who_took_what(viewer: int | None) -> None:
    """PEN-029, PEN-030: railroad and number, of the own shares and of all others."""
    game = hand_out(with_cards(3, {"orange": 2}), {1: {"b_and_o": [1]}, 2: {"b_and_o": [2], "reading": [1]}})
    do(game, OIL_CITY, "take share B&O")
    assert view(game, viewer).held == ((("b_and_o", 3),), (("b_and_o", 1),), (("b_and_o", 2), ("reading", 1)))
    assert ShareTaken(0, "b_and_o", 3) in game.events_for(viewer)


def test_pen_030_the_open_choice_is_public_too() -> None:
    """PEN-030: all views of the shares are equal in the middle of a choice."""
    game = with_cards(4, {"orange": 2})
    do(game, OIL_CITY)
    views = [view(game, seat) for seat in (None, 0, 1, 2, 3)]
    assert all(seen == views[0] for seen in views)
    assert views[0].route == "oil_city-warren"


def test_pen_032_shares_are_taken_in_the_last_turns_too() -> None:
    """PEN-032: the share of the very last claim counts."""
    game = arrange(with_cards(3, {"orange": 2}), tickets={}, last_turns=1)
    do(game, OIL_CITY)
    assert choosing(game) == (0, "take share")
    do(game, "take share PRR")
    assert game.is_over
    assert [sheet.lines["shares"] for sheet in game.scores()] == [30, 0, 0]


@pytest.mark.parametrize(
    ("words", "action"),
    [
        ("take share prr", bl.TakeShare("prr")),
        ("Take share of the Pennsylvania Railroad", bl.TakeShare("prr")),
        ("take share bo", bl.TakeShare("b_and_o")),
        ("take share baltimore", bl.TakeShare("b_and_o")),
        ("take share nyc", bl.TakeShare("nyc")),
        ("take share new york central", bl.TakeShare("nyc")),
        ("take no share", bl.TakeShare(None)),
        ("give share wm", bl.GiveShare("western_maryland")),
    ],
)
def test_words_for_railroads_are_read_leniently(words: str, action: bl.Action) -> None:
    assert opened().parse(words) == action


def test_unknown_railroads_are_named() -> None:
    game = opened()
    with pytest.raises(bl.NotationError, match=r"it can mean B&O, BR&P"):
        game.parse("take share B")
    with pytest.raises(bl.NotationError, match=r"did you mean '(?i:reading)'"):
        game.parse("take share readng")
    with pytest.raises(bl.NotationError, match="no railroad is called 'PRR'"):
        bl.new_game("usa").parse("take share PRR")
    with pytest.raises(bl.NotationError, match="a share or no share"):
        game.parse("take no share PRR")
