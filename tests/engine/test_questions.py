"""The questions that a game answers: legality, prices, how routes stand, longest paths. On every board."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import branchline as bl
from branchline.engine import standing as codes
from branchline.mechanics.fleet import FleetView
from branchline.mechanics.routes.longest_path import LongestPathSearch
from branchline.mechanics.routes.tracks import tracks_of
from branchline.model.actions import Claim
from branchline.model.events import CardsPaid
from tests.engine import oracles
from tests.engine.ways_oracle import fault

GAMES = [(board.id, variant) for board in bl.boards() for variant in board.variants]
S = bl.Standing


def positions(board: str, variant: str, seats: int, games: int, seed: int) -> Iterator[bl.Game]:
    """Positions of random games that like to claim, at every decision."""
    rng = random.Random(f"{board} {variant} {seats} {seed}")
    for number in range(games):
        game = bl.new_game(board, variant=variant, seats=seats, seed=seed + number)
        while not game.is_over:
            yield game
            legal = game.legal_actions()
            claims = [n for n in legal if isinstance(game.action(n), Claim)]
            game.apply(rng.choice(claims if claims and rng.random() < 0.6 else legal))
        yield game


@pytest.mark.parametrize(("board", "variant"), GAMES, ids=str)
def test_a_refusal_is_what_apply_would_say(board: str, variant: str) -> None:
    """None exactly for legal actions, by number and by value; the reason otherwise; and nothing changes."""
    rng = random.Random(1)
    for game in positions(board, variant, 2, 1, 11):
        seat = game.to_move
        if seat is None or rng.random() < 0.7:
            continue
        before, legal = game.observe(seat), set(game.legal_actions())
        asked = rng.sample(range(game.action_count), 40) + rng.sample(sorted(legal), min(10, len(legal)))
        for number in asked:
            reason = game.refusal(number)
            assert (reason is None) == (number in legal)
            if number in legal:
                assert game.refusal(game.action(number), seat) is None
            else:
                with pytest.raises(bl.IllegalAction) as refused:
                    game.apply(number)
                assert reason == str(refused.value)
        assert game.observe(seat) == before
        other = next(s for s in range(game.seats) if s not in game.pending) if len(game.pending) == 1 else None
        if other is not None:
            assert "nothing to decide" in str(game.refusal(asked[0], other))


def test_refusals_of_what_does_not_exist() -> None:
    """Numbers, values and seats that there are not get a sentence too, and a finished game refuses everything."""
    game = bl.new_game("usa", seed=3)
    assert "There is no action -1" in str(game.refusal(-1))
    assert "no route" in str(game.refusal(bl.ClaimRoute("nowhere-else", "red", 0)))
    while not game.is_over:
        game.apply(game.legal_actions()[0])
    assert game.refusal(0) == "The game is over; nobody has anything to decide."


@pytest.mark.parametrize(("board", "variant"), GAMES, ids=str)
def test_a_price_is_what_is_paid(board: str, variant: str) -> None:
    """Cards named beforehand are those of the event, further ones as many as said, and pieces leave the supply."""
    rng = random.Random(2)
    compared = 0
    game = bl.new_game(board, variant=variant, seats=2, seed=5)
    while not game.is_over:
        seat = game.to_move
        assert seat is not None
        legal = game.legal_actions()
        claims = [n for n in legal if isinstance(game.action(n), Claim)]
        number = rng.choice(claims if claims and rng.random() < 0.5 else legal)
        price = game.price(number)
        assert price == game.price(game.action(number), seat)
        pieces, before = game.observe(seat).pieces[seat], len(game.events)
        game.apply(number)
        paid = [dict(e.cards) for e in game.events[before:] if isinstance(e, CardsPaid) and e.seat == seat]
        if price is None:
            assert not paid
        elif price.asked == 0 and not isinstance(game.action(number, seat), bl.PayCards):
            assert dict(price.cards) == paid[0]
            assert game.observe(seat).pieces[seat] == pieces - price.pieces
            compared += 1
        elif price.asked and paid:  # all of it followed without a choice
            assert sum(paid[0].values()) == price.asked + sum(count for _, count in price.cards)
    assert compared > 5


@pytest.mark.parametrize(("board", "variant"), GAMES, ids=str)
@pytest.mark.parametrize("seats", [2, 4])
def test_how_routes_stand(board: str, variant: str, seats: int) -> None:
    """Judged from the view alone: owners, tracks beside it, pieces; and open exactly where a claim is legal."""
    rng = random.Random(3)
    found = set()
    for game in positions(board, variant, seats, 1, 21):
        seat = game.to_move
        if seat is None or game.observe(seat).open[-1].question != "turn" or rng.random() < 0.8:
            continue
        seen = game.observe(seat)
        legal = {action.route for action in seen.actions if isinstance(action, Claim)}
        fleet = next((part for part in seen.parts.values() if isinstance(part, FleetView)), None)
        single = seats <= game.variant.numbers.single_track
        for route in game.board.routes:
            now = game.standing(route.index)
            found.add(now)
            owners = seen.tracks.owners[route.index]
            beside = [owner for twin in route.twins for owner in seen.tracks.owners[twin]]
            pieces = seen.pieces[seat]
            if fleet is not None:
                pieces = (fleet.ships if route.kind == "ship" else fleet.trains)[seat] or 0
            assert (now is S.OPEN) == (route.id in legal)
            assert (now is S.OWN) == (seat in owners)
            assert (now is S.TAKEN) == (bool(owners) and seat not in owners)
            assert (now is S.TWIN) == (not owners and (seat in beside or (single and bool(beside))))
            if now in (S.OPEN, S.CARDS):
                assert pieces >= route.length
            if now is S.PIECES:
                assert pieces < route.length
            assert now.words.endswith(".")
    assert {S.OPEN, S.OWN, S.TAKEN, S.CARDS} <= found
    assert (S.PERMISSION in found) == (board == "uk")


def test_the_engine_and_the_model_number_standings_alike() -> None:
    """The engine's small numbers are the places in the enumeration."""
    assert [getattr(codes, each.name) for each in S] == list(range(len(S)))


