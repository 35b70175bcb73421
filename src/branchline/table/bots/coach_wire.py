"""What goes between the server and the process of the coach: as for bots, pickled questions, and answers in JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from pydantic import TypeAdapter

from branchline.analysis.coach import Advice, Doubt
from branchline.model.observation import Observation

COACH = "coach"  # as `Prepare.bot`
ADVICE, DOUBT = TypeAdapter(Advice), TypeAdapter(Doubt)  # which read their plain forms


@dataclass(frozen=True, slots=True)
class Advise:
    """What would you do here, and why?"""

    seen: Observation
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Weigh:
    """Is this a blunder, beside what is best?"""

    seen: Observation
    best: int
    action: int
    names: tuple[str, ...]


def said(answer: Advice | Doubt | None) -> str:
    """An answer as it is written."""
    return json.dumps({"said": None if answer is None else asdict(answer)}) + "\n"


def heard(line: bytes) -> dict[str, Any] | str | None:
    """An answer as it is read: what was said, or what went wrong as text; ValueError if it is no answer at all."""
    plain = json.loads(line)
    if not isinstance(plain, dict):
        raise ValueError("no answer")
    if "error" in plain:
        return str(plain["error"])
    found: dict[str, Any] | None = plain.get("said")
    return found
