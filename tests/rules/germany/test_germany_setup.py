"""Setting up the Germany board: GER-001 to GER-017."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest

import branchline as bl
from branchline.boards import registry
from branchline.engine.rng import Rng
from branchline.mechanics.passengers import PassengersPlaced
from branchline.model.events import ChoiceMade, MixAnnounced, MixKept, RowDiscarded, TicketsDrawn
from branchline.testing.arrange import deck_cards, deck_tickets, started
from tests.rules.checked import play_many_checked
from tests.rules.germany.table import MIXES, announced, mechanic, seen
from tests.rules.play import choosing, do, hand, happened, options, row, wilds_shown

SHORT = [ticket.id for ticket in bl.board("germany").tickets if ticket.deck == "short"]
LONG = [ticket.id for ticket in bl.board("germany").tickets if ticket.deck == "long"]


def split(tickets: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Tickets by deck."""
    return tuple(t for t in tickets if t in SHORT), tuple(t for t in tickets if t in LONG)


def test_ger_001_two_to_five_players_with_45_trains() -> None:
    """GER-001"""
    for seats in range(2, 6):
        assert bl.new_game("germany", seats=seats).observe(None).pieces == (45,) * seats
    for seats in (1, 6):
        with pytest.raises(bl.BadSetup, match="2 to 5 seats"):
            bl.new_game("germany", seats=seats)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_ger_002_005_nothing_is_lost_in_whole_games(seats: int) -> None:
    """GER-002, GER-005: cards, passengers, tickets and trains are counted after every step of random games."""
    rules = registry.new_rule_sheet("germany", "classic", seats)
    assert play_many_checked(rules, 20, seats, -1) > 20 * 50
    game = bl.new_game("germany", seats=seats)
    discards = sum(game.observe(None).market.discards.values())
    assert len(deck_cards(game)) + 4 * seats + 5 + discards == 110


def test_ger_003_opening_cards_and_row() -> None:
    """GER-003"""
    game = bl.new_game("germany", seats=3)
    assert [sum(hand(game, seat).values()) for seat in range(3)] == [4, 4, 4]
    assert len(row(game)) == 5


def test_ger_003_three_wilds_in_the_opening_row_reset_it() -> None:
    """GER-003: found by looking through many seeds; no game begins with three wilds face up."""
    resets = 0
    for seed in range(400):
        game = bl.new_game("germany", seed=seed)
        assert wilds_shown(game) < 3
        for event in happened(game, RowDiscarded):
            assert event.cards.count("wild") >= 3
            resets += 1
    assert resets > 0


def test_ger_004_the_ticket_decks() -> None:
    """GER-004: 55 short and 34 long ones, apart."""
    game = bl.new_game("germany")
    assert game.observe(None).tickets.decks == (55, 34)
    short, long = deck_tickets(game)[:55], deck_tickets(game)[55:]
    assert (sorted(short), sorted(long)) == (sorted(SHORT), sorted(LONG))


def test_ger_005_ten_of_each_color_lie_on_the_board() -> None:
    """GER-005"""
    colors: Counter[str] = Counter()
    for here in seen(bl.new_game("germany")).waiting.values():
        colors.update(here)
    assert colors == dict.fromkeys(("black", "blue", "green", "red", "white", "yellow"), 10)


@pytest.mark.parametrize("seed", range(5))
def test_ger_006_007_every_place_has_its_number(seed: int) -> None:
    """GER-006, GER-007: whatever the seed."""
    game = bl.new_game("germany", seed=seed)
    expected = bl.board("germany").extras["passengers"]["places"]
    assert {place: sum(here.values()) for place, here in seen(game).waiting.items()} == expected


def test_ger_007_the_seed_draws_the_colors() -> None:
    """GER-007: the same seed the same colors, which all can see; each color turns up in Magdeburg for some seed."""
    assert seen(bl.new_game("germany", seed=3)) == seen(bl.new_game("germany", seed=3))
    assert seen(bl.new_game("germany", seed=3)) != seen(bl.new_game("germany", seed=4))
    game = bl.new_game("germany", seats=3, seed=5)
    assert all(seen(game, seat) == seen(game) for seat in range(3))
    (placed,) = happened(game, PassengersPlaced)
    assert {place: dict(here) for place, here in placed.places} == dict(seen(game).waiting)
    lone = Counter(color for s in range(300) for color in seen(bl.new_game("germany", seed=s)).waiting["magdeburg"])
    assert len(lone) == 6
    assert min(lone.values()) > 20


