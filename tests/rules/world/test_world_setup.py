"""Setup of the World board: two decks, tickets and fleets chosen at once, harbors (WLD-001..WLD-020, WLD-093)."""

from __future__ import annotations

from itertools import permutations

import pytest

import branchline as bl
from branchline.boards import registry
from branchline.mechanics.fleet import FleetShown
from branchline.model.events import ChoiceMade, RowDiscarded
from tests.rules.checked import play_many_checked
from tests.rules.play import choosing, do, happened, options
from tests.rules.world.position import actions, at, claimable, fleet, harbors, market, payments, rules_of


def test_wld_001_two_to_five_players() -> None:
    """WLD-001, COM-001"""
    for seats in range(2, 6):
        assert bl.new_game("world", seats=seats).seats == seats
    for seats in (1, 6):
        with pytest.raises(bl.BadSetup, match="2 to 5 seats"):
            bl.new_game("world", seats=seats)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_wld_002_003_no_card_is_lost_or_invented(seats: int) -> None:
    """WLD-002, WLD-003: checked per kind after every step of whole games."""
    rules = registry.new_rule_sheet("world", "classic", seats)
    assert play_many_checked(rules, 4, seats, -1) > 4 * 20


def test_wld_005_wilds_are_train_cards() -> None:
    """WLD-005: a wild paid for a ship route lies in the train discards, a ship in those of the ships."""
    game = at(hands={0: {"wild": 1, "green ship": 1}}, turn=0)
    do(game, "claim Reykjavik-Edinburgh with 1 green ship + 1 wild")
    rules = rules_of(game)
    names = rules.commons.terrain.card_names
    assert rules.market.piles[0].discards[names.index("wild")] == 1
    assert rules.market.piles[1].discards[names.index("green ship")] == 1
    assert market(game).discards == {"wild": 1, "green ship": 1}


def test_wld_006_007_hands_and_row() -> None:
    """WLD-006, WLD-007, WLD-044: three train and seven ship cards each, a row of three and three."""
    seed = next(s for s in range(100) if not happened(bl.new_game("world", seats=5, seed=s), RowDiscarded))
    game = bl.new_game("world", seats=5, seed=seed)
    for viewer in (None, *range(5)):
        assert [hand.by_deck for hand in game.observe(viewer).hands] == [(3, 7)] * 5
        assert [hand.size for hand in game.observe(viewer).hands] == [10] * 5
    assert market(game).decks == (62, 22)
    decks = [kind.deck for card in market(game).row for kind in game.board.card_kinds if kind.name == card]
    assert decks == ["train"] * 3 + ["ship"] * 3


def test_wld_007_037_the_opening_row_can_be_reset() -> None:
    """WLD-037: three wilds in the opening row; only the train cards can bring them."""
    for seed in range(2000):
        game = bl.new_game("world", seed=seed)
        (*discarded,) = happened(game, RowDiscarded)
        if discarded:
            assert discarded[0].cards.count("wild") == 3
            row = market(game).row
            assert row.count("wild") < 3
            assert None not in row
            return
    pytest.fail("no opening row with three wilds in 2000 games")


def test_wld_009_sixteen_choices_of_opening_tickets() -> None:
    """WLD-009: at least three of five; the others go under the deck, seat by seat (COM-010)."""
    game = bl.new_game("world", seats=3, first_seat=1)
    offers = [game.observe(seat).tickets.offer for seat in range(3)]
    assert [len(game.legal_actions(seat)) for seat in range(3)] == [16] * 3
    for seat in (2, 0, 1):
        do(game, "keep 1, 2, 4", "choose 20 trains", seat=seat)
    tickets = rules_of(game).tickets
    deck = tickets.offers.decks[0]
    bottom = [tickets.tables.ids[deck.ring[deck.place(50 + k)]] for k in range(6)]
    assert bottom == [offers[seat][k] for seat in (1, 2, 0) for k in (2, 4)]


def test_wld_010_sixteen_fleets() -> None:
    """WLD-010: 10 to 25 trains, 35 to 50 ships, 60 in all; asked after the ticket choice."""
    game = bl.new_game("world")
    assert choosing(game) == (game.first_seat, "keep tickets")
    seat = game.first_seat
    do(game, "keep all", seat=seat)
    assert choosing(game) == (seat, "choose fleet")
    assert options(game, seat) == [f"choose {trains} trains + {60 - trains} ships" for trains in range(10, 26)]
    for trains, ships in ((9, 51), (26, 34), (20, 41), (0, 60)):
        with pytest.raises(bl.IllegalAction, match="60 pieces"):
            game.apply(bl.ChooseFleet(trains, ships), seat)


