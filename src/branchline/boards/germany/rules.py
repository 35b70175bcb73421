"""The rules of the Germany board, in the order of the rulebook. RULINGS.md lists what the rulebook leaves open.

Cards and claims are the common ones (mechanics/three_actions.py). There are two decks of tickets, short and long, and a
seat says how many of each it draws before it sees any. Whoever claims a route may take a passenger at each of its ends.
"""

from mypy_extensions import i64, mypyc_attr

from branchline.engine.commons import Setting
from branchline.engine.decisions import CHOOSE_MIX, KEEP_TICKETS, TAKE_PASSENGER
from branchline.engine.ranking import TieBreak
from branchline.engine.rule_sheet import RuleSheet
from branchline.mechanics.bonuses import award_most
from branchline.mechanics.passengers import Passengers
from branchline.mechanics.three_actions import ThreeActions


@mypyc_attr(allow_interpreted_subclasses=True)
class Rules(ThreeActions):
    """Draw cards, claim routes and take passengers, draw tickets of two kinds."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.passengers = Passengers(self.commons)
        self.add(self.passengers, [TAKE_PASSENGER])
        self.offer(CHOOSE_MIX, [self.tickets])
        self.lines.append("globetrotter")
        self.lines.append("passengers")

    # Setup

    def set_up(self) -> None:
        """Passengers from the bag, cards, the row; then all announce their opening tickets (GER-003..GER-011)."""
        self.passengers.lay_out()
        self.market.deal(self.setting.numbers.hand)
        self.market.open_row()
        self.tickets.shuffle()
        self.ask_all(CHOOSE_MIX)

    def set_up_further(self, stage: i64) -> bool:
        """Deal what was announced; when all have chosen, shuffle the others back in (GER-012..GER-014)."""
        if stage == 1:
            self.tickets.deal_announced(self.first_seat)
            self.ask_all(KEEP_TICKETS)
            return True
        self.tickets.resolve_opening(self.first_seat)
        self.tickets.shuffle()
        return False

    # A turn

    def after_claim(self, seat: i64, route: i64) -> None:
        """At each end of the new route the seat may take one passenger (GER-024..GER-034)."""
        if self.passengers.arrive(route):
            self.ask(seat, TAKE_PASSENGER)

    def play_more(self, seat: i64, kind: i64, action: i64) -> None:
        if kind == CHOOSE_MIX:
            self.tickets.announce(seat, action)
        elif self.passengers.choose(seat, action):
            self.ask(seat, TAKE_PASSENGER)  # now at the other end

    # The end

    def final_scores(self) -> None:
        """Tickets, the most completed tickets, and the passengers of each color (GER-050..GER-057)."""
        self.tickets.score(self.sheet[1])
        award_most(self.tickets.completed, self.setting.numbers.globetrotter, self.line("globetrotter"))
        self.passengers.score(self.line("passengers"))

    def tie_breaks(self) -> list[TieBreak]:
        """More completed tickets, then more passengers of all colors together (GER-058)."""
        return [
            TieBreak("more completed tickets", [int(n) for n in self.tickets.completed]),
            TieBreak("more passengers", [int(self.passengers.held(seat)) for seat in range(self.seats)]),
        ]

    def blank(self) -> RuleSheet:
        return Rules(self.setting)