def test_ger_007_all_are_drawn_from_one_bag_in_board_order() -> None:
    """GER-007, N23: the bag is shuffled once, and the places filled one after the other."""
    game = bl.new_game("germany", seats=2, seed=99)
    rng = Rng(99)
    rng.below(2)  # the first seat
    passengers = mechanic(game)
    bag = passengers.bag[:]
    for k in range(60):
        bag[k] = k // 10
    rng.shuffle(bag, 60)
    at = 0
    for place, count in bl.board("germany").extras["passengers"]["places"].items():
        drawn = Counter(passengers.color_names[bag[at + k]] for k in range(count))
        assert seen(game).waiting[place] == drawn
        at += count


def test_ger_008_a_country_has_one_space() -> None:
    """GER-008: and its dead ends have none of their own."""
    game = bl.new_game("germany")
    assert sum(seen(game).waiting["daenemark"].values()) == 1
    assert not [place for place in seen(game).waiting if place.startswith("daenemark_")]
    spaces = mechanic(game).space_of
    cities = game.board.cities
    for country in game.board.countries:
        assert {mechanic(game).space_names[spaces[end]] for end in country.dead_ends} == {country.id}
    assert all(mechanic(game).space_names[spaces[city.index]] == city.id for city in cities if not city.country)


def test_ger_010_five_announcements() -> None:
    """GER-010: before any ticket is seen."""
    game = bl.new_game("germany", seats=3)
    assert sorted(game.pending) == [0, 1, 2]
    for seat in range(3):
        assert [game.action(number, seat) for number in game.legal_actions(seat)] == [bl.DrawTickets(m) for m in MIXES]
        assert game.observe(seat).tickets.offer == ()
    assert options(game, 0) == [
        "draw tickets 4 long",
        "draw tickets 1 short 3 long",
        "draw tickets 2 short 2 long",
        "draw tickets 3 short 1 long",
        "draw tickets 4 short",
    ]
    assert not happened(game, TicketsDrawn)
    for mix in ((1, 2), (3, 2), (4, 4), ()):
        with pytest.raises(bl.IllegalAction):
            game.apply(bl.DrawTickets(mix), 0)


def test_ger_011_an_announcement_is_binding() -> None:
    """GER-011: nothing is asked again, neither before nor after the tickets are seen."""
    game = bl.new_game("germany", seats=2, first_seat=0)
    do(game, "draw tickets 3 short 1 long", seat=0)
    assert game.pending == (1,)
    with pytest.raises(bl.WrongSeat):
        game.apply(bl.DrawTickets((4, 0)), 0)
    do(game, "draw tickets 4 long", seat=1)
    assert choosing(game) == (0, "keep tickets")
    for seat in range(2):
        assert all(isinstance(game.action(number, seat), bl.KeepTickets) for number in game.legal_actions(seat))
    assert [len(part) for part in split(game.observe(0).tickets.offer)] == [3, 1]
    assert [len(part) for part in split(game.observe(1).tickets.offer)] == [0, 4]


def test_ger_012_announcements_are_hidden_until_all_are_made() -> None:
    """GER-012: a seat knows its own; when the last is made all know all, and go on knowing."""
    game = bl.new_game("germany", seats=3)
    blank = game.observe(2)
    game.apply(bl.DrawTickets((1, 3)), 0)
    game.apply(bl.DrawTickets((4, 0)), 1)
    assert game.observe(0).tickets.mixes == ((1, 3), None, None)
    assert game.observe(1).tickets.mixes == (None, (4, 0), None)
    assert game.observe(2).tickets == blank.tickets
    assert game.observe(None).tickets.mixes == (None, None, None)
    assert game.events_for(2)[-2:] == (ChoiceMade(0), ChoiceMade(1))
    assert not happened(game, MixAnnounced)
    game.apply(bl.DrawTickets((2, 2)), 2)
    for _ in range(2):
        for seat in (None, 0, 1, 2):
            assert game.observe(seat).tickets.mixes == ((1, 3), (4, 0), (2, 2))
        while game.observe(None).turn is None:
            game.apply(game.legal_actions()[0])
    assert sorted((event.seat, event.mix) for event in happened(game, MixAnnounced)) == [
        (0, (1, 3)),
        (1, (4, 0)),
        (2, (2, 2)),
    ]


def test_ger_012_two_truths_with_other_announcements_look_the_same() -> None:
    """GER-012: what seat 0 announced changes nothing that others see before all have."""
    games = []
    for mix in MIXES:
        game = bl.new_game("germany", seats=3, seed=6)
        game.apply(bl.DrawTickets(mix), 0)
        games.append(game)
    for seat in (1, 2, None):
        assert all(game.observe(seat) == games[0].observe(seat) for game in games)
        assert all(game.events_for(seat) == games[0].events_for(seat) for game in games)


