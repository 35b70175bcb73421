"""The face-up row of cards that every market has: what lies where, how many of each kind, and which kinds at all.

A full row with too many wilds is discarded and laid again whenever that can make a better one (COM-033..COM-037, N2). A
market extends the row with its decks: where new cards come from, how a new row is laid, what a seat may take.
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.chosen_draws import ChosenDraws
from branchline.engine.commons import Commons
from branchline.engine.filling import fill
from branchline.engine.kept_views import KeptViews
from branchline.engine.mechanic import Mechanic, by_name, expect
from branchline.engine.terrain import NONE
from branchline.mechanics.cards.hands import Hands
from branchline.mechanics.cards.pile import Pile
from branchline.model.actions import TakeCard
from branchline.model.errors import NotationError, closest
from branchline.model.events import CardsDealt, CardTaken, RowDiscarded
from branchline.model.observation import MarketView, Observation
from branchline.model.vecs import vec

MOST_SHOWN: Final = 31  # kinds of cards that are told as a bit set


class FaceUpRow(Mechanic):
    """A market's row, and its action `first + kind`: take a face-up card of a kind."""

    def __init__(self, commons: Commons, hands: Hands, piles: list[Pile], lay_of: vec[i64]) -> None:
        super().__init__("market", commons)
        self.hands: Final = hands
        self.piles: Final = piles  # the decks with their discards
        self.lay_of: Final = lay_of  # how many cards of each deck make a new row
        self.deck_of: Final = commons.terrain.deck_of
        self.wild_deck: i64 = self.deck_of[commons.terrain.wild]
        self.kinds: i64 = commons.terrain.kinds
        self.wild: i64 = commons.terrain.wild
        self.places: i64 = commons.setting.numbers.row
        # A full row with that many wilds is discarded; on boards where none ever is, more than there can be.
        self.reset_at: i64 = commons.setting.numbers.reset or commons.setting.numbers.row + 1
        self.row: vec[i64] = vec[i64]([NONE] * self.places)
        self.face_up: vec[i64] = vec[i64]([0] * self.kinds)  # how many of each kind lie in the row
        self.shown: i64 = 0  # cards in the row
        self.distinct: i64 = 0  # kinds in the row ...
        self.kinds_shown: vec[i64] = vec[i64]([0] * (self.places + 1))  # ... and which: the first that many entries
        self.kept_row: Final[KeptViews[tuple[str | None, ...]]] = KeptViews()
        self.kept_discards: Final[KeptViews[dict[str, int]]] = KeptViews()

    # Setup

    def reset(self) -> None:
        """All cards lie in their decks."""
        for pile in self.piles:
            pile.reset()
        fill(self.row, NONE)
        fill(self.face_up, 0)
        self.shown = 0
        self.distinct = 0

    def reshuffle(self) -> None:
        for pile in self.piles:
            pile.shuffle()

    def let_choose(self, draws: ChosenDraws | None) -> None:
        for pile in self.piles:
            pile.draws = draws

    def open_row(self) -> None:
        """Turn up the row; the wild reset applies to the opening row too (COM-006, COM-007, WLD-007, WLD-037)."""
        self.lay_row()
        self.reset_row_if_due()

    # Cards come and go

    def lay(self, place: i64, kind: i64) -> None:
        """Put a card at an empty place of the row."""
        self.row[place] = kind
        self.shown += 1
        count: i64 = self.face_up[kind]
        self.face_up[kind] = count + 1
        if count == 0:
            self.kinds_shown[self.distinct] = kind
            self.distinct += 1

    def lift(self, place: i64) -> None:
        """Remove the card at a place of the row."""
        kind = self.row[place]
        self.row[place] = NONE
        self.shown -= 1
        left: i64 = self.face_up[kind] - 1
        self.face_up[kind] = left
        if left == 0:
            shown = self.kinds_shown
            self.distinct -= 1
            at: i64 = 0
            while shown[at] != kind:
                at += 1
            shown[at] = shown[self.distinct]

    def exchange(self, place: i64, kind: i64) -> None:
        """Put a card at a place of the row where another one lies: `lift` and `lay` in one step."""
        face_up = self.face_up
        shown = self.kinds_shown
        old = self.row[place]
        self.row[place] = kind
        left: i64 = face_up[old] - 1
        face_up[old] = left
        if left == 0:
            last: i64 = self.distinct - 1
            self.distinct = last
            at: i64 = 0
            while shown[at] != old:
                at += 1
            shown[at] = shown[last]
        count: i64 = face_up[kind]
        face_up[kind] = count + 1
        if count == 0:
            shown[self.distinct] = kind
            self.distinct += 1

    def take_from_row(self, seat: i64, kind: i64) -> i64:
        """Give a seat the card of that kind that lies at the lowest place (COM-095); returns the place."""
        row = self.row
        place: i64 = 0
        while row[place] != kind:
            place += 1
        self.lift(place)
        self.hands.add_seen(seat, kind)
        if self.commons.journal.on:
            self.commons.journal.add(CardTaken(seat, self.commons.terrain.card_names[kind], place))
        return place

    def write_shown(self, no_wild: bool, out: vec[i64], at: i64) -> i64:
        """Write the actions that take a face-up card, of each kind that lies in the row; returns where they end."""
        shown = self.kinds_shown
        barred: i64 = self.wild if no_wild else NONE
        for k in range(self.distinct):
            if shown[k] != barred:
                out[at] = self.first + shown[k]
                at += 1
        return at

    def shown_bits(self, no_wild: bool) -> i64:
        """The same actions as a bit set, for up to MOST_SHOWN kinds: compiled, a shifted constant has no more bits."""
        shown = self.kinds_shown
        bits: i64 = 0
        for k in range(self.distinct):
            bits |= 1 << shown[k]
        return bits & ~(1 << self.wild) if no_wild else bits

    # Too many wilds

    def reset_row_if_due(self) -> None:
        """Discard a full row with too many wilds and lay a new one, again and again if need be (COM-033..COM-037)."""
        while self.face_up[self.wild] >= self.reset_at and self.shown == self.places and self._better_row_is_possible():
            swapped = self._would_swap()
            self._discard_row()
            self.lay_row()
            if swapped and self.face_up[self.wild] >= self.reset_at:  # row and deck would change places for ever (B1)
                self._lift_row()
                for pile in self.piles:
                    pile.shuffle_all()
                self.lay_row()

    def lay_row(self) -> None:
        """Lay a new row on the empty places."""
        raise NotImplementedError

    def _discard_row(self) -> None:
        """Put the whole row on the discards; a deck that is empty is renewed at once (N1)."""
        self._lift_row()
        for pile in self.piles:
            pile.renew_if_empty()

    def _lift_row(self) -> None:
        """Take up the whole row and put each card on the discards of its deck."""
        self._tell_discarded()
        for place in range(self.places):
            kind = self.row[place]
            self.piles[self.deck_of[kind]].discard(kind, 1)
            self.lift(place)

    def _outside_hands(self, deck: i64) -> i64:
        """How many cards of a deck nobody holds: in the deck, its discards and the row."""
        pile = self.piles[deck]
        total: i64 = pile.left + pile.discarded
        for kind in self.row:
            if kind != NONE and self.deck_of[kind] == deck:
                total += 1
        return total

    def _wild_deck_share(self) -> i64:
        """How many cards of a new row come from the deck with the wilds: its own, and what the others lack (N47)."""
        others: i64 = 0
        for deck in range(i64(len(self.piles))):
            if deck != self.wild_deck:
                others += self._outside_hands(deck)
        share: i64 = max(self.lay_of[self.wild_deck], self.places - others)
        cards = self._outside_hands(self.wild_deck)
        return min(share, cards)

    def _better_row_is_possible(self) -> bool:
        """Whether a new row, laid from the cards outside hands, could have fewer wilds (COM-035, N2, N47)."""
        cards: i64 = 0
        for deck in range(i64(len(self.piles))):
            cards += self._outside_hands(deck)
        if cards <= self.places:
            return False  # the row holds them all
        wilds: i64 = self.commons.terrain.composition[self.wild]
        for seat in range(self.commons.seats):
            wilds -= self.hands.held(seat, self.wild)
        return self._outside_hands(self.wild_deck) - wilds >= self._wild_deck_share() - (self.reset_at - 1)

    def _would_swap(self) -> bool:
        """Whether a reset would make the wild deck's cards in the row and those in the deck just change places."""
        pile = self.piles[self.wild_deck]
        share = self._wild_deck_share()
        return pile.discarded == 0 and pile.left == share and self._outside_hands(self.wild_deck) == 2 * share

    # What is told

    def tell_dealt(self, seat: i64) -> None:
        """Tell which cards a seat was dealt."""
        if self.commons.journal.on:
            held = tuple(self.hands.named(self.hands.cards, seat).items())
            self.commons.journal.add(CardsDealt(seat, int(self.hands.sizes[seat]), held))

    def _tell_discarded(self) -> None:
        """Tell that the whole row is discarded."""
        if self.commons.journal.on:
            names = self.commons.terrain.card_names
            self.commons.journal.add(RowDiscarded(tuple([names[kind] for kind in self.row])))

    def row_names(self) -> tuple[str | None, ...]:
        """The row in words; None: an empty place."""
        kept = self.kept_row
        kept.start()
        kept.note_all(self.row)
        found = kept.find(0)
        if found is None:
            names = self.commons.terrain.card_names
            found = kept.keep(0, tuple([None if kind == NONE else names[kind] for kind in self.row]))
        return found

    def discards_by_name(self) -> dict[str, int]:
        """All discards in words, without the zeros."""
        kept = self.kept_discards
        kept.start()
        for pile in self.piles:
            kept.note_all(pile.discards)
        found = kept.find(0)
        if found is None:
            discards = vec[i64]([0] * self.kinds)
            for pile in self.piles:
                for k in range(self.kinds):
                    discards[k] += pile.discards[k]
            found = kept.keep(0, by_name(self.commons.terrain.card_names, discards, 0))
        return found

    # Actions

    def take_refusal(self, card: i64, is_second: bool) -> str:
        """Why a card of a kind cannot be taken from the row; a face-up wild is never the second card (COM-028)."""
        if self.face_up[card] == 0:
            return f"no {self.commons.terrain.card_names[card]} card lies face up"
        if is_second and card == self.wild:
            return "a face-up wild can only be taken as the first card of a turn"
        return ""

    def take_number(self, action: TakeCard) -> int:
        """The number of taking a card from the row."""
        names = self.commons.terrain.card_names
        if action.card not in names:
            raise NotationError(f"there is no '{action.card}' card on this board{closest(action.card, names)}")
        return self.first + names.index(action.card)

    # State

    def copy_from(self, other: Mechanic) -> None:
        assert isinstance(other, FaceUpRow)
        for k, pile in enumerate(self.piles):
            pile.copy_from(other.piles[k])
        self.row = other.row[:]
        self.face_up = other.face_up[:]
        self.shown = other.shown
        self.distinct = other.distinct
        self.kinds_shown = other.kinds_shown[:]

    def check(self) -> None:
        """Cards per kind: decks, row, discards and hands together are the composition (COM-005, WLD-002, WLD-003)."""
        self._check_row()
        count: vec[i64] = self.face_up[:]
        for deck, pile in enumerate(self.piles):
            pile.check()
            for k in range(pile.left):
                assert self.deck_of[pile.deck[k]] == deck, "a card in the wrong deck"
                count[pile.deck[k]] += 1
            for kind in range(self.kinds):
                assert self.deck_of[kind] == deck or pile.discards[kind] == 0, "a discard of the wrong deck"
                count[kind] += pile.discards[kind]
        for kind in range(self.kinds):
            for seat in range(self.commons.seats):
                count[kind] += self.hands.held(seat, kind)
            assert count[kind] == self.commons.terrain.composition[kind], "cards of a kind were lost or invented"
        stocked = sum([1 for pile in self.piles if pile.left > 0])
        assert self.shown == self.places or stocked != 1, "a short row beside the only deck (N6, WLD-030)"

    def _check_row(self) -> None:
        """The counts are those of the cards that lie there."""
        count: vec[i64] = vec[i64]([0] * self.kinds)
        shown: i64 = 0
        for card in self.row:
            if card != NONE:
                count[card] += 1
                shown += 1
        listed = [self.kinds_shown[k] for k in range(self.distinct)]
        for kind in range(self.kinds):
            assert count[kind] == self.face_up[kind], "the row has lost count of a kind"
            assert (count[kind] > 0) == (kind in listed), "a kind in the row is not listed, or one is that is not there"
        assert shown == self.shown and len({*listed}) == self.distinct, "the row has lost count"

    def renewals_of(self, market: MarketView) -> tuple[int, ...]:
        """How often each deck has been renewed, by a view."""
        return (market.renewals,)

    def imagine(self, seen: Observation) -> None:
        """Row and discards are known; the decks are whatever is neither there nor in a hand, in some order."""
        numbers = {name: k for k, name in enumerate(self.commons.terrain.card_names)}
        market = seen.market
        expect(len(market.row) == self.places, "the row has more or fewer places")
        left: vec[i64] = self.commons.terrain.composition[:]
        for place, name in enumerate(market.row):
            if name is not None:
                self.lay(place, numbers[name])
                left[numbers[name]] -= 1
        for name, count in market.discards.items():
            expect(count >= 0, "a pile has less than no cards")
            self.piles[self.deck_of[numbers[name]]].discard(numbers[name], count)
            left[numbers[name]] -= count
        for deck, pile in enumerate(self.piles):
            at: i64 = 0
            for kind in range(self.kinds):
                if self.deck_of[kind] == deck:
                    for seat in range(self.commons.seats):
                        left[kind] -= self.hands.held(seat, kind)
                    for _ in range(left[kind]):
                        pile.deck[at] = kind
                        at += 1
            pile.left = at
            pile.renewals = self.renewals_of(market)[deck]
            pile.shuffle()
