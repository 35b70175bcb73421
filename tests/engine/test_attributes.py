"""What keeps uncompiled games quick."""

from __future__ import annotations

import pytest

from branchline import _native
from branchline.boards import registry

MOST = 29  # CPython finds the attributes of an object by their places as long as there are no more


@pytest.mark.skipif(_native.mode() == "compiled", reason="compiled objects have no dictionary of attributes")
def test_hot_objects_have_few_attributes() -> None:
    """With one more, every look at any attribute of the object takes half as long again."""
    rules = registry.new_rule_sheet("usa", "classic", 2)
    for each in (rules, *rules.mechanics):
        assert len(vars(each)) <= MOST, type(each).__name__
