"""The helper that puts a game into a wanted position: what it promises, and what it refuses."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import branchline as bl
from branchline.testing.arrange import arrange, deck_cards, deck_tickets, started
from tests.rules.play import choosing, deck_size, discards, do, everywhere, hand, owners, row


def test_started_is_the_first_turn() -> None:
    game = started("usa", variant="mega", seats=4, seed=5, first_seat=3)
    assert choosing(game) == (3, "turn")
    assert game.observe(None).tickets.counts == (3, 3, 3, 3)
    assert bl.replay(game.record()).observe(0) == game.observe(0)


def test_cards_are_where_they_were_put() -> None:
    game = arrange(
        started(),
        hands={0: {"red": 2, "wild": 1}},
        row=["red", "blue", "wild", "green", "green"],
        deck_top=["wild", "black"],
        discards={"white": 3},
    )
    assert (hand(game, 0), hand(game, 1)) == ({"red": 2, "wild": 1}, {})
    assert row(game) == ["red", "blue", "wild", "green", "green"]
    assert deck_cards(game)[:2] == ("wild", "black")
    assert discards(game) == {"white": 3}
    assert everywhere(game, deck_cards(game)) == game.board.cards
    assert deck_cards(game)[-11:] == ("wild",) * 11  # those not named are at the very bottom
    assert game.observe(1).hands[0].known == {}


def test_a_row_not_given_is_plain() -> None:
    game = arrange(started(), hands={0: {"purple": 12}})
    assert row(game) == ["white", "blue", "yellow", "orange", "black"]


def test_the_rest_can_be_in_a_hand_or_in_the_discards() -> None:
    game = arrange(started(), row=["red"] * 5, deck_top=["blue"], rest=1)
    assert (deck_cards(game), discards(game), sum(hand(game, 1).values())) == (("blue",), {}, 104)
    arrange(game, row=["red"] * 5, deck_top=["blue"], rest="discards")
    assert (deck_cards(game), sum(discards(game).values()), hand(game, 1)) == (("blue",), 104, {})


def test_parts_not_named_stay_as_they_are() -> None:
    game = started(seed=3)
    before = game.observe(0)
    arrange(game, owners={"boston-montreal": 0, "boston-new_york": 1})
    after = game.observe(0)
    assert (after.market, after.hands, after.tickets) == (before.market, before.hands, before.tickets)
    assert (after.pieces, after.points, after.open) == ((43, 43), (2, 2), before.open)
    arrange(game, hands={1: {"red": 1}})
    assert (game.observe(0).tracks, game.observe(0).tickets) == (after.tracks, after.tickets)


def test_tickets_are_where_they_were_put() -> None:
    game = arrange(started(), tickets={1: ["seattle-new_york"]}, ticket_deck=["denver-el_paso", "boston-miami"])
    assert game.observe(0).held == ()
    assert game.observe(1).held == ("seattle-new_york",)
    assert deck_tickets(game)[:2] == ("denver-el_paso", "boston-miami")
    assert Counter([*deck_tickets(game), "seattle-new_york"]) == Counter(t.id for t in game.variant.tickets)
    assert set(game.observe(0).tickets.known_in_deck) == {None}
    arrange(game, ticket_deck=["boston-miami"], ticket_rest=0)
    assert (deck_tickets(game), len(game.observe(0).held)) == (("boston-miami",), 29)


def test_pieces_are_laid_somewhere() -> None:
    game = arrange(started(seats=3), owners={"boston-montreal": 1}, pieces={0: 3}, leave_open=["atlanta-charleston"])
    assert game.observe(None).pieces == (3, 43, 45)
    laid = [route for route in game.board.routes if owners(game).get(route.id) == (0,)]
    assert sum(route.length for route in laid) == 42
    assert game.observe(None).points[0] == sum(game.board.printed_points(route) for route in laid)
    assert "atlanta-charleston" not in owners(game)


def test_points_and_turns() -> None:
    game = arrange(started(seats=3), owners={"boston-montreal": 0}, points={1: 77}, turn=2, last_turns=2)
    assert (game.observe(None).points, game.observe(None).last_turns) == ((2, 77, 0), 2)
    assert choosing(game) == (2, "turn")
    do(game, "draw", "draw", "draw", "draw")
    assert game.is_over


def test_nothing_of_it_is_told_as_an_event_and_there_is_no_record() -> None:
    game = started()
    before = game.events
    arrange(game, hands={0: {"red": 1}}, tickets={}, owners={"boston-montreal": 0}, turn=1)
    assert game.events == before
    with pytest.raises(bl.RecordError):
        game.record()


def test_a_position_without_a_choice_goes_on_by_itself() -> None:
    game = arrange(started(), row=[], rest=1, ticket_rest=1, turn=0)
    assert choosing(game) == (1, "turn")
    assert game.observe(None).passes == 1


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ({"hands": {0: {"red": 13}}}, "only 12 red cards"),
        ({"hands": {0: {"rde": 1}}}, "no 'rde' card on this board; did you mean 'red'"),
        ({"hands": {2: {"red": 1}}}, "no seat 2"),
        ({"row": ["red"] * 6}, "5 places, not 6"),
        ({"row": ["red"]}, "short only while there is no deck"),
        ({"row": ["red"], "rest": "discards"}, "as soon as it is empty"),
        ({"rest": "pocket"}, "not to 'pocket'"),
        ({"rest": 7}, "no seat 7"),
        ({"tickets": {0: ["boston-mimai"]}}, "no ticket 'boston-mimai' in this variant; did you mean 'boston-miami'"),
        ({"tickets": {0: ["boston-miami"], 1: ["boston-miami"]}}, "only one ticket"),
        ({"ticket_rest": "pocket"}, "not to 'pocket'"),
        ({"owners": {"boston-montrael": 0}}, "no route 'boston-montrael'; did you mean 'boston-montreal"),
        ({"owners": {"boston-montreal": 0, "boston-montreal#2": 1}}, "beside a track of the same double route"),
        ({"owners": {"boston-montreal": 2}}, "no seat 2"),
        ({"pieces": {0: 46}}, "cannot be left with 46 pieces"),
        ({"turn": 5}, "no seat 5"),
    ],
)
def test_impossible_positions_are_refused_and_change_nothing(position: dict[str, Any], reason: str) -> None:
    game = started()
    before = [game.observe(seat) for seat in range(2)], deck_cards(game)
    with pytest.raises(bl.BadSetup, match=reason):
        arrange(game, **position)
    assert ([game.observe(seat) for seat in range(2)], deck_cards(game)) == before
    game.record()


def test_more_routes_than_pieces_are_refused() -> None:
    game = started()
    long = {route.id: 0 for route in game.board.routes if route.length >= 5 and route.track == 1}
    with pytest.raises(bl.BadSetup, match="seat 0 has 45 pieces, and these routes take"):
        arrange(game, owners=long)


def test_what_is_being_chosen_must_be_chosen_first() -> None:
    game = bl.new_game("usa")
    with pytest.raises(bl.BadSetup, match="still being set up"):
        arrange(game, turn=0)
    with pytest.raises(bl.BadSetup, match="tickets are on offer"):
        arrange(game, tickets={})
    game = started()
    do(game, "draw tickets")
    with pytest.raises(bl.BadSetup, match="tickets are on offer"):
        arrange(game, turn=1)
    do(game, "keep 1", "draw")
    arrange(game, hands={1: {"red": 1}})  # between two cards, only what can be drawn changes
    assert (choosing(game), deck_size(game)) == ((1, "second card"), 104)


def test_a_finished_game_is_left_alone() -> None:
    game = arrange(started(), turn=0, last_turns=1)
    do(game, "draw", "draw")
    with pytest.raises(bl.BadSetup, match="the game is over"):
        arrange(game, hands={})
