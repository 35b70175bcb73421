"""The USA board in play: USA-001 to USA-042. What is printed on it is counted in tests/boards/test_usa_facts.py."""

from __future__ import annotations

import random

import pytest

import branchline as bl
from branchline.boards import registry
from branchline.model.events import LastTurnsStarted, RowDiscarded, TurnStarted
from branchline.testing.arrange import arrange, deck_cards, started
from tests.rules.checked import play_many_checked
from tests.rules.networks import ALL_THREE, EAST, EAST_TICKETS, MIDDLE_TICKETS, WEST_TICKETS
from tests.rules.play import PLAIN, claimable, do, draws, final, hand, happened, options, owners, row

VARIANTS = ("classic", "1910", "mega", "big_cities")
KANSAS = {"denver-kansas_city", "denver-kansas_city#2"}


@pytest.mark.parametrize("variant", VARIANTS)
def test_usa_001_two_to_five_players(variant: str) -> None:
    """USA-001"""
    for seats in range(2, 6):
        assert bl.new_game("usa", variant=variant, seats=seats).seats == seats
    for seats in (1, 6):
        with pytest.raises(bl.BadSetup, match="2 to 5 seats"):
            bl.new_game("usa", variant=variant, seats=seats)


def test_usa_002_004_trains_and_opening_cards() -> None:
    """USA-002, USA-004: 45 trains and 4 cards each."""
    game = bl.new_game("usa", seats=3)
    assert game.observe(None).pieces == (45, 45, 45)
    assert [sum(hand(game, seat).values()) for seat in range(3)] == [4, 4, 4]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_usa_003_110_cards_through_whole_games(seats: int) -> None:
    """USA-003: checked after every step of a hundred random games."""
    variant = VARIANTS[seats - 2]
    rules = registry.new_rule_sheet("usa", variant, seats)
    assert play_many_checked(rules, 25, seats, -1) > 25 * 50
    game = bl.new_game("usa", variant=variant, seats=seats)
    assert len(deck_cards(game)) + 4 * seats + 5 + sum(game.observe(None).market.discards.values()) == 110


def test_usa_005_a_row_of_five_is_reset_by_three_wilds() -> None:
    """USA-005: two wilds stay, the third makes way for five new cards."""
    two: list[str | None] = ["wild", "wild", "red", "blue", "white"]
    game = arrange(started(), row=two, deck_top=["orange", "wild", *PLAIN], turn=0)
    do(game, "take red")
    assert row(game) == ["wild", "wild", "orange", "blue", "white"]
    do(game, "take orange")
    assert row(game) == PLAIN
    assert happened(game, RowDiscarded)[-1].cards == ("wild", "wild", "wild", "blue", "white")


def test_usa_006_the_place_is_refilled_before_the_second_card() -> None:
    """USA-006"""
    game = arrange(started(), row=PLAIN, deck_top=["orange"], turn=0)
    do(game, "take green")
    assert row(game) == ["red", "blue", "orange", "black", "white"]
    assert "orange" in draws(game)


def test_usa_007_only_face_up_wilds_are_limited() -> None:
    """USA-007: one face-up wild ends the turn, two blind ones are kept."""
    game = arrange(
        started(), row=["wild", "red", "blue", "white", "black"], deck_top=["orange", "wild", "wild"], turn=0
    )
    do(game, "take wild")
    assert (hand(game, 0), game.to_move) == ({"wild": 1}, 1)
    do(game, "draw", "draw")
    assert (hand(game, 1), game.to_move) == ({"wild": 2}, 0)


@pytest.mark.parametrize(
    ("variant", "dealt", "opening", "drawn"),
    [("classic", 3, 4, 7), ("1910", 3, 4, 7), ("mega", 5, 16, 15), ("big_cities", 4, 11, 15)],
)
def test_usa_009_010_025_028_029_031_032_choices_of_tickets(variant: str, dealt: int, opening: int, drawn: int) -> None:
    """USA-009, USA-010, USA-025, USA-028, USA-029, USA-031, USA-032: dealt, kept and drawn in each variant."""
    game = bl.new_game("usa", variant=variant)
    assert len(game.observe(0).tickets.offer) == dealt
    assert len(game.legal_actions(0)) == opening
    fewest = game.variant.numbers.keep
    with pytest.raises(bl.IllegalAction, match=f"At least {fewest} of the {dealt} tickets"):
        game.apply(bl.KeepTickets(game.observe(0).tickets.offer[: fewest - 1]), 0)
    game = started(variant=variant)
    do(game, "draw tickets")
    assert len(game.legal_actions()) == drawn


