"""Puts a game into a wanted position, for tests of rules.

    game = started(seats=3, first_seat=0)
    arrange(game, hands={0: {"red": 2, "wild": 1}}, row=["red", "blue", "wild", "green", "green"], deck_top=["wild"])
    arrange(game, owners={"boston-montreal": 1}, tickets={0: ["boston-miami"]}, turn=0)

Nothing is lost or invented on the way: what a seat is given is missing elsewhere, and every invariant of the rules is
checked at the end. A position has three parts, each laid out again as soon as one of its arguments is given, and left
alone if none is: the cards, the tickets, and the tracks with their pieces. `turn` and `last_turns` say where the game
stands.

The helpers read and change the mechanics that boards share. Where a board has other ones, it needs helpers of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal, TypeVar

from branchline.engine.decisions import KEEP_TICKETS
from branchline.engine.mechanic import Mechanic
from branchline.engine.rule_sheet import RuleSheet
from branchline.game import Game, new_game
from branchline.mechanics.cards.market import Market
from branchline.mechanics.routes.tracks import Tracks
from branchline.mechanics.tickets.tickets import Tickets
from branchline.model.board import WILD, Board, Route
from branchline.model.errors import BadSetup, closest

Kind = TypeVar("Kind", bound=Mechanic)


def started(
    board: str = "usa", *, variant: str = "classic", seats: int = 2, seed: int = 0, first_seat: int | None = 0
) -> Game:
    """A game whose first turn has just begun; every choice of the setup was answered with its first legal action."""
    game = new_game(board, variant=variant, seats=seats, seed=seed, first_seat=first_seat)
    while game.observe(None).turn is None:
        game.apply(game.legal_actions()[0])
    return game


def arrange(
    game: Game,
    *,
    hands: Mapping[int, Mapping[str, int]] | None = None,
    row: Sequence[str | None] | None = None,
    deck_top: Sequence[str] | None = None,
    discards: Mapping[str, int] | None = None,
    rest: Literal["deck", "discards"] | int | None = None,
    tickets: Mapping[int, Collection[str]] | None = None,
    ticket_deck: Sequence[str] | None = None,
    ticket_rest: Literal["deck"] | int | None = None,
    owners: Mapping[str, int | Collection[int]] | None = None,
    pieces: Mapping[int, int] | None = None,
    leave_open: Collection[str] = (),
    points: Mapping[int, int] | None = None,
    turn: int | None = None,
    last_turns: int | None = None,
) -> Game:
    """Change the position of a running game; returns the same game. An impossible position raises BadSetup.

    Cards
        hands        by seat and kind; seats not named hold none. Nobody has seen these cards.
        row          from the first place on; None or a missing entry is an empty place. Not given: plain cards. Too
                     many wilds stay there until the rules next look at the row.
        deck_top     the next cards of the deck, the very next one first.
        discards     by kind; none if not given.
        rest         where all other cards are: under `deck_top` ("deck", if not given; the colors in turn, wilds at the
                     very bottom), in the "discards", or in the hand of a seat.

    Tickets
        tickets      ids by seat; seats not named hold none.
        ticket_deck  the next tickets of the deck, the very next one first; each goes to the deck it belongs to.
        ticket_rest  where all other tickets are: under those ("deck", if not given), or with a seat.

    Tracks
        owners       route id -> seat, or seats where several can own one. All other routes are unclaimed.
        pieces       how many pieces a seat has left. As none get lost, the others lie on further routes, which are
                     found here; those named in `leave_open` stay unclaimed. A seat not named has what its routes leave.
        points       running scores that differ from what the seat's routes are worth.

    Course of the game
        turn         the seat whose turn begins now; a turn that was going on is forgotten.
        last_turns   how many turns are left to the end, the one that begins now included.

    The game then goes on until somebody has a choice, as always: a seat that can do nothing passes. It has no record
    any more, as no sequence of decisions led here.
    """
    if game.is_over:
        raise BadSetup("the game is over; arrange one that is still being played")
    rules = game._rules.blank()  # a copy, so that an impossible position changes nothing
    rules.copy_from(game._rules)
    rules.commons.journal.on = False  # laying out a position is nothing that happened in the game
    for by_seat in (hands, tickets, pieces, points):
        _check_seats(rules, by_seat or ())
    if hands is not None or row is not None or deck_top is not None or discards is not None or rest is not None:
        _lay_cards(
            rules,
            hands=hands or {},
            row=row,
            deck_top=deck_top or (),
            discards=discards or {},
            rest="deck" if rest is None else rest,
        )
    if tickets is not None or ticket_deck is not None or ticket_rest is not None:
        _lay_tickets(rules, tickets or {}, ticket_deck or (), "deck" if ticket_rest is None else ticket_rest)
    if owners is not None or pieces is not None:
        _lay_tracks(rules, owners, pieces or {}, leave_open)
    for seat, count in (points or {}).items():
        rules.commons.points[seat] = count
    if turn is not None:
        _begin_turn(rules, turn)
    if last_turns is not None:
        rules.last_turns = last_turns
    rules.check()
    rules.commons.journal.on = game._rules.commons.journal.on
    rules.settle()
    game._rules = rules
    game._header = None
    game._origin = object()  # nothing to begin from again
    return game


def deck_cards(game: Game) -> tuple[str, ...]:
    """The cards of the deck from the top, which no view shows."""
    pile = _mechanic(game._rules, Market).pile
    names = list(game.board.cards)
    return tuple(names[pile.deck[pile.left - 1 - k]] for k in range(pile.left))


def deck_tickets(game: Game) -> tuple[str, ...]:
    """The tickets of the deck from the top, deck after deck where there are several; no view shows them."""
    tickets = _mechanic(game._rules, Tickets)
    return tuple(
        tickets.tables.ids[deck.ring[deck.place(k)]] for deck in tickets.offers.decks for k in range(deck.left)
    )


# Cards


def _lay_cards(
    rules: RuleSheet,
    *,
    hands: Mapping[int, Mapping[str, int]],
    row: Sequence[str | None] | None,
    deck_top: Sequence[str],
    discards: Mapping[str, int],
    rest: str | int,
) -> None:
    board = rules.setting.board
    places = int(rules.setting.numbers.row)
    left = Counter(board.cards)
    hand_lists = {seat: _take(board, left, Counter(cards).elements()) for seat, cards in hands.items()}
    _take(board, left, [card for card in row or () if card is not None])
    deck = _take(board, left, deck_top)
    discard_list = _take(board, left, Counter(discards).elements())
    others = _in_turn(board, left)
    if row is None:
        row = others[:places]
        others = others[places:]
    if len(row) > places:
        raise BadSetup(f"the row has {places} places, not {len(row)}")
    if rest == "deck":
        deck += others
    elif rest == "discards":
        discard_list += others
    elif isinstance(rest, int):
        _check_seats(rules, (rest,))
        hand_lists[rest] = hand_lists.get(rest, []) + others
    else:
        raise BadSetup(f"the rest of the cards goes to the deck, the discards or a seat, not to {rest!r}")
    if discard_list and not deck:
        raise BadSetup("discards become the deck as soon as it is empty; give `deck_top` a card")
    if deck and (len(row) < places or None in row):
        raise BadSetup("a row is short only while there is no deck; fill it, or put all other cards elsewhere")
    _deal(rules, hand_lists, row, deck, discard_list)


def _deal(
    rules: RuleSheet, hands: Mapping[int, list[str]], row: Sequence[str | None], deck: list[str], discards: list[str]
) -> None:
    """Stack the deck, then deal from it as a game would, so that the mechanics keep their own counts."""
    market = _mechanic(rules, Market)
    names = list(rules.setting.board.cards)
    shown = [(place, card) for place, card in enumerate(row) if card is not None]
    order = [card for cards in hands.values() for card in cards]
    order += [card for _, card in shown] + discards + deck
    renewals = market.pile.renewals
    market.hands.reset()
    market.reset()
    market.pile.renewals = renewals
    for k, card in enumerate(reversed(order)):
        market.pile.deck[k] = names.index(card)
    for seat, cards in hands.items():
        for _ in cards:
            market.hands.add(seat, market.pile.draw())
    for place, _ in shown:
        market.show(place)
    for _ in discards:
        market.pile.discard(market.pile.draw(), 1)


def _take(board: Board, left: Counter[str], cards: Iterable[str]) -> list[str]:
    """Take cards out of those that are left."""
    taken = list(cards)
    for card in taken:
        if card not in board.cards:
            raise BadSetup(f"there is no '{card}' card on this board{closest(card, board.cards)}")
        left[card] -= 1
        if left[card] < 0:
            raise BadSetup(f"there are only {board.cards[card]} {card} cards on this board")
    return taken


def _in_turn(board: Board, left: Counter[str]) -> list[str]:
    """The cards that are left, the colors taking turns and wilds last, so that no row fills with wilds by accident."""
    most = max(board.cards.values())
    colored = [color for k in range(most) for color in board.colors if k < left[color]]
    return colored + [WILD] * left[WILD]


# Tickets


def _lay_tickets(rules: RuleSheet, held: Mapping[int, Collection[str]], deck: Sequence[str], rest: str | int) -> None:
    tickets = _mechanic(rules, Tickets)
    if any(tickets.offers.counts[seat] for seat in range(rules.seats)):
        raise BadSetup("tickets are on offer; let the seats choose first")
    by_seat = {seat: list(ids) for seat, ids in held.items()}
    named = [*(ticket for ids in by_seat.values() for ticket in ids), *deck]
    for ticket, count in Counter(named).items():
        if ticket not in tickets.tables.ids:
            raise BadSetup(f"there is no ticket '{ticket}' in this variant{closest(ticket, tickets.tables.ids)}")
        if count > 1:
            raise BadSetup(f"there is only one ticket '{ticket}'")
    others = [ticket for ticket in tickets.tables.ids if ticket not in named]
    below = list(deck)
    if rest == "deck":
        below += others
    elif isinstance(rest, int):
        _check_seats(rules, (rest,))
        by_seat[rest] = by_seat.get(rest, []) + others
    else:
        raise BadSetup(f"the rest of the tickets goes to the deck or a seat, not to {rest!r}")
    order = [ticket for ids in by_seat.values() for ticket in ids] + below
    tickets.reset()
    tickets.offers.opening = False
    numbers = [tickets.tables.ids.index(ticket) for ticket in order]
    for d, ticket_deck in enumerate(tickets.offers.decks):
        for k, number in enumerate(number for number in numbers if tickets.tables.deck_of[number] == d):
            ticket_deck.ring[k] = number
    for seat, ids in by_seat.items():
        for ticket in ids:
            tickets.offers.draw(seat, int(tickets.tables.deck_of[tickets.tables.ids.index(ticket)]), 1)
            tickets.resolve(seat, 1)  # keep the one ticket on offer


# Tracks


def _lay_tracks(
    rules: RuleSheet,
    owners: Mapping[str, int | Collection[int]] | None,
    pieces: Mapping[int, int],
    leave_open: Collection[str],
) -> None:
    tracks = _mechanic(rules, Tracks)
    if owners is not None:
        wanted = [(_route(rules, name), seat) for name, seats in owners.items() for seat in _seats_of(rules, seats)]
        granted = [int(bits) for bits in tracks.granted]
        tracks.reset()
        for seat, bits in enumerate(granted):  # permissions are no part of the position
            tracks.grant(seat, bits)
        for route, seat in wanted:
            if not tracks.owners[route.index] and not tracks.is_open(seat, route.index):
                raise BadSetup(f"seat {seat} cannot own {route.id} beside a track of the same double route")
            tracks.claim(seat, route.index)
    spared = {_route(rules, name).index for name in leave_open}
    for seat, count in pieces.items():
        for route in _routes_to_add(rules, tracks, seat, count, spared):
            tracks.claim(seat, route.index)
    for seat in range(rules.seats):
        laid = _laid(rules, tracks, seat)
        if laid > rules.setting.numbers.pieces:
            raise BadSetup(f"seat {seat} has {rules.setting.numbers.pieces} pieces, and these routes take {laid}")
        rules.commons.pieces[seat] = rules.setting.numbers.pieces - laid
        rules.commons.points[seat] = sum(rules.setting.board.printed_points(r) for r in _owned(rules, tracks, seat))


def _routes_to_add(rules: RuleSheet, tracks: Tracks, seat: int, pieces: int, spared: set[int]) -> tuple[Route, ...]:
    """Open routes whose claim leaves the seat with this many pieces; of parallel tracks only the first is used."""
    missing = rules.setting.numbers.pieces - _laid(rules, tracks, seat) - pieces
    ways: dict[int, tuple[Route, ...]] = {0: ()}  # total length -> the routes that have it together
    for route in rules.setting.board.routes:
        if route.track == 1 and route.index not in spared and tracks.is_open(seat, route.index):
            for length, chosen in list(ways.items()):
                if length + route.length <= missing:
                    ways.setdefault(length + route.length, (*chosen, route))
    if missing not in ways:
        raise BadSetup(f"seat {seat} cannot be left with {pieces} pieces in this position")
    return ways[missing]


def _owned(rules: RuleSheet, tracks: Tracks, seat: int) -> list[Route]:
    return [route for route in rules.setting.board.routes if tracks.owners[route.index] >> seat & 1]


def _laid(rules: RuleSheet, tracks: Tracks, seat: int) -> int:
    return sum(route.length for route in _owned(rules, tracks, seat))


def _route(rules: RuleSheet, name: str) -> Route:
    routes = {route.id: route for route in rules.setting.board.routes}
    if name not in routes:
        raise BadSetup(f"there is no route '{name}'{closest(name, routes)}")
    return routes[name]


def _seats_of(rules: RuleSheet, seats: int | Collection[int]) -> Collection[int]:
    seats = (seats,) if isinstance(seats, int) else seats
    _check_seats(rules, seats)
    return seats


# The rest


def _begin_turn(rules: RuleSheet, seat: int) -> None:
    _check_seats(rules, (seat,))
    if rules.turn < 0:
        raise BadSetup("the game is still being set up; answer those choices first, or use `started`")
    if rules.open.depth and rules.open.kind() == KEEP_TICKETS:
        raise BadSetup("tickets are on offer; let the seat choose first")
    rules.open.clear()
    rules.passes = 0
    rules.begin_turn(seat)


def _check_seats(rules: RuleSheet, seats: Iterable[int]) -> None:
    for seat in seats:
        if not 0 <= seat < rules.seats:
            raise BadSetup(f"there is no seat {seat}; seats go from 0 to {rules.seats - 1}")


def _mechanic(rules: RuleSheet, kind: type[Kind]) -> Kind:
    """The board's mechanic of a kind."""
    for mechanic in rules.mechanics:
        if isinstance(mechanic, kind):
            return mechanic
    raise BadSetup(f"{rules.setting.board.title} has no mechanic of the kind {kind.__name__}")
