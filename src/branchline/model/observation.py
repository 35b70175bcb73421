"""What a seat, or a spectator, may know of a game: built up field by field, never by deleting from the truth.

An `Observation` is all that a bot gets. Each mechanic contributes one part; the parts of the common mechanics have
their own properties here, further ones of a board are in `parts` under the mechanic's name.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, cast

from branchline.model.showing import showing

if TYPE_CHECKING:
    from branchline.model.actions import Action


@dataclass(frozen=True, slots=True)
class View:
    """A mechanic's part of an observation."""


@dataclass(frozen=True, slots=True)
class HandView(View):
    """One seat's cards: how many, which of them all saw being taken, and, for those who may know, which they are."""

    size: int
    known: Mapping[str, int]
    cards: Mapping[str, int] | None
    by_deck: tuple[int, ...] = ()  # where there are several decks: how many cards of each


@dataclass(frozen=True, slots=True)
class PoolView(View):
    """What the viewer can work out from the renewal of a deck, when no card of it lay face down."""

    renewed: tuple[bool, ...]  # which decks were
    cards: Mapping[str, int]  # what all other hands held then, beside the cards that all had seen
    sizes: tuple[tuple[int, ...], ...]  # by seat and deck: how many of these
    paid: tuple[Mapping[str, int], ...]  # by seat: what it paid since, beside such cards
    own: Mapping[str, int]  # what the viewer held then, beside such cards


@dataclass(frozen=True, slots=True)
class HandsView(View):
    """All seats' cards."""

    hands: tuple[HandView, ...]
    pool: PoolView | None = None  # None: no deck was renewed yet


@dataclass(frozen=True, slots=True)
class MarketView(View):
    """The face-up row (None: an empty place), the deck's size, the discards, and how often they became the deck."""

    row: tuple[str | None, ...]
    deck: int
    discards: Mapping[str, int]
    renewals: int


@dataclass(frozen=True, slots=True)
class TicketsView(View):
    """Tickets: counts are public, names belong to the seat that holds, was offered, or returned them."""

    decks: tuple[int, ...]  # how many tickets each deck has left
    returned_by: tuple[int | None, ...]  # for each ticket, deck by deck from the top: the seat that put it there
    known_in_deck: tuple[str | None, ...]  # the same tickets by name, where the viewing seat returned them itself
    mixed_in: tuple[str, ...]  # tickets the viewing seat returned that were shuffled in; nobody else has drawn since
    given_back: tuple[str, ...]  # tickets it returned of which it has lost sight; nobody had them at the start
    first_by_deck: tuple[tuple[int, ...], ...]  # how many tickets of each deck each seat kept at the start
    mixes: tuple[tuple[int, ...] | None, ...]  # opening mixes announced, as far as the viewing seat may know
    counts: tuple[int | None, ...]  # tickets held by each seat; None while its setup choice is hidden
    counts_by_deck: tuple[tuple[int, ...] | None, ...]  # the same for each deck, as the backs differ
    held: tuple[tuple[str, ...] | None, ...]  # by name, for those who may know
    offered: tuple[int, ...]  # how many each seat is choosing from
    offered_by_deck: tuple[tuple[int, ...], ...]  # the same for each deck
    offer: tuple[str, ...]  # the viewing seat's own
    chosen: tuple[str, ...] | None  # its own setup choice, made but not yet revealed

    @property
    def deck(self) -> int:
        """How many tickets are left to draw."""
        return sum(self.decks)


@dataclass(frozen=True, slots=True)
class TracksView(View):
    """Who owns each route of the board, by route index. All of it is public."""

    owners: tuple[tuple[int, ...], ...]

    def owned_by(self, seat: int) -> tuple[int, ...]:
        """The routes of one seat."""
        return tuple(route for route, owners in enumerate(self.owners) if seat in owners)


@dataclass(frozen=True, slots=True)
class OpenDecision:
    """A decision that is waiting for a seat."""

    seat: int
    question: str


class ActionCodec(Protocol):
    """Translates action numbers of one board and variant into values and back."""

    def typed(self, action: int, offer: tuple[str, ...]) -> Action: ...

    def number(self, action: Action, offer: tuple[str, ...]) -> int: ...


