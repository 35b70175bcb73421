"""What a board has besides cards, tickets and routes: passengers, tokens, shares, technologies, harbors.

Which of them a game has follows from the parts of its view, never from the name of its board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from branchline.boards import registry
from branchline.cli.screen import card_mark, in_rows, seat_chip
from branchline.model.board import Board, City, Route
from branchline.model.observation import (
    HarborsView,
    Observation,
    PassengersView,
    SharesView,
    TechnologiesView,
    TokensView,
)
from branchline.words.passengers import passengers_in_words
from branchline.words.plain import counted
from branchline.words.shares import logo
from branchline.words.technologies import technology_effect, technology_facts, technology_title
from branchline.words.things import part

# What every seat has


def seats_extras(seen: Observation) -> list[RenderableType]:
    """What each seat has of the board's own things; all of it is public."""
    board = registry.board(seen.board)
    found: list[RenderableType] = []
    passengers = part(seen, PassengersView)
    if passengers is not None and any(any(taken.values()) for taken in passengers.taken):
        colors = list(passengers.taken[0])
        heads = [Text.assemble(card_mark(color), f" {color}") for color in colors]
        rows = [(seat_chip(s), [taken.get(c, 0) for c in colors]) for s, taken in enumerate(passengers.taken)]
        found.append(_counts("passengers", heads, rows))
    shares = part(seen, SharesView)
    if shares is not None:
        found.append(_shares_table(board, shares))
    tokens = part(seen, TokensView)
    if tokens is not None and any(tokens.owned):
        owned = [[_symbol_name(board, tokens, symbol) for symbol in mine] for mine in tokens.owned]
        found.append(_lists("tokens from", owned))
    technologies = part(seen, TechnologiesView)
    if technologies is not None and any(technologies.owned):
        owned = [[technology_title(board, each) for each in mine] for mine in technologies.owned]
        found.append(_lists("technologies", owned))
    harbors = part(seen, HarborsView)
    if harbors is not None and harbors.owners:
        places = [[board.goal_name(p) for p, s in harbors.owners.items() if s == seat] for seat in range(seen.seats)]
        found.append(_lists("harbors in", places))
    return found


def _shares_table(board: Board, shares: SharesView) -> Table:
    railroads = [pile.railroad for pile in shares.piles]
    held = [Counter(railroad for railroad, _ in mine) for mine in shares.held]
    rows = [(seat_chip(seat), [mine[r] for r in railroads]) for seat, mine in enumerate(held)]
    if shares.dummy is not None:
        dummy = Counter(railroad for railroad, _ in shares.dummy)
        rows.append((Text("dummy"), [dummy[r] for r in railroads]))
    rows.append((Text("left", "dim"), [pile.left for pile in shares.piles]))
    return _counts("shares", [Text(logo(board, railroad)) for railroad in railroads], rows)


def _counts(title: str, heads: Sequence[Text], rows: Iterable[tuple[Text, Sequence[int]]]) -> Table:
    """How many of each sort each seat has."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="dim")
    table.add_column(title, no_wrap=True)
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    for label, counts in rows:
        table.add_row(_indented(label), *(Text("–", "dim") if not count else str(count) for count in counts))
    return table


def _lists(title: str, owned: Sequence[Sequence[str]]) -> Table:
    """What each seat has, by name."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("", no_wrap=True)
    table.add_column(title)
    for seat, names in enumerate(owned):
        table.add_row(_indented(seat_chip(seat)), Text(", ".join(names)) if names else Text("–", "dim"))
    return table


def _indented(label: Text) -> Text:
    return Text.assemble("  ", label)


# What lies on the table


