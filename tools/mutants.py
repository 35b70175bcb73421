"""Do the tests bite? Plants small faults, one at a time, and runs the tests that reach them.

    python tools/mutants.py                         # plant 300 faults and run the tests that reach each of them
    python tools/mutants.py --sample 20 --workers 2
    python tools/mutants.py --again --budget 300    # more tests for the faults that nothing noticed
    python tools/mutants.py --only 17 203           # these faults again, after tests were added

All faults of the sample stand in one copy of the sources, behind switches: `x < y` becomes
`x <= y if fault(17) else x < y`. The variable BRANCHLINE_FAULT turns one on, also in the processes that tests start. A
first run, with none turned on, notes which tests reach which fault and how long they take. Then each fault meets the
tests that reach it, the quickest first, until one fails or their time is used up. A run that hangs has noticed it too.

Everything is kept in a folder, so that a run that was broken off goes on where it was, also on another machine: the
faults (`faults.json`), what tests reach (`notes/`), a line for each fault (`results.jsonl`), at the end `report.md`.
The copy of the sources (`tree/`) is made again where it is missing. Test files that changed since are looked at again;
for other sources, begin with another folder.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "branchline"
AREAS = {  # what is looked at, and its part of the sample
    "engine": ("engine", 0.14),
    "mechanics": ("mechanics", 0.36),
    "boards": ("boards", 0.10),
    "words": ("words", 0.14),
    "analysis": ("analysis", 0.12),
    "tables": ("table/games", 0.14),
}
TESTS = (
    *("engine", "rules", "boards", "words", "analysis", "cli", "test_faces.py", "test_subclassing.py"),
    *(f"server/test_{name}.py" for name in ("played_game", "proposing", "twins", "taking_back", "games", "coach")),
    *(f"server/test_{name}.py" for name in ("continuing", "set_aside", "put_away", "shuffle", "leaving", "records")),
)
FILE_SECONDS = 300  # for one test file when it is noted what its tests reach
MORE_SECONDS = 30  # to start, beside the time that the tests took before


@dataclass
class Fault:
    """One small change of one expression or statement."""

    number: int
    area: str
    file: str
    line: int
    before: str
    after: str


@dataclass
class Reached:
    """What the first run found: for each test its seconds, and for each fault the tests that reach it."""

    seconds: dict[str, float] = field(default_factory=dict)
    tests: dict[int, list[str]] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)  # that fail without any fault


# Which changes there are

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
OTHER_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}


def changed(node: ast.AST) -> ast.AST | None:
    """The same node with a fault; None where none is planted."""
    other = copy.deepcopy(node)
    match other:
        case ast.Compare(ops=[first, *_]):
            other.ops[0] = COMPARISONS[type(first)]()
        case ast.BoolOp(op=ast.And()):
            other.op = ast.Or()
        case ast.BoolOp():
            other.op = ast.And()
        case ast.BinOp(left=left, right=right) if not is_text(left) and not is_text(right):
            if type(other.op) not in OPERATORS:
                return None
            other.op = OPERATORS[type(other.op)]()
        case ast.UnaryOp(op=ast.Not()):
            return other.operand
        case ast.Constant(value=bool()):
            other.value = not other.value
        case ast.Constant(value=int()):
            other.value += 1
        case ast.Call(func=ast.Name(id=name)) if name in OTHER_NAMES:
            other.func = ast.Name(OTHER_NAMES[name], ast.Load())
        case ast.IfExp():
            other.body, other.orelse = other.orelse, other.body
        case ast.AugAssign() if type(other.op) in OPERATORS:
            other.op = OPERATORS[type(other.op)]()
        case ast.Expr(value=ast.Call()) | ast.Continue() | ast.Break():
            return ast.Pass()
        case _:
            return None
    return other


def is_text(node: ast.AST) -> bool:
    """Whether a node is a piece of text: to change `+` there is an error at once, and says nothing."""
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def places(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes in which a fault may be planted, in order: no annotations, no defaults, no invariants."""
    match node:
        case ast.AnnAssign():
            children: list[ast.AST] = [node.value] if node.value else []
        case ast.FunctionDef(body=body) | ast.ClassDef(body=body) | ast.AsyncFunctionDef(body=body):
            children = [*body]
        case ast.Assert() | ast.Raise() | ast.Import() | ast.ImportFrom() | ast.Global() | ast.Delete():
            children = []
        case ast.FormattedValue(value=value):
            children = [value]
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            children = []
        case _:
            children = [*ast.iter_child_nodes(node)]
    if not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
        return
    if changed(node) is not None:
        yield node
    for child in children:
        yield from places(child)


