"""The rules of the Pennsylvania board, in the order of the rulebook. RULINGS.md lists what the rulebook leaves open.

Cards, claims, ferries and tickets are the common ones (mechanics/three_actions.py). The board's own are the shares in
railroads (mechanics/shares.py).
"""

from mypy_extensions import i64, mypyc_attr

from branchline.engine.commons import Setting
from branchline.engine.decisions import GIVE_SHARE, KEEP_TICKETS, TAKE_SHARE
from branchline.engine.ranking import TieBreak
from branchline.engine.rule_sheet import RuleSheet
from branchline.mechanics.bonuses import award_most
from branchline.mechanics.shares import Shares
from branchline.mechanics.three_actions import ThreeActions


@mypyc_attr(allow_interpreted_subclasses=True)
class Rules(ThreeActions):
    """Draw cards, claim routes, draw tickets; collect shares in the railroads along the way."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.shares = Shares(self.commons)
        self.add(self.shares, [TAKE_SHARE, GIVE_SHARE])
        self.lines += ["shares", "globetrotter"]

    # Setup

    def set_up(self) -> None:
        """Cards, the face-up row, and tickets for all seats to choose from at once (PEN-003..PEN-005)."""
        numbers = self.setting.numbers
        self.market.deal(numbers.hand)
        self.market.open_row()
        self.tickets.shuffle()
        self.tickets.deal(numbers.deal)
        self.ask_all(KEEP_TICKETS)

    def set_up_further(self, stage: i64) -> bool:
        """All have chosen: returned tickets go under the deck, and the first seat begins (COM-010, COM-011)."""
        self.tickets.resolve_opening(self.first_seat)
        return False

    # A turn

    def after_claim(self, seat: i64, route: i64) -> None:
        """A share of one of the railroads marked on the route may be taken (PEN-021..PEN-026)."""
        if self.shares.visit(route):
            self.ask(seat, TAKE_SHARE)

    def play_more(self, seat: i64, kind: i64, action: i64) -> None:
        """With two players, whoever took a share also gives the dummy one (PEN-033..PEN-037)."""
        if kind == GIVE_SHARE:
            self.shares.give(seat, action)
        elif self.shares.take(seat, action):
            self.ask(seat, GIVE_SHARE)

    # The end

    def final_scores(self) -> None:
        """Tickets, shares, then the bonus for the most completed tickets (PEN-039..PEN-052)."""
        self.tickets.score(self.line("tickets"))
        self.shares.turn_up()
        self.shares.score(self.line("shares"))
        award_most(self.tickets.completed, self.setting.numbers.globetrotter, self.line("globetrotter"))

    def tie_breaks(self) -> list[TieBreak]:
        """More completed tickets; else the victory is shared, as no longest path is awarded (PEN-053)."""
        return [TieBreak("more completed tickets", [int(n) for n in self.tickets.completed])]

    def blank(self) -> RuleSheet:
        return Rules(self.setting)
