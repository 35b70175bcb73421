"""Bundles: clauses UKD-019 to UKD-029, and every payment against a slow and plain reading of the rules."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

import branchline as bl
from branchline.engine.decisions import TURN
from branchline.engine.rng import Rng
from branchline.mechanics.bundles.bundle_claims import BundleClaims
from branchline.model.board import Route
from branchline.testing.arrange import arrange
from tests.rules.play import discards, do, hand, options
from tests.rules.uk.table import (
    PERMISSIONS,
    Cards,
    all_claims,
    at_table,
    cards,
    claimable,
    paid_sets,
    purchases,
    route_payments,
    rules_of,
)

FERRIES = {0: PERMISSIONS}


def test_ukd_019_four_mixed_cards_stand_for_a_locomotive() -> None:
    """UKD-019, UKD-022: of any colors; with Booster three."""
    mixed = {"red": 1, "blue": 1, "green": 1, "white": 1}
    game = at_table(hands={0: mixed})
    assert purchases(game, "wales_concession") == {("wales_concession", 0, 1)}
    do(game, "buy Wales Concession with 1 bundle")
    assert hand(game, 0) == {}
    assert discards(game) == mixed
    game = at_table(technologies={0: ["booster"]}, hands={0: {"red": 1, "blue": 1, "green": 1}})
    assert purchases(game, "wales_concession") == {("wales_concession", 0, 1)}
    assert not purchases(at_table(hands={0: {"red": 1, "blue": 1, "green": 1}}))


def test_ukd_020_a_bundle_serves_wherever_a_locomotive_does() -> None:
    """UKD-020: for a symbol, in a set, and when buying."""
    game = at_table(technologies=FERRIES, hands={0: {"red": 5}})
    assert route_payments(game, "dublin-holyhead") == {cards(red=5)}
    game = at_table(hands={0: {"black": 1, "red": 4}})
    assert route_payments(game, "leeds-liverpool") == {cards(black=1, red=4)}
    assert purchases(game, "booster") == set()
    assert purchases(game, "scotland_concession") == {("scotland_concession", 0, 1)}


def test_ukd_021_a_bundle_has_no_locomotive_and_no_card_too_many() -> None:
    """UKD-021: three reds and a locomotive are no bundle; with Booster four cards are none either."""
    game = at_table(hands={0: {"red": 3, "wild": 1}})
    assert purchases(game, "wales_concession") == {("wales_concession", 1, 0)}
    with pytest.raises(bl.IllegalAction, match="bundles of 4 cards and you have 3"):
        do(game, "buy Wales Concession with 1 bundle")
    with pytest.raises(bl.IllegalAction, match="no 'wild' cards"):
        game.apply(bl.PayCards("wild", 1))
    game = at_table(technologies={0: ["booster"]}, hands={0: {"red": 4, "blue": 4}})
    buying = [bl.BuyTechnology("wales_concession", 0, 1)]
    assert {sum(count for _, count in paid) for paid in paid_sets(game, buying)} == {3}


def test_ukd_023_several_bundles_and_locomotives_mix() -> None:
    """UKD-023: a price of 2 with one locomotive and 9 other cards."""
    game = at_table(hands={0: {"wild": 1, "red": 9}})
    assert purchases(game, "booster") == {("booster", 1, 1), ("booster", 0, 2)}
    ways = [bl.BuyTechnology("booster", 1, 1), bl.BuyTechnology("booster", 0, 2)]
    assert paid_sets(game, ways) == [cards(red=4, wild=1), cards(red=8)]


def test_ukd_024_a_bundle_in_the_set_has_no_card_of_its_color() -> None:
    """UKD-024: Leeds - Liverpool is black and two long."""
    game = at_table(hands={0: {"black": 2, "red": 3}})
    assert route_payments(game, "leeds-liverpool") == {cards(black=2)}
    game = at_table(hands={0: {"black": 1, "red": 4}})
    assert route_payments(game, "leeds-liverpool") == {cards(black=1, red=4)}
    game = at_table(hands={0: {"black": 2, "red": 4}})
    assert route_payments(game, "leeds-liverpool") == {cards(black=2), cards(black=1, red=4)}


def test_ukd_025_a_gray_set_needs_a_card_beside_its_bundles() -> None:
    """UKD-025: Brighton - London is gray and one long."""
    game = at_table(hands={0: {"red": 1, "blue": 1, "green": 1, "white": 1}})
    assert route_payments(game, "brighton-london") == {cards(red=1), cards(blue=1), cards(green=1), cards(white=1)}
    game = at_table(hands={0: {"red": 2, "blue": 2, "green": 2, "white": 2}})
    paid = route_payments(game, "dover-london")
    assert {sum(count for _, count in way) for way in paid} == {2, 5}
    assert all(1 in dict(way).values() for way in paid if len(way) > 1)


def test_ukd_026_a_colored_set_may_be_all_bundles() -> None:
    """UKD-026: Leeds - Liverpool with eight cards, none of them black."""
    game = at_table(hands={0: {"red": 4, "blue": 4}})
    assert route_payments(game, "leeds-liverpool") == {cards(red=4, blue=4)}
    game = at_table(hands={0: {"red": 4, "wild": 1}})
    assert route_payments(game, "leeds-liverpool") == {cards(red=4, wild=1)}


def test_ukd_027_a_bundle_on_a_symbol_may_have_the_color_of_the_set() -> None:
    """UKD-027: Dublin - Holyhead with five reds; and a set of another color out of the same cards is no second way."""
    game = at_table(technologies=FERRIES, hands={0: {"red": 5}})
    assert route_payments(game, "dublin-holyhead") == {cards(red=5)}
    game = at_table(technologies=FERRIES, hands={0: {"red": 1, "blue": 4}})
    assert route_payments(game, "dublin-holyhead") == {cards(red=1, blue=4)}


def test_ukd_028_locomotives_count_for_symbols_first() -> None:
    """UKD-028: bundles may be used beside locomotives, but nothing superfluous."""
    game = at_table(hands={0: {"wild": 1, "red": 4}})
    assert purchases(game, "wales_concession") == {("wales_concession", 1, 0), ("wales_concession", 0, 1)}
    game = at_table(technologies=FERRIES, hands={0: {"wild": 1, "red": 2, "blue": 1, "green": 1}})
    assert route_payments(game, "dublin-holyhead") == {
        cards(wild=1, red=1),
        cards(wild=1, blue=1),
        cards(wild=1, green=1),
    }
    with pytest.raises(bl.IllegalAction, match="cannot be claimed with 0 cards, 1 wilds and 1 bundles"):
        do(game, "claim Dublin-Holyhead with 1 wild + 1 bundle")


def test_ukd_029_colors_are_not_compared() -> None:
    """UKD-029: a red card with a bundle of blue, blue, green, white, though two blues would do."""
    game = at_table(hands={0: {"red": 1, "blue": 2, "green": 1, "white": 1}})
    paid = route_payments(game, "dover-london")
    assert cards(blue=2) in paid
    assert cards(red=1, blue=2, green=1, white=1) in paid


def test_bundles_are_asked_color_by_color() -> None:
    """Every color with a choice is asked, in the order of the board; a color without one is not."""
    game = at_table(hands={0: {"white": 2, "blue": 1, "red": 3, "wild": 1}})
    do(game, "buy Booster with 1 wild + 1 bundle")
    assert options(game) == ["pay no white", "pay 1 white", "pay 2 white"]
    do(game, "pay no white")  # then only blue and the three reds are left
    assert hand(game, 0) == {"white": 2}


def test_a_payment_that_has_begun_can_be_completed() -> None:
    """Whatever is chosen on the way, all questions have answers; N33."""
    game = at_table(technologies=FERRIES, hands={0: {"red": 3, "blue": 3, "green": 3, "white": 2, "wild": 1}})
    for claim in all_claims(game):
        assert paid_sets(game, [claim])


def oracle(board: bl.Board, route: Route, held: dict[str, int], size: int, saved: int) -> set[Cards]:
    """Every set of cards that pays for a route by the words of the rules, found by trying all."""
    units = max(route.length - saved, route.wilds, 1)
    found: set[Cards] = set()
    kinds = list(held)
    for counts in product(*(range(held[kind] + 1) for kind in kinds)):
        used = Counter({kind: count for kind, count in zip(kinds, counts, strict=True) if count})
        if used and any(pays(route, units, Counter(used), size, color) for color in (*board.colors, None)):
            found.add(tuple(sorted(used.items())))
    return found


def pays(route: Route, units: int, used: Counter[str], size: int, color: str | None) -> bool:
    """Whether these cards pay, with a set of that color (None: there are no set cards)."""
    if color is not None and route.color not in ("gray", color):
        return False
    wilds = used.pop("wild", 0)
    plain = sum(used.values())
    for bundles in range(plain // size + 1):
        cards_of_set = plain - bundles * size
        if cards_of_set + wilds + bundles != units or (cards_of_set > 0) != (color is not None):
            continue
        if color is not None and used[color] < cards_of_set:
            continue
        by_wilds = min(wilds, route.wilds)
        if route.wilds - by_wilds > bundles:
            continue
        in_set = bundles - (route.wilds - by_wilds)
        if in_set:
            set_color = color if route.color == "gray" else route.color
            if route.color == "gray" and cards_of_set == 0:
                continue
            if set_color is not None and used[set_color] != cards_of_set:
                continue
        return True
    return False


@pytest.mark.parametrize("seed", range(8))
def test_every_payment_is_offered_once_and_no_other(seed: int) -> None:
    """UKD-019 to UKD-029, UKD-083 to UKD-086: against the oracle, for random hands and all lengths and colors."""
    rng = Rng(seed)
    extra = (("booster",), (), ("diesel_power",), ("booster", "diesel_power"))[seed % 4]
    game = at_table(variant="advanced", technologies={0: (*PERMISSIONS, *extra)})
    size = 3 if "booster" in extra else 4
    picked = ["brighton-london", "leeds-liverpool", "dover-london", "dublin-holyhead", "barrow-liverpool"]
    picked += ["edinburgh-newcastle", "hull-norwich", "cork-penzance", "stornoway-wick", "southampton-new_york"]
    routes = {route.id: route for route in game.board.routes}
    for _ in range(3):
        held: Counter[str] = Counter()
        colors = [game.board.colors[int(rng.below(8))] for _ in range(3)] + ["black", "green"]
        for _ in range(int(rng.below(12))):
            held[(*colors, "wild")[int(rng.below(6))]] += 1
        arrange(game, hands={0: dict(held)}, turn=0)
        for name in picked:
            expected = oracle(game.board, routes[name], dict(held), size, int("diesel_power" in extra))
            assert route_payments(game, name) == expected, (name, held)
        for price, name in ((2, "water_tenders"), (4, "double_heading")):
            check_price(game, price, name, held, size)


def check_price(game: bl.Game, price: int, name: str, held: Counter[str], size: int) -> None:
    """All payments of a price in locomotives: whole bundles of any colors."""
    found = paid_sets(game, [bl.BuyTechnology(*way) for way in sorted(purchases(game, name))])
    kinds = list(held)
    expected = set()
    for counts in product(*(range(held[kind] + 1) for kind in kinds)):
        used = {kind: count for kind, count in zip(kinds, counts, strict=True) if count}
        plain = sum(used.values()) - used.get("wild", 0)
        if plain % size == 0 and used.get("wild", 0) + plain // size == price:
            expected.add(tuple(sorted(used.items())))
    assert len(found) == len(expected)
    assert set(found) == expected


@pytest.mark.parametrize("seed", range(4))
def test_claims_are_counted_as_route_by_route(seed: int) -> None:
    """All colored routes are counted at a glance, from a table: the same as looking at each of them."""
    rng = Rng(seed)
    extra = (("booster",), (), ("diesel_power",), ("booster", "diesel_power"))[seed]
    game = at_table(variant="advanced", technologies={0: (*PERMISSIONS, *extra)})
    counted: set[int] = set()
    for _ in range(40):
        colors = [game.board.colors[int(rng.below(8))] for _ in range(1 + int(rng.below(8)))]
        held = Counter((*colors, "wild")[int(rng.below(len(colors) + 1))] for _ in range(int(rng.below(20))))
        held = Counter({card: min(count, 12) for card, count in held.items()})
        claims = rules_of(arrange(game.copy(), hands={0: dict(held)}, turn=0)).bundle_claims
        claims.commons.pieces[0] = 1 + rng.below(12)
        each = route_by_route(claims)
        assert claims.packs
        assert claims.count(0, TURN) == each
        assert len({claims.nth(0, TURN, n) for n in range(each)}) == each
        claims.packs = False
        assert claims.count(0, TURN) == each
        counted.add(each)
    assert len(counted) > 20


def route_by_route(claims: BundleClaims) -> int:
    """The claims with bundles of the first seat, as the purse says for one route at a time."""
    purse, terrain = claims.purse, claims.terrain
    purse.look_at(0)
    purse.find_limits()
    total = 0
    for route in range(terrain.routes):
        if claims.tracks.is_open(0, route) and terrain.length[route] <= claims.commons.pieces[0]:
            price = claims.claims.price(route, claims.claims.saved[0])
            total += int(purse.ways(terrain.color[route], terrain.shape[route], price))
    return total


def test_nothing_can_be_paid_with_an_empty_hand() -> None:
    """UKD-030: nor claimed."""
    game = at_table(hands={0: {}})
    assert claimable(game) == set()
    assert purchases(game) == set()
