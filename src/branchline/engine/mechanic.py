"""What the engine asks of a mechanic.

A mechanic owns a part of the state, a block of action numbers and a part of every view. It never calls the rule sheet:
the rule sheet calls it, and decides what follows.

Legality is written once, as `refusal`: why an action is not allowed. `legal` lists what is not refused, `count`, `nth`
and `write_legal` come from that list. A mechanic that is asked often counts, finds and writes down its actions without
it; the contract proves that all of them agree.
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from branchline.engine.bill import Bill
from branchline.engine.chosen_draws import ChosenDraws
from branchline.engine.commons import Commons
from branchline.engine.decisions import KIND_NAMES
from branchline.model.actions import Action
from branchline.model.errors import BadObservation
from branchline.model.frozen import FrozenDict
from branchline.model.observation import Observation, View
from branchline.model.questions import Price
from branchline.model.vecs import vec

NO_BITS: Final[i64] = -1
MOST_BITS: Final = 56  # that many actions can be told as a bit set


@mypyc_attr(allow_interpreted_subclasses=True)
class Mechanic:
    """The base of all mechanics. A mechanic without actions of its own leaves the defaults of the action part."""

    def __init__(self, name: str, commons: Commons) -> None:
        self.name = name  # of its part in a view
        self.commons: Final = commons
        self.first: i64 = 0  # its action numbers are first .. end - 1
        self.end: i64 = 0
        self.has_view: bool = True  # contributes a part to every view
        self.counted: i64 = 0  # the last answer of `count`, for the engine's walk to the n-th action
        self.listed: list[int] | None = None  # what `count` listed, if it does not do better

    # Actions

    def size(self) -> int:
        """How many action numbers it needs."""
        return 0

    def count(self, seat: i64, kind: i64) -> i64:
        """How many legal actions it has for an open decision of this kind. Mechanics that are asked often count."""
        found: list[int] = []
        self.legal(seat, kind, found)
        self.listed = found
        self.counted = len(found)
        return self.counted

    def nth(self, seat: i64, kind: i64, n: i64) -> i64:
        """One of the counted actions, each for exactly one n below the count. Mechanics that are asked often walk."""
        found = self.listed
        if found is None:
            found = []
            self.legal(seat, kind, found)
        return found[n]

    def write_legal(self, seat: i64, kind: i64, out: vec[i64], at: i64) -> i64:
        """Write all actions that were just counted into `out` from `at` on, in any order; returns where they end.

        The same as `legal` without a list. Mechanics with many actions do better than to ask for one after the other.
        """
        for n in range(self.counted):
            out[at + n] = self.nth(seat, kind, n)
        return at + self.counted

    def legal_bits(self, seat: i64, kind: i64) -> i64:
        """All actions that were just counted as a bit set, `first` being the lowest bit; NO_BITS: list them.

        The same as `write_legal`, for mechanics with few actions that are asked often.
        """
        return NO_BITS

    def legal(self, seat: i64, kind: i64, out: list[int]) -> None:
        """Append all its legal actions in ascending order: by default those that it does not refuse."""
        for action in range(self.first, self.end):
            if not self.refusal(seat, kind, action):
                out.append(action)

    def refusal(self, seat: i64, kind: i64, action: i64) -> str:
        """Why an action of its block is not legal now, as a sentence; "" if it is legal."""
        return f"{self.name} offers no actions"

    def typed(self, action: i64, offer: tuple[str, ...]) -> Action:
        """The value behind one of its numbers; `offer` lists the tickets that the seat chooses from."""
        raise IndexError(action)

    def number(self, action: Action, offer: tuple[str, ...]) -> int:
        """The number of a value; -1 if it is not one of this mechanic's."""
        return -1

    # Questions

    def standing(self, seat: i64, route: i64) -> i64:
        """How a route stands for a seat that claims it by this mechanic (engine/standing.py); -1: not its business."""
        return -1

    def price_of(self, seat: i64, action: i64) -> Price | None:
        """What an action of its block takes from a seat that can afford it; None if it takes nothing."""
        return None

    def extra_points(self, seat: i64, route: i64) -> i64:
        """What it adds to the points of a route when a seat claims it."""
        return 0

    def gain_of(self, seat: i64, action: i64) -> i64:
        """The points that an action of its block gives a seat at once; those of claims follow from their routes."""
        return 0

    def complete(self, bill: Bill) -> None:
        """Add to a bill for some routes what they take beside their own price, or say what else pays."""

    def obtainable(self, seat: i64) -> i64:
        """Permissions that a seat could still get from it, as bits (mechanics/technologies/permissions.py)."""
        return 0

    def lets_share(self, seat: i64) -> bool:
        """Whether a seat could still get the right to claim a route of others as well."""
        return False

    # State

    def reset(self) -> None:
        """Lay out the mechanic for a new game, without drawing anything from chance."""

    def reshuffle(self) -> None:
        """Shuffle whatever lies face down and belongs to no seat."""

    def let_choose(self, draws: ChosenDraws | None) -> None:
        """Let somebody outside choose what is drawn from its decks, or with None no more."""

    def copy_from(self, other: "Mechanic") -> None:
        """Become equal to the same mechanic of another game."""

    def check(self) -> None:
        """Raise AssertionError if anything was lost or invented."""

    # Views

    def view(self, seat: int | None, revealed: bool) -> View:
        """What that seat (None: a spectator) may know of it; with `revealed`, after the game, everything."""
        raise NotImplementedError

    def imagine(self, seen: Observation) -> None:
        """Take over what was seen and make up the rest from chance, so that the same seat would see the same."""

    # Help for subclasses

    def seen_part(self, seen: Observation) -> View:
        """Its own part of a view."""
        return seen.parts[self.name]


