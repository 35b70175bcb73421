"""`branchline bench`: how fast the engine is on this machine, compiled and uncompiled, side by side.

Machines are noisy, so everything is measured in several short rounds that alternate between the modes (and a C++
reference program, where its folder is given or lies nearby), and the medians are shown.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median
from typing import Any

from rich.table import Table

import branchline
from benchmarks.speed import instructions
from benchmarks.speed import worker as measuring
from benchmarks.speed.worker import CALLS, same_engine
from branchline import _native
from branchline.boards import registry
from branchline.model.board import Board
from branchline.model.errors import BranchlineError

MODES = ("compiled", "uncompiled")
_CALL_WORDS = {
    "copy": "copy()",
    "observe": "observe(seat)",
    "imagine": "imagine(observation)",
    "legal_actions": "legal_actions()",
    "apply": "apply(action)",
    "step": "legal_actions() and apply()",
}


@dataclass(frozen=True)
class Effort:
    """How long to measure."""

    rounds: int
    seconds: float  # of one measurement
    reference_games: int


FULL = Effort(rounds=5, seconds=0.1, reference_games=60_000)
QUICK = Effort(rounds=1, seconds=0.02, reference_games=10_000)


class BenchFault(BranchlineError):
    """A measurement that could not be made."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the options."""
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")
    parser.add_argument("--quick", action="store_true", help="one short round, for a noisy first impression")
    parser.add_argument("--board", metavar="BOARD", help="only this board (all)")
    parser.add_argument("--count", action="store_true", help="count instructions with valgrind instead, free of noise")
    parser.add_argument(
        "--yardstick", metavar="DIR", help="the folder of the C++ reference program ('none' leaves it out)"
    )


def run(options: argparse.Namespace) -> int:
    """Measure and show."""
    boards = (registry.board(options.board),) if options.board else registry.boards()
    if options.count:
        counts = instructions.count(boards)
        if options.json:
            print(json.dumps({"mode": _native.mode(), "instructions": counts}, indent=1))
        else:
            instructions.show(_native.mode(), counts)
        return 0
    folder, why_left_out = find_reference(options.yardstick)
    results = measure(boards, QUICK if options.quick else FULL, folder)
    if folder is None:
        results["reference"] = {"left_out": why_left_out}
    if options.json:
        print(json.dumps(results, indent=1, ensure_ascii=False))
    else:
        show(results)
    return 0


# The workers


@dataclass
class Worker:
    """A process that measures the engine in one mode."""

    process: subprocess.Popen[str]
    mode: str = ""
    reason: str = ""
    samples: dict[str, list[float]] = field(default_factory=dict)

    def read(self) -> dict[str, Any]:
        """One answer."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise BenchFault(f"the process that measures the {self.mode or 'new'} engine has died")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def ask(self, **request: Any) -> dict[str, Any]:
        """The answer to a request."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return self.read()

    def measure(self, **request: Any) -> None:
        """Measure something once more, and keep the result."""
        for quantity, value in self.ask(**request).items():
            self.samples.setdefault(_key(quantity, **request), []).append(value)

    def result(self, quantity: str, **request: Any) -> float:
        """The median of what was measured."""
        return median(self.samples[_key(quantity, **request)])


def _key(quantity: str, **request: Any) -> str:
    return " ".join([quantity, *(str(request[name]) for name in ("call", "board", "variant", "seats"))])


