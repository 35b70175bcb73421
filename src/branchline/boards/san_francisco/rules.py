"""The rules of the San Francisco board, in the order of the rulebook. RULINGS.md lists what the rulebook leaves open.

Cards, claims, ferries and tickets are the common ones (mechanics/three_actions.py). The board's own are the tourist
tokens (mechanics/tokens.py).
"""

from mypy_extensions import i64, mypyc_attr

from branchline.engine.commons import Setting
from branchline.engine.decisions import KEEP_TICKETS, PLACE_STACK, TAKE_TOKEN
from branchline.engine.ranking import TieBreak
from branchline.engine.rule_sheet import RuleSheet
from branchline.mechanics.three_actions import ThreeActions
from branchline.mechanics.tokens import Tokens


@mypyc_attr(allow_interpreted_subclasses=True)
class Rules(ThreeActions):
    """Draw cards, claim routes, draw tickets; bring home a token from as many sights as possible."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.tokens = Tokens(self.commons)
        self.add(self.tokens, [PLACE_STACK, TAKE_TOKEN])
        self.lines.append("tokens")

    # Setup

    def set_up(self) -> None:
        """Cards, the face-up row, and tickets to choose from; the fixed stacks lie there already (SFO-004..SFO-012)."""
        numbers = self.setting.numbers
        self.market.deal(numbers.hand)
        self.market.open_row()
        self.tickets.shuffle()
        self.tickets.deal(numbers.deal)
        self.ask_all(KEEP_TICKETS)

    def set_up_further(self, stage: i64) -> bool:
        """All have chosen; now the last seats lay the free stacks, in the open and one by one (SFO-015..SFO-020)."""
        if stage == 1:
            self.tickets.resolve_opening(self.first_seat)
        if self.tokens.is_laid_out():
            return False
        self.ask(self.tokens.layer(self.first_seat), PLACE_STACK)
        return True

    # A turn

    def after_claim(self, seat: i64, route: i64) -> None:
        """A token from one end of the route, if there is one that the seat lacks (SFO-029..SFO-034)."""
        if self.tokens.visit(seat, route):
            self.ask(seat, TAKE_TOKEN)

    def play_more(self, seat: i64, kind: i64, action: i64) -> None:
        if kind == TAKE_TOKEN:
            self.tokens.take(seat, action)
        else:
            self.tokens.place(seat, action)

    # The end

    def final_scores(self) -> None:
        """Tickets, then sets of tokens; there are no other bonuses (SFO-046..SFO-048)."""
        self.tickets.score(self.line("tickets"))
        self.tokens.score(self.line("tokens"))

    def tie_breaks(self) -> list[TieBreak]:
        """More completed tickets; else the victory is shared (SFO-049)."""
        return [TieBreak("more completed tickets", [int(n) for n in self.tickets.completed])]

    def blank(self) -> RuleSheet:
        return Rules(self.setting)
