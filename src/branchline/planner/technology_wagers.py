"""Technologies that win or lose points at the end, by whether their owner then has the most of something.

How likely that is was estimated from 150 games of planners against each other: who is ahead mostly stays so, and
with few turns left almost always.
"""

from mypy_extensions import i64

from branchline.mechanics.routes.longest_path import LongestPathSearch
from branchline.mechanics.technologies.technologies import Technologies
from branchline.model.vecs import vec
from branchline.planner.plan import DONE, PLANNED, Plan
from branchline.planner.situation import Situation
from branchline.planner.style import POINT


class Wagers:
    """What a card may win, less what it may lose."""

    def __init__(self, seen: Situation, technologies: Technologies) -> None:
        self.seen = seen
        self.longest_path = LongestPathSearch(seen.chart.terrain)
        self.for_tickets: vec[i64] = vec[i64]([i64("most_tickets_points" in card) for card in technologies.data])
        self.for_path: vec[i64] = vec[i64]([i64("longest_route_points" in card) for card in technologies.data])
        stakes = [
            card.get("most_tickets_points", card.get("longest_route_points", [0, 0])) for card in technologies.data
        ]
        self.won: vec[i64] = vec[i64]([i64(stake[0]) for stake in stakes])
        self.lost: vec[i64] = vec[i64]([i64(stake[1]) for stake in stakes])

    def gain_of(self, card: i64, plan: Plan) -> i64:
        """What a card brings on average, in hundredths of a point; 0 for cards that are no wagers."""
        chance: i64 = 0
        if self.for_tickets[card] == 1:
            chance = self.chance_of_tickets(plan)
        elif self.for_path[card] == 1:
            chance = self.chance_of_path()
        else:
            return 0
        return (self.won[card] * chance + self.lost[card] * (100 - chance)) * POINT // 100

    def chance_of_tickets(self, plan: Plan) -> i64:
        """Of a hundred: that no other seat completes more tickets, if the others complete all they hold."""
        seen = self.seen
        lead: i64 = 0
        for fate in plan.fate:
            if fate == DONE or fate == PLANNED:  # noqa: PLR1714, SIM109 - quicker than a tuple when compiled
                lead += 1
        most: i64 = 0
        for seat in range(seen.seats):
            if seat != seen.seat and seen.tickets.held.counts[seat] > most:
                most = seen.tickets.held.counts[seat]
        lead -= most
        if lead < 0:
            return 10
        turns: i64 = min(seen.turns_left, 16)
        return 100 - turns if lead > 0 else 100 - 3 * turns

    def chance_of_path(self) -> i64:
        """Of a hundred: that no other seat ends with a longer path."""
        seen = self.seen
        longest: i64 = 0
        for seat in range(seen.seats):
            if seat != seen.seat:
                length = self.longest_path.of(seen.tracks, seat)
                longest = max(longest, length)
        lead: i64 = self.longest_path.of(seen.tracks, seen.seat) - longest
        chance: i64 = 58 + 4 * lead
        if seen.turns_left < 6:  # whoever is ahead now will be so at the end
            late: i64 = 6 * (6 - seen.turns_left)
            chance += late if lead >= 0 else -late
        chance = max(chance, 0)
        return min(chance, 97)
