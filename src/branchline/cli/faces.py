"""The faces of mechanics in the terminal: what they show on the table, in the menu, in the help and beside routes.

Which mechanics a game has follows from its rule sheet, never from the name of its board. A mechanic without a face is
shown by the fields of its view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from branchline.cli.screen import seat_chip
from branchline.mechanics.cards.hands import Hands
from branchline.mechanics.routes.tracks import Tracks
from branchline.model.actions import Action
from branchline.model.board import Board, City, Route
from branchline.model.faces import Faces
from branchline.model.observation import Observation
from branchline.words.faces import parts_of

Label = Callable[[Sequence[Any]], str]  # of all moves of a kind that are legal


@dataclass(frozen=True)
class Terminal:
    """What one mechanic shows. Every method is handed the mechanic's part of a view; all of it may be left out."""

    by_kind: tuple[str, ...] = ()  # questions that are answered with any kind of move, like a turn
    with_table: tuple[str, ...] = ()  # questions that show the whole table ...
    with_cards: tuple[str, ...] = ()  # ... or just the cards
    labels: Mapping[type[Action], str | Label] = field(default_factory=dict)  # kinds of moves in the menu
    details: Mapping[type[Action], Callable[[Board, Any], str]] = field(default_factory=dict)  # behind a choice
    numbers: Mapping[type[Action], Callable[[Any], int]] = field(default_factory=dict)  # choices that are numbers
    lacks: str = ""  # what a route needs that it gives permission for, in few words
    brings: str = ""  # how the column of `brought_by` is called

    def moves(self, seen: Observation, view: Any) -> list[tuple[str, str]]:
        """Moves for the help: what to type, and what it does."""
        return []

    def note(self, seen: Observation, view: Any) -> str:
        """A sentence for the help."""
        return ""

    def of_seats(self, seen: Observation, view: Any) -> RenderableType | None:
        """What each seat has; all of it is public."""
        return None

    def on_table(self, seen: Observation, view: Any, width: int, all_of_it: bool) -> tuple[str, RenderableType] | None:
        """What can be had, with a caption; some of it only where all is asked for."""
        return None

    def at_place(self, seen: Observation, view: Any, place: City) -> str:
        """What a place offers besides its routes, as a sentence."""
        return ""

    def brought_by(self, seen: Observation, view: Any, route: Route) -> str:
        """What building a route brings besides points, in few letters; only asked where `brings` has a title."""
        return ""

    def pieces(self, seen: Observation, view: Any) -> dict[str, list[str]]:
        """Columns of the players' table, about pieces: what they are called, and how many each seat has."""
        return {}


class Plain(Terminal):
    """A mechanic that has no face: the fields of its view."""

    def of_seats(self, seen: Observation, view: Any) -> RenderableType | None:
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


def plain_value(value: Any) -> str:
    """A value of a view in few words."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {plain_value(item)}" for key, item in value.items())
    if isinstance(value, tuple):
        return " · ".join(plain_value(item) or "–" for item in value)
    return "–" if value is None else str(value)


FACES: Faces[Terminal] = Faces("branchline.cli")
_PLAIN = Plain()
for common in (Hands, Tracks):
    FACES.add(common, Terminal())  # the table itself shows them


def shown(seen: Observation) -> Iterator[tuple[Terminal, Any]]:
    """The face of each part of a view, and the part."""
    for mechanic, _, view in parts_of(seen):
        yield FACES.of(mechanic) or _PLAIN, view


# What the faces show together


def seats_extras(seen: Observation) -> list[RenderableType]:
    """What each seat has of the board's own things."""
    found = [face.of_seats(seen, view) for face, view in shown(seen)]
    return [each for each in found if each is not None]


def on_the_table(seen: Observation, width: int, *, all_of_it: bool = False) -> dict[str, RenderableType]:
    """What can be had besides cards and tickets, by caption."""
    found = [face.on_table(seen, view, width, all_of_it) for face, view in shown(seen)]
    return dict(each for each in found if each is not None)


def at_place(seen: Observation, place: City) -> str:
    """What a place offers besides its routes; "" if nothing."""
    return " ".join(said for face, view in shown(seen) if (said := face.at_place(seen, view, place)))


def brought_by(seen: Observation, route: Route) -> list[str]:
    """What building a route brings besides points: a column for each title of `brings_titles`."""
    return [face.brought_by(seen, view, route) for face, view in shown(seen) if face.brings]


def lacking(seen: Observation) -> str:
    """What a seat lacks that may not build a route, in few words."""
    return next((face.lacks for face, _ in shown(seen) if face.lacks), "not permitted")


def brings_titles(seen: Observation) -> list[str]:
    """What the columns of `brought_by` are called."""
    return [face.brings for face, _ in shown(seen) if face.brings]


def piece_columns(seen: Observation) -> dict[str, list[str]]:
    """How many pieces each seat has left, by what they are called."""
    found = {title: counts for face, view in shown(seen) for title, counts in face.pieces(seen, view).items()}
    return found or {"trains": [str(count) for count in seen.pieces]}


# Help for faces


def counts_table(title: str, heads: Sequence[Text], rows: Iterable[tuple[Text, Sequence[int]]]) -> Table:
    """How many of each sort each seat has."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="dim")
    table.add_column(title, no_wrap=True)
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    for label, counts in rows:
        table.add_row(_indented(label), *(Text("–", "dim") if not count else str(count) for count in counts))
    return table


def lists_table(title: str, owned: Sequence[Sequence[str]]) -> Table:
    """What each seat has, by name."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("", no_wrap=True)
    table.add_column(title)
    for seat, names in enumerate(owned):
        table.add_row(_indented(seat_chip(seat)), Text(", ".join(names)) if names else Text("–", "dim"))
    return table


def _indented(label: Text) -> Text:
    return Text.assemble("  ", label)
