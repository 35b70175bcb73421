"""What keeps uncompiled games quick."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from mypy_extensions import i16

from branchline import _native
from branchline.boards import registry
from branchline.model.vecs import vec

MOST = 29  # CPython finds the attributes of an object by their places as long as there are no more
COUNT = """
from branchline.boards import registry

rules = registry.new_rule_sheet("usa", "classic", 2)
for each in (rules, *rules.mechanics):
    print(type(each).__name__, len(vars(each)))
"""


def test_hot_objects_have_few_attributes() -> None:
    """With one more, every look at any attribute of the object takes half as long again."""
    environment = {**os.environ, "BRANCHLINE_PURE": "1"}  # compiled objects have no dictionary of attributes
    found = subprocess.run([sys.executable, "-c", COUNT], env=environment, capture_output=True, text=True, check=True)
    counts = {name: int(count) for name, count in (line.split() for line in found.stdout.splitlines())}
    assert len(counts) > 5
    assert {name: count for name, count in counts.items() if count > MOST} == {}


def test_vectors_are_lists_where_nothing_is_compiled() -> None:
    """The interpreter is quicker with them; and a list would not keep the limits of smaller numbers."""
    rules = registry.new_rule_sheet("usa", "classic", 2)
    assert (type(rules.open.seats).__name__ == "list") == (_native.mode() == "uncompiled")
    if _native.mode() == "uncompiled":
        with pytest.raises(AssertionError):
            vec[i16]([i16(0)])
