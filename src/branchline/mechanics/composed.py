"""The turn that most boards share: draw cards, claim a route, or draw tickets (COM-001..COM-016).

This is the rule sheet of every board that has no `rules.py` and names no mechanic with a turn of its own. What the file
says is enough: numbers for the common rules, several decks of tickets if there are several, bonuses, and further
mechanics by their names (see additions.py).
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from branchline.engine.commons import Setting
from branchline.engine.decisions import CHOOSE_MIX, KEEP_TICKETS, SECOND_CARD, TURN
from branchline.mechanics.additions import Composition
from branchline.mechanics.cards.market import Market
from branchline.mechanics.routes.claims import ColorClaims


@mypyc_attr(allow_interpreted_subclasses=True)
class ComposedRules(Composition):
    """Draw cards, claim routes, draw tickets; and whatever the board adds."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.market: Final = Market(self.commons, self.hands)
        self.claims = ColorClaims(self.commons, self.market, self.tracks)
        self.compose_turn()
        self.join_additions()

    def compose_turn(self) -> None:
        """Name the mechanics of a turn. The additions of the board come after them."""
        self.compose([self.hands, self.market, self.tickets, self.tracks, self.claims])
        self.offer_turn([self.market, self.tickets, self.claims])
        self.offer(SECOND_CARD, [self.market])
        self.offer(KEEP_TICKETS, [self.tickets])
        if self.has_mixes():
            self.offer(CHOOSE_MIX, [self.tickets])

    def has_mixes(self) -> bool:
        """Whether there are several decks of tickets, so that a seat says how many it draws from each."""
        return self.tickets.mix_count > 1

    # Setup

    def set_up(self) -> None:
        """Cards, the face-up row, and tickets for all seats to choose from at once (COM-004..COM-009, GER-003..011)."""
        numbers = self.setting.numbers
        self.lay_out()
        self.market.deal(numbers.hand)
        self.market.open_row()
        self.tickets.shuffle()
        if self.has_mixes():
            self.ask_all(CHOOSE_MIX)
        else:
            self.tickets.deal(numbers.deal)
            self.ask_all(KEEP_TICKETS)

    def set_up_further(self, stage: i64) -> bool:
        """All have chosen: returned tickets go under the deck, and the first seat begins (COM-010, COM-011).

        With several decks what was announced is dealt first, and what comes back is shuffled in (GER-012..GER-014).
        """
        if stage == 1 and self.has_mixes():
            self.tickets.deal_announced(self.first_seat)
            self.ask_all(KEEP_TICKETS)
            return True
        if self.tickets.offers.opening:
            self.tickets.resolve_opening(self.first_seat)
            if self.has_mixes():
                self.tickets.shuffle()
        return self.lay_out_further()

    # A turn

    def play(self, seat: i64, kind: i64, action: i64) -> None:
        if action < self.market.end:  # two cards; a face-up wild is the whole draw (COM-017, COM-027)
            was_wild = self.market.take_or_draw(seat, action)
            if kind == TURN and not was_wild:
                self.ask(seat, SECOND_CARD)
        elif kind == KEEP_TICKETS:
            self.tickets.keep(seat, action)
        elif kind != TURN:
            self.play_more(seat, kind, action)
        elif action < self.tickets.end:
            self.draw_tickets(seat, action)
        elif action < self.claims.end:
            self.claim_route(seat, action)
        else:
            self.play_added(seat, action)

    def draw_tickets(self, seat: i64, action: i64) -> None:
        """Look at new tickets, then keep some (COM-065)."""
        self.tickets.draw_tickets(seat, action)
        self.ask(seat, KEEP_TICKETS)

    def claim_route(self, seat: i64, action: i64) -> None:
        """A seat wants to claim a route."""
        for addition in self.before_claims:
            if addition.before_claim(seat, action):
                return
        self.complete_claim(seat, action)

    def complete_claim(self, seat: i64, action: i64) -> None:
        """Pay, lay the pieces, score, and what else a claim brings (COM-033..COM-053)."""
        self.after_claim(seat, self.claims.claim(seat, action))

    def play_more(self, seat: i64, kind: i64, action: i64) -> None:
        """Carry out an answer to a decision beside cards, tickets and claims."""
        if not self.is_answered(seat, kind, action):
            self.tickets.announce(seat, action)
