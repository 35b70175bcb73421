"""Words for payments with bundles, color by color: "pay 2 red", "pay no blue"."""

from __future__ import annotations

import re

from branchline.mechanics.bundles.bundles import Bundles
from branchline.model.actions import Action, PayCards
from branchline.model.errors import NotationError
from branchline.notation.context import Context
from branchline.notation.faces import FACES, Notation
from branchline.notation.names import find_card


def parse_cards(context: Context, rest: str) -> Action:
    """Pay 2 red, pay no blue."""
    found = re.fullmatch(r"(\d+|no)\s+(\D+?)(\s+cards?)?", rest, re.IGNORECASE)
    if not found:
        raise NotationError(f"'{rest}' is no number of cards; write it like: pay 2 red, or: pay no blue")
    count = 0 if found[1].lower() == "no" else int(found[1])
    return PayCards(find_card(context.board, found[2]), count)


FACES.add(
    Bundles,
    Notation(
        describe={PayCards: lambda _, action: f"pay {action.count or 'no'} {action.card}"},
        parse={"pay": parse_cards},
        forms=("pay 2 red", "pay no blue"),
    ),
)
