"""Payments with bundles in the terminal: a number typed is a number of cards."""

from __future__ import annotations

from branchline.boards import registry
from branchline.cli.faces import FACES, Terminal
from branchline.mechanics.bundles.bundles import Bundles
from branchline.model.actions import PayCards
from branchline.model.observation import Observation, PaymentView


class BundlesTerminal(Terminal):
    """The question itself says what is being paid."""

    def note(self, seen: Observation, view: PaymentView) -> str:
        cards = registry.board(seen.board).extras.get("bundle", {}).get("cards", 0)
        return f"A bundle is {cards} cards for a locomotive (fewer with some technologies)."


FACES.add(Bundles, BundlesTerminal(with_cards=("bundle cards",), numbers={PayCards: lambda action: action.count}))
