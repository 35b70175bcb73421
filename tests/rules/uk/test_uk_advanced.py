"""The variant with advanced technologies: clauses UKD-067 to UKD-087."""

from __future__ import annotations

from typing import Any

import pytest

import branchline as bl
from branchline.mechanics.technologies import TechnologiesWithdrawn, TechnologyReturned
from branchline.model.events import CardDrawn, LastTurnsStarted
from branchline.testing.arrange import arrange, started
from tests.rules.play import choosing, deck_size, do, final, hand, happened, options, owners, row
from tests.rules.uk.table import (
    PERMISSIONS,
    at_table,
    buyable,
    cards,
    claimable,
    for_sale,
    give,
    owned,
    paid_sets,
    purchases,
    route_payments,
)

ADVANCED = {
    "thermocompressor": 1,
    "water_tenders": 2,
    "risky_contracts": 1,
    "equalising_beam": 1,
    "diesel_power": 1,
}


def advanced(**position: Any) -> bl.Game:
    return at_table(variant="advanced", **position)


def test_ukd_067_only_in_the_variant() -> None:
    """UKD-067: six more cards, all there from the start."""
    classic, variant = started("uk"), started("uk", variant="advanced")
    assert not ADVANCED.keys() & for_sale(classic).keys()
    assert {name: count for name, count in for_sale(variant).items() if name in ADVANCED} == ADVANCED
    with pytest.raises(bl.IllegalAction, match="no technology 'thermocompressor' in this game"):
        classic.apply(bl.BuyTechnology("thermocompressor", 1, 0))


# Thermocompressor


def test_ukd_068_two_claims_in_a_turn() -> None:
    """UKD-068, UKD-070: each with its own payment and points."""
    game = advanced(hands={0: {"wild": 1, "black": 4, "purple": 1}, 1: {}})
    do(game, "buy Thermocompressor with 1 wild")
    assert choosing(game) == (0, "claim")
    do(game, "claim Leeds-Liverpool with 2 black")
    assert choosing(game) == (0, "claim a second route")
    assert "stop" in options(game)
    do(game, "claim Hull-Nottingham with 2 black")
    assert game.to_move == 1
    assert game.observe(None).points[0] == 4
    assert hand(game, 0) == {"purple": 1}


def test_ukd_068_the_second_claim_is_optional() -> None:
    """UKD-068, UKD-071: the card goes back in any case."""
    game = advanced(hands={0: {"wild": 1, "black": 4}, 1: {}})
    do(game, "buy Thermocompressor with 1 wild")
    assert (owned(game, 0), for_sale(game).get("thermocompressor", 0)) == (("thermocompressor",), 0)
    do(game, "claim Leeds-Liverpool with 2 black")
    assert owned(game, 0) == ("thermocompressor",)
    start = len(game.events)
    do(game, "stop")
    assert (game.to_move, owned(game, 0), for_sale(game)["thermocompressor"]) == (1, (), 1)
    assert happened(game, TechnologyReturned, start)[0].technology == "thermocompressor"


def test_ukd_069_only_with_a_claim_to_follow() -> None:
    """UKD-069: and then nothing else is possible, not even stopping."""
    assert "thermocompressor" not in buyable(advanced(hands={0: {"wild": 1}}))
    game = advanced(hands={0: {"wild": 1, "red": 1}})
    assert "thermocompressor" in buyable(game)
    game = advanced(hands={0: {"wild": 2, "red": 2}})
    do(game, "buy Thermocompressor with 1 wild")
    assert all(text.startswith("claim") for text in options(game))
    with pytest.raises(bl.IllegalAction, match="not optional"):
        do(game, "stop")


def test_ukd_069_only_payments_that_leave_a_claim() -> None:
    """UKD-069, N32: one of five cards must be left, and it must be of use."""
    game = advanced(hands={0: {"red": 5}})
    assert purchases(game, "thermocompressor") == {("thermocompressor", 0, 1)}
    game = advanced(hands={0: {"red": 4}})
    assert purchases(game, "thermocompressor") == set()


