"""Fleets of trains and ships in words."""

from __future__ import annotations

from branchline.boards import registry
from branchline.mechanics.fleet.fleet import Fleet
from branchline.model.actions import ChooseFleet, ExchangePieces
from branchline.model.events import FleetShown, PiecesExchanged
from branchline.model.observation import Observation
from branchline.words.faces import FACES, Words
from branchline.words.plain import counted
from branchline.words.sentences import Teller


def _ask(seen: Observation) -> str:
    advice = registry.board(seen.board).extras.get("fleet", {}).get("advice")
    hint = f" For a first game: {advice['trains']} trains and {advice['ships']} ships." if advice else ""
    return f"With how many trains and ships do you start?{hint}"


def _shown(teller: Teller, event: FleetShown) -> str:
    return f"set out with {counted(event.trains, 'train')} and {counted(event.ships, 'ship')}"


def _exchanged(teller: Teller, event: PiecesExchanged) -> str:
    pieces = [counted(event.count, noun) for noun in ("train", "ship")]
    mine, other = pieces if event.given == "trains" else pieces[::-1]
    return f"exchanged {mine} for {other}"


FACES.add(
    Fleet,
    Words(
        questions={"choose fleet": _ask},
        doing={"choose fleet": "{} is choosing a fleet."},
        uses="exchange pieces",
        piece="piece",
        events={FleetShown: _shown, PiecesExchanged: _exchanged},
        nudges={
            ChooseFleet: "Count the spaces of land and of water on the way to your tickets.",
            ExchangePieces: "Count your pieces: do you have enough of both sorts for your tickets?",
        },
    ),
)
