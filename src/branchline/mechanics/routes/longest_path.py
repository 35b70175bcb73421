"""The longest continuous path of a seat: no piece is used twice, places may be passed repeatedly (COM-082, R8).

That is the longest trail in a small weighted graph. Each connected part is searched on its own, if it has the pieces to
beat the best path found, and given up when no path in it could be longer. Two shortcuts are exact: a part in which at
most two places have an odd number of routes is one single path (Euler), and a part without a circle needs only its
diameter.
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.ranking import TieBreak
from branchline.engine.terrain import NONE, Terrain
from branchline.mechanics.additions import Addition, Composition
from branchline.mechanics.bonuses import award_most
from branchline.mechanics.routes.tracks import Tracks
from branchline.model.vecs import vec


class LongestPathSearch:
    """A searcher with buffers of its own, for one game at a time."""

    def __init__(self, terrain: Terrain) -> None:
        self.terrain: Final = terrain
        places = terrain.places
        routes = terrain.routes
        self.first: vec[i64] = vec[i64]([NONE] * places)  # of each place: its first half route ...
        self.next: vec[i64] = vec[i64]([NONE] * (2 * routes))  # ... and of each half route the next at the same place
        self.touched: vec[i64] = vec[i64]([0] * places)  # places with routes, in the order found
        self.degree: vec[i64] = vec[i64]([0] * places)
        self.mark: vec[i64] = vec[i64]([0] * places)  # already counted into a part
        self.used: vec[i64] = vec[i64]([0] * routes)
        self.part: vec[i64] = vec[i64]([0] * places)
        self.pieces: i64 = 0  # on all routes of the seat
        self.part_size: i64 = 0
        self.part_total: i64 = 0  # pieces in the part, ...
        self.part_odd: i64 = 0  # ... places with an odd number of routes, ...
        self.part_ends: i64 = 0  # ... and half routes
        self.steps: vec[i64] = vec[i64]([0] * routes)  # the routes of the path that `routes_of` looks for
        self.step_count: i64 = 0
        self.best: i64 = 0
        self.far: i64 = 0
        self.far_length: i64 = 0

    def of(self, tracks: Tracks, seat: i64, beaten: i64 = 0) -> i64:
        """The length in pieces of a seat's longest path; `beaten` if it is no longer than that, as without routes."""
        count = self.collect(tracks, seat)
        self.best = beaten
        touched = self.touched
        mark = self.mark
        left: i64 = self.pieces  # in parts not looked at yet
        k: i64 = 0
        while left > self.best:
            place = touched[k]
            if mark[place] == 0:
                self.search_part(place)
                left -= self.part_total
            k += 1
        self.clear(count)
        return self.best

    def collect(self, tracks: Tracks, seat: i64) -> i64:
        """Hang the seat's routes on their places, half by half; returns how many places they touch."""
        terrain = self.terrain
        claimed = tracks.claimed
        first = self.first
        following = self.next
        degree = self.degree
        touched = self.touched
        used = self.used
        lengths = terrain.length
        far_end = terrain.far_end
        count: i64 = 0
        pieces: i64 = 0
        begin: i64 = seat * tracks.routes
        for k in range(begin, begin + tracks.claims[seat]):
            route = claimed[k]
            used[route] = 0
            pieces += lengths[route]
            half: i64 = 2 * route
            end: i64 = half + 1
            place = far_end[end]
            while half <= end:
                routes: i64 = degree[place]
                if routes == 0:
                    touched[count] = place
                    count += 1
                degree[place] = routes + 1
                following[half] = first[place]
                first[place] = half
                place = far_end[half]
                half += 1
        self.pieces = pieces
        return count

    def clear(self, count: i64) -> None:
        """Leave the buffers clean for the next seat."""
        touched = self.touched
        first = self.first
        degree = self.degree
        mark = self.mark
        for k in range(count):
            place = touched[k]
            first[place] = NONE
            degree[place] = 0
            mark[place] = 0

    def search_part(self, start: i64) -> None:
        """Find the longest path in the connected part of a place, if it can beat the best so far."""
        self.gather(start)
        if self.part_total <= self.best:
            return
        if self.part_odd <= 2:  # Euler: the whole part is one path
            self.best = self.part_total
        elif self.part_ends == 2 * (self.part_size - 1):
            self.measure_tree(start)
        else:
            self.search_trails()

    def gather(self, start: i64) -> None:
        """Collect the connected part of a place, and its numbers."""
        lengths = self.terrain.length
        far_end = self.terrain.far_end
        part = self.part
        mark = self.mark
        first = self.first
        following = self.next
        degree = self.degree
        part[0] = start
        size: i64 = 1
        mark[start] = 1
        odd: i64 = 0
        ends: i64 = 0
        total: i64 = 0  # pieces, each counted twice
        k: i64 = 0
        while k < size:
            place = part[k]
            routes: i64 = degree[place]
            ends += routes
            odd += routes & 1
            half = first[place]
            while half != NONE:
                total += lengths[half >> 1]
                other = far_end[half]
                if mark[other] == 0:
                    mark[other] = 1
                    part[size] = other
                    size += 1
                half = following[half]
            k += 1
        self.part_size = size
        self.part_total = total >> 1
        self.part_odd = odd
        self.part_ends = ends

    def measure_tree(self, start: i64) -> None:
        """A part without a circle: the place farthest from any place is one end of its longest path."""
        self.far = start
        self.far_length = 0
        self.walk_tree(start, NONE, 0)
        self.far_length = 0
        self.walk_tree(self.far, NONE, 0)
        self.best = max(self.best, self.far_length)

    def walk_tree(self, place: i64, came_by: i64, length: i64) -> None:
        """Visit a tree from a place on, noting the farthest one."""
        terrain = self.terrain
        if length > self.far_length:
            self.far_length = length
            self.far = place
        half = self.first[place]
        while half != NONE:
            route: i64 = half >> 1
            if route != came_by:
                self.walk_tree(terrain.far_end[half], route, length + terrain.length[route])
            half = self.next[half]

    def search_trails(self) -> None:
        """Try every start that a longest path can have: a place with an odd number of routes.

        A longest path uses every route at both of its ends, else it could go on; so these places are odd, or it is a
        circle, and a circle that leaves routes out can be entered to make a longer one. As both ends are odd, one of
        the odd places need not be tried.
        """
        most: i64 = self.part_total - self.fewest_left_out()
        starts: i64 = self.part_odd - 1
        k: i64 = 0
        while starts > 0 and self.best < most:
            if self.degree[self.part[k]] & 1:
                self.extend(self.part[k], 0, most)
                starts -= 1
            k += 1

    def fewest_left_out(self) -> i64:
        """How many pieces of the part no path can use.

        Each odd place that is no end of the path leaves out a route, at least its shortest; a route left out can serve
        two such places. The ends may be the two places where most would be left out.
        """
        lengths = self.terrain.length
        part = self.part
        following = self.next
        total: i64 = 0
        most: i64 = 0
        second: i64 = 0
        for k in range(self.part_size):
            place = part[k]
            if self.degree[place] & 1:
                shortest: i64 = self.terrain.longest
                half = self.first[place]
                while half != NONE:
                    length: i64 = lengths[half >> 1]
                    shortest = min(shortest, length)
                    half = following[half]
                total += shortest
                if shortest > most:
                    second = most
                    most = shortest
                elif shortest > second:
                    second = shortest
        return (total - most - second + 1) // 2

    def extend(self, place: i64, length: i64, most: i64) -> None:
        """Go on from a place by every unused route, unless a path of `most` pieces is found, which none exceeds."""
        terrain = self.terrain
        used = self.used
        half = self.first[place]
        while half != NONE and self.best < most:
            route: i64 = half >> 1
            if used[route] == 0:
                other = terrain.far_end[half]
                reached: i64 = length + terrain.length[route]
                self.best = max(self.best, reached)
                if self.degree[other] > 1:  # else the path ends there
                    used[route] = 1
                    self.extend(other, reached, most)
                    used[route] = 0
            half = self.next[half]

    # The path itself

    def routes_of(self, tracks: Tracks, seat: i64) -> list[int]:
        """The routes of one of a seat's longest paths, in order."""
        longest = self.of(tracks, seat)
        count = self.collect(tracks, seat)
        self.step_count = 0
        k: i64 = 0
        while k < count and self.step_count == 0 and longest > 0:
            if self.mark[self.touched[k]] == 0:
                self.gather(self.touched[k])
                if self.part_total >= longest:
                    self.find_path(longest)
            k += 1
        self.clear(count)
        return [int(self.steps[k]) for k in range(self.step_count)]

    def find_path(self, longest: i64) -> None:
        """Look for a path of that length in the part: from places where it can begin, or anywhere if it is a circle."""
        k: i64 = 0
        while k < self.part_size and self.step_count == 0:
            if self.part_odd == 0 or self.degree[self.part[k]] & 1:
                self.reaches(self.part[k], longest, self.part_total)
            k += 1

    def reaches(self, place: i64, wanted: i64, left: i64) -> bool:
        """Whether a path of `wanted` more pieces goes on from a place, of the `left` ones that are not used yet."""
        if wanted == 0:
            return True
        if left < wanted:
            return False
        terrain = self.terrain
        half = self.first[place]
        while half != NONE:
            route: i64 = half >> 1
            if self.used[route] == 0:
                self.used[route] = 1
                self.steps[self.step_count] = route
                self.step_count += 1
                step = terrain.length[route]
                if self.reaches(terrain.far_end[half], wanted - step, left - step):
                    return True
                self.step_count -= 1
                self.used[route] = 0
            half = self.next[half]
        return False


class LongestPathAddition(Addition):
    """The bonus for the longest path (COM-082, COM-083). How much it is stands among the numbers of a board."""

    def __init__(self, rules: Composition) -> None:
        super().__init__(rules)
        self.longest_path: Final = LongestPathSearch(rules.commons.terrain)
        self.lengths: vec[i64] = vec[i64]([0] * rules.seats)
        rules.lines.append("longest_path")

    def score(self) -> None:
        rules = self.rules
        most: i64 = 0
        for seat in range(rules.seats):  # how long a path is that comes second does not matter
            length = self.longest_path.of(rules.tracks, seat, most - 1 if most > 0 else most)
            self.lengths[seat] = length
            most = max(most, length)
        award_most(self.lengths, rules.setting.numbers.longest_path, rules.line("longest_path"))

    def tie_breaks(self) -> list[TieBreak]:
        """The holder of the bonus stays ahead (USA-040)."""
        holders = [int(n) for n in self.rules.line("longest_path")]
        return [TieBreak("holder of the longest path", holders)]