def on_the_table(seen: Observation, width: int, *, all_of_it: bool = False) -> dict[str, RenderableType]:
    """What can be had besides cards and tickets, by caption; waiting passengers and effects only if asked for."""
    board = registry.board(seen.board)
    found: dict[str, RenderableType] = {}
    tokens = part(seen, TokensView)
    if tokens is not None:
        mine = () if seen.seat is None else tokens.owned[seen.seat]
        found["Tokens"] = in_rows([_stack(board, tokens, symbol, mine) for symbol in range(len(tokens.stacks))], width)
    technologies = part(seen, TechnologiesView)
    if technologies is not None:
        sale = {name: left for name, left in technologies.for_sale.items() if left}
        found["For sale"] = _sale_table(board, sale) if all_of_it else _sale_line(board, sale, width)
    passengers = part(seen, PassengersView)
    if passengers is not None and all_of_it:
        chips = [
            Text(f"{board.goal_name(place)}: {passengers_in_words(waiting)}  ")
            for place, waiting in passengers.waiting.items()
            if waiting
        ]
        found["Waiting"] = in_rows(chips, width) if chips else Text("nobody", "dim")
    harbors = part(seen, HarborsView)
    if harbors is not None and all_of_it:
        free = [Text(f"{c.name}  ") for c in board.cities if "port" in c.tags and c.id not in harbors.owners]
        found["Ports"] = in_rows([Text("without a harbor:"), *free], width)
    return found


def _symbol_name(board: Board, tokens: TokensView, symbol: int) -> str:
    place = tokens.stacks[symbol].place
    return f"stack {symbol + 1}" if place is None else board.goal_name(place)


def _stack(board: Board, tokens: TokensView, symbol: int, mine: Sequence[int]) -> Text:
    """A stack of tokens: where, how many, and whether the viewing seat has one."""
    stack = tokens.stacks[symbol]
    where = "not laid yet" if stack.place is None else board.goal_name(stack.place)
    mark = (" ✓ ", "green") if symbol in mine else ("  ", "")
    return Text.assemble(f"{where} ", (str(stack.left), "bold"), mark)


def _sale_line(board: Board, sale: Mapping[str, int], width: int) -> Text:
    chips = [
        Text.assemble(
            technology_title(board, name), " ", (f"{technology_facts(board, name).get('cost', '?')}✦", "bold"), "  "
        )
        for name in sale
    ]
    return in_rows(chips, width) if chips else Text("nothing", "dim")


def _sale_table(board: Board, sale: Mapping[str, int]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    for name, left in sale.items():
        cost = counted(int(technology_facts(board, name).get("cost", 0)), "locomotive")
        effect = Text(technology_effect(board, name), "dim")
        table.add_row(technology_title(board, name), Text(cost, "bold"), f"{left} left", effect)
    return table


def at_place(seen: Observation, place: City) -> str:
    """What a place offers besides its routes, as a sentence; "" if nothing."""
    said = []
    passengers = part(seen, PassengersView)
    if passengers is not None:
        waiting = passengers.waiting.get(place.country or place.id, {})
        said.append(f"Passengers: {passengers_in_words(waiting)}." if waiting else "No passengers wait here.")
    tokens = part(seen, TokensView)
    if tokens is not None:
        left = sum(stack.left for stack in tokens.stacks if stack.place == place.id)
        said += [f"{counted(left, 'token')} here."] if left else []
    harbors = part(seen, HarborsView)
    if harbors is not None and "port" in place.tags:
        owner = harbors.owners.get(place.id)
        said.append("A port without a harbor." if owner is None else f"A harbor of seat {owner}.")
    return " ".join(said)


def brought_by(seen: Observation, route: Route) -> str | None:
    """What building a route brings besides points, in few letters; None on a board where no route does."""
    board = registry.board(seen.board)
    ends = [board.cities[route.a], board.cities[route.b]]
    shares = part(seen, SharesView)
    if shares is not None:
        left = {pile.railroad for pile in shares.piles if pile.left}
        return " ".join(logo(board, mark) for mark in route.marks if mark in left)
    passengers = part(seen, PassengersView)
    if passengers is not None:
        counts = [sum(passengers.waiting.get(end.country or end.id, {}).values()) for end in ends]
        return "+".join(str(count) for count in counts)
    tokens = part(seen, TokensView)
    if tokens is not None:
        mine = () if seen.seat is None else tokens.owned[seen.seat]
        places = {s.place for symbol, s in enumerate(tokens.stacks) if s.left and symbol not in mine}
        return ", ".join(end.name for end in ends if end.id in places)
    return None


def brings_title(seen: Observation) -> str:
    """What the column of `brought_by` is called."""
    kinds = {SharesView: "share", PassengersView: "waiting", TokensView: "token"}
    return next((title for kind, title in kinds.items() if part(seen, kind) is not None), "")
