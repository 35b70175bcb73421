"""Drawing more cards than usual, all of them blind, in place of a regular draw; for seats with a card that allows it.

It is offered only if there are as many cards to draw: with fewer, a regular draw gives the same.
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.mechanic import Mechanic
from branchline.mechanics.market import Market
from branchline.mechanics.technologies import Technologies
from branchline.model.actions import Action, DrawBlind
from branchline.model.errors import NotationError


class BlindDraw(Mechanic):
    """One action for each number of cards that a technology allows to draw."""

    def __init__(self, market: Market, technologies: Technologies) -> None:
        super().__init__("blind draw", market.commons)
        self.has_view = False
        self.market: Final = market
        self.technologies = technologies
        self.numbers: list[int] = sorted({int(n) for n in technologies.blind_draw if n > 0})

    def draw(self, seat: i64, action: i64) -> None:
        """Draw the cards one by one; the deck may be renewed in between."""
        cards: i64 = self.numbers[action - self.first]
        while cards > 0:
            self.market.draw(seat)
            cards -= 1

    def size(self) -> int:
        return len(self.numbers)

    def count(self, seat: i64, kind: i64) -> i64:
        self.counted = 0
        if self.technologies.owned[seat]:
            for number in self.numbers:
                if self.can_draw(seat, number):
                    self.counted += 1
        return self.counted

    def can_draw(self, seat: i64, cards: i64) -> bool:
        """Whether the seat may draw so many, and they are there."""
        pile = self.market.pile
        return pile.left + pile.discarded >= cards and self.may_draw(seat, cards)

    def may_draw(self, seat: i64, cards: i64) -> bool:
        """Whether a seat has a technology for so many cards."""
        technologies = self.technologies
        card: i64 = 0
        while card < technologies.kinds:
            if technologies.blind_draw[card] == cards and technologies.owned[seat] >> card & 1:
                return True
            card += 1
        return False

    def refusal(self, seat: i64, kind: i64, action: i64) -> str:
        cards = self.numbers[action - self.first]
        if not self.may_draw(seat, cards):
            return f"you have no technology that lets you draw {cards} cards"
        return "" if self.can_draw(seat, cards) else f"there are no {cards} cards left to draw"

    def typed(self, action: i64, offer: tuple[str, ...]) -> Action:
        return DrawBlind(self.numbers[action - self.first])

    def number(self, action: Action, offer: tuple[str, ...]) -> int:
        if not isinstance(action, DrawBlind):
            return -1
        if action.cards not in self.numbers:
            raise NotationError(f"nothing in this game lets anybody draw {action.cards} cards")
        return int(self.first) + self.numbers.index(action.cards)
