"""Which card to take: a face-up one, one from a deck, or a face-up wild in place of two."""

from mypy_extensions import i64

from branchline.engine.filling import fill
from branchline.engine.terrain import NONE
from branchline.model.vecs import vec
from branchline.planner.needs import Needs
from branchline.planner.situation import Situation
from branchline.planner.style import Style


class Cards:
    """Weighs up the cards of the market by what the plan needs. Action numbers: kinds first, then the decks."""

    def __init__(self, seen: Situation, needs: Needs, style: Style) -> None:
        self.seen = seen
        self.needs = needs
        self.style = style
        self.chart = seen.chart
        self.worth: i64 = 0  # of the card that was found last
        self.extra: vec[i64] = vec[i64]([0] * seen.chart.kinds)  # what kinds are worth beside what routes need

    def clear(self) -> None:
        """No card is worth more than the planned routes say."""
        fill(self.extra, 0)

    def first(self) -> i64:
        """The first card of a turn; NONE if there is none to take."""
        row = self.seen.row
        best = self.best()
        if best == NONE:
            return row.first + row.wild if row.face_up[row.wild] > 0 else NONE
        worth: i64 = self.worth
        if row.face_up[row.wild] > 0:
            blind: i64 = NONE
            for deck in range(i64(len(self.seen.piles))):
                if self.seen.piles[deck].left > 0 and self.worth_of_blind(deck) > blind:
                    blind = self.worth_of_blind(deck)
            if self.style.card_wild > worth + max(blind, 0):
                return row.first + row.wild
        return row.first + best

    def second(self) -> i64:
        """The second card of a turn, which is no face-up wild; NONE if there is none to take."""
        best = self.best()
        return NONE if best == NONE else self.seen.row.first + best

    def refill(self) -> i64:
        """Which deck refills the row: the one whose cards the seat has more use for."""
        row = self.seen.row
        piles = self.seen.piles
        deck: i64 = 0
        if piles[0].left == 0 or (piles[1].left > 0 and self.worth_of_blind(1) > self.worth_of_blind(0)):
            deck = 1
        return row.first + row.kinds + len(piles) + deck

    def worth_of_two(self) -> i64:
        """What a turn's two cards are worth at most: twice the best card."""
        return 2 * self.worth if self.best() != NONE else 0

    def best(self) -> i64:
        """The best card apart from face-up wilds: a kind, or the number of kinds plus the number of a deck."""
        row = self.seen.row
        best: i64 = NONE
        self.worth = -1
        for kind in range(row.kinds):
            if kind != row.wild and row.face_up[kind] > 0:
                worth = self.worth_of(kind)
                if worth > self.worth:
                    self.worth = worth
                    best = kind
        for deck in range(i64(len(self.seen.piles))):
            if self.seen.piles[deck].left > 0:
                worth = self.worth_of_blind(deck)
                if worth > self.worth:
                    self.worth = worth
                    best = row.kinds + deck
        return best

    def worth_of(self, kind: i64) -> i64:
        """What a card that is no wild is worth to the plan."""
        style = self.style
        lane = self.chart.lane_of[kind]
        spaces = self.chart.spaces_of[kind]
        missing = self.needs.missing[lane]
        if missing > 0:
            useful: i64 = min(missing, spaces)
            return useful * (style.card_needed + style.card_near * self.seen.have[lane]) + self.extra[kind]
        missing = self.needs.missing_more[lane]
        if missing > 0:
            useful = min(missing, spaces)
            return useful * (style.card_filler + style.card_near // 2 * self.seen.have[lane]) + self.extra[kind]
        return style.card_other * spaces + self.extra[kind]

    def worth_of_blind(self, deck: i64) -> i64:
        """What a card from a deck is worth on average, as far as the seat can know what is left."""
        total: i64 = 0
        cards: i64 = 0
        for kind in range(self.chart.kinds):
            if self.chart.terrain.deck_of[kind] == deck:
                count = self.seen.unseen(kind)
                cards += count
                total += count * self.worth_of_drawn(kind)
        return total // cards if cards > 0 else 0

    def worth_of_drawn(self, kind: i64) -> i64:
        """What a card from a deck is worth to the plan; it may be a wild."""
        return self.style.card_wild if kind == self.chart.wild else self.worth_of(kind)

    def luck_of(self, action: i64) -> float:
        """How much more than the average of its deck the card is worth that the seat would draw blind; else 0.

        The seat cannot know it. It is for those who imagine games, and want to know how lucky seats were in them.
        """
        row = self.seen.row
        deck: i64 = action - row.first - row.kinds
        if deck < 0 or deck >= i64(len(self.seen.piles)) or self.seen.piles[deck].left == 0:
            return 0.0
        pile = self.seen.piles[deck]
        total: i64 = 0
        for at in range(pile.left):
            total += self.worth_of_drawn(pile.deck[at])
        return float(self.worth_of_drawn(pile.top())) - float(total) / float(pile.left)