@pytest.mark.parametrize(
    ("variant", "bonuses"),
    [
        ("classic", {"longest_path": 10}),
        ("1910", {"globetrotter": 15}),
        ("mega", {"longest_path": 10, "globetrotter": 15}),
        ("big_cities", {"longest_path": 10}),
    ],
)
def test_usa_012_024_027_033_bonuses_of_each_variant(variant: str, bonuses: dict[str, int]) -> None:
    """USA-012, USA-024, USA-027, USA-033: seat 0 has the longest path and the most completed tickets."""
    ticket = "new_york-atlanta" if variant == "classic" else "chicago-new_york"
    scores = final(started(variant=variant), owners=dict.fromkeys(EAST, 0), tickets={0: [ticket]})
    assert scores[0].completed == (ticket,)
    assert dict(scores[0].bonuses) == bonuses
    assert dict(scores[1].bonuses) == dict.fromkeys(bonuses, 0)


def test_usa_016_points_for_each_length() -> None:
    """USA-016: claim a route of each length, one after the other."""
    game = started()
    lengths = {1: "Atlanta-Nashville", 2: "Boston-New York", 3: "Chicago-Duluth"}
    lengths |= {4: "Dallas-El Paso", 5: "Helena-Omaha", 6: "Miami-New Orleans"}
    for length, route in lengths.items():
        arrange(game, hands={0: {"red": length}}, turn=0)
        before = game.observe(0).points[0]
        do(game, f"claim {route} with {length} red")
        assert game.observe(0).points[0] - before == {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}[length]


@pytest.mark.parametrize("seats", [2, 3])
def test_usa_019_few_players_use_one_track_of_a_double_route(seats: int) -> None:
    """USA-019"""
    cards = {"black": 4, "orange": 4}
    game = arrange(started(seats=seats), hands={0: cards, 1: cards}, row=["red"] * 5, turn=0)
    assert claimable(game) >= KANSAS
    do(game, "claim Denver-Kansas City with 4 black")
    assert claimable(game).isdisjoint(KANSAS)
    with pytest.raises(bl.IllegalAction, match="closed"):
        do(game, "claim Denver-Kansas City with 4 orange")


@pytest.mark.parametrize("seats", [4, 5])
def test_usa_020_more_players_use_both_tracks(seats: int) -> None:
    """USA-020: but no seat uses both."""
    cards = {"black": 4, "orange": 4}
    game = arrange(started(seats=seats), hands={0: cards, 1: cards}, row=["red"] * 5, turn=0)
    do(game, "claim Denver-Kansas City with 4 black")
    after = game.copy()
    do(after, "claim Denver-Kansas City with 4 orange")
    assert owners(after) == {"denver-kansas_city": (0,), "denver-kansas_city#2": (1,)}
    arrange(game, turn=0)
    with pytest.raises(bl.IllegalAction, match="closed"):
        do(game, "claim Denver-Kansas City with 4 orange")


def test_usa_021_two_trains_left_start_the_last_turns() -> None:
    """USA-021: seat 1, then seat 0 again, then scoring."""
    game = arrange(started(), hands={0: {"red": 2}}, row=PLAIN, pieces={0: 4}, leave_open=["boston-new_york"], turn=0)
    do(game, "claim Boston-New York with 2 red")
    assert game.observe(None).pieces[0] == 2
    start = len(game.events)
    do(game, "draw", "draw", "draw", "draw")
    assert [event.seat for event in happened(game, TurnStarted, start)] == [0]
    assert (game.is_over, game.observe(None).ended_by) == (True, "last turns")


