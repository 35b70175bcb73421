"""The tickets that each seat holds or chooses from, listed again only when they have changed."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.engine.terrain import NONE
from branchline.mechanics.tickets.tickets import Tickets


class TicketLists:
    """A list for every seat: those of seat s are `tickets[s * most : s * most + counts[s]]`."""

    def __init__(self, tickets: Tickets) -> None:
        seats = tickets.commons.seats
        self.held: Final = tickets.held
        self.offers: Final = tickets.offers
        self.most: i64 = tickets.tables.count
        self.tickets: Final = vec[i64]([0] * (seats * self.most))
        self.counts: Final = vec[i64]([0] * seats)
        self.known_held: Final = vec[i64]([0] * seats)  # when they were listed: how many were held ...
        self.known_offer: Final = vec[i64]([NONE] * (seats * tickets.offers.size))  # ... and which were on offer

    def has_changed(self, seat: i64) -> bool:
        """Whether a seat holds or chooses from other tickets than those listed."""
        if self.known_held[seat] != self.held.counts[seat]:
            return True
        size: i64 = self.offers.size
        return any(self.known_offer[seat * size + k] != self.offered(seat, k) for k in range(size))

    def offered(self, seat: i64, k: i64) -> i64:
        """The k-th ticket that a seat chooses from, or NONE."""
        return self.offers.tickets[seat * self.offers.size + k] if k < self.offers.counts[seat] else NONE

    def has(self, seat: i64, ticket: i64) -> bool:
        """Whether a seat holds a ticket, or chooses from some of which it is one."""
        if self.held.holder[ticket] == seat:
            return True
        first: i64 = seat * self.offers.size
        return any(self.offers.tickets[k] == ticket for k in range(first, first + self.offers.counts[seat]))

    def update(self, seat: i64) -> None:
        """List a seat's tickets."""
        holder = self.held.holder
        end: i64 = seat * self.most
        for ticket in range(self.most):
            if holder[ticket] == seat:
                self.tickets[end] = ticket
                end += 1
        size: i64 = self.offers.size
        for k in range(size):
            offered: i64 = self.offered(seat, k)
            self.known_offer[seat * size + k] = offered
            if offered != NONE:
                self.tickets[end] = offered
                end += 1
        self.known_held[seat] = self.held.counts[seat]
        self.counts[seat] = end - seat * self.most
