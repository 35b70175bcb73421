"""The decks of tickets, and what was dealt or drawn from them for seats to choose from (COM-008, COM-065..COM-068).

A choice is a bit set over the offer of a seat, so there are at most 2^offer - 1 of them.
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.filling import fill
from branchline.engine.rng import Rng
from branchline.engine.terrain import NONE
from branchline.mechanics.tickets.ticket_deck import TicketDeck
from branchline.mechanics.tickets.ticket_mixes import TicketMixes
from branchline.mechanics.tickets.ticket_tables import TicketTables
from branchline.model.vecs import vec


class TicketOffers:
    """What every seat may choose from, and the hidden choices of the setup: announced mixes, and tickets to keep."""

    def __init__(self, tables: TicketTables, seats: int) -> None:
        self.tables: Final = tables
        self.decks: Final = [
            TicketDeck(tables.deck_names[k], tables.decks[k], tables.count) for k in range(len(tables.decks))
        ]
        self.deck: Final[TicketDeck] = self.decks[0]  # the only one on most boards
        self.mixes: Final = TicketMixes(self.decks, tables.most_offered)
        self.size: i64 = tables.most_offered  # room for the offer of a seat
        self.tickets: vec[i64] = vec[i64]([0] * (seats * self.size))  # from seat * size on, in the order drawn
        self.counts: vec[i64] = vec[i64]([0] * seats)
        self.opening: bool = True  # choices are hidden and take effect when all are made
        self.announced: vec[i64] = vec[i64]([NONE] * seats)  # the opening mixes
        self.chosen: vec[i64] = vec[i64]([0] * seats)  # the hidden choices; 0: not made
        # What was in a deck when all had their first tickets is among nobody's first ones.
        self.first: vec[i64] = vec[i64]([0] * (seats * len(self.decks)))  # how many each seat kept, by seat and deck
        self.given_back: vec[i64] = vec[i64]([0] * tables.count)  # by ticket: the seats that ever did, a bit set

    def reset(self) -> None:
        """All tickets in their decks, not yet shuffled."""
        for deck in self.decks:
            deck.reset()
        fill(self.counts, 0)
        fill(self.chosen, 0)
        fill(self.announced, NONE)
        fill(self.first, 0)
        fill(self.given_back, 0)
        self.opening = True

    def shuffle(self, rng: Rng) -> None:
        """Shuffle every deck."""
        for deck in self.decks:
            deck.shuffle(rng)

    def copy_from(self, other: "TicketOffers") -> None:
        """Become equal to those of another game."""
        for mine, its in zip(self.decks, other.decks, strict=True):
            mine.copy_from(its)
        self.tickets = other.tickets[:]
        self.counts = other.counts[:]
        self.opening = other.opening
        self.announced = other.announced[:]
        self.chosen = other.chosen[:]
        self.first = other.first[:]
        self.given_back = other.given_back[:]

    # Drawing

    def draw(self, seat: i64, deck: i64, count: i64) -> None:
        """Add the top tickets of a deck, or as many as there are, to a seat's offer (COM-067)."""
        source = self.decks[deck]
        tickets = self.tickets
        offered = self.counts[seat]
        at: i64 = seat * self.size + offered
        count = min(count, source.left)
        count = min(count, self.size - offered)
        self.counts[seat] = offered + count
        for k in range(at, at + count):
            tickets[k] = source.draw(seat)

    def draw_mix(self, seat: i64, mix: i64) -> None:
        """Draw a mix, the decks in their order."""
        for deck in range(self.mixes.width):
            self.draw(seat, deck, self.mixes.parts[mix * self.mixes.width + deck])

    def put(self, seat: i64, ticket: i64) -> None:
        """Add a ticket to a seat's offer."""
        self.tickets[seat * self.size + self.counts[seat]] = ticket
        self.counts[seat] += 1

    def wanted(self) -> i64:
        """How many tickets a draw has, if there are enough."""
        return self.tables.opening_deal if self.opening else self.tables.later_draw

    def give_back(self, seat: i64, ticket: i64) -> None:
        """Put a ticket under its deck."""
        self.given_back[ticket] |= 1 << seat
        self.decks[self.tables.deck_of[ticket]].put_under(ticket, seat)

    def left(self) -> i64:
        """How many tickets are left to draw, in all decks."""
        total: i64 = 0
        for deck in self.decks:
            total += deck.left
        return total

    def draws(self) -> i64:
        """In how many ways tickets can be drawn: in one, or in as many as there are mixes."""
        if self.mixes.size == 1:
            return 1 if self.deck.left > 0 else 0
        return self.mixes.count(self.wanted())

    def nth_draw(self, n: i64) -> i64:
        """One of these ways, as the number of a mix."""
        return 0 if self.mixes.size == 1 else self.mixes.nth(self.wanted(), n)

    # Choosing

    def fewest(self, seat: i64) -> i64:
        """How many of its offer a seat must keep (COM-009, COM-068)."""
        fewest: i64 = self.tables.opening_keep if self.opening else self.tables.later_keep
        return min(fewest, self.counts[seat])

    def choices(self, seat: i64) -> i64:
        """In how many ways a seat can choose."""
        return self.tables.choices[self.counts[seat] * (self.size + 1) + self.fewest(seat)]

    def nth_choice(self, seat: i64, n: i64) -> i64:
        """One of these ways, as a bit set."""
        bits = self.tables.bits
        fewest = self.fewest(seat)
        mask: i64 = 1
        while True:
            if bits[mask] >= fewest:
                if n == 0:
                    return mask
                n -= 1
            mask += 1

    def numbers(self, seat: i64) -> list[int]:
        """The tickets a seat is choosing from, in the order drawn."""
        return [int(self.tickets[seat * self.size + k]) for k in range(self.counts[seat])]

    def ids(self, seat: i64) -> tuple[str, ...]:
        """The same by their ids."""
        return self.tables.ids_of(self.numbers(seat))
