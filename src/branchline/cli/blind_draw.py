"""Drawing several cards blind, in the terminal."""

from __future__ import annotations

from branchline.cli.faces import FACES, Terminal
from branchline.mechanics.technologies.blind_draw import BlindDraw
from branchline.model.actions import DrawBlind

FACES.add(BlindDraw, Terminal(labels={DrawBlind: lambda actions: f"take {actions[0].cards} cards from the deck"}))
