"""The printed facts: a second copy of the numbers in the board files, kept apart so that a slip in one shows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

FACTS = Path(__file__).parent / "facts"


@pytest.fixture(scope="module")
def facts(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Those of the board that a module named test_BOARD_facts.py is about."""
    board = request.module.__name__.rpartition(".")[2].removeprefix("test_").removesuffix("_facts")
    loaded: dict[str, Any] = json.loads((FACTS / f"{board}.json").read_text(encoding="utf-8"))
    return loaded
