"""The tickets that seats hold, and what they score (COM-074..COM-076, COM-081)."""

from typing import Final

from mypy_extensions import i64

from branchline.engine.filling import fill
from branchline.engine.terrain import NONE
from branchline.mechanics.routes.tracks import Tracks
from branchline.mechanics.tickets.ticket_tables import TicketTables
from branchline.model.vecs import vec


class HeldTickets:
    """Who holds which ticket, and whether the routes of that seat join its places."""

    def __init__(self, tables: TicketTables, tracks: Tracks, seats: int) -> None:
        self.tables: Final = tables
        self.tracks: Final = tracks
        self.connections: Final = tracks.connections
        self.holder: vec[i64] = vec[i64]([NONE] * tables.count)  # by ticket: the seat, or NONE
        self.counts: vec[i64] = vec[i64]([0] * seats)
        self.completed: vec[i64] = vec[i64]([0] * seats)  # set when the game is scored

    def reset(self) -> None:
        """Nobody holds any."""
        fill(self.holder, NONE)
        fill(self.counts, 0)
        fill(self.completed, 0)

    def give(self, seat: i64, ticket: i64) -> None:
        """Let a seat hold a ticket."""
        self.holder[ticket] = seat
        self.counts[seat] += 1

    def numbers(self, seat: i64) -> list[int]:
        """The tickets of a seat, in board order."""
        return [k for k in range(self.tables.count) if self.holder[k] == seat]

    def ids(self, seat: i64) -> tuple[str, ...]:
        """The same by their ids."""
        return self.tables.ids_of(self.numbers(seat))

    def copy_from(self, other: "HeldTickets") -> None:
        """Become equal to those of another game."""
        self.holder = other.holder[:]
        self.counts = other.counts[:]
        self.completed = other.completed[:]

    # What they score

    def is_completed(self, seat: i64, ticket: i64) -> bool:
        """Whether the seat's routes join all places of a ticket."""
        tables = self.tables
        if not tables.unusual or tables.odd[ticket] == 0:
            return self.connections.connected(seat, tables.a[ticket], tables.b[ticket])
        ends = tables.tickets[ticket].ends
        return all([self._joined(seat, ends[k - 1], ends[k]) for k in range(1, len(ends))])

    def _joined(self, seat: i64, some: tuple[int, ...], others: tuple[int, ...]) -> bool:
        """Whether any of some places is connected with any of others; a country has several dead ends (COM-075)."""
        for a in some:
            for b in others:
                if self.connections.connected(seat, a, b):
                    return True
        return False

    def worth(self, seat: i64, ticket: i64) -> i64:
        """What a ticket scores: its value, or its loss. A tour is worth more when it is traced exactly (W3)."""
        value = self.tables.value[ticket]
        tour = self.tables.tickets[ticket].tour_points
        if tour is None:
            return value if self.is_completed(seat, ticket) else -value
        if not self.is_completed(seat, ticket):
            return -tour[1]
        stops = [end[0] for end in self.tables.tickets[ticket].ends]
        for k in range(1, len(stops)):
            if not self.tracks.owns_between(seat, stops[k - 1], stops[k]):
                return tour[0]
        return value

    def points_by_ticket(self, seat: i64) -> dict[str, int]:
        """What each ticket of a seat scores, by its id."""
        return {self.tables.ids[ticket]: int(self.worth(seat, ticket)) for ticket in self.numbers(seat)}

    def score(self, points: vec[i64]) -> None:
        """Completed tickets add their value to a seat's entry, the others subtract it (COM-081)."""
        tables = self.tables
        for ticket in range(tables.count):
            seat = self.holder[ticket]
            if seat != NONE:
                worth: i64 = 0
                if tables.odd[ticket] != 0:
                    worth = self.worth(seat, ticket)
                elif self.is_completed(seat, ticket):
                    worth = tables.value[ticket]
                else:
                    worth = -tables.value[ticket]
                points[seat] += worth
                if worth > 0:
                    self.completed[seat] += 1

    def completed_naming(self, seat: i64, place: i64) -> i64:
        """How many completed tickets of a seat name a place (W4)."""
        total: i64 = 0
        for ticket in range(self.tables.count):
            if self.holder[ticket] == seat and self.tables.names(ticket, place) and self.is_completed(seat, ticket):
                total += 1
        return total

    def results(self, seat: i64) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The tickets of a seat, parted into completed and not."""
        held = self.numbers(seat)
        done = [ticket for ticket in held if self.is_completed(seat, ticket)]
        return self.tables.ids_of(done), self.tables.ids_of([ticket for ticket in held if ticket not in done])
