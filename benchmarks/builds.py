"""How to compile: one C file or many, how far to optimize, with link-time and profile-guided optimization or without.

    python benchmarks/builds.py                     all ways; on two quiet cores, some ten minutes
    python benchmarks/builds.py many-O2 one-O3      only these

Every way is built from nothing into a folder of its own, and timed; then random games on USA and The World are played
in rounds that alternate between the builds, each in a process of its own. The figure is the median of games per second
of processor time, so that what else the machine does matters little.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

PROJECT = Path(__file__).parent.parent
FOLDER = PROJECT / "build" / "builds"
WAYS: dict[str, dict[str, str]] = {  # what the environment says to setup.py
    "one-O3": {"BRANCHLINE_ONE_FILE": "1", "BRANCHLINE_OPTIMIZE": "3", "BRANCHLINE_PROFILE": "0"},
    "many-O1": {"BRANCHLINE_OPTIMIZE": "1", "BRANCHLINE_PROFILE": "0"},
    "many-O2": {"BRANCHLINE_OPTIMIZE": "2", "BRANCHLINE_PROFILE": "0"},
    "many-O3": {"BRANCHLINE_OPTIMIZE": "3", "BRANCHLINE_PROFILE": "0"},
    "many-O2-link": {"BRANCHLINE_OPTIMIZE": "2", "BRANCHLINE_PROFILE": "0", "BRANCHLINE_CFLAGS": "-flto=auto"},
    "many-O2-profile": {"BRANCHLINE_OPTIMIZE": "2"},
    "many-O3-profile": {"BRANCHLINE_OPTIMIZE": "3"},
    "many-O2-profile-link": {"BRANCHLINE_OPTIMIZE": "2", "BRANCHLINE_CFLAGS": "-flto=auto"},
}
MEASURING = """
import time, branchline as bl
from branchline import _native
assert _native.mode() == "compiled", _native.reason()
for board in ("usa", "world"):
    bl.random_playouts(board, seats=2, games=200)
    started = time.process_time()
    bl.random_playouts(board, seats=2, games=3000)
    print(3000 / (time.process_time() - started))
"""
ROUNDS = 7


def main() -> None:
    """Build all ways, measure, and print a table."""
    wanted = sys.argv[1:] or list(WAYS)
    seconds = {way: build(way) for way in wanted}
    speeds: dict[str, list[tuple[float, float]]] = {way: [] for way in wanted}
    for _ in range(ROUNDS):
        for way in wanted:
            usa, world = run(way, MEASURING).split()
            speeds[way].append((float(usa), float(world)))
    print(f"{'':22}{'clean build':>12}{'USA':>12}{'The World':>12}   games/s")
    for way in wanted:
        usa, world = (median(column) for column in zip(*speeds[way], strict=True))
        print(f"{way:22}{seconds[way]:>10.0f} s{usa:>12,.0f}{world:>12,.0f}")


def build(way: str) -> float:
    """Build from nothing; returns the seconds it took."""
    shutil.rmtree(FOLDER / way, ignore_errors=True)
    started = time.monotonic()
    compile_into(way, WAYS[way])
    took = time.monotonic() - started
    print(f"{way}: built in {took:.0f} s", flush=True)
    return took


def compile_into(way: str, variables: dict[str, str]) -> None:
    """Copy the sources and compile them."""
    place = FOLDER / way
    package = place / "lib" / "branchline"
    ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "_compiled-*.json")
    shutil.copytree(PROJECT / "src" / "branchline", package, ignore=ignored, dirs_exist_ok=True)
    places = ["--build-lib", str(package.parent), "--build-temp", str(place / "objects")]
    command = [sys.executable, "setup.py", "-q", "build_ext", *places]
    environment = {**os.environ, **variables, "BRANCHLINE_TRANSLATED": str(place / "c")}
    subprocess.run(command, cwd=PROJECT, env=environment, check=True)


def run(way: str, code: str) -> str:
    """Run a program on a build; returns what it printed."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(FOLDER / way / "lib")},
        cwd=FOLDER,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


if __name__ == "__main__":
    main()
