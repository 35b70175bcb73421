"""Claiming train, ship and pair routes (WLD-045..WLD-060, WLD-094)."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.model.events import CardsPaid
from tests.rules.play import do, hand, happened, stories
from tests.rules.world.position import ROW, actions, at, claimable, fleet, market, payments

EXAMPLE = {"red ship": 4, "red double ship": 3, "wild": 1}


def test_wld_045_ship_cards_pay_no_train_route() -> None:
    """WLD-045: nor train cards a ship route."""
    game = at(hands={0: {"red ship": 4, "red double ship": 6}})
    kinds = {route.id: route.kind for route in game.board.routes}
    assert {kinds[route] for route in claimable(game)} == {"ship"}
    game = at(hands={0: {"red train": 6, "red harbor train": 4}})
    assert {kinds[route] for route in claimable(game)} == {"train"}


def test_wld_046_one_color_of_the_route() -> None:
    """WLD-046: colored routes their own color, gray ones any one color."""
    game = at(hands={0: {"red train": 2, "green train": 1}})
    assert payments(game, "winnipeg-los_angeles") == []
    assert payments(game, "darwin-perth") == ["2 red"]
    assert payments(game, "darwin-sydney") == []
    game = at(hands={0: {"red train": 3, "green train": 3}})
    assert payments(game, "winnipeg-los_angeles") == ["3 green", "3 red"]
    game = at(hands={0: {"red ship": 1, "green ship": 1, "red double ship": 1}})
    assert payments(game, "reykjavik-edinburgh") == ["1 red double ship"]
    with pytest.raises(bl.NotationError, match="one color"):
        game.parse("claim Reykjavik-Edinburgh with 1 red ship + 1 green ship")


def test_wld_047_pieces_of_the_right_type() -> None:
    """WLD-047, COM-052: trains do not help on the sea, ships not on land."""
    open_ones = ["darwin-perth", "athina-al_qahira"]
    rich = {"red train": 4, "green ship": 2, "wild": 6}
    game = at(hands={0: rich}, supply={0: (7, 0)}, leave_open=open_ones)
    kinds = {route.id: route.kind for route in game.board.routes}
    assert {kinds[route] for route in claimable(game)} == {"train"}
    with pytest.raises(bl.IllegalAction, match="needs 1 ships and you have 0"):
        do(game, "claim Athina-Al-Qahira with 1 green ship")
    game = at(hands={0: rich}, supply={0: (0, 7)}, leave_open=open_ones)
    assert {kinds[route] for route in claimable(game)} == {"ship"}
    game = at(hands={0: rich}, supply={0: (1, 7)}, leave_open=[*open_ones, "lahore-mumbai", "marseille-casablanca"])
    lengths = {route.id: (route.kind, route.length) for route in game.board.routes}
    assert {lengths[r][1] for r in claimable(game) if lengths[r][0] == "train"} == {1}


def test_wld_048_055_single_and_double_ships() -> None:
    """WLD-048, WLD-055: two spaces take one double or two singles, and the seat chooses."""
    game = at(hands={0: {"green ship": 2, "green double ship": 1}})
    assert payments(game, "reykjavik-edinburgh") == ["1 green double ship", "2 green ships"]


def test_wld_049_exact_or_one_over_with_doubles_only() -> None:
    """WLD-049: three spaces."""
    game = at(hands={0: {"green ship": 2, "green double ship": 2}})
    assert payments(game, "valparaiso-buenos_aires") == ["1 green double ship + 1 green ship", "2 green double ships"]
    for words in ("2 green double ships + 1 green ship", "1 green double ship + 2 green ships"):
        with pytest.raises(bl.NotationError, match="3 spaces"):
            game.parse(f"claim Valparaiso-Buenos Aires with {words}")
    with pytest.raises(bl.IllegalAction, match="no payment"):
        game.apply(bl.ClaimWithShips("valparaiso-buenos_aires", "green", 2, 1))


def test_wld_050_worked_example_of_five_spaces() -> None:
    """WLD-050: six payments; three doubles still lay five ships."""
    game = at(hands={0: EXAMPLE})
    expected = {(1, 2, 0), (0, 2, 1), (3, 1, 0), (2, 1, 1), (4, 0, 1), (0, 3, 0)}
    claims = [a for a in actions(game, bl.ClaimWithShips) if a.route == "cape_town-indian_ocean"]
    assert {(max(0, 5 - 2 * a.doubles - a.wilds), a.doubles, a.wilds) for a in claims} == expected
    assert len(claims) == 6
    do(game, "claim Cape Town-Indian Ocean with 3 red double ships")
    assert fleet(game).ships == (35, 40)
    assert game.observe(None).points == (10, 0)
    assert happened(game, CardsPaid)[-1].cards == (("red double ship", 3),)


def test_wld_051_one_space() -> None:
    """WLD-051: a single, a wild, or one double."""
    game = at(hands={0: {"green ship": 1, "green double ship": 1, "wild": 1}})
    assert payments(game, "athina-al_qahira") == ["1 green double ship", "1 green ship", "1 wild"]


def test_wld_052_wilds_up_to_the_whole_payment() -> None:
    """WLD-052: all-wild payments exist once, on gray routes too (N12, N49)."""
    game = at(hands={0: {"wild": 3}})
    assert payments(game, "reykjavik-edinburgh") == ["2 wild"]
    assert payments(game, "winnipeg-los_angeles") == ["3 wild"]
    game = at(hands={0: {"wild": 2, "red train": 2}})
    assert payments(game, "darwin-perth") == ["1 red + 1 wild", "2 red", "2 wild"]


def test_wld_053_a_wild_is_one_space() -> None:
    """WLD-053"""
    game = at(hands={0: {"wild": 1}})
    assert payments(game, "reykjavik-edinburgh") == []
    assert payments(game, "athina-al_qahira") == ["1 wild"]


def test_wld_054_plain_cards_go_first() -> None:
    """WLD-054, N51: one plain and two marked cards pay for two spaces."""
    game = at(hands={0: {"red train": 1, "red harbor train": 2}})
    assert payments(game, "darwin-perth") == ["2 red"]
    do(game, "claim Darwin-Perth with 2 red")
    assert hand(game, 0) == {"red harbor train": 1}
    assert happened(game, CardsPaid)[-1].cards == (("red train", 1), ("red harbor train", 1))


def test_wld_057_a_pair_for_each_space() -> None:
    """WLD-057: one space: two of a color, one and a wild, two wilds."""
    game = at(hands={0: {"red train": 1, "red harbor train": 1, "green train": 1, "wild": 2}})
    assert payments(game, "marseille-casablanca") == ["1 green + 1 wild", "1 red + 1 wild", "2 red", "2 wild"]


def test_wld_058_spaces_may_differ_in_color() -> None:
    """WLD-058: six cards, each color even, or odd and completed by a wild."""
    game = at(hands={0: {"red train": 4, "green train": 3, "yellow train": 1, "wild": 2}})
    found = set(payments(game, "lahore-beijing"))
    assert "1 yellow + 2 green + 2 red + 1 wild" in found
    assert "1 green + 3 red + 2 wild" in found
    assert "4 red + 2 wild" in found
    assert "2 green + 4 red" in found
    assert "3 green + 3 red" not in found
    with pytest.raises(bl.IllegalAction, match="takes 3 pairs"):
        game.apply(bl.ClaimWithPairs("lahore-beijing", (("green", 3), ("red", 3))))
    with pytest.raises(bl.IllegalAction, match="takes 3 pairs"):
        game.apply(bl.ClaimWithPairs("lahore-beijing", (("red", 4),)))


def test_wld_058_all_payments_by_brute_force() -> None:
    """WLD-058: counted by pairing the cards off, each set of cards once."""
    held = {"red train": 3, "green train": 2, "white harbor train": 1, "wild": 3}
    game = at(hands={0: held})
    for route in ("marseille-casablanca", "tehran-lahore", "lahore-beijing"):
        length = next(r.length for r in game.board.routes if r.id == route)
        assert len(payments(game, route)) == len(paired_off([3, 2, 1], 3, length))


def paired_off(colors: list[int], wilds: int, pairs: int) -> set[tuple[int, ...]]:
    """All sets of cards that can be paired off, as numbers of each color and of wilds."""
    if pairs == 0:
        return {(0,) * (len(colors) + 1)}
    found = set()
    for k in range(len(colors) + 1):
        for own, wild in ((2, 0), (1, 1)) if k < len(colors) else ((0, 2),):
            left = [n - own if at == k else n for at, n in enumerate(colors)]
            if min(left) >= 0 and wilds >= wild:
                for rest in paired_off(left, wilds - wild, pairs - 1):
                    mine = [own if at == k else 0 for at in range(len(colors))] + [wild]
                    found.add(tuple(a + b for a, b in zip(rest, mine, strict=True)))
    return found


def test_wld_056_059_pieces_and_points_by_spaces() -> None:
    """WLD-056, WLD-059: six cards, three trains, four points; plain cards go first."""
    game = at(hands={0: {"red train": 1, "red harbor train": 3, "wild": 2}})
    do(game, "claim Lahore-Beijing with 4 red + 2 wild")
    assert fleet(game).trains == (17, 20)
    assert game.observe(None).points == (4, 0)
    assert hand(game, 0) == {}
    assert happened(game, CardsPaid)[-1].cards == (("red train", 1), ("red harbor train", 3), ("wild", 2))


def test_wld_060_no_wild_is_ever_asked_for() -> None:
    """WLD-060: every route can be paid without wilds."""
    game = at(row=[], hands={}, train_rest=0, ship_rest=0)
    without = {a.route for a in actions(game, bl.ClaimRoute) if not a.wilds}
    without |= {a.route for a in actions(game, bl.ClaimWithShips) if not a.wilds}
    without |= {a.route for a in actions(game, bl.ClaimWithPairs) if "wild" not in dict(a.cards)}
    assert without == {route.id for route in game.board.routes}


def test_wld_094_any_open_route_one_a_turn() -> None:
    """WLD-094: COM-042..COM-044, COM-053..COM-056; events in the order of a claim."""
    game = at(hands={0: {"red train": 2, "green ship": 1}}, owners={"lima-sydney": 0}, row=ROW)
    start = len(game.events)
    do(game, "claim Darwin-Perth with 2 red")
    assert stories(game, start)[:4] == ["CardsPaid", "RouteClaimed", "PointsScored", "TurnEnded"]
    assert game.to_move == 1
    assert market(game).discards == {"red train": 2}
    assert game.observe(None).points == (23, 0)
    assert "darwin-perth" not in claimable(game)
    game = at(hands={0: {"green train": 3}})
    assert payments(game, "caracas-rio_de_janeiro") == []


def test_wld_094_a_claimed_route_is_refused() -> None:
    """COM-056: with the reason in words."""
    game = at(hands={0: {"red train": 2, "wild": 8}}, owners={"darwin-perth": 1, "hamburg-marseille": 1})
    with pytest.raises(bl.IllegalAction, match="already claimed"):
        do(game, "claim Darwin-Perth with 2 red")
    with pytest.raises(bl.IllegalAction, match="closed"):
        do(game, "claim Hamburg-Marseille #2 with 1 wild")
    with pytest.raises(bl.IllegalAction, match="red train cards"):
        do(game, "claim Mexico-Caracas #2 with 3 red")
    with pytest.raises(bl.IllegalAction, match="not paid with a set"):
        game.apply(bl.ClaimRoute("lima-sydney", "purple", 0))
