"""Which places the routes of each seat connect: a union-find for every seat."""

from typing import Final

from mypy_extensions import i64

from branchline.model.vecs import vec


class Connections:
    """`parent` leads from every place to the one that stands for all those connected with it."""

    def __init__(self, places: i64, seats: i64) -> None:
        self.places: i64 = places
        self.apart: Final = vec[i64]([i64(place) for _ in range(seats) for place in range(places)])
        self.parent: vec[i64] = self.apart[:]

    def reset(self) -> None:
        """Nothing is connected."""
        self.parent = self.apart[:]

    def copy_from(self, other: "Connections") -> None:
        """Become equal to those of another game."""
        self.parent = other.parent[:]

    def join(self, seat: i64, a: i64, b: i64) -> None:
        """Note that two places are connected for a seat."""
        root = self.root(seat, a)
        other = self.root(seat, b)
        if root != other:
            place: i64 = seat * self.places + root
            self.parent[place] = other

    def root(self, seat: i64, place: i64) -> i64:
        """The place that stands for all those connected with this one by the seat's routes."""
        parent = self.parent
        base: i64 = seat * self.places
        above: i64 = parent[base + place]
        while above != place:
            place = above
            above = parent[base + place]
        return place

    def connected(self, seat: i64, a: i64, b: i64) -> bool:
        """Whether a continuous path of the seat's own routes joins two places (COM-072)."""
        return self.root(seat, a) == self.root(seat, b)
