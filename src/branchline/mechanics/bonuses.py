"""Bonuses for the most of something (COM-083..COM-086)."""

from mypy_extensions import i64

from branchline.model.vecs import vec


def award_most(values: vec[i64], bonus: i64, points: vec[i64]) -> None:
    """Give the full bonus to every seat with the highest value; zero is never the most (COM-086)."""
    most: i64 = 0
    for value in values:
        most = max(most, value)
    if most > 0:
        for seat in range(i64(len(values))):
            if values[seat] == most:
                points[seat] += bonus
