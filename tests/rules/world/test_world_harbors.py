"""Harbors (WLD-069..WLD-084)."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.mechanics.harbors import HarborBuilt
from branchline.model.events import CardsPaid
from tests.rules.play import do, hand, happened, options, stories
from tests.rules.world.position import ROW, actions, at, harbors, market, pass_time, rules_of

RED = {"red harbor train": 2, "red ship": 2}


def sites(game: bl.Game) -> set[str]:
    """Where the seat to move can build."""
    return {action.city for action in actions(game, bl.BuildHarbor)}


def ended(owners: list[str], tickets: list[str], built: list[str]) -> bl.ScoreSheet:
    """The sheet of seat 0 in a game that ends like this."""
    routes, cities = dict.fromkeys(owners, 0), dict.fromkeys(built, 0)
    game = at(owners=routes, harbors=cities, tickets={0: tickets}, last_turns=1)
    pass_time(game)
    return game.scores()[0]


def test_wld_069_only_in_ports() -> None:
    """WLD-069: Moskva, Djibouti and the junction are none."""
    owners = ["murmansk-moskva", "al_qahira-djibouti", "cape_town-indian_ocean"]
    game = at(hands={0: RED}, owners=dict.fromkeys(owners, 0))
    assert sites(game) == {"murmansk", "al_qahira", "cape_town"}
    with pytest.raises(bl.IllegalAction, match="No port"):
        game.apply(bl.BuildHarbor("moskva", "red", 2, 2))


def test_wld_070_one_harbor_in_a_port() -> None:
    """WLD-070: of whichever seat."""
    owners = {"lima-valparaiso": 0, "lima-sydney": 1}
    game = at(hands={0: {"wild": 4}, 1: RED}, owners=owners)
    do(game, "build harbor in Lima with 4 wild")
    assert sites(game) == {"sydney"}
    with pytest.raises(bl.IllegalAction, match="has a harbor already"):
        do(game, "build harbor in Lima with 2 red harbor trains + 2 red ships")


def test_wld_071_an_own_route_leads_there() -> None:
    """WLD-071: of either type; another seat's does not help."""
    game = at(hands={0: RED}, owners={"lima-sydney": 1})
    assert sites(game) == set()
    with pytest.raises(bl.IllegalAction, match="no route into Lima"):
        do(game, "build harbor in Lima with 2 red harbor trains + 2 red ships")
    assert sites(at(hands={0: RED}, owners={"lima-valparaiso": 0})) == {"lima", "valparaiso"}
    assert sites(at(hands={0: RED}, owners={"lima-sydney": 0})) == {"lima", "sydney"}


def test_wld_071_a_route_just_claimed_counts_from_the_next_turn() -> None:
    """WLD-071: the claim is the action of its turn."""
    game = at(hands={0: {**RED, "yellow train": 2}, 1: {"wild": 4}})
    do(game, "claim Caracas-Lima with 2 yellow", "exchange 1 train")
    assert sites(game) == {"caracas", "lima"}


def test_wld_072_three_harbors_at_most() -> None:
    """WLD-072"""
    owners = dict.fromkeys(["lima-sydney", "lima-valparaiso", "sydney-christchurch"], 0)
    game = at(hands={0: RED}, owners=owners, harbors=dict.fromkeys(["lima", "sydney"], 0))
    assert sites(game) == {"valparaiso", "christchurch"}
    game = at(hands={0: RED}, owners=owners, harbors=dict.fromkeys(["lima", "sydney", "christchurch"], 0))
    assert sites(game) == set()
    assert harbors(game).left == (0, 3)
    with pytest.raises(bl.IllegalAction, match="all your 3 harbors"):
        do(game, "build harbor in Valparaiso with 2 red harbor trains + 2 red ships")


def test_wld_073_no_ticket_is_needed() -> None:
    """WLD-073"""
    game = at(hands={0: RED}, owners={"lima-valparaiso": 0}, tickets={0: []})
    do(game, "build harbor in Lima with 2 red harbor trains + 2 red ships")
    assert harbors(game).owners == {"lima": 0}


def test_wld_074_the_price() -> None:
    """WLD-074: marked trains and single ships of one color."""
    owners = {"lima-valparaiso": 0}
    game = at(hands={0: RED}, owners=owners)
    assert {(a.color, a.trains, a.ships) for a in actions(game, bl.BuildHarbor)} == {("red", 2, 2)}
    for cards in (
        {"red train": 2, "red ship": 2},
        {"red harbor train": 2, "red double ship": 2},
        {"red harbor train": 2, "green ship": 2},
        {"red harbor train": 1, "green harbor train": 1, "red ship": 2},
        {"red harbor train": 3, "red ship": 1},
    ):
        assert sites(at(hands={0: cards}, owners=owners)) == set()
    for words in ("2 red train + 2 red ships", "2 red harbor trains + 2 red double ships"):
        with pytest.raises(bl.NotationError, match="no harbor mark"):
            game.parse(f"build harbor in Lima with {words}")


def test_wld_075_all_wilds() -> None:
    """WLD-075: one payment."""
    game = at(hands={0: {"wild": 4}}, owners={"lima-valparaiso": 0})
    assert [text for text in options(game) if "Lima" in text and "harbor" in text] == [
        "build harbor in Lima with 4 wild"
    ]
    assert sites(at(hands={0: {"wild": 3}}, owners={"lima-valparaiso": 0})) == set()


