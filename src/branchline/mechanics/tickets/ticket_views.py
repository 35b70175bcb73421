"""Tickets as a seat may know them, and tickets made up from what a seat knows (COM-093, N15)."""

from typing import Final

from mypy_extensions import i64

from branchline.engine.decisions import CHOOSE_MIX, KEEP_TICKETS, KIND_NAMES
from branchline.engine.kept_views import KeptViews
from branchline.engine.mechanic import as_numbers, expect
from branchline.engine.rng import Rng
from branchline.engine.terrain import NONE
from branchline.mechanics.tickets.held_tickets import HeldTickets
from branchline.mechanics.tickets.ticket_offers import TicketOffers
from branchline.model.observation import Observation, TicketsView
from branchline.model.vecs import append, vec


class TicketViews:
    """The views of one game's tickets; what has not changed since the last look is not made again."""

    def __init__(self, held: HeldTickets, offers: TicketOffers) -> None:
        self.held: Final = held
        self.offers: Final = offers
        self.seats: i64 = len(held.counts)
        self.kept: Final[KeptViews[TicketsView]] = KeptViews()

    def view(self, seat: int | None, revealed: bool) -> TicketsView:
        """The tickets as a seat may know them."""
        kept = self.kept
        offers = self.offers
        kept.start()
        for deck in offers.decks:
            deck.show(kept)
        for numbers in (
            offers.announced,
            self.held.holder,
            offers.tickets,
            offers.counts,
            offers.chosen,
            offers.given_back,
            offers.first,
        ):
            kept.note_all(numbers)
        kept.note(1 if offers.opening else 0)
        viewer = 2 * (self.seats if seat is None else seat) + (1 if revealed else 0)
        return kept.find(viewer) or kept.keep(viewer, self._made(seat, revealed))

    def _made(self, seat: int | None, revealed: bool) -> TicketsView:
        """A view made again."""
        held, offers, tables = self.held, self.offers, self.offers.tables
        seats = range(self.seats)
        chosen: tuple[str, ...] | None = None
        offer: tuple[str, ...] = ()
        if seat is not None:
            offer = offers.ids(seat)
            if offers.chosen[seat]:
                chosen = tuple([ticket for k, ticket in enumerate(offer) if offers.chosen[seat] >> k & 1])
        by: list[int | None] = []
        known: list[str | None] = []
        mixed: list[str] = []
        me: i64 = NONE if seat is None else seat
        for deck in offers.decks:
            for place in range(deck.left):
                at = deck.place(place)
                giver: i64 = deck.returned_by[at]
                if giver == NONE:
                    by.append(None)
                    known.append(None)
                else:
                    by.append(int(giver))
                    known.append(tables.ids[deck.ring[at]] if giver == me else None)
            if seat is not None and deck.mixed:
                mixed += [tables.ids[k] for k in range(tables.count) if deck.mixed_in_by[k] == seat]
        given_back: list[str] = []
        if seat is not None:
            sure = {*known, *mixed, *offer, *held.ids(seat)}
            mine = [ticket for k, ticket in enumerate(tables.ids) if offers.given_back[k] >> me & 1]
            given_back = [ticket for ticket in mine if ticket not in sure]
        width = len(offers.decks)
        return TicketsView(
            decks=tuple([int(deck.left) for deck in offers.decks]),
            returned_by=tuple(by),
            known_in_deck=tuple(known),
            mixed_in=tuple(mixed),
            given_back=tuple(given_back),
            first_by_deck=tuple([as_numbers(offers.first, s * width, width) for s in seats]),
            mixes=self._mixes_seen_by(seat),
            counts=tuple([None if offers.opening else int(held.counts[s]) for s in seats]),
            counts_by_deck=tuple([None if offers.opening else tables.by_deck(held.numbers(s)) for s in seats]),
            held=tuple([held.ids(s) if revealed or s == seat else None for s in seats]),
            offered=tuple([int(offers.counts[s]) for s in seats]),
            offered_by_deck=tuple([tables.by_deck(offers.numbers(s)) for s in seats]),
            offer=offer,
            chosen=chosen,
        )

    def _mixes_seen_by(self, seat: int | None) -> tuple[tuple[int, ...] | None, ...]:
        """The announced opening mixes: your own, and all of them once they are dealt."""
        offers = self.offers
        dealt = not offers.opening or offers.counts[0] > 0
        return tuple(
            [
                offers.mixes.names[offers.announced[s]]
                if offers.announced[s] != NONE and (dealt or s == seat)
                else None
                for s in range(self.seats)
            ]
        )