def test_ukd_070_the_double_route_just_claimed_and_taken_routes() -> None:
    """UKD-070: neither the second track nor a route of another seat."""
    game = advanced(
        seats=3,
        owners={"liverpool-manchester": 1},
        hands={0: {"wild": 1, "blue": 3, "red": 3, "orange": 2}},
    )
    do(game, "buy Thermocompressor with 1 wild", "claim Leeds-Manchester with 1 blue")
    assert "leeds-manchester#2" not in claimable(game)
    assert "liverpool-manchester" not in claimable(game)
    assert "northampton-reading" in claimable(game)


def test_ukd_071_the_next_seat_may_buy_it() -> None:
    """UKD-071"""
    game = advanced(hands={0: {"wild": 1, "black": 4}, 1: {"wild": 1, "red": 2}})
    do(game, "buy Thermocompressor with 1 wild", "claim Leeds-Liverpool with 2 black", "stop")
    assert "thermocompressor" in buyable(game)


def test_ukd_072_one_of_the_two_in_a_turn() -> None:
    """UKD-072"""
    game = advanced(owners={"leeds-manchester": 1}, hands={0: {"wild": 12}})
    assert buyable(game) >= {"right_of_way", "thermocompressor"}
    do(game, "buy Thermocompressor with 1 wild")
    assert buyable(game) == set()


def test_ukd_073_the_end_is_looked_at_after_the_second_claim() -> None:
    """UKD-073: both claims are made, and there is one trigger."""
    routes = ["hull-norwich", "norwich-nottingham", "hull-newcastle", "plymouth-southampton", "cork-penzance"]
    routes += ["aberdeen-newcastle", "dover-london"]
    game = advanced(
        technologies={0: PERMISSIONS},
        owners=dict.fromkeys(routes, 0),
        hands={0: {"wild": 5}, 1: {}},
    )
    assert game.observe(None).pieces[0] == 3
    start = len(game.events)
    do(game, "buy Thermocompressor with 1 wild", "claim Hull-Leeds with 1 wild")
    assert happened(game, LastTurnsStarted, start) == []
    do(game, "claim Leeds-Liverpool with 2 wild")
    assert len(happened(game, LastTurnsStarted, start)) == 1
    assert game.observe(None).pieces[0] == 0


# Water Tenders


def test_ukd_074_three_blind_cards() -> None:
    """UKD-074, UKD-076: instead of the regular draw, decided before the first card; locomotives count as one each."""
    game = advanced(technologies={0: ["water_tenders"]}, hands={0: {}, 1: {}}, deck_top=["wild", "wild", "wild"])
    before = row(game)
    assert "draw 3 cards" in options(game)
    do(game, "draw 3 cards")
    assert (hand(game, 0), row(game), game.to_move) == ({"wild": 3}, before, 1)
    assert len(happened(game, CardDrawn)) == 3
    assert "draw 3 cards" not in options(game)  # seat 1 has no Water Tenders
    arrange(game, turn=0)
    do(game, "draw")
    assert "draw 3 cards" not in options(game)


def test_ukd_074_also_after_a_purchase() -> None:
    """UKD-074, UKD-047: bought and used in the same turn."""
    game = advanced(hands={0: {"wild": 2}})
    do(game, "buy Water Tenders with 2 wild", "draw 3 cards")
    assert sum(hand(game, 0).values()) == 3


def test_ukd_075_only_if_there_are_three_cards() -> None:
    """UKD-075: deck and discards together."""
    game = advanced(technologies={0: ["water_tenders"]}, deck_top=["red"], discards={"blue": 2}, rest=1)
    assert deck_size(game) == 1
    do(game, "draw 3 cards")
    assert hand(game, 0) == {"red": 1, "blue": 2}
    game = advanced(technologies={0: ["water_tenders"]}, deck_top=["red", "red"], rest=1)
    assert "draw 3 cards" not in options(game)


# Risky Contracts, Equalising Beam

COMPLETED = {  # routes and the tickets that they complete, two for each seat
    0: (["leeds-manchester", "cambridge-london"], ["leeds-manchester", "cambridge-london"]),
    1: (["ipswich-norwich", "bristol-southampton"], ["norwich-ipswich", "bristol-southampton"]),
}