@pytest.mark.parametrize("board", sorted({board for board, _ in GAMES}))
def test_a_longest_path_is_one(board: str) -> None:
    """Its routes are the seat's own, no two are the same, each goes on where the last ended, and none is longer."""
    checked = 0
    for game in positions(board, next(iter(bl.board(board).variants)), 2, 2, 31):
        if game.to_move is not None and random.Random(len(game.decisions)).random() < 0.9:
            continue
        for seat in range(game.seats):
            path = game.longest_path(seat)
            routes = {route.id: route for route in game.board.routes}
            mine = [game.board.routes[index] for index in game.observe(None).tracks.owned_by(seat)]
            assert len(set(path.routes)) == len(path.routes)
            assert set(path.routes) <= {route.id for route in mine}
            assert path.length == sum(routes[each].length for each in path.routes)
            assert path.length == LongestPathSearch(game._rules.commons.terrain).of(tracks_of(game._rules), seat)
            if len(mine) <= 14:
                assert path.length == oracles.longest_trail([(r.a, r.b, r.length) for r in mine])
            ends: set[int] = set()
            for each in path.routes:
                step = {routes[each].a, routes[each].b}
                ends = step if not ends else {sum(step) - place for place in ends & step}
                assert ends, "the path breaks off"
                checked += 1
    assert checked > 20


# Ways


