"""Tickets (mechanics/tickets) are what plans are made of. Here are tours.

These are tickets that are worth more if neighbors on them are joined by direct routes, in the printed order.
"""

from mypy_extensions import i64

from branchline.mechanics.tickets.tickets import Tickets
from branchline.model.vecs import vec
from branchline.planner.faces import FACES, Thoughts
from branchline.planner.judgment import Judgment
from branchline.planner.style import POINT


class TourJudgment(Judgment):
    """Direct routes of a tour share what the exact order adds, as long as it can still be had."""

    def add_bonuses(self, bonus: vec[i64]) -> None:
        tickets = self.seen.tickets
        for ticket in range(self.chart.tickets):
            if tickets.held.holder[ticket] == self.seen.seat and self.chart.exact[ticket] > 0:
                missing = self.legs_missing(ticket)
                if 0 < missing <= self.seen.turns_left:
                    self.share(ticket, self.chart.exact[ticket] * POINT * self.style.tour_part // 100 // missing, bonus)

    def legs_missing(self, ticket: i64) -> i64:
        """How many legs of a tour have no direct route of the seat yet; -1 if one can never have one."""
        count: i64 = 0
        for leg in range(self.chart.leg_start[ticket], self.chart.leg_start[ticket + 1]):
            if not self.is_built(leg):
                if not self.can_be_built(leg):
                    return -1
                count += 1
        return count

    def is_built(self, leg: i64) -> bool:
        """Whether the seat owns a direct route between the places of a leg."""
        chart = self.chart
        return self.seen.tracks.owns_between(
            self.seen.seat, chart.stops[chart.from_start[leg]], chart.stops[chart.to_start[leg]]
        )

    def can_be_built(self, leg: i64) -> bool:
        """Whether a direct route between the places of a leg is open."""
        chart = self.chart
        place = chart.stops[chart.from_start[leg]]
        for k in range(chart.edge_start[place], chart.edge_start[place + 1]):
            if chart.edge_to[k] == chart.stops[chart.to_start[leg]] and self.seen.is_open(chart.edge_route[k]):
                return True
        return False

    def share(self, ticket: i64, each: i64, bonus: vec[i64]) -> None:
        """Add so much to the direct routes of each leg that is missing."""
        chart = self.chart
        for leg in range(chart.leg_start[ticket], chart.leg_start[ticket + 1]):
            if not self.is_built(leg):
                place = chart.stops[chart.from_start[leg]]
                for k in range(chart.edge_start[place], chart.edge_start[place + 1]):
                    if chart.edge_to[k] == chart.stops[chart.to_start[leg]]:
                        bonus[chart.edge_route[k]] += each


def join(thoughts: Thoughts, mechanic: Tickets) -> None:
    if mechanic.tables.unusual:
        thoughts.judgments.append(TourJudgment(thoughts.seen, thoughts.style))


FACES.add(Tickets, join)
