"""A process that looks with a network keeps to one core, unless somebody wants it otherwise."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

VARIABLE = "OPENBLAS_NUM_THREADS"
CODE = f"""
import os, sys

class Watch:
    def find_spec(self, name, *_):
        if name == "numpy":  # which reads the variable when it is first imported
            print(os.environ.get("{VARIABLE}"))

sys.meta_path.insert(0, Watch())
"""
WAYS = {
    "bot": "from branchline.bots import make_bot; make_bot('champion', 1)",
    "search": "import branchline.thinking.network_search",
    "evaluator": "import branchline.thinking.champion_playouts",
    "training": "import branchline.training.run",
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("wanted", "found"), [(None, "1"), ("3", "3")])
def test_numpy_has_one_thread(wanted: str | None, found: str, way: str) -> None:
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE}
    if wanted is not None:
        environment[VARIABLE] = wanted
    code = CODE + WAYS[way]
    said = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert said.stdout.split()[-1] == found  # before that it may have been asked whether it is there
