"""What San Francisco shares with all boards, tried out on it: SFO-050 to SFO-058. SFO-055 is in test_claims.py."""

from __future__ import annotations

from collections import Counter

import pytest

import branchline as bl
from branchline.boards import registry
from branchline.engine.rng import Rng
from branchline.model.events import DeckRenewed, RowDiscarded, TurnPassed
from branchline.testing.arrange import arrange, deck_cards, deck_tickets
from tests.rules.play import (
    choosing,
    deck_size,
    discards,
    do,
    draws,
    final,
    hand,
    happened,
    options,
    row,
    wilds_shown,
)
from tests.rules.san_francisco.table import BOARD, ROW, opened

TWO_WILDS: list[str | None] = ["wild", "red", "wild", "blue", "green"]


@pytest.mark.parametrize(
    "turn",
    [
        ["claim Lombard Street-Pier 39 with 2 red"],
        ["take wild"],
        ["take red", "draw"],
        ["draw", "draw"],
        ["draw tickets", "keep 1"],
    ],
)
def test_sfo_050_one_action_a_turn(turn: list[str]) -> None:
    """SFO-050"""
    game = arrange(opened(3), hands={0: {"red": 2}}, row=["wild", "red", "blue", "green", "black"], turn=0)
    kinds = {type(game.action(number)) for number in game.legal_actions()}
    assert kinds == {bl.TakeCard, bl.DrawCard, bl.DrawTickets, bl.ClaimRoute}
    do(game, *turn)
    assert choosing(game) == (1, "turn")


def test_sfo_050_a_seat_that_can_do_nothing_passes() -> None:
    """SFO-050"""
    game = arrange(opened(3), hands={2: {"red": 1}}, row=["red", "blue"], rest=0, ticket_rest=0, turn=0)
    start = len(game.events)
    do(game, "take red")
    assert happened(game, TurnPassed, start) == [TurnPassed(1)]
    assert choosing(game) == (2, "turn")


def test_sfo_050_a_round_of_passes_ends_the_game() -> None:
    """SFO-050: seat 0 has all the cards and no cable car left, the others have no cards."""
    game = opened(3)
    arrange(game, row=["red", "blue"], rest=0, ticket_rest=0, pieces={0: 0}, turn=0, last_turns=9)
    start = len(game.events)
    do(game, "take red")
    assert happened(game, TurnPassed, start) == [TurnPassed(1), TurnPassed(2), TurnPassed(0)]
    assert game.observe(None).ended_by == "all passed"
    assert sum(game.scores()[0].lines.values()) == game.scores()[0].total


def test_sfo_051_two_cards_each_replaced_at_once() -> None:
    """SFO-051"""
    game = arrange(opened(), row=ROW, deck_top=["purple", "orange", "black"], turn=0)
    do(game, "take blue")
    assert row(game) == ["red", "purple", "green", "black", "orange"]
    assert choosing(game) == (0, "second card")
    do(game, "take purple")
    assert (hand(game, 0), row(game)[1]) == ({"blue": 1, "purple": 1}, "orange")
    do(game, "draw", "take red")
    assert hand(game, 1) == {"black": 1, "red": 1}


def test_sfo_052_a_face_up_wild_is_the_only_card() -> None:
    """SFO-052: as the first card, and never the second; a blind one is an ordinary card."""
    game = arrange(opened(), row=TWO_WILDS, deck_top=["black", "wild", "orange"], turn=0)
    do(game, "take wild")
    assert (hand(game, 0), choosing(game), row(game)[0]) == ({"wild": 1}, (1, "turn"), "black")
    do(game, "draw")
    assert hand(game, 1) == {"wild": 1}
    assert draws(game) == {"black", "red", "blue", "green", "draw"}
    with pytest.raises(bl.IllegalAction, match="only be taken as the first card"):
        do(game, "take wild")


def test_sfo_053_three_wilds_reset_the_row() -> None:
    """SFO-053"""
    new: list[str | None] = ["green", "green", "black", "wild", "orange"]
    game = arrange(opened(), row=TWO_WILDS, deck_top=["wild", *(str(card) for card in new)], turn=0)
    start = len(game.events)
    do(game, "take red")
    assert (row(game), discards(game)) == (new, {"wild": 3, "blue": 1, "green": 1})
    assert len(happened(game, RowDiscarded, start)) == 1