def choose(sample: int, seed: int) -> tuple[list[Fault], dict[str, ast.Module]]:
    """Choose faults by chance, that many of each area, and plant them in the trees of their files."""
    faults: list[Fault] = []
    trees: dict[str, ast.Module] = {}
    rng = random.Random(seed)
    for area, (folder, part) in AREAS.items():
        found: list[tuple[str, ast.AST]] = []
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            name = path.relative_to(PACKAGE).as_posix()
            trees[name] = ast.parse(path.read_text(encoding="utf-8"))
            found += [(name, node) for node in places(trees[name])]
        chosen = set(rng.sample(range(len(found)), min(round(sample * part), len(found))))
        for at in sorted(chosen):
            name, node = found[at]
            other = changed(node)
            assert other is not None
            before, after = (ast.unparse(ast.fix_missing_locations(each)).split("\n")[0] for each in (node, other))
            node.fault = len(faults)  # type: ignore[attr-defined]
            faults.append(Fault(len(faults), area, name, getattr(node, "lineno", 0), before, after))
    return faults, trees


class Planter(ast.NodeTransformer):
    """Puts the chosen faults behind switches."""

    def visit(self, node: ast.AST) -> Any:
        """Faults inside are planted first, and only in what stays as it was."""
        number = getattr(node, "fault", None)
        other = changed(node) if number is not None else None
        node = self.generic_visit(node)
        if number is None or other is None:
            return node
        switch = ast.Call(ast.Name("_fault", ast.Load()), [ast.Constant(number)], [])
        if isinstance(node, ast.expr):
            assert isinstance(other, ast.expr)
            return ast.IfExp(switch, other, node)
        assert isinstance(node, ast.stmt)
        assert isinstance(other, ast.stmt)
        return ast.If(switch, [other], [node])


def planted(tree: ast.Module) -> str:
    """The source of a file with its faults."""
    tree = Planter().visit(tree)
    has_words = bool(tree.body) and isinstance(tree.body[0], ast.Expr)
    future = [k for k, each in enumerate(tree.body) if isinstance(each, ast.ImportFrom) and each.module == "__future__"]
    at = max([int(has_words), *(k + 1 for k in future)])
    tree.body.insert(at, ast.ImportFrom("branchline_fault", [ast.alias("fault", "_fault")], 0))
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


SWITCH = '''"""The switches of planted faults: which one is on, and which are reached by which test."""
import os
_on = int(os.environ.get("BRANCHLINE_FAULT", "-1"))
_notes = os.environ.get("BRANCHLINE_FAULT_NOTES")
_seen = set()
_home = os.environ.setdefault("BRANCHLINE_FAULT_HOME", str(os.getpid()))

def fault(number):
    return number == _on

def _note(number):
    if number not in _seen:
        _seen.add(number)
        test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" (")[0]
        if str(os.getpid()) != _home:
            test = test.partition("::")[0]  # in a process that a test started, for it or for others
        with open(_notes, "a") as notes:
            notes.write(f"{number} {test}\\n")
    return False

if _notes:
    fault = _note
'''

PLUGIN = '''"""Notes how long tests take, and forgets between them what was reached."""
import json, os
import branchline_fault

def pytest_runtest_protocol(item, nextitem):
    branchline_fault._seen.clear()

def pytest_runtest_logreport(report):
    path = os.environ.get("BRANCHLINE_FAULT_TIMES")
    if path:
        with open(path, "a") as times:
            times.write(json.dumps([report.nodeid, report.when, report.outcome, report.duration]) + "\\n")
'''


