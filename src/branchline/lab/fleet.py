"""Fleets in the lab: what seats start with, and what they exchange."""

from __future__ import annotations

from branchline.lab.faces import FACES, Findings, Gain
from branchline.mechanics.fleet.fleet import Fleet
from branchline.model.events import FleetShown, PiecesExchanged


def _shown(event: FleetShown) -> Gain:
    return Gain("fleets", f"{event.trains} trains, {event.ships} ships")


def _exchanged(event: PiecesExchanged) -> Gain:
    return Gain("exchanges", f"{event.given} given", None, event.count)


FACES.add(Fleet, Findings(gains={FleetShown: _shown, PiecesExchanged: _exchanged}, uses={PiecesExchanged: "exchange"}))
