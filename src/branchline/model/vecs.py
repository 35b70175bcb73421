"""Vectors of numbers, `vec[i64]`: flat arrays in compiled code, and lists where the interpreter runs the same sources.

The interpreter looks up an entry of a list in half the time that an entry of an array takes it, as it has no number to
make. So the engine takes its vectors from here. Where memory is shared with NumPy, in the learning environments, they
are arrays in any case, and come from `librt`.
"""

from typing import TYPE_CHECKING

from branchline import _native

if TYPE_CHECKING or _native.mode() == "compiled":
    from librt.vecs import append, vec
else:
    from branchline.model.lists_as_vecs import append, vec

__all__ = ["append", "vec"]
