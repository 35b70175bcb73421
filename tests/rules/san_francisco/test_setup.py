"""Components and setup of San Francisco: SFO-001 to SFO-021. What the file says is counted in tests/boards."""

from __future__ import annotations

from collections import Counter

import pytest

import branchline as bl
from branchline.boards import registry
from branchline.mechanics.tokens import StackPlaced
from branchline.model.events import RowDiscarded, TicketsKept, TurnStarted
from branchline.testing.arrange import deck_cards, deck_tickets
from tests.rules.checked import play_many_checked
from tests.rules.play import choosing, deck_size, discards, do, everywhere, hand, happened, options, row, wilds_shown
from tests.rules.san_francisco.table import BOARD, SYMBOL, chosen, opened, stacks, view


def test_sfo_001_two_to_four_players() -> None:
    """SFO-001"""
    for seats in (2, 3, 4):
        assert bl.new_game(BOARD, seats=seats).seats == seats
    for seats in (1, 5):
        with pytest.raises(bl.BadSetup, match="2 to 4 seats"):
            bl.new_game(BOARD, seats=seats)


def test_sfo_002_twenty_cable_cars() -> None:
    """SFO-002"""
    assert bl.new_game(BOARD, seats=4).observe(None).pieces == (20, 20, 20, 20)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_sfo_003_44_cards_through_whole_games(seats: int) -> None:
    """SFO-003, SFO-009, SFO-058: nothing is lost or invented in any step of many random games."""
    rules = registry.new_rule_sheet(BOARD, "classic", seats)
    assert play_many_checked(rules, 50, seats, -1) > 50 * 30
    game = bl.new_game(BOARD, seats=seats)
    assert everywhere(game, deck_cards(game)) == game.board.cards
    assert "yellow" not in game.board.cards
    assert "white" not in game.board.cards


def test_sfo_004_005_two_cards_each_and_a_row_of_five() -> None:
    """SFO-004, SFO-005: with four seats, 8 cards in hands, 5 in the row and 31 in the deck."""
    games = (bl.new_game(BOARD, seats=4, seed=seed) for seed in range(99))
    game = next(game for game in games if not happened(game, RowDiscarded))
    assert [sum(hand(game, seat).values()) for seat in range(4)] == [2, 2, 2, 2]
    assert (len(row(game)), deck_size(game), discards(game)) == (5, 31, {})


def test_sfo_006_three_wilds_in_the_opening_row() -> None:
    """SFO-006: all five are discarded and replaced at once."""
    games = (bl.new_game(BOARD, seats=2, seed=seed) for seed in range(999))
    game = next(game for game in games if len(happened(game, RowDiscarded)) == 1)
    gone = happened(game, RowDiscarded)[0].cards
    assert gone.count("wild") >= 3
    assert discards(game) == Counter(gone)
    assert (wilds_shown(game) < 3, deck_size(game)) == (True, 44 - 4 - 10)


def test_sfo_008_keep_one_of_two_tickets_or_both() -> None:
    """SFO-007, SFO-008: three choices; what is returned goes under the deck."""
    game = bl.new_game(BOARD, seats=2, first_seat=0)
    offers = [game.observe(seat).tickets.offer for seat in range(2)]
    deck = deck_tickets(game)
    assert [len(offer) for offer in offers] == [2, 2]
    assert len(deck) == 24 - 4
    assert [len(game.legal_actions(seat)) for seat in range(2)] == [3, 3]
    do(game, "keep 2", seat=0)
    do(game, "keep all", seat=1)
    assert deck_tickets(game) == (*deck, offers[0][0])
    assert game.observe(1).tickets.counts == (1, 2)


@pytest.mark.parametrize(("seats", "fixed", "free", "total"), [(2, 2, 1, 12), (3, 2, 2, 14), (4, 3, 3, 21)])
def test_sfo_011_012_013_sizes_of_the_stacks(seats: int, fixed: int, free: int, total: int) -> None:
    """SFO-009, SFO-011, SFO-012, SFO-013: the other tokens are nowhere."""
    game = opened(seats)
    sizes = stacks(game)
    assert [sizes[place] for place in SYMBOL] == [fixed] * 5
    assert (sizes["twin_peaks"], sizes["chinatown"]) == (free, free)
    assert sum(sizes.values()) == total
    assert all(left <= 3 for left in sizes.values())


@pytest.mark.parametrize("seed", range(5))
def test_sfo_010_014_symbols_at_the_fixed_places(seed: int) -> None:
    """SFO-010, SFO-014: the same five symbols at the same five places, whatever the seed; the last two are free."""
    game = bl.new_game(BOARD, seats=3, seed=seed)
    places = [stack.place for stack in view(game).stacks]
    assert places == [*SYMBOL, None, None]