@dataclass(frozen=True)
class Observation:
    """A game as one seat may know it."""

    board: str
    variant: str
    rules_version: int
    seats: int
    seat: int | None  # whose view this is; None: a spectator's
    first_seat: int
    turn: int | None  # the seat whose turn it is; None before the first turn and after the last
    stage: int  # of the setup; -1 once it is done
    together: bool  # all open decisions may be answered now, in any order
    open: tuple[OpenDecision, ...]  # from the bottom of the stack to the top
    legal: tuple[int, ...]  # what the viewing seat can do now, ascending
    pieces: tuple[int, ...]
    points: tuple[int, ...]
    passes: int  # passes in a row so far
    last_turns: int | None  # turns left to the end, once it is near
    ended_by: str | None  # "last turns", "all passed", "all exchanged" or "stopped", once it is over
    parts: Mapping[str, View]
    codec: ActionCodec = field(compare=False, repr=False)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.ended_by is not None

    @property
    def market(self) -> MarketView:
        """The cards on the table."""
        return cast(MarketView, self.parts["market"])

    @property
    def hands(self) -> tuple[HandView, ...]:
        """The cards of each seat."""
        return cast(HandsView, self.parts["hands"]).hands

    @property
    def pools(self) -> PoolView | None:
        """What can be worked out about the hands; None before a deck is renewed."""
        return cast(HandsView, self.parts["hands"]).pool

    @property
    def tickets(self) -> TicketsView:
        """The tickets."""
        return cast(TicketsView, self.parts["tickets"])

    @property
    def tracks(self) -> TracksView:
        """Who owns what on the map."""
        return cast(TracksView, self.parts["tracks"])

    @property
    def hand(self) -> Mapping[str, int]:
        """The viewing seat's own cards; a spectator has none."""
        cards = None if self.seat is None else self.hands[self.seat].cards
        return {} if cards is None else cards

    @property
    def held(self) -> tuple[str, ...]:
        """The viewing seat's own tickets; a spectator has none."""
        held = None if self.seat is None else self.tickets.held[self.seat]
        return () if held is None else held

    @property
    def actions(self) -> tuple[Action, ...]:
        """The legal actions as values, in the order of `legal`."""
        return tuple(self.action(number) for number in self.legal)

    def action(self, number: int) -> Action:
        """The value behind an action number."""
        return self.codec.typed(number, self.tickets.offer)

    def number(self, action: Action) -> int:
        """The number of an action value."""
        return self.codec.number(action, self.tickets.offer)

    def text(self, *, legal: bool = True, routes: bool = True) -> str:
        """Everything that the seat sees, in plain English; the legal actions and the routes can be left out."""
        return showing().text(self, legal, routes)

    def parse(self, words: str) -> Action:
        """The action behind some words, such as one that `text` lists. It need not be legal."""
        return showing().parse(self, words)

    def _repr_svg_(self) -> str:
        return showing().view_svg(self)

    def __copy__(self) -> Observation:
        return self

    def __deepcopy__(self, _: Any) -> Observation:
        return self

    def __reduce__(self) -> tuple[Callable[..., Observation], tuple[str, str, int, bytes]]:
        """Pickled without the codec, which every process has: of its own build, and of the same board."""
        values = {name: value for name, value in vars(self).items() if name != "codec"}
        return _unpickled, (
            showing().place_of(self.board),
            self.variant,
            self.seats,
            pickle.dumps(values, pickle.HIGHEST_PROTOCOL),
        )


def _unpickled(board: str, variant: str, seats: int, body: bytes) -> Observation:
    """An observation that was pickled."""
    codec = showing().codec(board, variant, seats)  # first: the board may bring classes of its own
    return observation_of({**pickle.loads(body), "codec": codec})


def observation_of(values: dict[str, object]) -> Observation:
    """An observation with the given values of all its fields, which are its own from now on.

    The same as `Observation(**values)` in a tenth of the time: games are looked at before every move.
    """
    made = object.__new__(Observation)
    object.__setattr__(made, "__dict__", values)
    return made
