"""What routes still take of a seat, and what claims score, against the rules themselves: claims are carried out, and
hands with fewer cards than are said to be missing are all tried. On every board.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from itertools import combinations_with_replacement

import pytest

import branchline as bl
from branchline.bots.planner_bot import PlannerBot
from branchline.mechanics.bundles import PayCards
from branchline.mechanics.cards.hands import Hands
from branchline.mechanics.technologies import BuyTechnology
from branchline.model.actions import Claim
from branchline.model.questions import Missing, Payment
from branchline.testing.arrange import arrange, started

MORE = int(os.environ.get("BRANCHLINE_POSITIONS", "1"))  # that many times as many positions as usual
GAMES = [(board.id, variant) for board in bl.boards() for variant in board.variants]
BOARDS = [board.id for board in bl.boards()]


def positions(board: str, variant: str, count: int, seed: int) -> Iterator[tuple[bl.Game, int]]:
    """Positions of random games and of planners' games, with the seat to move in a turn of its own."""
    rng = random.Random(f"{board} {variant} {seed}")
    found = number = 0
    while found < count:
        number += 1
        seats = rng.randint(*bl.new_game(board, variant=variant, seats=2).board.seats)
        game = bl.new_game(board, variant=variant, seats=seats, seed=seed * 1000 + number, events=False)
        planner = PlannerBot(number) if number % 3 == 0 else None
        claiming = rng.choice((0.02, 0.1, 0.4))  # how often somebody claims: full hands are worth a look as well
        while not game.is_over and found < count:
            seat = game.to_move
            assert seat is not None
            if game.observe(None).open[-1].question == "turn" and rng.random() < 0.08:
                found += 1
                yield game, seat
            legal = game.legal_actions()
            claims = [n for n in legal if isinstance(game.action(n), Claim)]
            others = [n for n in legal if n not in claims] or legal
            if planner is not None and rng.random() < 0.7:
                game.apply(planner.decide(game.observe(seat)))
            else:
                game.apply(rng.choice(claims if claims and rng.random() < claiming else others))


def some_routes(game: bl.Game, seat: int, rng: random.Random) -> list[str]:
    """Routes to ask about: the way of a ticket, or some that are still open."""
    held = game.observe(seat).held
    if held and rng.random() < 0.4:
        ways = game.ways(rng.choice(held), seat)
        if ways.routes:
            return list(ways.routes)
    free = [r.id for r in game.board.routes if not game.standing(r.index, seat).is_lost]
    rng.shuffle(free)
    wanted = rng.randint(1, 5)
    alone = [id_ for id_ in free[:30] if game.missing([id_], seat).cards <= 1]
    return (alone if rng.random() < 0.7 else free)[:wanted]


def carry_out(game: bl.Game, seat: int, payment: Payment) -> None:
    """Make a payment in a turn of the seat, decision by decision; it has to be accepted."""
    arrange(game, turn=seat, last_turns=-1)
    cards = dict(payment.cards)
    wilds = cards.get("wild", 0)
    for number in game.legal_actions(seat):
        action, price = game.action(number, seat), game.price(number, seat)
        if payment.claims != isinstance(action, Claim) or price is None:
            continue
        if not payment.claims and not isinstance(action, BuyTechnology):
            continue
        if payment.what != (getattr(action, "route", None) or getattr(action, "technology", None)):
            continue
        if payment.bundles != getattr(action, "bundles", 0):
            continue
        if dict(price.cards) != cards and not (payment.bundles and dict(price.cards).get("wild", 0) == wilds):
            continue
        game.apply(number, seat)
        while game.to_move == seat and isinstance(asked := game.action(game.legal_actions()[0]), PayCards):
            game.apply(PayCards(asked.card, cards.get(asked.card, 0)))
        while not game.is_over and game.observe(None).open[-1].question == "name a deck":
            game.apply(game.legal_actions()[0])
        return
    raise AssertionError(f"{payment} is not accepted")


