"""What a seat sees, as text: everything that a person at the table sees, stable and good enough to play by.

The words are those that people read everywhere; `Observation.parse` understands each listed action.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields

from branchline.boards import registry
from branchline.mechanics.cards import DecksMarketView
from branchline.model.actions import Claim
from branchline.model.board import GRAY, Board, Route, Ticket
from branchline.model.faces import FACES, Chip, Chips, Counts, Lists, Rows, Terminal
from branchline.model.observation import Observation
from branchline.model.questions import Standing
from branchline.notation import text
from branchline.notation.names import ticket_text
from branchline.planning import Reach
from branchline.words.plain import card_name, cards_in_words, counted, listed, move_in_words
from branchline.words.progress import last_turns_warning, ticket_state, tour_values
from branchline.words.questions import head
from branchline.words.things import faces_of, parts_of, piece_columns, piece_noun, plain_value, shown

_OR = " | "  # one of the routes, or one of the payments


def text_of(seen: Observation, *, legal: bool = True, routes: bool = True) -> str:
    """Everything that the seat sees; the actions it has and the routes of the map can be left out."""
    board = registry.board(seen.board)
    reach = None if seen.seat is None else Reach(seen)
    sections = [
        ("", _heading(seen, board)),
        ("Seats", _seats(seen)),
        ("Table", _table(seen)),
        ("Tickets", _tickets(seen, reach)),
        (f"Routes ({_points(board)})", _routes(seen, board, reach) if routes else ()),
        ("Actions (| separates choices)", _actions(seen) if legal else ()),
    ]
    blocks: list[str] = []
    for title, found in sections:
        lines = list(found)
        if lines:
            blocks.append("\n".join([title, *lines] if title else lines))
    return "\n\n".join(blocks) + "\n"


def _heading(seen: Observation, board: Board) -> Iterator[str]:
    """What is played, and who is asked what."""
    names = _names(seen)
    title = registry.variant(board, seen.variant).title
    you = "watching" if seen.seat is None else f"you are seat {seen.seat}"
    yield f"{board.title}{f', {title}' if title != board.title else ''}, {seen.seats} seats; {you}"
    if seen.ended_by is not None:
        yield f"The game is over: {seen.ended_by}."
    mine = next((each for each in reversed(seen.open) if each.seat == seen.seat), None) if seen.legal else None
    if mine is not None:
        yield head(seen, mine.question)
    for seat in dict.fromkeys(each.seat for each in (seen.open if seen.together else seen.open[-1:])):
        if mine is None or seat != seen.seat:
            yield f"Waiting for {names[seat]}."
    warning = last_turns_warning(seen, ["You" if seat == seen.seat else name for seat, name in enumerate(names)])
    if warning:
        yield warning


def _names(seen: Observation) -> list[str]:
    return [f"seat {seat}" for seat in range(seen.seats)]


def _seats(seen: Observation) -> Iterator[str]:
    """What all know of each seat, and what else the board gives to seats."""
    columns = piece_columns(seen)
    for seat, hand in enumerate(seen.hands):
        pieces = [f"{counts[seat]} {title}" for title, counts in columns.items()]
        cards = counted(hand.size, "card")
        known = {card: count for card, count in hand.known.items() if count}
        if known and seat != seen.seat and hand.cards is None:
            cards += f" (taken openly: {_cards(known)})"
        if hand.cards is not None and seat != seen.seat:
            cards += f" ({_cards(hand.cards)})"
        held = seen.tickets.counts[seat]
        tickets = "choosing tickets" if held is None else counted(held, "ticket")
        offered = f", {seen.tickets.offered[seat]} on offer" if seen.tickets.offered[seat] else ""
        you = " (you)" if seat == seen.seat else ""
        facts = [counted(seen.points[seat], "point"), *pieces, cards, f"{tickets}{offered}"]
        yield f"seat {seat}{you}: {', '.join(facts)}"
    for mechanic, name, view in parts_of(seen):
        face = FACES.of(mechanic, Terminal)
        if face is None:
            values = {each.name: getattr(view, each.name) for each in fields(view)}
            yield f"{name}: {plain_value(values)}"
        elif face.of_seats is not None:
            yield from _owned(face.of_seats(seen, view))


def _owned(owned: Counts | Lists | None) -> Iterator[str]:
    if isinstance(owned, Lists):
        for seat, names in enumerate(owned.owned):
            if names:
                yield f"{owned.title}, seat {seat}: {', '.join(names)}"
    elif owned is not None:
        for whose, counts in owned.rows:
            label = f"seat {whose}" if isinstance(whose, int) else whose
            some = [f"{count} {sort}" for sort, count in zip(owned.sorts, counts, strict=True) if count]
            if some:
                yield f"{owned.title}, {label}: {', '.join(some)}"


def _table(seen: Observation) -> Iterator[str]:
    """The row, the decks, the hand, and what else lies on the table."""
    board, market = registry.board(seen.board), seen.market
    yield f"row: {', '.join('empty' if card is None else card_name(card) for card in market.row)}"
    decks = [f"deck {market.deck}"]
    if isinstance(market, DecksMarketView):
        names = list(dict.fromkeys(kind.deck for kind in board.card_kinds))
        decks = [f"{name} deck {size}" for name, size in zip(names, market.decks, strict=True)]
    names = list(dict.fromkeys(ticket.deck for ticket in registry.variant(board, seen.variant).tickets))
    tickets = [f"{size} {name}".strip() for name, size in zip(names, seen.tickets.decks, strict=False)]
    yield f"face down: {', '.join(decks)}; tickets {' + '.join(tickets)}"
    yield f"discards: {_cards(market.discards)}"
    if seen.seat is not None:
        yield f"your hand: {_cards(seen.hand)}"
    for face, view in shown(seen):
        on_table = None if face.on_table is None else face.on_table(seen, view, True)
        if on_table is not None:
            yield f"{on_table[0].lower()}: {_plain(on_table[1])}"


def _plain(things: Chips | Rows) -> str:
    """Labels as text, without their style."""
    if isinstance(things, Chips):
        labels = "; ".join(_label(chip) for chip in things.chips)
        return labels.replace(":; ", ": ") or things.none
    return "; ".join(", ".join(_label(chip) for chip in row) for row in things.rows) or "none"


def _label(chip: Chip) -> str:
    return "".join(piece if isinstance(piece, str) else piece[0] for piece in chip).strip()


def _cards(cards: Mapping[str, int]) -> str:
    return cards_in_words([(card, count) for card, count in cards.items() if count])


def _tickets(seen: Observation, reach: Reach | None) -> Iterator[str]:
    """The seat's tickets and what they still take, those on offer, and what it knows of the deck."""
    views = seen.tickets
    if reach is not None:
        noun = piece_noun(seen)
        for label, ids in (("yours", seen.held), ("you keep", views.chosen or ()), ("on offer", views.offer)):
            for at, ticket in enumerate(reach.tickets(ids), 1):
                number = f" {at}" if label == "on offer" else ""
                worth = tour_values(ticket) or counted(ticket.points, "point")
                state = ticket_state(reach, ticket, noun)[1]
                yield f"{label}{number}: {ticket_text(reach.board, ticket)}, {worth}, {state}{_way(reach, ticket)}"
    known = dict.fromkeys([*(each for each in views.known_in_deck if each is not None), *views.mixed_in])
    names = {each.id: each for each in registry.variant(registry.board(seen.board), seen.variant).tickets}
    board = registry.board(seen.board)
    if known:
        yield f"you put back: {', '.join(ticket_text(board, names[each]) for each in known)}"
    for seat, held in enumerate(views.held):
        if held is not None and seat != seen.seat:
            yield f"seat {seat}: {', '.join(ticket_text(board, names[each]) for each in held) or 'none'}"


