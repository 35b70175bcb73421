"""The faces of mechanics in an encoding: which part each of them adds. A mechanic without one is told by its view."""

from collections.abc import Callable
from typing import Any

from branchline.encodings.core.guided_search import GuidedRoom
from branchline.encodings.core.part import Part
from branchline.encodings.core.ways import KeptWays
from branchline.engine.rule_sheet import RuleSheet
from branchline.mechanics.routes.tracks import Tracks
from branchline.mechanics.tickets.tickets import Tickets
from branchline.model.faces import ByMechanic


class Making:
    """What the parts of one encoder are made from: the rule sheet, and what several of them share."""

    def __init__(self, rules: RuleSheet, room: GuidedRoom | None) -> None:
        self.rules = rules
        self.room = room
        self.ways: KeptWays | None = None


FACES: ByMechanic[Callable[[Any, Making], Part | None]] = ByMechanic()


def ways_of(making: Making) -> KeptWays | None:
    """The cheapest ways, which tickets and routes share; None on a board that lacks one of the two."""
    if making.ways is None:
        tracks: Tracks | None = None
        tickets: Tickets | None = None
        for mechanic in making.rules.mechanics:
            if isinstance(mechanic, Tracks):
                tracks = mechanic
            elif isinstance(mechanic, Tickets):
                tickets = mechanic
        if tracks is not None and tickets is not None:
            making.ways = KeptWays(tracks, tickets, making.room)
    return making.ways
