"""Blocking: claim the one route that another seat lacks between two parts of its network, where the way round is long.

Who builds two parts that nearly meet will want to join them. That is the one guess about others' tickets that is mostly
right; claims that only might be in somebody's way cost more than they bring.
"""

from mypy_extensions import i64

from branchline.engine.filling import fill
from branchline.engine.terrain import NONE
from branchline.mechanics.routes.ways import CLOSED, FAR_AWAY
from branchline.model.vecs import vec
from branchline.planner.payments import UNPAYABLE, Payments
from branchline.planner.route_prices import RoutePrices
from branchline.planner.situation import Situation
from branchline.planner.style import POINT, Style


class Blocking:
    """Looks for a route that is worth more to another seat than it costs this one."""

    def __init__(self, seen: Situation, style: Style, payments: Payments) -> None:
        self.seen = seen
        self.style = style
        self.chart = seen.chart
        self.payments = payments
        self.prices = RoutePrices(seen.chart, style)
        self.nothing: vec[i64] = vec[i64]([0] * seen.chart.routes)
        self.touched: vec[i64] = vec[i64]([0] * seen.chart.places)  # places where the other seat has routes

    def find(self) -> i64:
        """The route most worth blocking that the hand pays for; NONE if there is none."""
        best: i64 = NONE
        best_worth: i64 = self.style.block_least
        for seat in range(self.seen.seats):
            if seat != self.seen.seat and self.style.block_part > 0:
                self.look_at(seat)
                for route in range(self.chart.routes):
                    if self.is_link(seat, route):
                        worth = self.worth_of(route)
                        if worth > best_worth:
                            best_worth = worth
                            best = route
        return best

    def look_at(self, other: i64) -> None:
        """Weigh all routes by their pieces, as another seat does."""
        terrain = self.chart.terrain
        tracks = self.seen.tracks
        fill(self.touched, 0)
        for route in range(self.chart.routes):
            if tracks.owners[route] >> other & 1:
                self.prices.weight[route] = 0
                self.touched[terrain.a[route]] = 1
                self.touched[terrain.b[route]] = 1
            elif tracks.is_open(other, route):
                self.prices.weight[route] = terrain.length[route]
            else:
                self.prices.weight[route] = CLOSED

    def is_link(self, other: i64, route: i64) -> bool:
        """Whether a route is open to both and joins two parts of the other's network."""
        terrain = self.chart.terrain
        if self.touched[terrain.a[route]] == 0 or self.touched[terrain.b[route]] == 0:
            return False
        if self.prices.weight[route] <= 0 or not self.seen.is_open(route):
            return False
        return not self.seen.tracks.connections.connected(other, terrain.a[route], terrain.b[route])

    def worth_of(self, route: i64) -> i64:
        """A part of what the way round costs the other seat, less what the claim costs this one."""
        price = self.payments.price(route, False)
        if price == UNPAYABLE:
            return 0
        length = self.chart.terrain.length[route]
        detour = self.way_round(route)
        more: i64 = min(self.style.block_most, detour - length)
        # What one other seat loses helps all the rest as much as this one.
        gain: i64 = more * self.style.block_part // (self.seen.seats - 1) + self.chart.terrain.points[route] * POINT
        return gain - price - length * self.prices.piece - self.style.turn

    def way_round(self, route: i64) -> i64:
        """The pieces that the other seat needs between the ends of a route if that is claimed; FAR_AWAY: no way."""
        terrain = self.chart.terrain
        self.close(route, CLOSED)
        detour = self.prices.between(terrain.a[route], terrain.b[route], self.nothing)
        self.close(route, terrain.length[route])
        return min(detour, FAR_AWAY)

    def close(self, route: i64, weight: i64) -> None:
        """Give a route another weight, and its other tracks too where a claim closes them all."""
        terrain = self.chart.terrain
        self.prices.weight[route] = weight
        if self.seen.tracks.single_track:
            for k in range(terrain.twin_start[route], terrain.twin_start[route + 1]):
                self.prices.weight[terrain.twins[k]] = weight
