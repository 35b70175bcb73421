"""Shares in the server."""

from __future__ import annotations

from branchline.mechanics.shares.shares import Shares
from branchline.model.events import ShareDeclined, ShareGiven, ShareTaken
from branchline.server.faces import FACES, Served

FACES.add(
    Shares,
    Served(nothing_new=(ShareDeclined, ShareGiven, ShareTaken), in_points=frozenset({"take share"})),
)
