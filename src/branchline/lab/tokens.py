"""Tourist tokens in the lab: who takes them where."""

from __future__ import annotations

from branchline.lab.faces import FACES, Findings, Gain
from branchline.mechanics.tokens.tokens import Tokens
from branchline.model.events import TokenTaken


def _taken(event: TokenTaken) -> Gain:
    return Gain("tokens", event.place, event.place)


FACES.add(Tokens, Findings(gains={TokenTaken: _taken}))
