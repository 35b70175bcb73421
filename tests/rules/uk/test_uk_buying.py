"""Buying technologies, and what the basic ones do: clauses UKD-045 to UKD-066."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.mechanics.technologies import TechnologyBought, TechnologyReturned
from branchline.model.events import CardsPaid, PointsScored, RouteClaimed, TurnPassed
from branchline.testing.arrange import arrange
from tests.rules.play import choosing, discards, do, final, hand, happened, options, owners
from tests.rules.uk.table import (
    PERMISSIONS,
    all_claims,
    at_table,
    buyable,
    cards,
    claimable,
    for_sale,
    owned,
    paid_sets,
    purchases,
)


def test_ukd_045_nobody_starts_with_a_technology() -> None:
    """UKD-045"""
    game = bl.new_game("uk", seats=4)
    assert [owned(game, seat) for seat in range(4)] == [()] * 4


def test_ukd_046_one_purchase_before_the_action() -> None:
    """UKD-046: never two, never after the action has begun."""
    game = at_table(hands={0: {"wild": 6}})
    do(game, "buy Booster with 2 wild")
    assert choosing(game) == (0, "action after a purchase")
    assert buyable(game) == set()
    game = at_table(hands={0: {"wild": 6}}, row=["red", "blue", "green", "white", "black"])
    do(game, "take red")
    assert buyable(game) == set()


def test_ukd_047_the_regular_action_follows() -> None:
    """UKD-047: any of them."""
    game = at_table(hands={0: {"wild": 2}}, tickets={})
    do(game, "buy Wales Concession with 1 wild", "draw tickets")
    assert choosing(game) == (0, "keep tickets")
    game = at_table(hands={0: {"wild": 2}}, row=["red", "blue", "green", "white", "black"])
    do(game, "buy Wales Concession with 1 wild", "take red")
    assert choosing(game) == (0, "second card")
    do(game, "draw")
    assert game.to_move == 1


def test_ukd_047_a_face_up_locomotive_is_still_the_whole_draw() -> None:
    """UKD-047, COM-027"""
    game = at_table(hands={0: {"wild": 1}}, row=["wild", "blue", "green", "white", "black"])
    do(game, "buy Wales Concession with 1 wild", "take wild")
    assert game.to_move == 1


def test_ukd_048_the_price_is_discarded() -> None:
    """UKD-048: two locomotives, or bundles for them."""
    game = at_table(hands={0: {"wild": 2, "red": 8}})
    assert purchases(game, "booster") == {("booster", 2, 0), ("booster", 1, 1), ("booster", 0, 2)}
    found = paid_sets(game, [bl.BuyTechnology(*way) for way in sorted(purchases(game, "booster"))])
    assert set(found) == {cards(wild=2), cards(wild=1, red=4), cards(red=8)}
    do(game, "buy Booster with 1 wild + 1 bundle")
    assert discards(game) == {"wild": 1, "red": 4}
    assert happened(game, CardsPaid)[-1].cards == (("red", 4), ("wild", 1))
    assert happened(game, TechnologyBought)[-1].technology == "booster"


def test_ukd_049_what_is_for_sale() -> None:
    """UKD-049: 41 cards, each at its price."""
    game = at_table(hands={0: {"wild": 12}})
    assert sum(for_sale(game).values()) == 41
    assert {(name, wilds) for name, wilds, bundles in purchases(game) if not bundles} >= {
        ("wales_concession", 1),
        ("superheated_steam_boiler", 2),
        ("double_heading", 4),
    }


def test_ukd_049_the_last_copy() -> None:
    """UKD-049: what is sold out cannot be bought."""
    game = at_table(variant="advanced", seats=3, technologies={1: ["water_tenders"], 2: ["water_tenders"]})
    arrange(game, hands={0: {"wild": 3}}, turn=0)
    assert "water_tenders" not in buyable(game)
    with pytest.raises(bl.IllegalAction, match="not for sale any more"):
        do(game, "buy Water Tenders with 2 wild")


def test_ukd_050_one_copy_each() -> None:
    """UKD-050"""
    game = at_table(technologies={0: ["booster"]}, hands={0: {"wild": 4}})
    assert "booster" not in buyable(game)
    with pytest.raises(bl.IllegalAction, match="own Booster already"):
        do(game, "buy Booster with 2 wild")


def test_ukd_051_technologies_are_public_and_kept() -> None:
    """UKD-051"""
    game = at_table(technologies={0: ["booster"], 1: ["propellers"]}, hands={0: {"wild": 2}})
    for seat in (0, 1, None):
        assert game.observe(seat).parts["technologies"] == game.observe(None).parts["technologies"]
    assert (owned(game, 0), owned(game, 1)) == (("booster",), ("propellers",))
    assert for_sale(game)["booster"] == for_sale(game)["propellers"] == 3
    do(game, "draw", "draw", "draw", "draw")
    assert (owned(game, 0), owned(game, 1)) == (("booster",), ("propellers",))


def test_ukd_052_089_effects_are_never_retroactive() -> None:
    """UKD-052, UKD-089: of two equal routes the later one scores a point more."""
    game = at_table(hands={0: {"black": 4, "wild": 2}, 1: {}})
    do(game, "claim Leeds-Liverpool with 2 black")
    assert game.observe(None).points[0] == 2
    do(game, "draw", "draw", "buy Boiler Lagging with 2 wild")
    assert game.observe(None).points[0] == 2
    do(game, "claim Hull-Nottingham with 2 black")
    assert game.observe(None).points[0] == 5


def test_ukd_053_buying_in_a_final_turn() -> None:
    """UKD-053, UKD-059: Double Heading bought in the last turn counts."""
    game = at_table(
        hands={0: {"wild": 4}},
        owners={"leeds-manchester": 0},
        tickets={0: ["leeds-manchester"]},
        last_turns=1,
    )
    do(game, "buy Double Heading with 4 wild", "draw", "draw")
    assert game.is_over
    assert game.scores()[0].lines["double_heading"] == 2


def stuck(**position: object) -> bl.Game:
    """Nothing to draw: all other cards and tickets are with seat 1."""
    return at_table(row=[], rest=1, tickets={}, ticket_rest=1, **position)  # type: ignore[arg-type]


def test_ukd_054_buy_or_pass() -> None:
    """UKD-054: no regular action, but a technology is affordable: passing is a choice."""
    game = stuck(hands={0: {"wild": 1}}, pieces={0: 0})
    assert set(options(game)) >= {"buy Wales Concession with 1 wild", "pass"}
    assert all(text.startswith("buy") or text == "pass" for text in options(game))
    start = len(game.events)
    do(game, "pass")
    assert happened(game, TurnPassed, start)[0].seat == 0
    assert game.observe(None).passes == 1


def test_ukd_054_a_purchase_with_nothing_to_follow_is_no_pass() -> None:
    """UKD-054: the turn just ends. Here what was paid lies in the row afterward, so there is a card to take."""
    game = stuck(hands={0: {"wild": 1}}, pieces={0: 0})
    start = len(game.events)
    do(game, "buy Wales Concession with 1 wild")
    assert happened(game, TurnPassed, start) == []
    assert game.observe(None).passes == 0
    assert hand(game, 0) == {"wild": 1}  # the only action was to take that locomotive again


def test_ukd_054_with_a_regular_action_there_is_no_pass() -> None:
    """UKD-054, COM-014"""
    game = at_table(hands={0: {"wild": 1}})
    assert "pass" not in options(game)
    with pytest.raises(bl.IllegalAction, match="something that you can do"):
        game.apply(bl.PassTurn())


def test_ukd_055_booster() -> None:
    """UKD-055: its own price is paid with bundles of four, everything after it with three."""
    game = at_table(technologies={0: ["propellers"]}, hands={0: {"red": 11}})
    do(game, "buy Booster with 2 bundles")
    assert hand(game, 0) == {"red": 3}
    do(game, "claim Barrow-Liverpool with 1 bundle")
    assert hand(game, 0) == {}


def test_ukd_056_boiler_lagging() -> None:
    """UKD-056: one point more for each route."""
    game = at_table(technologies={0: ["boiler_lagging"]}, hands={0: {"black": 2}})
    start = len(game.events)
    do(game, "claim Leeds-Liverpool with 2 black")
    assert game.observe(None).points[0] == 3
    told = [event for event in game.events[start:] if isinstance(event, (CardsPaid, RouteClaimed, PointsScored))]
    assert [type(event).__name__ for event in told] == ["CardsPaid", "RouteClaimed", "PointsScored", "PointsScored"]


@pytest.mark.parametrize(
    ("technologies", "ferry", "new_york"),
    [
        ([], 2, 40),
        (["steam_turbines"], 4, 42),
        (["boiler_lagging"], 3, 41),
        (["steam_turbines", "boiler_lagging"], 5, 43),
    ],
)
def test_ukd_057_058_steam_turbines(technologies: list[str], ferry: int, new_york: int) -> None:
    """UKD-057, UKD-058: two points more for each ferry, Southampton - New York included."""
    own = {0: [*PERMISSIONS, *technologies]}
    game = at_table(technologies=own, hands={0: {"wild": 2}})
    do(game, "claim Dublin-Holyhead with 2 wild")
    assert game.observe(None).points[0] == ferry
    game = at_table(technologies=own, hands={0: {"wild": 10}})
    do(game, "claim Southampton-New York with 10 wild")
    assert game.observe(None).points[0] == new_york
    game = at_table(technologies=own, hands={0: {"black": 2}})
    do(game, "claim Leeds-Liverpool with 2 black")
    assert game.observe(None).points[0] == 2 + ("boiler_lagging" in technologies)


def test_ukd_059_double_heading() -> None:
    """UKD-059: two for each completed ticket, nothing for failed ones."""
    scores = final(
        at_table(technologies={0: ["double_heading"]}),
        owners={"leeds-manchester": 0, "cambridge-london": 0},
        tickets={0: ["leeds-manchester", "cambridge-london", "cork-leeds"], 1: ["norwich-ipswich"]},
    )
    assert scores[0].lines["double_heading"] == 4
    assert scores[1].lines["double_heading"] == 0


def right_of_way(**position: object) -> bl.Game:
    """Seat 1 owns Leeds - Manchester (blue 1); seat 0 can afford Right of Way."""
    held = position.pop("held", {"wild": 4, "blue": 1})
    return at_table(owners={"leeds-manchester": 1}, hands={0: held, 1: {}}, **position)  # type: ignore[arg-type]


def test_ukd_060_061_right_of_way_is_the_action_of_the_turn() -> None:
    """UKD-060, UKD-061, UKD-063: the claim follows at once; both own the route, each with its own trains."""
    game = right_of_way(held={"wild": 5, "blue": 1})
    start = len(game.events)
    do(game, "buy Right of Way with 4 wild")
    assert choosing(game) == (0, "claim a taken route")
    assert {claim.route for claim in all_claims(game)} == {"leeds-manchester"} == claimable(game)
    do(game, "claim Leeds-Manchester with 1 blue")
    assert game.to_move == 1
    assert owners(game) == {"leeds-manchester": (0, 1)}
    assert game.observe(None).pieces == (34, 34)
    assert game.observe(None).points == (1, 1)
    assert happened(game, TechnologyReturned, start)[0].technology == "right_of_way"


def test_ukd_062_right_of_way_must_leave_a_claim_possible() -> None:
    """UKD-062: 4 locomotives and a blue card are enough, without the blue card they are not."""
    assert "right_of_way" in buyable(right_of_way())
    game = right_of_way(held={"wild": 4})
    assert "right_of_way" not in buyable(game)
    with pytest.raises(bl.IllegalAction, match="could not claim a route"):
        do(game, "buy Right of Way with 4 wild")
    assert "right_of_way" not in buyable(at_table(hands={0: {"wild": 12}}))


def test_ukd_062_only_payments_that_leave_a_claim_possible() -> None:
    """UKD-062, N32: of a blue card and four reds, the blue one must stay."""
    game = right_of_way(held={"wild": 3, "blue": 1, "red": 4})
    assert purchases(game, "right_of_way") == {("right_of_way", 3, 1)}
    do(game, "buy Right of Way with 3 wild + 1 bundle")  # the rest leaves no choice
    assert [paid.cards for paid in happened(game, CardsPaid)] == [(("red", 4), ("wild", 3)), (("blue", 1),)]
    game = right_of_way(held={"wild": 3, "blue": 2, "red": 4})
    do(game, "buy Right of Way with 3 wild + 1 bundle")
    assert options(game) == ["pay no blue", "pay 1 blue"]
    game = right_of_way(held={"wild": 3, "blue": 1, "red": 3})
    assert purchases(game, "right_of_way") == set()


def test_ukd_063_both_owners_complete_tickets() -> None:
    """UKD-063"""
    scores = final(
        at_table(), owners={"leeds-manchester": (0, 1)}, tickets={0: ["leeds-manchester"], 1: ["newcastle-hull"]}
    )
    assert [sheet.tickets for sheet in scores] == [1, -3]


def test_ukd_064_permissions_and_extras_apply() -> None:
    """UKD-064: no taken ferry without Propellers; with Boiler Lagging a taken route of 1 scores 2."""
    game = at_table(technologies={1: ["propellers"]}, owners={"barrow-liverpool": 1}, hands={0: {"wild": 8}})
    assert "right_of_way" not in buyable(game)
    game = at_table(
        technologies={0: ["propellers"], 1: ["propellers"]}, owners={"barrow-liverpool": 1}, hands={0: {"wild": 8}}
    )
    assert "right_of_way" in buyable(game)
    game = right_of_way(technologies={0: ["boiler_lagging"]})
    do(game, "buy Right of Way with 4 wild")
    assert game.observe(None).points == (2, 1)  # the only claim there was


def test_ukd_064_bundles_and_diesel_power() -> None:
    """UKD-064, UKD-087: a taken route of 2 for one bundle."""
    game = at_table(
        variant="advanced",
        technologies={0: ["diesel_power"]},
        owners={"leeds-liverpool": 1},
        hands={0: {"wild": 4, "red": 4}},
    )
    do(game, "buy Right of Way with 4 wild")
    assert owners(game)["leeds-liverpool"] == (0, 1)
    assert hand(game, 0) == {}


def test_ukd_065_what_right_of_way_cannot_take() -> None:
    """UKD-065: a closed track that nobody claimed, the parallel of an own track, the own route."""
    game = right_of_way(held={"wild": 6, "blue": 1})
    do(game, "buy Right of Way with 4 wild")
    assert claimable(game) == {"leeds-manchester"}  # and not its closed other track
    routes = {"leeds-manchester": 0, "leeds-manchester#2": 1}
    assert "right_of_way" not in buyable(at_table(seats=3, owners=routes, hands={0: {"wild": 12}}))


def test_ukd_065_nor_later_the_parallel_of_a_track_taken_so() -> None:
    """UKD-065: with three seats the second track stays open to others only."""
    game = at_table(seats=3, owners={"leeds-manchester": (0, 1)}, hands={0: {"red": 1}, 2: {"red": 1}})
    assert "leeds-manchester#2" not in claimable(game)
    arrange(game, turn=2)
    assert "leeds-manchester#2" in claimable(game)


def test_ukd_066_right_of_way_is_for_sale_again() -> None:
    """UKD-066: the next seat uses it on the same route: three owners."""
    game = at_table(
        seats=3,
        owners={"leeds-manchester": 2},
        hands={0: {"wild": 4, "blue": 1}, 1: {"wild": 4, "blue": 1}},
    )
    assert for_sale(game)["right_of_way"] == 1
    do(game, "buy Right of Way with 4 wild")
    assert (game.to_move, for_sale(game)["right_of_way"], owned(game, 0)) == (1, 1, ())
    do(game, "buy Right of Way with 4 wild")
    assert owners(game) == {"leeds-manchester": (0, 1, 2)}
