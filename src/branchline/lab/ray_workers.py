"""Work spread over a Ray cluster, in the way that `workers.spread` spreads it over the cores of one machine."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from branchline.bots.workers import WorkerDied
from branchline.model.errors import BadSetup, BranchlineError

Job = TypeVar("Job")
Result = TypeVar("Result")

LOCAL = "local"  # the address that means: start Ray on this machine
_AHEAD = 2  # jobs handed out per processor of the cluster


def spread_on_ray(
    work: Callable[[Job], Result],
    jobs: Iterable[Job],
    address: str,
    lost: Callable[[Job], Job | None] | None = None,
) -> Iterator[Result]:
    """Do every job somewhere on a cluster, and yield each result as soon as it is there, in any order.

    Branchline and the bots have to be installed on all machines. If a machine or a process dies, `lost` is asked for
    the job to do instead; without it, or if it has none, WorkerDied is raised. What has come in stays.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError as error:
        raise BranchlineError('--ray needs Ray: pip install "branchline[ray]"') from error
    _connect(ray, address)
    try:
        yield from _as_they_come(ray, work, iter(jobs), lost)
    finally:
        ray.shutdown()


def _connect(ray: Any, address: str) -> None:
    quiet = {"log_to_driver": False, "logging_level": logging.CRITICAL}  # lost jobs are no errors here
    try:
        if address == LOCAL:
            ray.init(address=LOCAL, include_dashboard=False, **quiet)
        else:
            ray.init(address=address, **quiet)
    except (ConnectionError, ValueError, RuntimeError, TimeoutError) as error:
        raise BadSetup(f"there is no Ray cluster at '{address}': {str(error).splitlines()[0]}") from error


def _as_they_come(
    ray: Any, work: Callable[[Job], Result], jobs: Iterator[Job], lost: Callable[[Job], Job | None] | None
) -> Iterator[Result]:
    remote = ray.remote(max_retries=0)(_do)  # what to do about a lost job is decided here
    work_there = ray.put(work)
    ahead = _AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    again: list[Job] = []
    running: dict[Any, Job] = {}
    while True:
        while len(running) < ahead:
            job = again.pop() if again else next(jobs, None)
            if job is None:
                break
            running[remote.remote(work_there, job)] = job
        if not running:
            return
        (done, *_), _ = ray.wait(list(running))
        job = running.pop(done)
        try:
            yield ray.get(done)
        except ray.exceptions.RayTaskError as error:  # the job itself raised it
            raise error.cause from None
        except ray.exceptions.RayError as error:
            instead = None if lost is None else lost(job)
            if instead is None:
                raise WorkerDied(f"a process of the cluster died in the middle of its work: {error}") from error
            again.append(instead)


def _do(work: Callable[[Job], Result], job: Job) -> Result:
    """On the cluster."""
    return work(job)