def test_sfo_014_which_free_stack_comes_first_is_not_asked() -> None:
    """SFO-014: the first placed is symbol 5, the second symbol 6."""
    game = opened(3, stacks=("The Castro", "Lombard Street"))
    assert [stack.place for stack in view(game).stacks][5:] == ["the_castro", "lombard_street"]
    assert happened(game, StackPlaced) == [StackPlaced(2, 5, "the_castro"), StackPlaced(1, 6, "lombard_street")]


@pytest.mark.parametrize(
    ("seats", "first", "placers"),
    [(4, 1, [0, 3]), (4, 0, [3, 2]), (3, 2, [1, 0]), (3, 0, [2, 1]), (2, 0, [1, 1]), (2, 1, [0, 0])],
)
def test_sfo_015_016_017_who_places_the_free_stacks(seats: int, first: int, placers: list[int]) -> None:
    """SFO-015, SFO-016, SFO-017: after the tickets, the last seat and the one before; of two, the second seat."""
    game = bl.new_game(BOARD, seats=seats, first_seat=first)
    assert {decision.question for decision in game.observe(None).open} == {"keep tickets"}
    for seat in range(seats):
        do(game, "keep 1", seat=seat)
    assert len(happened(game, TicketsKept)) == seats
    assert not happened(game, TurnStarted)
    for placer, place in zip(placers, ("Twin Peaks", "Chinatown"), strict=True):
        assert choosing(game) == (placer, "place stack")
        assert game.pending == (placer,)  # one after the other, never at once
        assert game.observe(None).turn is None
        do(game, f"place stack at {place}")
    assert choosing(game) == (first, "turn")


def test_sfo_018_any_location_without_a_stack() -> None:
    """SFO-018: fifteen for the first stack, fourteen for the second."""
    game = chosen(4)
    names = {city.id: city.name for city in game.board.cities}
    free = {f"place stack at {name}" for place, name in names.items() if place not in SYMBOL}
    assert len(options(game)) == 15
    assert set(options(game)) == free
    for place in SYMBOL:
        with pytest.raises(bl.IllegalAction, match=r"A stack lies at .* already"):
            game.apply(bl.PlaceStack(place))
    do(game, "place stack at Twin Peaks")
    assert len(options(game)) == 14
    assert set(options(game)) == free - {"place stack at Twin Peaks"}
    with pytest.raises(bl.IllegalAction, match="Twin Peaks already"):
        do(game, "place stack at Twin Peaks")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_sfo_019_seven_stacks_at_seven_locations(seats: int) -> None:
    """SFO-019: wherever the free ones go."""
    for seed in range(20):
        game = chosen(seats, seed=seed, first_seat=None)
        for step in range(2):
            game.apply(game.legal_actions()[(7 * seed + 3 * step) % 14])
        places = [stack.place for stack in view(game).stacks]
        assert len(set(places)) == 7
        assert None not in places


def test_sfo_020_placing_is_public() -> None:
    """SFO-020: everybody sees the first stack before the second is placed."""
    game = chosen(3)
    start = len(game.events)
    do(game, "place stack at Pier 39")
    for seat in (None, 0, 1, 2):
        assert view(game, seat).stacks[5].place == "pier_39"
        assert view(game, seat).stacks[6].place is None
        assert game.events_for(seat, start) == (StackPlaced(2, 5, "pier_39"),)


def test_sfo_021_the_seed_draws_the_first_seat() -> None:
    """SFO-021: unless the caller fixes it."""
    first = [bl.new_game(BOARD, seats=4, seed=seed).first_seat for seed in range(100)]
    assert {*first} == {0, 1, 2, 3}
    assert first == [bl.new_game(BOARD, seats=4, seed=seed).first_seat for seed in range(100)]
    assert opened(4, first_seat=2).to_move == 2


def test_stacks_are_placed_before_the_first_turn_only() -> None:
    """SFO-015: and tokens are taken after claims only."""
    game = opened()
    with pytest.raises(bl.IllegalAction, match="no answer to the open decision"):
        do(game, "place stack at Pier 39")
    with pytest.raises(bl.IllegalAction, match="no answer to the open decision"):
        do(game, "take token at Sunset")
    game = chosen()
    with pytest.raises(bl.IllegalAction, match="tokens are taken after claiming a route"):
        do(game, "take token at Sunset")


@pytest.mark.parametrize("words", ["place stack Twin Peaks", "PLACE STACK on twin", "place stack at twin peaks"])
def test_words_for_places_are_read_leniently(words: str) -> None:
    assert chosen().parse(words) == bl.PlaceStack("twin_peaks")


def test_unknown_places_are_named() -> None:
    game = chosen()
    with pytest.raises(bl.NotationError, match="did you mean 'Twin Peaks'"):
        game.parse("place stack at Twin Peeks")
    with pytest.raises(bl.NotationError, match="it can mean Potrero Hill, Pier 39, Pacific Heights, Painted Ladies"):
        game.parse("place stack at P")
    with pytest.raises(bl.IllegalAction, match="There is no place 'oakland'"):
        game.apply(bl.PlaceStack("oakland"))
