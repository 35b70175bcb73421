"""The import guard: compiled modules are used when they match their sources, and never otherwise."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from branchline import _native

PROJECT = Path(__file__).parent.parent
INSTALLED = Path(_native.__file__).parent
SUFFIX: str = sysconfig.get_config_var("EXT_SUFFIX")
LOOK = "from branchline import _native; print(_native.mode(), _native.reason(), sep='|')"
STALE = "sources changed since they were compiled: run make compile"


def run(folder: Path, code: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run code in a fresh interpreter that finds `branchline` in a folder, free of the variables of this process."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("BRANCHLINE_")}
    environment = {**inherited, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1", **variables}
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=folder, capture_output=True, text=True, check=False
    )


def write_manifest(package: Path, *, hasty: bool = False) -> None:
    """Declare that what lies in the package now is what was compiled."""
    modules = _native.compiled_sources(package)
    manifest = {
        "python": sys.implementation.cache_tag,
        "modules": modules,
        "files": [source.removesuffix(".py") + SUFFIX for source in modules],
        "sources": {source: _native.fingerprint(package / source) for source in [*modules, "model/words.py"]},
        "hasty": hasty,
    }
    _native.manifest_file(package).write_text(json.dumps(manifest))


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Make a package with two modules whose compiled files are no libraries at all, so that loading one must fail."""
    package = tmp_path / "branchline"
    for folder in (package, package / "engine", package / "mechanics", package / "model"):
        folder.mkdir()
        (folder / "__init__.py").touch()
    shutil.copy(INSTALLED / "_native.py", package)
    (package / "__init__.py").write_text("from branchline import _native\n_native.prepare()\n__version__ = '0'\n")
    (package / "model/words.py").write_text("WORD = 'model'\n")
    for source in ("engine/first.py", "mechanics/second.py"):
        (package / source).write_text("WORD = 'source'\n")
        (package / source).with_suffix(SUFFIX).write_bytes(b"not a library")
    write_manifest(package)
    return package


