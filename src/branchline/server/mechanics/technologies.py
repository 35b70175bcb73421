"""Technologies in the server: clients are told what each does, costs and opens."""

from __future__ import annotations

from typing import TypedDict

from branchline.mechanics.technologies.permissions import Permissions
from branchline.mechanics.technologies.technologies import Technologies
from branchline.model.board import Board
from branchline.model.events import TechnologyBought, TechnologyReturned
from branchline.server.faces import FACES, Served
from branchline.words.technologies import technology_effect


class TechnologyData(TypedDict):
    """A technology."""

    id: str
    title: str
    words: str  # what it does
    cost: int
    opens: list[str]  # routes that cannot be built without it


def _told(board: Board) -> list[TechnologyData]:
    return [_technology(board, name) for name in board.extras.get("technologies", {})]


def _technology(board: Board, name: str) -> TechnologyData:
    facts = board.extras["technologies"][name]
    opens: list[str] = []
    if "start" in board.extras:
        permissions = Permissions(board, board.extras["start"])
        granted = permissions.granted_by(facts)
        opens = [route.id for route in board.routes if permissions.needs_of(route) & granted]
    return {
        "id": name,
        "title": facts["title"],
        "words": technology_effect(board, name),
        "cost": int(facts.get("cost", 0)),
        "opens": opens,
    }


FACES.add(
    Technologies,
    Served(told=("technologies", _told), nothing_new=(TechnologyBought, TechnologyReturned)),
)
