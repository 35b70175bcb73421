"""Tickets: dealt at the start and drawn later, some kept, the others put under their deck (COM-008..COM-011,
COM-065..COM-073, COM-093).

Actions: draw tickets, or keep a choice of those on offer. With several decks, drawing names a mix: how many from each,
announced before any is seen. A choice is a bit set over the offer, so there are at most 2^offer - 1 of them.
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.commons import Commons, Setting
from branchline.engine.decisions import CHOOSE_MIX, KEEP_TICKETS, KIND_NAMES
from branchline.engine.kept_views import KeptViews
from branchline.engine.mechanic import Mechanic, expect
from branchline.engine.terrain import NONE
from branchline.mechanics.ticket_deck import TicketDeck
from branchline.mechanics.ticket_mixes import TicketMixes
from branchline.mechanics.tracks import Tracks
from branchline.model.actions import Action, DrawTickets, KeepTickets
from branchline.model.board import Ticket
from branchline.model.errors import NotationError, closest
from branchline.model.events import ChoiceMade, MixAnnounced, MixKept, TicketsDrawn, TicketsKept
from branchline.model.observation import Observation, TicketsView, View
from branchline.model.vecs import append, vec


class TicketTables:
    """The tickets of a variant as columns of numbers: worked out once, shared by all games of a setting."""

    def __init__(self, setting: Setting) -> None:
        tickets = setting.variant.tickets
        self.ids: list[str] = [ticket.id for ticket in tickets]
        self.value: vec[i64] = vec[i64]([i64(ticket.points) for ticket in tickets])
        self.a: vec[i64] = vec[i64]([i64(ticket.ends[0][0]) for ticket in tickets])
        self.b: vec[i64] = vec[i64]([i64(ticket.ends[-1][0]) for ticket in tickets])
        # Tickets that are not just two cities: with countries, or tours.
        odd = [len(t.ends) > 2 or max([len(end) for end in t.ends]) > 1 for t in tickets]
        self.odd: vec[i64] = vec[i64]([i64(1) if unusual else i64(0) for unusual in odd])
        self.unusual: bool = any(odd)
        self.deck_names: list[str] = list(dict.fromkeys([ticket.deck for ticket in tickets]))
        self.deck_of: vec[i64] = vec[i64]([i64(self.deck_names.index(ticket.deck)) for ticket in tickets])
        self.decks: list[list[int]] = [
            [k for k in range(len(tickets)) if tickets[k].deck == name] for name in self.deck_names
        ]
        most = max(setting.numbers.deal, setting.numbers.draw)
        bits = [bin(mask).count("1") for mask in range(1 << most)]
        self.bits: vec[i64] = vec[i64]([i64(count) for count in bits])
        # choices[n, k]: in how many ways at least k of n tickets, and not none at all, can be kept.
        choices = [sum([1 for b in bits[1 : 1 << n] if b >= k]) for n in range(most + 1) for k in range(most + 1)]
        self.choices: vec[i64] = vec[i64]([i64(count) for count in choices])
        self.opening_deal: i64 = setting.numbers.deal
        self.opening_keep: i64 = setting.numbers.keep
        self.later_draw: i64 = setting.numbers.draw
        self.later_keep: i64 = setting.numbers.draw_keep


def ticket_tables(setting: Setting) -> TicketTables:
    """The tables of a setting, made when first wanted."""
    found = setting.tables.get("tickets")
    if isinstance(found, TicketTables):
        return found
    made = TicketTables(setting)
    setting.tables["tickets"] = made
    return made


class Tickets(Mechanic):
    """The first actions draw tickets (one for each mix), the others keep the offered tickets of a bit set."""

    def __init__(self, commons: Commons, tracks: Tracks) -> None:
        super().__init__("tickets", commons)
        self.kept: Final[KeptViews[TicketsView]] = KeptViews()
        numbers = commons.setting.numbers
        self.tracks: Final = tracks
        self.tickets: tuple[Ticket, ...] = commons.setting.variant.tickets
        tables = ticket_tables(commons.setting)
        self.tables: Final = tables
        self.ids: list[str] = tables.ids
        self.count_all: i64 = len(self.tickets)
        self.offer_size: i64 = max(numbers.deal, numbers.draw)
        self.value: vec[i64] = tables.value
        self.deck_of: vec[i64] = tables.deck_of
        self.decks: list[TicketDeck] = [
            TicketDeck(tables.deck_names[k], tables.decks[k], self.count_all) for k in range(len(tables.decks))
        ]
        self.deck: Final[TicketDeck] = self.decks[0]  # the only one on most boards
        self.mixes = TicketMixes(self.decks, max(numbers.deal, numbers.draw))
        self.mix_count: i64 = self.mixes.size
        self.mix: vec[i64] = vec[i64]([NONE] * commons.seats)  # the opening mixes announced
        self.holder: vec[i64] = vec[i64]([NONE] * self.count_all)  # the seat that holds each ticket, or NONE
        self.held: vec[i64] = vec[i64]([0] * commons.seats)
        self.offer: vec[i64] = vec[i64]([0] * (commons.seats * self.offer_size))
        self.offered: vec[i64] = vec[i64]([0] * commons.seats)
        self.opening: bool = True  # choices are hidden and take effect when all are made
        self.chosen: vec[i64] = vec[i64]([0] * commons.seats)  # the hidden choices; 0: not made
        self.bits: vec[i64] = tables.bits
        self.completed: vec[i64] = vec[i64]([0] * commons.seats)  # set when the game is scored

    # Dealing, drawing, keeping

    def reset(self) -> None:
        for deck in self.decks:
            deck.reset()
        k: i64 = 0
        while k < self.count_all:
            self.holder[k] = NONE
            k += 1
        k = 0
        while k < self.commons.seats:
            self.held[k] = 0
            self.offered[k] = 0
            self.chosen[k] = 0
            self.completed[k] = 0
            self.mix[k] = NONE
            k += 1
        self.opening = True

    def shuffle(self) -> None:
        """Shuffle every deck."""
        for deck in self.decks:
            deck.shuffle(self.commons.rng)

    def reshuffle(self) -> None:
        self.shuffle()

    def deal(self, count: i64) -> None:
        """Give every seat its opening tickets to choose from (COM-008)."""
        seat: i64 = 0
        while seat < self.commons.seats:
            self.draw(seat, 0, count)
            self.note_draw(seat)
            seat += 1

    def draw_tickets(self, seat: i64, action: i64) -> None:
        """Offer a seat the tickets of the ticket action: so many from the top, or a mix of the decks (COM-065)."""
        if self.mix_count == 1:
            self.draw(seat, 0, self.tables.later_draw)
        else:
            self.note_mix(seat, action - self.first)
            self.draw_mix(seat, action - self.first)
        self.note_draw(seat)

    def draw(self, seat: i64, deck: i64, count: i64) -> None:
        """Add the top tickets of a deck, or as many as there are, to a seat's offer (COM-067)."""
        source = self.decks[deck]
        offer = self.offer
        offered = self.offered[seat]
        at: i64 = seat * self.offer_size + offered
        if count > source.left:
            count = source.left
        if count > self.offer_size - offered:
            count = self.offer_size - offered
        self.offered[seat] = offered + count
        while count > 0:
            offer[at] = source.draw(seat)
            at += 1
            count -= 1

    def note_draw(self, seat: i64) -> None:
        """Tell the journal what is on offer."""
        if self.commons.journal.on:
            self.commons.journal.add(TicketsDrawn(seat, int(self.offered[seat]), self.offer_of(seat)))

    # Mixes, on boards with several decks

    def announce(self, seat: i64, action: i64) -> None:
        """Note a seat's opening mix; it stays hidden until all have announced theirs."""
        self.mix[seat] = action - self.first
        if self.commons.journal.on:
            self.commons.journal.add(ChoiceMade(seat))

    def deal_announced(self, first_seat: i64) -> None:
        """All have announced: show it, and deal in turn order, deck by deck (GER-012, N21)."""
        k: i64 = 0
        while k < self.commons.seats:
            seat: i64 = (first_seat + k) % self.commons.seats
            self.note_mix(seat, self.mix[seat])
            k += 1
        k = 0
        while k < self.commons.seats:
            seat = (first_seat + k) % self.commons.seats
            self.draw_mix(seat, self.mix[seat])
            self.note_draw(seat)
            k += 1

    def note_mix(self, seat: i64, mix: i64) -> None:
        """Tell the journal what a seat announced."""
        if self.commons.journal.on:
            self.commons.journal.add(MixAnnounced(seat, self.mixes.names[mix]))

    def draw_mix(self, seat: i64, mix: i64) -> None:
        """Draw a mix, the decks in their order."""
        deck: i64 = 0
        while deck < self.mixes.width:
            self.draw(seat, deck, self.mixes.parts[mix * self.mixes.width + deck])
            deck += 1

    def wanted(self) -> i64:
        """How many tickets a draw has, if there are enough."""
        return self.tables.opening_deal if self.opening else self.tables.later_draw

    def left(self) -> i64:
        """How many tickets are left to draw, in all decks."""
        total: i64 = 0
        for deck in self.decks:
            total += deck.left
        return total

    # Keeping

    def fewest(self, seat: i64) -> i64:
        """How many of its offer a seat must keep (COM-009, COM-068)."""
        fewest: i64 = self.tables.opening_keep if self.opening else self.tables.later_keep
        return fewest if fewest < self.offered[seat] else self.offered[seat]

    def keep(self, seat: i64, action: i64) -> None:
        """Keep a choice of the offer; an opening choice stays hidden until all seats have chosen (COM-011)."""
        mask: i64 = action - self.first - self.mix_count + 1
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
        offer = self.offer
        kept: i64 = 0
        k: i64 = 0
        last = self.offered[seat]
        while k < last:
            ticket = offer[base + k]
            if mask >> k & 1:
                self.holder[ticket] = seat
                kept += 1
            elif self.mix_count == 1:
                self.deck.put_under(ticket, seat)
            else:
                self.decks[self.deck_of[ticket]].put_under(ticket, seat)
            k += 1
        self.held[seat] += kept
        self.offered[seat] = 0

    def note(self, seat: i64, mask: i64) -> None:
        """Tell the journal what was kept and what was returned."""
        offer = self.offer_of(seat)
        kept = tuple([ticket for k, ticket in enumerate(offer) if mask >> k & 1])
        back = tuple([ticket for k, ticket in enumerate(offer) if not mask >> k & 1])
        self.commons.journal.add(TicketsKept(seat, len(kept), len(back), kept, back))
        if self.mix_count > 1:
            offered = self.numbers_offered_to(seat)
            mix = self.by_deck([offered[k] for k in range(len(offered)) if mask >> k & 1])
            self.commons.journal.add(MixKept(seat, mix))

    # Scoring

    def is_completed(self, seat: i64, ticket: i64) -> bool:
        """Whether the seat's routes join all places of a ticket."""
        if not self.tables.unusual or self.tables.odd[ticket] == 0:
            return self.tracks.connected(seat, self.tables.a[ticket], self.tables.b[ticket])
        ends = self.tickets[ticket].ends
        return all([self.joined(seat, ends[k - 1], ends[k]) for k in range(1, len(ends))])

    def joined(self, seat: i64, some: tuple[int, ...], others: tuple[int, ...]) -> bool:
        """Whether any of some places is connected with any of others; a country has several dead ends (COM-075)."""
        for a in some:
            for b in others:
                if self.tracks.connected(seat, a, b):
                    return True
        return False

    def worth(self, seat: i64, ticket: i64) -> i64:
        """What a held ticket scores: its value, or its loss. A tour is worth more when it is traced exactly (W3)."""
        tour = self.tickets[ticket].tour_points
        if tour is None:
            return self.value[ticket] if self.is_completed(seat, ticket) else -self.value[ticket]
        if not self.is_completed(seat, ticket):
            return -tour[1]
        stops = [end[0] for end in self.tickets[ticket].ends]
        for k in range(1, len(stops)):
            if not self.tracks.owns_between(seat, stops[k - 1], stops[k]):
                return tour[0]
        return self.value[ticket]

    def score(self, points: vec[i64]) -> None:
        """Completed tickets add their value to a seat's entry, the others subtract it (COM-081)."""
        ticket: i64 = 0
        while ticket < self.count_all:
            seat = self.holder[ticket]
            if seat != NONE:
                worth: i64 = 0
                if self.tables.odd[ticket] != 0:
                    worth = self.worth(seat, ticket)
                elif self.is_completed(seat, ticket):
                    worth = self.value[ticket]
                else:
                    worth = -self.value[ticket]
                points[seat] += worth
                if worth > 0:
                    self.completed[seat] += 1
            ticket += 1

    def completed_naming(self, seat: i64, place: i64) -> i64:
        """How many completed tickets of a seat name a place, at an end or on the way of a tour (W4)."""
        total: i64 = 0
        ticket: i64 = 0
        while ticket < self.count_all:
            if self.holder[ticket] == seat and self.names(ticket, place) and self.is_completed(seat, ticket):
                total += 1
            ticket += 1
        return total

    def names(self, ticket: i64, place: i64) -> bool:
        """Whether a ticket names a place."""
        if self.tables.a[ticket] == place or self.tables.b[ticket] == place:
            return True
        return self.tables.odd[ticket] > 0 and any([place in end for end in self.tickets[ticket].ends])

    def results(self, seat: i64) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The tickets a seat holds, parted into completed and not."""
        held = self.numbers_held_by(seat)
        done = tuple([self.ids[k] for k in held if self.is_completed(seat, k)])
        return done, tuple([self.ids[k] for k in held if self.ids[k] not in done])

    # Actions

    def size(self) -> int:
        return self.mix_count - 1 + (1 << self.offer_size)

    def count(self, seat: i64, kind: i64) -> i64:
        total: i64 = 0
        if kind == KEEP_TICKETS:
            total = self.tables.choices[self.offered[seat] * (self.offer_size + 1) + self.fewest(seat)]
        elif self.mix_count == 1:
            if self.deck.left > 0:
                total = 1
        else:
            total = self.mixes.count(self.wanted())
        self.counted = total
        return total

    def nth(self, seat: i64, kind: i64, n: i64) -> i64:
        if kind == KEEP_TICKETS:
            mask: i64 = 1
            fewest = self.fewest(seat)
            while True:
                if self.bits[mask] >= fewest:
                    if n == 0:
                        return self.first + self.mix_count - 1 + mask
                    n -= 1
                mask += 1
        if self.mix_count == 1:
            return self.first
        return self.first + self.mixes.nth(self.wanted(), n)

    def legal(self, seat: i64, kind: i64, out: list[int]) -> None:
        last = self.end if kind == KEEP_TICKETS else self.first + self.mix_count
        for action in range(self.first, last):
            if not self.refusal(seat, kind, action):
                out.append(action)

    def refusal(self, seat: i64, kind: i64, action: i64) -> str:
        mask: i64 = action - self.first - self.mix_count + 1
        if mask <= 0:
            return self.refusal_to_draw(kind, action - self.first)
        if kind != KEEP_TICKETS:
            return "there are no tickets on offer to keep"
        if mask >> self.offered[seat]:
            return f"only {self.offered[seat]} tickets are on offer"
        if self.bits[mask] < self.fewest(seat):
            return f"at least {self.fewest(seat)} of the {self.offered[seat]} tickets must be kept"
        return ""

    def refusal_to_draw(self, kind: i64, mix: i64) -> str:
        """Why tickets cannot be drawn, or not in that mix."""
        if kind == KEEP_TICKETS:
            return "tickets are on offer: choose among them first"
        if self.left() == 0:
            return "no tickets are left to draw"
        if self.mix_count > 1 and not self.mixes.is_possible(mix, self.wanted()):
            left = " and ".join([f"{deck.left} {deck.name}" for deck in self.decks])
            return f"that mix cannot be drawn: it takes {self.mixes.total(self.wanted())} tickets of the {left} left"
        return ""

    def typed(self, action: i64, offer: tuple[str, ...]) -> Action:
        mask: i64 = action - self.first - self.mix_count + 1
        if mask <= 0:
            return DrawTickets(self.mixes.names[action - self.first])
        if mask >> len(offer):
            raise NotationError(f"that choice names more tickets than the {len(offer)} on offer")
        return KeepTickets(tuple([ticket for k, ticket in enumerate(offer) if mask >> k & 1]))

    def number(self, action: Action, offer: tuple[str, ...]) -> int:
        if isinstance(action, DrawTickets):
            if action.mix not in self.mixes.names:
                decks = " and ".join([f"{deck.name} tickets" for deck in self.decks if deck.name])
                raise NotationError(f"say how many {decks} to draw" if decks else "there is only one ticket deck")
            return self.first + self.mixes.names.index(action.mix)
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

    def copy_from(self, other: Mechanic) -> None:
        assert isinstance(other, Tickets)
        for mine, its in zip(self.decks, other.decks, strict=True):
            mine.copy_from(its)
        self.mix = other.mix[:]
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
        for deck in self.decks:
            k = 0
            while k < deck.left:
                ticket = deck.ring[deck.place(k)]
                assert self.decks[self.deck_of[ticket]] is deck, "a ticket in the wrong deck"
                seen[ticket] += 1
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
        return tuple([self.ids[ticket] for ticket in self.numbers_offered_to(seat)])

    def held_by(self, seat: i64) -> tuple[str, ...]:
        """The tickets a seat holds, in board order."""
        return tuple([self.ids[ticket] for ticket in self.numbers_held_by(seat)])

    def by_deck(self, tickets: list[int]) -> tuple[int, ...]:
        """How many of some tickets belong to each deck."""
        if len(self.decks) == 1:
            return (len(tickets),)
        counts = [0] * len(self.decks)
        for ticket in tickets:
            counts[self.deck_of[ticket]] += 1
        return tuple(counts)

    def mixes_seen_by(self, seat: int | None) -> tuple[tuple[int, ...] | None, ...]:
        """The announced opening mixes: one's own, and all of them once they are dealt."""
        dealt = not self.opening or self.offered[0] > 0
        return tuple(
            [
                self.mixes.names[self.mix[s]] if self.mix[s] != NONE and (dealt or s == seat) else None
                for s in range(self.commons.seats)
            ]
        )

    def numbers_held_by(self, seat: i64) -> list[int]:
        """The tickets a seat holds, by number."""
        return [k for k in range(self.count_all) if self.holder[k] == seat]

    def numbers_offered_to(self, seat: i64) -> list[int]:
        """The tickets a seat is choosing from, by number."""
        return [int(self.offer[seat * self.offer_size + k]) for k in range(self.offered[seat])]

    def view(self, seat: int | None, revealed: bool) -> View:
        kept = self.kept
        kept.start()
        for deck in self.decks:
            deck.show(kept)
        for numbers in (self.mix, self.holder, self.offer, self.offered, self.chosen):
            kept.note_all(numbers)
        kept.note(1 if self.opening else 0)
        viewer = 2 * (self.commons.seats if seat is None else seat) + (1 if revealed else 0)
        return kept.find(viewer) or kept.keep(viewer, self.view_of(seat, revealed))

    def view_of(self, seat: int | None, revealed: bool) -> TicketsView:
        """The tickets as a seat may know them."""
        seats = range(self.commons.seats)
        chosen: tuple[str, ...] | None = None
        offer: tuple[str, ...] = ()
        if seat is not None:
            offer = self.offer_of(seat)
            if self.chosen[seat]:
                chosen = tuple([ticket for k, ticket in enumerate(offer) if self.chosen[seat] >> k & 1])
        by: list[int | None] = []
        known: list[str | None] = []
        mixed: list[str] = []
        me: i64 = NONE if seat is None else seat
        for deck in self.decks:
            k: i64 = 0
            while k < deck.left:
                at = deck.place(k)
                giver: i64 = deck.returned_by[at]
                if giver == NONE:
                    by.append(None)
                    known.append(None)
                else:
                    by.append(int(giver))
                    known.append(self.ids[deck.ring[at]] if giver == me else None)
                k += 1
            if seat is not None and deck.mixed:
                mixed += [self.ids[k] for k in range(self.count_all) if deck.mixed_in_by[k] == seat]
        return TicketsView(
            decks=tuple([int(deck.left) for deck in self.decks]),
            returned_by=tuple(by),
            known_in_deck=tuple(known),
            mixed_in=tuple(mixed),
            mixes=self.mixes_seen_by(seat),
            counts=tuple([None if self.opening else int(self.held[s]) for s in seats]),
            counts_by_deck=tuple([None if self.opening else self.by_deck(self.numbers_held_by(s)) for s in seats]),
            held=tuple([self.held_by(s) if revealed or s == seat else None for s in seats]),
            offered=tuple([int(self.offered[s]) for s in seats]),
            offered_by_deck=tuple([self.by_deck(self.numbers_offered_to(s)) for s in seats]),
            offer=offer,
            chosen=chosen,
        )

    def imagine(self, seen: Observation) -> None:
        """Make up the tickets of the others and the unknown parts of the decks."""
        view = seen.tickets
        numbers = {ticket: k for k, ticket in enumerate(self.ids)}
        self.expect_possible(view)
        self.opening = view.counts[0] is None
        for seat, mix in enumerate(view.mixes):
            self.mix[seat] = NONE if mix is None else self.mixes.names.index(mix)
        for seat, mine in enumerate(view.held):
            for ticket in mine or ():
                self.give(seat, numbers[ticket])
        for ticket in view.offer:
            assert seen.seat is not None
            self.put_on_offer(seen.seat, numbers[ticket])
        sure = {*view.offer, *view.known_in_deck, *view.mixed_in}
        for held in view.held:
            sure.update(held or ())
        below = 0
        for d, deck in enumerate(self.decks):
            unseen: vec[i64] = vec[i64]([i64(k) for k in deck.tickets if self.ids[k] not in sure])
            self.commons.rng.shuffle(unseen, len(unseen))
            left = self.imagine_hands(seen, d, unseen)
            size = view.decks[d]
            self.imagine_deck(seen, d, unseen[:left], numbers, below)
            below += size
        for decision in seen.open:
            asked = decision.question == KIND_NAMES[KEEP_TICKETS]
            expect(not asked or self.offered[decision.seat] > 0, "a seat chooses from no tickets")
        self.imagine_choices(seen)

    def give(self, seat: i64, ticket: i64) -> None:
        """Let a seat hold a ticket."""
        self.holder[ticket] = seat
        self.held[seat] += 1

    def put_on_offer(self, seat: i64, ticket: i64) -> None:
        """Add a ticket to a seat's offer."""
        self.offer[seat * self.offer_size + self.offered[seat]] = ticket
        self.offered[seat] += 1

    def expect_possible(self, view: TicketsView) -> None:
        """Refuse a view with seats or tickets that there are not, or with more in an offer or a deck than can be."""
        seats = self.commons.seats
        expect(len(view.counts) == seats == len(view.held), "some seats have no tickets")
        expect(len(view.counts_by_deck) == seats == len(view.offered_by_deck), "some seats have no tickets")
        expect(len(view.mixes) == seats, "some seats have no tickets")
        expect(len(view.decks) == len(self.decks), "there are more or fewer decks of tickets")
        in_decks = sum(view.decks)
        expect(in_decks == len(view.returned_by) == len(view.known_in_deck), "a deck is not as large as said")
        for seat in view.returned_by:
            expect(seat is None or 0 <= seat < seats, "a ticket was returned by a seat that there is not")
        for offered in view.offered_by_deck:
            expect(sum(offered) <= self.offer_size, "a seat chooses from too many tickets")
        expect(len(view.offer) <= self.offer_size, "a seat chooses from too many tickets")
        named = [*view.offer, *view.mixed_in, *[ticket for ticket in view.known_in_deck if ticket is not None]]
        for held in view.held:
            named += held or ()
        expect(len(set(named)) == len(named), "a ticket is in two places")

    def imagine_hands(self, seen: Observation, deck: i64, unseen: vec[i64]) -> i64:
        """Hand out tickets of a deck to those who hold or were offered some unseen ones; returns how many are left."""
        view = seen.tickets
        top: i64 = len(unseen)
        for seat in range(self.commons.seats):
            counts = view.counts_by_deck[seat]
            if counts is not None and view.held[seat] is None:
                for _ in range(counts[deck]):
                    top -= 1
                    self.give(seat, unseen[top])
            if seat != seen.seat:
                for _ in range(view.offered_by_deck[seat][deck]):
                    top -= 1
                    self.put_on_offer(seat, unseen[top])
        return top

    def imagine_deck(self, seen: Observation, d: i64, unseen: vec[i64], numbers: dict[str, int], below: i64) -> None:
        """Fill a deck: what the viewer returned lies where it knows, the rest anywhere."""
        view = seen.tickets
        deck = self.decks[d]
        for ticket in view.mixed_in:
            if self.deck_of[numbers[ticket]] == d and seen.seat is not None:
                unseen = append(unseen, numbers[ticket])
                deck.mixed_in_by[numbers[ticket]] = seen.seat
                deck.mixed = True
        self.commons.rng.shuffle(unseen, len(unseen))
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

    def imagine_choices(self, seen: Observation) -> None:
        """Seats that have made a hidden choice made some legal one; the viewer knows its own."""
        if not self.opening:
            return
        view = seen.tickets
        asked = (KIND_NAMES[KEEP_TICKETS], KIND_NAMES[CHOOSE_MIX])  # a seat may be about another choice already
        choosing = {decision.seat for decision in seen.open if decision.question in asked}
        for seat in range(self.commons.seats):
            if seat in choosing:
                continue
            if self.offered[seat] == 0:
                if self.mix[seat] == NONE:
                    choices = self.count(seat, CHOOSE_MIX)
                    self.mix[seat] = self.nth(seat, CHOOSE_MIX, self.commons.rng.below(choices)) - self.first
            elif seat == seen.seat and view.chosen is not None:
                self.chosen[seat] = sum([1 << view.offer.index(ticket) for ticket in view.chosen])
            else:
                choices = self.count(seat, KEEP_TICKETS)
                nth = self.nth(seat, KEEP_TICKETS, self.commons.rng.below(choices))
                self.chosen[seat] = nth - self.first - self.mix_count + 1
