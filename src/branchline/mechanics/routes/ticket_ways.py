"""What tickets still take of a seat: the cheapest way that the rules leave it, and for a tour the chain as well.

Own routes cost nothing, those that a seat can still claim their length, all others are closed. Permissions that a seat
lacks do not close a route as long as they can be had, nor does another owner where the right to share can be had (a way
shares as few routes as it can). A closed track does, and so does a lack of pieces: of one sort, counting those that can
still be exchanged, or of all together. A ticket is lost only if no routes are left that would do.
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.filling import fill
from branchline.engine.rule_sheet import RuleSheet
from branchline.engine.terrain import NONE
from branchline.mechanics.routes.joining import Joining
from branchline.mechanics.routes.route_claims import RouteClaims
from branchline.mechanics.routes.tracks import tracks_of
from branchline.mechanics.routes.ways import CLOSED, FAR_AWAY, WaySearch
from branchline.model.questions import Ways
from branchline.model.vecs import vec

PIECE: Final[i64] = 10  # the weight of a piece, so that likings can be finer than that
SHARED: Final[i64] = 1 << 24  # the further weight of a route of others


class TicketWays:
    """What tickets still take of one seat at a time."""

    def __init__(self, rules: RuleSheet) -> None:
        self.rules: Final = rules
        self.terrain: Final = rules.commons.terrain
        self.tracks: Final = tracks_of(rules)
        self.search: Final = WaySearch(rules.setting)
        self.claims: list[RouteClaims] = [found for found in rules.mechanics if isinstance(found, RouteClaims)]
        # Claims that take pieces of the same name take them from the same supply.
        self.sorts: list[str] = []
        for claims in self.claims:
            if claims.piece_name() not in self.sorts:
                self.sorts.append(claims.piece_name())
        self.sort_of: vec[i64] = vec[i64]([self.sort_for(r) for r in range(self.terrain.routes)])
        self.joining: Final = Joining(self.search, self.sort_of, self.terrain.length, len(self.sorts))
        self.used: vec[i64] = vec[i64]([0] * self.terrain.routes)  # planned routes, and those of the way found
        self.supply: vec[i64] = vec[i64]([0] * (len(self.sorts) + 1))  # by sort, and of all together
        self.left: vec[i64] = vec[i64]([0] * (len(self.sorts) + 1))  # the same without what is planned
        self.plain: bool = True  # every route costs its length and nothing else
        self.seat: i64 = 0

    def sort_for(self, route: i64) -> i64:
        """Which sort of pieces a route takes; NONE if nothing claims it."""
        for claims in self.claims:
            if claims.claims_route(route):
                return self.sorts.index(claims.piece_name())
        return NONE

    def look_at(self, seat: i64, buying: bool, liking: dict[int, int]) -> None:
        """Weigh all routes for a seat, with the permissions that it has or, if it is `buying`, could still get.

        `liking` makes some longer or shorter than they are, in tenths of a piece.
        """
        self.seat = seat
        self.plain = len(liking) == 0
        fill(self.supply, 0)
        for claims in self.claims:
            sort: i64 = self.sorts.index(claims.piece_name())
            self.supply[sort] = max(self.supply[sort], claims.most_pieces(seat))
        self.supply[len(self.sorts)] = self.rules.commons.pieces[seat]
        permitted = self.tracks.granted[seat]
        sharing = False
        if buying:
            for mechanic in self.rules.mechanics:
                permitted |= mechanic.obtainable(seat)
                sharing = sharing or mechanic.lets_share(seat)
        for route in range(self.terrain.routes):
            self.search.weight[route] = self.weight_of(route, permitted, sharing)
        for liked, tenths in liking.items():
            weight = self.search.weight[liked]
            if weight > 0:
                self.search.weight[liked] = max(weight + tenths, 1)

    def weight_of(self, route: i64, permitted: i64, sharing: bool) -> i64:
        """What a route costs the seat, in tenths of a piece; CLOSED if it can never claim it."""
        tracks = self.tracks
        length = self.terrain.length[route]
        sort = self.sort_of[route]
        if tracks.owners[route] >> self.seat & 1:
            return 0
        if sort == NONE or length > self.supply[sort] or tracks.needs[route] & ~permitted:
            return CLOSED
        if tracks.owners[route] != 0:
            if not sharing or not tracks.may_join(self.seat, route):
                return CLOSED
            self.plain = False
            return length * PIECE + SHARED
        return CLOSED if tracks.is_shut(self.seat, route) else length * PIECE

    # Ways

    def answer(self, ticket: i64, planned: list[int]) -> Ways:
        """All that there is to say about a ticket."""
        of = self.rules.setting.variant.tickets[ticket]
        missing = self.missing(ticket, planned)
        chain = None if of.tour_points is None else self.chain(ticket)
        named = None if chain is None else self.ids(chain)
        routes = [] if missing is None else missing
        return Ways(
            of.id,
            missing is None,
            self.ids(routes),
            self.pieces(routes),
            named,
            self.pieces([] if chain is None else chain),
        )

    def ids(self, routes: list[int]) -> tuple[str, ...]:
        """Routes by their ids, in board order."""
        of = self.rules.setting.board.routes
        return tuple([of[route].id for route in sorted(routes)])

    def pieces(self, routes: list[int]) -> int:
        """How many pieces some routes take."""
        return sum([int(self.terrain.length[route]) for route in routes])

    def missing(self, ticket: i64, planned: list[int]) -> list[int] | None:
        """The routes to claim for a ticket besides those planned: none if it is complete, None if it is lost."""
        self.plan(planned)
        groups = self.groups(ticket)
        if len(groups) == 2:
            found = self.find(ticket)
        else:
            found = self.joining.join(groups, self.used, self.left, one_each=True)
        if found is None or self.has_pieces(found):
            return found
        if len(self.sorts) == 1 and self.plain:
            return None  # what was found takes the fewest pieces
        return self.joining.join(groups, self.used, self.left, one_each=False)

    def plan(self, planned: list[int]) -> None:
        """Count planned routes as built, and their pieces as used."""
        fill(self.used, 0)
        sorts = len(self.sorts)
        for sort in range(sorts + 1):
            self.left[sort] = self.supply[sort]
        for route in planned:
            if self.used[route] == 0 and self.search.weight[route] > 0:
                self.left[self.sort_of[route]] -= self.terrain.length[route]
                self.left[sorts] -= self.terrain.length[route]
            self.used[route] = 1

    def groups(self, ticket: i64) -> list[list[int]]:
        """The places to join: any one of each group with all others."""
        return [[int(place) for place in end] for end in self.rules.setting.variant.tickets[ticket].ends]

    def find(self, ticket: i64) -> list[int] | None:
        """The cheapest way between two places, however many pieces it takes."""
        search = self.search
        found: list[int] = []
        if search.search(search.map.leg_start[ticket], self.used) >= FAR_AWAY:
            return None
        place: i64 = search.reached
        while search.came_by[place] != NONE:
            route = search.came_by[place]
            if search.weight[route] > 0 and self.used[route] == 0:
                found.append(int(route))
            place = search.came_from[place]
        return found

    def has_pieces(self, routes: list[int]) -> bool:
        """Whether the seat's pieces are enough for some routes besides those planned."""
        sorts = len(self.sorts)
        left = self.left[:]
        for route in routes:
            left[self.sort_of[route]] -= self.terrain.length[route]
            left[sorts] -= self.terrain.length[route]
        return min(left) >= 0

    # The chain of a tour: a direct track between each two neighbors

    def chain(self, ticket: i64) -> list[int] | None:
        """After `missing`: the routes to claim for the high value of a tour; None if that is lost."""
        groups = self.groups(ticket)
        choices: list[list[int]] = []
        for k in range(1, len(groups)):
            direct = self.direct(groups[k - 1][0], groups[k][0])
            if direct is None:
                return None
            if direct:
                choices.append(direct)
        best: list[int] | None = None
        least: i64 = FAR_AWAY
        for chosen in products(choices):
            cost: i64 = 0
            for route in chosen:
                cost += self.search.weight[route]
            if cost < least and self.has_pieces(chosen):
                best = chosen
                least = cost
        return best

    def direct(self, a: i64, b: i64) -> list[int] | None:
        """The cheapest direct track of each sort; none if the seat has one already, None if there is no more."""
        found: list[int] = []
        terrain = self.terrain
        for route in range(terrain.routes):
            weight = self.search.weight[route]
            if weight == CLOSED or {terrain.a[route], terrain.b[route]} != {a, b}:
                continue
            if weight == 0 or self.used[route] == 1:
                return []
            others = [each for each in found if self.sort_of[each] == self.sort_of[route]]
            if not others:
                found.append(int(route))
            elif weight < self.search.weight[others[0]]:
                found[found.index(others[0])] = int(route)
        return found or None


def products(choices: list[list[int]]) -> list[list[int]]:
    """All ways to take one of each."""
    found: list[list[int]] = [[]]
    for some in choices:
        found = [[*before, each] for before in found for each in some]
    return found
