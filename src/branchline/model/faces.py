"""Faces: what a mechanic means to people and to the layers that show it, found by the class of the mechanic.

All faces of a mechanic are declared together, in the file `face.py` of its folder:

    FACES.add(Harbors, Notation(...), Words(...), Terminal(...), Findings(...), Served(...), Drawn(...))

All of them may be left out, and so may every field of theirs. A mechanic without a face gets what a layer makes of its
plain fields. One of somebody's own board adds its faces where it is defined.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from threading import RLock
from typing import Any, Generic, TypeVar

from branchline.model.actions import Action
from branchline.model.board import Board, City, Route, Ticket, Variant
from branchline.model.events import Event
from branchline.model.observation import Observation

# In the notation


@dataclass(frozen=True, slots=True)
class Context:
    """What words are read against: offer and legal actions settle what the words leave open."""

    board: Board
    variant: Variant
    offer: tuple[str, ...] = ()
    legal: Sequence[Action] = ()

    def ticket(self, ticket_id: str) -> Ticket:
        """The ticket of the variant with this id."""
        return next(ticket for ticket in self.variant.tickets if ticket.id == ticket_id)

    def route(self, route_id: str) -> Route:
        """The route with this id."""
        return next(route for route in self.board.routes if route.id == route_id)


Describe = Callable[[Context, Any], str]  # an action in words
Parse = Callable[[Context, str], Action]  # the action that the words after a verb mean


@dataclass(frozen=True)
class Notation:
    """How the actions of a mechanic are written and read."""

    describe: Mapping[type[Action], Describe] = field(default_factory=dict)
    parse: Mapping[str, Parse] = field(default_factory=dict)  # by verb
    forms: tuple[str, ...] = ()  # examples, for whoever wrote something else
    # Claims that are paid in a way of their own: what they pay, in words; and the claim that a payment means, or None.
    payments: Mapping[type[Action], Callable[[Board, Route, Any], str]] = field(default_factory=dict)
    claim: Callable[[Context, list[Route], str], Action | None] | None = None


# In plain English

Asking = Callable[[Observation], str]
# What an event's seat did ("took no share"), or a sentence if it is about no seat; None if the teller
# (`branchline.words.sentences.Teller`) was told all.
Telling = Callable[[Any, Any], str | None]


@dataclass(frozen=True)
class Words:
    """What there is to say about a mechanic."""

    questions: Mapping[str, str | Asking] = field(default_factory=dict)  # by kind of decision: what the seat is asked
    doing: Mapping[str, str] = field(default_factory=dict)  # the same, for the others: "{} is choosing a dog."
    nudges: Mapping[type[Action], str] = field(default_factory=dict)  # what to look at, where such an action is best
    said: Mapping[str, str] = field(default_factory=dict)  # moves that people say otherwise than the notation
    # What speaks for or against each of some actions, in a few words, and what speaks for one, as sentences.
    verdicts: Mapping[type[Action], Callable[[Observation, Sequence[Any]], list[str]]] = field(default_factory=dict)
    reasons: Mapping[type[Action], Callable[[Observation, Any], tuple[str, ...]]] = field(default_factory=dict)
    themes: Mapping[type[Action], str] = field(default_factory=dict)  # what a puzzle with this answer is about
    before_turn: str = ""  # what may come before the action of a turn: "Feed the dog if you like; then"
    builds: str = ""  # what can be built in a turn, besides routes: "a kennel"
    lacks: Callable[[Observation, Route], list[str]] | None = None  # what a seat would need to be permitted a route
    title_of: Callable[[Board, str], str] | None = None  # how something is called that is bought for its permissions
    uses: str = ""  # what else a turn can be used for: "exchange pieces"
    piece: str = ""  # what a piece is called, where it is no train
    # What the pieces on a route are called, and how many of them the viewing seat has left.
    pieces_for: Callable[[Observation, Route], tuple[str, int | None]] | None = None
    events: Mapping[type[Event], Telling] = field(default_factory=dict)
    title: str = ""  # what its part of the rules is called ...
    rules: Callable[[Board], list[str]] | None = None  # ... and its sentences


# In the terminal: plain values, which the terminal gives colors and columns

Chip = Sequence[str | tuple[str, str]]  # a label, in pieces; a piece may come with its style: ("3", "bold")


@dataclass(frozen=True)
class Chips:
    """Labels side by side, and what is said where there are none."""

    chips: Sequence[Chip]
    none: str = ""


@dataclass(frozen=True)
class Rows:
    """Labels in columns."""

    rows: Sequence[Sequence[Chip]]


@dataclass(frozen=True)
class Counts:
    """How many of each sort each seat has; sorts may be colors, and a row may be about no seat."""

    title: str
    sorts: Sequence[str]
    rows: Sequence[tuple[int | str, Sequence[int]]]
    colored: bool = False


@dataclass(frozen=True)
class Lists:
    """What each seat has, by name."""

    title: str
    owned: Sequence[Sequence[str]]


Label = str | Callable[[Sequence[Any]], str]  # of all moves of a kind that are legal


@dataclass(frozen=True)
class Terminal:
    """What a mechanic shows in the terminal. Functions are handed an observation and the mechanic's part of it."""

    by_kind: tuple[str, ...] = ()  # questions that are answered with any kind of move, like a turn
    with_table: tuple[str, ...] = ()  # questions that show the whole table ...
    with_cards: tuple[str, ...] = ()  # ... or just the cards
    labels: Mapping[type[Action], Label] = field(default_factory=dict)  # kinds of moves in the menu
    details: Mapping[type[Action], Callable[[Board, Any], str]] = field(default_factory=dict)  # behind a choice
    numbers: Mapping[type[Action], Callable[[Any], int]] = field(default_factory=dict)  # choices that are numbers
    lacks: str = ""  # what a route needs that it gives permission for, in few words
    # Moves for the help: what to type, and what it does; and a sentence for the help.
    moves: Callable[[Observation, Any], list[tuple[str, str]]] | None = None
    note: Callable[[Observation, Any], str] | None = None
    of_seats: Callable[[Observation, Any], Counts | Lists | None] | None = None  # what each seat has; all see it
    # What can be had, with a caption; some of it only where all is asked for.
    on_table: Callable[[Observation, Any, bool], tuple[str, Chips | Rows] | None] | None = None
    at_place: Callable[[Observation, Any, City], str] | None = None  # what a place offers besides routes, in a sentence
    brings: str = ""  # the title of a column: what building a route brings besides points, in few letters
    brought_by: Callable[[Observation, Any, Route], str] | None = None
    # Columns of the players' table, about pieces: what they are called, and how many each seat has.
    pieces: Callable[[Observation, Any], dict[str, list[str]]] | None = None


