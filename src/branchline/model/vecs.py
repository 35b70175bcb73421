"""Vectors of numbers, `vec[i64]`: flat arrays in compiled code, and lists where the interpreter runs the same sources.

The interpreter looks up an entry of a list in half the time that an entry of an array takes it, as it has no number to
make. So the engine takes its vectors from here. Where memory is shared with NumPy, in the learning environments, they
are arrays in any case, and come from `librt`.
"""

from typing import TYPE_CHECKING

from mypy_extensions import i64

from branchline import _native

if TYPE_CHECKING or _native.mode() == "compiled":
    from librt.vecs import append, vec
else:

    class vec:  # noqa: N801 - as it is called where it comes from
        """`vec[i64](numbers)` is a list of them."""

        def __class_getitem__(cls, entry: type) -> type[list[int]]:
            assert entry is i64, "a list would not keep the limits of smaller numbers"
            return list

    def append(numbers: list[int], number: int) -> list[int]:
        """The vector with one more number; to be used in place of the one that was handed over."""
        numbers.append(number)
        return numbers


__all__ = ["append", "vec"]
