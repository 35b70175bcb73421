"""The build: what is compiled again, what is left out, and what happens without a compiler."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from building import unchecked
from building.sources import PACKAGE
from tests.small_package import LOOK, PROJECT, STALE, make_package, run

needs_a_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of two modules, with the build of this one."""
    for file in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(PROJECT / file, tmp_path)
    shutil.copytree(PROJECT / "building", tmp_path / "building", ignore=shutil.ignore_patterns("__pycache__"))
    make_package(tmp_path / "src/branchline")
    return tmp_path


def build(folder: Path, **variables: str) -> str:
    """Run setup.py; returns what it printed."""
    code = "import runpy, sys; sys.argv = ['setup.py', '-q', 'build_ext', '--inplace']; runpy.run_path('setup.py')"
    result = run(folder, code, **variables)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def objects(project: Path) -> dict[str, int]:
    """When each object was made."""
    return {path.name: path.stat().st_mtime_ns for path in (project / "build").rglob("*.o")}


def test_links_of_the_packages_come_from_whoever_publishes_them(project: Path) -> None:
    code = "import runpy, sys; sys.argv = ['setup.py', '-q', 'egg_info']; runpy.run_path('setup.py')"
    links = {
        "BRANCHLINE_COMPILE": "0",
        "BRANCHLINE_LINKS": "Homepage=https://rails.example Source=https://rails.example/s",
    }
    assert run(project, code, **links).returncode == 0
    (written,) = project.rglob("PKG-INFO")
    found = re.findall("^Project-URL: (.*)$", written.read_text(), re.MULTILINE)
    assert found == ["Homepage, https://rails.example", "Source, https://rails.example/s"]
    refused = run(project, code, **links | {"BRANCHLINE_LINKS": "rails.example"})
    assert refused.returncode == 1
    assert "BRANCHLINE_LINKS: write Name=https://address, not 'rails.example'" in refused.stderr


@needs_a_compiler
def test_only_what_changed_is_compiled_again(project: Path) -> None:
    package = project / "src/branchline"
    (project / "tools").mkdir()
    (project / "tools/training_games.py").write_text(
        "from branchline import _native; _native.prepare()\n"
        "from branchline.engine.first import word\nassert _native.mode() == 'compiled' and word()\n"
    )
    (package / "engine/first.py").write_text("def word() -> int:\n    return 3\n")
    (package / "mechanics/second.py").write_text(
        "from branchline.engine.first import word\n\nWORD = word() + 1\n\n\n"
        "def old() -> list[str]:\n    return ['some', 'old', 'words']\n"
    )
    code = (
        "import branchline.mechanics.second as m; assert m.old() == ['some', 'old', 'words']; "
        f"print(m.WORD, m.__file__.endswith('.py')); {LOOK}"
    )
    compiled = f"compiled|compiled for {sys.implementation.cache_tag}"

    def objects() -> dict[str, int]:
        return {path.name: path.stat().st_mtime_ns for path in (project / "build").rglob("*.o")}

    build(project, BRANCHLINE_OPTIMIZE="0")
    assert run(project / "src", code).stdout.splitlines() == ["4 False", compiled]
    before = objects()
    counted = {path.stem for path in (project / "build").rglob("*.gcda")}
    compiler = subprocess.run(["cc", "--version"], capture_output=True, text=True, check=False).stdout
    if "Free Software Foundation" in compiler:
        assert "__native_branchline___engine___first" in counted

    new = "\n\ndef more() -> list[str]:\n    return ['new', 'also new']\n"
    (package / "engine/first.py").write_text(f"def word() -> int:\n    return 4\n{new}")
    assert run(project / "src", code).stdout.splitlines() == ["5 True", f"uncompiled|{STALE}"]
    build(project, BRANCHLINE_OPTIMIZE="0")
    assert run(project / "src", code).stdout.splitlines() == ["5 False", compiled]
    after = objects()
    # A new function and new constants are also known to the file that all modules share, and to no other module.
    changed = {name for name in after if after[name] != before[name]}
    assert changed == {"__native_branchline___engine___first.o", "__native_branchline.o"}