def test_wld_076_all_splits() -> None:
    """WLD-076: nine payments."""
    game = at(hands={0: {**RED, "wild": 4}}, owners={"lima-valparaiso": 0})
    found = [(a.color, a.trains, a.ships) for a in actions(game, bl.BuildHarbor) if a.city == "lima"]
    splits = {("red", trains, ships) for trains in range(3) for ships in range(3)} - {("red", 0, 0)}
    assert len(found) == 9
    assert set(found) == {*splits, ("wild", 0, 0)}


def test_wld_077_worked_example() -> None:
    """WLD-077: one wild, one yellow ship and two yellow trains build a harbor in Lima."""
    cards = {"wild": 1, "yellow ship": 1, "yellow harbor train": 2}
    game = at(hands={0: cards}, owners={"lima-valparaiso": 0})
    do(game, "build harbor in Lima with 2 yellow harbor trains + 1 yellow ship + 1 wild")
    assert harbors(game).owners == {"lima": 0}
    assert harbors(game).left == (2, 3)
    assert hand(game, 0) == {}


def test_wld_078_nothing_is_scored_and_cards_are_discarded_by_type() -> None:
    """WLD-078"""
    cards = {"wild": 1, "yellow ship": 1, "yellow harbor train": 2}
    game = at(hands={0: cards}, owners={"lima-valparaiso": 0}, row=ROW)
    before = game.observe(None).points
    start = len(game.events)
    do(game, "build harbor in Lima with 2 yellow harbor trains + 1 yellow ship + 1 wild")
    assert game.observe(None).points == before
    assert market(game).discards == {"wild": 1, "yellow ship": 1, "yellow harbor train": 2}
    assert [int(pile.discarded) for pile in rules_of(game).market.piles] == [3, 1]
    assert stories(game, start)[:3] == ["CardsPaid", "HarborBuilt", "TurnEnded"]
    assert happened(game, HarborBuilt) == [HarborBuilt(0, "lima")]
    paid = (("yellow harbor train", 2), ("yellow ship", 1), ("wild", 1))
    assert happened(game, CardsPaid)[-1].cards == paid


AROUND_RIO = [
    "rio_de_janeiro-cape_town",
    "cape_town-dar_es_salaam",
    "cape_town-indian_ocean",
    "indian_ocean-perth",
    "rio_de_janeiro-buenos_aires",
    "valparaiso-buenos_aires",
    "los_angeles-mexico",
    "mexico-caracas",
    "caracas-rio_de_janeiro",
]
RIO = [
    "rio_de_janeiro-dar_es_salaam",
    "rio_de_janeiro-perth",
    "valparaiso-rio_de_janeiro",
    "los_angeles-rio_de_janeiro",
]


@pytest.mark.parametrize(("tickets", "points"), [(0, 0), (1, 20), (2, 30), (3, 40), (4, 40)])
def test_wld_079_082_worth_by_completed_tickets(tickets: int, points: int) -> None:
    """WLD-079: 20, 30, 40, 40; WLD-082: without a completed ticket 0, and no loss."""
    sheet = ended(AROUND_RIO, RIO[:tickets], ["rio_de_janeiro"])
    assert len(sheet.completed) == tickets
    assert sheet.lines["harbors"] == points
    assert sheet.lines["unbuilt_harbors"] == -8


def test_wld_080_tours_count_for_each_of_their_cities() -> None:
    """WLD-080: in the middle too, and out of order; failed tickets never."""
    tour = "casablanca-al_qahira-tehran"
    connected = ["marseille-casablanca", "marseille-athina", "athina-al_qahira", "athina-tehran"]
    assert ended(connected, [tour], ["al_qahira", "casablanca"]).lines["harbors"] == 40
    assert ended(connected, [tour], ["athina"]).lines["harbors"] == 0
    assert ended(connected[:3], [tour], ["al_qahira", "casablanca"]).lines["harbors"] == 0


def test_wld_081_a_ticket_counts_for_both_its_cities() -> None:
    """WLD-081"""
    routes = ["valparaiso-buenos_aires", "lima-valparaiso", "lima-sydney"]
    assert ended(routes, ["buenos_aires-sydney"], ["buenos_aires", "sydney"]).lines["harbors"] == 40


def test_wld_083_each_harbor_not_built_costs_four() -> None:
    """WLD-083"""
    assert ended([], [], []).lines["unbuilt_harbors"] == -12
    owners = ["lima-sydney", "sydney-christchurch"]
    assert ended(owners, [], ["lima", "sydney", "christchurch"]).lines["unbuilt_harbors"] == 0


def test_wld_084_worked_example() -> None:
    """WLD-084: Buenos Aires and Dar Es Salaam with two completed tickets each."""
    routes = [
        "valparaiso-buenos_aires",
        "lima-valparaiso",
        "lima-sydney",
        "darwin-sydney",
        "jakarta-darwin",
        "manila-jakarta",
        "lagos-luanda",
        "luanda-dar_es_salaam",
        "djibouti-dar_es_salaam",
        "al_qahira-djibouti",
        "athina-al_qahira",
        "hamburg-athina",
    ]
    tickets = [
        "buenos_aires-manila",
        "buenos_aires-sydney",
        "hamburg-dar_es_salaam",
        "lagos-luanda-dar_es_salaam-djibouti",
    ]
    sheet = ended(routes, tickets, ["buenos_aires", "dar_es_salaam"])
    assert set(sheet.completed) == set(tickets)
    assert sheet.lines["harbors"] == 30 + 30
    assert sheet.lines["unbuilt_harbors"] == -4
    assert sheet.tickets == 17 + 13 + 8 + 9
