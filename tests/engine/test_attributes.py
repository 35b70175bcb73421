"""What keeps uncompiled games quick."""

from __future__ import annotations

import pytest
from mypy_extensions import i16

from branchline import _native
from branchline.boards import registry
from branchline.model.vecs import vec

MOST = 29  # CPython finds the attributes of an object by their places as long as there are no more


@pytest.mark.skipif(_native.mode() == "compiled", reason="compiled objects have no dictionary of attributes")
def test_hot_objects_have_few_attributes() -> None:
    """With one more, every look at any attribute of the object takes half as long again."""
    rules = registry.new_rule_sheet("usa", "classic", 2)
    for each in (rules, *rules.mechanics):
        assert len(vars(each)) <= MOST, type(each).__name__


def test_vectors_are_lists_where_nothing_is_compiled() -> None:
    """The interpreter is quicker with them; and a list would not keep the limits of smaller numbers."""
    rules = registry.new_rule_sheet("usa", "classic", 2)
    assert (type(rules.open_seats) is list) == (_native.mode() == "uncompiled")
    if _native.mode() == "uncompiled":
        with pytest.raises(AssertionError):
            vec[i16]([i16(0)])
