"""What some routes take of a seat together, as the mechanics put it down; which cards then pay best is found elsewhere.

A *line* of a bill is a set of cards of one color, paid with cards of a *pool* or with wilds, and spaces that only wilds
cover. A route has one line or several; what is bought beside the routes has lines too.
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.terrain import NONE
from branchline.model.vecs import vec

NO_POOL: Final[i64] = -1


class Pool:
    """Cards that pay for the same routes, by color: those that cover one space, and those that cover two."""

    def __init__(self, name: str, colors: i64, kinds: list[i64], twos: i64) -> None:
        self.name: Final = name
        self.colors: Final[i64] = colors
        self.kinds: Final = kinds  # where the kinds begin that cover one space, in the order in which they are spent
        self.twos: Final[i64] = twos  # where those begin that cover two; NONE: there are none
        self.held_ones: Final = vec[i64]([0] * colors)
        self.held_twos: Final = vec[i64]([0] * colors)
        self.halves: Final = vec[i64]([0] * colors)  # by color, what is to be paid: pairs of spaces ...
        self.odds: Final = vec[i64]([0] * colors)  # ... and lines with a space more

    def take_up(self, color: i64, spaces: i64, sign: i64) -> None:
        """Let a color pay for a line, or no longer (`sign` -1)."""
        self.halves[color] += sign * (spaces // 2)
        self.odds[color] += sign * (spaces % 2)

    def left(self, color: i64) -> i64:
        """Spaces that cards of a color still cover, at most."""
        ones: i64 = self.held_ones[color]
        twos: i64 = self.held_twos[color]
        rest: i64 = ones + 2 * twos - 2 * self.halves[color] - self.odds[color]
        return rest if rest > 0 else 0

    def lacks(self, color: i64) -> i64:
        """Spaces that the cards of a color leave open.

        Cards that cover two go on pairs of spaces first; those left over pay a space more than a line has, alone.
        """
        ones: i64 = self.held_ones[color]
        free: i64 = self.held_twos[color] - self.halves[color]
        lacking: i64 = self.odds[color] - ones
        if free < 0:
            lacking -= 2 * free
        else:
            lacking -= min(free, self.odds[color])
        return lacking if lacking > 0 else 0

    def pairs_of(self, color: i64, lacking: i64) -> i64:
        """How many of the spaces that a color lacks would be covered two at a time, by cards that do."""
        if self.twos == NONE:
            return 0
        free: i64 = self.halves[color] - self.held_twos[color]
        if free <= 0:
            return 0
        return min(lacking // 2, free)


class Line:
    """One set of cards, and how it is paid as soon as that is known."""

    def __init__(self, route: i64, what: str, pool: i64, color: i64, spaces: i64, wilds: i64) -> None:
        self.route: Final[i64] = route  # NONE: something else, which `what` names
        self.what: Final = what
        self.pool: Final[i64] = pool
        self.asked: Final[i64] = color  # any one, if it comes after the last
        self.spaces: Final[i64] = spaces  # to be covered with cards of the color, or wilds
        self.wilds: Final[i64] = wilds  # to be covered with wilds alone
        self.color: i64 = color  # that pays
        self.ones: i64 = 0
        self.twos: i64 = 0
        self.paid_wilds: i64 = 0
        self.bundles: i64 = 0
        self.cards: dict[str, int] = {}  # by kind, wilds included, and what bundles are made of


class Bill:
    """The lines of some routes, with what a seat has to pay them."""

    def __init__(self, seat: i64, colors: i64, wilds: i64) -> None:
        self.seat: Final[i64] = seat
        self.colors: Final[i64] = colors
        self.held_wilds: Final[i64] = wilds
        self.bundle: i64 = 0  # that many cards that are no wilds stand for one, together; 0: none do
        self.pools: Final[list[Pool]] = []
        self.lines: Final[list[Line]] = []
        self.lacking: i64 = 0  # permissions that the seat lacks, until something is bought that gives them
        self.granted: Final[dict[str, i64]] = {}  # what is bought, and the permissions that it gives
        self.at_least: bool = False  # more may come on top, which nobody knows before it is paid

    def pool(self, name: str, cards: vec[i64], base: i64, kinds: list[i64], twos: i64 = NONE) -> i64:
        """The number of the pool that begins with a kind; made when first wanted, with the cards from `base` on."""
        for at, known in enumerate(self.pools):
            if known.kinds[0] == kinds[0]:
                return at
        pool = Pool(name, self.colors, kinds, twos)
        for color in range(self.colors):
            for kind in kinds:
                pool.held_ones[color] += cards[base + kind + color]
            if twos != NONE:
                pool.held_twos[color] += cards[base + twos + color]
        self.pools.append(pool)
        return len(self.pools) - 1

    def add(self, route: i64, pool: i64, color: i64, spaces: i64, wilds: i64) -> None:
        """Put down a set for a route."""
        self.lines.append(Line(route, "", pool, color, spaces, wilds))

    def buy(self, what: str, wilds: i64, permissions: i64) -> None:
        """Put down something that is bought with wilds, and the permissions that it gives."""
        self.lines.append(Line(NONE, what, NO_POOL, self.colors, 0, wilds))
        self.granted[what] = permissions
        self.lacking &= ~permissions