@pytest.mark.parametrize(("board", "variant"), GAMES, ids=str)
@pytest.mark.parametrize("seats", [2, 4])
def test_the_cheapest_way_for_a_ticket(board: str, variant: str, seats: int) -> None:
    """Against integer programming, for tickets of all kinds: nothing is lost that is not, and no way is dearer."""
    rng = random.Random(4)
    lost = found = 0
    for game in positions(board, variant, seats, 1, 41):
        if game.to_move is None or rng.random() < 0.95:
            continue
        for ticket in rng.sample(game.variant.tickets, 3):
            seat, buying = rng.randrange(seats), rng.random() < 0.7
            assert fault(game, ticket, seat, buying=buying) == ""
            lost += game.ways(ticket.id, seat).is_lost
            found += not game.ways(ticket.id, seat).is_lost
    assert found > 0
    assert lost > 0 or "start" in bl.board(board).extras  # where routes of others can be shared, hardly any is lost


@pytest.mark.parametrize("board", ["usa", "uk", "world"])
def test_the_cheapest_way_with_a_plan_and_a_liking(board: str) -> None:
    """The same with routes that count as built, and with some that are longer or shorter than they are."""
    rng = random.Random(5)
    checked = 0
    for game in positions(board, "classic", 3, 1, 61):
        if game.to_move is None or rng.random() < 0.9:
            continue
        planned = rng.sample(range(len(game.board.routes)), 4)
        liking = {route: rng.randrange(-30, 30) for route in rng.sample(range(len(game.board.routes)), 40)}
        for ticket in rng.sample(game.variant.tickets, 2):
            assert fault(game, ticket, rng.randrange(3), planned=planned, liking=liking) == ""
            checked += 1
    assert checked > 20


def test_with_a_liking_a_way_is_not_lost_because_a_liked_one_takes_too_many_pieces() -> None:
    """USA, with as few trains as the shortest way takes, and a liking for longer ones."""
    game, mechanics = at_a_turn("usa")
    ways = game.ways("denver-el_paso", 0)
    dear = {index: 900 for index, route in enumerate(game.board.routes) if route.id in ways.routes}
    liked = game.ways("denver-el_paso", 0, liking=dear)
    assert liked.pieces > ways.pieces
    mechanics["hands"].commons.pieces[0] = ways.pieces
    assert game.ways("denver-el_paso", 0, liking=dear).routes == ways.routes
    mechanics["hands"].commons.pieces[0] = ways.pieces - 1
    assert game.ways("denver-el_paso", 0, liking=dear).is_lost


def test_pieces_in_the_box_make_a_way() -> None:
    """The World, seed 2 after 252 random decisions: Casablanca to Yakutsk takes more of a sort than the supply has."""
    game = bl.new_game("world", seats=2, seed=2)
    rng = random.Random(2)
    for _ in range(252):
        game.apply(rng.choice(game.legal_actions()))
    ways = game.ways("casablanca-yakutsk", 1)
    assert not ways.is_lost
    assert fault(game, next(ticket for ticket in game.variant.tickets if ticket.id == ways.ticket), 1) == ""


def test_the_two_ways_to_complete_a_tour() -> None:
    """In any order as cheap as can be, and as a chain for the high value; each may be lost alone."""
    game, _ = at_a_turn("world")
    tour = "murmansk-tiksi-novosibirsk-yakutsk-petropavlovsk"
    ways = game.ways(tour, 0)
    lengths = {route.id: route.length for route in game.board.routes}
    assert ways.chain == ("murmansk-tiksi", "tiksi-novosibirsk", "novosibirsk-yakutsk", "yakutsk-petropavlovsk")
    assert ways.chain_pieces == sum(lengths[route] for route in ways.chain) >= ways.pieces
    plain = game.ways("athina-manila", 0)
    assert (plain.chain, plain.chain_pieces) == (None, 0)
    tracks_of(game._rules).claim(1, next(route.index for route in game.board.routes if route.id == ways.chain[0]))
    after = game.ways(tour, 0)
    assert after.chain is None
    assert not after.is_lost


