"""Seats and setup: COM-001 to COM-012."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations, permutations

import pytest

import branchline as bl
from branchline.model.events import CardShown, CardTaken, DeckRenewed, RowDiscarded, TicketsDrawn, TicketsKept
from branchline.testing.arrange import arrange, deck_cards, deck_tickets, started
from tests.rules.play import choosing, deck_size, discards, do, everywhere, hand, happened, owners, row, wilds_shown

ANSWERS = ("keep 1, 2", "keep 2, 3", "keep all")  # opening choices of seats 0, 1 and 2


def test_com_001_seats_within_the_limits_of_the_board() -> None:
    """COM-001: every number of seats that a board allows, in each variant, and no other."""
    for board in bl.boards():
        fewest, most = board.seats
        for variant in board.variants:
            for seats in range(fewest, most + 1):
                assert bl.new_game(board.id, variant=variant, seats=seats).seats == seats
            for seats in (-1, 0, fewest - 1, most + 1):
                with pytest.raises(bl.BadSetup, match=f"{fewest} to {most} seats, not {seats}"):
                    bl.new_game(board.id, variant=variant, seats=seats)


def test_com_001_seats_are_numbered_from_zero() -> None:
    """COM-001"""
    game = bl.new_game("usa", seats=3)
    assert sorted(game.pending) == [0, 1, 2]
    with pytest.raises(bl.BadSetup, match="there is no seat 3"):
        game.observe(3)


def test_com_002_turns_go_round_in_seat_order() -> None:
    """COM-002"""
    game = started(seats=4, first_seat=2)
    turns = []
    for _ in range(5):
        turns.append(game.observe(None).turn)
        do(game, "draw", "draw")
    assert turns == [2, 3, 0, 1, 2]


def test_com_003_the_caller_may_fix_the_first_seat() -> None:
    """COM-003"""
    for seat in range(3):
        game = started(seats=3, first_seat=seat)
        assert (game.first_seat, game.to_move) == (seat, seat)
    with pytest.raises(bl.BadSetup, match="first seat"):
        bl.new_game("usa", seats=3, first_seat=3)


def test_com_003_otherwise_the_seed_draws_it() -> None:
    """COM-003: the same one for the same seed, and each seat for some seed."""
    first = [bl.new_game("usa", seats=5, seed=seed, events=False).first_seat for seed in range(400)]
    assert [bl.new_game("usa", seats=5, seed=seed).first_seat for seed in range(50)] == first[:50]
    assert all(first.count(seat) > 40 for seat in range(5))  # 80 each, give or take


def test_com_003_fixing_the_first_seat_changes_nothing_else() -> None:
    """COM-003: a table that draws lots by itself still plays the game of its seed."""
    drawn = bl.new_game("usa", seats=3, seed=8)
    fixed = bl.new_game("usa", seats=3, seed=8, first_seat=(drawn.first_seat + 1) % 3)
    assert [hand(drawn, seat) for seat in range(3)] == [hand(fixed, seat) for seat in range(3)]
    assert (row(drawn), deck_cards(drawn), deck_tickets(drawn)) == (row(fixed), deck_cards(fixed), deck_tickets(fixed))


def test_com_004_pieces_score_and_routes_at_the_start() -> None:
    """COM-004"""
    for board in bl.boards():
        for name, variant in board.variants.items():
            game = bl.new_game(board.id, variant=name, seats=board.seats[1])
            view = game.observe(None)
            assert view.pieces == (variant.numbers.pieces,) * board.seats[1]
            assert view.points == (0,) * board.seats[1]
            assert owners(game) == {}


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_com_005_cards_are_neither_lost_nor_invented(seats: int) -> None:
    """COM-005: deck, row, discards and hands are the board's cards, after the setup and after every step."""
    chance = random.Random(seats)
    for seed in range(3):
        game = bl.new_game("usa", seats=seats, seed=seed, events=False)
        assert [sum(hand(game, seat).values()) for seat in range(seats)] == [4] * seats
        while not game.is_over:
            assert everywhere(game, deck_cards(game)) == game.board.cards
            game.apply(chance.choice(game.legal_actions()))
        assert everywhere(game, deck_cards(game)) == game.board.cards


