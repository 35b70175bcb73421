"""A recorded game written out: every decision in words with what came of it, and the score sheets at the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, fields
from typing import Any

from branchline.game import Game, replay
from branchline.model.events import Event, SeatEvent
from branchline.model.scores import Scores
from branchline.notation.forms import kind_of
from branchline.notation.record import Record


def playthrough(record: Record) -> str:
    """The text of a whole game, with all secrets."""
    game = replay(record, decisions=0)
    played = f"{record.seats} seats, seed {record.seed}, rules version {record.rules_version}"
    lines = [f"{game.board.title}, {game.variant.title}, {played}", "", "Setup", *_events(game, 0)]
    for number, (seat, words) in enumerate(record.decisions, 1):
        start = len(game.events)
        game.apply(game.parse(words, seat), seat)
        lines += ["", f"{number}. Seat {seat}: {words}", *_events(game, start)]
    if game.is_over:
        lines += ["", *_score_lines(game.scores())]
    return "\n".join(lines) + "\n"


def _events(game: Game, start: int) -> Iterator[str]:
    for event in game.events[start:]:
        yield f"    {event_text(event)}"


def event_text(event: Event) -> str:
    """An event in words that need no table: "seat 1 card taken: card red, place 2"."""
    name = kind_of(type(event)).replace("_", " ")
    who = f"seat {event.seat} " if isinstance(event, SeatEvent) else ""
    told = [(field.replace("_", " "), value) for field, value in told_fields(event) if field != "seat"]
    facts = [f"{field} {_value_text(value)}" for field, value in told]
    return f"{who}{name}" + (f": {', '.join(facts)}" if facts else "")


def told_fields(value: Any) -> Iterator[tuple[str, Any]]:
    """Names and contents of the fields of a value, apart from those that have their default."""
    for field in fields(value):
        content = getattr(value, field.name)
        default = field.default if field.default_factory is MISSING else field.default_factory()
        if field.compare and (default is MISSING or content != default):
            yield field.name, content


def _value_text(value: Any) -> str:
    if not isinstance(value, tuple):
        return str(value)
    return "(" + " ".join("=".join(map(str, item)) if isinstance(item, tuple) else str(item) for item in value) + ")"


def _score_lines(scores: Scores) -> Iterator[str]:
    for sheet in scores:
        parts = ", ".join(f"{name} {points}" for name, points in sheet.lines.items())
        yield f"Seat {sheet.seat}: place {sheet.place}, {sheet.total} points ({parts})"
        yield f"    completed: {', '.join(sheet.completed) or 'nothing'}"
        yield f"    failed: {', '.join(sheet.failed) or 'nothing'}"
    yield f"Won by {' and '.join(f'seat {seat}' for seat in scores.winners)}: {scores.reason}"
