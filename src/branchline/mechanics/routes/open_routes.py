"""The routes that are open, in groups of equal price (see engine/terrain.py), so that payments are counted, not listed.

While all seats have the same routes open, they share one list of groups; else each seat has its own. Where seats need
permissions, each has a second list: the routes of others that it may claim as well.
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.commons import Setting
from branchline.engine.decisions import CLAIM_TAKEN
from branchline.engine.terrain import Terrain
from branchline.model.vecs import vec


class FreshLists:
    """The groups of a board on which nothing is claimed yet, once per list: how every game of a setting begins."""

    def __init__(self, terrain: Terrain, lists: i64) -> None:
        columns = int(terrain.colors) + 2
        counts: list[int] = [int(size) for size in terrain.group_size]
        members: list[int] = [int(route) for route in terrain.group_members]
        positions = [0] * int(terrain.routes)
        for at, route in enumerate(members):
            positions[route] = at
        packed = [0] * (int(terrain.words) * columns)
        for shape in range(int(terrain.shape_count)):
            first = int(terrain.shape_word[shape]) * columns
            shift = int(terrain.open_at[shape])
            by_color = counts[shape :: int(terrain.shape_count)]
            for column, count in enumerate([*by_color, sum(by_color)]):
                packed[first + column] += count << shift
        self.counts: vec[i64] = vec[i64]([i64(n) for n in counts * int(lists)])
        self.packed: vec[i64] = vec[i64]([i64(n) for n in packed * int(lists)])
        self.members: vec[i64] = vec[i64]([i64(n) for n in members * int(lists)])
        self.position: vec[i64] = vec[i64]([i64(n) for n in positions * int(lists)])


class OpenRoutes:
    """Lists of open routes. `list_of` says which one holds for a decision of a seat."""

    def __init__(self, setting: Setting, lists: i64) -> None:
        terrain = setting.terrain
        self.terrain: Final = terrain
        self.routes: i64 = terrain.routes
        self.groups: i64 = terrain.group_count
        self.columns: i64 = terrain.colors + 2
        self.list_words: i64 = terrain.words * self.columns  # of one list
        self.lists: i64 = lists  # apart from the second ones
        self.fresh: FreshLists = setting.once("open routes", lambda: FreshLists(terrain, lists))
        # By list: group g has counts[list * groups + g] open routes, the first that many of its stretch of members.
        self.counts: vec[i64] = vec[i64]()
        # The same packed (see engine/terrain.py), by list, word and color; after gray come the routes of all colors.
        self.packed: vec[i64] = vec[i64]()
        self.members: vec[i64] = vec[i64]()
        self.position: vec[i64] = vec[i64]()
        self.reset()

    def need_permissions(self, seats: i64, needs: vec[i64]) -> None:
        """Let each seat have two lists from now on, with only those routes open at first that need no permission."""
        self.lists = seats
        self.fresh = FreshLists(self.terrain, 2 * seats)
        self.reset()
        for at in range(2 * seats):
            for route in range(self.routes):
                if at >= seats or needs[route]:
                    self.close(at, route)
        self.fresh.counts = self.counts[:]
        self.fresh.packed = self.packed[:]
        self.fresh.members = self.members[:]
        self.fresh.position = self.position[:]

    def reset(self) -> None:
        """Nothing is claimed yet."""
        self.counts = self.fresh.counts[:]
        self.packed = self.fresh.packed[:]
        self.members = self.fresh.members[:]
        self.position = self.fresh.position[:]

    def copy_from(self, other: "OpenRoutes") -> None:
        """Become equal to those of another game."""
        self.counts = other.counts[:]
        self.packed = other.packed[:]
        self.members = other.members[:]
        self.position = other.position[:]

    # Questions

    def list_of(self, seat: i64, kind: i64) -> i64:
        """Which list holds the routes open to a seat for a decision of this kind."""
        if self.lists == 1:
            return 0
        return seat if kind != CLAIM_TAKEN else self.lists + seat

    def has(self, at: i64, route: i64) -> bool:
        """Whether a route is open in a list."""
        group = self.terrain.group[route]
        first = self.terrain.group_start[group]
        place: i64 = at * self.routes + route
        count: i64 = at * self.groups + group
        return self.position[place] - first < self.counts[count]

    def is_empty(self, at: i64) -> bool:
        """Whether no route at all is open in a list."""
        every: i64 = at * self.list_words + self.terrain.colors + 1
        return all(self.packed[every + word * self.columns] == 0 for word in range(self.terrain.words))

    def of_shape(self, at: i64, shape: i64) -> i64:
        """How many routes of a shape are open in a list, whatever their color."""
        terrain = self.terrain
        place: i64 = (at * terrain.words + terrain.shape_word[shape]) * self.columns + terrain.colors + 1
        return self.packed[place] >> terrain.open_at[shape] & terrain.field_mask

    def to_color(self, at: i64, color: i64, shape: i64) -> i64:
        """How many routes of a shape can be paid with a color, gray ones included."""
        terrain = self.terrain
        packed = self.packed
        place: i64 = (at * terrain.words + terrain.shape_word[shape]) * self.columns
        return packed[place + color] + packed[place + terrain.colors] >> terrain.open_at[shape] & terrain.field_mask

    def nth_to_color(self, at: i64, color: i64, shape: i64, n: i64) -> i64:
        """The n-th of these: those of a color's group come before those of the gray group."""
        terrain = self.terrain
        group: i64 = color * terrain.shape_count + shape
        counter: i64 = at * self.groups + group
        colored = self.counts[counter]
        if n >= colored:
            n -= colored
            group = terrain.colors * terrain.shape_count + shape
        place: i64 = at * self.routes + terrain.group_start[group] + n
        return self.members[place]

    def nth_of_shape(self, at: i64, shape: i64, n: i64) -> i64:
        """The n-th open route of a shape, whatever its color."""
        terrain = self.terrain
        counts = self.counts
        group: i64 = shape
        counter: i64 = at * self.groups + group
        while n >= counts[counter]:
            n -= counts[counter]
            group += terrain.shape_count
            counter += terrain.shape_count
        place: i64 = at * self.routes + terrain.group_start[group] + n
        return self.members[place]

    # Changes

    def close(self, at: i64, route: i64) -> None:
        """Close a route in one list, if it is open there: swap it behind the last open route of its group."""
        terrain = self.terrain
        group = terrain.group[route]
        base: i64 = at * self.routes
        mine: i64 = base + route
        position = self.position
        place: i64 = position[mine]
        counter: i64 = at * self.groups + group
        counts = self.counts
        left: i64 = counts[counter] - 1
        last: i64 = terrain.group_start[group] + left
        if place > last:
            return
        members = self.members
        other: i64 = members[base + last]
        members[base + place] = other
        members[base + last] = route
        position[base + other] = place
        position[mine] = last
        counts[counter] = left
        packed = self.packed
        shape = terrain.shape[route]
        one: i64 = terrain.one_open[shape]
        word: i64 = (at * terrain.words + terrain.shape_word[shape]) * self.columns
        packed[word + terrain.color[route]] -= one
        packed[word + terrain.colors + 1] -= one

    def open(self, at: i64, route: i64) -> None:
        """Open a route in one list, if it is closed there: the reverse of `close`."""
        terrain = self.terrain
        group = terrain.group[route]
        base: i64 = at * self.routes
        mine: i64 = base + route
        position = self.position
        place: i64 = position[mine]
        counter: i64 = at * self.groups + group
        counts = self.counts
        count: i64 = counts[counter]
        next_open: i64 = terrain.group_start[group] + count
        if place < next_open:
            return
        members = self.members
        other: i64 = members[base + next_open]
        members[base + place] = other
        members[base + next_open] = route
        position[base + other] = place
        position[mine] = next_open
        counts[counter] = count + 1
        packed = self.packed
        shape = terrain.shape[route]
        one: i64 = terrain.one_open[shape]
        word: i64 = (at * terrain.words + terrain.shape_word[shape]) * self.columns
        packed[word + terrain.color[route]] += one
        packed[word + terrain.colors + 1] += one