def test_sfo_053_a_row_stays_if_no_better_one_is_possible() -> None:
    """SFO-053: only three wilds and two other cards are outside hands."""
    game = arrange(opened(), row=TWO_WILDS, deck_top=["wild"], rest=1, turn=0)
    start = len(game.events)
    do(game, "take red")
    assert row(game) == ["wild", "wild", "wild", "blue", "green"]
    assert not happened(game, RowDiscarded, start)


def test_sfo_053_resets_come_up_in_random_games() -> None:
    """SFO-053: with 44 cards they are no rarity. After every step a full row has fewer than three wilds, or there
    is no better one to be had."""
    resets = 0
    for seed in range(40):
        game = bl.new_game(BOARD, seats=4, seed=seed)
        rng = Rng(seed)
        while not game.is_over:
            legal = game.legal_actions()
            game.apply(legal[int(rng.below(len(legal)))])
            shown = row(game)
            if None not in shown and wilds_shown(game) >= 3:
                outside = Counter(deck_cards(game)) + Counter(discards(game)) + Counter(str(card) for card in shown)
                plain = sum(outside.values()) - outside["wild"]
                swapped = deck_size(game) <= 5 and not discards(game)  # the common ruling B1
                assert plain < 3 or swapped
        resets += len(happened(game, RowDiscarded))
    assert resets > 10


def test_sfo_054_the_discards_become_the_deck() -> None:
    """SFO-054: as soon as it is empty."""
    seven = {"red": 3, "blue": 3, "wild": 1}
    game = arrange(opened(), row=["green"] * 5, deck_top=["orange"], discards=seven, rest=1, turn=0)
    start = len(game.events)
    do(game, "draw")
    assert (deck_size(game), discards(game)) == (7, {})
    assert Counter(deck_cards(game)) == seven
    assert happened(game, DeckRenewed, start) == [DeckRenewed(7)]


def test_sfo_054_decks_are_renewed_in_whole_games() -> None:
    """SFO-054: an empty deck means that there are no discards."""
    renewals = 0
    for seed in range(10):
        rules = registry.new_rule_sheet(BOARD, "classic", 4)
        rules.start(seed, -1)
        rng = Rng(seed)
        while not rules.over:
            rules.act_at_random(rng)
            market = rules.observe(None).market
            assert market.deck > 0 or not market.discards
        renewals += rules.observe(None).market.renewals
    assert renewals > 10


def test_sfo_056_kept_tickets_are_kept() -> None:
    """SFO-056: a later choice is about the new ones only, and any number can be held."""
    ids = [ticket.id for ticket in bl.board(BOARD).tickets]
    game = arrange(opened(), tickets={0: ids[:15]}, turn=0)
    top = deck_tickets(game)[:2]
    do(game, "draw tickets")
    assert game.observe(0).tickets.offer == top
    assert len(options(game)) == 3
    do(game, "keep all")
    assert game.observe(0).held == (*ids[:15], *sorted(top, key=ids.index))
    assert game.observe(1).tickets.counts == (17, 0)


def test_sfo_057_a_ticket_is_completed_by_own_routes_only() -> None:
    """SFO-057: by any continuous way, ferries among them; another's route does not help."""
    way = ["pier_39-alcatraz", "pier_39-chinatown", "chinatown-union_square", "union_square-civic_center"]
    way.append("mission_district-civic_center")
    scores = final(opened(), owners=dict.fromkeys(way, 0), tickets={0: ["alcatraz-mission_district"]})
    assert (scores[0].completed, scores[0].tickets) == (("alcatraz-mission_district",), 7)
    for gap in way:
        position = {route: int(route == gap) for route in way}
        scores = final(opened(), owners=position, tickets={0: ["alcatraz-mission_district"]})
        assert (scores[0].completed, scores[0].tickets) == ((), -7)


def test_sfo_058_the_recount_gives_the_running_score() -> None:
    """SFO-058: the line for routes is the sum of the points of the seat's routes."""
    for seed in range(10):
        game = bl.new_game(BOARD, seats=3, seed=seed, events=False)
        rng = Rng(seed)
        while not game.is_over:
            legal = game.legal_actions()
            game.apply(legal[int(rng.below(len(legal)))])
        seen = game.observe(None)
        for sheet in game.scores():
            mine = [game.board.routes[route] for route in seen.tracks.owned_by(sheet.seat)]
            assert sheet.routes == seen.points[sheet.seat] == sum(game.board.printed_points(route) for route in mine)
