"""A deck of tickets: drawn from the top, given back at the bottom, and what seats know of its order (COM-066, N15)."""

from typing import Final

from mypy_extensions import i64

from branchline.engine.chosen_draws import ChosenDraws
from branchline.engine.kept_views import KeptViews
from branchline.engine.rng import Rng
from branchline.engine.terrain import NONE
from branchline.model.observation import TicketsView
from branchline.model.vecs import vec


class TicketDeck:
    """A ring of tickets: `left` of them from `head` on. Beside each stands the seat that put it there, or NONE."""

    def __init__(self, name: str, tickets: list[int], all_tickets: i64) -> None:
        self.name = name  # "" where a board has only one
        self.tickets = tickets  # the numbers of those that belong here
        self.size: i64 = len(tickets)
        self.fresh: Final = vec[i64]([i64(ticket) for ticket in tickets])
        self.nobody: Final = vec[i64]([NONE] * self.size)
        self.ring: vec[i64] = self.fresh[:]
        self.returned_by: vec[i64] = self.nobody[:]
        self.head: i64 = 0
        self.left: i64 = self.size
        # By ticket: the seat that knows it to be somewhere in here, as it was mixed in and nobody else has drawn since.
        self.mixed_in_by: vec[i64] = vec[i64]([NONE] * all_tickets)
        self.draws: ChosenDraws | None = None  # those whose outcomes are chosen from outside
        self.mixed: bool = False  # whether any entry of mixed_in_by is set

    def reset(self) -> None:
        """All tickets in order, not yet shuffled."""
        self.ring = self.fresh[:]
        self.returned_by = self.nobody[:]
        self.head = 0
        self.left = self.size
        if self.mixed:
            self.forget_mixed(NONE)

    def forget_mixed(self, seat: i64) -> None:
        """Only this seat, which sees what is drawn, can still be sure that what it gave back is in the deck (N15)."""
        self.mixed = False
        for k in range(i64(len(self.mixed_in_by))):
            if self.mixed_in_by[k] != seat:
                self.mixed_in_by[k] = NONE
            elif seat != NONE:
                self.mixed = True

    def place(self, k: i64) -> i64:
        """Where in the ring the k-th ticket from the top is."""
        at: i64 = self.head + k
        return at if at < self.size else at - self.size

    def is_hidden(self, k: i64, seat: i64) -> bool:
        """Whether a seat does not know that the k-th ticket from the top is in the deck."""
        at = self.place(k)
        return self.returned_by[at] != seat and self.mixed_in_by[self.ring[at]] != seat

    def shuffle(self, rng: Rng) -> None:
        """Shuffle all tickets of the deck. Seats still know what they gave back, but no longer where it lies."""
        ring = self.ring
        order: vec[i64] = ring[:]
        returned_by = self.returned_by
        left = self.left
        at = self.head
        for k in range(left):
            ticket = ring[at]
            order[k] = ticket
            by = returned_by[at]
            if by != NONE:
                self.mixed_in_by[ticket] = by
                self.mixed = True
            at += 1
            if at == self.size:
                at = 0
        rng.shuffle(order, left)
        self.head = 0
        self.ring = order
        for k in range(left):
            returned_by[k] = NONE

    def draw(self, seat: i64) -> i64:
        """Let a seat take the top ticket; there must be one."""
        if self.draws is not None:
            self.settle(self.draws)
        ticket = self.ring[self.head]
        if self.mixed:
            self.forget_mixed(seat)
            self.mixed_in_by[ticket] = NONE
        self.returned_by[self.head] = NONE
        self.head += 1
        if self.head == self.size:
            self.head = 0
        self.left -= 1
        return ticket

    def settle(self, draws: ChosenDraws) -> None:
        """Put on top what was chosen from outside. Where tickets lie that were given back is known, so they stay."""
        if self.returned_by[self.head] != NONE:
            return
        counts: vec[i64] = vec[i64]([0] * i64(len(self.mixed_in_by)))
        for k in range(self.left):
            if self.returned_by[self.place(k)] == NONE:
                counts[self.ring[self.place(k)]] += 1
        ticket = draws.next(counts, True)
        if ticket == NONE:
            return
        at: i64 = self.head
        while self.ring[at] != ticket:
            at = at + 1 if at + 1 < self.size else 0
        self.ring[at] = self.ring[self.head]
        self.ring[self.head] = ticket

    def put_under(self, ticket: i64, seat: i64) -> None:
        """Give a ticket back."""
        at = self.place(self.left)
        self.ring[at] = ticket
        self.returned_by[at] = seat
        self.left += 1

    def show(self, kept: KeptViews[TicketsView]) -> None:
        """Note everything of it that can be seen."""
        kept.note_all(self.ring)
        kept.note_all(self.returned_by)
        kept.note_all(self.mixed_in_by)
        kept.note(self.head)
        kept.note(self.left)

    def copy_from(self, other: "TicketDeck") -> None:
        """Become equal to another deck."""
        self.ring = other.ring[:]
        self.returned_by = other.returned_by[:]
        self.head = other.head
        self.left = other.left
        self.mixed = other.mixed
        self.mixed_in_by = other.mixed_in_by[:]
