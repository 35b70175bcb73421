"""Tourist tokens in the server."""

from __future__ import annotations

from branchline.mechanics.tokens.tokens import Tokens
from branchline.model.events import StackPlaced, TokenTaken
from branchline.server.faces import FACES, Served

FACES.add(Tokens, Served(nothing_new=(StackPlaced, TokenTaken), in_points=frozenset({"take token"})))
