"""What mechanics show in the terminal: on the table, in the help and beside routes.

Which mechanics a game has follows from its rule sheet, never from the name of its board. A mechanic without a face is
shown by the fields of its view.
"""

from __future__ import annotations

from dataclasses import fields

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from branchline.cli.screen import card_mark, in_rows, seat_chip
from branchline.model.board import City, Route
from branchline.model.faces import FACES, Chips, Counts, Lists, Rows, Terminal
from branchline.model.observation import Observation, View
from branchline.words.things import parts_of, plain_value, shown


def plain_of_seats(view: View) -> Table | None:
    """What there is of a mechanic that has no face: the fields of its view."""
    found = {f.name.replace("_", " "): getattr(view, f.name) for f in fields(view)}
    rows = [(name, value) for name, value in found.items() if value not in (None, (), {}, "")]
    if not rows:
        return None
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("", no_wrap=True)
    table.add_column("")
    for name, value in rows:
        table.add_row(Text(f"  {name}", "dim"), Text(plain_value(value)))
    return table


# What the faces show together


def seats_extras(seen: Observation) -> list[Table]:
    """What each seat has of the board's own things."""
    found: list[Table | None] = []
    for mechanic, _, view in parts_of(seen):
        face = FACES.of(mechanic, Terminal)
        if face is None:
            found.append(plain_of_seats(view))
        elif face.of_seats is not None:
            owned = face.of_seats(seen, view)
            if owned is not None:
                found.append(lists_table(owned) if isinstance(owned, Lists) else counts_table(owned))
    return [each for each in found if each is not None]


def on_the_table(seen: Observation, width: int, *, all_of_it: bool = False) -> dict[str, RenderableType]:
    """What can be had besides cards and tickets, by caption."""
    found = [face.on_table(seen, view, all_of_it) for face, view in shown(seen) if face.on_table is not None]
    return {caption: _rendered(things, width) for caption, things in (each for each in found if each is not None)}


def at_place(seen: Observation, place: City) -> str:
    """What a place offers besides its routes; "" if nothing."""
    said = [face.at_place(seen, view, place) for face, view in shown(seen) if face.at_place is not None]
    return " ".join(each for each in said if each)


def brought_by(seen: Observation, route: Route) -> list[str]:
    """What building a route brings besides points: a column for each title of `brings_titles`."""
    return [face.brought_by(seen, view, route) for face, view in shown(seen) if face.brought_by is not None]


def brings_titles(seen: Observation) -> list[str]:
    """What the columns of `brought_by` are called."""
    return [face.brings for face, _ in shown(seen) if face.brought_by is not None]


def lacking(seen: Observation) -> str:
    """What a seat lacks that may not build a route, in few words."""
    return next((face.lacks for face, _ in shown(seen) if face.lacks), "not permitted")


def help_moves(seen: Observation) -> list[tuple[str, str]]:
    """Moves for the help: what to type, and what it does."""
    return [move for face, view in shown(seen) if face.moves is not None for move in face.moves(seen, view)]


def help_notes(seen: Observation) -> list[str]:
    """Sentences for the help."""
    return [face.note(seen, view) for face, view in shown(seen) if face.note is not None]


# Plain values in colors and columns


def _rendered(things: Chips | Rows, width: int) -> RenderableType:
    if isinstance(things, Chips):
        chips = [Text.assemble(*chip) for chip in things.chips]
        return in_rows(chips, width) if chips else Text(things.none, "dim")
    table = Table.grid(padding=(0, 2, 0, 0))
    for row in things.rows:
        table.add_row(*(Text.assemble(*chip) for chip in row))
    return table


def counts_table(owned: Counts) -> Table:
    """How many of each sort each seat has."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="dim")
    table.add_column(owned.title, no_wrap=True)
    for sort in owned.sorts:
        head = Text.assemble(card_mark(sort), f" {sort}") if owned.colored else Text(sort)
        table.add_column(head, justify="right", no_wrap=True)
    for whose, counts in owned.rows:
        label = seat_chip(whose) if isinstance(whose, int) else Text(whose, "dim")
        table.add_row(_indented(label), *(Text("–", "dim") if not count else str(count) for count in counts))
    return table


def lists_table(owned: Lists) -> Table:
    """What each seat has, by name."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("", no_wrap=True)
    table.add_column(owned.title)
    for seat, names in enumerate(owned.owned):
        table.add_row(_indented(seat_chip(seat)), Text(", ".join(names)) if names else Text("–", "dim"))
    return table


def _indented(label: Text) -> Text:
    return Text.assemble("  ", label)
