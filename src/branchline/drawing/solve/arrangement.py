"""An arrangement of a board that is being improved: where places, tracks and names are, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from branchline.drawing.bundles import Bundle, bundles_of
from branchline.drawing.layout import Label, Layout, Point, Slot, Track, radius
from branchline.drawing.lettering import Spot, all_names
from branchline.drawing.solve.geometry import (
    COMFORTABLE,
    NO_BOXES,
    NO_POINTS,
    SHORTEST,
    Array,
    Path,
    Run,
    beyond,
    box_depths,
    disc_depths,
    grown,
    lay_cars,
)
from branchline.model.board import Board

CLEAR = 3.2  # the air that is asked for between things of different kind, in units
_EDGE = 12.0  # from a place to the edge of the board
_REACH = 330.0  # nothing farther away than this matters to a name


@dataclass(slots=True)
class Name:
    """The name of a place or a country, and which of the ways to write it is chosen."""

    id: str
    place: int | None  # None: a country, which has no mark of its own
    home: Point
    spots: list[Spot]
    rows: Array  # the spots as numbers: x, y, half width, half height, dislike
    chosen: int = 0


class Arrangement:
    """All that can be moved, and the shapes that follow from it."""

    def __init__(self, board: Board, unit: float, letters: float = 1.0) -> None:
        self.board, self.unit = board, unit
        self.size = np.array(board.size)
        self.home = np.array([[city.x, city.y] for city in board.cities])
        self.position = self.home.copy()
        self.radius = np.array([radius(city, unit) for city in board.cities])
        self.bundles = bundles_of(board)
        self.at_place = [[q for q, x in enumerate(self.bundles) if i in (x.a, x.b)] for i in range(len(board.cities))]
        self.names = _names(board, unit, letters)
        self.runs: list[Run] = [self.laid(bundle) for bundle in self.bundles]

    # Shapes

    def laid(self, bundle: Bundle) -> Run:
        """The cars of a bundle as it is bent now."""
        a = self.position[bundle.a]
        b = self.position[bundle.b] + [bundle.wrap, 0.0]
        room = float(self.radius[bundle.a]), float(self.radius[bundle.b])
        path = Path(a, b, bundle.bend, bundle.skew)
        run = lay_cars(path, room, bundle.cars, len(bundle.routes), bundle.shift, self.unit)
        return self._wrapped(run) if bundle.wrap else run

    def _wrapped(self, run: Run) -> Run:
        """Cars that would lie across the edge are pushed to the side where their middle is."""
        boxes, leads = run.boxes.copy(), run.leads.copy()
        width = self.size[0]
        boxes[:, 0] %= width
        far = np.abs(boxes[:, 2]) * boxes[:, 4] + np.abs(boxes[:, 3]) * boxes[:, 5] + 3
        boxes[:, 0] = np.clip(boxes[:, 0], far, width - far)
        leads[:, 0] %= width
        return Run(boxes, leads, run.car)

    def lay(self, number: int) -> None:
        """Lay a bundle again, after it or its places were moved."""
        self.runs[number] = self.laid(self.bundles[number])

    def move(self, place: int, to: Array) -> None:
        """Move a place, and its tracks with it."""
        self.position[place] = np.round(to, 1)
        for number in self.at_place[place]:
            self.lay(number)

    def slots(self, without: Collection[int] = ()) -> Array:
        """The cars of all bundles but some."""
        runs = [run.boxes for number, run in enumerate(self.runs) if number not in without]
        return np.concatenate(runs) if runs else NO_BOXES

    def leads(self) -> Array:
        """Points on all bare lines."""
        return np.concatenate([run.leads for run in self.runs]) if self.runs else NO_POINTS

    def discs(self, without: int | None = None) -> Array:
        """The marks of all places but one."""
        rows = np.column_stack([self.position, self.radius])
        return rows if without is None else np.delete(rows, without, axis=0)

    def home_of(self, name: Name) -> Point:
        """What a name is written around."""
        return name.home if name.place is None else Point(*map(float, self.position[name.place]))

    def name_boxes(self, name: Name, rows: Array) -> Array:
        """The boxes of some ways to write a name."""
        count = len(rows)
        middle = rows[:, :2] + np.array(self.home_of(name))
        return np.hstack([middle, np.ones((count, 1)), np.zeros((count, 1)), rows[:, 2:4]])

    def labels(self, without: int | None = None) -> Array:
        """The boxes of all names but one, as they are written now."""
        boxes = []
        for number, name in enumerate(self.names):
            if number != without:
                home, row = self.home_of(name), name.rows[name.chosen]
                boxes.append([home.x + row[0], home.y + row[1], 1.0, 0.0, row[2], row[3]])
        return np.array(boxes) if boxes else NO_BOXES

    # What is wrong

    def bundle_cost(self, bundle: Bundle, run: Run, others: Array, labels: Array) -> float:
        """What is wrong with the cars of a bundle, laid like that."""
        unit, discs = self.unit, self.discs()
        wide = grown(run.boxes, CLEAR * unit)
        cost = penalty(box_depths(wide, _near(run.boxes, others, 75 * unit)))
        cost += 1.2 * penalty(disc_depths(wide, discs))
        cost += 0.9 * penalty(box_depths(wide, labels))
        if len(run.leads):
            points = _points(run.leads, 2 * unit)
            cost += 0.4 * penalty(box_depths(points, _near(points, others, 60 * unit)))
            cost += 0.3 * penalty(box_depths(points, labels))
            foreign = np.delete(discs, [bundle.a, bundle.b], axis=0)
            cost += 0.3 * penalty(disc_depths(points, foreign))
        if bundle.wrap:  # cars pushed from the edge may touch their own track
            cost += penalty(np.triu(box_depths(run.boxes, run.boxes), 1))
        cost += 2 * float(beyond(run.boxes, self.size, 5 * unit).sum())
        cost += 0.02 * max(0.0, COMFORTABLE - run.car / unit) ** 2 + 4 * max(0.0, SHORTEST - run.car / unit)
        return cost + bending(bundle)

    def name_costs(self, number: int, only: int | None = None) -> Array:
        """What is wrong with each way to write a name, or with one of them."""
        name, unit = self.names[number], self.unit
        rows = name.rows if only is None else name.rows[only : only + 1]
        boxes = self.name_boxes(name, rows)
        home, reach = self.home_of(name), _REACH * unit
        wide = grown(boxes, CLEAR * unit)
        costs = rows[:, 4] * 0.5 + _each(box_depths(wide, _around(home, self.slots(), reach)))
        costs += 1.5 * _each(disc_depths(wide, _around(home, self.discs(), reach)))
        costs += 1.5 * _each(box_depths(grown(boxes, 3 * unit), _around(home, self.labels(number), 2 * reach)))
        leads = _around(home, self.leads(), reach)
        costs += 0.3 * _each(box_depths(boxes, _points(leads, 2 * unit)))
        total: Array = costs + 3 * beyond(boxes, self.size, 8 * unit)
        return total

    def place_cost(self, place: int) -> float:
        """What is wrong with everything that moves with a place."""
        unit, numbers = self.unit, self.at_place[place]
        others, labels = self.slots(numbers), self.labels()
        cost = 0.0
        for at, number in enumerate(numbers):
            cost += self.bundle_cost(self.bundles[number], self.runs[number], others, labels)
            for later in numbers[at + 1 :]:
                cost += penalty(box_depths(grown(self.runs[number].boxes, CLEAR * unit), self.runs[later].boxes))
        here = np.array([[*self.position[place], self.radius[place] + CLEAR * unit]])
        cost += 1.2 * penalty(disc_depths(others, here))
        rest = self.discs(place)
        gaps = np.hypot(*(rest[:, :2] - self.position[place]).T) - rest[:, 2] - self.radius[place]
        cost += 2 * float(np.maximum(0, 10 * unit - gaps).sum())
        for number, name in enumerate(self.names):
            if name.place == place:
                cost += float(self.name_costs(number, name.chosen)[0])
        far = float(np.hypot(*(self.position[place] - self.home[place]))) / unit
        mark = np.array([[*self.position[place], 1.0, 0.0, self.radius[place], self.radius[place]]])
        edge = float(beyond(mark, self.size, _EDGE * unit).sum())
        return cost + 0.002 * far * far + 0.25 * max(0.0, far - 45) + 3 * edge

    # The result

    def layout(self) -> Layout:
        """The arrangement as a layout."""
        tracks: dict[str, Track] = {}
        for bundle, run in zip(self.bundles, self.runs, strict=True):
            for lane, route in enumerate(bundle.routes):
                rows = run.boxes[lane * bundle.cars : (lane + 1) * bundle.cars]
                slots = tuple(
                    Slot(float(x), float(y), float(np.degrees(np.arctan2(uy, ux)))) for x, y, ux, uy, _, _ in rows
                )
                side = lane - (len(bundle.routes) - 1) / 2
                car = np.floor(run.car * 10) / 10
                track = Track(float(car), slots, bundle.bend, bundle.skew, side, bundle.wrap)
                tracks[self.board.routes[route].id] = track
        labels: dict[str, Label] = {
            name.id: name.spots[name.chosen].label(self.home_of(name), self.unit) for name in self.names
        }
        return Layout(
            unit=self.unit,
            size=Point(*self.board.size),
            places={city.id: Point(*map(float, self.position[city.index])) for city in self.board.cities},
            labels=labels,
            tracks={route.id: tracks[route.id] for route in self.board.routes},
        )


def bending(bundle: Bundle) -> float:
    """How much a curve is to be avoided."""
    return 55 * bundle.bend**2 + abs(bundle.skew) + 1.2 * abs(bundle.shift)


def penalty(depths: Array) -> float:
    """The price of overlaps: their depth, and something for each."""
    deep = depths[depths > 0.02]
    return float(deep.sum() + 2.0 * len(deep))


def _each(depths: Array) -> Array:
    """The same for each row."""
    rows: Array = ((depths + 2.0) * (depths > 0.02)).sum(axis=1)
    return rows


def _near(boxes: Array, others: Array, reach: float) -> Array:
    low, high = boxes[:, :2].min(axis=0) - reach, boxes[:, :2].max(axis=0) + reach
    near: Array = others[((others[:, :2] >= low) & (others[:, :2] <= high)).all(axis=1)]
    return near


def _around(home: Point, rows: Array, reach: float) -> Array:
    near: Array = rows[(np.abs(rows[:, 0] - home.x) < reach) & (np.abs(rows[:, 1] - home.y) < reach)]
    return near


def _points(points: Array, half: float) -> Array:
    """Points as small boxes."""
    count = len(points)
    return np.column_stack([points, np.ones(count), np.zeros(count), np.full(count, half), np.full(count, half)])


def _names(board: Board, unit: float, letters: float) -> list[Name]:
    return [
        Name(ways.id, ways.place, ways.home, ways.spots, _rows(ways.spots)) for ways in all_names(board, unit, letters)
    ]


def _rows(spots: list[Spot]) -> Array:
    return np.array([[spot.x, spot.y, spot.width / 2, spot.height / 2, spot.dislike] for spot in spots])
