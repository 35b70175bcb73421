"""House rules that are only facts: bonuses for the most of something, for reaching a place, for linking two.

    [bonuses]
    lines = ["most routes: 10", "reach Miami: 5", "link Seattle - Miami: 15"]

All of them are scored at the end, each on a line of its own. All who tie for the most get the bonus in full (COM-086).
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.commons import Commons
from branchline.engine.mechanic import Mechanic
from branchline.mechanics.additions import Addition, Composition
from branchline.mechanics.bonuses import award_most
from branchline.mechanics.routes.longest_path import LongestPathSearch
from branchline.mechanics.routes.tracks import Tracks
from branchline.model.board import Bonus
from branchline.model.vecs import vec

AMOUNTS: Final = ["tickets", "routes", "spaces", "places", "cards", "path"]  # what there can be a bonus for most of


class HouseRules(Mechanic):
    """The bonuses of a board. They follow from routes and tickets, so there is nothing to keep or to show."""

    def __init__(self, commons: Commons, tracks: Tracks) -> None:
        super().__init__("house_rules", commons)
        self.has_view = False
        self.tracks: Final = tracks
        self.bonuses: list[Bonus] = list(commons.setting.board.bonuses)

    def has_met(self, seat: i64, bonus: Bonus) -> bool:
        """Whether a seat has reached or linked what a bonus names."""
        if bonus.kind == "reach":
            return any([self.touches(seat, place) for place in bonus.ends[0]])
        return any([self.tracks.connections.connected(seat, a, b) for a in bonus.ends[0] for b in bonus.ends[1]])

    def touches(self, seat: i64, place: i64) -> bool:
        """Whether a seat has a route that ends at a place."""
        terrain = self.commons.terrain
        first: i64 = seat * self.tracks.routes
        for k in range(first, first + self.tracks.claims[seat]):
            route = self.tracks.claimed[k]
            if terrain.a[route] == place or terrain.b[route] == place:
                return True
        return False


class HouseRulesAddition(Addition):
    """The bonuses of a board, at the end."""

    def __init__(self, rules: Composition) -> None:
        super().__init__(rules)
        self.house_rules = HouseRules(rules.commons, rules.tracks)
        self.longest_path = LongestPathSearch(rules.commons.terrain)
        self.join(self.house_rules, [], [bonus.line for bonus in self.house_rules.bonuses])

    def score(self) -> None:
        for bonus in self.house_rules.bonuses:
            points = self.rules.line(bonus.line)
            if bonus.kind == "most":
                award_most(self.amount(bonus.what), bonus.points, points)
                continue
            for seat in range(self.rules.seats):
                if self.house_rules.has_met(seat, bonus):
                    points[seat] += bonus.points

    def amount(self, what: str) -> vec[i64]:
        """How much of something each seat has."""
        rules = self.rules
        seats = range(rules.seats)
        if what == "spaces":
            return vec[i64]([rules.setting.numbers.pieces - rules.commons.pieces[seat] for seat in seats])
        if what == "places":
            places = range(rules.commons.terrain.places)
            touches = self.house_rules.touches
            return vec[i64]([i64(sum([touches(seat, place) for place in places])) for seat in seats])
        if what == "cards":
            return rules.hands.sizes
        if what == "path":
            return vec[i64]([self.longest_path.of(rules.tracks, seat) for seat in seats])
        return rules.amounts()[what]
