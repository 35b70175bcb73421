"""What `librt.vecs` has, made of lists: for the interpreter, which is quicker with them (see vecs.py)."""

from mypy_extensions import i64


class vec:  # noqa: N801 - as it is called where it comes from
    """`vec[i64](numbers)` is a list of them."""

    def __class_getitem__(cls, entry: type) -> type[list[int]]:
        assert entry is i64, "a list would not keep the limits of smaller numbers"
        return list


def append(numbers: list[int], number: int) -> list[int]:
    """The vector with one more number; to be used in place of the one that was handed over."""
    numbers.append(number)
    return numbers
