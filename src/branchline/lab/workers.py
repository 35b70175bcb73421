"""Work spread over all cores: many small independent jobs, results as they come."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from typing import TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")

_AHEAD = 4  # jobs handed out per process: enough to keep it busy, few enough to stop soon


def cores() -> int:
    """How many processes can run at once on this machine."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def spread(
    work: Callable[[Job], Result], jobs: Iterable[Job], processes: int, prepare: Callable[[], object] | None = None
) -> Iterator[Result]:
    """Do every job in one of so many processes, and yield each result as soon as it is there, in any order.

    `work`, `prepare` (called once in each process) and the jobs are pickled, so the functions are those of a module.
    One process means this one. Leaving the loop early, also by Ctrl-C, drops the jobs that have not begun.
    """
    if processes <= 1:
        if prepare is not None:
            prepare()
        for job in jobs:
            yield work(job)
        return
    context = multiprocessing.get_context("spawn")  # a fork would copy the locks of threads that do not come along
    pool = ProcessPoolExecutor(processes, mp_context=context, initializer=_begin, initargs=(prepare,))
    try:
        yield from _as_they_come(pool, work, iter(jobs), processes * _AHEAD)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _begin(prepare: Callable[[], object] | None) -> None:
    """In a new process: Ctrl-C is for the one that asked for the work, which then stops the others in good order."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if prepare is not None:
        prepare()


def _as_they_come(
    pool: ProcessPoolExecutor, work: Callable[[Job], Result], jobs: Iterator[Job], ahead: int
) -> Iterator[Result]:
    waiting: set[Future[Result]] = {pool.submit(work, job) for job in islice(jobs, ahead)}
    while waiting:
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        waiting |= {pool.submit(work, job) for job in islice(jobs, len(done))}
        for future in done:
            yield future.result()
