"""Cards in hand: what each seat holds, and what all others have seen it take (COM-025, COM-091, COM-092)."""

from typing import Final

from mypy_extensions import i64

from branchline.engine.commons import Commons
from branchline.engine.filling import fill
from branchline.engine.kept_views import KeptViews
from branchline.engine.mechanic import Mechanic, as_numbers, by_name, expect
from branchline.mechanics.cards.hand_pools import HandPools
from branchline.model.observation import HandsView, HandView, Observation, PoolView, View
from branchline.model.vecs import vec


class Hands(Mechanic):
    """How many cards of each kind each seat holds. Kind k of seat s is at s * kinds + k."""

    def __init__(self, commons: Commons) -> None:
        super().__init__("hands", commons)
        self.kinds: i64 = commons.terrain.kinds
        self.cards: vec[i64] = vec[i64]([0] * (commons.seats * self.kinds))
        self.known: vec[i64] = vec[i64]([0] * (commons.seats * self.kinds))
        self.sizes: vec[i64] = vec[i64]([0] * commons.seats)
        self.pools: Final = HandPools(commons)
        self.kept_pools: Final[KeptViews[PoolView | None]] = KeptViews()
        self.kept: Final[list[KeptViews[HandView]]] = [KeptViews() for _ in range(commons.seats)]

    def reset(self) -> None:
        fill(self.cards, 0)
        fill(self.known, 0)
        fill(self.sizes, 0)
        self.pools.reset()

    def add(self, seat: i64, kind: i64) -> None:
        """A card that only the seat has seen."""
        at: i64 = seat * self.kinds + kind
        self.cards[at] += 1
        self.sizes[seat] += 1

    def add_seen(self, seat: i64, kind: i64) -> None:
        """A card that all have seen."""
        at: i64 = seat * self.kinds + kind
        self.cards[at] += 1
        self.known[at] += 1
        self.sizes[seat] += 1

    def remove(self, seat: i64, kind: i64, count: i64) -> None:
        """Cards played: what was known of that kind is played first, so what stays known is certain (COM-092)."""
        at: i64 = seat * self.kinds + kind
        self.cards[at] -= count
        self.sizes[seat] -= count
        known: i64 = self.known[at]
        if known >= count:
            self.known[at] = known - count
        else:
            self.known[at] = 0
            self.pools.pay(at, kind, count - known)

    def note_renewal(self, deck: i64) -> None:
        """A deck was renewed: everybody can work out what is in hands."""
        self.pools.note(deck, self.cards, self.known)

    def held(self, seat: i64, kind: i64) -> i64:
        """How many cards of a kind a seat holds."""
        at: i64 = seat * self.kinds + kind
        return self.cards[at]

    def copy_from(self, other: Mechanic) -> None:
        assert isinstance(other, Hands)
        self.cards = other.cards[:]
        self.known = other.known[:]
        self.sizes = other.sizes[:]
        self.pools.copy_from(other.pools)

    def check(self) -> None:
        for seat in range(self.commons.seats):
            total: i64 = 0
            for kind in range(self.kinds):
                at: i64 = seat * self.kinds + kind
                assert 0 <= self.known[at] <= self.cards[at], "a hand holds less than all have seen"
                total += self.cards[at]
            assert total == self.sizes[seat], "a hand has lost count of its cards"

    def view(self, seat: int | None, revealed: bool) -> View:
        mine: i64 = -1 if seat is None else seat
        hands = tuple([self.view_of(s, revealed or s == mine) for s in range(self.commons.seats)])
        if not self.pools.any:
            return HandsView(hands)
        kept = self.kept_pools
        kept.start()
        kept.note_all(self.pools.hidden)
        kept.note_all(self.pools.paid)
        kept.note_all(self.pools.renewed)
        return HandsView(hands, kept.find(int(mine)) or kept.keep(int(mine), self.pools.view(seat)))

    def view_of(self, owner: i64, is_open: bool) -> HandView:
        """A hand, open to the one who looks or not."""
        kept = self.kept[owner]
        kept.start()
        kept.note_stretch(self.known, owner * self.kinds, self.kinds)
        kept.note_stretch(self.cards, owner * self.kinds, self.kinds)
        viewer = 1 if is_open else 0
        found = kept.find(viewer)
        if found is None:
            cards = self.named(self.cards, owner) if is_open else None
            made = HandView(int(self.sizes[owner]), self.named(self.known, owner), cards, self.by_deck(owner))
            found = kept.keep(viewer, made)
        return found

    def by_deck(self, seat: i64) -> tuple[int, ...]:
        """Where there are several decks: how many cards of each a seat holds, as the backs differ (N14)."""
        terrain = self.commons.terrain
        if terrain.decks == 1:
            return ()
        counts = vec[i64]([0] * terrain.decks)
        for kind in range(self.kinds):
            counts[terrain.deck_of[kind]] += self.cards[seat * self.kinds + kind]
        return as_numbers(counts, 0, terrain.decks)

    def named(self, counts: vec[i64], seat: i64) -> dict[str, int]:
        """One seat's stretch of a table by card names, without the zeros."""
        return by_name(self.commons.terrain.card_names, counts, seat * self.kinds)

    def imagine(self, seen: Observation) -> None:
        """Deal the other hands from the cards that could be there, keeping what is known of each."""
        terrain = self.commons.terrain
        numbers = {name: k for k, name in enumerate(terrain.card_names)}
        expect(len(seen.hands) == self.commons.seats, "some seats have no hands")
        left = self.unseen(seen, numbers)
        expect(min(left) >= 0, "there are more cards of a kind than the board has")
        for seat, hand in enumerate(seen.hands):
            for name, count in hand.known.items():
                self.known[seat * self.kinds + numbers[name]] = count
            for name, count in (hand.known if hand.cards is None else hand.cards).items():
                expect(count >= 0, "a seat has less than no cards of a kind")
                self.cards[seat * self.kinds + numbers[name]] = count
            self.sizes[seat] = hand.size
        self.pools.imagine(seen, left)
        for seat, hand in enumerate(seen.hands):
            if hand.cards is None:
                for kind in range(self.kinds):
                    certain = self.pools.certain(seat * self.kinds + kind)
                    self.cards[seat * self.kinds + kind] += certain
                    left[kind] -= int(certain)
        expect(min(left) >= 0, "there are more cards of a kind than the board has")
        for deck in range(terrain.decks):
            kinds = [k for k in range(self.kinds) if terrain.deck_of[k] == deck]
            unseen: vec[i64] = vec[i64]([i64(k) for k in kinds for _ in range(left[k])])
            self.commons.rng.shuffle(unseen, len(unseen))
            top: i64 = len(unseen)
            for seat, hand in enumerate(seen.hands):
                held = hand.by_deck[deck] if hand.by_deck else hand.size
                missing = held - sum([int(self.held(seat, k)) for k in kinds])
                expect(0 <= missing <= top, "a hand is not as large as said")
                for _ in range(missing):
                    top -= 1
                    self.cards[seat * self.kinds + unseen[top]] += 1

    def unseen(self, seen: Observation, numbers: dict[str, int]) -> list[int]:
        """How many cards of each kind there are whose place the viewer does not know."""
        left = [int(count) for count in self.commons.terrain.composition]
        market = seen.market
        for name in market.row:
            if name is not None:
                left[numbers[name]] -= 1
        for name, count in market.discards.items():
            left[numbers[name]] -= count
        for hand in seen.hands:
            for name, count in (hand.known if hand.cards is None else hand.cards).items():
                left[numbers[name]] -= count
        return left
