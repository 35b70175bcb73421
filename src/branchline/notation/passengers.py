"""Words for passengers: "take passenger red", "leave passenger"."""

from __future__ import annotations

import re

from branchline.mechanics.passengers.passengers import Passengers
from branchline.model.actions import Action, LeavePassenger, TakePassenger
from branchline.model.errors import NotationError
from branchline.notation.context import Context
from branchline.notation.faces import FACES, Notation
from branchline.notation.names import find_among


def parse_take(context: Context, rest: str) -> Action:
    """Take passenger red; the color may be left out if only one waits."""
    colors = list(context.board.extras.get("passengers", {}).get("colors", {}))
    if not rest:
        waiting = [action for action in context.legal if isinstance(action, TakePassenger)]
        if len(waiting) == 1:
            return waiting[0]
        raise NotationError("say which passenger, like: take passenger red")
    return TakePassenger(find_among("passenger", re.sub(r"\bpassengers?$", "", rest, flags=re.IGNORECASE), colors))


def parse_leave(context: Context, rest: str) -> Action:
    """Leave passenger, leave passengers."""
    if rest:
        raise NotationError(f"write 'leave passenger', without '{rest}'")
    return LeavePassenger()


FACES.add(
    Passengers,
    Notation(
        describe={
            TakePassenger: lambda _, action: f"take passenger {action.color}",
            LeavePassenger: lambda *_: "leave passenger",
        },
        parse={
            "take passenger": parse_take,
            "pick up": parse_take,
            "leave passenger": parse_leave,
            "leave passengers": parse_leave,
        },
        forms=("take passenger COLOR", "leave passenger"),
    ),
)
