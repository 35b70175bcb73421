"""Tickets (mechanics/tickets.py) are what plans are made of. Here are tours.

These are tickets that are worth more if neighbors on them are joined by direct routes, in the printed order.
"""

from mypy_extensions import i64

from branchline.bots.planner.faces import FACES, Thoughts
from branchline.bots.planner.judgment import Judgment
from branchline.bots.planner.style import POINT
from branchline.mechanics.tickets import Tickets
from branchline.model.vecs import vec


class TourJudgment(Judgment):
    """Direct routes of a tour share what the exact order adds, as long as it can still be had."""

    def add_bonuses(self, bonus: vec[i64]) -> None:
        tickets = self.seen.tickets
        ticket: i64 = 0
        while ticket < self.chart.tickets:
            if tickets.held.holder[ticket] == self.seen.seat and self.chart.exact[ticket] > 0:
                missing = self.legs_missing(ticket)
                if 0 < missing <= self.seen.turns_left:
                    self.share(ticket, self.chart.exact[ticket] * POINT * self.style.tour_part // 100 // missing, bonus)
            ticket += 1

    def legs_missing(self, ticket: i64) -> i64:
        """How many legs of a tour have no direct route of the seat yet; -1 if one can never have one."""
        count: i64 = 0
        leg: i64 = self.chart.leg_start[ticket]
        while leg < self.chart.leg_start[ticket + 1]:
            if not self.is_built(leg):
                if not self.can_be_built(leg):
                    return -1
                count += 1
            leg += 1
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
        k: i64 = chart.edge_start[place]
        while k < chart.edge_start[place + 1]:
            if chart.edge_to[k] == chart.stops[chart.to_start[leg]] and self.seen.is_open(chart.edge_route[k]):
                return True
            k += 1
        return False

    def share(self, ticket: i64, each: i64, bonus: vec[i64]) -> None:
        """Add so much to the direct routes of each leg that is missing."""
        chart = self.chart
        leg: i64 = chart.leg_start[ticket]
        while leg < chart.leg_start[ticket + 1]:
            if not self.is_built(leg):
                place = chart.stops[chart.from_start[leg]]
                k: i64 = chart.edge_start[place]
                while k < chart.edge_start[place + 1]:
                    if chart.edge_to[k] == chart.stops[chart.to_start[leg]]:
                        bonus[chart.edge_route[k]] += each
                    k += 1
            leg += 1


def join(thoughts: Thoughts, mechanic: Tickets) -> None:
    if mechanic.tables.unusual:
        thoughts.judgments.append(TourJudgment(thoughts.seen, thoughts.style))


FACES.add(Tickets, join)
