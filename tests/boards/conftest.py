"""The printed facts, which lie beside a checkout."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

FACTS = Path(__file__).resolve().parents[2].parent / "shared" / "facts"


@pytest.fixture(scope="module")
def facts(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Those of the board that a module named test_BOARD_facts.py is about."""
    board = request.module.__name__.rpartition(".")[2].removeprefix("test_").removesuffix("_facts")
    file = FACTS / f"{board}.json"
    if not file.exists():
        pytest.skip("the facts folder is not beside this checkout")
    loaded: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return loaded