def expect(fits: bool, what: str) -> None:
    """Refuse a view of a game that there cannot be: what is imagined from it is played without looking again."""
    if not fits:
        raise BadObservation(f"There is no such game: {what}.")


def is_asked(seen: Observation, kind: i64) -> bool:
    """Whether a decision of this kind is open."""
    return any([decision.question == KIND_NAMES[kind] for decision in seen.open])


class Offer:
    """A chain of the mechanics that offer actions for a kind of decision, in the order of their action numbers."""

    def __init__(self, mechanic: Mechanic, then: "Offer | None") -> None:
        self.mechanic: Final = mechanic
        self.then: Final = then

    def count(self, seat: i64, kind: i64) -> i64:
        """How many legal actions all of them have."""
        total: i64 = self.mechanic.count(seat, kind)
        offer = self.then
        while offer is not None:
            total += offer.mechanic.count(seat, kind)
            offer = offer.then
        return total

    def nth(self, seat: i64, kind: i64, n: i64) -> i64:
        """One of the actions that were just counted."""
        mechanic = self.mechanic
        offer = self.then
        while n >= mechanic.counted:
            n -= mechanic.counted
            if offer is None:
                raise IndexError("there are not that many legal actions")
            mechanic = offer.mechanic
            offer = offer.then
        return mechanic.nth(seat, kind, n)


def chain_of(mechanics: list[Mechanic]) -> Offer | None:
    """The chain of some mechanics."""
    chain: Offer | None = None
    for mechanic in reversed(mechanics):
        chain = Offer(mechanic, chain)
    return chain


def by_name(names: list[str], values: vec[i64], start: i64) -> dict[str, int]:
    """A stretch of a vec, as long as the list of names, by these names; without the zeros."""
    found: dict[str, int] = {}
    count: i64 = len(names)
    for k in range(count):
        if values[start + k] != 0:
            found[names[k]] = int(values[start + k])
    return FrozenDict(found)


def as_numbers(values: vec[i64], start: i64, count: i64) -> tuple[int, ...]:
    """A stretch of a vec as plain numbers."""
    return tuple([int(values[start + k]) for k in range(count)])
