"""Harbors in the lab: who builds where."""

from __future__ import annotations

from branchline.lab.faces import FACES, Findings, Gain
from branchline.mechanics.harbors.harbors import Harbors
from branchline.model.events import HarborBuilt


def _built(event: HarborBuilt) -> Gain:
    return Gain("harbors", event.city, event.city)


FACES.add(Harbors, Findings(gains={HarborBuilt: _built}, uses={HarborBuilt: "harbor"}))
