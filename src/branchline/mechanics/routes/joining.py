"""The cheapest routes that join several places, where pieces of several sorts are limited (labels, by cost).

A label says that routes of some cost, which take that many pieces of each sort, join a place with some of the wanted
places. It is kept unless another one of the same place and the same wanted places costs no more and takes no more of
any sort. So the first label that has everything is the cheapest that the supply allows; if there is none, there is no
way. Labels of one place grow along routes, and two labels of a place that have different places join.
"""

from heapq import heappop, heappush
from typing import Final

from mypy_extensions import i64

from branchline.engine.terrain import NONE
from branchline.mechanics.routes.ways import CLOSED, WaySearch
from branchline.model.vecs import vec


class Joining:
    """Joins places over the routes of a search, whose weights are the costs."""

    def __init__(self, search: WaySearch, sort_of: vec[i64], lengths: vec[i64], sorts: i64) -> None:
        """`sort_of` says by route which sort of pieces it takes."""
        self.search: Final = search
        self.sort_of: Final = sort_of
        self.lengths: Final = lengths
        self.sorts: i64 = sorts
        self.limit: vec[i64] = vec[i64]([0] * (sorts + 1))  # of each sort, and of all together
        self.free: vec[i64] = vec[i64]()  # routes marked here cost nothing and take nothing
        self.one_each: bool = False  # keep only the cheapest label, whatever it takes
        self.everything: i64 = 0
        self.queue: list[tuple[int, int]] = []  # labels that are still to be looked at, by cost
        # By label: its cost, its place, the wanted places it has as bits, and what it was made of; its pieces by sort.
        self.cost: list[int] = []
        self.place: list[int] = []
        self.has: list[int] = []
        self.route: list[int] = []
        self.before: list[int] = []
        self.beside: list[int] = []
        self.taken: list[int] = []
        self.settled: list[bool] = []
        self.pieces: vec[i64] = vec[i64]([0] * sorts)  # of the label that is being made
        self.kept: dict[int, list[int]] = {}  # the labels worth keeping, by place and wanted places

    def join(self, groups: list[list[int]], free: vec[i64], limit: vec[i64], one_each: bool) -> list[int] | None:
        """The routes that join any place of each group at the lowest cost; None if the limits allow none.

        `one_each` looks for the cheapest whatever it takes, which is much quicker: if the limits allow what it finds,
        that is the answer.
        """
        self.forget()
        self.free = free
        self.limit = limit
        self.one_each = one_each
        self.everything = (1 << len(groups)) - 1
        for k, places in enumerate(groups):
            for place in places:
                self.note(0, place, 1 << k, NONE, NONE, NONE)
        while self.queue:
            _, number = heappop(self.queue)
            label: i64 = number
            if number in self.kept[self.where(self.has[label], self.place[label])]:
                if self.has[label] == self.everything:
                    return self.routes_of(number)
                self.settled[label] = True
                self.grow(label)
                self.combine(label)
        return None

    def forget(self) -> None:
        """Begin without labels."""
        self.queue = []
        self.cost = []
        self.place = []
        self.has = []
        self.route = []
        self.before = []
        self.beside = []
        self.taken = []
        self.settled = []
        self.kept = {}

    def where(self, has: i64, place: i64) -> int:
        """Where labels with these wanted places are kept."""
        return int(has * self.search.places + place)

    def grow(self, label: i64) -> None:
        """Go on from a label along all routes of its place."""
        ways = self.search.map
        weight = self.search.weight
        place: i64 = self.place[label]
        has: i64 = self.has[label]
        cost: i64 = self.cost[label]
        last: i64 = ways.edge_start[place + 1]
        for k in range(ways.edge_start[place], last):
            route: i64 = ways.edge_route[k]
            step: i64 = weight[route]
            if step != CLOSED:
                if self.free[route] == 1:
                    step = 0
                self.note(cost + step, ways.edge_to[k], has, route if step > 0 else NONE, label, NONE)

    def combine(self, label: i64) -> None:
        """Join a label with those of its place that have other wanted places."""
        has: i64 = self.has[label]
        place: i64 = self.place[label]
        for other in range(i64(1), self.everything):
            if other & has == 0:
                for number in self.kept.get(self.where(other, place), []):
                    if self.settled[number]:
                        self.note(self.cost[label] + self.cost[number], place, has | other, NONE, label, number)

    def note(self, cost: i64, place: i64, has: i64, route: i64, before: i64, beside: i64) -> None:
        """Keep a new label, if the limits allow it and no other one is as good."""
        if not self.counted(route, before, beside):
            return
        where = self.where(has, place)
        others = self.kept.get(where, [])
        for other in others:
            if self.cost[other] <= cost and (self.one_each or self.takes_more(self.pieces, other)):
                return
        label = len(self.cost)
        self.kept[where] = [other for other in others if not self.is_worse(other, cost)] + [label]
        self.cost.append(int(cost))
        self.place.append(int(place))
        self.has.append(int(has))
        self.route.append(int(route))
        self.before.append(int(before))
        self.beside.append(int(beside))
        self.settled.append(False)
        for count in self.pieces:
            self.taken.append(int(count))
        heappush(self.queue, (int(cost), label))

    def counted(self, route: i64, before: i64, beside: i64) -> bool:
        """Count the pieces that a new label takes; False if they are too many."""
        sorts = self.sorts
        total: i64 = 0
        for sort in range(sorts):
            count: i64 = 0
            if before != NONE:
                count += self.taken[before * sorts + sort]
            if beside != NONE:
                count += self.taken[beside * sorts + sort]
            if route != NONE and self.sort_of[route] == sort:
                count += self.lengths[route]
            self.pieces[sort] = count
            total += count
            if count > self.limit[sort] and not self.one_each:
                return False
        return self.one_each or total <= self.limit[sorts]

    def takes_more(self, pieces: vec[i64], other: i64) -> bool:
        """Whether that is at least as much of every sort as a label takes."""
        for sort in range(self.sorts):
            least: i64 = self.taken[other * self.sorts + sort]
            if pieces[sort] < least:
                return False
        return True

    def is_worse(self, other: i64, cost: i64) -> bool:
        """Whether the new label makes another one needless."""
        if self.cost[other] < cost:
            return False
        if not self.one_each:
            for sort in range(self.sorts):
                most: i64 = self.taken[other * self.sorts + sort]
                if self.pieces[sort] > most:
                    return False
        return True

    def routes_of(self, label: int) -> list[int]:
        """The routes that a label is made of."""
        found: set[int] = set()
        open_ends = [label]
        while open_ends:
            at = open_ends.pop()
            if self.route[at] != NONE:
                found.add(self.route[at])
            open_ends += [each for each in (self.before[at], self.beside[at]) if each != NONE]
        return sorted(found)