def _way(reach: Reach, ticket: Ticket) -> str:
    """The routes of a cheapest way that is left for a ticket."""
    ways = reach.ways(ticket)
    names = {route.id: reach.board.route_name(route) for route in reach.board.routes}
    return "" if ways.is_lost or not ways.routes else f" ({', '.join(names[each] for each in ways.routes)})"


def _points(board: Board) -> str:
    """What routes score by their length."""
    table = ", ".join(f"{length}: {points}" for length, points in board.route_points.items())
    return f"points by length: {table}"


def _routes(seen: Observation, board: Board, reach: Reach | None) -> Iterator[str]:
    """All routes of the map: what they take, what they bring, and whose they are."""
    brings = [(face.brings, face.brought_by, view) for face, view in shown(seen) if face.brought_by is not None]
    for route in board.routes:
        kind = " pairs" if "pair" in route.tags else "" if route.kind == "train" else f" {route.kind}"
        wilds = f" with {counted(route.wilds, 'locomotive')}" if route.wilds else ""
        color = "any color" if route.color == GRAY else route.color
        scored = board.printed_points(route) if reach is None else reach.world.claim_points(route.index, seen.seat)
        facts = [f"{route.length} {color}{kind}{wilds}"]
        facts += [counted(scored, "point")] if scored != board.route_points.get(route.length) else []
        facts += [f"{title} {told}" for title, ask, view in brings if (told := ask(seen, view, route))]
        facts += _state(seen, reach, route)
        yield f"{board.route_name(route)}: {', '.join(facts)}"


def _state(seen: Observation, reach: Reach | None, route: Route) -> list[str]:
    """Whose a route is, or what keeps the seat from it for good; nothing if it is free."""
    owners = seen.tracks.owners[route.index]
    if owners:
        return [f"built by {listed(['you' if seat == seen.seat else f'seat {seat}' for seat in owners])}"]
    if reach is None:
        return []
    now = reach.world.standing(route.index, seen.seat)
    if now is Standing.TWIN:
        return ["closed"]
    if now is Standing.PERMISSION:
        needed = [each for face in faces_of(seen) if face.lacks is not None for each in face.lacks(seen, route)]
        return [f"needs {listed(needed)}" if needed else "not permitted"]
    return ["too few pieces"] if now is Standing.PIECES else []


def _actions(seen: Observation) -> Iterator[str]:
    """What the seat can do now, one line each; routes that can be paid for in the same ways share a line."""
    board = registry.board(seen.board)
    variant = registry.variant(board, seen.variant)
    others: list[str] = []
    payments: dict[str, list[str]] = {}
    for action in seen.actions:
        words = move_in_words(text.describe(board, variant, action))
        start, with_, payment = words.partition(" with ")
        if isinstance(action, Claim) and with_:
            payments.setdefault(start, []).append(payment)
        else:
            others.append(words)
    alike: dict[tuple[str, str], list[str]] = {}
    for start, ways in payments.items():
        verb, _, route = start.partition(" ")
        alike.setdefault((verb, _OR.join(ways)), []).append(route)
    yield from others
    for (verb, ways_in_words), routes in alike.items():
        yield f"{verb} {_OR.join(routes)} with {ways_in_words}"
