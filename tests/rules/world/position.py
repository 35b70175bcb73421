"""Puts a game of the World board into a wanted position, and short words to look at it.

    game = at(hands={0: {"red train": 2, "wild": 1}}, row=[...], owners={"lima-sydney": 0}, turn=0)

Cards, tracks with the fleet and harbors, and tickets are each laid out anew as soon as one of their arguments is given.
Nothing is lost or invented on the way: the rules check it at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import branchline as bl
from branchline.mechanics.cards import DecksMarketView
from branchline.mechanics.fleet import FleetView
from branchline.mechanics.fleet.rules import Rules
from branchline.mechanics.harbors import HarborsView
from branchline.mechanics.harbors.harbors import Harbors
from branchline.model.board import Route
from branchline.testing.arrange import arrange, started

ROW = ["red train", "green train", "black train", "red ship", "green ship", "black ship"]  # no rule minds such a row
Rest = str | int  # where the other cards of a deck go: "deck", "discards", or the hand of a seat


def harbors_of(rules: Rules) -> Harbors:
    """The harbors, which join the rules of the board."""
    return next(mechanic for mechanic in rules.mechanics if isinstance(mechanic, Harbors))


def rules_of(game: bl.Game) -> Rules:
    """The rule sheet behind a game."""
    rules = game._rules
    assert isinstance(rules, Rules)
    return rules


def at(seats: int = 2, seed: int = 0, **position: Any) -> bl.Game:
    """A game that stands like this; it is the turn of seat 0 unless another one is named."""
    game = started("world", seats=seats, seed=seed)
    return put(game, **{"turn": 0, "fleet": {}, **position})


def put(
    game: bl.Game,
    *,
    hands: Mapping[int, Mapping[str, int]] | None = None,
    row: Sequence[str | None] | None = None,
    top: Sequence[str] = (),
    discards: Mapping[str, int] | None = None,
    train_rest: Rest = "deck",
    ship_rest: Rest = "deck",
    owners: Mapping[str, int] | None = None,
    supply: Mapping[int, tuple[int, int]] | None = None,
    fleet: Mapping[int, int] | None = None,
    leave_open: Collection[str] = (),
    harbors: Mapping[str, int] | None = None,
    tickets: Mapping[int, Collection[str]] | None = None,
    ticket_deck: Sequence[str] | None = None,
    ticket_rest: Any = None,
    points: Mapping[int, int] | None = None,
    turn: int | None = None,
    last_turns: int | None = None,
) -> bl.Game:
    """Change the position of a running game.

    `top` names the next cards of both decks, the very next one first. `fleet` gives the trains that a seat started with
    (20 if not named); `supply` the trains and ships that it has left, for which further routes are laid: some that fit
    the fleet, or any if none is named.
    """
    rules = rules_of(game).blank()
    assert isinstance(rules, Rules)
    rules.copy_from(game._rules)
    rules.commons.journal.on = False
    cards = hands is not None or row is not None or top or discards is not None
    if cards or train_rest != "deck" or ship_rest != "deck":
        _lay_cards(rules, hands or {}, row, top, discards or {}, (train_rest, ship_rest))
    if owners is not None or supply is not None or harbors is not None or fleet is not None:
        _lay_tracks(rules, owners or {}, fleet or {}, supply or {}, leave_open)
        for city, seat in (harbors or {}).items():
            place = next(c.index for c in rules.setting.board.cities if c.id == city)
            harbors_of(rules).own(seat, harbors_of(rules).port_of[place])
    rules.commons.journal.on = game._rules.commons.journal.on
    game._rules = rules
    return arrange(
        game,
        tickets=tickets,
        ticket_deck=ticket_deck,
        ticket_rest=ticket_rest,
        points=points,
        turn=turn,
        last_turns=last_turns,
    )


def _lay_cards(
    rules: Rules,
    hands: Mapping[int, Mapping[str, int]],
    row: Sequence[str | None] | None,
    top: Sequence[str],
    discards: Mapping[str, int],
    rest: tuple[Rest, Rest],
) -> None:
    names = rules.commons.terrain.card_names
    deck_of = rules.commons.terrain.deck_of
    market = rules.market
    left = Counter(rules.setting.board.cards)
    market.reset()
    rules.hands.reset()
    for seat, cards in hands.items():
        for card in _taken(left, Counter(cards).elements()):
            rules.hands.add(seat, names.index(card))
    above = [names.index(card) for card in _taken(left, top)]
    if row is None:  # some plain cards of each deck
        row = [name for name in names[:6] if left[name]][:3] + [name for name in names[18:24] if left[name]][:3]
    for place, shown in enumerate(row):
        if shown is not None:
            _taken(left, [shown])
            market.lay(place, names.index(shown))
    for pile in market.piles:
        pile.left = 0
    for card in _taken(left, Counter(discards).elements()):
        market.pile(deck_of[names.index(card)]).discard(names.index(card), 1)
    for deck, where in enumerate(rest):
        pile = market.piles[deck]
        # The colors take turns, wilds lie at the very bottom: no row fills with them by accident.
        kinds = [k for k in range(len(names)) if deck_of[k] == deck]
        others = [k for n in range(20) for k in kinds if n < left[names[k]] and names[k] != "wild"]
        others += [k for k in kinds for _ in range(left[names[k]]) if names[k] == "wild"]
        stack = [k for k in above if deck_of[k] == deck]
        if where == "deck":
            stack += others
        elif where == "discards":
            for k in others:
                pile.discard(k, 1)
        else:
            for k in others:
                rules.hands.add(int(where), k)
        for k in reversed(stack):
            pile.deck[pile.left] = k
            pile.left += 1


def _taken(left: Counter[str], cards: Iterable[str]) -> list[str]:
    taken = list(cards)
    for card in taken:
        assert left[card] > 0, f"there are not that many {card} cards"
        left[card] -= 1
    return taken


def _lay_tracks(
    rules: Rules,
    owners: Mapping[str, int],
    fleet: Mapping[int, int],
    supply: Mapping[int, tuple[int, int]],
    leave_open: Collection[str],
) -> None:
    board = rules.setting.board
    routes = {route.id: route for route in board.routes}
    rules.tracks.reset()
    harbors_of(rules).reset()
    for name, seat in owners.items():
        assert rules.tracks.is_open(seat, routes[name].index), name
        rules.tracks.claim(seat, routes[name].index)
    for seat, left in supply.items():
        for route in _routes_to_add(rules, seat, left, fleet.get(seat), leave_open):
            rules.tracks.claim(seat, route.index)
    for seat in range(rules.seats):
        owned = [route for route in board.routes if rules.tracks.owners[route.index] >> seat & 1]
        trains, ships = _laid(owned)
        rules.commons.pieces[seat] = 60 - trains - ships
        rules.commons.points[seat] = sum(board.printed_points(route) for route in owned)
        start = fleet.get(seat, supply[seat][0] + trains if seat in supply else 20)
        rules.fleet.give(seat, start)
        rules.fleet.trains[seat] -= trains
        rules.fleet.ships[seat] -= ships
        for route in owned:
            harbors_of(rules).note_route(seat, route.index)


def _laid(routes: Iterable[Route]) -> tuple[int, int]:
    owned = list(routes)
    ships = sum(route.length for route in owned if route.kind == "ship")
    return sum(route.length for route in owned) - ships, ships


def _routes_to_add(
    rules: Rules, seat: int, left: tuple[int, int], start: int | None, leave_open: Collection[str]
) -> tuple[Route, ...]:
    """Open routes whose claims leave a seat with that many trains and ships, with a possible box."""
    board = rules.setting.board
    owned = [route for route in board.routes if rules.tracks.owners[route.index] >> seat & 1]
    trains, ships = _laid(owned)
    ways: dict[tuple[int, int], tuple[Route, ...]] = {(trains, ships): ()}
    spaces = 60 - sum(left)
    for route in board.routes:
        if route.track > 1 or route.id in leave_open or not rules.tracks.is_open(seat, route.index):
            continue
        for (t, s), chosen in list(ways.items()):
            more = (t, s + route.length) if route.kind == "ship" else (t + route.length, s)
            if sum(more) <= spaces and more[0] <= 25 - left[0] and more[1] <= 50 - left[1]:
                ways.setdefault(more, (*chosen, route))
    wanted = [laid for laid in ways if sum(laid) == spaces and start in (None, laid[0] + left[0])]
    return ways[wanted[0]]


# Looking


def market(game: bl.Game) -> DecksMarketView:
    """The cards on the table."""
    view = game.observe(None).market
    assert isinstance(view, DecksMarketView)
    return view


def fleet(game: bl.Game, seat: int | None = None) -> FleetView:
    """The fleets, as a seat sees them."""
    view = game.observe(seat).parts["fleet"]
    assert isinstance(view, FleetView)
    return view


def harbors(game: bl.Game) -> HarborsView:
    """The harbors."""
    view = game.observe(None).parts["harbors"]
    assert isinstance(view, HarborsView)
    return view


def actions(game: bl.Game, kind: type[bl.Action]) -> list[Any]:
    """The legal actions of a kind."""
    values = [game.action(number) for number in game.legal_actions()]
    return [value for value in values if isinstance(value, kind)]


def kinds(game: bl.Game) -> set[str]:
    """The kinds of all legal actions."""
    return {type(game.action(number)).__name__ for number in game.legal_actions()}


def payments(game: bl.Game, route: str) -> list[str]:
    """The ways to claim a route, in words without the route."""
    values = [game.action(number) for number in game.legal_actions()]
    claims = (bl.ClaimRoute, bl.ClaimWithShips, bl.ClaimWithPairs)
    found = [game.describe(value).partition(" with ")[2] for value in values if getattr(value, "route", "") == route]
    assert len(found) == len(set(found))
    assert all(isinstance(value, claims) for value in values if hasattr(value, "route"))
    return sorted(found)


def claimable(game: bl.Game) -> set[str]:
    """The routes that can be claimed now."""
    values = [game.action(number) for number in game.legal_actions()]
    return {value.route for value in values if isinstance(value, (bl.ClaimRoute, bl.ClaimWithShips, bl.ClaimWithPairs))}


def pass_time(game: bl.Game) -> None:
    """The seat to move draws two train cards."""
    seat = game.to_move
    while game.to_move == seat and not game.is_over:
        legal = [game.action(number) for number in game.legal_actions()]
        blind = bl.DrawFromDeck("train")
        game.apply(blind if blind in legal else legal[0])
