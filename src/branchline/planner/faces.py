"""The faces of mechanics in the planner: what each of them adds to a mind.

A face hands over a judgment, or the payments for the claims that the mechanic offers. A mechanic of somebody's own may
say how its questions are answered (`CHOOSERS`); else the planner has no opinion, and answers them by chance.
"""

from collections.abc import Callable
from typing import Any

from branchline.engine.rule_sheet import RuleSheet
from branchline.model.faces import ByMechanic
from branchline.planner.architect import Architect
from branchline.planner.cards import Cards
from branchline.planner.claim_choice import ClaimChoice
from branchline.planner.judgment import Judgment
from branchline.planner.needs import Needs
from branchline.planner.payments import Payments
from branchline.planner.situation import Situation
from branchline.planner.style import Style


class Thoughts:
    """A mind as far as it is made: faces read it, add judgments, and replace the payments."""

    def __init__(self, rules: RuleSheet, seen: Situation, style: Style) -> None:
        self.rules = rules
        self.seen = seen
        self.style = style
        self.architect = Architect(seen, style)
        self.needs = Needs(seen)
        self.cards = Cards(seen, self.needs, style)
        self.payments = Payments(seen, self.needs, style)
        self.judgments: list[Judgment] = self.architect.judgments
        self.claims = ClaimChoice(seen, style, self.architect, self.payments)

    def form(self) -> None:
        """Form an opinion on every mechanic of the board that the planner knows."""
        for mechanic in self.rules.mechanics:
            face = FACES.of(type(mechanic))
            if face is not None:
                face(self, mechanic)
        self.claims = ClaimChoice(self.seen, self.style, self.architect, self.payments)
        for mechanic in self.rules.mechanics:
            face = AFTER_CLAIMS.of(type(mechanic))
            if face is not None:
                face(self, mechanic)


FACES: ByMechanic[Callable[[Thoughts, Any], None]] = ByMechanic()
AFTER_CLAIMS: ByMechanic[Callable[[Thoughts, Any], None]] = ByMechanic()  # those who choose among claims
# For mechanics of somebody's own, in plain Python: the answer to one of their questions, from mechanic, seat and kind.
CHOOSERS: ByMechanic[Callable[[Any, int, int], int]] = ByMechanic()
