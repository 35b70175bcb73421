"""What happened, in words: events told turn by turn, as a good host would.

"June took white from the row, then a card from the deck." One sentence tells what a seat did; what followed from it
(a swept row, a new deck, the last turns) comes after.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

from branchline.cli.screen import a_card, card_name, cards_in_words, counted, listed, route_name
from branchline.model.board import Board, Variant
from branchline.model.events import (
    CardDrawn,
    CardsDealt,
    CardShown,
    CardsPaid,
    CardTaken,
    ChoiceMade,
    DeckRenewed,
    Event,
    GameEnded,
    LastTurnsStarted,
    PointsScored,
    RouteClaimed,
    RowDiscarded,
    SeatEvent,
    SeatScored,
    TicketsDrawn,
    TicketsKept,
    TicketsRevealed,
    TurnEnded,
    TurnPassed,
    TurnStarted,
)

YOU = "You"


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence, and the seat it is about."""

    seat: int | None
    text: str


class Teller:
    """Tells events of one game to people who know the seats by these names."""

    def __init__(self, board: Board, variant: Variant, names: Sequence[str]) -> None:
        self.board = board
        self.names = names
        self.routes = {route.id: route for route in board.routes}
        self.tickets = {
            ticket.id: " – ".join(board.goal_name(stop) for stop in ticket.stops) for ticket in variant.tickets
        }
        self.lines: list[Line] = []
        self.seat: int | None = None  # the sentence that is being made: about whom ...
        self.clauses: list[str] = []  # ... what it did ...
        self.asides: list[str] = []  # ... and what followed
        self.row_is_news = False  # a card that replaces a taken one needs no words; a whole new row does
        self.shown: list[str] = []
        self.paid = ""

    def tell(self, events: Iterable[Event], *, results: bool = True) -> list[Line]:
        """The events in sentences; without `results` if a score sheet follows."""
        self.lines = []
        for event in events:
            if results or not isinstance(event, (TicketsRevealed, SeatScored)):
                self._take_in(event)
        self._finish()
        return self.lines

    def _did(self, seat: int, clause: str) -> None:
        """Go on with the sentence about a seat, or begin it."""
        if self.seat != seat or self.shown:
            self._finish()
        self.seat = seat
        self.clauses.append(clause)

    def _aside(self, sentence: str) -> None:
        self.asides.append(sentence)

    def _finish(self) -> None:
        """Write down the sentence that was being made."""
        if self.clauses and self.seat is not None:
            self.lines.append(Line(self.seat, f"{self.names[self.seat]} {', then '.join(self.clauses)}."))
        self.lines.extend(Line(None, aside) for aside in self.asides)
        if self.shown:
            self.lines.append(Line(None, f"Turned up: {listed(self.shown)}."))
        self.row_is_news = False
        self.seat = None
        self.clauses, self.asides, self.shown = [], [], []

    def _take_in(self, event: Event) -> None:
        match event:
            case TurnStarted() | TurnEnded():
                self._finish()
            case CardTaken(seat, card):
                self._took(seat, f"{a_card(card)} from the row")
            case CardDrawn(seat, card):
                self._took(seat, f"{a_card(card)} from the deck")
            case CardShown(_, card):
                if self.row_is_news:
                    self.shown.append(card_name(card))
            case CardsPaid(_, cards):
                self.paid = cards_in_words(cards)
            case RouteClaimed(seat, route):
                built = self.routes[route]
                name = route_name(self.board, built)
                self._did(seat, f"built {name} with {self.paid}: {counted(built.length, 'car')}")
            case PointsScored(seat, points):
                self._scored(seat, points)
            case TurnPassed(seat):
                self._did(seat, "could do nothing and passed")
            case TicketsDrawn() | TicketsKept() | ChoiceMade() | TicketsRevealed():
                self._take_in_tickets(event)
            case _:
                self._take_in_rare(event)

    def _took(self, seat: int, what: str) -> None:
        """Of two cards taken one after the other, only the first needs the verb."""
        if self.seat == seat and self.clauses == [f"took {what}"] and what.startswith("a card"):
            self.clauses = ["took two cards from the deck"]
        else:
            again = self.seat == seat and self.clauses and self.clauses[0].startswith("took")
            self._did(seat, what if again else f"took {what}")

    def _scored(self, seat: int, points: int) -> None:
        """Points end the sentence about a route; any others are told by themselves."""
        if self.clauses and self.clauses[-1].startswith("built") and self.seat == seat:
            self.clauses[-1] += f", {counted(points, 'point')}"
        else:
            self._did(seat, f"scored {counted(points, 'point')}")

    def _take_in_tickets(self, event: Event) -> None:
        match event:
            case TicketsDrawn(seat, count, tickets):
                which = "" if tickets is None else f": {listed(self._named(tickets))}"
                self._did(seat, f"drew {counted(count, 'ticket')}{which}")
            case TicketsKept(seat, count, returned, tickets, _):
                number = str(count) if self.clauses and self.seat == seat else f"{count} of {count + returned} tickets"
                which = number if tickets is None else listed(self._named(tickets))
                back = "" if tickets is None or not returned else f" and returned {counted(returned, 'other')}"
                self._did(seat, f"kept {which}{back}")
            case TicketsRevealed(seat, completed, failed):
                missed = f" and missed {listed(self._named(failed))}" if failed else ""
                self._did(seat, f"completed {listed(self._named(completed)) if completed else 'no tickets'}{missed}")
            case _:  # a hidden choice: what was kept is told when all have chosen
                pass

    def _take_in_rare(self, event: Event) -> None:
        match event:
            case CardsDealt(seat, count, cards):
                self._did(seat, f"began with {counted(count, 'card') if cards is None else cards_in_words(cards)}")
                self.row_is_news = True
            case RowDiscarded():
                self._aside("Too many locomotives lay face up, so the row was swept.")
                self.row_is_news = True
                self.shown = []
            case DeckRenewed(cards):
                self._aside(f"The discards became a new deck of {counted(cards, 'card')}.")
            case LastTurnsStarted(seat, turns):
                self._finish()
                left = turns // len(self.names)
                self._aside(f"{self._is(seat)} nearly out of trains. Everyone has {counted(left, 'more turn')}.")
            case GameEnded(reason):
                self._finish()
                why = "the last turns are played" if reason == "last turns" else "nobody could do anything more"
                self._aside(f"The game is over: {why}.")
            case SeatScored(seat, lines, total):
                parts = listed([f"{name.replace('_', ' ')} {points}" for name, points in lines])
                self._did(seat, f"ended with {parts}: {counted(total, 'point')} in all")
            case _:
                self._take_in_unknown(event)

    def _take_in_unknown(self, event: Event) -> None:
        """A board may have events of its own: their names and fields will do until somebody finds better words."""
        name = re.sub(r"(?<!^)(?=[A-Z])", " ", type(event).__name__).lower()
        values = {f.name: getattr(event, f.name) for f in fields(event) if f.name != "seat"}
        details = listed([f"{key} {value}" for key, value in values.items() if value is not None]) if values else ""
        sentence = f"{name} ({details})" if details else name
        if isinstance(event, SeatEvent):
            self._did(event.seat, sentence)
        else:
            self._aside(f"{sentence[0].upper()}{sentence[1:]}.")

    def _named(self, tickets: Iterable[str]) -> list[str]:
        return [self.tickets[ticket] for ticket in tickets]

    def _is(self, seat: int) -> str:
        name = self.names[seat]
        return f"{name} are" if name == YOU else f"{name} is"