def test_usa_022_three_trains_left_start_nothing() -> None:
    """USA-022: 45 - 42 = 3, and play goes on."""
    game = arrange(started(), hands={0: {"red": 2}}, row=PLAIN, pieces={0: 5}, leave_open=["boston-new_york"], turn=0)
    do(game, "claim Boston-New York with 2 red")
    assert game.observe(None).pieces[0] == 3
    do(game, "draw", "draw", "draw", "draw", "draw", "draw")
    assert (game.is_over, happened(game, LastTurnsStarted)) == (False, [])


@pytest.mark.parametrize("variant", VARIANTS)
def test_usa_023_only_tickets_of_the_variant_are_dealt(variant: str) -> None:
    """USA-008, USA-023, USA-026, USA-030: all of them come up, and no others."""
    game = started(variant=variant, seats=3)
    while game.observe(None).tickets.deck:
        do(game, "draw tickets")
        if game.observe(None).open[-1].question == "keep tickets":
            do(game, "keep all")
    held = [ticket for seat in range(3) for ticket in game.observe(seat).held]
    assert sorted(held) == sorted(t.id for t in game.board.tickets if variant in t.sets)


def test_usa_024_the_longest_path_is_worth_nothing_in_1910() -> None:
    """USA-024: seat 1 has the longest path, seat 0 the most tickets; only the latter pays."""
    held = {0: EAST_TICKETS[:2], 1: WEST_TICKETS[:1]}
    scores = final(started(variant="1910", seats=3), owners=ALL_THREE, tickets=held)
    assert [dict(sheet.bonuses) for sheet in scores] == [{"globetrotter": 15}, {"globetrotter": 0}, {"globetrotter": 0}]


def test_usa_036_longest_path_ties() -> None:
    """USA-036: two paths of 25 trains, in a game of three."""
    lines = [
        ["helena-seattle", "duluth-helena", "duluth-toronto", "chicago-toronto", "chicago-pittsburgh"],
        ["el_paso-los_angeles", "el_paso-houston", "houston-new_orleans", "miami-new_orleans", "atlanta-miami"],
    ]
    lengths = {route.id: route.length for route in bl.board("usa").routes}
    assert [sum(lengths[route] for route in line) for line in lines] == [25, 25]
    position = {route: seat for seat, line in enumerate(lines) for route in line}
    scores = final(started(seats=3), owners={**position, "calgary-winnipeg": 2})
    assert [sheet.lines["longest_path"] for sheet in scores] == [10, 10, 0]


@pytest.mark.parametrize("variant", ["1910", "mega"])
def test_usa_037_globetrotter_ties(variant: str) -> None:
    """USA-037: 5, 5 and 2 completed."""
    held = {0: EAST_TICKETS, 1: WEST_TICKETS, 2: MIDDLE_TICKETS[:2]}
    scores = final(started(variant=variant, seats=3), owners=ALL_THREE, tickets=held)
    assert [len(sheet.completed) for sheet in scores] == [5, 5, 2]
    assert [sheet.lines["globetrotter"] for sheet in scores] == [15, 15, 0]


def ended(totals: list[int], completed: list[int], lines: dict[str, int], variant: str = "mega") -> bl.Scores:
    """A game with these final totals and numbers of completed tickets; `lines` are routes that make the paths."""
    networks = {route: seat for route, seat in ALL_THREE.items() if seat < len(totals) and completed[seat]}
    position = {**networks, **lines}
    held = {
        seat: ids[: completed[seat]]
        for seat, ids in enumerate((EAST_TICKETS, WEST_TICKETS, MIDDLE_TICKETS)[: len(totals)])
    }
    game = started(variant=variant, seats=len(totals))
    dry_run = final(game.copy(), owners=position, tickets=held, points=dict.fromkeys(held, 0))
    points = {seat: total - dry_run[seat].total for seat, total in enumerate(totals)}
    scores = final(game, owners=position, tickets=held, points=points)
    assert [sheet.total for sheet in scores] == totals
    assert [len(sheet.completed) for sheet in scores] == completed
    return scores


def test_usa_038_most_points_win() -> None:
    """USA-038: 101 beat 100, whatever the tickets."""
    scores = ended([100, 101], [5, 0], {})
    assert (scores.winners, [sheet.place for sheet in scores]) == ((1,), [2, 1])


