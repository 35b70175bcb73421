"""Tickets in the lab: the mixes of opening tickets; the tickets themselves have a table of their own."""

from __future__ import annotations

from branchline.lab.faces import FACES, Findings, Gain
from branchline.mechanics.tickets.tickets import Tickets
from branchline.model.events import MixAnnounced


def _announced(event: MixAnnounced) -> Gain:
    return Gain("ticket mixes", "-".join(str(n) for n in event.mix))


FACES.add(Tickets, Findings(gains={MixAnnounced: _announced}))