def test_com_005_the_seed_shuffles_the_deck() -> None:
    """COM-005: the same deck for the same seed, another one for another."""
    decks = [deck_cards(bl.new_game("usa", seed=seed)) for seed in (1, 1, 2)]
    assert decks[0] == decks[1] != decks[2]


def test_com_006_the_row_is_laid_after_the_hands() -> None:
    """COM-006"""
    games = (bl.new_game("usa", seats=5, seed=seed) for seed in range(99))
    game = next(game for game in games if not happened(game, RowDiscarded))
    assert [sum(hand(game, seat).values()) for seat in range(5)] == [4] * 5
    assert (len(row(game)), None in row(game), deck_size(game), discards(game)) == (5, False, 85, {})
    kinds = [type(event).__name__ for event in game.events]
    assert kinds[:10] == ["CardsDealt"] * 5 + ["CardShown"] * 5


def test_com_007_too_many_wilds_in_the_opening_row() -> None:
    """COM-007: the row is completed first, even if the third wild comes before the fifth card, then all of it goes."""
    for seed in range(5000):
        game = bl.new_game("usa", seed=seed)
        laid = [event.card for event in happened(game, CardShown)]
        if laid[:4].count("wild") == 3 and len(laid) == 10:
            break
    at = [type(event) for event in game.events].index(RowDiscarded)
    assert [type(event) for event in game.events[at - 5 : at + 6]] == [CardShown] * 5 + [RowDiscarded] + [CardShown] * 5
    assert happened(game, RowDiscarded) == [RowDiscarded(tuple(laid[:5]))]
    assert discards(game) == {card: laid[:5].count(card) for card in laid[:5]}
    assert row(game) == laid[5:]
    assert wilds_shown(game) < 3
    assert deck_size(game) == 110 - 2 * 4 - 10
    assert not happened(game, DeckRenewed)


def test_com_008_tickets_are_dealt_and_the_others_are_the_deck() -> None:
    """COM-008"""
    game = bl.new_game("usa", seats=4)
    assert game.observe(None).tickets.offered == (3, 3, 3, 3)
    assert game.observe(None).tickets.deck == 18
    offers = [ticket for seat in range(4) for ticket in game.observe(seat).tickets.offer]
    assert len(offers) == 12
    assert sorted([*offers, *deck_tickets(game)]) == sorted(ticket.id for ticket in game.variant.tickets)
    assert deck_tickets(game) != deck_tickets(bl.new_game("usa", seats=4, seed=1))  # the seed shuffles it


@pytest.mark.usefixtures("own_boards")
@pytest.mark.parametrize(
    ("board", "variant", "deal", "keep", "choices"),
    [
        ("usa", "classic", 3, 2, 4),
        ("usa", "mega", 5, 3, 16),
        ("usa", "big_cities", 4, 2, 11),
        ("ferries", "classic", 2, 1, 3),
    ],
)
def test_com_009_keep_the_least_number_or_more(board: str, variant: str, deal: int, keep: int, choices: int) -> None:
    """COM-009: any choice of at least KEEP opening tickets, and no smaller one."""
    game = bl.new_game(board, variant=variant)
    for seat in range(2):
        offer = game.observe(seat).tickets.offer
        assert len(offer) == deal
        actions = [game.action(number, seat) for number in game.legal_actions(seat)]
        assert len(actions) == choices
        sizes = range(keep, deal + 1)
        assert set(actions) == {bl.KeepTickets(c) for size in sizes for c in combinations(offer, size)}
        if keep > 1:
            with pytest.raises(bl.IllegalAction, match=f"At least {keep}"):
                game.apply(bl.KeepTickets(offer[: keep - 1]), seat)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_com_010_opening_returns_go_under_the_deck_from_the_first_seat_on(order: tuple[int, int]) -> None:
    """COM-010: whoever answers first, the first seat's returned ticket comes before the other's."""
    game = bl.new_game("usa", seed=4, first_seat=1)
    deck = deck_tickets(game)
    offers = [game.observe(seat).tickets.offer for seat in range(2)]
    for seat in order:
        do(game, ("keep 1, 2", "keep 2, 3")[seat], seat=seat)
    assert deck_tickets(game) == (*deck, offers[1][0], offers[0][2])