@pytest.mark.parametrize("board", ["uk", "world", "usa"])
def test_ways_are_the_same_in_every_imagined_world(board: str) -> None:
    """What a seat can still build is public: hidden cards and tickets do not matter, so the answer is honest."""
    rng = random.Random(5)
    compared = 0
    for game in positions(board, "classic", 2, 1, 51):
        seat = game.to_move
        if seat is None or rng.random() < 0.9:
            continue
        seen = game.observe(seat)
        worlds = [bl.imagine(seen, seed) for seed in (1, 2)]
        for ticket in rng.sample(list(game.variant.tickets), 5):
            truth = game.ways(ticket.id, seat)
            assert all(world.ways(ticket.id, seat) == truth for world in worlds)
            compared += 1
        for route in rng.sample(list(game.board.routes), 10):
            assert all(world.standing(route.id, seat) == game.standing(route.id, seat) for world in worlds)
    assert compared > 20


def test_ways_of_tickets_that_there_are_not() -> None:
    """A wrong name gets an error with the nearest right one."""
    with pytest.raises(bl.NotationError, match="did you mean 'boston-miami'"):
        bl.new_game("usa", seed=1).ways("boston-miam")


def at_a_turn(board: str) -> tuple[bl.Game, dict[str, Any]]:
    """A game at its first turn, and its mechanics by name: what random games rarely bring is laid out by hand."""
    game = bl.new_game(board, seats=2, seed=7)
    while game.observe(0).open[-1].question != "turn":
        game.apply(game.legal_actions()[0])
    return game, {mechanic.name: mechanic for mechanic in game._rules.mechanics}


def test_what_nobody_can_buy_any_more_is_no_way() -> None:
    """A permission helps as long as somebody sells it; then only those count that the seat has."""
    game, mechanics = at_a_turn("uk")
    tickets = [ticket.id for ticket in game.variant.tickets]
    having = [game.ways(ticket, 0, buying=False) for ticket in tickets]
    assert [game.ways(ticket, 0) for ticket in tickets] != having
    for card in range(len(mechanics["technologies"].table)):
        mechanics["technologies"].table[card] = 0
    assert [game.ways(ticket, 0) for ticket in tickets] == having


def test_ships_do_not_lie_on_land_nor_trains_at_sea() -> None:
    """A route takes pieces of its own sort, however many of the other sort there are."""
    game, mechanics = at_a_turn("world")
    mechanics["fleet"].ships[0] = 0
    for route in game.board.routes:
        assert (game.standing(route.id, 0) is S.PIECES) == (route.kind == "ship")


def test_a_way_takes_fewer_pieces_of_a_scarce_sort() -> None:
    """The World: a longer way by land is found when ships are short, and with neither the ticket is lost."""
    game, mechanics = at_a_turn("world")
    kinds = {route.id: route.kind for route in game.board.routes}
    before = [game.ways(ticket.id, 0) for ticket in game.variant.tickets]
    by_sea = [ways for ways in before if any(kinds[route] == "ship" for route in ways.routes)]
    assert by_sea
    fleet = mechanics["fleet"]
    fleet.ships[0] = fleet.box_ships[0] = 0
    after = [game.ways(ways.ticket, 0) for ways in by_sea]
    assert all(not any(kinds[route] == "ship" for route in ways.routes) for ways in after)
    assert any(not ways.is_lost for ways in after)
    assert any(ways.is_lost for ways in after)


def test_arguments_of_the_wrong_kind_are_named() -> None:
    with pytest.raises(bl.UnknownVariant, match="USA has no variant '3'; it has: classic"):
        bl.new_game("usa", variant=3)  # type: ignore[arg-type]
    with pytest.raises(bl.RecordError, match=r"load\(FILE\) gives, not 'game.json'"):
        bl.replay("game.json")  # type: ignore[arg-type]
    with pytest.raises(bl.BadSetup, match="at least 0 games, not -1"):
        bl.random_playouts("usa", games=-1)
