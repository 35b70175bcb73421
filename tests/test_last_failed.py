"""What failed last is run again, as `make quick` does first: that, and nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent


def names_in(file: str) -> list[str]:
    return [
        line.split("(")[0].removeprefix("def ")
        for line in (PROJECT / file).read_text().splitlines()
        if line.startswith("def test_")
    ]


@pytest.mark.parametrize("gone", ["tests/test_subclassing.py::test_renamed", "tests/test_deleted.py::test_deleted"])
@pytest.mark.parametrize("is_there", [True, False])
def test_only_what_failed_is_run_again(tmp_path: Path, gone: str, is_there: bool) -> None:
    file = "tests/test_subclassing.py"
    failed = [gone, f"{file}::{names_in(file)[0]}"] if is_there else [gone]
    kept = tmp_path / "cache/v/cache/lastfailed"
    kept.parent.mkdir(parents=True)
    kept.write_text(json.dumps(dict.fromkeys(failed, True)))
    options = ["--last-failed", "--last-failed-no-failures", "none", "-o", f"cache_dir={tmp_path / 'cache'}"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", *options, file],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    found = [line for line in done.stdout.splitlines() if "::" in line]
    assert found == failed[1:], done.stdout + done.stderr
    assert done.returncode == (pytest.ExitCode.OK if is_there else pytest.ExitCode.NO_TESTS_COLLECTED)


def test_tests_run_where_nothing_is_remembered() -> None:
    """As for a package in an empty environment, whose tests leave no folder behind."""
    options = ["--collect-only", "-q", "-p", "no:cacheprovider", "tests/test_subclassing.py"]
    subprocess.run([sys.executable, "-m", "pytest", *options], cwd=PROJECT, stdout=subprocess.DEVNULL, check=True)