@needs_a_compiler
def test_a_moved_checkout_compiles_nothing_again(project: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    hasty = {"BRANCHLINE_OPTIMIZE": "0", "BRANCHLINE_PROFILE": "0"}
    build(project, **hasty)
    before = objects(project)
    moved = tmp_path_factory.mktemp("elsewhere") / "moved"
    project.rename(moved)
    build(moved, **hasty)
    assert objects(moved) == before
    assert run(moved / "src", LOOK).stdout.startswith("compiled|")


LOOKS = """
from librt.vecs import vec
from mypy_extensions import i64


def at(numbers: vec[i64], index: i64) -> i64:
    return numbers[index]


class Part:
    # unchecked: the callers know
    def at(self, numbers: vec[i64], index: i64) -> i64:
        return numbers[index]

    def put(self, numbers: vec[i64], index: i64) -> None:
        numbers[index] = 1
"""
TRY = f"""
{LOOK}
from librt.vecs import vec
from mypy_extensions import i64
import branchline.engine.first as engine, branchline.mechanics.second as mechanics, branchline.boards.one.rules as rules
import branchline.encodings.core.third as core
for module in (engine, mechanics, rules, core):
    for look in (module.at, module.Part().at, module.Part().put):
        for index in (0, -1, 1, 2, -3):
            try:
                if index in (0, -1, 1) or module is not core or look.__qualname__ != "Part.at":
                    print(look(vec[i64]([7, 8]), index), end=" ")
            except IndexError:
                print("no", end=" ")
    print()
"""


@needs_a_compiler
def test_indexes_are_checked_but_where_the_source_says_otherwise(project: Path) -> None:
    """Everywhere in the engine, the mechanics and the boards; compiled code counts from the end as uncompiled does."""
    package = project / "src/branchline"
    plain = LOOKS.replace("    # unchecked: the callers know\n", "")
    for source in ("engine/first", "mechanics/second", "boards/one/rules", "encodings/core/third"):
        (package / source).parent.mkdir(parents=True, exist_ok=True)
        (package / source).with_suffix(".py").write_text(LOOKS if source.startswith("encodings") else plain)
    hasty = {"BRANCHLINE_OPTIMIZE": "0", "BRANCHLINE_PROFILE": "0"}
    build(project, **hasty)
    shown = run(project / "src", TRY)
    checked = "7 8 8 no no 7 8 8 no no None None None no no "
    lines = shown.stdout.splitlines()
    assert lines[1:4] == [checked] * 3, shown.stdout + shown.stderr
    assert "no no None" not in lines[4]
    assert lines[4].endswith("None None None no no ")  # `put` is not marked
    c_file = project / "build/__native_branchline___encodings___core___third.c"
    assert len(re.findall(r"cpy_r_r\d+ = 1;\n    if", c_file.read_text())) == 1

    build(project, BRANCHLINE_CHECKED="1", **hasty)
    assert len(unchecked.CHECK.findall(c_file.read_text())) == 3
    for place in ("engine/first", "mechanics/second"):
        (package / place).with_suffix(".py").write_text(LOOKS)
        refused = run(project, "import sys; sys.argv = ['setup.py', 'build_ext']; import setup", **hasty)
        assert f"{place}.py: only encodings/core/ may leave out checks" in refused.stderr
        (package / place).with_suffix(".py").write_text(plain)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("# unchecked: why\n\n\ndef at() -> None: ...\n", "stands directly above a function"),
        ("def at() -> None:\n    # unchecked: why\n    pass\n", "stands directly above a function"),
        ("# unchecked: why\ndef at() -> None: ...\n", "there is no check to leave out in at"),
    ],
)
def test_marks_that_mean_nothing_stop_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, fault: str
) -> None:
    monkeypatch.setattr(unchecked, "PACKAGE", tmp_path)
    source = tmp_path / "encodings/core/third.py"
    source.parent.mkdir(parents=True)
    source.write_text(text)
    translated = tmp_path / "__native_branchline___encodings___core___third.c"
    translated.write_text("char CPyDef_third___at(void) {\n    return 1;\n}\n")
    with pytest.raises(SystemExit, match=fault):
        unchecked.leave_out_checks(["encodings/core/third.py"], [translated])


def test_only_marked_functions_of_the_encodings_run_unchecked() -> None:
    """And the documentation lists all of them, each with its reason."""
    marks = {
        str(path.relative_to(PACKAGE)): unchecked.marked(path.relative_to(PACKAGE).as_posix())
        for path in PACKAGE.rglob("*.py")
    }
    listed = (PROJECT / "CONTRIBUTING.md").read_text()
    for source, functions in marks.items():
        for name, reason in functions.items():
            assert f"| `{Path(source).stem}.{name}` | {reason} |" in listed
    count = sum(len(functions) for functions in marks.values())
    assert len(re.findall(r"^\| `\w+\.\w+(?:\.\w+)?` \| ", listed, re.MULTILINE)) == count


@pytest.mark.parametrize(
    ("variables", "notice"),
    [
        ({"BRANCHLINE_COMPILE": "0"}, "branchline: BRANCHLINE_COMPILE is 0: building without compiled modules"),
        ({"CC": "no-such-compiler"}, "branchline: no working C compiler with Python headers: building without"),
    ],
)
def test_the_build_falls_back_to_the_sources(project: Path, variables: dict[str, str], notice: str) -> None:
    assert notice in build(project, **variables)
    assert run(project / "src", LOOK).stdout == "uncompiled|no compiled files\n"
