"""Jobs spread over processes: all of them are done, whatever happens to the processes."""

from __future__ import annotations

import os
import time

import pytest

from branchline.bots.workers import WorkerDied, spread


def square(number: int) -> int:
    return number * number


def square_or_die(number: int) -> int:
    """Negative numbers are the death of the process."""
    if number < 0:
        os._exit(7)
    return number * number


def square_or_fail(number: int) -> int:
    if number == 3:
        raise ValueError("three")
    return number * number


def sleep_long(number: int) -> int:
    time.sleep(1000 if number else 0)
    return number


@pytest.mark.parametrize("processes", [1, 3])
def test_every_job_is_done_once(processes: int) -> None:
    assert sorted(spread(square, range(20), processes)) == [n * n for n in range(20)]
    assert list(spread(square, [], processes)) == []


def test_jobs_of_dead_processes_are_done_in_another_way() -> None:
    jobs = [1, -2, 3, 4, -5, 6, -7]
    assert sorted(spread(square_or_die, jobs, 2, lost=abs)) == sorted(n * n for n in jobs)
    assert sorted(spread(square_or_die, jobs, 1, lost=abs)) == sorted(n * n for n in jobs)


def test_without_another_way_a_dead_process_is_an_error() -> None:
    with pytest.raises(WorkerDied, match="ended with exit code 7"):
        list(spread(square_or_die, [1, -1], 2))
    with pytest.raises(WorkerDied):
        list(spread(square_or_die, [1, -1], 2, lost=lambda _: None))


@pytest.mark.parametrize("processes", [1, 2])
def test_errors_come_through(processes: int) -> None:
    with pytest.raises(ValueError, match="three"):
        list(spread(square_or_fail, range(10), processes))


def test_leaving_early_does_not_wait_for_work_in_progress() -> None:
    results = spread(sleep_long, [0, 1, 1, 1], 2)
    assert next(results) == 0
    began = time.monotonic()
    results.close()  # type: ignore[attr-defined]  # it is a generator
    assert time.monotonic() - began < 100  # seconds, not the thousand that the jobs would take
