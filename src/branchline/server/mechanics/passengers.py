"""Passengers in the server."""

from __future__ import annotations

from branchline.mechanics.passengers.passengers import Passengers
from branchline.model.events import PassengerLeft, PassengerTaken
from branchline.server.faces import FACES, Served

FACES.add(
    Passengers,
    Served(nothing_new=(PassengerLeft, PassengerTaken), in_points=frozenset({"take passenger"})),
)
