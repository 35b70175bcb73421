"""The table as one seat sees it: players, row, hand and tickets, from nothing but an observation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from branchline.boards import registry
from branchline.cli.faces import on_the_table, seats_extras
from branchline.cli.screen import ACCENT, card_chip, in_rows, seat_chip
from branchline.mechanics.cards import DecksMarketView
from branchline.model.board import WILD, Board, Ticket
from branchline.model.observation import Observation
from branchline.model.scores import Scores
from branchline.planning import Reach
from branchline.words.plain import ticket_name
from branchline.words.progress import ticket_state, verdict
from branchline.words.sentences import Line
from branchline.words.things import piece_columns, piece_noun

LABEL = 9  # the width of the captions at the left
SEAT_LABEL = 4  # the same where it is the mark of a seat


def show_table(console: Console, seen: Observation, names: Sequence[str]) -> None:
    """Everything that the seat needs to decide."""
    show_players(console, seen, names)
    show_cards(console, seen)
    extras = on_the_table(seen, console.width - LABEL)
    if extras:
        console.print(captioned(extras))
    show_tickets(console, seen)


def show_players(console: Console, seen: Observation, names: Sequence[str]) -> None:
    """The public facts about every seat, and what it has of the board's own things."""
    console.print(players_table(seen, names))
    console.print()
    show_extras(console, seen)


def show_extras(console: Console, seen: Observation) -> None:
    """What each seat has of the board's own things."""
    for extra in seats_extras(seen):
        console.print(extra)
        console.print()


def players_table(seen: Observation, names: Sequence[str]) -> Table:
    """The public facts about every seat."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    pieces = piece_columns(seen)
    for title in ("", "player"):
        table.add_column(title, no_wrap=True)
    for title in ("points", *pieces, "cards", "tickets"):
        table.add_column(title, justify="right", no_wrap=True)
    for seat in range(seen.seats):
        tickets = seen.tickets.counts[seat]
        deciding = any(decision.seat == seat for decision in seen.open)
        table.add_row(
            Text.assemble(("▸ " if deciding else "  ", ACCENT), seat_chip(seat)),
            Text(names[seat], "bold" if seat == seen.seat else ""),
            str(seen.points[seat]),
            *(numbers[seat] for numbers in pieces.values()),
            str(seen.hands[seat].size),
            "?" if tickets is None else str(tickets),
        )
    return table


def show_cards(console: Console, seen: Observation) -> None:
    """The row, the decks and the hand."""
    width = console.width - LABEL
    market = seen.market
    row = [Text(" – ", "dim") if card is None else card_chip(card) for card in market.row]
    rows: dict[str, RenderableType] = {"Row": in_rows(row, width), "Decks": Text(decks_in_words(seen))}
    if seen.seat is not None:
        rows["Hand"] = hand_text(seen, width)
    console.print(captioned(rows))


def decks_in_words(seen: Observation) -> str:
    """How many cards and tickets are left."""
    board, market = registry.board(seen.board), seen.market
    decks = [f"deck {market.deck}"]
    if isinstance(market, DecksMarketView):
        names = list(dict.fromkeys(kind.deck for kind in board.card_kinds))
        decks = [f"{name} deck {size}" for name, size in zip(names, market.decks, strict=True)]
    names = list(dict.fromkeys(ticket.deck for ticket in registry.variant(board, seen.variant).tickets))
    tickets = [f"{size} {name}".strip() for name, size in zip(names, seen.tickets.decks, strict=False)]
    return " · ".join([*decks, f"discards {sum(market.discards.values())}", f"tickets {' + '.join(tickets)}"])


def hand_text(seen: Observation, width: int) -> Text:
    """The seat's own cards; where a color has several sorts of card, a line for each sort."""
    if not any(seen.hand.values()):
        return Text("no cards", "dim")
    kinds = registry.board(seen.board).card_kinds
    sorts = list(dict.fromkeys(kind.sort for kind in kinds if seen.hand.get(kind.name)))
    if not any(kind.sort for kind in kinds):
        return in_rows([card_chip(card, count) for card, count in seen.hand.items() if count], width)
    lines = []
    for sort in sorts:
        held = [(kind, seen.hand[kind.name]) for kind in kinds if kind.sort == sort and seen.hand.get(kind.name)]
        chips = [card_chip(kind.name, count, None if kind.color == WILD else kind.color) for kind, count in held]
        label = max(len(sort) for sort in sorts) + 1
        chips_text = in_rows(chips, width - label - 1)
        for at, line in enumerate(chips_text.split("\n")):
            lines.append(Text.assemble((f"{'' if at else sort:<{label}}", "dim"), line))
    return Text("\n").join(lines)


