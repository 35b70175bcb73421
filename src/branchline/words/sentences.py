"""What happened, in words: events told turn by turn, as a good host would.

"June took white from the row, then a card from the deck." One sentence tells what a seat did; what followed from it
(a swept row, a new deck, the last turns) comes after.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

from branchline.model.board import Board, Variant
from branchline.model.events import (
    CardDrawn,
    CardDrawnFrom,
    CardsDealt,
    CardShown,
    CardsPaid,
    CardTaken,
    ChoiceMade,
    DeckRenewed,
    Event,
    FleetShown,
    GameEnded,
    HarborBuilt,
    LastTurnsStarted,
    MixAnnounced,
    MixKept,
    NamedDeckRenewed,
    PassengerLeft,
    PassengersPlaced,
    PassengerTaken,
    PiecesExchanged,
    PointsScored,
    RouteClaimed,
    RowDiscarded,
    SeatEvent,
    SeatScored,
    ShareDeclined,
    ShareGiven,
    SharesTurnedUp,
    ShareTaken,
    StackPlaced,
    TechnologiesWithdrawn,
    TechnologyBought,
    TechnologyReturned,
    TicketsDrawn,
    TicketsKept,
    TicketsRevealed,
    TokenTaken,
    TurnEnded,
    TurnPassed,
    TurnStarted,
)
from branchline.words.plain import a_card, card_name, cards_in_words, counted, listed, route_name
from branchline.words.things import logo, technology_title

YOU = "You"
_REASONS = {
    "last turns": "the last turns are played",
    "all passed": "nobody could do anything more",
    "all exchanged": "nobody did anything but exchange pieces",
}


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
        self.ticket_decks = list(dict.fromkeys(ticket.deck for ticket in variant.tickets))
        self.lines: list[Line] = []
        self.seat: int | None = None  # the sentence that is being made: about whom ...
        self.clauses: list[str] = []  # ... what it did ...
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
            case CardDrawnFrom(seat, card, deck):
                self._took(seat, f"{a_card(card)} from the {deck} deck")
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
                pieces = counted(built.length, "ship" if built.kind == "ship" else "car")
                self._did(seat, f"built {name}{self._for_what_was_paid()}: {pieces}")
            case PointsScored(seat, points):
                self._scored(seat, points)
            case TurnPassed(seat):
                self._did(seat, "could do nothing and passed")
            case TicketsDrawn() | TicketsKept() | ChoiceMade() | TicketsRevealed() | MixAnnounced() | MixKept():
                self._take_in_tickets(event)
            case _:
                self._take_in_rare(event)

    def _took(self, seat: int, what: str) -> None:
        """Of two cards taken one after the other, only the first needs the verb."""
        if self.seat == seat and self.clauses == [f"took {what}"] and what.startswith("a card"):
            self.clauses = [f"took two cards{what.removeprefix('a card')}"]
        else:
            again = self.seat == seat and self.clauses and self.clauses[0].startswith("took")
            self._did(seat, what if again else f"took {what}")

    def _scored(self, seat: int, points: int) -> None:
        """Points end the sentence about a route; any others are told by themselves."""
        clause = self.clauses[-1] if self.clauses and self.seat == seat else ""
        amount = counted(abs(points), "point")
        if clause.startswith("built") and ":" in clause and "point" not in clause:
            self.clauses[-1] += f", {amount}"
        elif clause.startswith("exchanged") and points < 0:
            self.clauses[-1] += f", which cost {amount}"
        else:
            self._did(seat, f"{'lost' if points < 0 else 'scored'} {amount}")

    def _for_what_was_paid(self) -> str:
        """How something was paid for; asked once."""
        paid, self.paid = self.paid, ""
        return f" with {paid}" if paid else ""

    def _take_in_tickets(self, event: Event) -> None:
        match event:
            case TicketsDrawn(seat, count, tickets):
                which = "" if tickets is None else f": {listed(self._named(tickets))}"
                mix, self.mix = self.mix, ""
                if mix and self.seat == seat and self.clauses:
                    self.clauses[-1] = f"drew {mix}{which}"
                else:
                    self._did(seat, f"drew {counted(count, 'ticket')}{which}")
            case TicketsKept(seat, count, returned, tickets, _):
                number = str(count) if self.clauses and self.seat == seat else f"{count} of {count + returned} tickets"
                which = number if tickets is None else listed(self._named(tickets))
                back = "" if tickets is None or not returned else f" and returned {counted(returned, 'other')}"
                self._did(seat, f"kept {which}{back}")
            case MixAnnounced(seat, mix):
                self._did(seat, f"asked for {self._by_deck(mix)}")
                self.mix = self._by_deck(mix)
            case MixKept(seat, mix):
                clause = self.clauses[-1] if self.clauses and self.seat == seat else ""
                if re.match(r"kept \d", clause):
                    self.clauses[-1] = f"kept {self._by_deck(mix)}"
                elif not clause.startswith("kept"):  # tickets by name say more
                    self._did(seat, f"kept {self._by_deck(mix)}")
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
            case NamedDeckRenewed(cards, deck):
                self._aside(f"The discards became a new {deck} deck of {counted(cards, 'card')}.")
            case DeckRenewed(cards):
                self._aside(f"The discards became a new deck of {counted(cards, 'card')}.")
            case LastTurnsStarted(seat, turns):
                self._finish()
                left = turns // len(self.names)
                pieces = "trains and ships" if any(r.kind == "ship" for r in self.board.routes) else "trains"
                self._aside(f"{self._is(seat)} nearly out of {pieces}. Everyone has {counted(left, 'more turn')}.")
            case GameEnded(reason):
                self._finish()
                self._aside(f"The game is over: {_REASONS.get(reason, reason)}.")
            case SeatScored(seat, lines, total):
                parts = listed([f"{name.replace('_', ' ')} {points}" for name, points in lines])
                self._did(seat, f"ended with {parts}: {counted(total, 'point')} in all")
            case _:
                self._take_in_special(event)

    def _take_in_special(self, event: Event) -> None:
        """What only some boards have."""
        place = self.board.goal_name
        match event:
            case PassengersPlaced(places):
                waiting = sum(count for _, colors in places for _, count in colors)
                self._aside(f"{counted(waiting, 'passenger')} wait at {counted(len(places), 'place')}.")
            case PassengerTaken(seat, where, color):
                self._did(seat, f"picked up a {color} passenger in {place(where)}")
            case PassengerLeft(seat, where):
                self._did(seat, f"left the passengers in {place(where)}")
            case StackPlaced(seat, _, where):
                self._did(seat, f"laid a stack of tokens at {place(where)}")
            case TokenTaken(seat, _, where):
                self._did(seat, f"took a token at {place(where)}")
            case FleetShown(seat, trains, ships):
                self._did(seat, f"set out with {counted(trains, 'train')} and {counted(ships, 'ship')}")
            case PiecesExchanged(seat, given, count):
                pieces = [counted(count, noun) for noun in ("train", "ship")]
                mine, other = pieces if given == "trains" else pieces[::-1]
                self._did(seat, f"exchanged {mine} for {other}")
            case HarborBuilt(seat, where):
                self._did(seat, f"built a harbor in {place(where)}{self._for_what_was_paid()}")
            case TechnologyBought(seat, technology):
                self._did(seat, f"bought {technology_title(self.board, technology)}{self._for_what_was_paid()}")
            case TechnologyReturned(seat, technology):
                self._did(seat, f"put {technology_title(self.board, technology)} back on the table")
            case TechnologiesWithdrawn(technologies):
                titles = [technology_title(self.board, each) for each in technologies]
                self._aside(f"Nobody bought {listed(titles)} in time: out of the game.")
            case _:
                self._take_in_shares(event)

    def _take_in_shares(self, event: Event) -> None:
        match event:
            case ShareTaken(seat, railroad, number):
                self._did(seat, f"took share {number} of {logo(self.board, railroad)}")
            case ShareGiven(seat, railroad, number):
                self._did(seat, f"gave the dummy share {number} of {logo(self.board, railroad)}")
            case ShareDeclined(seat):
                self._did(seat, "took no share")
            case SharesTurnedUp(shares):
                which = [f"{logo(self.board, railroad)} {number}" for railroad, number in shares]
                self._finish()
                self._aside(f"Of the dummy's shares {listed(which)} {'counts' if len(which) == 1 else 'count'}.")
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

    def _by_deck(self, mix: Sequence[int]) -> str:
        """Tickets by deck: "3 short and 1 long ticket"."""
        parts = [f"{count} {deck}" for count, deck in zip(mix, self.ticket_decks, strict=False) if count]
        return f"{listed(parts)} ticket{'' if sum(mix) == 1 else 's'}"

    def _is(self, seat: int) -> str:
        name = self.names[seat]
        return f"{name} are" if name == YOU else f"{name} is"
