"""How a seat pays for a route with the least damage to the rest of its plan."""

from typing import Final

from mypy_extensions import i64

from branchline.bots.planner.needs import Needs
from branchline.bots.planner.situation import Situation
from branchline.bots.planner.style import Style
from branchline.engine.terrain import NONE
from branchline.mechanics.claims import ColorClaims

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


class ColorPayments(Payments):
    """Cards of one color, and wilds (mechanics/claims.py)."""

    def __init__(self, seen: Situation, needs: Needs, style: Style, claims: ColorClaims) -> None:
        super().__init__(seen, needs, style)
        self.claims = claims

    def price(self, route: i64, is_planned: bool) -> i64:
        seen = self.seen
        terrain = seen.chart.terrain
        units = self.units(route)
        symbols = terrain.symbols[route]
        color = terrain.color[route]
        gray = color == terrain.colors
        last: i64 = color + 1
        if gray:
            color = 0
            last = terrain.colors
        best: i64 = UNPAYABLE
        while color < last:
            held = seen.have[color]
            wilds: i64 = units - held
            if wilds < symbols:
                wilds = symbols
            if wilds <= seen.wilds and (wilds < units or held == 0):
                cards: i64 = units - wilds
                cost: i64 = (wilds - symbols) * self.style.wild_spend
                if gray or not is_planned:
                    cost += self.damage(color, held, cards)
                if cost < best:
                    best = cost
                    self.color = color if cards > 0 else terrain.wild
                    self.wilds = wilds
            color += 1
        return best

    def units(self, route: i64) -> i64:
        return self.claims.price(route, self.claims.saved[self.seen.seat])

    def action(self, route: i64) -> i64:
        return self.claims.number_of(route, self.color, self.wilds, self.claims.saved[self.seen.seat])
