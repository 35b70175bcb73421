"""The faces of mechanics in words: what they ask, what they add to a turn, and how their events are told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from branchline.boards import registry
from branchline.model.actions import Action
from branchline.model.board import Board, Route
from branchline.model.events import Event
from branchline.model.faces import Faces
from branchline.model.observation import Observation, View

if TYPE_CHECKING:
    from branchline.words.sentences import Teller

Asking = Callable[[Observation], str]
# What an event's seat did ("took no share"), or a sentence if it is about no seat; None if the teller was told all.
Telling = Callable[["Teller", Any], str | None]


@dataclass(frozen=True)
class Words:
    """What there is to say about one mechanic. All of it may be left out."""

    questions: Mapping[str, str | Asking] = field(default_factory=dict)  # by kind of decision: what the seat is asked
    doing: Mapping[str, str] = field(default_factory=dict)  # the same, for the others: "{} is choosing a dog."
    nudges: Mapping[type[Action], str] = field(default_factory=dict)  # what to look at, where such an action is best
    said: Mapping[str, str] = field(default_factory=dict)  # moves that people say otherwise than the notation
    themes: Mapping[type[Action], str] = field(default_factory=dict)  # what a puzzle with this answer is about
    before_turn: str = ""  # what may come before the action of a turn: "Feed the dog if you like; then"
    builds: str = ""  # what can be built in a turn, besides routes: "a kennel"
    lacks: Callable[[Observation, Route], list[str]] | None = None  # what a seat would need to be permitted a route
    uses: str = ""  # what else a turn can be used for: "exchange pieces"
    piece: str = ""  # what a piece is called, where it is no train
    events: Mapping[type[Event], Telling] = field(default_factory=dict)
    title: str = ""  # what its part of the rules is called ...
    rules: Callable[[Board], list[str]] | None = None  # ... and its sentences


FACES: Faces[Words] = Faces("branchline.words")


def parts_of(seen: Observation) -> Iterator[tuple[type, str, View]]:
    """The parts of a view: the class of the mechanic, its name, and what it shows."""
    classes = registry.mechanics_of(seen.board, seen.variant, seen.seats)
    for name, view in seen.parts.items():
        if name in classes:
            yield classes[name], name, view


def faces_of(seen: Observation) -> list[Words]:
    """The words of all mechanics of a game that have any."""
    classes = registry.mechanics_of(seen.board, seen.variant, seen.seats).values()
    return [face for face in map(FACES.of, classes) if face is not None]
