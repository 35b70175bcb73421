"""What mechanics hand to seats: rows of the table `gains`, and sections of the report.

An event that no face knows, of a mechanic of somebody's own, becomes a gain under its own name.
"""

from __future__ import annotations

from dataclasses import fields

from branchline.model.board import Board
from branchline.model.events import Event, SeatEvent
from branchline.model.faces import FACES, Findings, Gain
from branchline.notation.forms import kind_of


def gain_of(event: Event) -> Gain | None:
    """What an event hands to its seat, if anything."""
    known = FACES.table(Findings, "gains").get(type(event))
    if known is not None:
        found: Gain | None = known(event)
        return found
    return plain_gain(event) if is_unknown(event) else None


def is_unknown(event: Event) -> bool:
    """Whether an event belongs to a mechanic of somebody's own."""
    return isinstance(event, SeatEvent) and not type(event).__module__.startswith("branchline.")


def plain_gain(event: Event) -> Gain:
    """An event as a gain: its first text says what was gained, its first number how many; else it just happened."""
    values = [getattr(event, each.name) for each in fields(event) if each.name != "seat"]
    texts = [value for value in values if isinstance(value, str)]
    counts = [value for value in values if isinstance(value, int) and not isinstance(value, bool)]
    return Gain(event_words(event), texts[0] if texts else "times", None, counts[0] if counts else 1)


def event_words(event: Event) -> str:
    """The name of an event's class in words."""
    return kind_of(type(event)).replace("_", " ")


def is_pooled(mechanic: str) -> bool:
    """Whether of these gains it counts to have more than the others."""
    return any(mechanic in face.pooled for face in FACES.all(Findings))


def title_of(board: Board, item: str) -> str | None:
    """How people call a thing of any mechanic; None if none of them knows it."""
    titles = (face.title(board, item) for face in FACES.all(Findings) if face.title is not None)
    return next((title for title in titles if title is not None), None)
