"""What a hand can pay with bundles: that many cards that are no wilds, together, stand for one wild.

A payment has set cards of one color, wilds, and bundles, one for each unit of the price. Wilds count for the symbols of
a ferry first, bundles for what is left. If a bundle fills a place of the set, no bundle of the payment holds a card of
the set's color, and on a gray route there is at least one set card: otherwise a card of a bundle could stand for
itself, and the rest of the bundle would be superfluous. Bundles for symbols and in a price of wilds hold any colors.

For a given number of bundles the wilds that fit make an interval, so ways to pay are counted without listing cards.
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.filling import fill
from branchline.mechanics.routes.claims import ColorClaims
from branchline.model.vecs import vec


class Purse:
    """Sums over one hand at a time. `look_at` chooses the hand; the methods after it speak of that hand."""

    def __init__(self, claims: ColorClaims, bundle: int) -> None:
        terrain = claims.terrain
        self.claims: Final = claims
        self.terrain: Final = terrain
        self.commons: Final = claims.commons
        self.hands: Final = claims.hands
        self.tracks: Final = claims.tracks
        self.open_routes: Final = claims.open_routes
        self.colors: i64 = terrain.colors
        self.bundle: i64 = bundle
        self.sizes: vec[i64] = vec[i64]([bundle] * claims.commons.seats)  # cards in a bundle of each seat
        self.wilds: i64 = 0  # of the hand looked at: wilds ...
        self.plain: i64 = 0  # ... other cards ...
        self.size: i64 = bundle  # ... cards in a bundle ...
        self.bundles: i64 = 0  # ... and bundles that the other cards make, at most
        self.base: i64 = 0  # where its cards begin in the table of all hands
        self.largest: i64 = 0  # the most cards of one color
        self.limit: vec[i64] = vec[i64]([0] * (terrain.longest + 1))  # set cards of one color beside that many bundles
        self.low: i64 = 0  # the fewest wilds of the last interval
        self.keep: vec[i64] = vec[i64]([0] * terrain.kinds)
        groups = [g for g in range(terrain.group_count) if terrain.group_size[g] > 0]
        self.groups: vec[i64] = vec[i64]([i64(g) for g in groups])  # groups that the board has routes of
        self.group_count: i64 = len(groups)
        self.shape_of: vec[i64] = vec[i64]([i64(g % terrain.shape_count) for g in groups])
        self.color_of: vec[i64] = vec[i64]([i64(g // terrain.shape_count) for g in groups])  # gray after the last one
        starts = [sum([1 for g in groups if g // terrain.shape_count < color]) for color in range(self.colors + 2)]
        self.starts: vec[i64] = vec[i64]([i64(k) for k in starts])  # where the groups of each color begin, and end

    def reset(self) -> None:
        """Bundles have their usual size."""
        fill(self.sizes, self.bundle)

    def look_at(self, seat: i64) -> None:
        """Choose the hand of a seat."""
        self.base = seat * self.hands.kinds
        self.wilds = self.hands.cards[self.base + self.terrain.wild]
        self.plain = self.hands.sizes[seat] - self.wilds
        self.size = self.sizes[seat]
        self.bundles = 0
        if self.plain >= self.size:
            self.bundles = self.plain // self.size

    # Ways to pay for a route

    def find_limits(self) -> None:
        """For each number of bundles: how many set cards of one color there can be beside them, on a gray route."""
        cards = self.hands.cards
        numbers: i64 = 1  # of cards of one color, as bits
        most: i64 = 0
        for card in range(self.base, self.base + self.colors):
            held: i64 = cards[card]
            numbers |= 1 << held
            most = max(most, held)
        self.largest = most
        limit = self.limit
        longest: i64 = min(self.bundles, self.terrain.longest)
        room: i64 = self.plain
        for b in range(longest + 1):
            while most > room or numbers >> most & 1 == 0:
                most -= 1
            limit[b] = most
            room -= self.size

    def ways(self, color: i64, shape: i64, units: i64) -> i64:
        """In how many ways, by wilds and bundles, a route of a color and shape can be paid; needs `find_limits`."""
        total: i64 = 0
        set_cards: i64 = self.largest if color == self.colors else self.hands.cards[self.base + color]
        if set_cards + self.wilds + self.bundles < units:
            return 0  # not even if every card could be used in the best way
        b: i64 = 1
        while b <= self.bundles and b <= units:
            total += self.ways_for_symbols(color, shape, units, b) + self.ways_in_set(color, shape, units, b)
            b += 1
        return total

    def ways_for_symbols(self, color: i64, shape: i64, units: i64, b: i64) -> i64:
        """1 if so many bundles can all go on symbols, beside wilds on the other symbols and a set of cards; else 0."""
        wilds: i64 = self.terrain.shape_symbols[shape] - b
        if wilds < 0 or wilds > self.wilds:
            return 0
        places: i64 = units - self.terrain.shape_symbols[shape]
        held: i64 = self.largest if color == self.colors else self.hands.cards[self.base + color]
        return 1 if held >= places and self.plain >= places + b * self.size else 0

    def ways_in_set(self, color: i64, shape: i64, units: i64, b: i64) -> i64:
        """With how many numbers of wilds, from `low` on, that many bundles pay, at least one of them in the set."""
        most: i64 = 0  # set cards
        high: i64 = units - b  # wilds
        if color == self.colors:
            most = self.limit[b]
            high -= 1
        else:
            most = self.hands.cards[self.base + color]
            if self.plain - most < b * self.size:
                return 0
        low: i64 = units - b - most
        symbols: i64 = self.terrain.shape_symbols[shape] - b + 1
        if low < symbols:  # not `max`: uncompiled, a call would take longer than the rest
            low = symbols
        if low < 0:
            low = 0
        if high > self.wilds:
            high = self.wilds
        self.low = low
        if high < low:
            return 0
        return high - low + 1

    # What is possible after a price is paid

    def leaves_claim(self, seat: i64, kind: i64, wilds: i64, chosen: vec[i64], color: i64, left: i64) -> bool:
        """Whether a claim is possible after a price is paid: with `wilds`, with what is chosen of the colors before
        `color`, and with `left` more cards of that color and later ones, in the best way. Needs `look_at`.
        """
        cards = self.hands.cards
        base = self.base
        keep = self.keep
        plain: i64 = self.plain - left
        rest: i64 = plain  # of that color and later ones, of which any can be kept
        for c in range(color):
            held: i64 = cards[base + c]
            keep[c] = held - chosen[c]
            plain -= chosen[c]
            rest -= held
        if rest < 0 or self.wilds < wilds:
            return False  # an imagined hand may be too small
        for c in range(color, self.colors):
            keep[c] = min(cards[base + c], rest)
        return self.could_claim(seat, kind, self.wilds - wilds, plain)

    def could_claim(self, seat: i64, kind: i64, wilds: i64, plain: i64) -> bool:
        """Whether any route of a list can be paid with wilds and `plain` other cards, up to keep[c] of them of color c.

        Mostly one can be paid without bundles, which is seen at a glance. With them, more cards of the set's color
        never make it worse, so the most of one color decide for a gray route.
        """
        terrain = self.terrain
        open_routes = self.open_routes
        at = open_routes.list_of(seat, kind)
        if self.claims.is_any_possible(seat, at, self.keep, wilds):
            return True
        if plain < self.size or open_routes.is_empty(at):
            return False
        first: i64 = at * open_routes.groups
        pieces = self.commons.pieces[seat]
        shapes = terrain.shape_count
        top: i64 = terrain.shapes_within[min(pieces, terrain.longest)]
        most: i64 = 0
        for c in range(self.colors):
            most = max(most, self.keep[c])
        saved: i64 = self.claims.saved[seat] * shapes
        for k in range(self.group_count):
            shape = self.shape_of[k]
            if shape < top and open_routes.counts[first + self.groups[k]] > 0:
                color = self.color_of[k]
                held: i64 = most if color == self.colors else self.keep[color]
                if self.can_pay(held, plain, wilds, shape, self.claims.units[saved + shape], color == self.colors):
                    return True
        return False

    def can_pay(self, held: i64, plain: i64, wilds: i64, shape: i64, units: i64, gray: bool) -> bool:
        """Whether `held` cards of a color among `plain` ones, and wilds, pay for a shape."""
        symbols = self.terrain.shape_symbols[shape]
        fewest: i64 = max(units - held, symbols)
        if fewest <= wilds:
            return True
        b: i64 = 1
        while b <= units and b * self.size <= plain:
            if 0 <= symbols - b <= wilds and held >= units - symbols and plain >= units - symbols + b * self.size:
                return True
            if plain - held >= b * self.size:
                low: i64 = max(units - b - held, symbols - b + 1)
                low = max(low, 0)
                high: i64 = units - b - 1 if gray else units - b
                high = min(high, wilds)
                if low <= high:
                    return True
            b += 1
        return False