class ImaginedTickets:
    """Makes up the tickets of the others and the unknown parts of the decks, once."""

    def __init__(self, held: HeldTickets, offers: TicketOffers, seen: Observation, rng: Rng) -> None:
        self.held: Final = held
        self.offers: Final = offers
        self.seen: Final = seen
        self.view: Final[TicketsView] = seen.tickets
        self.rng: Final = rng
        self.seats: i64 = len(held.counts)
        self.numbers: Final[dict[str, int]] = {ticket: k for k, ticket in enumerate(offers.tables.ids)}

    def make_up(self) -> None:
        """Take over what was seen and make up the rest from chance."""
        seen, view, offers, numbers = self.seen, self.view, self.offers, self.numbers
        self._expect_possible()
        self._take_over_returns()
        offers.opening = view.counts[0] is None
        for seat, mix in enumerate(view.mixes):
            offers.announced[seat] = NONE if mix is None else offers.mixes.names.index(mix)
        for seat, mine in enumerate(view.held):
            for ticket in mine or ():
                self.held.give(seat, numbers[ticket])
        for ticket in view.offer:
            assert seen.seat is not None
            offers.put(seen.seat, numbers[ticket])
        sure = {*view.offer, *view.known_in_deck, *view.mixed_in}
        for held in view.held:
            sure.update(held or ())
        below = 0
        for d, deck in enumerate(offers.decks):
            unseen: vec[i64] = vec[i64]([i64(k) for k in deck.tickets if offers.tables.ids[k] not in sure])
            self.rng.shuffle(unseen, len(unseen))
            unseen = self._deal_first(d, unseen)
            left = self._deal(d, unseen)
            self._fill_deck(d, unseen[:left], below)
            below += view.decks[d]
        for decision in seen.open:
            asked = decision.question == KIND_NAMES[KEEP_TICKETS]
            expect(not asked or offers.counts[decision.seat] > 0, "a seat chooses from no tickets")
        if offers.opening:
            self._choose()

    def _expect_possible(self) -> None:
        """Refuse a view with seats or tickets that there are not, or with more in an offer or a deck than can be."""
        view, seats, size = self.view, self.seats, self.offers.size
        expect(len(view.counts) == seats == len(view.held), "some seats have no tickets")
        expect(len(view.counts_by_deck) == seats == len(view.offered_by_deck), "some seats have no tickets")
        expect(len(view.mixes) == seats, "some seats have no tickets")
        expect(len(view.decks) == len(self.offers.decks), "there are more or fewer decks of tickets")
        in_decks = sum(view.decks)
        expect(in_decks == len(view.returned_by) == len(view.known_in_deck), "a deck is not as large as said")
        for seat in view.returned_by:
            expect(seat is None or 0 <= seat < seats, "a ticket was returned by a seat that there is not")
        for offered in view.offered_by_deck:
            expect(sum(offered) <= size, "a seat chooses from too many tickets")
        expect(len(view.offer) <= size, "a seat chooses from too many tickets")
        named = [*view.offer, *view.mixed_in, *[ticket for ticket in view.known_in_deck if ticket is not None]]
        for held in view.held:
            named += held or ()
        expect(len(set(named)) == len(named), "a ticket is in two places")

    def _take_over_returns(self) -> None:
        """What the viewer ever gave back, and how many tickets all kept at the start."""
        view, offers, viewer = self.view, self.offers, self.seen.seat
        width = len(offers.decks)
        expect(len(view.first_by_deck) == self.seats, "some seats have no tickets")
        for seat, first in enumerate(view.first_by_deck):
            expect(len(first) == width and min(first) >= 0, "a seat kept too many tickets or too few")
            for deck in range(width):
                offers.first[seat * width + deck] = first[deck]
        if viewer is not None:
            for ticket in (*view.given_back, *view.mixed_in, *view.known_in_deck):
                if ticket is not None:
                    offers.given_back[self.numbers[ticket]] |= 1 << viewer

    def _deal_first(self, deck: i64, unseen: vec[i64]) -> vec[i64]:
        """Hand out what seats have held from the start: nothing that the viewer gave back; returns what is left."""
        view, tables = self.view, self.offers.tables
        back = [k for k in unseen if tables.ids[k] in view.given_back]
        if len(back) == 0:
            return unseen
        others = [k for k in unseen if k not in back]
        for seat in range(self.seats):
            counts = view.counts_by_deck[seat]
            if counts is not None and view.held[seat] is None:
                first = min(view.first_by_deck[seat][deck], counts[deck])
                expect(first <= len(others), "a ticket that was given back was held from the start")
                for _ in range(first):
                    self.held.give(seat, others.pop())
        left: vec[i64] = vec[i64](others + back)
        self.rng.shuffle(left, len(left))
        return left

    def _deal(self, deck: i64, unseen: vec[i64]) -> i64:
        """Hand out tickets of a deck to those who hold or were offered some unseen ones; returns how many are left."""
        view = self.view
        top: i64 = len(unseen)
        for seat in range(self.seats):
            counts = view.counts_by_deck[seat]
            if counts is not None and view.held[seat] is None:
                for _ in range(counts[deck] - self._dealt(seat, deck)):
                    top -= 1
                    self.held.give(seat, unseen[top])
            if seat != self.seen.seat:
                for _ in range(view.offered_by_deck[seat][deck]):
                    top -= 1
                    self.offers.put(seat, unseen[top])
        return top

    def _dealt(self, seat: i64, deck: i64) -> i64:
        """How many tickets of a deck a seat has been handed."""
        if self.held.counts[seat] == 0:
            return 0
        return sum([1 for ticket in self.held.numbers(seat) if self.offers.tables.deck_of[ticket] == deck])

    def _fill_deck(self, d: i64, unseen: vec[i64], below: i64) -> None:
        """Fill a deck: what the viewer returned lies where it knows, the rest anywhere."""
        view, numbers, viewer = self.view, self.numbers, self.seen.seat
        deck = self.offers.decks[d]
        for ticket in view.mixed_in:
            if self.offers.tables.deck_of[numbers[ticket]] == d and viewer is not None:
                unseen = append(unseen, numbers[ticket])
                deck.mixed_in_by[numbers[ticket]] = viewer
                deck.mixed = True
        self.rng.shuffle(unseen, len(unseen))
        top: i64 = len(unseen)
        deck.left = view.decks[d]
        for k in range(deck.left):
            by = view.returned_by[below + k]
            deck.returned_by[k] = NONE if by is None else by
            name = view.known_in_deck[below + k]
            if name is None:
                top -= 1
                deck.ring[k] = unseen[top]
            else:
                deck.ring[k] = numbers[name]

    def _choose(self) -> None:
        """Seats that have made a hidden choice made some legal one; the viewer knows its own."""
        view, offers = self.view, self.offers
        asked = (KIND_NAMES[KEEP_TICKETS], KIND_NAMES[CHOOSE_MIX])  # a seat may be about another choice already
        choosing = {decision.seat for decision in self.seen.open if decision.question in asked}
        for seat in range(self.seats):
            if seat in choosing:
                continue
            if offers.counts[seat] == 0:
                if offers.announced[seat] == NONE:
                    offers.announced[seat] = offers.nth_draw(self.rng.below(offers.draws()))
            elif seat == self.seen.seat and view.chosen is not None:
                offers.chosen[seat] = sum([1 << view.offer.index(ticket) for ticket in view.chosen])
            else:
                offers.chosen[seat] = offers.nth_choice(seat, self.rng.below(offers.choices(seat)))
