"""Claims with cards of one color and wilds (mechanics/routes/claims.py)."""

from mypy_extensions import i64

from branchline.mechanics.routes.claims import ColorClaims
from branchline.planner.faces import FACES, Thoughts
from branchline.planner.needs import Needs
from branchline.planner.payments import UNPAYABLE, Payments
from branchline.planner.situation import Situation
from branchline.planner.style import Style


class ColorPayments(Payments):
    """Cards of one color, and wilds (mechanics/routes/claims.py)."""

    def __init__(self, seen: Situation, needs: Needs, style: Style, claims: ColorClaims) -> None:
        super().__init__(seen, needs, style)
        self.claims = claims

    def price(self, route: i64, is_planned: bool) -> i64:
        seen = self.seen
        terrain = seen.chart.terrain
        units = self.units(route)
        symbols = terrain.symbols[route]
        gray = terrain.color[route] == terrain.colors
        first, last = terrain.colors_for(route)
        best: i64 = UNPAYABLE
        for color in range(first, last):
            held = seen.have[color]
            wilds: i64 = max(units - held, symbols)
            if wilds <= seen.wilds and (wilds < units or held == 0):
                cards: i64 = units - wilds
                cost: i64 = (wilds - symbols) * self.style.wild_spend
                if gray or not is_planned:
                    cost += self.damage(color, held, cards)
                if cost < best:
                    best = cost
                    self.color = color if cards > 0 else terrain.wild
                    self.wilds = wilds
        return best

    def units(self, route: i64) -> i64:
        return self.claims.price(route, self.claims.saved[self.seen.seat])

    def action(self, route: i64) -> i64:
        return self.claims.number_of(route, self.color, self.wilds, self.claims.saved[self.seen.seat])


def join(thoughts: Thoughts, mechanic: ColorClaims) -> None:
    thoughts.payments = ColorPayments(thoughts.seen, thoughts.needs, thoughts.style, mechanic)


FACES.add(ColorClaims, join)
