"""Tickets: one deck, dealt at the start and drawn later, some kept, the others put under the deck (COM-008..COM-011,
COM-065..COM-073, COM-093).

Actions: draw tickets, or keep a choice of those on offer. A choice is a bit set over the offer, so there are at most
2^offer - 1 of them.
"""

from librt.vecs import vec
from mypy_extensions import i64

from branchline.engine.commons import Commons
from branchline.engine.decisions import KEEP_TICKETS, TURN
from branchline.engine.mechanic import Mechanic
from branchline.engine.terrain import NONE
from branchline.mechanics.tracks import Tracks
from branchline.model.actions import Action, DrawTickets, KeepTickets
from branchline.model.board import Ticket
from branchline.model.errors import NotationError, closest
from branchline.model.events import ChoiceMade, TicketsDrawn, TicketsKept
from branchline.model.observation import Observation, TicketsView, View


class Tickets(Mechanic):
    """One ticket deck. Action `first` draws tickets, `first + mask` keeps the offered tickets of that bit set."""

    def __init__(self, commons: Commons, tracks: Tracks) -> None:
        super().__init__("tickets", commons)
        numbers = commons.setting.numbers
        self.tracks = tracks
        self.tickets: tuple[Ticket, ...] = commons.setting.variant.tickets
        self.ids: list[str] = [ticket.id for ticket in self.tickets]
        self.count_all: i64 = len(self.tickets)
        self.offer_size: i64 = max(numbers.deal, numbers.draw)
        self.opening_keep: i64 = numbers.keep
        self.later_keep: i64 = numbers.draw_keep
        self.later_draw: i64 = numbers.draw
        self.value: vec[i64] = vec[i64]([i64(ticket.points) for ticket in self.tickets])
        self.a: vec[i64] = vec[i64]([i64(ticket.ends[0][0]) for ticket in self.tickets])
        self.b: vec[i64] = vec[i64]([i64(ticket.ends[-1][0]) for ticket in self.tickets])
        self.countries: bool = any([len(end) > 1 for ticket in self.tickets for end in ticket.ends])
        # The deck is a ring: `left` tickets from `head` on. Beside each the seat that put it there, or NONE.
        self.ring: vec[i64] = vec[i64]([0] * self.count_all)
        self.returned_by: vec[i64] = vec[i64]([NONE] * self.count_all)
        self.head: i64 = 0
        self.left: i64 = 0
        self.holder: vec[i64] = vec[i64]([NONE] * self.count_all)  # the seat that holds each ticket, or NONE
        self.held: vec[i64] = vec[i64]([0] * commons.seats)
        self.offer: vec[i64] = vec[i64]([0] * (commons.seats * self.offer_size))
        self.offered: vec[i64] = vec[i64]([0] * commons.seats)
        self.opening: bool = True  # choices are hidden and take effect when all are made
        self.chosen: vec[i64] = vec[i64]([0] * commons.seats)  # the hidden choices; 0: not made
        self.bits: vec[i64] = vec[i64]([i64(bin(mask).count("1")) for mask in range(1 << int(self.offer_size))])
        self.completed: vec[i64] = vec[i64]([0] * commons.seats)  # set when the game is scored

    # Dealing, drawing, keeping

    def reset(self) -> None:
        k: i64 = 0
        while k < self.count_all:
            self.ring[k] = k
            self.returned_by[k] = NONE
            self.holder[k] = NONE
            k += 1
        self.head = 0
        self.left = self.count_all
        k = 0
        while k < self.commons.seats:
            self.held[k] = 0
            self.offered[k] = 0
            self.chosen[k] = 0
            self.completed[k] = 0
            k += 1
        self.opening = True

    def shuffle(self) -> None:
        """Shuffle the whole deck, at the start of a game."""
        self.commons.rng.shuffle(self.ring, self.count_all)

    def deal(self, count: i64) -> None:
        """Give every seat its opening tickets to choose from (COM-008)."""
        seat: i64 = 0
        while seat < self.commons.seats:
            self.draw(seat, count)
            seat += 1

    def draw_later(self, seat: i64) -> None:
        """Offer a seat the tickets of the ticket action."""
        self.draw(seat, self.later_draw)

    def draw(self, seat: i64, count: i64) -> None:
        """Offer a seat the top tickets of the deck, or as many as there are (COM-065, COM-067)."""
        k: i64 = 0
        base: i64 = seat * self.offer_size
        while k < count and self.left > 0:
            self.offer[base + k] = self.ring[self.head]
            self.returned_by[self.head] = NONE
            self.head += 1
            if self.head == self.count_all:
                self.head = 0
            self.left -= 1
            k += 1
        self.offered[seat] = k
        if self.commons.journal.on:
            self.commons.journal.add(TicketsDrawn(seat, k, self.offer_of(seat)))

    def fewest(self, seat: i64) -> i64:
        """How many of its offer a seat must keep (COM-009, COM-068)."""
        fewest: i64 = self.opening_keep if self.opening else self.later_keep
        return fewest if fewest < self.offered[seat] else self.offered[seat]

    def keep(self, seat: i64, action: i64) -> None:
        """Keep a choice of the offer; an opening choice stays hidden until all seats have chosen (COM-011)."""
        mask: i64 = action - self.first
        if self.opening:
            self.chosen[seat] = mask
            if self.commons.journal.on:
                self.commons.journal.add(ChoiceMade(seat))
        else:
            self.resolve(seat, mask)

    def resolve_opening(self, first_seat: i64) -> None:
        """All have chosen: the returned tickets go under the deck, seat by seat from the first seat (COM-010)."""
        k: i64 = 0
        while k < self.commons.seats:
            seat: i64 = (first_seat + k) % self.commons.seats
            self.resolve(seat, self.chosen[seat])
            self.chosen[seat] = 0
            k += 1
        self.opening = False

    def resolve(self, seat: i64, mask: i64) -> None:
        """Hold the chosen tickets and put the others under the deck in the order drawn (COM-066)."""
        base: i64 = seat * self.offer_size
        if self.commons.journal.on:
            self.note(seat, mask)
        k: i64 = 0
        while k < self.offered[seat]:
            ticket = self.offer[base + k]
            if mask >> k & 1:
                self.holder[ticket] = seat
                self.held[seat] += 1
            else:
                at: i64 = self.head + self.left
                if at >= self.count_all:
                    at -= self.count_all
                self.ring[at] = ticket
                self.returned_by[at] = seat
                self.left += 1
            k += 1
        self.offered[seat] = 0

    def note(self, seat: i64, mask: i64) -> None:
        """Tell the journal what was kept and what was returned."""
        offer = self.offer_of(seat)
        kept = tuple([ticket for k, ticket in enumerate(offer) if mask >> k & 1])
        back = tuple([ticket for k, ticket in enumerate(offer) if not mask >> k & 1])
        self.commons.journal.add(TicketsKept(seat, len(kept), len(back), kept, back))

    # Scoring

    def is_completed(self, seat: i64, ticket: i64) -> bool:
        """Whether the seat's routes join the two places; a country counts if any of its dead ends does (COM-075)."""
        if self.tracks.connected(seat, self.a[ticket], self.b[ticket]):
            return True
        if not self.countries:
            return False
        ends = self.tickets[ticket].ends
        for a in ends[0]:
            for b in ends[-1]:
                if self.tracks.connected(seat, a, b):
                    return True
        return False

    def score(self, points: vec[i64]) -> None:
        """Completed tickets add their value to a seat's entry, the others subtract it (COM-081)."""
        ticket: i64 = 0
        while ticket < self.count_all:
            seat = self.holder[ticket]
            if seat != NONE:
                if self.is_completed(seat, ticket):
                    points[seat] += self.value[ticket]
                    self.completed[seat] += 1
                else:
                    points[seat] -= self.value[ticket]
            ticket += 1

    def results(self, seat: i64) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The tickets a seat holds, parted into completed and not."""
        held = [k for k in range(self.count_all) if self.holder[k] == seat]
        done = tuple([self.ids[k] for k in held if self.is_completed(seat, k)])
        return done, tuple([self.ids[k] for k in held if self.ids[k] not in done])

    # Actions

    def size(self) -> int:
        return 1 << self.offer_size

    def count(self, seat: i64, kind: i64) -> i64:
        total: i64 = 0
        if kind == TURN:
            if self.left > 0:
                total = 1
        else:
            mask: i64 = 1
            fewest = self.fewest(seat)
            while mask < 1 << self.offered[seat]:
                if self.bits[mask] >= fewest:
                    total += 1
                mask += 1
        self.counted = total
        return total

    def nth(self, seat: i64, kind: i64, n: i64) -> i64:
        if kind == TURN:
            return self.first
        mask: i64 = 1
        fewest = self.fewest(seat)
        while True:
            if self.bits[mask] >= fewest:
                if n == 0:
                    return self.first + mask
                n -= 1
            mask += 1

    def legal(self, seat: i64, kind: i64, out: list[int]) -> None:
        if kind == TURN:
            if self.left > 0:
                out.append(int(self.first))
            return
        for mask in range(1, 1 << self.offered[seat]):
            if self.bits[mask] >= self.fewest(seat):
                out.append(int(self.first) + mask)

    def refusal(self, seat: i64, kind: i64, action: i64) -> str:
        mask: i64 = action - self.first
        if mask == 0:
            return "" if self.left > 0 else "no tickets are left to draw"
        if kind != KEEP_TICKETS:
            return "there are no tickets on offer to keep"
        if mask >> self.offered[seat]:
            return f"only {self.offered[seat]} tickets are on offer"
        if self.bits[mask] < self.fewest(seat):
            return f"at least {self.fewest(seat)} of the {self.offered[seat]} tickets must be kept"
        return ""

    def typed(self, action: i64, offer: tuple[str, ...]) -> Action:
        mask: i64 = action - self.first
        if mask == 0:
            return DrawTickets()
        if mask >> len(offer):
            raise NotationError(f"that choice names more tickets than the {len(offer)} on offer")
        return KeepTickets(tuple([ticket for k, ticket in enumerate(offer) if mask >> k & 1]))

    def number(self, action: Action, offer: tuple[str, ...]) -> int:
        if isinstance(action, DrawTickets):
            return self.first
        if not isinstance(action, KeepTickets):
            return -1
        mask = 0
        for ticket in action.tickets:
            if ticket not in offer:
                on_offer = ", ".join(offer) if offer else "nothing"
                raise NotationError(f"'{ticket}' is not on offer{closest(ticket, offer)}; on offer: {on_offer}")
            mask |= 1 << offer.index(ticket)
        if not mask:
            raise NotationError("name at least one ticket to keep")
        return self.first + mask

    # State and views

    def copy_from(self, other: Mechanic) -> None:
        assert isinstance(other, Tickets)
        self.ring = other.ring[:]
        self.returned_by = other.returned_by[:]
        self.head = other.head
        self.left = other.left
        self.holder = other.holder[:]
        self.held = other.held[:]
        self.offer = other.offer[:]
        self.offered = other.offered[:]
        self.opening = other.opening
        self.chosen = other.chosen[:]
        self.completed = other.completed[:]

    def check(self) -> None:
        """Every ticket is in exactly one place: the deck, an offer or a hand."""
        seen: vec[i64] = vec[i64]([0] * self.count_all)
        k: i64 = 0
        while k < self.left:
            seen[self.ring[(self.head + k) % self.count_all]] += 1
            k += 1
        seat: i64 = 0
        while seat < self.commons.seats:
            held: i64 = 0
            k = 0
            while k < self.offered[seat]:
                seen[self.offer[seat * self.offer_size + k]] += 1
                k += 1
            k = 0
            while k < self.count_all:
                if self.holder[k] == seat:
                    seen[k] += 1
                    held += 1
                k += 1
            assert held == self.held[seat], "a seat has lost count of its tickets"
            seat += 1
        k = 0
        while k < self.count_all:
            assert seen[k] == 1, "a ticket was lost or doubled"
            k += 1

    def offer_of(self, seat: i64) -> tuple[str, ...]:
        """The tickets a seat is choosing from, in the order drawn."""
        return tuple([self.ids[self.offer[seat * self.offer_size + k]] for k in range(self.offered[seat])])

    def held_by(self, seat: i64) -> tuple[str, ...]:
        """The tickets a seat holds, in board order."""
        return tuple([self.ids[k] for k in range(self.count_all) if self.holder[k] == seat])

    def view(self, seat: int | None, revealed: bool) -> View:
        seats = range(self.commons.seats)
        places = [(int(self.head) + k) % int(self.count_all) for k in range(self.left)]
        chosen: tuple[str, ...] | None = None
        offer: tuple[str, ...] = ()
        if seat is not None:
            offer = self.offer_of(seat)
            if self.chosen[seat]:
                chosen = tuple([ticket for k, ticket in enumerate(offer) if self.chosen[seat] >> k & 1])
        return TicketsView(
            deck=self.left,
            returned_by=tuple([None if self.returned_by[at] == NONE else int(self.returned_by[at]) for at in places]),
            known_in_deck=tuple(
                [
                    self.ids[self.ring[at]] if seat is not None and self.returned_by[at] == seat else None
                    for at in places
                ]
            ),
            counts=tuple([None if self.opening else int(self.held[s]) for s in seats]),
            held=tuple([self.held_by(s) if revealed or s == seat else None for s in seats]),
            offered=tuple([int(self.offered[s]) for s in seats]),
            offer=offer,
            chosen=chosen,
        )

    def imagine(self, seen: Observation) -> None:
        """Make up the tickets of the others and the unknown part of the deck."""
        view = seen.tickets
        numbers = {ticket: k for k, ticket in enumerate(self.ids)}
        known = [*view.offer, *(ticket for ticket in view.known_in_deck if ticket is not None)]
        for held in view.held:
            known.extend(held or ())
        unseen: vec[i64] = vec[i64]([i64(k) for k, ticket in enumerate(self.ids) if ticket not in known])
        self.commons.rng.shuffle(unseen, len(unseen))
        top: i64 = len(unseen)
        self.opening = view.counts[0] is None
        for seat, count in enumerate(view.counts):
            mine = view.held[seat]
            for ticket in mine or ():
                self.holder[numbers[ticket]] = seat
            for _ in range((count or 0) if mine is None else 0):
                top -= 1
                self.holder[unseen[top]] = seat
            self.held[seat] = count or 0
            self.offered[seat] = view.offered[seat]
            for k in range(view.offered[seat]):
                if seat == seen.seat:
                    self.offer[seat * self.offer_size + k] = numbers[view.offer[k]]
                else:
                    top -= 1
                    self.offer[seat * self.offer_size + k] = unseen[top]
        self.imagine_choices(seen)
        self.head = 0
        self.left = view.deck
        for at, name in enumerate(view.known_in_deck):
            by = view.returned_by[at]
            self.returned_by[at] = NONE if by is None else by
            if name is None:
                top -= 1
                self.ring[at] = unseen[top]
            else:
                self.ring[at] = numbers[name]

    def imagine_choices(self, seen: Observation) -> None:
        """Seats that have made a hidden choice made some legal one; the viewer knows its own."""
        if not self.opening:
            return
        view = seen.tickets
        choosing = {decision.seat for decision in seen.open}
        for seat in range(self.commons.seats):
            if seat in choosing:
                continue
            if seat == seen.seat and view.chosen is not None:
                self.chosen[seat] = sum([1 << view.offer.index(ticket) for ticket in view.chosen])
            else:
                choices = self.count(seat, KEEP_TICKETS)
                self.chosen[seat] = self.nth(seat, KEEP_TICKETS, self.commons.rng.below(choices)) - self.first
