"""A process that looks with a network keeps to one core, unless somebody wants it otherwise."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

VARIABLE = "OPENBLAS_NUM_THREADS"
CODE = f"""
import os, sys
import branchline.thinking
assert "numpy" not in sys.modules, "it has read the variable already"
import branchline.thinking.champion_playouts
print(os.environ["{VARIABLE}"])
"""


@pytest.mark.parametrize(("wanted", "found"), [(None, "1"), ("3", "3")])
def test_numpy_has_one_thread(wanted: str | None, found: str) -> None:
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE}
    if wanted is not None:
        environment[VARIABLE] = wanted
    said = subprocess.run([sys.executable, "-c", CODE], env=environment, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == found
