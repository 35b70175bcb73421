"""The import guard: compiled modules are used when they match their sources, and never otherwise."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from branchline import _native
from tests.small_package import INSTALLED, LOOK, STALE, SUFFIX, make_package, run


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
    """A package whose compiled files are no libraries at all, so that loading one must fail."""
    package = make_package(tmp_path / "branchline")
    for source in _native.compiled_sources(package):
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
