"""The turn that most boards share: draw cards, claim a route, or draw tickets (COM-013).

A board's rule sheet builds on this, adds its own mechanics, and says what its setup, its claims and its end are like.
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from branchline.engine.commons import Setting
from branchline.engine.decisions import KEEP_TICKETS, SECOND_CARD, TURN
from branchline.engine.mechanic import Mechanic
from branchline.engine.rule_sheet import RuleSheet
from branchline.mechanics.cards.hands import Hands
from branchline.mechanics.cards.market import Market
from branchline.mechanics.routes.claims import ColorClaims
from branchline.mechanics.routes.tracks import Tracks
from branchline.mechanics.tickets.tickets import Tickets


@mypyc_attr(allow_interpreted_subclasses=True)
class ThreeActions(RuleSheet):
    """Cards, routes and tickets, put together. Further mechanics of a board are handed to the constructor's `add`."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.market: Final = Market(self.commons, Hands(self.commons))
        self.tracks: Final = Tracks(self.commons)
        self.tickets: Final = Tickets(self.commons, self.tracks)
        self.claims = ColorClaims(self.commons, self.market, self.tracks)
        self.compose([self.market.hands, self.market, self.tickets, self.tracks, self.claims])
        self.offer(TURN, [self.market, self.tickets, self.claims])
        self.offer(SECOND_CARD, [self.market])
        self.offer(KEEP_TICKETS, [self.tickets])

    def add(self, mechanic: Mechanic, kinds: list[i64]) -> None:
        """Add a mechanic of the board's own, and the kinds of decision that it answers alone."""
        self.compose([*self.mechanics, mechanic])
        for kind in kinds:
            self.offer(kind, [mechanic])

    @property
    def hands(self) -> Hands:
        """The cards of all seats."""
        return self.market.hands

    # A turn

    def play(self, seat: i64, kind: i64, action: i64) -> None:
        if (
            action < self.market.end
        ):  # two cards, one after the other; a face-up wild is the whole draw (COM-017, COM-027)
            was_wild = self.market.take_or_draw(seat, action)
            if kind == TURN and not was_wild:
                self.ask(seat, SECOND_CARD)
        elif kind == KEEP_TICKETS:
            self.tickets.keep(seat, action)
        elif kind != TURN:
            self.play_more(seat, kind, action)
        elif action < self.tickets.end:
            self.draw_tickets(seat, action)
        else:
            self.claim_route(seat, action)

    def draw_tickets(self, seat: i64, action: i64) -> None:
        """Look at new tickets, then keep some (COM-065)."""
        self.tickets.draw_tickets(seat, action)
        self.ask(seat, KEEP_TICKETS)

    def claim_route(self, seat: i64, action: i64) -> None:
        """A seat wants to claim a route."""
        self.after_claim(seat, self.claims.claim(seat, action))

    def complete_claim(self, seat: i64, action: i64) -> None:
        """Pay, lay the pieces, score, and what else a claim brings (COM-033..COM-053)."""
        self.after_claim(seat, self.claims.claim(seat, action))

    # Seams for the boards that build on this

    def after_claim(self, seat: i64, route: i64) -> None:
        """What claiming a route brings beside its points (COM-053)."""

    def play_more(self, seat: i64, kind: i64, action: i64) -> None:
        """Carry out an answer to a decision of the board's own mechanics."""
        raise NotImplementedError

    # What callers outside the rules ask for

    def offer_of(self, seat: i64) -> tuple[str, ...]:
        return self.tickets.offers.ids(seat)

    def ticket_results(self, seat: i64) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return self.tickets.held.results(seat)

    def ticket_points(self, seat: i64) -> dict[str, int]:
        return self.tickets.held.points_by_ticket(seat)