class Run:
    """The sample in its folder, and what is known of it."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.folder = folder
        self.workers = workers
        self.tree = folder / "tree"
        self.faults: list[Fault] = []
        self.reached = Reached()

    def plant(self, sample: int, seed: int) -> None:
        """Copy the project, with the faults; what is there already is used again."""
        known = self.folder / "faults.json"
        if not known.exists() or not self.tree.exists():
            faults, trees = choose(sample, seed)
            if known.exists() and json.loads(known.read_text()) != [asdict(fault) for fault in faults]:
                sys.exit(f"{known} is about other sources: begin with another folder")
            self.copy_tree()
            for name, tree in trees.items():
                if any(fault.file == name for fault in faults):
                    (self.tree / "src" / "branchline" / name).write_text(planted(tree), encoding="utf-8")
            known.write_text(json.dumps([asdict(fault) for fault in faults], indent=1))
        self.faults = [Fault(**each) for each in json.loads(known.read_text())]

    def copy_tree(self) -> None:
        """Copy what tests need, without anything compiled."""
        shutil.rmtree(self.tree, ignore_errors=True)
        skip = shutil.ignore_patterns("*.so", "__pycache__", "_compiled-*.json", ".pytest_cache", "*.nnue")
        for name in ("src", "tests", "docs", "examples", "benchmarks", "tools"):
            shutil.copytree(ROOT / name, self.tree / name, ignore=skip)
        for file in ("pyproject.toml", "README.md", "CHANGELOG.md", "setup.py", "requirements-dev.in"):
            shutil.copy(ROOT / file, self.tree / file)
        (self.tree / "src" / "branchline_fault.py").write_text(SWITCH)
        (self.tree / "src" / "branchline_fault_plugin.py").write_text(PLUGIN)

    def pytest(self, words: list[str], seconds: float, **variables: str) -> int | None:
        """Run pytest in the copy; its exit status, None if it took longer than that."""
        path = os.pathsep.join([str(self.tree / "src"), *filter(None, [os.environ.get("PYTHONPATH")])])
        quiet = {"BRANCHLINE_PURE": "1", "PYTHONPATH": path, "PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "1"}
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "branchline_fault_plugin",
            "-o",
            f"cache_dir={self.folder / 'cache'}",
        ]
        process = subprocess.Popen(
            [*command, *words],
            cwd=self.tree,
            env={**os.environ, **quiet, **variables},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None
        finally:
            end_group(process)

    # What tests reach

    def look(self, chosen: list[str]) -> None:
        """Run all tests once, with no fault turned on."""
        notes = self.folder / "notes"
        notes.mkdir(exist_ok=True)
        files = []
        for path in [path for name in chosen for path in test_files(ROOT / "tests" / name)]:
            copied = self.tree / path.relative_to(ROOT)
            is_new = not copied.exists() or copied.read_bytes() != path.read_bytes()
            if is_new or not (notes / f"{stem_of(copied, self.tree)}.times").exists():
                shutil.copy(path, copied)
                files.append(copied)
        self.each(files, lambda path: self.look_at(path, notes))
        self.reached = self.gather(notes)

    def look_at(self, path: Path, notes: Path) -> str:
        name, stem = path.relative_to(self.tree).as_posix(), stem_of(path, self.tree)
        for old in notes.glob(f"{stem}.*"):
            old.unlink()
        begun = time.monotonic()
        found = self.pytest(
            [name],
            FILE_SECONDS,
            BRANCHLINE_FAULT_NOTES=str(notes / f"{stem}.notes"),
            BRANCHLINE_FAULT_TIMES=str(notes / f"{stem}.part"),
        )
        with contextlib.suppress(FileNotFoundError):  # whole now: a run that is broken off looks at this file again
            (notes / f"{stem}.part").rename(notes / f"{stem}.times")
        says = {0: "", None: ": took too long"}.get(found, ": not all pass")
        return f"{name} in {time.monotonic() - begun:.0f} s{says}"

    def gather(self, notes: Path) -> Reached:
        """What all the notes say. Tests that fail without a fault are left out, as they would notice everything."""
        found = Reached()
        passed: dict[str, bool] = {}
        for path in sorted(notes.glob("*.times")):
            for line in path.read_text().splitlines():
                test, when, outcome, seconds = json.loads(line)
                passed[test] = passed.get(test, True) and outcome == "passed"
                if when != "teardown":
                    found.seconds[test] = found.seconds.get(test, 0) + seconds
        found.broken = sorted(test for test, fine in passed.items() if not fine)
        for path in sorted(notes.glob("*.notes")):
            for line in path.read_text().splitlines():
                number, _, test = line.partition(" ")
                tests = [test] if "::" in test else [each for each in passed if each.startswith(f"{test}::")]
                if not test:  # while the file was collected
                    stem = path.stem.replace("-", "/")
                    tests = [each for each in passed if each.startswith(f"{stem}::")]
                known = found.tests.setdefault(int(number), [])
                known += [each for each in tests if passed.get(each)]
        for number, tests in found.tests.items():
            found.tests[number] = sorted({*tests}, key=lambda test: (found.seconds[test], test))
        return found

    # One fault after the other

    def results(self) -> dict[int, dict[str, Any]]:
        """What is known of each fault; the last line about one counts."""
        path = self.folder / "results.jsonl"
        lines = path.read_text().splitlines() if path.exists() else []
        return {found["number"]: found for found in map(json.loads, lines)}

    def try_all(self, numbers: list[int], budget: float) -> None:
        """Turn faults on, one at a time."""
        self.each(numbers, lambda number: self.try_one(self.faults[number], budget))

    def try_one(self, fault: Fault, budget: float) -> str:
        tests: list[str] = []
        expected = 0.0
        for test in self.reached.tests.get(fault.number, []):
            if expected < budget:
                tests.append(test)
                expected += self.reached.seconds[test]
        files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
        tests.sort(key=lambda test: files.index(test.partition("::")[0]))  # what a file prepares is prepared once
        result = "no test reaches it"
        begun = time.monotonic()
        if tests:
            listed = self.folder / f"tests-{fault.number}.txt"
            listed.write_text("\n".join(tests))
            words, limit = ["-x", f"@{listed}"], 4 * expected + MORE_SECONDS
            found = self.pytest(words, limit, BRANCHLINE_FAULT=str(fault.number))
            result = {0: "survived", 1: "killed", None: "killed (it hangs)"}.get(found, "killed (nothing starts)")
            if found is None and self.pytest(words, limit) is None:
                result = "not decided: these tests take as long without it"
            listed.unlink()
        kept = {"number": fault.number, "result": result, "tests": len(tests), "seconds": time.monotonic() - begun}
        with (self.folder / "results.jsonl").open("a") as results:
            results.write(json.dumps(kept) + "\n")
        return f"{fault.number:3} {result}: {fault.file}:{fault.line} {fault.before!r} -> {fault.after!r}"

    def each(self, things: list[Any], work: Callable[[Any], str]) -> None:
        """Do something with all of them, several at a time, and say what came of each."""
        with ThreadPoolExecutor(self.workers) as pool:
            for done in [pool.submit(work, thing) for thing in things]:
                print(done.result(), flush=True)

    def report(self) -> str:
        """What came of it, in Markdown: the score, and all faults that nothing noticed."""
        results = self.results()
        lines = ["| Area | Faults | Killed |", "|---|--:|--:|"]
        for area in [*AREAS, "all"]:
            numbers = [f.number for f in self.faults if area in (f.area, "all") and f.number in results]
            killed = sum(results[number]["result"].startswith("killed") for number in numbers)
            share = f"{killed} ({killed / len(numbers):.0%})" if numbers else "–"
            lines.append(f"| {area} | {len(numbers)} | {share} |")
        lines += ["", "| No. | Place | Before | After | Tests |", "|--:|---|---|---|--:|"]
        for fault in self.faults:
            found = results.get(fault.number)
            if found and not found["result"].startswith("killed"):
                words = [fault.before, fault.after]
                shown = " | ".join(f"`{each}`".replace("|", "\\|") for each in words)
                lines.append(f"| {fault.number} | {fault.file}:{fault.line} | {shown} | {found['tests']} |")
        if self.reached.broken:
            lines += ["", "Tests left out, as they fail without a fault:", *(f"- {t}" for t in self.reached.broken)]
        return "\n".join(lines) + "\n"


def end_group(process: subprocess.Popen[bytes]) -> None:
    """End a run with all processes that its tests left behind."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, 9)
    process.wait()


