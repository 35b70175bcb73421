"""Components and setup of Pennsylvania: PEN-001 to PEN-014. What is printed is counted in tests/boards."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.boards import registry
from branchline.mechanics.shares import ShareTaken
from branchline.model.events import RowDiscarded, TurnStarted
from branchline.testing.arrange import arrange, deck_cards, deck_tickets
from tests.rules.checked import play_many_checked
from tests.rules.pennsylvania.table import BOARD, ROW, opened, piles, view, with_cards
from tests.rules.play import claimable, do, everywhere, hand, happened, owners, row

WHEELING = {"pittsburgh-wheeling", "pittsburgh-wheeling#2"}
BOTH = {"green": 2, "white": 2}


def test_pen_001_two_to_five_players() -> None:
    """PEN-001: with two there is a dummy, which has no turns."""
    for seats in (2, 3, 4, 5):
        assert bl.new_game(BOARD, seats=seats).seats == seats
    for seats in (1, 6):
        with pytest.raises(bl.BadSetup, match="2 to 5 seats"):
            bl.new_game(BOARD, seats=seats)
    game = opened(2)
    do(game, *["draw"] * 8)
    assert [event.seat for event in happened(game, TurnStarted)][:4] == [0, 1, 0, 1]


def test_pen_002_forty_five_trains_each() -> None:
    """PEN-002: the dummy has none."""
    assert bl.new_game(BOARD, seats=2).observe(None).pieces == (45, 45)
    assert bl.new_game(BOARD, seats=5).observe(None).pieces == (45,) * 5


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_pen_003_031_cards_and_shares_through_whole_games(seats: int) -> None:
    """PEN-003, PEN-031: nothing is lost or invented in any step of many random games."""
    rules = registry.new_rule_sheet(BOARD, "classic", seats)
    assert play_many_checked(rules, 25, seats, -1) > 25 * 50
    game = bl.new_game(BOARD, seats=seats)
    assert everywhere(game, deck_cards(game)) == game.board.cards
    assert [sum(hand(game, seat).values()) for seat in range(seats)] == [4] * seats


def test_pen_003_three_wilds_reset_the_row() -> None:
    """PEN-003: as in the base game."""
    two: list[str | None] = ["wild", "wild", "red", "blue", "white"]
    new = ["red", "blue", "green", "black", "white"]
    game = arrange(opened(), row=two, deck_top=["orange", "wild", *new], turn=0)
    do(game, "take red")
    assert row(game) == ["wild", "wild", "orange", "blue", "white"]
    do(game, "take orange")
    assert row(game) == new
    assert happened(game, RowDiscarded)[-1].cards == ("wild", "wild", "wild", "blue", "white")


def test_pen_004_005_keep_three_of_five_tickets_or_more() -> None:
    """PEN-004, PEN-005: sixteen choices; what is returned goes under the deck."""
    game = bl.new_game(BOARD, first_seat=0)
    offer = game.observe(0).tickets.offer
    deck = deck_tickets(game)
    assert (len(offer), len(deck)) == (5, 40)
    assert len(game.legal_actions(0)) == 16
    with pytest.raises(bl.IllegalAction, match="At least 3 of the 5 tickets"):
        game.apply(bl.KeepTickets(offer[:2]), 0)
    do(game, "keep 2, 3, 5", seat=0)
    do(game, "keep all", seat=1)
    assert deck_tickets(game) == (*deck, offer[0], offer[3])


def test_pen_006_draw_four_tickets_and_keep_one_or_more() -> None:
    """PEN-006: fifteen choices."""
    game = opened()
    top = deck_tickets(game)[:4]
    do(game, "draw tickets")
    assert game.observe(0).tickets.offer == top
    assert len(game.legal_actions()) == 15
    do(game, "keep 2")
    assert deck_tickets(game)[-3:] == (top[0], top[2], top[3])


@pytest.mark.parametrize(
    ("route", "color", "length", "points"),
    [
        ("Gettysburg-York", "red", 1, 1),
        ("Altoona-Dubois", "red", 2, 2),
        ("Cumberland-Johnstown", "red", 3, 4),
        ("Coudersport-Warren", "red", 4, 7),
        ("Cumberland-Morgantown", "red", 5, 10),
        ("New York-Philadelphia", "red", 6, 15),
        ("Baltimore-Cumberland", "blue", 7, 18),
    ],
)
def test_pen_009_points_for_each_length(route: str, color: str, length: int, points: int) -> None:
    """PEN-009: seven are worth 18 (P2)."""
    game = with_cards(3, {color: length})
    do(game, f"claim {route} with {length} {color}", "take no share")
    assert game.observe(None).points[0] == points


@pytest.mark.parametrize("seats", [2, 3])
def test_pen_010_011_few_players_use_one_track(seats: int) -> None:
    """PEN-010, PEN-011: with three; with two as well, as the dummy is no player."""
    game = with_cards(seats, BOTH, BOTH)
    assert claimable(game) >= WHEELING
    do(game, "claim Pittsburgh-Wheeling with 2 green", "take no share")
    assert claimable(game).isdisjoint(WHEELING)


@pytest.mark.parametrize("seats", [4, 5])
def test_pen_010_more_players_use_both_tracks(seats: int) -> None:
    """PEN-010: but no seat uses both."""
    game = with_cards(seats, BOTH, BOTH)
    do(game, "claim Pittsburgh-Wheeling with 2 green", "take no share")
    other = game.copy()
    do(other, "claim Pittsburgh-Wheeling with 2 white", "take no share")
    assert owners(other) == {"pittsburgh-wheeling": (0,), "pittsburgh-wheeling#2": (1,)}
    arrange(game, turn=0)
    assert claimable(game).isdisjoint(WHEELING)


def test_pen_012_014_the_piles_at_the_start() -> None:
    """PEN-012, PEN-014: number 1 lies on top of each; all of it is public."""
    game = opened(3)
    sizes = {"prr": 15, "b_and_o": 10, "erie_lackawanna": 8, "reading": 7, "lehigh_valley": 6, "nyc": 5}
    sizes |= {"western_maryland": 4, "jersey_central": 3, "br_and_p": 2}
    assert piles(game) == {railroad: (1, size) for railroad, size in sizes.items()}
    for seat in range(3):
        assert view(game, seat) == view(game)


def test_pen_013_014_shares_come_in_number_order() -> None:
    """PEN-013, PEN-014: the first PRR share is number 1, the next number 2; the piles show it to all."""
    game = with_cards(4, BOTH, BOTH)
    do(game, "claim Pittsburgh-Wheeling with 2 green", "take share PRR")
    assert piles(game)["prr"] == (2, 14)
    do(game, "claim Pittsburgh-Wheeling with 2 white", "take share PRR")
    assert happened(game, ShareTaken) == [ShareTaken(0, "prr", 1), ShareTaken(1, "prr", 2)]
    for seat in (None, 0, 1, 2, 3):
        assert (view(game, seat).piles[0].top, view(game, seat).piles[0].left) == (3, 13)


def test_pen_014_an_empty_pile_has_no_top() -> None:
    """PEN-014"""
    game = arrange(opened(3), hands={0: {"yellow": 5}, 1: {"green": 4}}, row=ROW, turn=0)
    do(game, "claim Buffalo-Rochester with 5 yellow", "take share BR&P")
    do(game, "claim Buffalo-Warren with 4 green", "take share BR&P")
    assert piles(game)["br_and_p"] == (None, 0)
