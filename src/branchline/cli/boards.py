"""`branchline boards`: what can be played."""

from __future__ import annotations

import argparse
import json
from typing import Any

from branchline.boards import registry
from branchline.model.board import Board


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the options."""
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")


def run(options: argparse.Namespace) -> int:
    """List the boards."""
    if options.json:
        print(json.dumps([_plain(board) for board in registry.boards()], indent=1, ensure_ascii=False))
    else:
        _show()
    return 0


def _plain(board: Board) -> dict[str, Any]:
    return {
        "id": board.id,
        "title": board.title,
        "summary": board.summary,
        "seats": list(board.seats),
        "rules_version": board.rules_version,
        "variants": [{"id": v.id, "title": v.title, "summary": v.summary} for v in board.variants.values()],
        "note": board.note,
    }


def _show() -> None:
    from rich.table import Table
    from rich.text import Text

    from branchline.cli.screen import make_console

    console = make_console()
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold", pad_edge=False)
    table.add_column("board", no_wrap=True)
    table.add_column("seats", no_wrap=True)
    table.add_column("rules", no_wrap=True)
    table.add_column("about")
    for board in registry.boards():
        about = Text.assemble((board.title, "bold"), f". {board.summary}")
        if board.note:
            about.append(f" {board.note}", "italic")
        fewest, most = board.seats
        table.add_row(Text(board.id, "bold"), f"{fewest}–{most}", f"v{board.rules_version}", about)
        for variant in board.variants.values() if len(board.variants) > 1 else ():
            table.add_row(f"  {variant.id}", "", "", f"{variant.title}: {variant.summary}")
        table.add_section()
    console.print(table)
    console.print(Text("\nPlay one with: branchline play --board BOARD --variant VARIANT --seats N", "dim"))
