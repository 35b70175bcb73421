"""Work spread over all cores: many small independent jobs, results as they come."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeVar

from branchline.bots.processes import Helper
from branchline.model.errors import BranchlineError

Job = TypeVar("Job")
Result = TypeVar("Result")

_AHEAD = 2  # jobs handed out per process: it need not wait for the next one, and little is lost if it dies


class WorkerDied(BranchlineError):
    """A process that was working ended in the middle of a job."""


def cores() -> int:
    """How many processes can run at once on this machine."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def spread(
    work: Callable[[Job], Result],
    jobs: Iterable[Job],
    processes: int,
    prepare: Callable[[], object] | None = None,
    lost: Callable[[Job], Job | None] | None = None,
) -> Iterator[Result]:
    """Do every job in one of that many processes, and yield each result as soon as it is there, in any order.

    `work`, `prepare` (called once in each process) and the jobs are pickled, so the functions are those of a module.
    No process, or one where nothing can get lost, means this one. Leaving the loop early, also by Ctrl-C, ends the
    processes and drops what they were at.

    A process may die in the middle of a job, if what it does is not harmless. `lost` is then asked for the job to do
    instead, in a new process. Without it, or if it has none, WorkerDied is raised.
    """
    if processes < 1 or (processes == 1 and lost is None):
        if prepare is not None:
            prepare()
        for job in jobs:
            yield work(job)
        return
    crew = _Crew(work, iter(jobs), prepare, lost)
    try:
        yield from crew.results(processes)
    finally:
        crew.end()


class _Crew(Generic[Job, Result]):
    """Processes at work, each with the jobs that it has been given, the one it is at first."""

    def __init__(
        self,
        work: Callable[[Job], Result],
        jobs: Iterator[Job],
        prepare: Callable[[], object] | None,
        lost: Callable[[Job], Job | None] | None,
    ) -> None:
        self._start = (work, prepare)
        self._jobs = jobs
        self._again: deque[Job] = deque()  # jobs to be done before the others
        self._lost = lost
        self._given: dict[Helper, deque[Job]] = {}

    def results(self, processes: int) -> Iterator[Result]:
        """All results."""
        for _ in range(processes):
            if not self._hire():
                break
        while self._given:
            by_pipe = {worker.pipe: worker for worker in self._given}
            for pipe in wait(list(by_pipe)):
                worker = by_pipe[pipe]  # type: ignore[index]  # what is waited for here are pipes
                try:
                    outcome = worker.pipe.recv()
                except (EOFError, OSError):
                    self._replace(worker)
                    continue
                self._given[worker].popleft()
                self._give(worker)
                yield _unwrapped(outcome)

    def _next(self) -> Iterator[Job]:
        """The next job, if there is one."""
        if self._again:
            yield self._again.popleft()
        else:
            yield from islice(self._jobs, 1)

    def _hire(self) -> bool:
        """Start a further process, if there is anything to do."""
        for job in self._next():
            self._again.appendleft(job)
            worker = Helper(_serve, *self._start)
            self._given[worker] = deque()
            self._give(worker)
            return True
        return False

    def _give(self, worker: Helper) -> None:
        """Give a process jobs; one without any is not needed any more."""
        given = self._given[worker]
        while len(given) < _AHEAD:
            for job in self._next():
                given.append(job)
                try:
                    worker.pipe.send(job)
                except OSError:  # it has just died; waiting for its results will tell
                    return
                break
            else:
                break
        if not given:
            del self._given[worker]
            worker.end()

    def _replace(self, worker: Helper) -> None:
        """A process has died: the job that it was at is lost, the others are done by another one."""
        given = self._given.pop(worker)
        code = worker.end()
        self._again.extendleft(reversed([*given][1:]))
        instead = None if self._lost is None else self._lost(given[0])
        if instead is None:
            raise WorkerDied(f"a process ended with exit code {code} in the middle of its work")
        self._again.appendleft(instead)
        self._hire()

    def end(self) -> None:
        """End all processes."""
        for worker in self._given:
            worker.end()
        self._given.clear()


def _serve(pipe: Connection, work: Callable[[Any], Any], prepare: Callable[[], object] | None) -> None:
    """In a process of the crew: do jobs until the pipe is closed."""
    if prepare is not None:
        prepare()
    while True:
        try:
            job = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            outcome: tuple[bool, Any] = (True, work(job))
        except Exception as error:  # noqa: BLE001  (raised again by the process that waits for the result)
            outcome = (False, error)
        try:
            pipe.send(outcome)
        except OSError:
            return


def _unwrapped(outcome: tuple[bool, Any]) -> Any:
    """The result of a job; an error is raised."""
    succeeded, value = outcome
    if not succeeded:
        raise value
    return value
