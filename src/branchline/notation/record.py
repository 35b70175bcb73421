"""A game is its record: how it was set up, the seed, and the decisions in order. Replaying it gives the game.

The file is JSON, one decision a line in words, so that people can read it and version control can compare it. The
checksum at the end tells a damaged file from a sound one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from branchline.model.errors import RecordError
from branchline.model.frozen import freeze
from branchline.model.showing import showing

SCHEMA = 1
_HEADER = ("schema", "board", "variant", "rules_version", "seats", "first_seat", "seed")


@dataclass(frozen=True, slots=True)
class Record:
    """Everything needed to play a game again."""

    board: str
    variant: str
    seats: int
    seed: int
    rules_version: int
    first_seat: int | None = None  # as asked for; None: drawn from the seed
    decisions: tuple[tuple[int, str], ...] = ()  # (seat, action in words)
    totals: tuple[int, ...] | None = None  # the final scores of a finished game, to check a replay against
    reshuffles: tuple[tuple[int, int], ...] = ()  # after so many decisions what lay face down was shuffled with a seed
    stopped: bool = False  # the people ended it after the last decision, before the rules did
    tags: Mapping[str, str] = field(default_factory=dict)  # players' names, date ...: no meaning to the rules

    def __post_init__(self) -> None:
        freeze(self, ("tags",))

    def _repr_svg_(self) -> str:
        return showing().record_svg(self)

    def to_json(self) -> dict[str, Any]:
        """The plain form, with its checksum."""
        plain: dict[str, Any] = {
            "schema": SCHEMA,
            "board": self.board,
            "variant": self.variant,
            "rules_version": self.rules_version,
            "seats": self.seats,
            "first_seat": self.first_seat,
            "seed": f"{self.seed:#x}",
            "tags": dict(self.tags),
            "decisions": [f"{seat}: {words}" for seat, words in self.decisions],
            "totals": None if self.totals is None else list(self.totals),
        }
        if self.reshuffles:  # most games have none, and older versions read those
            plain["reshuffles"] = [f"{after}: {seed:#x}" for after, seed in self.reshuffles]
        if self.stopped:
            plain["stopped"] = True
        return {**plain, "checksum": checksum(plain)}

    def dumps(self) -> str:
        """The text of the file."""
        return json.dumps(self.to_json(), indent=1, ensure_ascii=False) + "\n"

    def save(self, path: str | Path) -> None:
        """Write the record to a file."""
        Path(path).write_text(self.dumps(), encoding="utf-8")


def checksum(plain: Mapping[str, Any]) -> str:
    """A hash over everything else in a record."""
    body = {key: value for key, value in plain.items() if key != "checksum"}
    text = json.dumps(body, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def load(path: str | Path) -> Record:
    """Read a record from a file."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise RecordError(f"{path} is not a Branchline record: it holds no text") from error
    return loads(text, str(path))


def loads(text: str, name: str = "the record") -> Record:
    """Read a record from the text of a file."""
    try:
        plain = json.loads(text)
    except json.JSONDecodeError as error:
        raise RecordError(f"{name} is not a Branchline record: no JSON at line {error.lineno}") from error
    return from_json(plain, name)


def from_json(plain: Any, name: str = "the record") -> Record:
    """Read a record from its plain form."""
    if not isinstance(plain, dict) or "schema" not in plain or "decisions" not in plain:
        raise RecordError(f"{name} is not a Branchline record")
    if plain["schema"] != SCHEMA:
        raise RecordError(f"{name} has schema {plain['schema']!r}; this version of Branchline reads schema {SCHEMA}")
    missing = [key for key in (*_HEADER, "totals", "checksum") if key not in plain]
    if missing:
        raise RecordError(f"{name} is damaged: it lacks {', '.join(missing)}")
    if plain["checksum"] != checksum(plain):
        raise RecordError(f"{name} is damaged: its checksum does not fit its content")
    try:
        return Record(
            board=str(plain["board"]),
            variant=str(plain["variant"]),
            seats=int(plain["seats"]),
            seed=int(plain["seed"], 16),
            rules_version=int(plain["rules_version"]),
            first_seat=None if plain["first_seat"] is None else int(plain["first_seat"]),
            decisions=tuple(_read_decision(line) for line in plain["decisions"]),
            totals=None if plain["totals"] is None else tuple(int(total) for total in plain["totals"]),
            reshuffles=tuple(_read_reshuffle(line) for line in plain.get("reshuffles", ())),
            stopped=bool(plain.get("stopped", False)),
            tags=dict(plain.get("tags", {})),
        )
    except (TypeError, ValueError) as error:
        raise RecordError(f"{name} is damaged: {error}") from error


def _read_reshuffle(line: str) -> tuple[int, int]:
    after, _, seed = line.partition(": ")
    return int(after), int(seed, 16)


def _read_decision(line: str) -> tuple[int, str]:
    seat, colon, words = line.partition(": ")
    if not colon:
        raise ValueError(f"'{line}' is no decision")
    return int(seat), words
