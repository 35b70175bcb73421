"""What everybody can work out about hands when a deck is renewed (COM-091, COM-092).

At that moment no card lies face down: all cards of the deck that are neither in the row nor among the discards are in
hands. So with one opponent the hand is known, and with several the pool that they share. This holds good later: what
seats draw blind comes on top, and what they pay is seen. What a seat paid beyond the cards that all saw it take came
from its part of the pool or from what it drew since; nobody can say which, but it may rule out parts of the pool.
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.commons import Commons
from branchline.engine.filling import fill
from branchline.engine.mechanic import as_numbers, by_name, expect
from branchline.engine.terrain import NONE
from branchline.model.frozen import FrozenDict
from branchline.model.observation import Observation, PoolView
from branchline.model.vecs import vec

MOST_TRIES: Final = 100  # to share out a pool so that what was paid since could be paid
FINE: Final[i64] = 1 << 30


class HandPools:
    """By seat and kind, as in `Hands`: the hidden cards at the last renewal of their deck, and those paid since."""

    def __init__(self, commons: Commons) -> None:
        self.commons: Final = commons
        self.seats: i64 = commons.seats
        self.kinds: i64 = commons.terrain.kinds
        self.deck_of: Final = commons.terrain.deck_of
        self.any: bool = False  # whether a deck was renewed at all ...
        self.renewed: vec[i64] = vec[i64]([0] * commons.terrain.decks)  # ... and which
        self.in_use: bool = True  # in an imagined game: whether the other hands hold what is certain
        self.hidden: vec[i64] = vec[i64]([0] * (self.seats * self.kinds))
        self.paid: vec[i64] = vec[i64]([0] * (self.seats * self.kinds))

    def reset(self) -> None:
        """No deck was renewed yet."""
        self.in_use = True
        if self.any:
            self.any = False
            fill(self.renewed, 0)
            fill(self.hidden, 0)
            fill(self.paid, 0)

    def note(self, deck: i64, cards: vec[i64], known: vec[i64]) -> None:
        """A deck was renewed: all hidden cards of it are in the hands now."""
        self.any = True
        self.renewed[deck] = 1
        for at in range(self.seats * self.kinds):
            if self.deck_of[at % self.kinds] == deck:
                self.hidden[at] = cards[at] - known[at]
                self.paid[at] = 0

    def pay(self, at: i64, kind: i64, count: i64) -> None:
        """Hidden cards were paid; before a renewal that says nothing."""
        if self.any and self.renewed[self.deck_of[kind]] == 1:
            self.paid[at] += count

    def copy_from(self, other: "HandPools") -> None:
        """Become equal to those of another game."""
        self.in_use = other.in_use
        if self.any or other.any:
            self.any = other.any
            self.renewed = other.renewed[:]
            self.hidden = other.hidden[:]
            self.paid = other.paid[:]

    def certain(self, at: i64) -> i64:
        """How many cards of a kind are still there of those that a seat had, whatever it paid with."""
        left: i64 = self.hidden[at] - self.paid[at]
        return left if left > 0 and self.in_use else 0

    # Views

    def view(self, seat: int | None) -> PoolView | None:
        """What a seat, or a spectator, can work out; None before a deck is renewed."""
        if not self.any:
            return None
        names = self.commons.terrain.card_names
        me: i64 = -1 if seat is None else seat
        cards: vec[i64] = vec[i64]([0] * self.kinds)
        sizes: list[tuple[int, ...]] = []
        for each in range(self.seats):
            by_deck: vec[i64] = vec[i64]([0] * self.commons.terrain.decks)
            for kind in range(self.kinds):
                count: i64 = self.hidden[each * self.kinds + kind]
                by_deck[self.deck_of[kind]] += count
                if each != me:
                    cards[kind] += count
            sizes.append(as_numbers(by_deck, 0, len(by_deck)))
        paid = tuple([by_name(names, self.paid, each * self.kinds) for each in range(self.seats)])
        own = FrozenDict[str, int]() if seat is None else by_name(names, self.hidden, seat * self.kinds)
        renewed = tuple([deck == 1 for deck in self.renewed])
        return PoolView(renewed, by_name(names, cards, 0), tuple(sizes), paid, own)

    # Imagination

    def imagine(self, seen: Observation, left: list[int]) -> None:
        """Share out the pool, so that what was paid since could be paid; `left` are the cards nobody has seen by kind.

        What a seat paid and did not have then, it must have drawn since. That is the less likely, the fewer cards it
        drew and the rarer they are.
        """
        view = seen.pools
        if view is None:
            return
        self.any = True
        numbers = {name: k for k, name in enumerate(self.commons.terrain.card_names)}
        expect(len(view.sizes) == self.seats == len(view.paid), "some seats have no part of the pool")
        expect(len(view.renewed) == self.commons.terrain.decks, "there are more or fewer decks")
        for deck, was in enumerate(view.renewed):
            self.renewed[deck] = 1 if was else 0
        for seat, cards in enumerate(view.paid):
            for name, count in cards.items():
                expect(count > 0, "less than nothing was paid")
                self.paid[seat * self.kinds + numbers[name]] = count
        for number in range(MOST_TRIES):
            self.share_out(view, seen.seat, numbers, payers_first=number >= MOST_TRIES - 4)
            chance = self.chance(seen, left)
            if self.commons.rng.below(FINE) < chance or (chance > 0 and number == MOST_TRIES - 1):
                return
        self.in_use = False  # no share was found that fits: then nothing is certain

    def share_out(self, view: PoolView, me: int | None, numbers: dict[str, int], payers_first: bool) -> None:
        """Deal the pool to the other seats, each as many cards of a deck as it had; or first what they paid with."""
        fill(self.hidden, 0)
        if me is not None:
            for name, count in view.own.items():
                self.hidden[me * self.kinds + numbers[name]] = count
        for deck in range(self.commons.terrain.decks):
            cards = [numbers[name] for name, count in view.cards.items() for _ in range(count)]
            pool: vec[i64] = vec[i64]([i64(kind) for kind in cards if self.deck_of[kind] == deck])
            self.commons.rng.shuffle(pool, len(pool))
            left: i64 = len(pool)
            rooms = [0 if seat == me else view.sizes[seat][deck] for seat in range(self.seats)]
            expect(sum(rooms) == left, "the pool is not as large as its parts")
            if payers_first:
                for k in range(left - 1, -1, -1):
                    seat = self.payer(pool[k], rooms)
                    if seat >= 0:
                        self.hidden[seat * self.kinds + pool[k]] += 1
                        rooms[seat] -= 1
                        left -= 1
                        pool[k] = pool[left]
            for seat in range(self.seats):
                for _ in range(rooms[seat]):
                    left -= 1
                    self.hidden[seat * self.kinds + pool[left]] += 1

    def payer(self, kind: i64, rooms: list[int]) -> i64:
        """Some seat with room that paid a card of a kind and has not been given one for it; NONE if there is none."""
        first = self.commons.rng.below(self.seats)
        for k in range(self.seats):
            seat: i64 = (first + k) % self.seats
            at: i64 = seat * self.kinds + kind
            if rooms[seat] > 0 and self.hidden[at] < self.paid[at]:
                return seat
        return NONE

    def chance(self, seen: Observation, left: list[int]) -> i64:
        """How likely it is, about, that all seats drew what they paid and did not have, of FINE; 0: it cannot be."""
        rest = [left[kind] - self.certain_of(seen, kind) for kind in range(self.kinds)]
        if min(rest) < 0:
            return 0
        chance: i64 = FINE
        for deck in range(self.commons.terrain.decks):
            kinds = [k for k in range(self.kinds) if self.deck_of[k] == deck]
            unseen: i64 = sum([rest[k] for k in kinds]) + 1
            for seat in range(self.seats):
                base: i64 = seat * self.kinds
                drawn = self.drawn(seen, seat, deck) if self.renewed[deck] == 1 else i64(0)
                if drawn < 0:
                    return 0  # it would hold more than it does
                for kind in kinds:
                    for _ in range(max(self.paid[base + kind] - self.hidden[base + kind], 0)):
                        if drawn <= 0:
                            return 0
                        chance = min(chance, chance * drawn * (rest[kind] + 1) // unseen)
                        drawn -= 1
        return chance

    def certain_of(self, seen: Observation, kind: i64) -> int:
        """How many cards of a kind are certain to be in hands that the viewer does not see."""
        total: i64 = 0
        for seat, hand in enumerate(seen.hands):
            if hand.cards is None:
                total += self.certain(seat * self.kinds + kind)
        return int(total)

    def drawn(self, seen: Observation, seat: i64, deck: i64) -> i64:
        """How many hidden cards of a deck a seat drew since."""
        hand = seen.hands[seat]
        count: i64 = hand.by_deck[deck] if hand.by_deck else hand.size
        names = self.commons.terrain.card_names
        for kind in range(self.kinds):
            if self.deck_of[kind] == deck:
                count += self.paid[seat * self.kinds + kind] - self.hidden[seat * self.kinds + kind]
                count -= hand.known.get(names[kind], 0)
        return count
