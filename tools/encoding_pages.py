"""Writes the page of the documentation that lists what every number of an encoding means: `docs/encodings.md`.

python tools/encoding_pages.py
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import branchline as bl
from branchline.encodings.core.part import Field
from branchline.envs import VERSION, encoding

PAGE = Path(__file__).parents[1] / "docs" / "encodings.md"
SHOWN = 6  # that many columns are listed by name


def page(boards: tuple[bl.Board, ...]) -> str:
    """The page for these boards."""
    return "\n".join(
        [
            "# What the numbers mean",
            "",
            f"Every field of an encoding, as [environments](environments.md) use it, in version {VERSION}. All numbers",
            "are whole (`int16`). Seats are counted from the one that looks: `self`, then `+1`, `+2` … in turn order.",
            "This page is made by `tools/encoding_pages.py`.",
            "",
            "## Sizes",
            "",
            "With two seats. `encoding(board, variant, seats)` has the sizes of any other setting.",
            "",
            "| Board | Variant | Numbers | Actions | Graph: nodes × features | Beside the graph |",
            "|---|---|--:|--:|--:|--:|",
            *(size_row(board, variant) for board in boards for variant in board.variants),
            "",
            "## Fields",
            "",
            "A field *for each* route, place or ticket has a row for each of them, in the order of the board file; in",
            "the graph it stands on their nodes. Columns are those of the first board that has the field, with two",
            "seats. `encoding.field(name)` has the `start`, `columns`, `low` and `highs` of a field for your setting.",
            "",
            *fields_of(boards),
        ]
    )


def size_row(board: bl.Board, variant: str) -> str:
    """How large things are."""
    of = encoding(board.id, variant, 2)
    nodes = f"{of.graph.node_count} × {len(of.graph.features)}"
    return f"| {board.title} | {of.variant.title} | {of.size} | {of.actions} | {nodes} | {of.graph.global_count} |"


def fields_of(boards: tuple[bl.Board, ...]) -> Iterator[str]:
    """A table for each part, those of all boards first."""
    found: dict[str, dict[str, Field]] = {}
    having: dict[str, list[str]] = {}
    for board in boards:
        for part, fields in encoding(board.id, next(iter(board.variants)), 2).parts.items():
            having.setdefault(part, []).append(board.title)
            for field in fields:
                found.setdefault(part, {}).setdefault(field.name, field)
    for part in sorted(found, key=lambda part: -len(having[part])):
        yield f"### {part}" + ("" if len(having[part]) == len(boards) else f" ({', '.join(having[part])})")
        yield from ("", "| Field | For each | Columns | Meaning |", "|---|---|---|---|")
        for field in found[part].values():
            yield f"| `{field.name}` | {field.per or '—'} | {columns_of(field)} | {field.meaning} |"
        yield ""


def columns_of(field: Field) -> str:
    """The columns by name; of many, the first and the last."""
    names = field.columns
    if len(names) > SHOWN:
        names = [*names[: SHOWN - 3], "…", names[-1]]
    return ", ".join(names)


if __name__ == "__main__":
    PAGE.write_text(page(bl.boards()), encoding="utf-8")
