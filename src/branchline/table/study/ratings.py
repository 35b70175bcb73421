"""How hard puzzles are and how well people solve them, from their results: Elo ratings.

Only the first try of a solver at a puzzle counts. Both ratings change with it, by K times how far the result is from
what was expected: 1 / (1 + 10 ^ ((puzzle - solver) / 400)) for a solution. K falls with the number of tries.
"""

from __future__ import annotations

from dataclasses import dataclass

FIRST_RATING = 1500.0  # of a solver
_FEW_TRIES = 20  # up to here a solver's rating moves fast
_FAST, _SLOW = 40.0, 20.0  # K of a solver
_PUZZLE_FAST, _PUZZLE_SLOW, _PUZZLE_FEW = 24.0, 8.0, 40  # K of a puzzle, and up to how many tries it is fast


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating, and what it comes from."""

    rating: float
    tries: int = 0
    solved: int = 0

    def after(self, change: float, solved: bool) -> Rating:
        """The rating after another try."""
        return Rating(self.rating + change, self.tries + 1, self.solved + solved)


@dataclass(frozen=True, slots=True)
class Tried:
    """What a try came to."""

    counted: bool  # it was the first
    solver: Rating
    solver_change: float
    puzzle: Rating


def expected(solver: float, puzzle: float) -> float:
    """How likely a solver is to find the solution."""
    return float(1 / (1 + 10 ** ((puzzle - solver) / 400)))


def changes(solver: Rating, puzzle: Rating, solved: bool) -> tuple[float, float]:
    """What a try changes: the rating of the solver, and that of the puzzle."""
    surprise = (1.0 if solved else 0.0) - expected(solver.rating, puzzle.rating)
    mine = _FAST if solver.tries < _FEW_TRIES else _SLOW
    its = _PUZZLE_FAST if puzzle.tries < _PUZZLE_FEW else _PUZZLE_SLOW
    return mine * surprise, -its * surprise
