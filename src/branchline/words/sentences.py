"""What happened, in words: events told turn by turn, as a good host would.

"June took white from the row, then a card from the deck." One sentence tells what a seat did; what followed from it
(a swept row, a new deck, the last turns) comes after.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

from branchline.model.board import Board, Variant
from branchline.model.events import (
    Event,
    GameEnded,
    LastTurnsStarted,
    PointsScored,
    SeatEvent,
    SeatScored,
    TicketsRevealed,
    TurnEnded,
    TurnPassed,
    TurnStarted,
)
from branchline.model.faces import FACES, Words
from branchline.notation.forms import kind_of
from branchline.words.plain import counted, listed

YOU = "You"
_REASONS = {
    "last turns": "the last turns are played",
    "all passed": "nobody could do anything more",
    "all exchanged": "nobody did anything but exchange pieces",
    "stopped": "it was ended early and scored as it stands",
}


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence, and the seat it is about."""

    seat: int | None
    text: str
    routes: tuple[str, ...] = ()  # that it tells of as built


class Teller:
    """Tells events of one game to people who know the seats by these names."""

    def __init__(self, board: Board, variant: Variant, names: Sequence[str]) -> None:
        self.board = board
        self.names = names
        self.routes = {route.id: route for route in board.routes}
        self.tickets = {
            ticket.id: " – ".join(board.goal_name(stop) for stop in ticket.stops) for ticket in variant.tickets
        }
        self.ticket_decks = list(dict.fromkeys(ticket.deck for ticket in variant.tickets))
        self.lines: list[Line] = []
        self.seat: int | None = None  # the sentence that is being made: about whom ...
        self.clauses: list[str] = []  # ... what it did ...
        self.built: list[str] = []  # ... the routes among it ...
        self.asides: list[str] = []  # ... and what followed
        self.row_is_news = False  # a card that replaces a taken one needs no words; a whole new row does
        self.shown: list[str] = []
        self.paid: str = ""
        self.mix: str = ""  # tickets by deck, asked for and not drawn yet

    def tell(self, events: Iterable[Event], *, results: bool = True) -> list[Line]:
        """The events in sentences; without `results` if a score sheet follows."""
        self.lines = []
        for event in events:
            if results or not isinstance(event, (TicketsRevealed, SeatScored)):
                self._take_in(event)
        self.finish()
        return self.lines

    def did(self, seat: int, clause: str) -> None:
        """Go on with the sentence about a seat, or begin it."""
        if self.seat != seat or self.shown:
            self.finish()
        self.seat = seat
        self.clauses.append(clause)

    def aside(self, sentence: str) -> None:
        """Say something that is about no seat, after the sentence that is being made."""
        self.asides.append(sentence)

    def finish(self) -> None:
        """Write down the sentence that was being made."""
        if self.clauses and self.seat is not None:
            sentence = f"{self.names[self.seat]} {', then '.join(self.clauses)}."
            self.lines.append(Line(self.seat, sentence, tuple(self.built)))
        self.lines.extend(Line(None, aside) for aside in self.asides)
        if self.shown:
            self.lines.append(Line(None, f"Turned up: {listed(self.shown)}."))
        self.row_is_news = False
        self.seat = None
        self.clauses, self.built, self.asides, self.shown = [], [], [], []

    def _take_in(self, event: Event) -> None:
        match event:
            case TurnStarted() | TurnEnded():
                self.finish()
            case PointsScored(seat, points):
                self._scored(seat, points)
            case TurnPassed(seat):
                self.did(seat, "could do nothing and passed")
            case LastTurnsStarted(seat, turns):
                self.finish()
                left = turns // len(self.names)
                pieces = "trains and ships" if any(r.kind == "ship" for r in self.board.routes) else "trains"
                self.aside(f"{self._is(seat)} nearly out of {pieces}. Everyone has {counted(left, 'more turn')}.")
            case GameEnded(reason):
                self.finish()
                self.aside(f"The game is over: {_REASONS.get(reason, reason)}.")
            case SeatScored(seat, lines, total):
                parts = listed([f"{name.replace('_', ' ')} {points}" for name, points in lines])
                self.did(seat, f"ended with {parts}: {counted(total, 'point')} in all")
            case _:
                self._take_in_of_mechanic(event)

    def _take_in_of_mechanic(self, event: Event) -> None:
        """What a mechanic has to tell, in its own words; the names and fields of the event if it has none."""
        told = FACES.table(Words, "events")
        tell = next((told[cls] for cls in type(event).__mro__ if cls in told), _plain_telling)
        words = tell(self, event)
        if words is not None and isinstance(event, SeatEvent):
            self.did(event.seat, words)
        elif words is not None:
            self.aside(words)

    def _scored(self, seat: int, points: int) -> None:
        """Points end the sentence about a route; any others are told by themselves."""
        clause = self.clauses[-1] if self.clauses and self.seat == seat else ""
        amount = counted(abs(points), "point")
        if clause.startswith("built") and ":" in clause and "point" not in clause:
            self.clauses[-1] += f", {amount}"
        elif clause.startswith("exchanged") and points < 0:
            self.clauses[-1] += f", which cost {amount}"
        else:
            self.did(seat, f"{'lost' if points < 0 else 'scored'} {amount}")

    def for_what_was_paid(self) -> str:
        """How something was paid for; asked once."""
        paid, self.paid = self.paid, ""
        return f" with {paid}" if paid else ""

    def _is(self, seat: int) -> str:
        name = self.names[seat]
        return f"{name} are" if name == YOU else f"{name} is"


def _plain_telling(teller: Teller, event: Event) -> str:
    """A board may have events of its own: their names and fields will do until somebody finds better words."""
    name = kind_of(type(event)).replace("_", " ")
    values = {f.name: getattr(event, f.name) for f in fields(event) if f.name != "seat"}
    details = listed([f"{key} {value}" for key, value in values.items() if value is not None]) if values else ""
    sentence = f"{name} ({details})" if details else name
    return sentence if isinstance(event, SeatEvent) else f"{sentence[0].upper()}{sentence[1:]}."
