"""Which tickets to keep, and whether to draw new ones, and from which deck."""

from mypy_extensions import i64

from branchline.engine.terrain import NONE
from branchline.mechanics.routes.ways import FAR_AWAY
from branchline.model.vecs import vec
from branchline.planner.architect import Architect
from branchline.planner.plan import UNKNOWN, Plan
from branchline.planner.situation import Situation
from branchline.planner.style import Style


class TicketChoice:
    """Judges tickets by what they bring on top of the plan."""

    def __init__(self, seen: Situation, architect: Architect, style: Style) -> None:
        self.seen = seen
        self.architect = architect
        self.style = style
        self.hopes: vec[i64] = vec[i64]([0] * len(seen.tickets.offers.decks))

    def keep(self) -> i64:
        """The choice of the tickets on offer that comes to the most, with what is held already."""
        tickets = self.seen.tickets
        architect = self.architect
        seat = self.seen.seat
        fewest = tickets.offers.fewest(seat)
        architect.weigh()
        architect.is_hasty = True
        best: i64 = NONE
        best_worth: i64 = -FAR_AWAY
        for mask in range(1, 1 << tickets.offers.counts[seat]):
            if tickets.tables.bits[mask] >= fewest:
                architect.gather(1, mask)
                worth = architect.settle() - architect.tree_pieces * self.style.keep_risk
                if worth > best_worth:
                    best_worth = worth
                    best = mask
        architect.is_hasty = False
        return tickets.first + tickets.mix_count - 1 + best

    def draw(self, plan: Plan) -> i64:
        """The action that draws tickets, if they promise more than a turn is worth; else NONE."""
        tickets = self.seen.tickets
        wanted: i64 = self.style.draw_margin + plan.to_do * self.style.draw_busy
        if wanted >= self.style.draw_never or tickets.offers.left() == 0:
            return NONE
        if plan.hope == UNKNOWN:
            self.architect.weigh()
            plan.hope_deck = 0
            for deck in range(i64(len(tickets.offers.decks))):
                hope = self.architect.hope_for_tickets(plan, deck, tickets.tables.later_draw)
                if hope > plan.hope:
                    plan.hope = hope
                    plan.hope_deck = deck
        if plan.hope <= wanted:
            return NONE
        return tickets.first if tickets.mix_count == 1 else tickets.first + self.mix_of(plan.hope_deck)

    def opening_mix(self) -> i64:
        """How many opening tickets to draw from each deck: a part of the dearer ones, as the style says."""
        return self.seen.tickets.first + self.mix_with(self.style.long_tickets)

    def mix_of(self, deck: i64) -> i64:
        """The possible mix with the most of a deck."""
        return self.mix_with(0 if deck == 0 else self.seen.tickets.offers.size)

    def mix_with(self, last: i64) -> i64:
        """The possible mix whose part of the last deck is nearest to a number."""
        offers = self.seen.tickets.offers
        mixes = offers.mixes
        best: i64 = NONE
        best_gap: i64 = FAR_AWAY
        for mix in range(mixes.size):
            if mixes.is_possible(mix, offers.wanted()):
                gap: i64 = mixes.parts[mix * mixes.width + mixes.width - 1] - last
                if gap < 0:
                    gap = -gap
                if gap < best_gap:
                    best_gap = gap
                    best = mix
        return best
