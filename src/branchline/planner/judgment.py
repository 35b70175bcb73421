"""What the planner asks of its judgment of a mechanic that only some boards have. Each is a file of its own."""

from mypy_extensions import i64

from branchline.engine.terrain import NONE
from branchline.model.vecs import vec
from branchline.planner.plan import Plan
from branchline.planner.situation import Situation
from branchline.planner.style import Style


class Judgment:
    """An opinion on one mechanic. What a judgment does not speak about it leaves to the others."""

    def __init__(self, seen: Situation, style: Style) -> None:
        self.seen = seen
        self.style = style
        self.chart = seen.chart

    def add_bonuses(self, bonus: vec[i64]) -> None:
        """Add to each route what claiming it brings beside its points, in hundredths of a point."""

    def add_surcharges(self, surcharge: vec[i64]) -> None:
        """For routes that are closed to the seat until it buys something: what that costs, in hundredths of a point."""

    def add_card_worths(self, worth: vec[i64], plan: Plan) -> None:
        """Add to each kind of card what it is worth beside what the planned routes need."""

    def decide(self, kind: i64, plan: Plan) -> i64:
        """Answer a decision of the mechanic's own kind; NONE for all others."""
        return NONE

    def before_turn(self, kind: i64, plan: Plan) -> i64:
        """Something that is better done now than anything else; NONE if there is nothing."""
        return NONE

    def in_place_of_cards(self, kind: i64, plan: Plan, worth: i64) -> i64:
        """Something better than taking two cards that are worth so much; NONE if there is nothing."""
        return NONE
