"""What a seat means to build: the routes that its tickets need, and further ones for their points."""

from typing import Final

from mypy_extensions import i64

from branchline.model.vecs import vec
from branchline.planner.situation import Situation

# What becomes of a ticket.
NOT_MINE: Final[i64] = 0
DONE: Final[i64] = 1
PLANNED: Final[i64] = 2
GIVEN_UP: Final[i64] = 3

UNKNOWN: Final[i64] = -(1 << 50)

# What a route is planned for.
FOR_TICKET: Final[i64] = 1
FOR_POINTS: Final[i64] = 2


class Plan:
    """The routes that a seat means to claim, and why. It holds until a route is claimed or a ticket taken."""

    def __init__(self, seen: Situation) -> None:
        chart = seen.chart
        self.wanted: vec[i64] = vec[i64]([0] * chart.routes)
        self.bonus: vec[i64] = vec[i64]([0] * chart.routes)  # what claiming a route brings beside its points
        self.detour: vec[i64] = vec[i64]([0] * chart.routes)  # what losing a planned route would cost
        self.fate: vec[i64] = vec[i64]([NOT_MINE] * chart.tickets)
        self.pieces: i64 = 0  # that the routes for tickets take
        self.cost: i64 = 0  # of these routes, in hundredths of a point
        self.to_do: i64 = 0  # tickets that are planned and not yet done
        self.turns: i64 = 0  # that the routes for tickets take: a guess
        self.hope: i64 = UNKNOWN  # what drawing tickets promises, once it was asked ...
        self.hope_deck: i64 = 0  # ... and from which deck
        self.made: bool = False
        self.owners: vec[i64] = vec[i64]([0] * chart.routes)  # who owned what when it was made

    def copy_from(self, other: "Plan") -> None:
        """Take over another plan for the same seat."""
        self.wanted = other.wanted[:]
        self.bonus = other.bonus[:]
        self.detour = other.detour[:]
        self.fate = other.fate[:]
        self.owners = other.owners[:]
        self.pieces = other.pieces
        self.cost = other.cost
        self.to_do = other.to_do
        self.turns = other.turns
        self.hope = other.hope
        self.hope_deck = other.hope_deck
        self.made = other.made

    def is_stale(self, seen: Situation) -> bool:
        """Whether routes were claimed or tickets taken since the plan was made."""
        if not self.made:
            return True
        owners = seen.tracks.owners
        for route in range(seen.chart.routes):
            if owners[route] != self.owners[route]:
                return True
        return self.has_other_tickets(seen)

    def is_broken(self, seen: Situation) -> bool:
        """Whether the plan is of no more use: a planned route was lost, all are built, or tickets were taken.

        This is what a playout asks, where a plan that is nearly the best will do: claims elsewhere do not matter.
        """
        if not self.made or self.has_other_tickets(seen):
            return True
        for_tickets: i64 = 0
        for_points: i64 = 0
        for route in range(seen.chart.routes):
            if self.wanted[route] != 0:
                if seen.is_mine(route):
                    self.wanted[route] = 0
                elif seen.tracks.owners[route] != self.owners[route] or not seen.could_get(route):
                    return True
                elif self.wanted[route] == FOR_TICKET:
                    for_tickets += 1
                else:
                    for_points += 1
        return for_tickets == 0 and (self.to_do > 0 or for_points == 0)

    def has_other_tickets(self, seen: Situation) -> bool:
        """Whether the seat holds other tickets than the plan was made for."""
        holder = seen.tickets.held.holder
        for ticket in range(seen.chart.tickets):
            if (holder[ticket] == seen.seat) != (self.fate[ticket] != NOT_MINE):
                return True
        return False

    def stamp(self, seen: Situation) -> None:
        """Note the state of the game that the plan is made for."""
        self.made = True
        owners = seen.tracks.owners
        for route in range(seen.chart.routes):
            self.owners[route] = owners[route]
