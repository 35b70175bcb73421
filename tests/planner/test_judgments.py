"""What the planner thinks of each mechanic, in positions made for the purpose."""

from __future__ import annotations

from itertools import pairwise
from typing import TypeVar

import networkx as nx
import pytest
from mypy_extensions import i64

from branchline.boards import registry
from branchline.engine.decisions import (
    CHOOSE_FLEET,
    CLAIM_FIRST,
    CLAIM_SECOND,
    CLAIM_TAKEN,
    GIVE_SHARE,
    KEEP_TICKETS,
    NAME_DECK,
    PLACE_STACK,
    TAKE_PASSENGER,
    TAKE_SHARE,
    TAKE_TOKEN,
    TURN,
)
from branchline.engine.mechanic import Mechanic
from branchline.engine.rule_sheet import RuleSheet
from branchline.mechanics.cards.hands import Hands
from branchline.mechanics.fleet import ChooseFleet, ClaimWithPairs, ClaimWithShips
from branchline.mechanics.fleet.fleet import Fleet
from branchline.mechanics.harbors import BuildHarbor
from branchline.mechanics.harbors.harbors import Harbors
from branchline.mechanics.passengers import TakePassenger
from branchline.mechanics.passengers.passengers import Passengers
from branchline.mechanics.routes.tracks import Tracks
from branchline.mechanics.shares import GiveShare, TakeShare
from branchline.mechanics.shares.shares import Shares
from branchline.mechanics.technologies import BuyTechnology
from branchline.mechanics.technologies.technologies import Technologies
from branchline.mechanics.tickets.tickets import Tickets
from branchline.mechanics.tokens import TakeToken
from branchline.mechanics.tokens.tokens import Tokens
from branchline.model.actions import ClaimRoute, DrawTickets
from branchline.planner.claims import ColorPayments
from branchline.planner.mind import Mind
from branchline.planner.pair_claims import FleetPayments
from branchline.planner.payments import UNPAYABLE
from branchline.planner.plan import FOR_TICKET
from branchline.planner.situation import Situation
from branchline.planner.style import Style
from branchline.planner.technology_wagers import Wagers

M = TypeVar("M", bound=Mechanic)


def started(board: str, seed: int = 1, variant: str = "classic") -> tuple[RuleSheet, Mind]:
    """A game of two whose setup is done by planners; seat 0 has the first turn."""
    rules = registry.new_rule_sheet(board, variant, 2)
    mind = Mind(rules, Style())
    rules.start(seed, 0)
    while rules.stage != -1:
        seat = rules.open.seat()
        rules.act(seat, mind.decide(seat))
    return rules, mind


def find(rules: RuleSheet, kind: type[M]) -> M:
    """The mechanic of a class."""
    return next(mechanic for mechanic in rules.mechanics if isinstance(mechanic, kind))


def ask(rules: RuleSheet, kind: int) -> None:
    """Leave seat 0 with one open decision."""
    rules.open.clear()
    rules.ask(i64(0), i64(kind))
    rules.recount()


def deal(rules: RuleSheet, cards: dict[str, int]) -> None:
    """Give seat 0 exactly these cards."""
    hands = find(rules, Hands)
    names = rules.commons.terrain.card_names
    for kind, name in enumerate(names):
        hands.cards[kind] = i64(cards.get(name, 0))
        hands.known[kind] = i64(0)
    hands.sizes[0] = i64(sum(cards.values()))


def hold(rules: RuleSheet, *tickets: str) -> None:
    """Let seat 0 hold exactly these tickets."""
    mechanic = find(rules, Tickets)
    for number, ticket in enumerate(mechanic.tables.ids):
        if mechanic.held.holder[number] == 0 or ticket in tickets:
            mechanic.held.holder[number] = i64(0 if ticket in tickets else -1)
    mechanic.held.counts[0] = i64(len(tickets))


def answer(rules: RuleSheet, mind: Mind) -> object:
    """What the mind decides for seat 0, as a value; it must be legal."""
    mind.forget()
    number = int(mind.decide(i64(0)))
    assert number in rules.legal(0)
    return rules.typed(number, rules.offer_of(0))


def route_number(rules: RuleSheet, name: str) -> int:
    return next(route.index for route in rules.setting.board.routes if route.id == name)


