"""What lies on a board: pieces, things of mechanics, lights, and values to be shown along the routes.

Everything here is public at the table, so a scene of any seat's or a spectator's view is the same but for its lights.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from branchline.boards import registry
from branchline.mechanics.routes.tracks import tracks_of
from branchline.model.faces import FACES, Drawn
from branchline.model.observation import Observation


@dataclass(frozen=True, slots=True)
class RouteValues:
    """A number for each of some routes, shown by the width and color of a line: a heat map with a legend."""

    title: str
    values: Mapping[int, float]  # by route index; routes without one stay bare
    low: float | None = None  # the ends of the scale; by default 0, or the least value if that is below 0 ...
    high: float | None = None  # ... and the greatest value
    middle: float | None = None  # where the scale parts: values below it get other colors than those above
    form: str = ".2g"  # how the numbers of the legend are written, as in `format`

    @property
    def scale(self) -> tuple[float, float]:
        """The ends of the scale."""
        low = min([0.0, *self.values.values()]) if self.low is None else self.low
        high = max([low, *self.values.values()]) if self.high is None else self.high
        return low, high


@dataclass(frozen=True, slots=True)
class Scene:
    """What is drawn on top of the printed board. Routes are named by index, places and countries by id."""

    owners: Mapping[int, tuple[int, ...]] = field(default_factory=dict)  # the seats that own a route
    closed: frozenset[int] = frozenset()  # free routes that nobody may build any more
    things: Mapping[str, Any] = field(default_factory=dict)  # what mechanics show, by their names, as their faces say
    lit: frozenset[str] = frozenset()  # places with a light
    legal: frozenset[int] = frozenset()  # routes with a glow: they can be built now
    marked: frozenset[int] = frozenset()  # routes with an edge in the accent color
    values: RouteValues | None = None


EMPTY = Scene()


def scene_of(observation: Observation) -> Scene:
    """What lies on the board in a view of a game."""
    owned = {route: seats for route, seats in enumerate(observation.tracks.owners) if seats}
    return Scene(owners=owned, closed=_closed(observation), things=_things(observation))


def _things(observation: Observation) -> dict[str, Any]:
    """What the mechanics of a game show on the map."""
    classes = registry.mechanics_of(observation.board, observation.variant, observation.seats)
    things = {}
    for name, view in observation.parts.items():
        face = FACES.of(classes[name], Drawn) if name in classes else None
        if face is not None and face.things is not None:
            things[face.name] = face.things(view)
    return things


def _closed(observation: Observation) -> frozenset[int]:
    """The free routes that nobody may build any more, as the rules say."""
    tracks = tracks_of(registry.new_rule_sheet(observation.board, observation.variant, observation.seats))
    tracks.imagine(observation)
    free = (route for route, owners in enumerate(tracks.owners) if owners == 0)
    return frozenset(route for route in free if all(tracks.is_shut(seat, route) for seat in range(observation.seats)))
