"""Drawing several cards blind (mechanics/technologies/blind_draw.py)."""

from mypy_extensions import i64

from branchline.engine.terrain import NONE
from branchline.mechanics.technologies.blind_draw import BlindDraw
from branchline.planner.cards import Cards
from branchline.planner.faces import FACES, Thoughts
from branchline.planner.judgment import Judgment
from branchline.planner.plan import Plan
from branchline.planner.situation import Situation
from branchline.planner.style import Style


class BlindDrawJudgment(Judgment):
    """Draw more cards blind where they are worth more than two chosen ones."""

    def __init__(self, seen: Situation, style: Style, blind_draw: BlindDraw, cards: Cards) -> None:
        super().__init__(seen, style)
        self.blind_draw = blind_draw
        self.cards = cards

    def in_place_of_cards(self, kind: i64, plan: Plan, worth: i64) -> i64:
        k: i64 = 0
        for number in self.blind_draw.cards:
            if self.blind_draw.can_draw(self.seen.seat, k) and number * self.cards.worth_of_blind(0) > worth:
                return self.blind_draw.first + k
            k += 1
        return NONE


def join(thoughts: Thoughts, mechanic: BlindDraw) -> None:
    thoughts.judgments.append(BlindDrawJudgment(thoughts.seen, thoughts.style, mechanic, thoughts.cards))


FACES.add(BlindDraw, join)