@pytest.mark.parametrize(("board", "variant"), GAMES, ids=str)
def test_what_can_be_paid_is_accepted_decision_by_decision(board: str, variant: str) -> None:
    """Everything in the order given, each payment as it is proposed."""
    rng = random.Random(3)
    payable = 0
    for position, seat in positions(board, variant, 25 * MORE, 1):
        routes = some_routes(position, seat, rng)
        missing = position.missing(routes, seat)
        assert {*missing.routes, *missing.closed} == {*routes}
        assert bl.imagine(position.observe(seat), 1).missing(routes, seat) == missing, "its view says as much"
        assert not missing.at_least
        if not missing.can_pay:
            assert missing.cards or missing.closed or missing.forbidden or short_of_pieces(missing)
            assert not missing.payments
            continue
        payable += 1
        game = position.copy()
        hand = dict(game.observe(seat).hand)
        for payment in missing.payments:
            carry_out(game, seat, payment)
            for card, count in payment.cards:
                hand[card] = hand.get(card, 0) - count
        seen = game.observe(seat)
        assert {card: n for card, n in hand.items() if n} == {card: n for card, n in seen.hand.items() if n}
        ids = {route.id: route.index for route in game.board.routes}
        assert all(seat in seen.tracks.owners[ids[route]] for route in routes)
    assert payable > 2


def short_of_pieces(missing: Missing) -> bool:
    """Whether the seat has too few pieces of some sort."""
    return any(each.left is not None and each.left < each.takes for each in missing.pieces)


@pytest.mark.parametrize(("board", "variant"), GAMES, ids=str)
def test_with_fewer_cards_than_are_missing_no_way_is_found(board: str, variant: str) -> None:
    """Every hand with one card fewer than that is tried, in all ways to pay."""
    rng = random.Random(5)
    tried = 0
    for position, seat in positions(board, variant, 400 * MORE, 2):
        routes = some_routes(position, seat, rng)[: rng.randint(1, 3)]
        missing = position.missing(routes, seat)
        if not 1 <= missing.cards <= (2 if len(routes) > 1 else 3) or missing.closed or missing.forbidden:
            continue
        if short_of_pieces(missing) or len(missing.purchases) > 1:
            continue
        tried += 1
        kinds = list(position.board.cards)
        for more in combinations_with_replacement(range(len(kinds)), missing.cards - 1):
            assert not can_be_paid(with_cards(position, seat, more), seat, steps_of(missing)), (routes, more, missing)
        enough = combinations_with_replacement(range(len(kinds)), missing.cards)
        assert any(with_cards(position, seat, more).missing(routes, seat).can_pay for more in enough)
        if tried == 6 * MORE:
            return
    raise AssertionError(f"only {tried} small cases in that many positions")


def steps_of(missing: Missing) -> list[str]:
    """What has to be bought, and then the routes."""
    return [*(each.what for each in missing.purchases), *missing.routes]


def with_cards(position: bl.Game, seat: int, more: tuple[int, ...]) -> bl.Game:
    """The same position, in which the seat has some more cards. Where they come from does not matter here."""
    game = position.copy()
    hands = next(mechanic for mechanic in game._rules.mechanics if isinstance(mechanic, Hands))
    for kind in more:
        hands.add(seat, kind)
    return game


def can_be_paid(position: bl.Game, seat: int, steps: list[str]) -> bool:
    """Whether a seat can do all of that, one after the other, by trying every payment that the rules offer."""
    games = [position]
    for step in steps:
        found: dict[tuple[int, ...], bl.Game] = {}
        for before in games:
            for game in after_each_payment(before, seat, step):
                hands = next(mechanic for mechanic in game._rules.mechanics if isinstance(mechanic, Hands))
                start = seat * int(hands.kinds)
                found.setdefault(tuple(int(n) for n in hands.cards[start : start + int(hands.kinds)]), game)
        games = list(found.values())
    return bool(games)


def after_each_payment(position: bl.Game, seat: int, what: str) -> Iterator[bl.Game]:
    """The position after each way to pay for a route or a technology."""
    rules = position._rules.blank()
    rules.copy_from(position._rules)
    rules.commons.journal.on = False
    rules.open.clear()
    rules.last_turns = -1
    rules.begin_turn(seat)
    rules.settle()
    begun = position.copy()
    begun._rules = rules
    if begun.to_move != seat:
        return
    for number in begun.legal_actions(seat):
        action = begun.action(number, seat)
        if what in (getattr(action, "route", None), getattr(action, "technology", None)):
            twin = begun.copy()
            twin.apply(number, seat)
            yield from when_paid(twin, seat)