def test_wld_011_fleets_are_shown_at_once() -> None:
    """WLD-011: nothing of a fleet or a ticket choice is seen while a seat is still choosing."""
    game = bl.new_game("world", seats=3, first_seat=0)
    before = game.observe(2)
    do(game, "keep 1, 2, 3", "choose 12 trains", seat=0)
    do(game, "keep all", "choose 25 trains", seat=1)
    view = game.observe(2)
    assert view.parts == before.parts
    assert fleet(game, 2).trains == (None,) * 3
    assert [fleet(game, seat).chosen for seat in (0, 1, 2, None)] == [12, 25, None, None]
    assert game.events_for(2)[-4:] == (ChoiceMade(0), ChoiceMade(0), ChoiceMade(1), ChoiceMade(1))
    do(game, "keep 1, 2, 3", seat=2)
    assert fleet(game, 0).trains == (None,) * 3
    do(game, "choose 20 trains + 40 ships", seat=2)
    assert fleet(game).trains == (12, 25, 20)
    assert fleet(game).ships == (48, 35, 40)
    assert [(e.seat, e.trains, e.ships) for e in happened(game, FleetShown)] == [(0, 12, 48), (1, 25, 35), (2, 20, 40)]
    assert game.observe(2).tickets.counts == (3, 5, 3)


def test_wld_012_what_is_not_chosen_lies_in_the_box() -> None:
    """WLD-012: public for everybody."""
    game = at(fleet={0: 20, 1: 25})
    for viewer in (None, 0, 1):
        assert fleet(game, viewer).box_trains == (5, 0)
        assert fleet(game, viewer).box_ships == (10, 15)


def test_wld_013_the_advice_for_beginners_is_no_rule() -> None:
    """WLD-013"""
    game = bl.new_game("world", first_seat=0)
    do(game, "keep all", "choose 25 trains + 35 ships", seat=0)
    do(game, "keep all", "choose 10 trains", seat=1)
    assert fleet(game).trains == (25, 10)


def test_wld_014_three_harbors_each() -> None:
    """WLD-014"""
    assert harbors(bl.new_game("world", seats=4)).left == (3, 3, 3, 3)


def test_wld_016_the_junction_joins_tracks_and_has_no_harbor() -> None:
    """WLD-016"""
    owners = {"cape_town-indian_ocean": 0, "indian_ocean-perth": 0}
    game = at(hands={0: {"wild": 4}}, owners=owners)
    rules = rules_of(game)
    places = {city.id: city.index for city in game.board.cities}
    assert rules.tracks.connections.connected(0, places["cape_town"], places["perth"])
    assert {action.city for action in actions(game, bl.BuildHarbor)} == {"cape_town", "perth"}


def test_wld_017_routes_over_the_edge_connect() -> None:
    """WLD-017: Lima - Sydney joins both for tickets."""
    game = at(owners={"lima-sydney": 0})
    places = {city.id: city.index for city in game.board.cities}
    assert rules_of(game).tracks.connections.connected(0, places["lima"], places["sydney"])


def test_wld_018_points_of_a_route() -> None:
    """WLD-018: eight ships score 21 at once."""
    game = at(hands={0: {"purple double ship": 4}})
    do(game, "claim Lima-Sydney with 4 purple double ships")
    assert game.observe(None).points == (21, 0)
    assert fleet(game).ships == (32, 40)


@pytest.mark.parametrize(("seats", "others"), [(2, set()), (3, set()), (4, {"hamburg-marseille#2"})])
def test_wld_020_095_double_routes(seats: int, others: set[str]) -> None:
    """WLD-020, WLD-095: no seat owns both tracks; with two or three players the other one closes for everybody."""
    tracks = {"hamburg-marseille", "hamburg-marseille#2"}
    game = at(seats, hands={0: {"wild": 2}, 1: {"wild": 2}}, owners={"hamburg-marseille": 0})
    assert not tracks & claimable(game)
    game = at(seats, hands={0: {"wild": 2}, 1: {"wild": 2}}, owners={"hamburg-marseille": 0}, turn=1)
    assert tracks & claimable(game) == others


def test_wld_061_095_identical_parallel_tracks_are_two_actions() -> None:
    """WLD-095, COM-061: Lima - Valparaiso has two gray tracks."""
    game = at(hands={0: {"red train": 2}})
    assert payments(game, "lima-valparaiso") == payments(game, "lima-valparaiso#2") == ["2 red"]


def test_wld_093_first_seat_and_order() -> None:
    """WLD-093: COM-002, COM-003."""
    openers = {bl.new_game("world", seats=5, seed=seed).first_seat for seed in range(100)}
    assert openers == set(range(5))
    game = at(4, turn=2)
    turns = []
    for _ in range(5):
        turns.append(game.to_move)
        do(game, "exchange 1 train")
    assert turns == [2, 3, 0, 1, 2]


def test_wld_093_the_order_of_answers_changes_nothing() -> None:
    """WLD-093: COM-011, for tickets and fleets."""
    reached = []
    for order in permutations(range(3)):
        game = bl.new_game("world", seats=3, seed=5)
        for seat in order:
            do(game, "keep 1, 3, 4", seat=seat)
        for seat in reversed(order):
            do(game, f"choose {10 + 3 * seat} trains", seat=seat)
        reached.append([game.observe(seat) for seat in (None, 0, 1, 2)])
    assert all(views == reached[0] for views in reached)
