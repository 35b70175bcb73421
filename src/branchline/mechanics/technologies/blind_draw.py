"""Drawing more cards than usual, all of them blind, in place of a regular draw; for seats with a card that allows it.

It is offered only if there are as many cards to draw: with fewer, a regular draw gives the same.
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.mechanic import Mechanic
from branchline.mechanics.cards.market import Market
from branchline.mechanics.technologies import DrawBlind
from branchline.mechanics.technologies.technologies import Technologies
from branchline.model.actions import Action
from branchline.model.errors import NotationError
from branchline.model.vecs import vec


class BlindDraw(Mechanic):
    """One action for each number of cards that a technology allows to draw."""

    def __init__(self, market: Market, technologies: Technologies) -> None:
        super().__init__("blind draw", market.commons)
        self.has_view = False
        self.market: Final = market
        self.technologies = technologies
        self.numbers: list[int] = sorted({int(n) for n in technologies.blind_draw if n > 0})
        self.cards: vec[i64] = vec[i64]([i64(n) for n in self.numbers])
        # The technologies that allow each number, as bits.
        allowing = [[k for k, n in enumerate(technologies.blind_draw) if n == number] for number in self.numbers]
        self.allowing: vec[i64] = vec[i64]([i64(sum([1 << k for k in cards])) for cards in allowing])

    def draw(self, seat: i64, action: i64) -> None:
        """Draw the cards one by one; the deck may be renewed in between."""
        for _k in range(self.cards[action - self.first]):
            self.market.draw(seat)

    def size(self) -> int:
        return len(self.numbers)

    def count(self, seat: i64, kind: i64) -> i64:
        total: i64 = 0
        for k in range(i64(len(self.cards))):
            if self.can_draw(seat, k):
                total += 1
        self.counted = total
        return total

    def can_draw(self, seat: i64, k: i64) -> bool:
        """Whether a seat may draw the k-th number of cards, and they are there."""
        return self.may_draw(seat, k) and self.are_there(k)

    def may_draw(self, seat: i64, k: i64) -> bool:
        """Whether a seat has a technology for the k-th number of cards."""
        return self.technologies.owned[seat] & self.allowing[k] != 0

    def are_there(self, k: i64) -> bool:
        """Whether there are as many cards to draw."""
        pile = self.market.pile
        return pile.left + pile.discarded >= self.cards[k]

    def refusal(self, seat: i64, kind: i64, action: i64) -> str:
        at: i64 = action - self.first
        if not self.may_draw(seat, at):
            return f"you have no technology that lets you draw {self.cards[at]} cards"
        return "" if self.are_there(at) else f"there are no {self.cards[at]} cards left to draw"

    def typed(self, action: i64, offer: tuple[str, ...]) -> Action:
        return DrawBlind(self.numbers[action - self.first])

    def number(self, action: Action, offer: tuple[str, ...]) -> int:
        if not isinstance(action, DrawBlind):
            return -1
        if action.cards not in self.numbers:
            raise NotationError(f"nothing in this game lets anybody draw {action.cards} cards")
        return int(self.first) + self.numbers.index(action.cards)
