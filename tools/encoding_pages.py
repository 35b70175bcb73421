"""Writes the pages of the documentation that list what every number of an encoding means: `docs/encodings/*.md`.

python tools/encoding_pages.py
"""

from __future__ import annotations

from pathlib import Path

import branchline as bl
from branchline.envs import VERSION, encoding
from branchline.envs.core.part import Field

FOLDER = Path(__file__).parents[1] / "docs" / "encodings"
SHOWN = 12  # so many columns are listed by name


def page(board: bl.Board) -> str:
    """The page of a board."""
    variants = list(board.variants)
    first = variants[0]
    return "\n".join(
        [
            f"# {board.title}, as numbers",
            "",
            f"Version {VERSION} of the encoding. All numbers are whole (`int16`). Seats are counted from the one that",
            "looks: `self`, then `+1`, `+2` … in turn order. This page is made by `tools/encoding_pages.py`.",
            "[Environments](../environments.md) tells how to use encodings.",
            "",
            "## Sizes",
            "",
            "| Variant | Seats | Numbers | Actions | Nodes × features of the graph | Numbers beside the graph |",
            "|---|---|---|---|---|---|",
            *(size_row(board, variant, seats) for variant in variants for seats in seat_counts(board)),
            "",
            f"## Fields, {board.variants[first].title} with 2 seats",
            "",
            "`From` is where a field begins; with other seats and variants it moves (`field(name).start`). A field",
            "*for each* route, place or ticket has a row for each of them, in the order of the board file, and stands",
            "on their nodes in the graph form.",
            "",
            "| Part | Field | From | Numbers | For each | Columns | Range | Meaning |",
            "|---|---|---|---|---|---|---|---|",
            *field_rows(board, first),
            "",
        ]
    )


def seat_counts(board: bl.Board) -> range:
    """How many seats there can be."""
    return range(board.seats[0], board.seats[1] + 1)


def size_row(board: bl.Board, variant: str, seats: int) -> str:
    """How large things are."""
    of = encoding(board.id, variant, seats)
    graph = of.graph
    nodes = f"{graph.node_count} × {len(graph.features)}"
    return f"| {of.variant.title} | {seats} | {of.size} | {of.actions} | {nodes} | {graph.global_count} |"


def field_rows(board: bl.Board, variant: str) -> list[str]:
    """A row for each field."""
    of = encoding(board.id, variant, 2)
    return [
        f"| {part} | `{field.name}` | {field.start} | {field.size()} | {field.per or '—'} | {columns_of(field)} "
        f"| {range_of(field)} | {field.meaning} |"
        for part, fields in of.parts.items()
        for field in fields
    ]


def columns_of(field: Field) -> str:
    """The columns by name; of many, the first and the last."""
    names = field.columns
    if len(names) > SHOWN:
        names = [*names[: SHOWN - 2], "…", names[-1]]
    return ", ".join(names)


def range_of(field: Field) -> str:
    """Between which numbers the columns lie."""
    most = sorted({*field.highs})
    highs = f"{most[0]}" if len(most) == 1 else f"{most[0]} … {most[-1]}"
    return f"{field.low} to {highs}"


def main() -> None:
    """Write all pages."""
    FOLDER.mkdir(exist_ok=True)
    for board in bl.boards():
        (FOLDER / f"{board.id}.md").write_text(page(board), encoding="utf-8")


if __name__ == "__main__":
    main()
