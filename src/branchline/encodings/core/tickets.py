"""Tickets in an encoding: which are held, on offer or known, and what they still take."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.encodings.core.faces import FACES, Making, ways_of
from branchline.encodings.core.part import TICKET, Field, Part, clear, seat_names, write_all, write_seats
from branchline.encodings.core.ways import LOST, KeptWays
from branchline.engine.terrain import NONE
from branchline.mechanics.tickets.tickets import Tickets


class TicketsPart(Part):
    """Your own tickets, those on offer, and how many the others have."""

    def __init__(self, tickets: Tickets, ways: KeptWays) -> None:
        super().__init__("tickets")
        self.late = 1  # before the routes: it brings the ways up to date
        self.by_ways = True
        self.tickets: Final = tickets
        self.ways: Final = ways
        self.lists: Final = ways.lists
        self.seats: i64 = tickets.commons.seats
        self.count: i64 = tickets.tables.count
        self.decks: i64 = len(tickets.offers.decks)
        self.most: i64 = tickets.commons.setting.numbers.pieces
        self.by_deck: Final = vec[i64]([0] * (self.seats * self.decks))  # by seat and deck: the tickets held ...
        self.counted: i64 = NONE  # ... when they were that many in all
        # By seat: the tickets whose rows are not all zeros.
        self.room: i64 = 2 * self.count
        self.shown: Final = vec[i64]([0] * (self.seats * self.room))
        self.shown_count: Final = vec[i64]([0] * self.seats)
        self.known: Final = vec[i64]([0] * self.seats)  # the changes that each seat has seen

    def fields(self) -> list[Field]:
        tickets = self.tickets
        seats = seat_names(self.seats)
        decks = [deck.name for deck in tickets.offers.decks]
        by_deck = seats if len(decks) == 1 else [f"{seat} {deck}" for seat in seats for deck in decks]
        names = [deck or "deck" for deck in decks]
        worth = max([int(n) for n in tickets.tables.value])
        size = int(tickets.offers.size)
        slots = [f"{what} {k + 1}" for k in range(size) for what in ("points of", "pieces for", "done", "lost")]
        most = int(self.most)
        columns = ["held", "offered", "done", "pieces"]
        return [
            Field(
                "ticket_decks", "tickets left to draw", names, max([int(deck.size) for deck in tickets.offers.decks])
            ),
            Field("ticket_counts", "tickets that each seat holds; 0 during the setup", by_deck, int(self.count)),
            Field("ticket_offers", "tickets that each seat is choosing from", by_deck, size),
            Field("mix", "your own opening mix, once announced", names, size),
            Field(
                "offer",
                "your own offer in order: points, pieces that the cheapest way still takes, 1 if completed already, "
                "1 if there is no way any more",
                slots,
                1,
                highs=[worth, most, 1, 1] * size,
            ),
            Field(
                "tickets",
                "held: 1 (also if chosen in the setup); offered: place in the offer, from 1, or -1 for a ticket that "
                "the seat itself put back into the deck; done: 1 if completed; pieces: what the cheapest way of a held "
                "or offered ticket still takes (at most a whole supply), -1 if there is no way any more",
                columns,
                1,
                highs=[1, size, 1, most],
                low=-1,
                per=TICKET,
                rows=int(self.count),
            ),
        ]

    def write(self, out: vec[i16], at: i64, seat: i64) -> i64:
        self.ways.look_anew(seat)
        self.has_changed(seat)
        self.counted = NONE
        self.write_tickets(out, at, seat)
        return at + self.size

    def update(self, out: vec[i16], at: i64, seat: i64) -> None:
        ways = self.ways
        changed = self.has_changed(seat)
        ways.update(seat, changed)
        if changed or (ways.moved and self.tickets.offers.counts[seat] > 0):
            self.wipe(out, at, seat)
            self.write_tickets(out, at, seat)
        elif ways.moved:
            rows: i64 = at + self.size - 4 * self.count
            first: i64 = seat * self.count
            for k in range(first, first + self.lists.counts[seat]):
                ticket = self.lists.tickets[k]
                self.write_way(out, rows + 4 * ticket, seat, ticket)

    def has_changed(self, seat: i64) -> bool:
        """Whether decks, offers or tickets held may be others than at the last look."""
        changes = self.tickets.changes
        if self.known[seat] == changes:
            return False
        self.known[seat] = changes
        return True

    def wipe(self, out: vec[i16], at: i64, seat: i64) -> None:
        """Write zeros over all that stands there."""
        head: i64 = self.size - 4 * self.count
        clear(out, at, head)
        rows: i64 = at + head
        first: i64 = seat * self.room
        for k in range(first, first + self.shown_count[seat]):
            row: i64 = rows + 4 * self.shown[k]
            out[row] = 0
            out[row + 1] = 0
            out[row + 2] = 0
            out[row + 3] = 0

    def write_tickets(self, out: vec[i16], at: i64, seat: i64) -> None:
        """Write everything, onto zeros."""
        offers = self.tickets.offers
        decks = self.decks
        for deck in offers.decks:
            out[at] = i16(deck.left)
            at += 1
        choosing: i64 = at + self.seats * decks
        mix: i64 = choosing + self.seats * decks
        rows: i64 = mix + decks + 4 * offers.size
        self.write_counts(out, at, seat)
        if offers.announced[seat] != NONE and decks > 1:
            write_all(out, mix, offers.mixes.parts, offers.announced[seat] * decks, decks)
        self.write_slots(out, mix + decks, seat)
        mine = self.lists.tickets
        shown = self.shown
        holder = self.tickets.held.holder
        end: i64 = seat * self.room
        first: i64 = seat * self.count
        for k in range(first, first + self.lists.counts[seat]):  # those that the seat holds or chooses from
            ticket: i64 = mine[k]
            if holder[ticket] == seat:
                out[rows + 4 * ticket] = 1
            self.write_way(out, rows + 4 * ticket, seat, ticket)
            shown[end] = ticket
            end += 1
        self.shown_count[seat] = self.lists.counts[seat]
        self.write_offers(out, choosing, rows, seat)
        self.write_returned(out, rows, seat)

    def show(self, seat: i64, ticket: i64) -> None:
        """Remember that the row of a ticket is not all zeros."""
        self.shown[seat * self.room + self.shown_count[seat]] = ticket
        self.shown_count[seat] += 1

    def write_counts(self, out: vec[i16], at: i64, seat: i64) -> None:
        """How many tickets each seat holds, by deck."""
        held = self.tickets.held
        decks = self.decks
        if decks == 1:
            write_seats(out, at, held.counts, seat, self.seats)
            return
        total: i64 = 0
        for k in range(self.seats):
            total += held.counts[k]
        if total != self.counted:  # held tickets stay where they are
            self.count_by_deck()
            self.counted = total
        for _k in range(self.seats):
            at = write_all(out, at, self.by_deck, seat * decks, decks)
            seat += 1
            if seat == self.seats:
                seat = 0

    def count_by_deck(self) -> None:
        """Count the tickets that each seat holds of each deck."""
        by_deck = self.by_deck
        for k in range(self.seats * self.decks):
            by_deck[k] = 0
        holder = self.tickets.held.holder
        deck_of = self.tickets.tables.deck_of
        for k in range(self.count):
            if holder[k] != NONE:
                by_deck[holder[k] * self.decks + deck_of[k]] += 1

    def write_offers(self, out: vec[i16], at: i64, rows: i64, seat: i64) -> None:
        """How many tickets each seat chooses from, and which are your own."""
        offers = self.tickets.offers
        deck_of = self.tickets.tables.deck_of
        for k in range(self.seats):
            other: i64 = seat + k if seat + k < self.seats else seat + k - self.seats
            for n in range(offers.counts[other]):
                ticket = offers.tickets[other * offers.size + n]
                out[at + k * self.decks + deck_of[ticket]] += 1
                if other == seat:
                    row: i64 = rows + 4 * ticket
                    out[row] = i16(offers.chosen[seat] >> n & 1)
                    out[row + 1] = i16(n + 1)

    def write_way(self, out: vec[i16], row: i64, seat: i64, ticket: i64) -> None:
        """What a ticket still takes."""
        missing = self.pieces_for(seat, ticket)
        out[row + 2] = 1 if missing == 0 else 0
        out[row + 3] = i16(missing)

    def pieces_for(self, seat: i64, ticket: i64) -> i64:
        """The pieces that the cheapest way still takes, but no more than a seat ever has; LOST if there is no way."""
        missing = self.ways.missing[seat * self.count + ticket]
        return missing if missing < self.most else self.most

    def write_slots(self, out: vec[i16], at: i64, seat: i64) -> None:
        """The offer by its places, as actions name them."""
        offers = self.tickets.offers
        value = self.tickets.tables.value
        for n in range(offers.counts[seat]):
            ticket = offers.tickets[seat * offers.size + n]
            missing = self.pieces_for(seat, ticket)
            out[at] = i16(value[ticket])
            out[at + 1] = i16(missing) if missing > 0 else i16(0)
            out[at + 2] = 1 if missing == 0 else 0
            out[at + 3] = 1 if missing == LOST else 0
            at += 4

    def write_returned(self, out: vec[i16], rows: i64, seat: i64) -> None:
        """Tickets that the seat knows to be in the deck, as it put them there."""
        for deck in self.tickets.offers.decks:
            returned_by = deck.returned_by
            size = deck.size
            place = deck.head
            for _k in range(deck.left):
                if returned_by[place] == seat:
                    out[rows + 4 * deck.ring[place] + 1] = -1
                    self.show(seat, deck.ring[place])
                place += 1
                if place == size:
                    place = 0
            if deck.mixed:
                for k in range(self.count):
                    if deck.mixed_in_by[k] == seat:
                        out[rows + 4 * k + 1] = -1
                        self.show(seat, k)


def part_of(mechanic: Tickets, making: Making) -> Part | None:
    ways = ways_of(making)
    return None if ways is None else TicketsPart(mechanic, ways)


FACES.add(Tickets, part_of)
