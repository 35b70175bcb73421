"""Doing nothing further, where the rules leave that to a seat: passing where buying is all there is, and stopping.

A seat that can buy something but take no action may buy or pass. Of two claims in a turn the second is optional.
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.commons import Commons
from branchline.engine.decisions import CLAIM_FIRST, CLAIM_SECOND, CLAIM_TAKEN, TURN
from branchline.engine.mechanic import Mechanic, Offer, chain_of
from branchline.mechanics.technologies import PassTurn, StopClaiming
from branchline.model.actions import Action


class Declining(Mechanic):
    """Action `first` passes, the next one stops. It comes last among the mechanics that offer something for a turn."""

    def __init__(self, commons: Commons, regular: list[Mechanic], purchases: Mechanic, claims: list[Mechanic]) -> None:
        super().__init__("declining", commons)
        self.has_view = False
        self.regular: Final = chain_of(regular)  # the mechanics that offer the regular actions of a turn
        self.purchases: Final = purchases
        self.claims: Final = chain_of(claims)

    def is_possible(self, kind: i64) -> bool:
        """After the others have counted: whether a seat may decline."""
        if kind == CLAIM_SECOND:
            return True
        if kind == TURN:
            return self.purchases.counted > 0 and self.nothing_counted(self.regular)
        # Otherwise never in a true game; but an imagined hand may be unable to claim.
        return kind in (CLAIM_FIRST, CLAIM_TAKEN) and self.nothing_counted(self.claims)

    def nothing_counted(self, offer: Offer | None) -> bool:
        """Whether some mechanics had nothing to offer when they counted last."""
        while offer is not None:
            if offer.mechanic.counted > 0:
                return False
            offer = offer.then
        return True

    def size(self) -> int:
        return 2

    def count(self, seat: i64, kind: i64) -> i64:
        self.counted = 1 if self.is_possible(kind) else 0
        return self.counted

    def nth(self, seat: i64, kind: i64, n: i64) -> i64:
        return self.first if kind == TURN else self.first + 1

    def refusal(self, seat: i64, kind: i64, action: i64) -> str:
        if action == self.first and kind != TURN:
            return "you cannot pass now"
        if action > self.first and kind == TURN:
            return "there is nothing to stop"
        offer = self.regular if kind == TURN else self.claims
        if offer is not None:
            offer.count(seat, kind)
        if kind == TURN:
            self.purchases.count(seat, kind)
        if self.is_possible(kind):
            return ""
        return "there is something that you can do" if kind == TURN else "claiming a route is not optional now"

    def typed(self, action: i64, offer: tuple[str, ...]) -> Action:
        return PassTurn() if action == self.first else StopClaiming()

    def number(self, action: Action, offer: tuple[str, ...]) -> int:
        if isinstance(action, PassTurn):
            return self.first
        return self.first + 1 if isinstance(action, StopClaiming) else -1