def test_it_takes_a_passenger_whose_majority_is_open_and_not_one_that_is_decided() -> None:
    rules, mind = started("germany")
    passengers = find(rules, Passengers)
    berlin = passengers.space_names.index("berlin")
    for color in range(passengers.colors):
        for space in range(passengers.spaces):
            passengers.waiting[space * passengers.colors + color] = i64(0)
        passengers.taken[color] = i64(1)
        passengers.taken[passengers.colors + color] = i64(9 if color == 0 else 1)
    passengers.waiting[berlin * passengers.colors] = i64(1)  # lost: the other seat is far ahead
    passengers.waiting[berlin * passengers.colors + 1] = i64(1)  # one each so far
    passengers.left[berlin] = i64(2)
    passengers.current = i64(berlin)
    ask(rules, TAKE_PASSENGER)
    assert answer(rules, mind) == TakePassenger(passengers.color_names[1])


def test_routes_with_passengers_at_their_ends_are_worth_more() -> None:
    rules, mind = started("germany")
    mind.seen.look_at(i64(0))
    mind.architect.weigh()
    bonus = mind.architect.prices.bonus
    berlin = next(city.index for city in rules.setting.board.cities if city.id == "berlin")
    at_berlin = [r.index for r in rules.setting.board.routes if berlin in (r.a, r.b)]
    assert all(bonus[route] > 0 for route in at_berlin)
    passengers = find(rules, Passengers)
    for space in range(passengers.spaces):
        passengers.left[space] = i64(0)
    mind.architect.weigh()
    assert all(bonus[route] == 0 for route in range(len(rules.setting.board.routes)))


def test_it_takes_the_scarcer_token() -> None:
    rules, mind = started("san_francisco")
    tokens = find(rules, Tokens)
    route = rules.setting.board.routes[0]
    tokens.symbol_at[route.a], tokens.symbol_at[route.b] = i64(0), i64(1)
    tokens.left[0], tokens.left[1] = i64(2), i64(1)
    tokens.owned[0] = i64(0)
    tokens.route = i64(0)
    ask(rules, TAKE_TOKEN)
    assert answer(rules, mind) == TakeToken(rules.setting.board.cities[route.b].id)
    tokens.left[1] = i64(2)
    tokens.left[0] = i64(1)
    assert answer(rules, mind) == TakeToken(rules.setting.board.cities[route.a].id)


def test_it_lays_a_free_stack_where_its_own_plan_leads() -> None:
    rules, mind = started("san_francisco")
    tokens = find(rules, Tokens)
    tokens.laid = tokens.fixed
    for symbol in range(tokens.fixed, tokens.symbols):
        tokens.symbol_at[tokens.place_of[symbol]] = i64(-1)
    ask(rules, PLACE_STACK)
    mind.forget()
    place = int(mind.decide(i64(0)) - tokens.first)
    plan = mind.plans[0]
    assert any(plan.wanted[r.index] and place in (r.a, r.b) for r in rules.setting.board.routes)


def test_it_takes_the_share_that_wins_a_place() -> None:
    rules, mind = started("pennsylvania")
    shares = find(rules, Shares)
    route = next(r for r in rules.setting.board.routes if len(r.marks) >= 2)
    first, second = (shares.ids.index(mark) for mark in route.marks[:2])
    for railroad in (first, second):  # the other seat has all but one of the first, and nothing of the second
        shares.taken[railroad] = i64(0)
    for share in range(shares.sizes[first] - 1):
        shares.holder[shares.start[first] + share] = i64(1)
    shares.holder[shares.start[first]] = i64(0)  # the seat has its place there already, and cannot improve it
    shares.taken[first] = shares.sizes[first] - 1
    shares.route = i64(route.index)
    ask(rules, TAKE_SHARE)
    taken = answer(rules, mind)
    assert isinstance(taken, TakeShare)
    assert taken.railroad != shares.ids[first]


def test_it_gives_the_dummy_a_share_where_that_hurts_the_others() -> None:
    rules, mind = started("pennsylvania")
    shares = find(rules, Shares)
    route = next(r for r in rules.setting.board.routes if len(r.marks) >= 2)
    mine, its = (shares.ids.index(mark) for mark in route.marks[:2])
    for railroad, holder in ((mine, 0), (its, 1)):  # the dummy has the first share, and draws level with another one
        for share, owner in enumerate((int(shares.dummy), holder, holder)):
            shares.holder[shares.start[railroad] + share] = i64(owner)
        shares.taken[railroad] = i64(3)
    shares.route = i64(route.index)
    ask(rules, GIVE_SHARE)
    assert answer(rules, mind) == GiveShare(shares.ids[its])


