"""What happens in a game, as values. An event holds the whole truth; `seen_by` gives each seat the part it may know.

Names are past tense.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

Cards = tuple[tuple[str, int], ...]  # (kind, how many), only kinds that occur


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. Who learns what from it is said here, once, by each class of events."""

    secret: ClassVar[tuple[str, ...]] = ()  # fields that only its own seat may know: None for all others
    hides_choice: ClassVar[bool] = False  # no other seat learns what its own seat chose
    decided: ClassVar[bool] = False  # it only carries out what its seat decided, and tells nobody anything new
    from_chance: ClassVar[bool] = False  # it shows everybody what nobody could know, such as a card turned up

    @property
    def audience(self) -> tuple[int, ...] | None:
        """The seats that see all of it; None: everybody."""
        return (self.seat,) if isinstance(self, SeatEvent) and (self.secret or self.hides_choice) else None

    def redacted(self) -> Event:
        """The twin for everybody else."""
        return replace(self, **dict.fromkeys(self.secret)) if self.secret else self

    def seen_by(self, seat: int | None) -> Event:
        """This event as that seat (None: a spectator) may know it."""
        audience = self.audience
        return self if audience is None or seat in audience else self.redacted()


@dataclass(frozen=True, slots=True)
class SeatEvent(Event):
    """Something that one seat did or that happened to it."""

    seat: int


@dataclass(frozen=True, slots=True)
class CardsDealt(SeatEvent):
    """Opening cards; which ones only the seat knows."""

    count: int
    cards: Cards | None

    secret = ("cards",)


@dataclass(frozen=True, slots=True)
class CardShown(Event):
    """A card was turned face up at a place of the row."""

    place: int
    card: str

    from_chance = True


@dataclass(frozen=True, slots=True)
class RowDiscarded(Event):
    """Too many wilds lay face up: the whole row was discarded."""

    cards: tuple[str, ...]

    from_chance = True


@dataclass(frozen=True, slots=True)
class DeckRenewed(Event):
    """The discards were shuffled into a new deck of this many cards."""

    cards: int


@dataclass(frozen=True, slots=True)
class CardTaken(SeatEvent):
    """A face-up card was taken."""

    card: str
    place: int

    decided = True


@dataclass(frozen=True, slots=True)
class CardDrawn(SeatEvent):
    """A card was drawn blind; which one only the seat knows."""

    card: str | None

    secret = ("card",)


@dataclass(frozen=True, slots=True)
class TicketsDrawn(SeatEvent):
    """Tickets were dealt to or drawn by a seat, which now chooses among them."""

    count: int
    tickets: tuple[str, ...] | None

    secret = ("tickets",)


@dataclass(frozen=True, slots=True)
class ChoiceMade(SeatEvent):
    """A seat made a setup choice that stays hidden until all have made theirs: only the seat knows what it chose."""

    hides_choice = True
    decided = True


@dataclass(frozen=True, slots=True)
class TicketsKept(SeatEvent):
    """A seat kept some tickets and put the others under the deck; which ones only the seat knows."""

    count: int
    returned: int
    tickets: tuple[str, ...] | None
    returned_tickets: tuple[str, ...] | None

    secret = (
        "tickets",
        "returned_tickets",
    )
    hides_choice = True
    decided = True


@dataclass(frozen=True, slots=True)
class CardsPaid(SeatEvent):
    """Cards were played for something and discarded."""

    cards: Cards

    decided = True


@dataclass(frozen=True, slots=True)
class RouteClaimed(SeatEvent):
    """A seat put its pieces on a route."""

    route: str

    decided = True


@dataclass(frozen=True, slots=True)
class PointsScored(SeatEvent):
    """A seat's running score changed."""

    points: int
    total: int

    decided = True


@dataclass(frozen=True, slots=True)
class TurnStarted(SeatEvent):
    """A seat is to act."""

    decided = True


@dataclass(frozen=True, slots=True)
class TurnPassed(SeatEvent):
    """A seat could do nothing at all."""

    decided = True


@dataclass(frozen=True, slots=True)
class TurnEnded(SeatEvent):
    """A seat's turn is over."""

    decided = True


@dataclass(frozen=True, slots=True)
class LastTurnsStarted(SeatEvent):
    """A seat is nearly out of pieces: this many turns remain for all seats together."""

    turns: int

    decided = True


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game is over: `reason` is "last turns", "all passed" or "all exchanged"."""

    reason: str

    from_chance = True


@dataclass(frozen=True, slots=True)
class TicketsRevealed(SeatEvent):
    """At the end a seat's tickets are turned up."""

    completed: tuple[str, ...]
    failed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatScored(SeatEvent):
    """A seat's final score, line by line."""

    lines: tuple[tuple[str, int], ...]
    total: int


@dataclass(frozen=True, slots=True)
class MixAnnounced(SeatEvent):
    """A seat said how many tickets of each deck it draws, before it saw any."""

    mix: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MixKept(SeatEvent):
    """How many tickets of each deck a seat kept of those it drew: the backs differ, so everybody sees it."""

    mix: tuple[int, ...]

    decided = True
