"""Tickets: dealt at the start and drawn later, some kept, the others put under their deck (COM-008..COM-011,
COM-065..COM-073, COM-093).

Actions: draw tickets, or keep a choice of those on offer. With several decks, drawing names a mix: how many from each,
announced before any is seen. What is on offer stands in ticket_offers.py, what is held and scored in held_tickets.py,
what is seen and imagined in ticket_views.py.
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.chosen_draws import ChosenDraws
from branchline.engine.commons import Commons
from branchline.engine.decisions import KEEP_TICKETS
from branchline.engine.mechanic import MOST_BITS, NO_BITS, Mechanic
from branchline.mechanics.routes.tracks import Tracks
from branchline.mechanics.tickets.held_tickets import HeldTickets
from branchline.mechanics.tickets.ticket_offers import TicketOffers
from branchline.mechanics.tickets.ticket_tables import ticket_tables
from branchline.mechanics.tickets.ticket_views import ImaginedTickets, TicketViews
from branchline.model.actions import Action, DrawTickets, KeepTickets
from branchline.model.errors import NotationError, closest
from branchline.model.events import ChoiceMade, MixAnnounced, MixKept, TicketsDrawn, TicketsKept
from branchline.model.observation import Observation, View
from branchline.model.vecs import vec


class Tickets(Mechanic):
    """The first actions draw tickets (one for each mix), the others keep the offered tickets of a bit set."""

    def __init__(self, commons: Commons, tracks: Tracks) -> None:
        super().__init__("tickets", commons)
        seats = commons.setting.seats
        self.tables: Final = ticket_tables(commons.setting)
        self.offers: Final = TicketOffers(self.tables, seats)
        self.held: Final = HeldTickets(self.tables, tracks, seats)
        self.views: Final = TicketViews(self.held, self.offers)
        self.mix_count: i64 = self.offers.mixes.size
        self.changes: i64 = 0  # rises with every change, for those who keep what they know of tickets

    # Drawing

    def shuffle(self) -> None:
        """Shuffle every deck."""
        self.changes += 1
        self.offers.shuffle(self.commons.rng)

    def deal(self, count: i64) -> None:
        """Give every seat its opening tickets to choose from (COM-008)."""
        self.changes += 1
        for seat in range(self.commons.seats):
            self.offers.draw(seat, 0, count)
            self._note_draw(seat)

    def announce(self, seat: i64, action: i64) -> None:
        """Note a seat's opening mix; it stays hidden until all have announced theirs."""
        self.changes += 1
        self.offers.announced[seat] = action - self.first
        if self.commons.journal.on:
            self.commons.journal.add(ChoiceMade(seat))

    def deal_announced(self, first_seat: i64) -> None:
        """All have announced: show it, and deal in turn order, deck by deck (GER-012, N21)."""
        self.changes += 1
        offers = self.offers
        for k in range(self.commons.seats):
            seat: i64 = (first_seat + k) % self.commons.seats
            self._note_mix(seat, offers.announced[seat])
        for k in range(self.commons.seats):
            seat = (first_seat + k) % self.commons.seats
            offers.draw_mix(seat, offers.announced[seat])
            self._note_draw(seat)

    def draw_tickets(self, seat: i64, action: i64) -> None:
        """Offer a seat the tickets of the ticket action: that many from the top, or a mix of the decks (COM-065)."""
        self.changes += 1
        if self.mix_count == 1:
            self.offers.draw(seat, 0, self.tables.later_draw)
        else:
            self._note_mix(seat, action - self.first)
            self.offers.draw_mix(seat, action - self.first)
        self._note_draw(seat)

    def _note_draw(self, seat: i64) -> None:
        """Tell the journal what is on offer."""
        if self.commons.journal.on:
            offer = self.offers.ids(seat)
            self.commons.journal.add(TicketsDrawn(seat, len(offer), offer))

    def _note_mix(self, seat: i64, mix: i64) -> None:
        """Tell the journal what a seat announced."""
        if self.commons.journal.on:
            self.commons.journal.add(MixAnnounced(seat, self.offers.mixes.names[mix]))

    # Keeping

    def keep(self, seat: i64, action: i64) -> None:
        """Keep a choice of the offer; an opening choice stays hidden until all seats have chosen (COM-011)."""
        self.changes += 1
        mask: i64 = action - self.first - self.mix_count + 1
        if self.offers.opening:
            self.offers.chosen[seat] = mask
            if self.commons.journal.on:
                self.commons.journal.add(ChoiceMade(seat))
        else:
            self.resolve(seat, mask)

    def resolve_opening(self, first_seat: i64) -> None:
        """All have chosen: the returned tickets go under the deck, seat by seat from the first seat (COM-010)."""
        offers = self.offers
        for k in range(self.commons.seats):
            seat: i64 = (first_seat + k) % self.commons.seats
            self.resolve(seat, offers.chosen[seat])
            offers.chosen[seat] = 0
        offers.opening = False

    def resolve(self, seat: i64, mask: i64) -> None:
        """Hold the chosen tickets and put the others under the deck in the order drawn (COM-066)."""
        self.changes += 1
        if self.commons.journal.on:
            self._note_kept(seat, mask)
        offers = self.offers
        held = self.held
        tickets = offers.tickets
        base: i64 = seat * offers.size
        kept: i64 = 0
        last = offers.counts[seat]
        for k in range(last):
            ticket = tickets[base + k]
            if mask >> k & 1:
                held.holder[ticket] = seat
                kept += 1
                if offers.opening:
                    offers.first[seat * len(offers.decks) + self.tables.deck_of[ticket]] += 1
            else:
                offers.give_back(seat, ticket)
        held.counts[seat] += kept
        offers.counts[seat] = 0

    def _note_kept(self, seat: i64, mask: i64) -> None:
        """Tell the journal what was kept and what was returned."""
        offer = self.offers.numbers(seat)
        kept = [ticket for k, ticket in enumerate(offer) if mask >> k & 1]
        back = [ticket for k, ticket in enumerate(offer) if not mask >> k & 1]
        ids_of = self.tables.ids_of
        self.commons.journal.add(TicketsKept(seat, len(kept), len(back), ids_of(kept), ids_of(back)))
        if self.mix_count > 1:
            self.commons.journal.add(MixKept(seat, self.tables.by_deck(kept)))

    # Actions

    def size(self) -> int:
        return self.mix_count - 1 + (1 << self.offers.size)

    def count(self, seat: i64, kind: i64) -> i64:
        total: i64 = 0
        if kind == KEEP_TICKETS:
            total = self.offers.choices(seat)
        elif self.mix_count > 1:
            total = self.offers.mixes.count(self.offers.wanted())
        elif self.offers.deck.left > 0:  # every turn asks for this
            total = 1
        self.counted = total
        return total

    def nth(self, seat: i64, kind: i64, n: i64) -> i64:
        if kind == KEEP_TICKETS:
            return self.first + self.mix_count - 1 + self.offers.nth_choice(seat, n)
        return self.first if self.mix_count == 1 else self.first + self.offers.nth_draw(n)

    def legal_bits(self, seat: i64, kind: i64) -> i64:
        if kind != KEEP_TICKETS:
            return self.counted if self.mix_count == 1 else NO_BITS
        if self.end - self.first > MOST_BITS:
            return NO_BITS
        offers = self.offers
        return (
            self.tables.choice_bits[offers.counts[seat] * (offers.size + 1) + offers.fewest(seat)] << self.mix_count - 1
        )

    def refusal(self, seat: i64, kind: i64, action: i64) -> str:
        mask: i64 = action - self.first - self.mix_count + 1
        if mask <= 0:
            return self._refusal_to_draw(kind, action - self.first)
        if kind != KEEP_TICKETS:
            return "there are no tickets on offer to keep"
        offered = self.offers.counts[seat]
        fewest = self.offers.fewest(seat)
        if mask >> offered:
            return f"only {offered} tickets are on offer"
        if self.tables.bits[mask] < fewest:
            return f"at least {fewest} of the {offered} tickets must be kept"
        return ""

    def _refusal_to_draw(self, kind: i64, mix: i64) -> str:
        """Why tickets cannot be drawn, or not in that mix."""
        offers = self.offers
        if kind == KEEP_TICKETS:
            return "tickets are on offer: choose among them first"
        if offers.left() == 0:
            return "no tickets are left to draw"
        if self.mix_count > 1 and not offers.mixes.is_possible(mix, offers.wanted()):
            left = " and ".join([f"{deck.left} {deck.name}" for deck in offers.decks])
            total = offers.mixes.total(offers.wanted())
            return f"that mix cannot be drawn: it takes {total} tickets of the {left} left"
        return ""

    def typed(self, action: i64, offer: tuple[str, ...]) -> Action:
        mask: i64 = action - self.first - self.mix_count + 1
        if mask <= 0:
            return DrawTickets(self.offers.mixes.names[action - self.first])
        if mask >> len(offer):
            raise NotationError(f"that choice names more tickets than the {len(offer)} on offer")
        return KeepTickets(tuple([ticket for k, ticket in enumerate(offer) if mask >> k & 1]))

    def number(self, action: Action, offer: tuple[str, ...]) -> int:
        if isinstance(action, DrawTickets):
            mixes = self.offers.mixes.names
            if action.mix not in mixes:
                decks = " and ".join([f"{deck.name} tickets" for deck in self.offers.decks if deck.name])
                raise NotationError(f"say how many {decks} to draw" if decks else "there is only one ticket deck")
            return self.first + mixes.index(action.mix)
        if not isinstance(action, KeepTickets):
            return -1
        mask = 0
        for ticket in action.tickets:
            if ticket not in offer:
                on_offer = ", ".join(offer) if offer else "nothing"
                raise NotationError(f"'{ticket}' is not on offer; on offer: {on_offer}{closest(ticket, offer)}")
            mask |= 1 << offer.index(ticket)
        if not mask:
            raise NotationError("name at least one ticket to keep")
        return self.first + self.mix_count - 1 + mask

    # State and views

    def reset(self) -> None:
        self.changes += 1
        self.offers.reset()
        self.held.reset()

    def reshuffle(self) -> None:
        self.shuffle()

    def let_choose(self, draws: ChosenDraws | None) -> None:
        for deck in self.offers.decks:
            deck.draws = draws

    def copy_from(self, other: Mechanic) -> None:
        assert isinstance(other, Tickets)
        self.changes += 1
        self.offers.copy_from(other.offers)
        self.held.copy_from(other.held)

    def check(self) -> None:
        """Every ticket is in exactly one place: the deck, an offer or a hand."""
        seen: vec[i64] = vec[i64]([0] * self.tables.count)
        for at, deck in enumerate(self.offers.decks):
            for k in range(deck.left):
                ticket = deck.ring[deck.place(k)]
                assert self.tables.deck_of[ticket] == at, "a ticket in the wrong deck"
                seen[ticket] += 1
        for seat in range(self.commons.seats):
            held = self.held.numbers(seat)
            for number in (*self.offers.numbers(seat), *held):
                seen[number] += 1
            assert len(held) == self.held.counts[seat], "a seat has lost count of its tickets"
        for places in seen:
            assert places == 1, "a ticket was lost or doubled"

    def view(self, seat: int | None, revealed: bool) -> View:
        return self.views.view(seat, revealed)

    def imagine(self, seen: Observation) -> None:
        """Make up the tickets of the others and the unknown parts of the decks."""
        ImaginedTickets(self.held, self.offers, seen, self.commons.rng).make_up()
