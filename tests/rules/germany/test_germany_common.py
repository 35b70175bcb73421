"""What the Germany board shares with the others, played on it: GER-060 to GER-067."""

from __future__ import annotations

from collections import Counter

import pytest

import branchline as bl
from branchline.model.events import DeckRenewed, RowDiscarded
from branchline.testing.arrange import arrange, deck_cards, deck_tickets, started
from tests.rules.germany.table import MIXES, place_passengers, table
from tests.rules.play import (
    PLAIN,
    choosing,
    claimable,
    deck_size,
    discards,
    do,
    draws,
    final,
    hand,
    happened,
    options,
    owners,
    payments,
    row,
)


def kinds(game: bl.Game) -> set[type]:
    """The kinds of action that are legal now."""
    return {type(game.action(number)) for number in game.legal_actions()}


def test_ger_060_one_action_of_three_per_turn() -> None:
    """GER-060, COM-013, COM-014: draw cards, claim, or draw tickets; then it is the next seat's turn."""
    game = table(hands={0: {"red": 3}}, row=PLAIN)
    assert kinds(game) == {bl.TakeCard, bl.DrawCard, bl.DrawTickets, bl.ClaimRoute}
    for actions in (["draw", "draw"], ["draw tickets 4 long", "keep 1"], ["claim Kiel-Dänemark with 2 red"]):
        arrange(game, hands={0: {"red": 3}}, row=PLAIN, turn=0)
        do(game, *actions)
        while choosing(game)[1] == "take passenger":
            do(game, "leave passenger")
        assert choosing(game) == (1, "turn")


def test_ger_060_a_seat_that_can_do_nothing_passes_and_all_passes_end_the_game() -> None:
    """GER-060, COM-015, COM-016: seat 1 holds every card and ticket, and has no train for them."""
    game = started("germany")
    arrange(game, pieces={0: 0, 1: 0}, rest=1, row=[None] * 5, ticket_rest=1, turn=0)
    assert game.is_over
    assert game.observe(None).ended_by == "all passed"


def test_ger_061_two_cards_and_the_row_is_refilled_at_once() -> None:
    """GER-061, COM-017..COM-021: the second choice sees the replacement; a blind card changes no row."""
    game = table(hands={}, row=PLAIN, deck_top=["orange", "yellow", "purple"])
    do(game, "take green")
    assert row(game) == ["red", "blue", "orange", "black", "white"]
    assert (choosing(game), draws(game)) == ((0, "second card"), {"red", "blue", "orange", "black", "white", "draw"})
    do(game, "draw")
    assert row(game) == ["red", "blue", "orange", "black", "white"]
    assert (hand(game, 0), choosing(game)) == ({"green": 1, "yellow": 1}, (1, "turn"))


def test_ger_061_without_a_second_card_the_drawing_ends() -> None:
    """GER-061, COM-022"""
    game = table(row=["red", "wild", "wild", None, None], rest=1)
    do(game, "take red")
    assert choosing(game)[0] == 1


def test_ger_062_a_face_up_wild_is_the_whole_draw() -> None:
    """GER-062, COM-027, COM-028"""
    game = table(hands={}, row=["wild", "red", "blue", "white", "black"], deck_top=["orange"])
    do(game, "take wild")
    assert (hand(game, 0), choosing(game), row(game)[0]) == ({"wild": 1}, (1, "turn"), "orange")


def test_ger_062_a_face_up_wild_is_never_the_second_card() -> None:
    """GER-062, COM-028: neither one that lay there nor one just turned up."""
    game = table(row=["wild", "red", "blue", "white", "black"], deck_top=["wild", "green"])
    do(game, "take red")
    assert row(game)[:2] == ["wild", "wild"]
    assert draws(game) == {"blue", "white", "black", "draw"}


def test_ger_062_a_blind_wild_is_one_card() -> None:
    """GER-062, COM-029..COM-031: two of them are kept; after one a face-up wild is still forbidden."""
    game = table(hands={}, row=["wild", "red", "blue", "white", "black"], deck_top=["wild", "wild"])
    do(game, "draw")
    assert draws(game) == {"red", "blue", "white", "black", "draw"}
    do(game, "draw")
    assert (hand(game, 0), choosing(game)) == ({"wild": 2}, (1, "turn"))


def test_ger_062_three_wilds_reset_the_row() -> None:
    """GER-062, COM-033, COM-034: between the two cards, and the second is chosen from the new row."""
    two = ["wild", "wild", "red", "blue", "white"]
    game = table(row=two, deck_top=["wild", *PLAIN])
    start = len(game.events)
    do(game, "take red")
    assert [event.cards for event in happened(game, RowDiscarded, start)] == [("wild", "wild", "wild", "blue", "white")]
    assert (row(game), choosing(game)) == (PLAIN, (0, "second card"))


def test_ger_063_discards_become_the_deck() -> None:
    """GER-063, COM-038: at the moment the deck is empty."""
    seven = {"red": 3, "blue": 3, "wild": 1}
    game = table(row=PLAIN, deck_top=["orange"], discards=seven, rest=1)
    start = len(game.events)
    do(game, "draw")
    assert happened(game, DeckRenewed, start) == [DeckRenewed(7)]
    assert (Counter(deck_cards(game)), discards(game)) == (seven, {})