@contextmanager
def worker(*, pure: bool) -> Iterator[Worker]:
    """A worker that uses compiled modules if it can and may."""
    environment = same_engine(BRANCHLINE_PURE="1" if pure else "")
    command = [sys.executable, measuring.__file__]
    with subprocess.Popen(
        command, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        try:
            found = Worker(process)
            greeting = found.read()
            found.mode, found.reason = greeting["mode"], greeting["reason"]
            yield found
        finally:
            process.kill()


# Measuring


def measure(boards: tuple[Board, ...], effort: Effort, reference: Path | None) -> dict[str, Any]:
    """Everything, as plain data."""
    with ExitStack() as stack:
        native = stack.enter_context(worker(pure=False))
        workers = [native]
        if native.mode == "compiled":
            workers.append(stack.enter_context(worker(pure=True)))
        setups = [(b.id, v, n) for b in boards for v in b.variants for n in range(b.seats[0], b.seats[1] + 1)]
        sample = [(board.id, next(iter(board.variants)), board.seats[0]) for board in boards]
        ratios: list[tuple[float, float]] = []
        for _ in range(effort.rounds):
            for board, variant, seats in setups:
                for each in workers:
                    each.measure(call="games", board=board, variant=variant, seats=seats, seconds=effort.seconds)
            for board, variant, seats in sample:
                for call in CALLS:
                    for each in workers:
                        each.measure(call=call, board=board, variant=variant, seats=seats, seconds=effort.seconds)
            if reference is not None:
                ratios.append(_beside_reference(native, reference, effort))
        endings = [native.ask(call="endings", board=b, variant=v, seats=n) for b, v, n in setups]
    return {
        "version": branchline.__version__,
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors",
        "rounds": effort.rounds,
        "modes": {each.mode: each.reason for each in workers},
        "games": [
            _games_row(workers, *setup) | {"endings": found} for setup, found in zip(setups, endings, strict=True)
        ],
        "calls": [_call_row(workers, call, *setup) for setup in sample for call in CALLS],
        "reference": _reference_result(ratios, native.mode),
    }


def _games_row(workers: list[Worker], board: str, variant: str, seats: int) -> dict[str, Any]:
    row: dict[str, Any] = {"board": board, "variant": variant, "seats": seats}
    request = {"call": "games", "board": board, "variant": variant, "seats": seats}
    for each in workers:
        quantities = ("games_per_second", "decisions_per_second")
        row[each.mode] = {quantity: round(each.result(quantity, **request), 1) for quantity in quantities}
    return row


def _call_row(workers: list[Worker], call: str, board: str, variant: str, seats: int) -> dict[str, Any]:
    row: dict[str, Any] = {"board": board, "variant": variant, "seats": seats, "call": call}
    for each in workers:
        value = each.result("microseconds", call=call, board=board, variant=variant, seats=seats)
        row[each.mode] = {"microseconds": round(value, 3)}
    return row


# The C++ reference program


def find_reference(wanted: str | None) -> tuple[Path | None, str]:
    """The folder of the reference program, or why it is left out.

    The program is a script `run` that takes a number of games, builds itself and prints "... games/s" for random
    two-seat classic games of the USA board. Unless told where it is, look for it in a folder `limit` of a folder beside
    the checkout.
    """
    if wanted == "none":
        return None, "as asked"
    if wanted is not None:
        folders = [Path(wanted)]
    else:
        roots = [Path(branchline.__file__).parents[2], Path.cwd()]
        folders = [f for root in roots if (root / "pyproject.toml").is_file() for f in root.parent.glob("*/limit")]
    folder = next((folder for folder in folders if (folder / "run").is_file()), None)
    if folder is None:
        return None, f"there is no program 'run' in {wanted}" if wanted else "its folder was not found"
    if not any(shutil.which(compiler) for compiler in ("g++", "c++", "clang++")):
        return None, "there is no C++ compiler"
    return folder, ""


def _beside_reference(native: Worker, folder: Path, effort: Effort) -> tuple[float, float]:
    """Games per second of the reference program and of the engine, measured one right after the other."""
    done = subprocess.run(
        [folder / "run", str(effort.reference_games)], capture_output=True, text=True, check=False, timeout=300
    )
    found = re.search(r"([\d.]+) games/s", done.stdout)
    if done.returncode or not found:
        raise BenchFault(f"the C++ reference program failed: {(done.stderr or done.stdout).strip()[-200:]}")
    request = {"call": "games", "board": "usa", "variant": "classic", "seats": 2}
    native.measure(**request, seconds=max(effort.seconds, 0.3))
    return float(found[1]), native.samples[_key("games_per_second", **request)][-1]


def _reference_result(pairs: list[tuple[float, float]], mode: str) -> dict[str, Any]:
    if not pairs:
        return {}
    return {
        "games_per_second": round(median(theirs for theirs, _ in pairs), 1),
        "mode": mode,  # of the engine that it was compared with
        "ratio": round(median(ours / theirs for theirs, ours in pairs), 3),
    }


# Showing


def show(results: dict[str, Any]) -> None:
    """The tables."""
    from branchline.cli.screen import make_console

    console = make_console()
    modes = [mode for mode in MODES if mode in results["modes"]]
    console.print(f"Branchline {results['version']}, Python {results['python']}, {results['machine']}")
    if "compiled" not in modes:
        console.print(f"Only uncompiled: {results['modes']['uncompiled']}")
    console.print()
    console.print(_games_table(results["games"], modes))
    console.print()
    console.print(_endings_words(results["games"]), highlight=False)
    console.print()
    console.print(_calls_table(results["calls"], modes))
    console.print()
    console.print(_reference_words(results["reference"]))


def _games_table(rows: list[dict[str, Any]], modes: list[str]) -> Table:
    table = Table(title="Random games", box=None, padding=(0, 2, 0, 0), pad_edge=False, title_justify="left")
    for title in ("board", "variant", "seats"):
        table.add_column(title, no_wrap=True, justify="right" if title == "seats" else "left")
    for mode in modes:
        table.add_column(f"{mode}\ngames/s", justify="right", no_wrap=True)
        table.add_column("\ndecisions/s", justify="right", no_wrap=True)
    for row in rows:
        cells = [f"{row[mode][quantity]:,.0f}" for mode in modes for quantity in row[mode]]
        table.add_row(row["board"], row["variant"], str(row["seats"]), *cells)
    return table


def _endings_words(rows: list[dict[str, Any]]) -> str:
    """How the games of each board ended: what cuts games short makes their number mean something else."""
    lines = ["How these games ended"]
    for board in dict.fromkeys(row["board"] for row in rows):
        parts = [row["endings"] for row in rows if row["board"] == board]
        ways = {ending: mean(part.get(ending, 0.0) for part in parts) for part in parts for ending in part}
        lines.append(f"{board}: " + ", ".join(f"{ending} {part:.1%}" for ending, part in ways.items()))
    return "\n".join(lines)


def _calls_table(rows: list[dict[str, Any]], modes: list[str]) -> Table:
    title = "Calls from Python, in microseconds"
    table = Table(title=title, box=None, padding=(0, 2, 0, 0), pad_edge=False, title_justify="left")
    table.add_column("board")
    table.add_column("call")
    for mode in modes:
        table.add_column(mode, justify="right")
    for row in rows:
        cells = [f"{row[mode]['microseconds']:,.1f}" for mode in modes]
        table.add_row(row["board"], _CALL_WORDS[row["call"]], *cells)
    return table


def _reference_words(reference: dict[str, Any]) -> str:
    if "left_out" in reference:
        return f"The C++ reference program is left out: {reference['left_out']}."
    return (
        f"The C++ reference program plays {reference['games_per_second']:,.0f} random two-seat classic games a second "
        f"on the USA board; the {reference['mode']} engine plays {reference['ratio']:.2f} times as many."
    )
