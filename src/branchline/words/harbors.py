"""Harbors in words."""

from __future__ import annotations

from branchline.mechanics.harbors.harbors import Harbors
from branchline.model.actions import BuildHarbor
from branchline.model.events import HarborBuilt
from branchline.words.faces import FACES, Words
from branchline.words.sentences import Teller


def _built(teller: Teller, event: HarborBuilt) -> str:
    return f"built a harbor in {teller.board.goal_name(event.city)}{teller.for_what_was_paid()}"


FACES.add(
    Harbors,
    Words(
        builds="a harbor",
        events={HarborBuilt: _built},
        themes={BuildHarbor: "build a harbor"},
        nudges={BuildHarbor: "Think of a harbor: which ports do your tickets touch?"},
    ),
)