def missing_permissions(rules: RuleSheet, mind: Mind) -> int:
    """The permissions that seat 0 lacks for the routes of its plan."""
    tracks = find(rules, Tracks)
    missing = 0
    for route in rules.setting.board.routes:
        if mind.plans[0].wanted[route.index] == FOR_TICKET:
            missing |= int(tracks.needs[route.index] & ~tracks.granted[0])
    return missing


@pytest.mark.parametrize("stop", ["edinburgh", "belfast", "dublin"])
def test_it_buys_the_technology_that_its_planned_routes_need(stop: str) -> None:
    rules, mind = started("uk")
    hold(rules, next(t.id for t in rules.setting.variant.tickets if stop in t.stops))
    deal(rules, {"wild": 2})
    ask(rules, TURN)
    bought = answer(rules, mind)
    missing = missing_permissions(rules, mind)
    technologies = find(rules, Technologies)
    assert missing
    assert isinstance(bought, BuyTechnology)
    assert technologies.bits[technologies.ids.index(bought.technology)] & missing


def test_it_builds_a_harbor_where_its_tickets_are_done() -> None:
    rules, mind = started("world")
    harbors, tracks = find(rules, Harbors), find(rules, Tracks)
    board = rules.setting.board
    graph: nx.Graph[int] = nx.Graph()
    graph.add_edges_from((route.a, route.b, {"route": route.index}) for route in board.routes)
    ticket = next(t for t in rules.setting.variant.tickets if "lima" in t.stops and len(t.stops) == 2)
    for a, b in pairwise(nx.shortest_path(graph, ticket.ends[0][0], ticket.ends[1][0])):
        tracks.claim(i64(0), i64(graph[a][b]["route"]))
        harbors.note_route(i64(0), i64(graph[a][b]["route"]))
    hold(rules, ticket.id)
    color = board.colors[0]
    deal(rules, {f"{color} harbor train": 2, f"{color} ship": 2})
    ask(rules, TURN)
    built = answer(rules, mind)
    assert isinstance(built, BuildHarbor)
    assert built.city in ticket.stops
    hold(rules)  # a harbor that no ticket names has time
    assert not isinstance(answer(rules, mind), BuildHarbor)


def test_a_fleet_has_the_trains_that_the_tickets_need() -> None:
    for seed in range(4):
        rules = registry.new_rule_sheet("world", "classic", 2)
        mind = Mind(rules, Style())
        rules.start(seed, 0)
        while rules.open.kinds[rules.open.at(i64(0))] == KEEP_TICKETS:
            rules.act(i64(0), mind.decide(i64(0)))
        assert rules.open.kinds[rules.open.at(i64(0))] == CHOOSE_FLEET
        chosen = answer(rules, mind)
        assert isinstance(chosen, ChooseFleet)
        needed = int(mind.architect.class_pieces(mind.architect.best, i64(0)))
        fleet = find(rules, Fleet)
        assert chosen.trains >= min(needed, fleet.most_trains)


def test_an_empty_place_is_refilled_from_the_more_useful_deck() -> None:
    rules, mind = started("world")
    ask(rules, NAME_DECK)
    mind.forget()
    row = mind.seen.row
    deck = int(mind.decide(i64(0)) - row.first - row.kinds - 2)
    worths = [int(mind.cards.worth_of_blind(i64(k))) for k in range(2)]
    assert worths[deck] == max(worths)


def test_a_payment_spends_no_wild_without_need() -> None:
    rules, mind = started("usa")
    hold(rules)
    deal(rules, {"red": 6, "blue": 1, "wild": 3})
    rules.commons.pieces[0] = i64(4)  # too few for plans that would want the red cards
    mind.seen.look_at(i64(0))
    mind.plan_for(i64(0))
    payments = mind.payments
    assert isinstance(payments, ColorPayments)
    gray = next(r for r in rules.setting.board.routes if r.color == "gray" and r.length == 2)
    assert payments.price(i64(gray.index), False) < UNPAYABLE
    assert rules.typed(int(payments.action(i64(gray.index))), ()) == ClaimRoute(gray.id, "red", 0)
    blue = next(r for r in rules.setting.board.routes if r.color == "blue" and r.length == 4)
    assert payments.price(i64(blue.index), False) < UNPAYABLE
    assert rules.typed(int(payments.action(i64(blue.index))), ()) == ClaimRoute(blue.id, "blue", 3)
    green = next(r for r in rules.setting.board.routes if r.color == "green" and r.length > 3)
    assert payments.price(i64(green.index), False) == UNPAYABLE


