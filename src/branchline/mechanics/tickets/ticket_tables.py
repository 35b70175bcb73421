"""The tickets of a variant as columns of numbers: worked out once, shared by all games of a setting."""

from mypy_extensions import i64

from branchline.engine.commons import Setting
from branchline.engine.mechanic import MOST_BITS
from branchline.model.board import Ticket
from branchline.model.vecs import vec


class TicketTables:
    """What never changes about the tickets, by their numbers, and how many are dealt, drawn and kept."""

    def __init__(self, setting: Setting) -> None:
        tickets = setting.variant.tickets
        self.tickets: tuple[Ticket, ...] = tickets
        self.count: i64 = len(tickets)
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
        self.most_offered: i64 = most
        bits = [bin(mask).count("1") for mask in range(1 << most)]
        self.bits: vec[i64] = vec[i64]([i64(count) for count in bits])
        # choices[n, k]: in how many ways at least k of n tickets, and not none at all, can be kept.
        choices = [sum([1 for b in bits[1 : 1 << n] if b >= k]) for n in range(most + 1) for k in range(most + 1)]
        self.choices: vec[i64] = vec[i64]([i64(count) for count in choices])
        self.choice_bits: vec[i64] = vec[i64](
            [i64(self.bits_of(n, k)) for n in range(most + 1) for k in range(most + 1)]
        )
        self.opening_deal: i64 = setting.numbers.deal
        self.opening_keep: i64 = setting.numbers.keep
        self.later_draw: i64 = setting.numbers.draw
        self.later_keep: i64 = setting.numbers.draw_keep

    def bits_of(self, n: int, k: int) -> int:
        """These ways as a bit set, with bit m for the choice that has the bits m; nothing if they may be too many."""
        if 1 << self.most_offered > MOST_BITS:
            return 0
        return sum([1 << mask for mask in range(1, 1 << n) if self.bits[mask] >= k])

    def names(self, ticket: i64, place: i64) -> bool:
        """Whether a ticket names a place, at an end or on the way of a tour."""
        if self.a[ticket] == place or self.b[ticket] == place:
            return True
        return self.odd[ticket] > 0 and any([place in end for end in self.tickets[ticket].ends])

    def ids_of(self, tickets: list[int]) -> tuple[str, ...]:
        """The ids of some tickets, in the same order."""
        return tuple([self.ids[ticket] for ticket in tickets])

    def by_deck(self, tickets: list[int]) -> tuple[int, ...]:
        """How many of some tickets belong to each deck."""
        if len(self.decks) == 1:
            return (len(tickets),)
        counts = [0] * len(self.decks)
        for ticket in tickets:
            counts[self.deck_of[ticket]] += 1
        return tuple(counts)


def ticket_tables(setting: Setting) -> TicketTables:
    """The tables of a setting, made when first wanted."""
    return setting.once("tickets", lambda: TicketTables(setting))
