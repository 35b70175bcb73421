"""The page of the documentation that lists the fields says what the encodings are."""

from __future__ import annotations

import runpy
from pathlib import Path

import branchline as bl

TOOL = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "encoding_pages.py"))
BOARDS = bl.boards()  # before other tests add boards of their own


def test_the_page_is_up_to_date() -> None:
    assert TOOL["PAGE"].read_text(encoding="utf-8") == TOOL["page"](BOARDS), "run python tools/encoding_pages.py"
