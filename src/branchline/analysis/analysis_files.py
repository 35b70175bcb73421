"""Analyses are kept beside their records: `game.json` has its analysis in `game.analysis.json`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from branchline.analysis import luck
from branchline.analysis.results import FORMAT, Analysis, Candidate, Decision, Effort, SeatSummary
from branchline.model.errors import RecordError
from branchline.notation.record import Record, checksum
from branchline.thinking.evaluators import default_for, version_of

_MOST = 2**31 - 1  # the greatest version: databases that keep it know no greater whole numbers


def analysis_version(evaluator: str, board: str) -> int:
    """Another one whenever an analysis of the same game comes out otherwise: of its form, the evaluator and luck."""
    return (1000 * (luck.VERSION + 100 * FORMAT) + version_of(evaluator, board)) & _MOST


@cache
def judges_today(board: str, variant: str, seats: int) -> tuple[str, int]:
    """Who judges by default, and its version, which is read from files that ship and stays while a program runs."""
    name = default_for(board, variant, seats)
    return name, analysis_version(name, board)


def path_beside(record: str | Path) -> Path:
    """Where the analysis of a record is kept."""
    return Path(record).with_suffix(".analysis.json")


def save(analysis: Analysis, path: str | Path) -> None:
    """Write an analysis to a file, whole or not at all."""
    path = Path(path)
    beside = path.with_suffix(".part")
    beside.write_text(json.dumps(analysis.to_json(), ensure_ascii=False) + "\n", encoding="utf-8")
    beside.replace(path)


def load(path: str | Path) -> Analysis:
    """Read an analysis from a file."""
    try:
        plain = json.loads(Path(path).read_text(encoding="utf-8"))
        return from_json(plain)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise RecordError(f"{path} holds no analysis that can be read: {error}") from error


def kept(path: str | Path, record: Record, evaluator: str, worlds: int) -> Analysis | None:
    """The analysis in a file, if it is of this record, by this evaluator as it is today, and at least as deep."""
    if not Path(path).is_file():
        return None
    try:
        found = load(path)
    except RecordError:
        return None  # of another version, or damaged: it is made again
    fits = found.record == checksum(record.to_json()) and found.evaluator == evaluator and found.worlds >= worlds
    return found if fits and found.evaluator_version == analysis_version(evaluator, record.board) else None


def from_json(plain: Mapping[str, Any]) -> Analysis:
    """The analysis behind its plain form."""
    if plain.get("format") != FORMAT:
        raise ValueError(f"its format is {plain.get('format')}, not {FORMAT}")
    fields = {key: _tuples(value) for key, value in plain.items() if key != "format"}
    fields["seats"] = tuple(_seat(seat) for seat in plain["seats"])
    fields["decisions"] = tuple(_decision(decision) for decision in plain["decisions"])
    fields["effort"] = Effort(**plain["effort"])
    return Analysis(**fields)


def _seat(plain: Mapping[str, Any]) -> SeatSummary:
    return SeatSummary(**{key: _tuples(value) for key, value in plain.items()})


def _decision(plain: Mapping[str, Any]) -> Decision:
    fields = {key: _tuples(value) for key, value in plain.items()}
    fields["candidates"] = tuple(Candidate(**candidate) for candidate in plain["candidates"])
    return Decision(**fields)


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value