@pytest.mark.parametrize(("owner", "points"), [(0, 20), (1, 20), (2, -20)])
def test_ukd_077_risky_contracts(owner: int, points: int) -> None:
    """UKD-077: completed 2, 2, 1: a tie for the most counts."""
    routes = {route: seat for seat, (names, _) in COMPLETED.items() for route in names} | {"brighton-london": 2}
    tickets = {seat: names for seat, (_, names) in COMPLETED.items()} | {2: ["london-brighton", "cork-leeds"]}
    game = advanced(seats=3, technologies={owner: ["risky_contracts"]})
    scores = final(game, owners=routes, tickets=tickets)
    assert scores[owner].lines["risky_contracts"] == points
    assert sum(sheet.lines["risky_contracts"] for sheet in scores) == points


def test_ukd_078_nothing_completed_is_never_the_most() -> None:
    """UKD-078"""
    scores = final(advanced(technologies={0: ["risky_contracts"]}), owners={}, tickets={})
    assert scores[0].lines["risky_contracts"] == -20


@pytest.mark.parametrize(("owner", "points"), [(0, 15), (1, 15), (2, -15)])
def test_ukd_079_equalising_beam(owner: int, points: int) -> None:
    """UKD-079: paths of 3, 3 and 1: a tie for the longest counts."""
    routes = {"leeds-liverpool": 0, "hull-leeds": 0, "dover-london": 1, "brighton-london": 1, "ipswich-norwich": 2}
    scores = final(advanced(seats=3, technologies={owner: ["equalising_beam"]}), owners=routes, tickets={})
    assert scores[owner].lines["equalising_beam"] == points


def test_ukd_079_no_piece_laid_is_never_the_longest() -> None:
    """UKD-079, N11"""
    scores = final(advanced(technologies={0: ["equalising_beam"]}), owners={}, tickets={})
    assert scores[0].lines["equalising_beam"] == -15


def test_ukd_080_paths_of_whole_networks() -> None:
    """UKD-080: New York alone (10) loses to a line of 11; shared tracks count for each owner."""
    line = ["leeds-liverpool", "leeds-newcastle", "carlisle-newcastle", "barrow-carlisle", "barrow-leeds"]
    line += ["hull-leeds", "hull-nottingham"]
    assert sum(route.length for route in bl.board("uk").routes if route.id in line) == 11
    routes: dict[str, Any] = dict.fromkeys(line, 1) | {"southampton-new_york": 0}
    scores = final(advanced(technologies={0: ["equalising_beam"]}), owners=routes, tickets={})
    assert scores[0].lines["equalising_beam"] == -15
    routes["hull-nottingham"] = (0, 1)
    game = advanced(technologies={1: ["equalising_beam"]})
    assert final(game, owners=routes, tickets={})[1].lines["equalising_beam"] == 15
    del routes["hull-nottingham"]  # then the line has 9
    scores = final(advanced(technologies={0: ["equalising_beam"]}), owners=routes, tickets={})
    assert scores[0].lines["equalising_beam"] == 15


def test_ukd_080_no_path_goes_through_france() -> None:
    """UKD-080: two ferries to different ends of France are two paths."""
    routes = dict.fromkeys(["dover-france_east", "southampton-france_west"], 0) | dict.fromkeys(
        ["leeds-liverpool", "hull-leeds", "hull-nottingham"], 1
    )
    game = advanced(technologies={0: [*PERMISSIONS, "equalising_beam"]})
    assert final(game, owners=routes, tickets={})[0].lines["equalising_beam"] == -15