def when_paid(game: bl.Game, seat: int) -> Iterator[bl.Game]:
    """The positions in which all cards of bundles are chosen."""
    if game.to_move == seat and isinstance(game.action(game.legal_actions()[0]), PayCards):
        for number in game.legal_actions():
            twin = game.copy()
            twin.apply(number)
            yield from when_paid(twin, seat)
    else:
        yield game


@pytest.mark.parametrize(("board", "variant"), GAMES, ids=str)
def test_the_points_of_every_action_are_those_that_the_score_changes_by(board: str, variant: str) -> None:
    """Claims of all kinds, and everything else that a seat does."""
    rng = random.Random(7)
    claimed = 0
    for number in range(2 * MORE):
        seats = rng.randint(2, bl.new_game(board, variant=variant, seats=2).board.seats[1])
        game = bl.new_game(board, variant=variant, seats=seats, seed=900 + number)
        expected = [0] * seats
        buying_now = False
        while not game.is_over:
            seat = game.to_move
            assert seat is not None
            legal = game.legal_actions()
            claims = [n for n in legal if isinstance(game.action(n), Claim)]
            buying = [n for n in legal if isinstance(game.action(n), BuyTechnology)]
            wanted = buying if buying and rng.random() < 0.5 else claims
            chosen = rng.choice(wanted if wanted and rng.random() < 0.4 else legal)
            action = game.action(chosen)
            gain = game.gain(chosen)
            if isinstance(action, Claim):
                claimed += 1
                assert gain == game.claim_points(action.route, seat)
            expected[seat] += gain
            buying_now = isinstance(action, BuyTechnology) or (buying_now and isinstance(action, PayCards))
            game.apply(chosen)
            if buying_now:  # a claim that must follow is made at once if there is only one
                expected = list(game.observe(None).points)
            elif all(decision.question != "bundle cards" for decision in game.observe(None).open):
                assert list(game.observe(None).points) == expected, action
    assert claimed


def test_gray_routes_are_paid_each_in_a_color_of_its_own() -> None:
    """Two gray routes of three, with three cards of two colors: nothing is missing."""
    game = arrange(started("usa"), hands={0: {"red": 3, "blue": 3}})
    two = [route.id for route in game.board.routes if route.color == "gray" and route.length == 3][:2]
    missing = game.missing(two, 0)
    assert missing.can_pay
    assert missing.cards == 0
    assert {dict(payment.cards).popitem() for payment in missing.payments} == {("red", 3), ("blue", 3)}
    fewer = arrange(game, hands={0: {"red": 3, "blue": 2, "green": 2}}).missing(two, 0)
    assert (fewer.cards, fewer.can_pay) == (1, False)


def test_the_tightest_fit_is_not_always_the_best() -> None:
    """Gray routes of 3, 2, 2 and 2 with five and four cards: the longest one has to go where it fits loosely."""
    game = arrange(started("usa"), hands={0: {"red": 5, "blue": 4}})
    gray = [route for route in game.board.routes if route.color == "gray" and route.track == 1]
    routes = [next(r.id for r in gray if r.length == 3), *[r.id for r in gray if r.length == 2][:3]]
    missing = game.missing(routes, 0)
    assert missing.can_pay
    for payment in missing.payments:
        carry_out(game, 0, payment)


def test_gray_routes_of_a_ticket_in_two_colors() -> None:
    """Montréal to New Orleans with a card of three colors and a wild: the gray routes lack two cards, not three."""
    game = arrange(started("usa"), hands={0: {"black": 1, "red": 1, "green": 1, "wild": 1}})
    missing = game.missing(game.ways("montreal-new_orleans", 0).routes, 0)
    assert [need.missing for need in missing.needs if need.color == "gray"] == [2]


