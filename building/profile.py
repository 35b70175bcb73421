"""Tells the C compiler which way the code usually goes (profile-guided optimization).

The first build is made twice: with counters, on which games are played, and then with what they counted. Later builds
use the same counts, which still fit nearly everywhere after an edit. Without the folder build, everything begins again.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from building.sources import PACKAGE

GAMES = Path("tools", "training_games.py")
# A build that only counts need not be quick: what GCC does after it has put the counters in is mostly left out, for
# nearly half of the time. What comes before must be the same as in the build that uses the counts, or they do not fit.
LATE = (
    "caller-saves code-hoisting combine-stack-adjustments compare-elim cprop-registers crossjumping cse-follow-jumps "
    "dce dse expensive-optimizations forward-propagate gcse if-conversion if-conversion2 inline-functions "
    "inline-functions-called-once ipa-cp ipa-icf ipa-ra ipa-sra ivopts lra-remat move-loop-invariants "
    "optimize-strlen peephole2 ree reorder-blocks rerun-cse-after-loop schedule-insns2 shrink-wrap split-paths "
    "split-wide-types store-merging tree-coalesce-vars tree-copy-prop tree-dominator-opts tree-loop-optimize "
    "tree-loop-vectorize tree-pre tree-reassoc tree-sink tree-slp-vectorize tree-slsr tree-tail-merge tree-ter"
)
COUNT = ["-fprofile-generate", "-fprofile-update=single", *(f"-fno-{work}" for work in LATE.split())]
USE_COUNTS = [
    *("-fprofile-use", "-fprofile-partial-training", "-Wno-missing-profile", "-Wno-coverage-mismatch"),
    "-fprofile-correction",  # what was counted before an edit need not add up after it: that is no reason to stop
]


def is_possible(tools: str) -> bool:
    """Whether the C compiler takes these flags."""
    if "Free Software Foundation" in tools:
        return True
    print("branchline: not optimized by a profile, which takes GCC: the engine will be some percent slower")
    return False


def prepare(library: str, objects: str) -> None:
    """Make room for a build with counters: the sources in a folder of their own, and no counts beside the objects."""
    for old in Path(objects).rglob("*.gcda"):
        old.unlink()
    compiled = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "_compiled-*.json")
    shutil.rmtree(library, ignore_errors=True)
    shutil.copytree(PACKAGE, Path(library, PACKAGE.name), ignore=compiled)


def play(library: str) -> None:
    """Play on a build with counters."""
    others = os.environ.get("PYTHONPATH", "")  # where pip has put what a build needs
    where = {"PYTHONPATH": os.pathsep.join([library, others]), "PYTHONHASHSEED": "0"}
    subprocess.run([sys.executable, GAMES], env={**os.environ, **where}, check=True)
