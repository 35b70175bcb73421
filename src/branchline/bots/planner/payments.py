"""How a seat pays for a route, where cards of one color and wilds pay (mechanics/claims.py): with the least damage."""

from typing import Final

from mypy_extensions import i64

from branchline.bots.planner.needs import Needs
from branchline.bots.planner.situation import Situation
from branchline.bots.planner.temper import Temper
from branchline.engine.terrain import NONE
from branchline.mechanics.claims import ColorClaims

UNPAYABLE: Final[i64] = 1 << 30


class ColorPayments:
    """Finds the payment that hurts the rest of the plan least. `price` looks for it, `action` then names it."""

    def __init__(self, seen: Situation, needs: Needs, claims: ColorClaims, temper: Temper) -> None:
        self.seen = seen
        self.needs = needs
        self.claims = claims
        self.temper = temper
        self.color: i64 = NONE
        self.wilds: i64 = 0

    def price(self, route: i64, is_planned: bool) -> i64:
        """What paying for a route costs the plan, in hundredths of a point; UNPAYABLE if the hand cannot pay."""
        seen = self.seen
        terrain = seen.chart.terrain
        units = self.claims.price(route, self.claims.saved[seen.seat])
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
                cost: i64 = (wilds - symbols) * self.temper.wild_spend
                own_color = is_planned and not gray
                taken: i64 = cards - (held - self.needs.reserved[color])
                if not own_color and taken > 0 and cards > 0:
                    cost += taken * self.temper.card_needed // 2
                if cost < best:
                    best = cost
                    self.color = color if cards > 0 else terrain.wild
                    self.wilds = wilds
            color += 1
        return best

    def action(self, route: i64) -> i64:
        """The number of the claim with the payment that `price` found last for the route."""
        return self.claims.number_of(route, self.color, self.wilds, self.claims.saved[self.seen.seat])
