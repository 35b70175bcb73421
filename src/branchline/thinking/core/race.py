"""A race between candidates: all of them in the same worlds, so that what differs is what they are worth, not luck."""

from math import sqrt
from typing import Final

from mypy_extensions import i64

from branchline.thinking.core.candidates import Candidate

FIRST_CHECK: Final[i64] = 8  # worlds before any candidate is dropped
BETWEEN_CHECKS: Final[i64] = 4
HEAD_START: Final = 0.015  # of the first candidate: what others must be better by, as predicting errs as well
CLEARLY: Final = 4.0  # by that many standard errors the first candidate must be behind to be dropped before the end:
# who looks often enough sees smaller leads that are nothing but luck


class Race:
    """Drops candidates that fall behind, and names the winner. The first candidate is the one to beat."""

    def __init__(self, caution: float, patience: float) -> None:
        self.caution = caution  # by how many standard errors another candidate must beat the first
        self.patience = patience  # by how many standard errors one may be behind the best and stay in the race
        self.runners: list[Candidate] = []
        self.worlds: i64 = 0  # that all who are in the race have met

    def start(self, runners: list[Candidate]) -> None:
        """Line up."""
        self.runners = runners
        self.worlds = 0

    def next_round(self) -> None:
        """All have met one more world. Now and then, see who is behind."""
        self.worlds += 1
        if self.worlds >= FIRST_CHECK and self.worlds % BETWEEN_CHECKS == 0:
            self.drop()

    def drop(self) -> None:
        """Take out those that are clearly behind the best."""
        best = self.leader()
        for runner in self.runners:
            if runner.is_alive and runner is not best:
                ahead, error = self.lead(best, runner)
                if runner is self.runners[0]:
                    runner.is_alive = ahead <= HEAD_START + max(self.patience, CLEARLY) * error
                elif ahead > self.patience * error:
                    runner.is_alive = False

    def left(self) -> i64:
        """How many are still in the race."""
        count: i64 = 0
        for runner in self.runners:
            if runner.is_alive:
                count += 1
        return count

    def leader(self) -> Candidate:
        """The one with the best mean; of several, the first."""
        best = self.runners[0]
        highest = -1_000.0
        for runner in self.runners:
            if runner.is_alive:
                total = mean(runner.rewards)
                if total > highest:
                    highest = total
                    best = runner
        return best

    def lead(self, one: Candidate, other: Candidate) -> tuple[float, float]:
        """By how much one is better than another in the worlds that both met, and the standard error of that."""
        n = min(len(one.rewards), len(other.rewards))
        if n < 2:
            return 0.0, 1_000.0
        total = 0.0
        squares = 0.0
        for k in range(i64(n)):
            difference = one.rewards[k] - other.rewards[k]
            total += difference
            squares += difference * difference
        average = total / n
        variance = (squares - total * average) / (n - 1)
        return average, sqrt(variance / n) if variance > 0.0 else 0.0

    def winner(self) -> Candidate:
        """The leader, if it is better than the first candidate by more than chance explains; else the first."""
        first = self.runners[0]
        if self.worlds < FIRST_CHECK:
            return first
        best = self.leader()
        if best is first or not first.is_alive:
            return best
        ahead, error = self.lead(best, first)
        return best if ahead > HEAD_START + self.caution * error else first


def mean(values: list[float]) -> float:
    """The mean of some values; very low if there are none."""
    if not values:
        return -1_000.0
    total = 0.0
    for value in values:
        total += value
    return total / len(values)