def words(package: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Import both modules of the package and print where they came from, then the verdict."""
    code = "import branchline.engine.first as a, branchline.mechanics.second as b; print(a.WORD, b.WORD)"
    return run(package.parent, f"{code}; {LOOK}", **variables)


def test_compiled_modules_are_used_when_they_match(package: Path) -> None:
    assert run(package.parent, LOOK).stdout == f"compiled|compiled for {sys.implementation.cache_tag}\n"
    result = words(package)
    assert result.returncode == 1
    assert "ImportError" in result.stderr  # the file that is no library was indeed opened


def test_an_edited_source_is_not_shadowed_and_neither_are_its_siblings(package: Path) -> None:
    (package / "engine/first.py").write_text("WORD = 'edited'\n")
    result = words(package)
    assert result.stdout == f"edited source\nuncompiled|{STALE}\n"
    assert result.stderr == f"branchline: running uncompiled: {STALE}\n"


def test_the_notice_can_be_turned_off(package: Path) -> None:
    (package / "engine/first.py").write_text("WORD = 'edited'\n")
    assert words(package, BRANCHLINE_QUIET="1").stderr == ""


def test_an_edited_module_that_compiled_code_imports_counts_too(package: Path) -> None:
    (package / "model/words.py").write_text("WORD = 'edited'\n")
    assert words(package).stdout == f"source source\nuncompiled|{STALE}\n"


def test_an_added_source_counts_as_a_change(package: Path) -> None:
    (package / "engine/third.py").touch()
    assert words(package).stdout == f"source source\nuncompiled|{STALE}\n"


def test_a_deleted_source_cannot_be_imported_from_its_compiled_file(package: Path) -> None:
    (package / "mechanics/second.py").unlink()
    result = words(package)
    assert result.returncode == 1
    assert "ModuleNotFoundError: No module named 'branchline.mechanics.second'" in result.stderr


@pytest.mark.parametrize(("value", "mode"), [("1", "uncompiled"), ("0", "compiled"), ("", "compiled")])
def test_the_pure_variable_forces_the_sources(package: Path, value: str, mode: str) -> None:
    assert run(package.parent, LOOK, BRANCHLINE_PURE=value).stdout.startswith(f"{mode}|")


def test_pure_runs_say_why_and_print_nothing(package: Path) -> None:
    result = words(package, BRANCHLINE_PURE="1")
    assert (result.stdout, result.stderr) == ("source source\nuncompiled|BRANCHLINE_PURE is set\n", "")


@pytest.mark.parametrize("damage", ["", '{"python": '])
def test_compiled_files_without_a_readable_manifest_are_not_used(package: Path, damage: str) -> None:
    if damage:
        _native.manifest_file(package).write_text(damage)
    else:
        _native.manifest_file(package).unlink()
    result = words(package)
    assert (result.stdout, result.stderr) == ("source source\nuncompiled|no compiled files\n", "")


def test_missing_compiled_files_are_noticed(package: Path) -> None:
    (package / "engine/first.py").with_suffix(SUFFIX).unlink()
    assert words(package).stdout == "source source\nuncompiled|compiled files are missing: run make compile\n"


def test_as_a_program_it_judges_its_own_package(package: Path) -> None:
    command = [sys.executable, "-P", str(package / "_native.py")]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    (package / "engine/first.py").touch()  # a new time alone is no change
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    (package / "engine/first.py").write_text("WORD = 'edited'\n")
    assert subprocess.run(command, capture_output=True, check=False).returncode == 1


def test_what_was_compiled_in_haste_is_used_but_compiled_again_when_there_is_time(package: Path) -> None:
    write_manifest(package, hasty=True)
    command = [sys.executable, "-P", str(package / "_native.py")]
    assert run(package.parent, LOOK).stdout.startswith("compiled|")
    assert subprocess.run(command, capture_output=True, check=False).returncode == 1
    haste = {**os.environ, "BRANCHLINE_PROFILE": "0"}
    assert subprocess.run(command, capture_output=True, check=False, env=haste).returncode == 0


def make_a_project(package: Path) -> Path:
    """Put a package where setup.py builds it; returns its new place."""
    for file in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(PROJECT / file, package.parent)
    shutil.move(package, package.parent / "src/branchline")
    return package.parent / "src/branchline"


def build(folder: Path, **variables: str) -> str:
    """Run setup.py; returns what it printed."""
    code = "import runpy, sys; sys.argv = ['setup.py', '-q', 'build_ext', '--inplace']; runpy.run_path('setup.py')"
    result = run(folder, code, **variables)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def test_links_of_the_packages_come_from_whoever_publishes_them(package: Path) -> None:
    project = package.parent
    make_a_project(package)
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


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
def test_only_what_changed_is_compiled_again(package: Path) -> None:
    project = package.parent
    package = make_a_project(package)
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


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
@pytest.mark.parametrize("checked", ["0", "1"])
def test_only_what_comes_from_outside_is_checked_in_compiled_code(package: Path, checked: str) -> None:
    """Functions that are handed something from outside keep their checks; those of the engine's own indexes go.

    Nowhere is a negative index tried again from the end, which costs time.
    """
    package = make_a_project(package)
    look = "(numbers: vec[i64], index: i64) -> i64:\n    return numbers[index]\n"
    (package / "engine/first.py").write_text(
        "from librt.vecs import vec\nfrom mypy_extensions import i64\n\n\n"
        "class Part:\n    def imagine(self, numbers: vec[i64], index: i64) -> i64:\n"
        "        return numbers[index]\n\n\n"
        f"def at{look}\n\ndef total(numbers: vec[i64]) -> i64:\n    found: i64 = 0\n"
        "    for number in numbers:\n        found += number\n    return found\n"
    )
    (package / "mechanics/second.py").write_text("")
    build(package.parent.parent, BRANCHLINE_OPTIMIZE="0", BRANCHLINE_PROFILE="0", BRANCHLINE_CHECKED=checked)
    code = (
        f"{LOOK}\nfrom librt.vecs import vec\nfrom mypy_extensions import i64\n"
        "from branchline.engine.first import Part, at, total\n"
        "few, many = vec[i64]([7, 8]), vec[i64](range(100))\n"
        "print(at(few, 0), at(few, 1), total(many))\n"
        f"for look in [Part().imagine, at][:1 + {checked}]:\n"
        "    for index in (2, -1, -2, -3):\n"
        "        try:\n            print(look(few, index))\n        except IndexError:\n            print('no')\n"
    )
    shown = run(package.parent, code)
    refusals = ["no"] * 4 * (1 + int(checked))
    assert shown.stdout.splitlines()[1:] == ["7 8 4950", *refusals], shown.stdout + shown.stderr
    made = (package.parent.parent / "build/__native_branchline___engine___first.c").read_text()
    found = re.search(r"^\w+ CPyDef_first___at\(.*?^\}", made, re.MULTILINE | re.DOTALL)
    assert found is not None
    assert ("(uint64_t)" in found.group()) is (checked == "1")


@pytest.mark.parametrize(
    ("variables", "notice"),
    [
        ({"BRANCHLINE_COMPILE": "0"}, "branchline: BRANCHLINE_COMPILE is 0: building without compiled modules"),
        ({"CC": "no-such-compiler"}, "branchline: no working C compiler with Python headers: building without"),
    ],
)
def test_the_build_falls_back_to_the_sources(package: Path, variables: dict[str, str], notice: str) -> None:
    make_a_project(package)
    assert notice in build(package.parent, **variables)
    assert run(package.parent / "src", LOOK).stdout == "uncompiled|no compiled files\n"


@pytest.mark.skipif(_native.mode() == "uncompiled", reason="needs the compiled modules of the project")
def test_the_compiled_project_runs_an_edited_source(tmp_path: Path) -> None:
    shutil.copytree(INSTALLED, tmp_path / "branchline", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(INSTALLED.parent / f"branchline__mypyc{SUFFIX}", tmp_path)
    code = f"import branchline.engine.rng as m; print(m.__file__, hasattr(m, 'EDITED')); {LOOK}"
    source = tmp_path / "branchline/engine/rng.py"

    before = run(tmp_path, code).stdout.splitlines()
    assert before == [f"{source.with_suffix(SUFFIX)} False", f"compiled|compiled for {sys.implementation.cache_tag}"]

    source.write_text(source.read_text() + "\nEDITED = True\n")
    assert run(tmp_path, code).stdout.splitlines() == [f"{source} True", f"uncompiled|{STALE}"]
