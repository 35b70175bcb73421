"""Harbors in the server."""

from __future__ import annotations

from branchline.mechanics.harbors.harbors import Harbors
from branchline.model.events import HarborBuilt
from branchline.server.faces import FACES, Served

FACES.add(Harbors, Served(nothing_new=(HarborBuilt,)))