def test_double_ships_pay_first_and_pairs_are_put_together() -> None:
    rules, mind = started("world")
    payments = mind.payments
    assert isinstance(payments, FleetPayments)
    deal(rules, {"red ship": 3, "red double ship": 2, "red train": 3, "green train": 1, "wild": 1})
    mind.seen.look_at(i64(0))
    mind.plan_for(i64(0))
    five = i64(route_number(rules, "cape_town-indian_ocean"))
    assert payments.price(five, True) < UNPAYABLE
    assert rules.typed(int(payments.action(five)), ()) == ClaimWithShips("cape_town-indian_ocean", "red", 2, 0)
    pairs = i64(route_number(rules, "tehran-lahore"))
    assert payments.price(pairs, True) < UNPAYABLE
    paid = rules.typed(int(payments.action(pairs)), ())
    assert isinstance(paid, ClaimWithPairs)
    assert sum(count for _, count in paid.cards) == 4
    assert dict(paid.cards)["red"] >= 2


@pytest.mark.parametrize("board", ["germany", "pennsylvania"])
def test_tickets_are_drawn_when_all_are_done_and_there_is_time(board: str) -> None:
    """With every ticket done at once, new ones are drawn before anything else is collected; late they are not."""
    rules, mind = started(board)
    hold(rules)
    deal(rules, {})
    ask(rules, TURN)
    assert isinstance(answer(rules, mind), DrawTickets)
    rules.commons.pieces[0] = i64(3)
    rules.commons.pieces[1] = i64(3)
    assert not isinstance(answer(rules, mind), DrawTickets)


def test_it_blocks_the_last_link_between_two_parts_of_another_network() -> None:
    rules, mind = started("usa")
    tracks = find(rules, Tracks)
    link = route_number(rules, "duluth-helena")
    for name in ("helena-seattle", "duluth-toronto"):
        tracks.claim(i64(1), i64(route_number(rules, name)))
    hold(rules)
    deal(rules, {"orange": 6})
    mind.style.block_least = i64(0)
    mind.seen.look_at(i64(0))
    mind.plan_for(i64(0))
    mind.blocking.look_at(i64(1))
    assert mind.blocking.is_link(i64(1), i64(link))
    assert mind.blocking.way_round(i64(link)) > 6
    assert mind.blocking.find() == link
    tracks.claim(i64(1), i64(link))
    assert mind.blocking.find() == -1


def advanced(*tickets: str) -> tuple[RuleSheet, Mind]:
    """A game with advanced technologies in which seat 0 may claim routes everywhere in England, of any length."""
    rules, mind = started("uk", variant="advanced")
    technologies = find(rules, Technologies)
    for name in ("mechanical_stoker", "superheated_steam_boiler"):
        technologies.hand_over(i64(0), i64(technologies.ids.index(name)))
    hold(rules, *tickets)
    return rules, mind


def claim(rules: RuleSheet, seat: int, *names: str) -> None:
    """Let a seat own some routes."""
    for name in names:
        find(rules, Tracks).claim(i64(seat), i64(route_number(rules, name)))


def last_turn(rules: RuleSheet) -> None:
    """Let this be the last turn of seat 0, with another one to come."""
    rules.last_turns = i64(2)
    ask(rules, TURN)


def bought_in(rules: RuleSheet, mind: Mind) -> str:
    """The technology that seat 0 buys now; "" for anything else."""
    action = answer(rules, mind)
    return action.technology if isinstance(action, BuyTechnology) else ""


def test_it_wagers_on_the_most_tickets_when_it_is_ahead_and_not_when_it_is_behind() -> None:
    rules, mind = advanced("cambridge-london")
    claim(rules, 0, "cambridge-london")
    deal(rules, {"wild": 2})
    find(rules, Tickets).held.counts[1] = i64(1)
    last_turn(rules)
    assert bought_in(rules, mind) == "risky_contracts"
    find(rules, Tickets).held.counts[1] = i64(3)
    assert bought_in(rules, mind) != "risky_contracts"