def stem_of(path: Path, tree: Path) -> str:
    """How the notes about a test file are called."""
    return path.relative_to(tree).as_posix().replace("/", "-")


def test_files(path: Path) -> list[Path]:
    """The test files of a folder; nothing if there is no such folder."""
    return sorted(path.rglob("test_*.py")) if path.is_dir() else [path] if path.exists() else []


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Plant small faults and see whether the tests notice.")
    parser.add_argument("--sample", type=int, default=300, help="how many faults (default 300)")
    parser.add_argument("--seed", type=int, default=1, help="which ones are chosen (default 1)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="runs at a time (default: all cores)")
    parser.add_argument("--budget", type=float, default=40, help="seconds of tests for each fault (default 40)")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "mutants", help="where everything is kept")
    parser.add_argument("--tests", nargs="+", default=list(TESTS), help="files and folders in tests/")
    parser.add_argument("--again", action="store_true", help="those that survived once more, with the given budget")
    parser.add_argument("--only", type=int, nargs="+", help="these faults once more")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    run = Run(chosen.folder.resolve(), chosen.workers)
    run.plant(chosen.sample, chosen.seed)
    print(f"{len(run.faults)} faults are planted in {run.tree}", flush=True)
    run.look(chosen.tests)
    known = run.results()
    wanted = [fault.number for fault in run.faults if fault.number not in known]
    if chosen.again:
        wanted += [number for number, found in known.items() if not found["result"].startswith("killed")]
    run.try_all(chosen.only or wanted, chosen.budget)
    report = run.report()
    (run.folder / "report.md").write_text(report)
    print(report)
    return 0


if __name__ == "__main__":
    sys.exit(main())
