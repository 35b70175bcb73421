"""The market with two decks in an encoding."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.encodings.core.cards_part import CardsPart
from branchline.encodings.core.faces import FACES, Making
from branchline.encodings.core.part import Part
from branchline.mechanics.cards.two_deck_market import TwoDeckMarket


class TwoDeckMarketPart(CardsPart):
    """The same for a market with two decks."""

    def __init__(self, market: TwoDeckMarket) -> None:
        super().__init__(market.hands, market.piles, market.places)
        self.market: Final = market

    def face_up(self) -> vec[i64]:
        return self.market.face_up


def part_of(mechanic: TwoDeckMarket, making: Making) -> Part:
    return TwoDeckMarketPart(mechanic)


FACES.add(TwoDeckMarket, part_of)
