"""Fleets of trains and ships in the server."""

from __future__ import annotations

from branchline.mechanics.fleet.fleet import Fleet
from branchline.model.events import PiecesExchanged
from branchline.server.faces import FACES, Served

FACES.add(Fleet, Served(nothing_new=(PiecesExchanged,)))
