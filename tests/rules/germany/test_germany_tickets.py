"""Short and long tickets: GER-037 to GER-048."""

from __future__ import annotations

from itertools import combinations

import pytest

import branchline as bl
from branchline.model.events import MixAnnounced, MixKept, TicketsDrawn
from branchline.testing.arrange import arrange, deck_tickets
from tests.rules.germany.table import MIXES, table
from tests.rules.play import choosing, do, final, happened, options, stories

TICKETS = bl.board("germany").tickets
SHORT = [ticket.id for ticket in TICKETS if ticket.deck == "short"]
LONG = [ticket.id for ticket in TICKETS if ticket.deck == "long"]


def left(short: int, long: int, seats: int = 2) -> bl.Game:
    """Seat 0 is on turn with that many tickets left in the decks; seat 1 holds all others."""
    return table(seats, ticket_deck=[*SHORT[:short], *LONG[:long]], ticket_rest=1)


def mixes(game: bl.Game) -> list[tuple[int, ...]]:
    """The mixes that can be announced now."""
    actions = [game.action(number) for number in game.legal_actions()]
    return [action.mix for action in actions if isinstance(action, bl.DrawTickets)]


def test_ger_037_four_tickets_in_an_announced_mix() -> None:
    """GER-037: five announcements; nobody has seen a ticket when one is made."""
    game = left(10, 10)
    assert mixes(game) == MIXES
    start = len(game.events)
    do(game, "draw tickets 3 short 1 long")
    assert game.observe(0).tickets.offer == (*SHORT[:3], LONG[0])
    assert choosing(game) == (0, "keep tickets")
    assert stories(game, start) == ["MixAnnounced", "TicketsDrawn"]
    assert game.events_for(1, start) == (MixAnnounced(0, (3, 1)), TicketsDrawn(0, 4, None))
    assert game.observe(1).tickets.offered_by_deck == ((3, 1), (0, 0))


@pytest.mark.parametrize(
    ("short", "long", "expected"),
    [
        (1, 10, [(0, 4), (1, 3)]),
        (10, 1, [(3, 1), (4, 0)]),
        (0, 10, [(0, 4)]),
        (10, 0, [(4, 0)]),
        (2, 3, [(1, 3), (2, 2)]),
        (3, 3, [(1, 3), (2, 2), (3, 1)]),
        (2, 2, [(2, 2)]),
        (1, 2, [(1, 2)]),
        (3, 0, [(3, 0)]),
        (0, 1, [(0, 1)]),
        (1, 0, [(1, 0)]),
        (0, 0, []),
    ],
)
def test_ger_038_039_040_the_mix_must_be_there(short: int, long: int, expected: list[tuple[int, int]]) -> None:
    """GER-038, GER-039, GER-040, N20: no more than a deck holds; four in all, or what is left."""
    game = left(short, long)
    assert mixes(game) == expected
    rules = game._rules
    assert rules.count(0, 0) == len(game.legal_actions())
    for mix in [(a, b) for a in range(5) for b in range(5) if (a, b) not in expected]:
        with pytest.raises(bl.IllegalAction):
            game.apply(bl.DrawTickets(mix))


def test_ger_038_counting_agrees_with_listing() -> None:
    """GER-038: for every number of tickets left."""
    for short in range(6):
        for long in range(6):
            game = left(short, long)
            rules = game._rules
            legal = game.legal_actions()
            assert rules.count(0, 0) == len(legal)
            assert sorted(int(rules.nth(0, 0, n)) for n in range(len(legal))) == legal


def test_ger_038_why_a_mix_is_refused() -> None:
    """GER-038: the refusal says what there is; an empty table says so too."""
    game = left(1, 10)
    with pytest.raises(bl.IllegalAction, match="it takes 4 tickets of the 1 short and 10 long left"):
        do(game, "draw tickets 2 short 2 long")
    with pytest.raises(bl.IllegalAction, match="Say how many short tickets and long tickets"):
        game.apply(bl.DrawTickets(()))
    with pytest.raises(bl.IllegalAction, match="No tickets are left"):
        left(0, 0).apply(bl.DrawTickets((2, 2)))


