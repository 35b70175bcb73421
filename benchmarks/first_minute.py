"""How long a newcomer waits, from a clean clone in an empty folder; and who edits a module, for the compiler.

    python -m benchmarks.first_minute               on two quiet cores, some five minutes
    python -m benchmarks.first_minute --tests       and `make test` from a clean clone, compiling included

Packages come from pip's cache if it has them; run it twice to measure with a warm one.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.test_make_play import play_a_move, playing, said

PROJECT = Path(__file__).parent.parent
EDITED = "src/branchline/engine/rng.py"
BEFORE, AFTER = "while k < 16:", "while k < 17:"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tests", action="store_true", help="measure `make test` as well")
    tests = parser.parse_args().tests
    with tempfile.TemporaryDirectory() as folder:
        measure_play(clone(folder, "with"), "with a C compiler")
        measure_play(clone(folder, "without"), "without a C compiler", CC="no-such-compiler")
        measure_compiling(clone(folder, "compiling"))
        if tests:
            timed("make test, from a clean clone", ["make", "test", f"PYTHON={sys.executable}"], clone(folder, "tests"))


def clone(folder: str, name: str) -> Path:
    """Clone what is committed."""
    place = Path(folder, name)
    subprocess.run(["git", "clone", "--quiet", str(PROJECT), str(place)], check=True)
    return place


def measure_play(checkout: Path, how: str, **variables: str) -> None:
    """`make play`: until the page answers, the first move is made, and bots use the compiled engine."""
    started = time.monotonic()

    def tell(what: str) -> None:
        print(f"make play, {how}, until {what}: {time.monotonic() - started:.1f} s", flush=True)

    with playing(checkout, **variables) as output:
        address = said(output, r"Branchline is at (http://[\d.:]+)")
        tell("the page answers")
        asyncio.run(play_a_move(address))
        tell("the first move was made")
        if "CC" not in variables:
            said(output, r"(The engine is compiled)")
            tell("bots use the compiled engine")


def measure_compiling(checkout: Path) -> None:
    """`make compile`: clean, with nothing to do, and after a line was edited. The environment is made before."""
    subprocess.run(["make", "--silent", ".venv/installed", f"PYTHON={sys.executable}"], cwd=checkout, check=True)
    timed("make compile, clean", ["make", "--silent", "compile"], checkout)
    timed("make compile, nothing to do", ["make", "--silent", "compile"], checkout)
    source = checkout / EDITED
    edited = source.read_text().replace(BEFORE, AFTER)
    assert edited != source.read_text(), f"there is no {BEFORE!r} in {EDITED} any more"
    source.write_text(edited)
    timed("make compile, after an edit of a line", ["make", "--silent", "compile"], checkout)


def timed(what: str, command: list[str], folder: Path) -> None:
    """Run a command and print how long it took."""
    started = time.monotonic()
    status = subprocess.run(command, cwd=folder, check=False, stdout=subprocess.DEVNULL).returncode
    print(f"{what}: {time.monotonic() - started:.1f} s{f' (failed: {status})' if status else ''}", flush=True)


if __name__ == "__main__":
    main()
