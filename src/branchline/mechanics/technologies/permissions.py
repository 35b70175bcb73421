"""What a route needs before anybody may claim it, and what allows it: regions, lengths and ferries as permission bits.

A board says what needs no permission at all: some regions, lengths up to a number, and a tag for single routes that
need none. Every other region among the ends of a route, every greater length, and a ferry each need their bit.
"""

from typing import Any, Final

from branchline.model.board import Board, Route

FREE_TAG: Final = "free_of_permissions"


class Permissions:
    """Gives out the bits of one board, and translates its data into them."""

    def __init__(self, board: Board, start: dict[str, Any]) -> None:
        self.board = board
        self.home: list[str] = list(start["regions"])
        self.max_length: int = start["max_length"]
        self.ferries: bool = start["ferries"]
        regions = list(dict.fromkeys([city.region for city in board.cities]))
        lengths = sorted({route.length for route in board.routes})
        names = ["ferry", *[f"region {region}" for region in regions], *[f"length {length}" for length in lengths]]
        self.bits: dict[str, int] = {name: 1 << k for k, name in enumerate(names)}

    def needs(self) -> list[int]:
        """The bits that each route of the board needs."""
        return [self.needs_of(route) for route in self.board.routes]

    def needs_of(self, route: Route) -> int:
        """The bits that one route needs: all that apply, together."""
        if FREE_TAG in route.tags:
            return 0
        bits = 0
        for place in (route.a, route.b):
            region = self.board.cities[place].region
            if region not in self.home:
                bits |= self.bits[f"region {region}"]
        if route.length > self.max_length:
            bits |= self.bits[f"length {route.length}"]
        if route.kind == "ferry" and not self.ferries:
            bits |= self.bits["ferry"]
        return bits

    def granted_by(self, data: dict[str, Any]) -> int:
        """The bits that a card allows, by its entries `regions`, `lengths` and `ferries`."""
        bits = self.bits["ferry"] if data.get("ferries", False) else 0
        for region in data.get("regions", []):
            bits |= self.bits[f"region {region}"]
        for length in data.get("lengths", []):
            bits |= self.bits[f"length {length}"]
        return bits