def show_tickets(console: Console, seen: Observation) -> None:
    """The seat's own tickets, with what they still take."""
    if seen.seat is None or not seen.held:
        return
    reach = Reach(seen)
    tickets = reach.tickets(seen.held)
    console.print(captioned({"Tickets": tickets_table(reach, tickets, piece_noun(seen))}))


def tickets_table(reach: Reach, tickets: Iterable[Ticket], noun: str, *, numbered: bool = False) -> Table:
    """Tickets with their points and their state."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for number, ticket in enumerate(tickets, 1):
        sign, state = state_texts(reach, ticket, noun)
        head = [Text(f"{number:>2}", "bold")] if numbered else []
        table.add_row(*head, sign, ticket_name(reach.board, ticket), Text(f"{ticket.points:>2}", "bold"), state)
    return table


_SIGNS = {"done": ("✓", "green", "green"), "possible": ("○", "", "dim"), "lost": ("✕", "red", "red")}


def state_texts(reach: Reach, ticket: Ticket, noun: str) -> tuple[Text, Text]:
    """A sign and a word for how far a ticket is."""
    state, words = ticket_state(reach, ticket, noun)
    sign, color, style = _SIGNS[state]
    return Text(sign, color), Text(words, style)


def offer_table(seen: Observation) -> Table:
    """The tickets on offer, numbered."""
    reach = Reach(seen)
    return tickets_table(reach, reach.tickets(seen.tickets.offer), piece_noun(seen), numbered=True)


def show_lines(console: Console, lines: Iterable[Line], *, indent: int = 2) -> None:
    """Sentences with the seat's mark before those that tell what it did."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(width=indent + 3, no_wrap=True)
    table.add_column()
    for line in lines:
        mark = Text() if line.seat is None else Text.assemble(" " * indent, seat_chip(line.seat))
        table.add_row(mark, Text(line.text))
    if table.row_count:
        console.print(table)


def show_scores(console: Console, scores: Scores, names: Sequence[str], board_id: str, variant_id: str) -> None:
    """The score sheet, everybody's tickets, and who won."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    table.add_column("")
    for sheet in scores:
        table.add_column(Text.assemble(seat_chip(sheet.seat), f"\n{names[sheet.seat]}"), justify="right")
    for line in scores[0].lines:
        table.add_row(line.replace("_", " "), *(str(sheet.lines[line]) for sheet in scores))
    table.add_row(Text("total", "bold"), *(Text(str(sheet.total), "bold") for sheet in scores))
    table.add_row("place", *(str(sheet.place) for sheet in scores))
    console.print(table)
    console.print()
    board = registry.board(board_id)
    tickets = {ticket.id: ticket for ticket in registry.variant(board, variant_id).tickets}
    for sheet in scores:
        chips = [_ticket_chip(board, tickets[ticket], "✓", "green") for ticket in sheet.completed]
        chips += [_ticket_chip(board, tickets[ticket], "✕", "red") for ticket in sheet.failed]
        words = in_rows(chips, console.width - SEAT_LABEL) if chips else Text("no tickets", "dim")
        console.print(beside_seat(sheet.seat, words))
    console.print()
    console.print(Text(verdict(scores, names), "bold"))


def _ticket_chip(board: Board, ticket: Ticket, sign: str, style: str) -> Text:
    return Text.assemble((sign, style), f" {ticket_name(board, ticket)} ", (str(ticket.points), "bold"), "  ")


def captioned(rows: Mapping[str, RenderableType]) -> Table:
    """Things with their captions at the left."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(width=LABEL - 1, no_wrap=True)
    grid.add_column()
    for title, content in rows.items():
        grid.add_row(Text(title, "dim"), content)
    return grid


def beside_seat(seat: int, content: RenderableType) -> Table:
    """A thing with the mark of the seat that it belongs to."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(width=SEAT_LABEL - 1, no_wrap=True)
    grid.add_column()
    grid.add_row(seat_chip(seat), content)
    return grid