def test_it_wagers_on_the_longest_path_when_it_is_ahead_and_not_when_it_is_behind() -> None:
    rules, mind = advanced("cambridge-london")
    claim(rules, 0, "cambridge-london", "brighton-london", "brighton-dover")
    find(rules, Tickets).held.counts[1] = i64(9)
    deal(rules, {"wild": 2})
    last_turn(rules)
    assert bought_in(rules, mind) == "equalising_beam"
    claim(rules, 1, "birmingham-cardiff", "birmingham-manchester", "birmingham-reading")
    assert bought_in(rules, mind) != "equalising_beam"


@pytest.mark.parametrize("turns", [1, 4, 12])
def test_a_longer_path_makes_the_wager_on_it_better(turns: int) -> None:
    """Behind, level, ahead: each is better than the one before, early and late."""
    rules, _ = advanced("cambridge-london")
    situation = Situation(rules, Style())
    situation.look_at(i64(0))
    situation.turns_left = i64(turns)
    wagers = Wagers(situation, find(rules, Technologies))
    chances = [wagers.chance_of_path()]
    for seat, name in ((1, "birmingham-manchester"), (0, "birmingham-cardiff"), (0, "birmingham-reading")):
        claim(rules, seat, name)
        chances.append(wagers.chance_of_path())
    level, behind, _, ahead = (int(chance) for chance in chances)
    assert behind < level < ahead <= 97


def test_a_wager_is_open_while_many_turns_are_left() -> None:
    rules, mind = advanced("cambridge-london", "london-brighton", "norwich-ipswich")
    find(rules, Tickets).held.counts[1] = i64(3)
    deal(rules, {"wild": 2})
    ask(rules, TURN)
    assert bought_in(rules, mind) not in ("risky_contracts", "equalising_beam")


def test_it_claims_twice_in_its_last_turn_if_it_can() -> None:
    rules, mind = advanced("cambridge-london")
    find(rules, Tickets).held.counts[1] = i64(9)
    deal(rules, {"wild": 1, "orange": 1, "purple": 2})
    last_turn(rules)
    assert bought_in(rules, mind) == "thermocompressor"
    rules.act(0, mind.decide(i64(0)))
    claims = []
    for kind in (CLAIM_FIRST, CLAIM_SECOND):
        assert rules.open.kind() == kind
        claims.append(answer(rules, mind))
        rules.act(0, mind.decide(i64(0)))
    first, second = claims
    assert isinstance(first, ClaimRoute)
    assert first.route == "cambridge-london"
    assert isinstance(second, ClaimRoute)


def test_it_joins_in_on_a_route_of_another_seat_where_a_ticket_needs_that() -> None:
    rules, mind = advanced("london-brighton")
    board = rules.setting.board
    brighton = next(city.index for city in board.cities if city.id == "brighton")
    claim(rules, 1, *(route.id for route in board.routes if brighton in (route.a, route.b)))
    deal(rules, {"wild": 4, "red": 1, "blue": 1})
    ask(rules, TURN)
    mind.style.join_price = i64(100)
    assert bought_in(rules, mind) == "right_of_way"
    rules.act(0, mind.decide(i64(0)))
    assert rules.open.kind() == CLAIM_TAKEN
    joined = answer(rules, mind)
    assert isinstance(joined, ClaimRoute)
    assert joined.route == "brighton-london"


def test_direct_routes_of_a_tour_are_worth_more_while_its_order_can_be_had() -> None:
    rules, mind = started("world")
    hold(rules, "casablanca-al_qahira-tehran")
    legs = [route_number(rules, name) for name in ("casablanca-al_qahira", "al_qahira-tehran", "al_qahira-tehran#2")]

    def bonuses() -> list[int]:
        mind.seen.look_at(i64(0))
        mind.architect.weigh()
        return [int(mind.architect.prices.bonus[route]) for route in legs]

    before = bonuses()
    claim(rules, 0, "casablanca-al_qahira")
    after = bonuses()
    assert before[0] > 0
    assert after[1] == after[2] > before[1] > 0  # all of what the order adds is at stake there
    claim(rules, 1, "al_qahira-tehran")  # of two seats only one gets a double route
    assert bonuses()[1:] < before[1:]
