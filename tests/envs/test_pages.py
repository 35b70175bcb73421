"""The tables of the documentation say what the encodings are."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

import branchline as bl

TOOL = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "encoding_pages.py"))


@pytest.mark.parametrize("board", bl.boards(), ids=lambda board: board.id)
def test_tables_are_up_to_date(board: bl.Board) -> None:
    written = (TOOL["FOLDER"] / f"{board.id}.md").read_text(encoding="utf-8")
    assert written == TOOL["page"](board), "write them anew: python tools/encoding_pages.py"
