"""Files of puzzles: one a line, as they are found. Those that ship are read from here."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from branchline.analysis.puzzles import Puzzle, from_json
from branchline.model.errors import BranchlineError

SHIPPED = Path(__file__).parent / "shipped"  # a file for each board


class BadPuzzles(BranchlineError):
    """A file of puzzles that cannot be read."""


def file_of(folder: Path, board: str) -> Path:
    """Where a folder has the puzzles of a board."""
    return folder / f"{board}.jsonl"


def read(path: Path) -> list[Puzzle]:
    """The puzzles of a file; none if there is no such file."""
    if not path.is_file():
        return []
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            found.append(from_json(json.loads(line)))
        except (ValueError, KeyError, TypeError, BranchlineError) as error:
            raise BadPuzzles(f"line {number} of {path} is no puzzle: {error}") from error
    return found


def write(path: Path, puzzles: list[Puzzle]) -> None:
    """Write a file again, all at once."""
    beside = path.with_suffix(".new")
    beside.write_text("".join(line_of(puzzle) for puzzle in puzzles), encoding="utf-8")
    beside.replace(path)


def append(path: Path, puzzle: Puzzle) -> None:
    """Add a puzzle to a file."""
    with path.open("a", encoding="utf-8") as file:
        file.write(line_of(puzzle))


def line_of(puzzle: Puzzle) -> str:
    """A puzzle as a line."""
    return json.dumps(puzzle.to_json(), ensure_ascii=False, separators=(",", ":")) + "\n"


@cache
def shipped() -> dict[str, tuple[Puzzle, ...]]:
    """The puzzles that ship, by board."""
    return {path.stem: tuple(read(path)) for path in sorted(SHIPPED.glob("*.jsonl"))}