def test_ger_063_cards_paid_become_the_deck_if_there_is_none() -> None:
    """GER-063, COM-039, COM-040: and fill up a short row first."""
    game = table(hands={0: {"purple": 3}}, row=["red", None, "blue", "green", "white"], rest=1)
    do(game, "claim Düsseldorf-Niederlande with 3 purple")
    assert (row(game)[1], deck_size(game), discards(game)) == ("purple", 2, {})


def test_ger_064_face_up_cards_can_be_taken_when_nothing_else_is_left() -> None:
    """GER-064, N5: two cards lie there and are not replaced."""
    game = table(row=["red", "blue", None, None, None], rest=1)
    assert (deck_size(game), discards(game)) == (0, {})
    assert draws(game) == {"red", "blue"}
    do(game, "take red")  # the one card left is taken without a question
    assert row(game) == [None] * 5
    assert choosing(game) == (1, "turn")


def test_ger_064_with_no_card_anywhere_only_claims_and_tickets_are_left() -> None:
    """GER-064"""
    game = table(hands={0: {"red": 2}}, row=[None] * 5, rest=1)
    assert kinds(game) == {bl.ClaimRoute, bl.DrawTickets}


def test_ger_065_any_open_route_once_per_turn() -> None:
    """GER-065, COM-042, COM-043, COM-054, COM-056: it need not connect, the cards are discarded, it stays."""
    game = table(hands={0: {"black": 4}, 1: {"black": 4}}, owners={"augsburg-ulm": 0})
    assert {"chemnitz-erfurt", "hamburg-kiel"} <= claimable(game)
    place_passengers(game, {"chemnitz": {}, "erfurt": {}}, {1: {"red": 2}})
    do(game, "claim Chemnitz-Erfurt with 4 black")
    assert choosing(game) == (1, "turn")
    assert (discards(game), game.observe(None).pieces[0]) == ({"black": 4}, 45 - 1 - 4)
    assert "chemnitz-erfurt" not in claimable(game)
    assert owners(game)["chemnitz-erfurt"] == (0,)


def test_ger_065_whole_routes_with_enough_cards_and_trains() -> None:
    """GER-065, COM-044, COM-045, COM-050..COM-052"""
    game = table(hands={0: {"black": 3, "wild": 1}})
    assert payments(game, "chemnitz-erfurt") == {("black", 1)}
    assert payments(game, "konstanz-lindau") == {("wild", 1)}
    assert not payments(game, "berlin-hannover")
    arrange(game, hands={0: {"black": 4}}, pieces={0: 3}, leave_open=["chemnitz-erfurt", "hamburg-kiel"], turn=0)
    assert "chemnitz-erfurt" not in claimable(game)
    assert "hamburg-kiel" in claimable(game)


def test_ger_066_any_number_of_tickets_and_none_is_returned() -> None:
    """GER-066, COM-070, COM-071: seat 0 holds 30 and draws more; only the new ones can go back."""
    held = [ticket.id for ticket in bl.board("germany").tickets][:30]
    game = table(tickets={0: held})
    do(game, "draw tickets 2 short 2 long")
    offer = game.observe(0).tickets.offer
    assert not set(offer) & set(held)
    do(game, "keep 1")
    assert set(game.observe(0).held) == {*held, offer[0]}


def test_ger_066_tickets_are_secret_to_the_end() -> None:
    """GER-066, COM-091, COM-094"""
    game = table(tickets={0: ["berlin-muenchen"], 1: ["koeln-frankfurt"]}, last_turns=1)
    assert game.observe(1).tickets.held == (None, ("koeln-frankfurt",))
    do(game, "draw", "draw")
    assert game.observe(1).tickets.held == (("berlin-muenchen",), ("koeln-frankfurt",))


ROUNDABOUT = ["berlin-magdeburg", "hannover-magdeburg", "erfurt-hannover", "erfurt-nuernberg", "muenchen-nuernberg"]


@pytest.mark.parametrize("missing", [None, *ROUNDABOUT])
def test_ger_067_a_continuous_path_of_own_routes_completes_a_ticket(missing: str | None) -> None:
    """GER-067, COM-072, COM-073: Berlin - München by a detour; with a gap, or another's track, it fails."""
    held = {0: ["berlin-muenchen"]}
    lines = {route: int(route == missing) for route in ROUNDABOUT}
    scores = final(table(), owners=lines, tickets=held)
    assert scores[0].tickets == (15 if missing is None else -15)


def test_the_turn_offers_every_mix_beside_the_other_actions() -> None:
    """GER-060, GER-037: five of the legal actions of a turn draw tickets."""
    game = table()
    assert [text for text in options(game) if text.startswith("draw tickets")] == [
        game.describe(bl.DrawTickets(mix)) for mix in MIXES
    ]
    assert len(deck_tickets(game)) == sum(game.observe(None).tickets.decks)
