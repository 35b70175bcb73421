"""The faces of mechanics in the notation: how their actions are written and read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from branchline.model.actions import Action
from branchline.model.board import Board, Route
from branchline.model.faces import Faces
from branchline.notation.context import Context, Describe, Parse


@dataclass(frozen=True)
class Notation:
    """How the actions of one mechanic are written and read."""

    describe: Mapping[type[Action], Describe] = field(default_factory=dict)
    parse: Mapping[str, Parse] = field(default_factory=dict)  # by verb
    forms: tuple[str, ...] = ()  # examples, for whoever wrote something else
    # Claims that are paid in a way of their own: what they pay, in words; and the claim that a payment means, or None.
    payments: Mapping[type[Action], Callable[[Board, Route, Any], str]] = field(default_factory=dict)
    claim: Callable[[Context, list[Route], str], Action | None] | None = None


FACES: Faces[Notation] = Faces("branchline.notation")