def test_ukd_081_unsold_ones_leave_at_the_first_reshuffle() -> None:
    """UKD-081: at that moment, in the middle of a turn; sold ones stay."""
    game = advanced(deck_top=["red"], discards={"blue": 7}, rest=1, hands={0: {"wild": 4}})
    give(game, 0, ["risky_contracts"])
    assert buyable(game) >= {"equalising_beam"}
    start = len(game.events)
    do(game, "draw")
    assert choosing(game) == (0, "second card")
    assert not {"risky_contracts", "equalising_beam"} & for_sale(game).keys()
    assert happened(game, TechnologiesWithdrawn, start)[0].technologies == ("equalising_beam",)
    assert owned(game, 0) == ("risky_contracts",)
    arrange(game, turn=0)
    assert "equalising_beam" not in buyable(game)
    with pytest.raises(bl.IllegalAction, match="not for sale"):
        do(game, "buy Equalising Beam with 2 wild")


def test_ukd_082_a_purchase_is_complete_before_its_own_reshuffle() -> None:
    """UKD-082: with no deck and no discards the price becomes the deck: the first reshuffle."""
    game = advanced(row=["red", "red", "blue", "blue", "white"], rest=1, hands={0: {"wild": 2}})
    assert (deck_size(game), game.observe(None).market.renewals) == (0, 0)
    do(game, "buy Risky Contracts with 2 wild")
    assert game.observe(None).market.renewals == 1
    assert owned(game, 0) == ("risky_contracts",)
    assert "equalising_beam" not in for_sale(game)


# Diesel Power


def test_ukd_083_one_card_less() -> None:
    """UKD-083: two trains and two points for one white card."""
    game = advanced(technologies={0: ["diesel_power"]}, hands={0: {"white": 2}})
    assert route_payments(game, "leeds-newcastle#2") == {cards(white=1)}
    do(game, "claim Leeds-Newcastle #2 with 1 white")
    view = game.observe(None)
    assert (view.pieces[0], view.points[0], hand(game, 0)) == (33, 2, {"white": 1})


def test_ukd_084_never_a_symbol_and_never_the_last_card() -> None:
    """UKD-084"""
    game = advanced(technologies={0: [*PERMISSIONS, "diesel_power"]}, hands={0: {"wild": 3, "red": 9}})
    assert route_payments(game, "northampton-reading") == {cards(red=1), cards(wild=1)}
    assert cards(wild=1) in route_payments(game, "barrow-liverpool")
    assert route_payments(game, "dublin-holyhead") == {cards(wild=1), cards(red=4)}
    paid = route_payments(game, "cork-penzance")
    assert cards(wild=2, red=3) in paid
    assert cards(wild=2, red=4) not in paid
    assert cards(wild=3, red=6) in route_payments(game, "southampton-new_york")


def test_ukd_085_a_bundle_is_a_unit_too() -> None:
    """UKD-085: black 2 without a black card for one bundle; purchases are not cheaper."""
    game = advanced(technologies={0: ["diesel_power"]}, hands={0: {"red": 4, "wild": 1}})
    assert route_payments(game, "leeds-liverpool") == {cards(red=4), cards(wild=1)}
    assert purchases(game, "booster") == {("booster", 1, 1)}
    assert paid_sets(game, [bl.BuyTechnology("booster", 1, 1)]) == [cards(red=4, wild=1)]


def test_ukd_086_what_can_be_saved_is_saved() -> None:
    """UKD-086: a route of 3 takes two units, never three."""
    own = {0: ["mechanical_stoker", "diesel_power"]}
    game = advanced(technologies=own, hands={0: {"yellow": 3, "wild": 3}})
    assert route_payments(game, "bristol-plymouth") == {cards(yellow=2), cards(yellow=1, wild=1), cards(wild=2)}
    with pytest.raises(bl.IllegalAction, match="takes 2 cards, not 3"):
        game.apply(bl.ClaimRoute("bristol-plymouth", "yellow", 0))


def test_ukd_087_both_claims_of_a_turn() -> None:
    """UKD-087: two routes of 2 for one card each."""
    game = advanced(technologies={0: ["diesel_power"]}, hands={0: {"wild": 1, "black": 2, "green": 1}})
    do(
        game,
        "buy Thermocompressor with 1 wild",
        "claim Leeds-Liverpool with 1 black",
        "claim Barrow-Leeds with 1 green",
    )
    assert owners(game) == {"leeds-liverpool": (0,), "barrow-leeds": (0,)}
    assert hand(game, 0) == {"black": 1}
