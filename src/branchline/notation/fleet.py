"""Words for fleets: "choose 20 trains + 40 ships", "exchange 3 trains for 3 ships"."""

from __future__ import annotations

import re

from branchline.mechanics.fleet.fleet import Fleet
from branchline.model.actions import Action, ChooseFleet, ExchangePieces
from branchline.model.errors import NotationError
from branchline.notation.context import Context
from branchline.notation.faces import FACES, Notation
from branchline.notation.sorts import counted_parts


def parse_fleet(context: Context, rest: str) -> Action:
    """Choose 20 trains + 40 ships; one of the two numbers is enough."""
    counts: dict[str, int] = {}
    for count, word in counted_parts(re.sub(r"^fleet\b", "", rest)):
        if word not in ("train", "ship"):
            raise NotationError(f"a fleet has trains and ships, not '{word}'; write: choose 20 trains + 40 ships")
        counts[word] = count
    total = context.variant.numbers.pieces
    trains = counts.get("train", total - counts.get("ship", 0))
    return ChooseFleet(trains, counts.get("ship", total - trains))


def describe_exchange(context: Context, action: ExchangePieces) -> str:
    """Pieces for others."""
    other = "ships" if action.given == "trains" else "trains"
    if action.count == 1:
        return f"exchange 1 {action.given.removesuffix('s')} for 1 {other.removesuffix('s')}"
    return f"exchange {action.count} {action.given} for {action.count} {other}"


def parse_exchange(context: Context, rest: str) -> Action:
    """Exchange 3 trains for 3 ships, exchange 1 ship."""
    found = re.fullmatch(r"(\d+)\s*(train|ship)s?(?:\s+for\s+(?:\d+\s*|a\s+)?(train|ship)s?)?", rest.casefold())
    if not found or found[2] == found[3]:
        raise NotationError(f"'{rest}' is no exchange; write: exchange 3 trains for 3 ships")
    return ExchangePieces(f"{found[2]}s", int(found[1]))


FACES.add(
    Fleet,
    Notation(
        describe={
            ChooseFleet: lambda _, action: f"choose {action.trains} trains + {action.ships} ships",
            ExchangePieces: describe_exchange,
        },
        parse={"choose": parse_fleet, "choose fleet": parse_fleet, "exchange": parse_exchange},
        forms=("choose 20 trains + 40 ships", "exchange 3 trains for 3 ships"),
    ),
)
