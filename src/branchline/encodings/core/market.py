"""The market with one deck in an encoding."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from branchline.encodings.core.cards_part import CardsPart
from branchline.encodings.core.faces import FACES, Making
from branchline.encodings.core.part import Part
from branchline.mechanics.cards.market import Market


class MarketPart(CardsPart):
    """The same for a market with one deck."""

    def __init__(self, market: Market) -> None:
        super().__init__(market.hands, [market.pile], market.places)
        self.market: Final = market

    def face_up(self) -> vec[i64]:
        return self.market.face_up


def part_of(mechanic: Market, making: Making) -> Part:
    return MarketPart(mechanic)


FACES.add(Market, part_of)
