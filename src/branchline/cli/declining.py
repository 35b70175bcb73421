"""What a seat may decline, in the terminal."""

from __future__ import annotations

from branchline.cli.faces import FACES, Terminal
from branchline.mechanics.technologies.declining import Declining
from branchline.model.actions import PassTurn, StopClaiming

FACES.add(Declining, Terminal(labels={StopClaiming: "build no more", PassTurn: "pass"}))
