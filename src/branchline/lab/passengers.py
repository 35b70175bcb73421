"""Passengers in the lab: who takes which color where."""

from __future__ import annotations

from branchline.lab.faces import FACES, Findings, Gain
from branchline.mechanics.passengers.passengers import Passengers
from branchline.model.events import PassengerTaken


def _taken(event: PassengerTaken) -> Gain:
    return Gain("passengers", event.color, event.place)


FACES.add(Passengers, Findings(gains={PassengerTaken: _taken}, pooled=frozenset({"passengers"})))
