"""Payments with bundles (mechanics/bundles): made of cards that the plan does not need."""

from mypy_extensions import i64

from branchline.engine.decisions import PAY_BUNDLE
from branchline.engine.terrain import NONE
from branchline.mechanics.bundles.bundles import Bundles
from branchline.planner.faces import FACES, Thoughts
from branchline.planner.judgment import Judgment
from branchline.planner.needs import Needs
from branchline.planner.plan import Plan
from branchline.planner.situation import Situation
from branchline.planner.style import Style


class BundleJudgment(Judgment):
    """Which cards go into a payment with bundles: of each color those that the plan does not need."""

    def __init__(self, seen: Situation, style: Style, bundles: Bundles, needs: Needs) -> None:
        super().__init__(seen, style)
        self.bundles = bundles
        self.needs = needs

    def decide(self, kind: i64, plan: Plan) -> i64:
        if kind != PAY_BUNDLE:
            return NONE
        bundles = self.bundles
        spare: i64 = self.needs.left[bundles.color]
        if bundles.color == bundles.set_color:
            spare = bundles.cards
        best: i64 = NONE
        for count in range(bundles.stride):  # the nearest possible number to what can be spared
            if bundles.options >> count & 1:
                gap: i64 = count - spare if count > spare else spare - count
                if best == NONE or gap < (best - spare if best > spare else spare - best):
                    best = count
        return bundles.first + bundles.color * bundles.stride + best


def join(thoughts: Thoughts, mechanic: Bundles) -> None:
    thoughts.judgments.append(BundleJudgment(thoughts.seen, thoughts.style, mechanic, thoughts.needs))


FACES.add(Bundles, join)