def test_com_010_returns_of_one_seat_keep_the_order_dealt() -> None:
    """COM-010"""
    game = bl.new_game("usa", variant="mega", first_seat=0)
    offer = game.observe(0).tickets.offer
    do(game, "keep 2, 3, 5", seat=0)
    do(game, "keep all", seat=1)
    assert deck_tickets(game)[-2:] == (offer[0], offer[3])


def test_com_011_the_order_of_the_answers_changes_nothing() -> None:
    """COM-011: all six orders of three seats lead to the same game."""
    ends = []
    for order in permutations(range(3)):
        game = bl.new_game("usa", seats=3, seed=6, first_seat=1)
        assert set(game.pending) == {0, 1, 2}
        for seat in order:
            assert game.observe(None).turn is None  # nobody is on turn before the last answer
            do(game, ANSWERS[seat], seat=seat)
        views = [game.observe(seat) for seat in (None, 0, 1, 2)]
        ends.append((views, deck_tickets(game), deck_cards(game), happened(game, TicketsKept)))
        assert (choosing(game), game.observe(None).turn) == ((1, "turn"), 1)
    assert all(end == ends[0] for end in ends)


def test_com_011_open_choices_of_others_show_only_who_is_choosing() -> None:
    """COM-011: neither the tickets nor how many were kept can be seen before all have chosen."""
    game = bl.new_game("usa", seats=3, seed=6)
    before = {seat: game.observe(seat) for seat in (None, 2)}
    start = len(game.events)
    do(game, ANSWERS[0], seat=0)
    do(game, ANSWERS[1], seat=1)
    for seat, view in before.items():
        after = game.observe(seat)
        assert [decision.seat for decision in after.open] == [2]
        assert replace(after, open=view.open) == view
    assert {type(event).__name__ for event in game.events_for(2, start)} == {"ChoiceMade"}
    with pytest.raises(bl.WrongSeat, match="Seat 0 has nothing to decide"):
        do(game, "keep all", seat=0)  # a choice once made stands
    do(game, ANSWERS[2], seat=2)
    assert game.observe(2).tickets.counts == (2, 2, 3)


def test_com_012_a_decision_with_one_answer_is_not_asked() -> None:
    """COM-012: the last ticket is drawn, and kept without a question."""
    game = arrange(started(), ticket_deck=["boston-miami"], ticket_rest=1, turn=0)
    start = len(game.events)
    do(game, "draw tickets")
    assert choosing(game) == (1, "turn")
    assert game.observe(0).held == ("boston-miami",)
    assert happened(game, TicketsDrawn, start) == [TicketsDrawn(0, 1, ("boston-miami",))]
    assert happened(game, TicketsKept, start) == [TicketsKept(0, 1, 0, ("boston-miami",), ())]


def test_com_012_the_only_second_card_is_taken_by_itself() -> None:
    """COM-012: with one red and one blue card left to draw, whoever takes the red one gets the blue one too."""
    game = arrange(started(), row=["red", "blue"], rest=1, ticket_rest=1, turn=0)
    do(game, "take red")
    assert hand(game, 0) == {"red": 1, "blue": 1}
    assert game.to_move == 1


def test_com_012_the_only_action_of_a_turn_is_taken_by_itself() -> None:
    """COM-012: a seat that can do just one thing is not asked whether it wants to."""
    game = arrange(started(seats=3), row=["red", "blue", "white"], rest=2, ticket_rest=2, turn=0)
    start = len(game.events)
    do(game, "take red", "take blue")  # now seat 1, which has no cards, can only take the white one
    assert happened(game, CardTaken, start)[-1] == CardTaken(1, "white", 2)
    assert (hand(game, 1), game.to_move) == ({"white": 1}, 2)