def test_ger_039_all_that_are_left_are_drawn() -> None:
    """GER-039: one short and two long ones."""
    game = left(1, 2)
    do(game, "draw tickets 1 short 2 long")
    assert game.observe(0).tickets.offer == (SHORT[0], *LONG[:2])
    assert len(game.legal_actions()) == 7
    do(game, "keep all")
    assert game.observe(0).tickets.decks == (0, 0)


def test_ger_040_the_action_is_there_while_a_deck_is() -> None:
    """GER-040: the last ticket is drawn and kept without a further question."""
    game = left(1, 0)
    assert [text for text in options(game) if "tickets" in text] == ["draw tickets 1 short"]
    do(game, "draw tickets")
    assert (choosing(game), game.observe(0).held) == ((1, "turn"), (SHORT[0],))
    assert not [text for text in options(game) if "tickets" in text]


def test_ger_041_at_least_one_is_kept() -> None:
    """GER-041"""
    game = left(10, 10)
    do(game, "draw tickets 2 short 2 long")
    offer = game.observe(0).tickets.offer
    kept = {game.action(number) for number in game.legal_actions()}
    assert kept == {bl.KeepTickets(c) for size in (1, 2, 3, 4) for c in combinations(offer, size)}
    assert len(game.legal_actions()) == 15


def test_ger_042_returned_tickets_go_under_their_own_deck() -> None:
    """GER-042: in the order drawn; the seat knows where they lie, the others only who put them there (COM-093)."""
    game = left(5, 5)
    do(game, "draw tickets 2 short 2 long", "keep 4")
    assert deck_tickets(game) == (*SHORT[2:5], *SHORT[:2], *LONG[2:5], LONG[0])
    mine, others = game.observe(0).tickets, game.observe(1).tickets
    assert mine.known_in_deck == (None, None, None, *SHORT[:2], None, None, None, LONG[0])
    assert others.known_in_deck == (None,) * 9
    assert others.returned_by == (None, None, None, 0, 0, None, None, None, 0)
    assert mine.decks == others.decks == (5, 4)


def test_ger_042_returned_tickets_come_up_again() -> None:
    """GER-042: short ones as short ones, when those above them are drawn."""
    game = left(4, 4)
    do(game, "draw tickets 2 short 2 long", "keep 1")
    do(game, "draw tickets 3 short 1 long", seat=1)
    assert game.observe(1).tickets.offer == (SHORT[2], SHORT[3], SHORT[1], LONG[2])


def test_ger_043_the_backs_are_public() -> None:
    """GER-043: two short and one long, without names."""
    game = table(tickets={0: [*SHORT[:2], LONG[0]], 1: LONG[1:3]})
    for seat in (None, 1):
        view = game.observe(seat).tickets
        assert view.counts_by_deck == ((2, 1), (0, 2))
        assert (view.counts, view.held[0]) == ((3, 2), None)
    start = len(game.events)
    do(game, "draw tickets 1 short 3 long", "keep 2, 3")
    assert happened(game, MixKept, start) == [MixKept(0, (0, 2))]
    assert game.observe(1).tickets.counts_by_deck == ((2, 3), (0, 2))


def test_ger_043_which_tickets_is_hidden() -> None:
    """GER-043: a short ticket in the place of another changes nothing for the others; a long one does."""
    views = []
    for ticket in (SHORT[0], SHORT[1], LONG[0]):
        game = table(tickets={0: [ticket]}, ticket_deck=[*SHORT[2:], *LONG[1:]])
        views.append(game.observe(1))
    assert views[0] == views[1] != views[2]


def completes(routes: list[str], ticket: str) -> bool:
    """Whether seat 0 completes a ticket with these routes."""
    scores = final(table(), owners=dict.fromkeys(routes, 0), tickets={0: [ticket]})
    assert (ticket in scores[0].completed) != (ticket in scores[0].failed)
    return ticket in scores[0].completed


