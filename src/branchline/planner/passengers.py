"""Passengers (mechanics/passengers): take those whose majority is still open, and build where they wait."""

from mypy_extensions import i64

from branchline.engine.decisions import TAKE_PASSENGER
from branchline.engine.terrain import NONE
from branchline.mechanics.passengers.passengers import Passengers
from branchline.model.vecs import vec
from branchline.planner.faces import FACES, Thoughts
from branchline.planner.judgment import Judgment
from branchline.planner.plan import Plan
from branchline.planner.situation import Situation
from branchline.planner.style import POINT, Style


class PassengerJudgment(Judgment):
    """What one more passenger of a color is worth, and so what the ends of a route are worth."""

    def __init__(self, seen: Situation, style: Style, passengers: Passengers) -> None:
        super().__init__(seen, style)
        self.passengers = passengers
        self.worth: vec[i64] = vec[i64]([0] * passengers.colors)

    def look(self) -> None:
        """Weigh up each color: the place it already has is worth nothing, a lead that is still open most."""
        for color in range(self.passengers.colors):
            self.worth[color] = self.worth_of(color)

    def worth_of(self, color: i64) -> i64:
        """What the next passenger of a color is worth to the seat."""
        passengers = self.passengers
        colors = passengers.colors
        mine = passengers.taken[self.seen.seat * colors + color]
        most: i64 = 0
        for seat in range(self.seen.seats):
            if seat != self.seen.seat and passengers.taken[seat * colors + color] > most:
                most = passengers.taken[seat * colors + color]
        left: i64 = 0
        for space in range(passengers.spaces):
            left += passengers.waiting[space * colors + color]
        ahead: i64 = mine - most
        worth: i64 = passengers.second_most * POINT // 2 if mine == 0 else 0
        if ahead <= left and -ahead <= left:  # the majority is still open
            gap: i64 = ahead if ahead > 0 else -ahead
            worth += (passengers.most - passengers.second_most) * self.style.majority // (1 + gap)
        return worth

    def best_at(self, space: i64) -> i64:
        """The color most worth taking at a space; NONE if nobody waits there."""
        best: i64 = NONE
        for color in range(self.passengers.colors):
            waits = self.passengers.waiting[space * self.passengers.colors + color] > 0
            if waits and (best == NONE or self.worth[color] > self.worth[best]):
                best = color
        return best

    def add_bonuses(self, bonus: vec[i64]) -> None:
        self.look()
        terrain = self.chart.terrain
        for route in range(self.chart.routes):
            bonus[route] += self.worth_at(terrain.a[route]) + self.worth_at(terrain.b[route])

    def worth_at(self, place: i64) -> i64:
        """What the best passenger at a place is worth."""
        space = self.passengers.space_of[place]
        if space == NONE or self.passengers.left[space] == 0:
            return 0
        best = self.best_at(space)
        return 0 if best == NONE else self.worth[best]

    def decide(self, kind: i64, plan: Plan) -> i64:
        if kind != TAKE_PASSENGER:
            return NONE
        self.look()
        return self.passengers.first + self.best_at(self.passengers.current)


def join(thoughts: Thoughts, mechanic: Passengers) -> None:
    thoughts.judgments.append(PassengerJudgment(thoughts.seen, thoughts.style, mechanic))


FACES.add(Passengers, join)