# In the lab


@dataclass(frozen=True)
class Gain:
    """Something that a seat got by a mechanic: what, where, and how many."""

    mechanic: str
    item: str
    place: str | None = None
    count: int = 1


@dataclass(frozen=True)
class Findings:
    """What is worth counting about a mechanic."""

    gains: Mapping[type[Event], Callable[[Any], Gain | None]] = field(default_factory=dict)
    pooled: frozenset[str] = frozenset()  # gains of which it counts to have more than the others
    uses: Mapping[type[Event], str] = field(default_factory=dict)  # what a turn was used for, by the event that tells
    title: Callable[[Board, str], str | None] | None = None  # how people call one of its things


# On the server


@dataclass(frozen=True)
class Served:
    """What the server tells clients of a mechanic."""

    # The name under which clients are told of its things, with the board, and what they are told; nothing: it has none.
    told: tuple[str, Callable[[Board], list[Any]]] | None = None
    in_points: frozenset[str] = frozenset()  # questions whose answers differ in points alone


# On a drawn board


@dataclass(frozen=True)
class Drawn:
    """How a mechanic is drawn: what lies on the board besides cars, and the room that it takes.

    What it shows on the map comes as *things*, a value of its own that stands in a scene under its name. Functions are
    handed the board and its `branchline.drawing.layout.Layout`.
    """

    name: str  # of its part of a view
    things: Callable[[Any], Any] | None = None  # what of its view lies on the board
    templates: Callable[[Board, Any], str] | None = None  # what it is drawn with; "": the board has none of it
    layer: Callable[[Board, Any, Any, bool], str] | None = None  # its things; with `True` all that could be there
    beside: Callable[[Any, str], str] | None = None  # those of its things that stand beside a place
    stands_at: Callable[[Board], Collection[str]] | None = None  # places that need room for that
    waiting: Callable[[Board], Mapping[str, int]] | None = None  # how many pawns wait at a place: room by its name


Face = TypeVar("Face")


class ByMechanic(Generic[Face]):
    """One face for each class of mechanics: its own, or the one it inherits."""

    def __init__(self) -> None:
        self._by_class: dict[type, Face] = {}

    def add(self, mechanic: type, face: Face) -> None:
        """Give a class of mechanics, and those derived from it, a face."""
        self._by_class[mechanic] = face

    def of(self, mechanic: type) -> Face | None:
        """The face of a class of mechanics; None if it has none."""
        return next((self._by_class[cls] for cls in mechanic.__mro__ if cls in self._by_class), None)

    def all(self) -> tuple[Face, ...]:
        """All of them, those of boards that were added last."""
        return tuple(self._by_class.values())


class Faces:
    """The faces of all mechanics, of every kind."""

    def __init__(self) -> None:
        self.load: Callable[[], None] | None = None  # imports those of the package's own mechanics, when first asked
        self._by_kind: dict[type, ByMechanic[Any]] = {}
        self._tables: dict[tuple[type, str], dict[Any, Any]] = {}
        self._loading = RLock()

    def add(self, mechanic: type, *faces: object) -> None:
        """Give a class of mechanics, and those derived from it, faces of different kinds."""
        for face in faces:
            self._by_kind.setdefault(type(face), ByMechanic()).add(mechanic, face)
        self._tables = {}

    def of(self, mechanic: type, kind: type[Face]) -> Face | None:
        """The face of a class of mechanics, its own or the one it inherits; None if it has none of this kind."""
        return self._known(kind).of(mechanic)

    def all(self, kind: type[Face]) -> tuple[Face, ...]:
        """All faces of a kind, those of boards that were added last."""
        return self._known(kind).all()

    def table(self, kind: type, name: str) -> dict[Any, Any]:
        """One table of all faces of a kind put together: the mappings that they have under this name."""
        known: ByMechanic[Any] = self._known(kind)
        if (kind, name) not in self._tables:
            self._tables[kind, name] = {
                key: value for face in known.all() for key, value in getattr(face, name).items()
            }
        return self._tables[kind, name]

    def _known(self, kind: type[Face]) -> ByMechanic[Face]:
        if self.load is not None:
            with self._loading:
                if self.load is not None:
                    self.load()
                    self.load = None
        return self._by_kind.setdefault(kind, ByMechanic())


FACES = Faces()
