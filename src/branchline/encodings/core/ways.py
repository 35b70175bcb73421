"""The cheapest ways across the map for the tickets of a seat, kept up to date while routes are claimed.

Own routes cost nothing, routes that are still free cost their length, all others are closed. Whoever holds a ticket can
work this out at the table, so it is no secret of anybody else's.

Of several equally cheap ways the one with the fewest routes counts, of several of these the one whose routes come
first on the board, and should that be the same, one that never changes. So there is always one cheapest way, and it
does not depend on how the game came to where it is. That makes it easy to keep: a claim of another seat changes the
ways that it cuts and no others. A claim of your own changes those that lead over it, or would be cheaper if they did.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.encodings.core.guided_search import FAR, PIECE_BITS, Distances, GuidedRoom, GuidedSearch, distances_of
from branchline.encodings.core.part import clear, fill
from branchline.encodings.core.ticket_lists import TicketLists
from branchline.encodings.core.wanted_routes import WantedRoutes
from branchline.engine.terrain import NONE
from branchline.mechanics.routes.tracks import Tracks
from branchline.mechanics.routes.ways import CLOSED, WaySearch
from branchline.mechanics.tickets.tickets import Tickets

UNKNOWN: Final[i64] = -2  # the length of a way that has not been looked for
LOST: Final[i64] = -1  # there is no way any more
FEW: Final[i64] = 2  # that many tickets are looked at one by one; for more, one search all around does


class KeptWays:
    """For every seat: what its tickets still take, and how many of them each free route would serve.

    `look_anew` begins with what a seat sees now, `update` goes on from there.
    """

    def __init__(self, tracks: Tracks, tickets: Tickets, room: GuidedRoom | None = None) -> None:
        """`room` is for searches, and may be shared with other games if no two of them are looked at at once."""
        setting = tracks.commons.setting
        if room is None:
            room = GuidedRoom(setting)
        terrain = tracks.terrain
        self.tracks: Final = tracks
        self.tickets: Final = tickets
        self.terrain: Final = terrain
        self.seats: i64 = setting.seats
        self.routes: i64 = terrain.routes
        self.count: i64 = tickets.tables.count
        self.weights: Final = distances_of(setting).weights
        self.searches: Final = [GuidedSearch(setting, room) for _ in range(self.seats)]
        self.legs: Final = self.searches[0].map.leg_start
        self.unused: Final = vec[i64]([0] * self.routes)  # all 0; between the legs of a tour, its routes so far
        # By seat and ticket.
        self.missing: Final = vec[i64]([UNKNOWN] * (self.seats * self.count))  # pieces, LOST or UNKNOWN
        self.cost: Final = vec[i64]([0] * (self.seats * self.count))  # as the search weighs it
        self.counted: Final = vec[i64]([0] * (self.seats * self.count))  # 1 if the way is among the wanted routes
        # The routes of a way that are still to be claimed.
        self.most: i64 = min(terrain.routes, (terrain.places - 1) * self._most_legs())
        self.way: Final = vec[i16]([i16(0)] * (self.seats * self.count * self.most))
        self.way_size: Final = vec[i64]([0] * (self.seats * self.count))
        self.used: Final = vec[i16]([i16(0)] * (self.seats * self.routes))  # by seat and route: ways that take it
        self.wanted: Final = WantedRoutes(terrain, self.seats)  # by ways of tickets that the seat holds
        self.lists: Final = TicketLists(tickets)
        self.known_changes: Final = vec[i64]([0] * self.seats)  # of the tracks, at the last look
        self.known_claims: Final = vec[i64]([0] * (self.seats * self.seats))  # by seat that looks, and owner
        self.hopeful: Final = vec[i64]([0] * self.count)  # tickets whose way a new route may make cheaper
        self.unknown: bool = False  # some ticket of the seat looked at has a way that has to be found
        self.moved: bool = False  # some ticket's way was found again in the last update

    def _most_legs(self) -> i64:
        """The most legs of a ticket."""
        return max([1, *[int(self.legs[ticket + 1] - self.legs[ticket]) for ticket in range(self.count)]])

    # What has changed

    def look_anew(self, seat: i64) -> None:
        """Forget what is known of a seat's ways and find them all; routes that differ from free ones are marked."""
        self.searches[seat].forget_routes()
        self.wanted.forget(seat)
        for owner in range(self.seats):
            self._note_weights(seat, owner)
            self.known_claims[seat * self.seats + owner] = self.tracks.claims[owner]
        clear(self.used, seat * self.routes, self.routes)
        fill(self.missing, seat * self.count, self.count, UNKNOWN)
        fill(self.way_size, seat * self.count, self.count, 0)
        fill(self.counted, seat * self.count, self.count, 0)
        self.known_changes[seat] = self.tracks.changes
        self.lists.update(seat)
        self._find_unknown(seat)

    def update(self, seat: i64, tickets_changed: bool) -> None:
        """Bring one seat's ways up to date with the map and its tickets, which are the same unless that is said."""
        self.moved = False
        if self.known_changes[seat] == self.tracks.changes and not tickets_changed:
            return
        self.known_changes[seat] = self.tracks.changes
        self.unknown = False
        self._note_claims(seat)
        if tickets_changed and self.lists.has_changed(seat):
            self._note_tickets(seat)
        if self.unknown:
            self._find_unknown(seat)

    def _note_weights(self, seat: i64, owner: i64) -> None:
        """Tell the search of a seat what the routes of an owner, and the other tracks of these, weigh."""
        search = self.searches[seat]
        terrain = self.terrain
        first: i64 = owner * self.routes
        for k in range(first, first + self.tracks.claims[owner]):
            route = self.tracks.claimed[k]
            self.wanted.mark(seat, route)
            search.reweigh(route, self._weight_of(seat, route))
            for twin in range(terrain.twin_start[route], terrain.twin_start[route + 1]):
                self.wanted.mark(seat, terrain.twins[twin])
                search.reweigh(terrain.twins[twin], self._weight_of(seat, terrain.twins[twin]))
            if owner == seat:
                search.add_route(route)

    # Claims

    def _note_claims(self, seat: i64) -> None:
        """Follow the claims since the last look: first those that close routes, then your own."""
        claims = self.tracks.claims
        known_claims = self.known_claims
        seats = self.seats
        known: i64 = seat * seats
        for owner in range(seats):
            if known_claims[known] < claims[owner] and owner != seat:
                self._note_claims_of(seat, owner)
            known += 1
        known = seat * seats + seat
        while known_claims[known] < claims[seat]:
            route = self.tracks.claimed[seat * self.routes + known_claims[known]]
            was_closed = self.searches[seat].weight[route] == CLOSED
            self._reweigh(seat, route)
            self.searches[seat].add_route(route)
            self._shorten(seat, route, was_closed)
            self._reweigh_twins(seat, route)  # no way leads over them any more
            known_claims[known] += 1

    def _note_claims_of(self, seat: i64, owner: i64) -> None:
        """Follow the claims of another seat."""
        known: i64 = seat * self.seats + owner
        while self.known_claims[known] < self.tracks.claims[owner]:
            route = self.tracks.claimed[owner * self.routes + self.known_claims[known]]
            self._reweigh(seat, route)
            self._reweigh_twins(seat, route)
            self.known_claims[known] += 1

    def _weight_of(self, seat: i64, route: i64) -> i64:
        """What a route weighs for a seat; nothing but cards, pieces and permissions keeps it from claiming it."""
        owners = self.tracks.owners[route]
        if owners >> seat & 1:
            return 0
        return CLOSED if owners != 0 or self.tracks.is_shut(seat, route) else self.weights[route]

    def _reweigh(self, seat: i64, route: i64) -> None:
        """Look at a route again; if it is closed now, ways over it have to be found again."""
        self.wanted.mark(seat, route)
        weight = self._weight_of(seat, route)
        self.searches[seat].reweigh(route, weight)
        if weight == CLOSED and self.used[seat * self.routes + route] > 0:
            first: i64 = seat * self.count
            for k in range(first, first + self.lists.counts[seat]):
                at: i64 = seat * self.count + self.lists.tickets[k]
                if self._leads_over(at, route):
                    self._forget_way(seat, at)
                    self.unknown = True

    def _reweigh_twins(self, seat: i64, route: i64) -> None:
        """Look again at the other tracks of a route."""
        for twin in range(self.terrain.twin_start[route], self.terrain.twin_start[route + 1]):
            self._reweigh(seat, self.terrain.twins[twin])

    # unchecked: a way has room for `most` routes
    def _leads_over(self, at: i64, route: i64) -> bool:
        """Whether a way takes a route."""
        way = self.way
        first: i64 = at * self.most
        return any(i64(way[k]) == route for k in range(first, first + self.way_size[at]))

    def _shorten(self, seat: i64, route: i64, was_closed: bool) -> None:
        """Let ways lead over a route that a seat owns now, where that makes them cheaper.

        A way over it stays the cheapest one, as all others over it save as much. For other tickets a way over the route
        is looked for if it might be cheaper; for many of them one search from the route does. What was lost can be
        joined again only by a route that was closed before.
        """
        search = self.searches[seat]
        taken = self.used[seat * self.routes + route] > 0
        hopeful: i64 = 0
        limit: i64 = 0
        first: i64 = seat * self.count
        for k in range(first, first + self.lists.counts[seat]):
            ticket = self.lists.tickets[k]
            at: i64 = seat * self.count + ticket
            if self.missing[at] > 0 or (was_closed and self.missing[at] == LOST):
                if self.legs[ticket + 1] - self.legs[ticket] > 1:  # a tour
                    self._forget_way(seat, at)
                    self.unknown = True
                elif taken and self._leads_over(at, route):
                    self._leave_out(seat, at, route)
                else:
                    reach = search.reach_of_newest(self.legs[ticket], self.cost[at])
                    if reach > 0:
                        self.hopeful[hopeful] = ticket
                        hopeful += 1
                    if reach > limit:
                        limit = reach
        if hopeful > FEW:
            search.spread_from(route, limit)
        many = hopeful > FEW
        while hopeful > 0:
            hopeful -= 1
            if many:
                self._lead_through(seat, self.hopeful[hopeful])
            else:
                self._find_cheaper(seat, self.hopeful[hopeful])

    def _find_cheaper(self, seat: i64, ticket: i64) -> None:
        """Find a way for a ticket that is cheaper than the one that is known, if there is any."""
        search = self.searches[seat]
        at: i64 = seat * self.count + ticket
        cost = search.search_straight(self.legs[ticket], self.cost[at])
        if cost < FAR:
            self._drop_way(seat, at)
            self._add_routes(search, at, search.reached)
            self._set_way(seat, ticket, cost, cost >> PIECE_BITS)

    def _leave_out(self, seat: i64, at: i64, route: i64) -> None:
        """A route of a way need not be claimed any more."""
        counts: i64 = self.counted[at]
        if counts == 1:
            self._want(seat, at, -1)
        k: i64 = at * self.most
        while i64(self.way[k]) != route:
            k += 1
        self.way_size[at] -= 1
        self.way[k] = self.way[at * self.most + self.way_size[at]]
        self.used[seat * self.routes + route] -= 1
        self.cost[at] -= self.weights[route]
        self.missing[at] = self.cost[at] >> PIECE_BITS
        self.moved = True
        if counts == 1:
            self._want(seat, at, 1)

    def _lead_through(self, seat: i64, ticket: i64) -> None:
        """Let the way of a ticket lead through the places that were searched from, if that makes it cheaper."""
        search = self.searches[seat]
        at: i64 = seat * self.count + ticket
        leg = self.legs[ticket]
        one = self._nearest(search, search.map.from_start[leg], search.map.to_start[leg])
        other = self._nearest(search, search.map.to_start[leg], search.map.to_end[leg])
        cost: i64 = search.distance[one] + search.distance[other]
        if cost < self.cost[at]:
            self._drop_way(seat, at)
            self._add_routes(search, at, one)
            self._add_routes(search, at, other)
            self._set_way(seat, ticket, cost, cost >> PIECE_BITS)

    def _nearest(self, search: GuidedSearch, first: i64, last: i64) -> i64:
        """Which of some stops was reached most cheaply."""
        best: i64 = search.map.stops[first]
        for k in range(first + 1, last):
            if search.distance[search.map.stops[k]] < search.distance[best]:
                best = search.map.stops[k]
        return best

    # Tickets

    def _note_tickets(self, seat: i64) -> None:
        """Follow what a seat was offered, keeps or gave back: forget ways, count them as wanted, or look for them."""
        lists = self.lists
        first: i64 = seat * self.count
        for k in range(first, first + lists.counts[seat]):
            at: i64 = first + lists.tickets[k]
            if self.missing[at] != UNKNOWN and not lists.has(seat, lists.tickets[k]):
                self._forget_way(seat, at)
        lists.update(seat)
        for k in range(first, first + lists.counts[seat]):
            at = first + lists.tickets[k]
            if self.missing[at] == UNKNOWN:
                self.unknown = True
            elif self.counted[at] == 0 and self.tickets.held.holder[lists.tickets[k]] == seat:
                self._want(seat, at, 1)

    # Ways

    def _find_unknown(self, seat: i64) -> None:
        """Find the ways of a seat's tickets that are not known."""
        first: i64 = seat * self.count
        for k in range(first, first + self.lists.counts[seat]):
            if self.missing[seat * self.count + self.lists.tickets[k]] == UNKNOWN:
                self._find(seat, self.lists.tickets[k])

    def _find(self, seat: i64, ticket: i64) -> None:
        """Find the cheapest way for a ticket; for a tour, leg by leg, each using what the legs before it build."""
        search = self.searches[seat]
        at: i64 = seat * self.count + ticket
        if self.legs[ticket + 1] == self.legs[ticket] + 1 and search.is_direct(self.legs[ticket]):
            self._go_directly(seat, ticket, search.distances)
            return
        total: i64 = 0
        pieces: i64 = 0
        leg: i64 = self.legs[ticket]
        last: i64 = self.legs[ticket + 1]
        while leg < last and pieces != LOST:
            cost = search.search(leg, self.unused) if leg > self.legs[ticket] else search.search_straight(leg, FAR)
            if cost >= FAR:
                total = FAR
                pieces = LOST
            else:
                total += cost
                pieces += cost >> PIECE_BITS
                self._add_routes(search, at, search.reached)
            leg += 1
            if leg < last:
                self._use(at, 1)
        if last - self.legs[ticket] > 1:
            self._use(at, 0)
        if pieces == LOST:
            self.way_size[at] = 0
        self._set_way(seat, ticket, total, pieces)

    def _go_directly(self, seat: i64, ticket: i64, distances: Distances) -> None:
        """Let a ticket have the cheapest way of the empty map."""
        at: i64 = seat * self.count + ticket
        leg = self.legs[ticket]
        end: i64 = at * self.most
        last: i64 = distances.direct_start[leg + 1]
        for k in range(distances.direct_start[leg], last):
            self.way[end] = i16(distances.direct[k])
            end += 1
        self.way_size[at] = end - at * self.most
        self._set_way(seat, ticket, distances.direct_cost[leg], distances.direct_cost[leg] >> PIECE_BITS)

    def _use(self, at: i64, mark: i64) -> None:
        """Let the routes of a way cost nothing for the legs that follow (1), or what they cost otherwise (0)."""
        first: i64 = at * self.most
        for k in range(first, first + self.way_size[at]):
            self.unused[i64(self.way[k])] = mark

    # unchecked: a search reaches no place twice, so a way has no more than `most` routes
    def _add_routes(self, search: WaySearch, at: i64, place: i64) -> None:
        """Add the routes to a way that lead from where a search began to a place, and are still to be claimed."""
        weight = search.weight
        came_by = search.came_by
        end: i64 = at * self.most + self.way_size[at]
        route: i64 = came_by[place]
        while route != NONE:
            if weight[route] > 0 and self.unused[route] == 0:
                self.way[end] = i16(route)
                end += 1
            place = search.came_from[place]
            route = came_by[place]
        self.way_size[at] = end - at * self.most

    def _set_way(self, seat: i64, ticket: i64, cost: i64, pieces: i64) -> None:
        """Note what a way costs; its routes were added before."""
        at: i64 = seat * self.count + ticket
        self.cost[at] = cost
        self.missing[at] = pieces
        self.moved = True
        self._count_way(seat, at, 1)
        if self.tickets.held.holder[ticket] == seat:
            self._want(seat, at, 1)

    def _forget_way(self, seat: i64, at: i64) -> None:
        """Let a way be unknown."""
        self._drop_way(seat, at)
        self.missing[at] = UNKNOWN

    def _drop_way(self, seat: i64, at: i64) -> None:
        """Let a way have no routes; another one is set next."""
        self.moved = True
        if self.counted[at] == 1:
            self._want(seat, at, -1)
        self._count_way(seat, at, -1)
        self.way_size[at] = 0

    # unchecked: a way has room for `most` routes, which come from the map
    def _count_way(self, seat: i64, at: i64, more: i64) -> None:
        """Count a way more or less over each of its routes."""
        way = self.way
        used = self.used
        base: i64 = seat * self.routes
        first: i64 = at * self.most
        for k in range(first, first + self.way_size[at]):
            used[base + i64(way[k])] += i16(more)

    def _want(self, seat: i64, at: i64, more: i64) -> None:
        """Count the way of a ticket that the seat holds among the wanted routes (1), or no longer (-1)."""
        self.counted[at] += more
        first: i64 = at * self.most
        self.wanted.count_way(seat, self.way, first, first + self.way_size[at], more)