def test_ger_044_a_country_can_be_a_goal() -> None:
    """GER-044: at one end, or at both."""
    assert completes(
        ["bremerhaven-daenemark_bremerhaven", "bremen-bremerhaven", "bremen-hamburg", "berlin-hamburg"],
        "daenemark-berlin",
    )
    assert not completes(["berlin-hamburg"], "daenemark-berlin")


def test_ger_045_dead_ends_are_apart() -> None:
    """GER-045: Lindau and München both lead to Austria, and are not joined by it."""
    both = ["lindau-oesterreich_lindau", "muenchen-oesterreich_muenchen"]
    game = table(owners=dict.fromkeys(both, 0))
    cities = {city.id: city.index for city in game.board.cities}
    tracks = game._rules.tracks  # type: ignore[attr-defined]
    assert not tracks.connections.connected(0, cities["lindau"], cities["muenchen"])
    assert not tracks.connections.connected(0, cities["oesterreich_lindau"], cities["oesterreich_muenchen"])
    konstanz = [*both, "konstanz-lindau"]
    assert not completes(konstanz, "muenchen-konstanz")
    assert completes(["lindau-muenchen", "konstanz-lindau"], "muenchen-konstanz")


def test_ger_046_worked_example() -> None:
    """GER-046: Freiburg and Saarbrücken both joined to France are not thereby connected."""
    both = ["freiburg-frankreich_freiburg", "saarbruecken-frankreich_saarbruecken"]
    way = ["koblenz-saarbruecken", "koblenz-koeln", "dortmund-duesseldorf", "duesseldorf-koeln", "dortmund-kassel"]
    assert not completes([*both, *way], "kassel-freiburg")
    assert completes([*both[1:], *way, "karlsruhe-saarbruecken", "freiburg-karlsruhe"], "kassel-freiburg")


@pytest.mark.parametrize(
    "end",
    [
        ["freiburg-karlsruhe", "freiburg-schweiz_freiburg"],
        ["karlsruhe-stuttgart", "konstanz-stuttgart", "konstanz-schweiz_konstanz"],
        ["karlsruhe-stuttgart", "stuttgart-ulm", "lindau-ulm", "lindau-schweiz_lindau"],
    ],
)
def test_ger_047_any_dead_end_of_the_country_will_do(end: list[str]) -> None:
    """GER-047: Köln - Switzerland through Freiburg, Konstanz or Lindau."""
    way = ["frankfurt-koeln", "frankfurt-mannheim", "karlsruhe-mannheim", *end]
    assert completes(way, "koeln-schweiz")
    assert not completes(way[:-1], "koeln-schweiz")


def test_ger_048_between_two_countries() -> None:
    """GER-048: Denmark - Netherlands by way of Bremerhaven and Emden scores its 10."""
    way = ["bremerhaven-daenemark_bremerhaven", "bremerhaven-emden", "emden-niederlande_emden"]
    scores = final(table(), owners=dict.fromkeys(way, 0), tickets={0: ["daenemark-niederlande"]})
    assert (scores[0].completed, scores[0].tickets) == (("daenemark-niederlande",), 10)
    for missing in way:
        assert not completes([route for route in way if route != missing], "daenemark-niederlande")
    apart = ["bremerhaven-daenemark_bremerhaven", "bremerhaven-kiel", "kiel-daenemark_kiel"]
    assert not completes([*apart, "emden-niederlande_emden"], "daenemark-niederlande")


def test_words_for_mixes() -> None:
    """What is clear may be left out; the decks are named as the board names them."""
    game = left(10, 10)
    assert game.parse("draw tickets 3 short 1 long") == bl.DrawTickets((3, 1))
    assert game.parse("draw tickets 1 long, 3 short") == bl.DrawTickets((3, 1))
    assert game.parse("draw tickets 4 l") == bl.DrawTickets((0, 4))
    for words in ("draw tickets 4", "draw tickets 2 medium 2 long"):
        with pytest.raises(bl.NotationError, match="2 short 2 long"):
            game.parse(words)
    arrange(game, ticket_deck=LONG[:9], ticket_rest=1, turn=0)
    assert game.parse("draw tickets") == bl.DrawTickets((0, 4))
