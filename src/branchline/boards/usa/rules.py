"""The rules of the USA board, in the order of the rulebook. See RULINGS.md for what the rulebook leaves open.

The four variants (classic, 1910, Mega, Big Cities) differ only in tickets, numbers and bonuses, all in board.toml.
"""

from librt.vecs import vec
from mypy_extensions import i64

from branchline.engine.commons import Setting
from branchline.engine.decisions import KEEP_TICKETS, SECOND_CARD, TURN
from branchline.engine.ranking import SOLE, TieBreak
from branchline.engine.rule_sheet import RuleSheet
from branchline.mechanics.bonuses import award_most
from branchline.mechanics.claims import ColorClaims
from branchline.mechanics.hands import Hands
from branchline.mechanics.longest_path import LongestPath
from branchline.mechanics.market import Market
from branchline.mechanics.tickets import Tickets
from branchline.mechanics.tracks import Tracks


class Rules(RuleSheet):
    """Draw cards, claim routes, draw tickets; connect what the tickets name."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.hands = Hands(self.commons)
        self.market = Market(self.commons, self.hands)
        self.tracks = Tracks(self.commons)
        self.tickets = Tickets(self.commons, self.tracks)
        self.claims = ColorClaims(self.commons, self.market, self.tracks)
        self.longest_path = LongestPath(self.commons.terrain)
        self.path_lengths: vec[i64] = vec[i64]([0] * self.seats)
        self.compose([self.hands, self.market, self.tickets, self.tracks, self.claims])
        self.offer(TURN, [self.market, self.tickets, self.claims])
        self.offer(SECOND_CARD, [self.market])
        self.offer(KEEP_TICKETS, [self.tickets])
        if setting.numbers.longest_path:
            self.lines.append("longest_path")
        if setting.numbers.globetrotter:
            self.lines.append("globetrotter")

    # Setup

    def set_up(self) -> None:
        """Cards, the face-up row, and tickets for all seats to choose from at once (COM-004..COM-009)."""
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

    # A turn is one of three actions (COM-013)

    def play(self, seat: i64, kind: i64, action: i64) -> None:
        if action < self.market.end:
            self.draw_cards(seat, kind, action)
        elif kind == KEEP_TICKETS:
            self.tickets.keep(seat, action)
        elif action < self.tickets.end:
            self.draw_tickets(seat)
        else:
            self.claims.claim(seat, action)

    def draw_cards(self, seat: i64, kind: i64, action: i64) -> None:
        """Two cards, one after the other; a face-up wild is the whole draw (COM-017, COM-027)."""
        was_wild = self.market.take_or_draw(seat, action)
        if kind == TURN and not was_wild:
            self.ask(seat, SECOND_CARD)

    def draw_tickets(self, seat: i64) -> None:
        """Look at new tickets, then keep some (COM-065)."""
        self.tickets.draw_later(seat)
        self.ask(seat, KEEP_TICKETS)

    # The end

    def final_scores(self) -> None:
        """Tickets, then the bonuses of the variant (COM-081..COM-086)."""
        numbers = self.setting.numbers
        self.tickets.score(self.sheet[1])
        line: i64 = 2
        if numbers.longest_path:
            seat: i64 = 0
            while seat < self.seats:
                self.path_lengths[seat] = self.longest_path.of(self.tracks, seat)
                seat += 1
            award_most(self.path_lengths, numbers.longest_path, self.sheet[line])
            line += 1
        if numbers.globetrotter:
            award_most(self.tickets.completed, numbers.globetrotter, self.sheet[line])

    def tie_breaks(self) -> list[TieBreak]:
        """More completed tickets, then the holder of the longest path bonus (USA-039..USA-041)."""
        breaks = [TieBreak("more completed tickets", [int(n) for n in self.tickets.completed])]
        if "longest_path" in self.lines:
            holders = [int(n) for n in self.sheet[self.lines.index("longest_path")]]
            breaks.append(TieBreak("holder of the longest path", holders, SOLE))
        return breaks

    # What callers outside the rules ask for

    def blank(self) -> RuleSheet:
        return Rules(self.setting)

    def offer_of(self, seat: i64) -> tuple[str, ...]:
        return self.tickets.offer_of(seat)

    def ticket_results(self, seat: i64) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return self.tickets.results(seat)
