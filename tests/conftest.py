"""For all tests."""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from branchline.boards import registry

LONG = (  # those that take longest come first
    "tests/test_make_play.py",
    "tests/lab/test_ray.py",
    "tests/server/test_workers.py",
    "tests/cli/test_bench.py",
    "tests/server/test_malformed.py",
    "tests/server/test_crashes.py",
    "tests/server/test_leaks.py",
    "tests/server/test_timekeeping.py",
    "tests/docs/test_examples.py",
    "tests/lab/test_arena.py",
    "tests/web/test_analysis.py",
    "tests/web/test_tab.py",
    "tests/web/test_every_decision.py",
    "tests/web/test_boards.py",
    "tests/web/test_friends.py",
    "tests/web/test_pages.py",
    "tests/web/test_table.py",
)
PAGES = "tests/web/"
TOGETHER = (  # their tests share what takes long to make, so one process runs all of them
    "tests/analysis/",
    "tests/drawing/test_solve.py",
    "tests/engine/test_golden.py::test_every",
    "tests/engine/test_imagination.py",
    "tests/lab/test_luck.py",
    "tests/lab/test_report.py",
    "tests/lab/test_statistics.py",
    "tests/lab/test_study.py",
    "tests/learning/",
    "tests/rules/pennsylvania/test_coverage.py",
    "tests/rules/san_francisco/test_coverage.py",
    "tests/rules/uk/test_uk_coverage.py",
    "tests/web/test_analysis.py",
    "tests/web/test_tab.py",
)

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)

os.environ.setdefault("OMP_NUM_THREADS", "1")  # for PyTorch: every core has a process of its own
gc.disable()  # until all tests are collected: they stay, and looking through them for garbage takes a tenth of the time


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Of several processes, let each begin with other files: what has no bytecode yet gets it from one of them.

    All of them collect all files, in the same order. In a new clone each would compile every file, and every package
    that one imports, at the same time as the others.
    """
    worker = getattr(session.config, "workerinput", None)
    if worker is None:
        return
    root = session.config.rootpath
    places = [Path(session.config.invocation_params.dir, place) for place in session.config.args]
    files = sorted({file for place in places for file in place.rglob("test_*.py") if file.is_relative_to(root)})
    number, count = int(worker["workerid"].removeprefix("gw")), int(worker["workercount"])
    for file in files[number::count]:
        with contextlib.suppress(Exception):  # whoever collects it is told
            importlib.import_module(".".join(file.relative_to(root).with_suffix("").parts))


def pytest_collection_finish() -> None:
    """Collect garbage again, among what the tests make: what was there before them is not looked at any more.

    Seldom: games make many objects and few circles, and looking for these took a twentieth of the time.
    """
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Start with the longest tests, so that all cores end at about the same time.

    Those with a browser come last in any case: from the first one on, Playwright keeps an event loop running in the
    process, and tests that run loops of their own would fail.
    """

    def turn(item: pytest.Item) -> tuple[bool, int]:
        place = next((at for at, long in enumerate(LONG) if item.nodeid.startswith(long)), len(LONG))
        return item.nodeid.startswith(PAGES), place

    items.sort(key=turn)
    if config.getoption("last_failed_no_failures", None) == "none":  # no such option under -p no:cacheprovider
        leave_what_failed(config, items)


def leave_what_failed(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run what failed last and nothing else, also when that test is gone: pytest would run all tests then."""
    assert config.cache is not None
    failed = config.cache.get("cache/lastfailed", {})
    others = [item for item in items if item.nodeid not in failed]
    if others:
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item.nodeid in failed]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let no test be skipped in the continuous integration. Elsewhere `-rs` names what was, and why."""
    return fail_if_skipped((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Let no file of tests be skipped there either."""
    return fail_if_skipped((yield))


def fail_if_skipped(report: Report) -> Report:
    """Make a failure of a skip where CI is set: there, everything that a test needs is installed."""
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get("CI"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"No test may be skipped where CI is set. {reason}"
    return report


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Deal tests out one at a time, in their order, to whoever is free: by the dozen, all the longest would go to one.

    What belongs together goes to the same process. (`--dist loadgroup` would do the same, but has no effect with
    pytest 9.2: pytest-xdist 3.8 marks groups in a way that it does not see any more.)
    """
    from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

    class Dealing(LoadScopeScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            return next((name for name in TOGETHER if nodeid.startswith(name)), nodeid)

    config.option.loadscopereorder = False
    return Dealing(config, log)


@pytest.fixture(autouse=True)
def _forget_boards() -> Iterator[None]:
    """Boards that a test adds, and names for the processes that it starts, are not there for the next one."""
    added, named = dict(registry._added), os.environ.get(registry.VARIABLE)
    yield
    registry._added.clear()
    registry._added.update(added)
    if named is None:
        os.environ.pop(registry.VARIABLE, None)
    else:
        os.environ[registry.VARIABLE] = named
