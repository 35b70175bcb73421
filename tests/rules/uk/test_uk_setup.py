"""Setup, the row and the tickets: clauses UKD-001 to UKD-018."""

from __future__ import annotations

from collections import Counter

import pytest

import branchline as bl
from branchline.testing.arrange import deck_cards, started
from tests.rules.play import deck_size, do, draws, everywhere, final, hand, row
from tests.rules.uk.table import PERMISSIONS, at_table, claimable


def test_ukd_001_five_seats_are_refused() -> None:
    """UKD-001"""
    for seats in (1, 5):
        with pytest.raises(bl.BadSetup, match="2 to 4 seats"):
            bl.new_game("uk", seats=seats)


def test_ukd_002_003_trains_and_cards() -> None:
    """UKD-002, UKD-003: 35 trains each; no card is lost on the way."""
    game = bl.new_game("uk", seats=3, seed=3)
    assert game.observe(None).pieces == (35, 35, 35)
    while not game.is_over:
        game.apply(game.legal_actions()[len(game.events) % len(game.legal_actions())])
        assert everywhere(game, deck_cards(game)) == Counter(game.board.cards)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ukd_004_005_everyone_starts_with_a_locomotive(seats: int) -> None:
    """UKD-004, UKD-005: it is one of the 20, and all know of it."""
    for seed in range(20):
        game = bl.new_game("uk", seats=seats, seed=seed)
        for seat in range(seats):
            assert sum(hand(game, seat).values()) == 5
            assert hand(game, seat)["wild"] >= 1
            assert game.observe(None).hands[seat].known == {"wild": 1}
        assert deck_size(game) == 116 - 5 * seats - 5
        assert everywhere(game, deck_cards(game)) == Counter(game.board.cards)


def test_ukd_006_locomotives_in_the_row_stay() -> None:
    """UKD-006: even five of them."""
    game = at_table(row=["red", "wild", "wild", "wild", "wild"], deck_top=["wild", "blue"])
    do(game, "take red")
    assert row(game) == ["wild"] * 5
    assert hand(game, 0) == {"red": 1, "blue": 1}  # the deck was all that was left for the second card


def test_ukd_007_a_face_up_locomotive_is_the_only_card_or_none() -> None:
    """UKD-007"""
    game = at_table(row=["red", "blue", "wild", "wild", "wild"], deck_top=["wild"])
    do(game, "take red")
    assert draws(game) == {"blue", "draw"}
    game = at_table(row=["red", "wild", "blue", "blue", "blue"])
    do(game, "take wild")
    assert game.to_move == 1


def test_ukd_009_opening_choices() -> None:
    """UKD-009: 3, 4 or 5 of 5 tickets."""
    assert len(bl.new_game("uk").legal_actions()) == 16


def test_ukd_010_ticket_draw() -> None:
    """UKD-010: at least one of three; the others go under the deck."""
    game = at_table(tickets={}, ticket_deck=["aberdeen-glasgow", "belfast-dublin", "cork-leeds"])
    do(game, "draw tickets")
    assert len(game.legal_actions()) == 7
    do(game, "keep Belfast-Dublin")
    assert game.observe(0).tickets.known_in_deck[-2:] == ("aberdeen-glasgow", "cork-leeds")


def test_ukd_014_double_routes_with_two_seats() -> None:
    """UKD-014: the other track closes."""
    game = at_table(hands={0: {"blue": 1}, 1: {"red": 2}})
    do(game, "claim Leeds-Manchester with 1 blue")
    assert "leeds-manchester#2" not in claimable(game)


def test_ukd_014_double_routes_with_three_seats() -> None:
    """UKD-014: the other track stays open, but not to the owner of the first."""
    game = at_table(seats=3, owners={"leeds-manchester": 0}, hands={0: {"red": 2}, 1: {"red": 2}}, turn=1)
    assert "leeds-manchester#2" in claimable(game)
    game = at_table(seats=3, owners={"leeds-manchester": 0}, hands={0: {"red": 2}, 1: {"red": 2}})
    assert "leeds-manchester#2" not in claimable(game)


def test_ukd_015_penzance_plymouth_is_no_double_route() -> None:
    """UKD-015: one seat may own both, and claiming one closes nothing."""
    own = {0: PERMISSIONS}
    game = at_table(technologies=own, owners={"penzance-plymouth#2": 0}, hands={0: {"wild": 3}})
    assert "penzance-plymouth" in claimable(game)
    game = at_table(technologies=own, owners={"penzance-plymouth": 0}, hands={1: {"black": 2}}, turn=1)
    assert "penzance-plymouth#2" in claimable(game)


def test_ukd_016_the_ferries_to_france() -> None:
    """UKD-016: the two from Southampton are one double route, the one from Dover is another route."""
    both = {0: PERMISSIONS, 1: PERMISSIONS}
    game = at_table(technologies=both, owners={"southampton-france_west": 1}, hands={0: {"wild": 3}})
    assert "southampton-france_west#2" not in claimable(game)
    assert "dover-france_east" in claimable(game)


def test_ukd_017_tickets_to_france_by_either_end() -> None:
    """UKD-017: and never through it."""
    own = {0: PERMISSIONS, 1: PERMISSIONS}
    game = at_table(technologies=own)
    scores = final(
        game,
        owners={
            "dover-london": 0,
            "dover-france_east": 0,
            "southampton-france_west": 1,
            "brighton-dover": 1,
        },
        tickets={0: ["london-france"], 1: ["leeds-france"]},
    )
    assert [sheet.tickets for sheet in scores] == [7, -10]


def test_ukd_017_the_ends_of_france_are_not_joined() -> None:
    """UKD-017, COM-076: Dover and Southampton both reach France, but not each other."""
    own = {0: PERMISSIONS}
    routes = dict.fromkeys(["dover-france_east", "southampton-france_west", "dover-london"], 0)
    scores = final(at_table(technologies=own), owners=routes, tickets={0: ["southampton-london"]})
    assert scores[0].tickets == -4


def test_ukd_018_new_york_is_reached_for_its_own_sake() -> None:
    """UKD-018: no ticket names it."""
    game = started("uk")
    assert not any("new_york" in ticket.stops for ticket in game.variant.tickets)