@pytest.mark.parametrize("first_seat", [0, 1, 2])
def test_ger_012_dealt_in_turn_order_short_before_long(first_seat: int) -> None:
    """GER-012, N21: from the first seat on, each from the top of both decks."""
    game = bl.new_game("germany", seats=3, seed=7, first_seat=first_seat)
    short, long = (list(part) for part in split(deck_tickets(game)))
    mixes = [(1, 3), (4, 0), (2, 2)]
    for seat in (1, 2, 0):
        game.apply(bl.DrawTickets(mixes[seat]), seat)
    for k in range(3):
        seat = (first_seat + k) % 3
        few, many = mixes[seat]
        assert game.observe(seat).tickets.offer == (*short[:few], *long[:many])
        short, long = short[few:], long[many:]
    assert deck_tickets(game) == (*short, *long)


def test_ger_012_014_the_order_of_answers_changes_nothing() -> None:
    """GER-012, GER-014: the same deal and the same decks, whoever answers first."""
    reached = set()
    for order in permutations(range(3)):
        game = bl.new_game("germany", seats=3, seed=8, first_seat=1)
        for seat in order:
            game.apply(bl.DrawTickets(MIXES[seat + 1]), seat)
        for seat in order[::-1]:
            do(game, ("keep 1, 2", "keep 2, 4", "keep all")[seat], seat=seat)
        held = tuple(game.observe(seat).held for seat in range(3))
        reached.add((held, deck_tickets(game), game.to_move))
    assert len(reached) == 1


def test_ger_013_at_least_two_of_four_are_kept() -> None:
    """GER-013"""
    game = announced([(2, 2), (0, 4)])
    offer = game.observe(0).tickets.offer
    kept = [game.action(number, 0) for number in game.legal_actions(0)]
    assert len(kept) == 11
    assert set(kept) == {bl.KeepTickets(c) for size in (2, 3, 4) for c in combinations(offer, size)}
    with pytest.raises(bl.IllegalAction, match="At least 2 of the 4"):
        game.apply(bl.KeepTickets(offer[:1]), 0)


def test_ger_014_unwanted_tickets_go_back_into_their_own_deck() -> None:
    """GER-014: when all have chosen, not before."""
    game = announced([(3, 1), (1, 3)])
    before = deck_tickets(game)
    offers = [game.observe(seat).tickets.offer for seat in range(2)]
    do(game, "keep 1, 4", seat=0)
    assert deck_tickets(game) == before
    assert game.observe(1).tickets.decks == (51, 30)
    do(game, "keep 2, 3, 4", seat=1)
    back = [offers[0][1], offers[0][2], offers[1][0]]
    short, long = split(deck_tickets(game))
    assert sorted(short) == sorted([*split(before)[0], *back])
    assert sorted(long) == sorted(split(before)[1])
    assert game.observe(None).tickets.decks == (54, 30)
    assert deck_tickets(game) == (*short, *long)


def test_ger_014_both_decks_are_shuffled_again() -> None:
    """GER-014: a returned ticket can come to lie anywhere, and the rest of the deck lies in a new order too."""
    places = []
    for seed in range(60):
        game = announced([(4, 0), (4, 0)], seed=seed)
        before = deck_tickets(game)
        returned = game.observe(0).tickets.offer[3]
        do(game, "keep 1, 2, 3", seat=0)
        do(game, "keep all", seat=1)
        places.append(deck_tickets(game).index(returned))
        assert [t for t in deck_tickets(game) if t != returned] != list(before)
        assert split(deck_tickets(game))[1] != split(before)[1]
    assert len(set(places)) > 25
    assert min(places) < 8
    assert 40 <= max(places) < 48


def test_ger_014_the_decks_are_shuffled_once() -> None:
    """GER-014, N21: one shuffle of each deck when all have chosen, in the order of the decks; none before."""
    game = announced([(2, 2), (2, 2)], seed=9)
    rng = Rng()
    rng.copy_from(game._rules.commons.rng)
    offers = [game.observe(seat).tickets.offer for seat in range(2)]
    short, long = split(deck_tickets(game))
    numbers = {ticket: k for k, ticket in enumerate((*SHORT, *LONG))}
    do(game, "keep 1, 2", seat=0)
    do(game, "keep 2, 4", seat=1)
    expected: list[str] = []
    for pile in ([*short, offers[1][0]], [*long, *offers[0][2:], offers[1][2]]):
        order = mechanic(game).bag[:0]
        order = type(order)([numbers[ticket] for ticket in pile])
        rng.shuffle(order, len(pile))
        expected += [(*SHORT, *LONG)[k] for k in order]
    assert deck_tickets(game) == tuple(expected)


