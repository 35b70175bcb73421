"""Technologies in the lab: who buys which."""

from __future__ import annotations

from branchline.lab.faces import FACES, Findings, Gain
from branchline.mechanics.technologies.technologies import Technologies
from branchline.model.board import Board
from branchline.model.events import TechnologyBought
from branchline.words.technologies import technology_title


def _bought(event: TechnologyBought) -> Gain:
    return Gain("technologies", event.technology)


def _title(board: Board, item: str) -> str | None:
    return technology_title(board, item) if item in board.extras.get("technologies", {}) else None


FACES.add(
    Technologies,
    Findings(gains={TechnologyBought: _bought}, uses={TechnologyBought: "technology"}, title=_title),
)
