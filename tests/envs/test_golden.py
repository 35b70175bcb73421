"""Encodings are what they have always been."""

from __future__ import annotations

import json

import pytest

from branchline.envs import VERSION
from tests.envs.every import VARIANTS
from tests.envs.golden import FOLDER, golden, path_of


@pytest.mark.parametrize(("board", "variant"), VARIANTS)
def test_encodings_are_pinned(board: str, variant: str) -> None:
    kept = json.loads(path_of(board, variant).read_text(encoding="utf-8"))
    now = golden(board, variant)
    assert kept["version"] == VERSION, "write the golden encodings again: python -m tests.envs.golden"
    for key, value in kept.items():
        assert now[key] == value, f"{key} changed: raise VERSION in encodings/encoding.py and write the files again"


def test_there_is_no_golden_file_of_something_else() -> None:
    assert sorted(FOLDER.glob("*")) == sorted(path_of(board, variant) for board, variant in VARIANTS)