def test_ger_014_a_seat_knows_what_it_gave_back_but_not_where_it_lies() -> None:
    """GER-014, N15: others do not know even that; whoever draws there alone stays sure, the others cannot be."""
    game = announced([(4, 0), (2, 2)])
    offers = [game.observe(seat).tickets.offer for seat in range(2)]
    do(game, "keep 1, 2", seat=0)
    do(game, "keep 3, 4", seat=1)
    view = game.observe(0).tickets
    assert sorted(view.mixed_in) == sorted(offers[0][2:])
    assert sorted(game.observe(1).tickets.mixed_in) == sorted(offers[1][:2])
    assert game.observe(None).tickets.mixed_in == ()
    assert not any(view.known_in_deck)
    assert not any(by is not None for by in view.returned_by)
    do(game, "draw tickets 4 short", seat=0)
    new = game.observe(0).tickets.offer
    assert sorted(game.observe(0).tickets.mixed_in) == sorted(set(offers[0][2:]) - set(new))
    assert game.observe(1).tickets.mixed_in == ()


def test_ger_014_a_ticket_that_comes_up_again_is_no_longer_in_the_deck() -> None:
    """GER-014, N15: a seat that draws what it gave back knows where it is; found by looking through some seeds."""
    again = 0
    for seed in range(80):
        game = announced([(4, 0), (0, 4)], seed=seed)
        returned = set(game.observe(0).tickets.offer[2:])
        do(game, "keep 1, 2", seat=0)
        do(game, "keep 3, 4", seat=1)
        do(game, "draw tickets 4 short", seat=0)
        drawn = returned.intersection(game.observe(0).tickets.offer)
        assert set(game.observe(0).tickets.mixed_in) == returned - drawn
        again += len(drawn)
    assert again > 0


def test_ger_014_drawing_from_one_deck_says_nothing_about_the_other() -> None:
    """GER-014, N15"""
    game = announced([(4, 0), (0, 4)])
    offers = [game.observe(seat).tickets.offer for seat in range(2)]
    do(game, "keep 1, 2", seat=0)
    do(game, "keep 3, 4", seat=1)
    do(game, "draw tickets 4 short", seat=0)
    assert sorted(game.observe(1).tickets.mixed_in) == sorted(offers[1][:2])


@pytest.mark.parametrize(("mix", "left"), [((0, 4), (55, 14)), ((4, 0), (35, 34))])
def test_ger_015_five_seats_never_run_a_deck_short(mix: tuple[int, int], left: tuple[int, int]) -> None:
    """GER-015: all five draw from the same deck."""
    game = announced([mix] * 5)
    assert game.observe(None).tickets.decks == left
    assert [len(game.observe(seat).tickets.offer) for seat in range(5)] == [4] * 5


def test_ger_016_no_longest_path() -> None:
    """GER-016"""
    game = started("germany")
    while not game.is_over:
        game.apply(game.legal_actions()[-1])
    assert [list(sheet.lines) for sheet in game.scores()] == [["routes", "tickets", "globetrotter", "passengers"]] * 2


def test_ger_017_the_first_seat_is_fixed_or_drawn() -> None:
    """GER-017, COM-003"""
    for seat in range(3):
        game = started("germany", seats=3, first_seat=seat)
        assert (game.first_seat, game.to_move) == (seat, seat)
    first = [bl.new_game("germany", seats=3, seed=seed, events=False).first_seat for seed in range(60)]
    assert first == [bl.new_game("germany", seats=3, seed=seed, events=False).first_seat for seed in range(60)]
    assert set(first) == {0, 1, 2}


def test_ger_043_kept_mixes_are_told_to_all() -> None:
    """GER-043: when all have chosen, events and views say how many of each deck everybody kept; not before."""
    game = announced([(2, 2), (3, 1)], first_seat=1)
    do(game, "keep 1, 3, 4", seat=0)
    assert game.observe(1).tickets.counts_by_deck == (None, None)
    assert not happened(game, MixKept)
    do(game, "keep 1, 2", seat=1)
    assert happened(game, MixKept) == [MixKept(1, (2, 0)), MixKept(0, (1, 2))]
    assert game.observe(None).tickets.counts_by_deck == ((1, 2), (2, 0))