def test_usa_039_equal_points_more_completed_tickets() -> None:
    """USA-039: 100 with four tickets beat 100 with three, though the other seat has the longest path."""
    longest = ["calgary-winnipeg", "duluth-winnipeg", "duluth-toronto", "montreal-toronto"]
    scores = ended([100, 100], [3, 4], dict.fromkeys(longest, 0))
    assert [sheet.lines["longest_path"] for sheet in scores] == [10, 0]
    assert scores.winners == (1,)
    assert scores.reason == "most points, tied; more completed tickets"


SHORT, LONG, OTHER = "calgary-helena", "sault_st_marie-winnipeg", "duluth-helena"  # paths of 4, 6 and 6


@pytest.mark.parametrize(
    ("lines", "winners"),
    [
        ({SHORT: 0, LONG: 1}, (1,)),
        ({OTHER: 0, LONG: 1}, (0, 1)),
        ({SHORT: 0, LONG: 2}, (0, 1)),
        ({}, (0, 1)),
    ],
)
@pytest.mark.parametrize("variant", ["classic", "mega", "big_cities"])
def test_usa_040_equal_tickets_holder_of_the_longest_path(
    lines: dict[str, int], winners: tuple[int, ...], variant: str
) -> None:
    """USA-040: seats 0 and 1 are tied; the bonus decides if one of them holds it and the other does not."""
    scores = ended([100, 100, 90], [0, 0, 0], lines, variant)
    assert scores.winners == winners
    assert [sheet.place for sheet in scores] == [1 if seat in winners else len(winners) + 1 for seat in (0, 1)] + [3]


@pytest.mark.parametrize(
    ("lines", "bonuses", "places"),
    [
        ({OTHER: 0, LONG: 1}, [10, 10, 0], [1, 1, 3]),
        ({OTHER: 2, LONG: 1}, [0, 10, 10], [3, 1, 1]),
        ({LONG: 2}, [0, 0, 10], [2, 2, 1]),
        ({}, [0, 0, 0], [1, 1, 1]),
    ],
)
def test_usa_040_holders_stay_ahead_of_the_other_tied_seats(
    lines: dict[str, int], bonuses: list[int], places: list[int]
) -> None:
    """USA-040, N18: of three tied seats those that hold the bonus share the victory, and the others come after them."""
    scores = ended([100, 100, 100], [0, 0, 0], lines)
    assert [sheet.lines["longest_path"] for sheet in scores] == bonuses
    assert [sheet.place for sheet in scores] == places
    assert scores.winners == tuple(seat for seat in range(3) if places[seat] == 1)


def test_usa_041_in_1910_the_victory_is_shared() -> None:
    """USA-041: equal points and tickets; the longer path does not matter."""
    scores = ended([100, 100], [3, 3], {LONG: 1}, "1910")
    assert scores.winners == (0, 1)
    assert "shared" in scores.reason


def test_usa_042_variants_change_nothing_else() -> None:
    """USA-042: the same seed gives the same cards, the same trains and the same first seat."""
    for seed in range(5):
        games = [bl.new_game("usa", variant=variant, seats=3, seed=seed) for variant in VARIANTS]
        for game in games[1:]:
            assert game.first_seat == games[0].first_seat
            assert game.observe(None).pieces == games[0].observe(None).pieces
            assert (row(game), deck_cards(game)) == (row(games[0]), deck_cards(games[0]))
            assert [hand(game, seat) for seat in range(3)] == [hand(games[0], seat) for seat in range(3)]


def test_usa_042_claims_are_the_same_in_all_variants() -> None:
    """USA-042: one position, the same cards to draw and routes to claim."""
    chance = random.Random(42)
    cards = {color: chance.randrange(5) for color in bl.board("usa").cards}
    offered = []
    for variant in VARIANTS:
        game = arrange(started(variant=variant, seats=4), hands={0: cards}, row=["red"] * 5, owners={LONG: 1}, turn=0)
        offered.append(options(game))
    assert all(texts == offered[0] for texts in offered)
