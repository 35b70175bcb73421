"""Vectors that begin again."""

from mypy_extensions import i64

from branchline.model.vecs import vec


def fill(values: vec[i64], value: i64) -> None:
    """Write the same number into every place."""
    for k in range(i64(len(values))):
        values[k] = value