def test_symbols_take_wilds() -> None:
    """San Francisco: a ferry with a symbol is not paid by colored cards alone."""
    game = arrange(started("san_francisco"), hands={0: {"red": 6, "blue": 6}})
    ferry = next(route for route in game.board.routes if route.wilds)
    missing = game.missing([ferry.id], 0)
    assert missing.cards == 1
    assert [(need.color, need.missing) for need in missing.needs] == [("gray", 0), ("wild", 1)]


@pytest.mark.parametrize("ticket", ["aberystwyth-cardiff", "stornoway-aberdeen"])
def test_permissions_are_bought_with_wilds(ticket: str) -> None:
    """United Kingdom: colored cards for all routes, and the Concessions are still missing, with their price."""
    game = arrange(started("uk"), hands={0: {}})
    ways = game.ways(ticket, 0)
    colors = {route.id: (route.color, route.length) for route in game.board.routes}
    hand: dict[str, int] = {}
    for route in ways.routes:
        color, length = colors[route]
        hand["red" if color == "gray" else color] = hand.get("red" if color == "gray" else color, 0) + length
    missing = arrange(game, hands={0: hand}).missing(ways.routes, 0)
    assert missing.purchases
    assert not missing.can_pay
    facts = game.board.extras["technologies"]
    assert all(each.wilds == facts[each.what]["cost"] for each in missing.purchases)
    wild = next(need for need in missing.needs if need.color == "wild")
    assert wild.spaces >= sum(each.wilds for each in missing.purchases)
    assert missing.cards > 0


def test_four_cards_stand_for_a_wild_and_three_with_a_booster() -> None:
    """United Kingdom: seven cards that cover nothing pay one space, and with a Booster two."""
    game = arrange(started("uk"), hands={0: {"white": 4, "black": 3}}, turn=0)
    route = next(r.id for r in game.board.routes if r.color == "red" and r.length == 2 and not lacks(game, r.id))
    assert game.missing([route], 0).cards == 1
    game = arrange(game, hands={0: {"wild": 2}}, turn=0)
    game.apply(BuyTechnology("booster", 2, 0))
    missing = arrange(game, hands={0: {"white": 4, "black": 3}}, turn=0).missing([route], 0)
    assert missing.can_pay
    assert missing.payments[0].bundles == 2
    carry_out(game, 0, missing.payments[0])


def lacks(game: bl.Game, route: str) -> bool:
    """Whether seat 0 would have to buy something for a route."""
    return bool(game.missing([route], 0).purchases)


def test_a_search_that_is_cut_short_says_at_least() -> None:
    """Very many gray routes, and colors that fit none of them well: a bound, and it says so, or it is exact."""
    game = arrange(started("usa"), hands={0: dict.fromkeys(started("usa").board.colors, 5)})
    gray = [r.id for r in game.board.routes if r.color == "gray" and r.track == 1]
    missing = game.missing(gray, 0)
    total = sum(r.length for r in game.board.routes if r.id in missing.routes)
    assert missing.cards >= total - 40


@pytest.mark.parametrize("board", BOARDS)
def test_what_each_ticket_scored_adds_up(board: str) -> None:
    """A tour has three values; the line of the sheet is the sum of what each ticket brought or cost."""
    rng = random.Random(1)
    for seed in range(2):
        game = bl.new_game(board, seats=2, seed=seed, events=False)
        while not game.is_over:
            game.apply(rng.choice(game.legal_actions()))
        for sheet in game.scores():
            assert sum(sheet.ticket_points.values()) == sheet.tickets
            assert set(sheet.ticket_points) == {*sheet.completed, *sheet.failed}
            assert all((points > 0) == (id_ in sheet.completed) for id_, points in sheet.ticket_points.items())


@pytest.mark.parametrize(("board", "variant"), GAMES, ids=str)
def test_a_game_that_was_stopped_in_its_setup_can_be_asked_from_its_views(board: str, variant: str) -> None:
    """Who gave up before the first turn still sees the tickets."""
    game = bl.new_game(board, variant=variant, seats=2, seed=1)
    for _ in range(2):
        twin = game.copy()
        twin.stop()
        seen = twin.observe(0)
        world = bl.imagine(seen, 1)
        assert world.is_over
        assert world.missing([0], 0) == twin.missing([0], 0)
        game.apply(game.legal_actions()[0])
