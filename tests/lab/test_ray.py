"""The same arena on Ray: a real one, started on this machine."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from polars.testing import assert_frame_equal

from branchline import lab

CRASHING = "tests.bots.bad_bots:Crashing(every=20)"


def test_a_local_ray_plays_the_same_games_and_survives_dead_workers(tmp_path: Path) -> None:
    """One of the bots kills the process that it plays in; Ray says that a worker died, and the game is played again."""
    out = tmp_path / "run"
    words = [
        "arena",
        "random",
        CRASHING,
        "--board",
        "san_francisco",
        "--games",
        "2",
        "--ray",
        "local",
        "--out",
        str(out),
    ]
    done = subprocess.run([sys.executable, "-m", "branchline.cli", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    there = lab.Arena(out)
    assert there.played == 2
    assert {kind for s in there.standings(there.plan.divisions[0]) for kind in s.forfeits} == {"died"}
    here = lab.arena(["random", CRASHING], ["san_francisco"], games=2, isolate=True, processes=0, out=tmp_path / "here")
    assert_frame_equal(there.results.drop("microseconds"), here.results.drop("microseconds"))


def test_a_cluster_that_is_not_there_gets_one_clear_line(tmp_path: Path) -> None:
    words = ["arena", "random", "--board", "san_francisco", "--ray", "nowhere:x", "--out", str(tmp_path / "run")]
    done = subprocess.run([sys.executable, "-m", "branchline.cli", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "there is no Ray cluster at 'nowhere:x'" in done.stderr
    assert "Traceback" not in done.stderr
