"""What the planner knows of a board before a game begins: who borders on whom, what tickets join, which cards pay what.

One chart serves all games of a setting. Cards are thought of in *lanes*: a lane is a color of a class of cards that pay
for the same routes. Most boards have one class, so a lane is a color. Where trains and ships have cards of their own,
there are two classes, and a card may count for more than one space.
"""

from collections.abc import Callable
from typing import Any, Final

from mypy_extensions import i64

from branchline.engine.rule_sheet import RuleSheet
from branchline.engine.terrain import BY_PAIRS, BY_SHIPS, NONE, Terrain
from branchline.mechanics.routes.ways import way_map
from branchline.model.board import Ticket
from branchline.model.faces import ByMechanic
from branchline.model.vecs import append, vec

TABLE: Final = "planner chart"  # where a setting keeps its chart
# Mechanics with cards that pay for routes of another class: the kinds at which those for one space and for two begin.
OTHER_LANES: ByMechanic[Callable[[Any], tuple[int, int]]] = ByMechanic()


class Chart:
    """Places, routes, tickets and lanes of a setting as columns of numbers."""

    def __init__(self, rules: RuleSheet) -> None:
        setting = rules.setting
        terrain = setting.terrain
        self.setting = setting
        self.terrain: Terrain = terrain
        self.places: i64 = terrain.places
        self.routes: i64 = terrain.routes
        self.colors: i64 = terrain.colors
        self.kinds: i64 = terrain.kinds
        self.wild: i64 = terrain.wild
        ways = way_map(setting)
        self.edge_start: vec[i64] = ways.edge_start  # the routes at each place
        self.edge_route: vec[i64] = ways.edge_route
        self.edge_to: vec[i64] = ways.edge_to
        self.tickets: i64 = len(setting.variant.tickets)
        self.leg_start: vec[i64] = ways.leg_start  # what tickets join
        self.from_start: vec[i64] = ways.from_start
        self.to_start: vec[i64] = ways.to_start
        self.to_end: vec[i64] = ways.to_end
        self.stops: vec[i64] = ways.stops
        self.value: vec[i64] = vec[i64]([i64(completed_value(t)) for t in setting.variant.tickets])
        self.loss: vec[i64] = vec[i64]([i64(failed_value(t)) for t in setting.variant.tickets])
        self.exact: vec[i64] = vec[i64]([i64(t.points - completed_value(t)) for t in setting.variant.tickets])
        # Lanes.
        self.classes: i64 = 1 + max([int(self.class_of(r)) for r in range(self.routes)])
        self.lanes: i64 = self.classes * self.colors
        self.lane_of: vec[i64] = vec[i64]()  # by kind of card; NONE for wilds
        self.spaces_of: vec[i64] = vec[i64]()  # by kind of card: the spaces that one pays for
        self.route_class: vec[i64] = vec[i64]([self.class_of(r) for r in range(self.routes)])
        self.cards: vec[i64] = vec[i64]([self.cards_for(r) for r in range(self.routes)])  # spaces to pay, by route
        self.build_lanes(rules)

    def class_of(self, route: i64) -> i64:
        """Which class of cards pays for a route."""
        return 1 if self.terrain.shape_way[self.terrain.shape[route]] == BY_SHIPS else 0

    def cards_for(self, route: i64) -> i64:
        """How many spaces' worth of cards a route takes."""
        paired = self.terrain.shape_way[self.terrain.shape[route]] == BY_PAIRS
        return 2 * self.terrain.length[route] if paired else self.terrain.length[route]

    def build_lanes(self, rules: RuleSheet) -> None:
        """Put every kind of card into its lane: kinds come sort by sort, each in the order of the colors."""
        single: i64 = self.kinds
        double: i64 = self.kinds
        for mechanic in rules.mechanics:
            sorts = OTHER_LANES.of(type(mechanic))
            if sorts is not None:
                single, double = sorts(mechanic)
        for kind in range(self.kinds):
            color: i64 = kind % self.colors
            ship: i64 = 0
            if single <= kind < single + self.colors or double <= kind < double + self.colors:
                ship = 1
            self.lane_of = append(self.lane_of, NONE if kind == self.wild else ship * self.colors + color)
            self.spaces_of = append(self.spaces_of, i64(2) if double <= kind < double + self.colors else i64(1))


def completed_value(ticket: Ticket) -> int:
    """What a ticket is worth when its places are joined in any way."""
    return ticket.points if ticket.tour_points is None else ticket.tour_points[0]


def failed_value(ticket: Ticket) -> int:
    """What a ticket costs that is not completed."""
    return ticket.points if ticket.tour_points is None else ticket.tour_points[1]


def chart_of(rules: RuleSheet) -> Chart:
    """The chart of a rule sheet's setting, made when first wanted."""
    return rules.setting.once(TABLE, lambda: Chart(rules))
