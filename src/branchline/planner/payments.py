"""How a seat pays for a route with the least damage to the rest of its plan."""

from typing import Final

from mypy_extensions import i64

from branchline.engine.terrain import NONE
from branchline.planner.needs import Needs
from branchline.planner.situation import Situation
from branchline.planner.style import Style

UNPAYABLE: Final[i64] = 1 << 30


class Payments:
    """Finds payments. `price` looks for the best one for a route, `action` then names the claim with it."""

    def __init__(self, seen: Situation, needs: Needs, style: Style) -> None:
        self.seen = seen
        self.needs = needs
        self.style = style
        self.color: i64 = NONE
        self.wilds: i64 = 0

    def price(self, route: i64, is_planned: bool) -> i64:
        """What paying for a route costs the plan, in hundredths of a point; UNPAYABLE if the hand cannot pay."""
        return UNPAYABLE

    def price_without_bundles(self, route: i64, is_planned: bool) -> i64:
        """The same where bundles are needed for something else."""
        return self.price(route, is_planned)

    def units(self, route: i64) -> i64:
        """The cards that a route takes."""
        return self.seen.chart.cards[route]

    def action(self, route: i64) -> i64:
        """The number of the claim with the payment that `price` found last for the route."""
        return NONE

    def damage(self, lane: i64, held: i64, cards: i64) -> i64:
        """What it costs to spend cards of a lane on a route that has no first claim on them."""
        taken: i64 = cards - (held - self.needs.reserved[lane])
        return taken * self.style.card_needed // 2 if taken > 0 and cards > 0 else 0
