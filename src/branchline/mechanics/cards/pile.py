"""A face-down deck and its discards (COM-038, COM-039).

Invariant (N1): as soon as the deck is empty, the discards are shuffled into it, so an empty deck means no discards.
At that moment all can work out what is in hands. So a card that is drawn is in its hand before it leaves the deck.
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.chosen_draws import ChosenDraws
from branchline.engine.filling import fill
from branchline.engine.terrain import NONE
from branchline.mechanics.cards import NamedDeckRenewed
from branchline.mechanics.cards.hands import Hands
from branchline.model.events import DeckRenewed
from branchline.model.vecs import vec


class Pile:
    """Cards of `composition`, by kind. The top of the deck is its last card."""

    def __init__(self, hands: Hands, composition: vec[i64], number: int = 0, name: str = "") -> None:
        self.hands: Final = hands
        self.number: i64 = number
        self.commons: Final = hands.commons
        self.rng: Final = hands.commons.rng
        self.composition: Final = composition
        self.kinds: i64 = len(composition)
        total: i64 = 0
        for count in composition:
            total += count
        self.total: i64 = total
        self.fresh: Final = vec[i64]([i64(kind) for kind in range(self.kinds) for _ in range(composition[kind])])
        self.deck: vec[i64] = self.fresh[:]
        self.left: i64 = 0
        self.discards: vec[i64] = vec[i64]([0] * self.kinds)
        self.discarded: i64 = 0
        self.renewals: i64 = 0  # how often discards became a deck
        self.name = name  # "" where a board has only one
        self.draws: ChosenDraws | None = None  # those whose outcomes are chosen from outside
        self.is_settled: bool = False  # the top card was chosen already, and only looked at

    def reset(self) -> None:
        """All cards in the deck, in order, not yet shuffled."""
        self.deck = self.fresh[:]
        fill(self.discards, 0)
        self.left = self.total
        self.discarded = 0
        self.renewals = 0

    def shuffle(self) -> None:
        """Shuffle the deck."""
        self.rng.shuffle(self.deck, self.left)

    def top(self) -> i64:
        """The card that will be drawn next; there must be one."""
        if self.draws is not None:
            self.settle(self.draws)
        return self.deck[self.left - 1]

    def settle(self, draws: ChosenDraws) -> None:
        """Put on top what was chosen from outside."""
        if self.is_settled:
            return
        self.is_settled = True
        counts: vec[i64] = vec[i64]([0] * self.kinds)
        for k in range(self.left):
            counts[self.deck[k]] += 1
        kind = draws.next(counts, False)
        if kind == NONE:
            return
        at: i64 = self.left - 1
        while self.deck[at] != kind:
            at -= 1
        self.deck[at] = self.deck[self.left - 1]
        self.deck[self.left - 1] = kind

    def take_out(self, kind: i64) -> None:
        """Take a card of a kind out of the deck, before it is shuffled; there must be one."""
        deck = self.deck
        at: i64 = self.left - 1
        while deck[at] != kind:
            at -= 1
        self.left -= 1
        for k in range(at, self.left):
            deck[k] = deck[k + 1]

    def draw(self) -> i64:
        """Take the top card; there must be one. The last one renews the deck."""
        if self.draws is not None:
            self.settle(self.draws)
            self.is_settled = False
        left: i64 = self.left - 1
        self.left = left
        card = self.deck[left]
        if left == 0 and self.discarded > 0:
            self.renew()
        return card

    def discard(self, kind: i64, count: i64) -> None:
        """Put cards on the discards. Call `renew_if_empty` when all that go together are there."""
        self.discards[kind] += count
        self.discarded += count

    def renew_if_empty(self) -> None:
        """With nothing in the deck, what was just discarded becomes the deck at once (COM-039)."""
        if self.left == 0 and self.discarded > 0:
            self.renew()

    def renew(self) -> None:
        """Shuffle the discards into a new deck: all cards that nobody sees are in hands now."""
        self.hands.note_renewal(self.number)
        self.shuffle_discards()

    def shuffle_discards(self) -> None:
        """Make the discards the deck."""
        deck = self.deck
        discards = self.discards
        kinds = self.kinds
        at: i64 = 0
        for kind in range(kinds):
            for _k in range(discards[kind]):
                deck[at] = kind
                at += 1
            discards[kind] = 0
        self.left = at
        self.discarded = 0
        self.renewals += 1
        self.shuffle()
        if self.commons.journal.on:
            self.commons.journal.add(NamedDeckRenewed(at, self.name) if self.name else DeckRenewed(at))

    def shuffle_all(self) -> None:
        """Shuffle deck and discards together into a new deck."""
        if self.left == 0:
            self.renew_if_empty()
            return
        while self.left > 0:
            self.left -= 1
            self.discard(self.deck[self.left], 1)
        self.shuffle_discards()

    def copy_from(self, other: "Pile") -> None:
        """Become equal to another pile."""
        self.deck = other.deck[:]
        self.left = other.left
        self.discards = other.discards[:]
        self.discarded = other.discarded
        self.renewals = other.renewals

    def check(self) -> None:
        """The discards count right, and wait for no reshuffle."""
        total: i64 = 0
        for count in self.discards:
            assert count >= 0, "a discard pile below zero"
            total += count
        assert total == self.discarded, "the discards have lost count"
        assert self.left > 0 or self.discarded == 0, "an empty deck beside discards (N1)"
