"""Bundles: several cards that together stand for a wild."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from branchline.model.actions import Action, Claim
from branchline.model.observation import View


@dataclass(frozen=True, slots=True)
class ClaimWithBundles(Claim):
    """Claim a route with set cards of one color, wilds, and bundles that stand for wilds; which cards is asked next."""

    cards: int
    wilds: int
    bundles: int

    @property
    def dearness(self) -> tuple[int, int]:
        return self.bundles, self.wilds


@dataclass(frozen=True, slots=True)
class PayCards(Action):
    """Put that many cards of a color into the payment that is being made up of bundles."""

    card: str
    count: int


@dataclass(frozen=True, slots=True)
class PaymentView(View):
    """A payment that is being made up of bundles. What for and how is public, which cards only when it is complete."""

    seat: int | None  # who is paying; None: nobody is
    route: str | None
    technology: str | None
    cards: int  # set cards
    wilds: int
    bundles: int
    chosen: Mapping[str, int] | None  # the payer's own: cards chosen so far ...
    card: str | None  # ... and the color that is asked next
