"""The cheapest ways across the map for the tickets of a seat, kept up to date while routes are claimed.

Own routes cost nothing, routes that are still free cost their length, all others are closed. Whoever holds a ticket can
work this out at the table, so it is no secret of anybody else's. A way is looked for only when it may have changed: a
claim of one's own may shorten any way, a claim of another seat matters only to ways that it cuts.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.engine.terrain import NONE
from branchline.mechanics.tickets import Tickets
from branchline.mechanics.tracks import Tracks
from branchline.mechanics.ways import way_map

UNKNOWN: Final[i64] = -2  # the length of a way that has not been looked for
LOST: Final[i64] = -1  # there is no way any more
FAR: Final[i64] = 1 << 40
WORD: Final[i64] = 30  # bits used of a number; a shifted constant has 32 of them in compiled code, sign included


class Ways:
    """For every seat: what its tickets still take, and how many of them each free route would serve."""

    def __init__(self, tracks: Tracks, tickets: Tickets) -> None:
        setting = tracks.commons.setting
        self.tracks = tracks
        self.tickets = tickets
        self.terrain = tracks.terrain
        self.map = way_map(setting)
        self.seats: i64 = setting.seats
        self.routes: i64 = self.terrain.routes
        self.places: i64 = self.terrain.places
        self.count: i64 = tickets.count_all
        self.missing: vec[i64] = vec[i64]([UNKNOWN] * (self.seats * self.count))  # pieces, LOST or UNKNOWN
        self.words: i64 = (self.routes + WORD - 1) // WORD  # the routes of a way as bits
        self.bits: vec[i64] = vec[i64]([0] * (self.seats * self.count * self.words))
        self.wanted: vec[i64] = vec[i64]([0] * (self.seats * self.routes))  # held tickets whose way takes the route
        self.known_owners: vec[i64] = vec[i64]([0] * (self.seats * self.routes))  # as they were at the last look
        self.known_held: vec[i64] = vec[i64]([0] * self.seats)  # how many tickets were held then
        self.cost: vec[i64] = vec[i64]([0] * self.routes)  # of each route for the seat looked at; FAR: closed
        self.best: vec[i64] = vec[i64]([0] * self.places)
        self.came: vec[i64] = vec[i64]([0] * self.places)  # the link by which the cheapest way comes to a place
        self.queue: vec[i64] = vec[i64]([0] * (self.places + 1))
        self.queued: vec[i64] = vec[i64]([0] * self.places)

    def update(self, seat: i64) -> None:
        """Bring one seat's ways up to date with the map and its tickets."""
        changed = self.note_claims(seat)
        if self.known_held[seat] != self.tickets.held[seat]:
            self.known_held[seat] = self.tickets.held[seat]
            changed = True
        priced = False
        offered = self.tickets.offered[seat]
        ticket: i64 = 0
        while ticket < self.count:
            at: i64 = seat * self.count + ticket
            if self.tickets.holder[ticket] != seat and not (offered > 0 and self.is_offered(seat, ticket)):
                if self.missing[at] != UNKNOWN:
                    self.missing[at] = UNKNOWN
                    changed = True
            elif self.missing[at] == UNKNOWN:
                if not priced:
                    self.price_routes(seat)
                    priced = True
                self.find(seat, ticket)
                changed = True
            ticket += 1
        if changed:
            self.count_wanted(seat)

    def is_offered(self, seat: i64, ticket: i64) -> bool:
        """Whether a seat is choosing from some tickets, this one among them."""
        k: i64 = seat * self.tickets.offer_size
        last: i64 = k + self.tickets.offered[seat]
        while k < last:
            if self.tickets.offer[k] == ticket:
                return True
            k += 1
        return False

    def note_claims(self, seat: i64) -> bool:
        """Forget the ways that claims since the last look may have changed; True if there were any claims."""
        owners = self.tracks.owners
        known = self.known_owners
        base: i64 = seat * self.routes
        anything = False
        all_ways = False
        route: i64 = 0
        while route < self.routes:
            now = owners[route]
            before = known[base + route]
            if now != before:
                anything = True
                if before & ~now or (now & ~before) >> seat & 1:  # a new game, or a claim of one's own
                    all_ways = True
                known[base + route] = now
            route += 1
        if anything:
            ticket: i64 = 0
            while ticket < self.count:
                at: i64 = seat * self.count + ticket
                if self.missing[at] != UNKNOWN and (all_ways or self.is_cut(seat, at)):
                    self.missing[at] = UNKNOWN
                ticket += 1
        return anything

    def is_cut(self, seat: i64, at: i64) -> bool:
        """Whether a route of a way is closed by now. What is lost already cannot be cut."""
        word: i64 = 0
        while word < self.words:
            bits = self.bits[at * self.words + word]
            route: i64 = word * WORD
            while bits:
                if bits & 1 and not self.is_free(seat, route):
                    return True
                bits >>= 1
                route += 1
            word += 1
        return False

    def is_free(self, seat: i64, route: i64) -> bool:
        """Whether nothing but cards, pieces and permissions keeps a seat from claiming a route."""
        return self.tracks.owners[route] == 0 and not self.tracks.is_shut(seat, route)

    def price_routes(self, seat: i64) -> None:
        """What each route would take of the seat."""
        route: i64 = 0
        while route < self.routes:
            if self.tracks.owners[route] >> seat & 1:
                self.cost[route] = 0
            elif self.is_free(seat, route):
                self.cost[route] = self.terrain.length[route]
            else:
                self.cost[route] = FAR
            route += 1

    def find(self, seat: i64, ticket: i64) -> None:
        """Find the cheapest way for a ticket; for a tour, leg by leg, each using what the legs before it build."""
        at: i64 = seat * self.count + ticket
        word: i64 = 0
        while word < self.words:
            self.bits[at * self.words + word] = 0
            word += 1
        if not self.tickets.unusual or self.tickets.odd[ticket] == 0:
            a = self.tickets.a[ticket]
            b = self.tickets.b[ticket]
            if self.tracks.connected(seat, a, b):
                self.missing[at] = 0
                return
            self.begin()
            self.add_start(a)
            self.spread(b)
            self.missing[at] = self.best[b] if self.best[b] < FAR else LOST
            self.mark(at, b)
            return
        self.find_legs(at, self.tickets.tickets[ticket].ends)

    def find_legs(self, at: i64, ends: tuple[tuple[int, ...], ...]) -> None:
        """The same for a ticket with countries or stops on the way."""
        total: i64 = 0
        for leg in range(1, len(ends)):
            self.begin()
            for place in ends[leg - 1]:
                self.add_start(place)
            self.spread(NONE)
            goal: i64 = NONE
            for place in ends[leg]:
                if goal == NONE or self.best[place] < self.best[goal]:
                    goal = place
            if self.best[goal] >= FAR:
                self.missing[at] = LOST
                break
            total += self.best[goal]
            self.missing[at] = total
            self.mark(at, goal)
            self.make_free(at, True)
        self.make_free(at, False)

    def make_free(self, at: i64, free: bool) -> None:
        """Let the routes of a way cost nothing for the legs that follow, or their length again."""
        route: i64 = 0
        while route < self.routes:
            if self.bits[at * self.words + route // WORD] >> (route % WORD) & 1:
                self.cost[route] = 0 if free else self.terrain.length[route]
            route += 1

    def begin(self) -> None:
        """No place is reached yet."""
        place: i64 = 0
        while place < self.places:
            self.best[place] = FAR
            self.came[place] = NONE
            self.queued[place] = 0
            place += 1
        self.queue[self.places] = 0  # how many are waiting

    def add_start(self, place: i64) -> None:
        """A way may begin here."""
        waiting = self.queue[self.places]
        self.best[place] = 0
        self.queue[waiting] = place
        self.queue[self.places] = waiting + 1
        self.queued[place] = 1

    def spread(self, goal: i64) -> None:
        """Reach every place as cheaply as possible: places whose price fell are looked at again, first come first.

        With a goal, no way goes on from where it costs more than the best way to the goal found so far.
        """
        starts = self.map.edge_start
        routes = self.map.edge_route
        ends = self.map.edge_to
        cost = self.cost
        came = self.came
        best = self.best
        queue = self.queue
        queued = self.queued
        places = self.places
        limit: i64 = FAR
        head: i64 = 0
        tail: i64 = queue[places] % places
        waiting: i64 = queue[places]
        while waiting > 0:
            place = queue[head]
            head += 1
            if head == places:
                head = 0
            waiting -= 1
            queued[place] = 0
            so_far = best[place]
            if so_far > limit:
                continue
            link: i64 = starts[place]
            last: i64 = starts[place + 1]
            while link < last:
                reached: i64 = so_far + cost[routes[link]]
                to = ends[link]
                if reached < best[to]:
                    best[to] = reached
                    came[to] = link
                    if to == goal:
                        limit = reached
                    if queued[to] == 0:
                        queued[to] = 1
                        queue[tail] = to
                        tail += 1
                        if tail == places:
                            tail = 0
                        waiting += 1
                link += 1

    def mark(self, at: i64, place: i64) -> None:
        """Note the routes of the cheapest way to a place that are still to be claimed."""
        while self.came[place] != NONE:
            link = self.came[place]
            route = self.map.edge_route[link]
            if self.cost[route] > 0:
                self.bits[at * self.words + route // WORD] |= 1 << (route % WORD)
            place = self.terrain.a[route] if self.map.edge_to[link] == self.terrain.b[route] else self.terrain.b[route]

    def count_wanted(self, seat: i64) -> None:
        """Count for each route the held tickets whose way takes it."""
        base: i64 = seat * self.routes
        route: i64 = 0
        while route < self.routes:
            self.wanted[base + route] = 0
            route += 1
        ticket: i64 = 0
        while ticket < self.count:
            at: i64 = seat * self.count + ticket
            if self.tickets.holder[ticket] == seat and self.missing[at] > 0:
                word: i64 = 0
                while word < self.words:
                    bits = self.bits[at * self.words + word]
                    route = base + word * WORD
                    while bits:
                        if bits & 1:
                            self.wanted[route] += 1
                        bits >>= 1
                        route += 1
                    word += 1
            ticket += 1
