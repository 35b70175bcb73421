"""Decides, before any other module is imported, whether the compiled modules may be used.

The hot modules are compiled ahead of time with mypyc, and a compiled file lies beside its source. Python would always
take the compiled one, even when the source has been edited since. So `setup.py` writes a manifest with a hash of every
source that went into the build, and `prepare()` compares. If anything differs, all compiled modules are loaded from
their sources instead: they share one library, so it is all of them or none.

    BRANCHLINE_PURE=1    never use compiled modules
    BRANCHLINE_QUIET=1   do not say so when they are out of date

Run as a program, this file prints the verdict for its own package and exits with 0 if the compiled modules are usable,
and not made in haste (see BRANCHLINE_PROFILE in `setup.py`) when there is no haste now.
It is never compiled itself and imports only the standard library; `setup.py` takes the names below from here.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

PACKAGE = "branchline"
# Which sources are compiled.
COMPILED = (
    "engine/*.py",
    "mechanics/*.py",
    "mechanics/*/*.py",
    "planner/*.py",
    "thinking/core/*.py",
    "encodings/core/*.py",
)
UNCOMPILED = ("__init__.py", "face.py")  # what is declared, such as values and words, is no faster compiled

_verdict: tuple[str, str] | None = None  # mode and reason, once prepare() has run


def prepare() -> None:
    """Make sure that no out-of-date compiled module can be imported. To be called first; later calls do nothing."""
    global _verdict
    if _verdict is not None:
        return
    package = Path(__file__).parent
    manifest = read_manifest(package)
    if is_set("BRANCHLINE_PURE"):
        complaint = "BRANCHLINE_PURE is set"
    else:
        complaint = find_fault(package, manifest)
        if complaint and manifest and not is_set("BRANCHLINE_QUIET"):
            print(f"{PACKAGE}: running uncompiled: {complaint}", file=sys.stderr)
    if complaint:
        sources = {*compiled_sources(package), *manifest.get("modules", ())}
        sys.meta_path.insert(0, SourceFinder({module_name(source): package / source for source in sources}))
        _verdict = ("uncompiled", complaint)
    else:
        _verdict = ("compiled", f"compiled for {manifest['python']}")


def mode() -> str:
    """Say how the hot modules run: "compiled" or "uncompiled"."""
    return _settled()[0]


def reason() -> str:
    """Say in a short phrase why `mode()` is what it is."""
    return _settled()[1]


def compiled_sources(package: Path) -> list[str]:
    """List the sources to compile, as sorted paths below the package folder."""
    found = (path for pattern in COMPILED for path in package.glob(pattern) if path.name not in UNCOMPILED)
    return sorted(path.relative_to(package).as_posix() for path in found)


def module_name(source: str) -> str:
    """Turn a path below the package folder into the name of the module."""
    return f"{PACKAGE}.{source.removesuffix('.py').replace('/', '.')}"


def fingerprint(path: Path) -> str:
    """Return the hash by which an edited source is told from the one that was compiled; "" if there is no such file."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except FileNotFoundError:
        return ""


def manifest_file(package: Path) -> Path:
    """Return where the manifest for the running Python lies; builds for several versions can share one folder."""
    return package / f"_compiled-{sys.implementation.cache_tag}.json"


def read_manifest(package: Path) -> dict[str, Any]:
    """Read what was compiled: `python`, `modules` (sources), `files` (compiled), `sources` (hashes), `hasty`."""
    try:
        manifest: dict[str, Any] = json.loads(manifest_file(package).read_bytes())
    except (FileNotFoundError, ValueError):
        return {}
    return manifest


def build_stamp() -> int:
    """Return a number that changes whenever the modules of this package were compiled again; 0 while there are none."""
    try:
        return manifest_file(Path(__file__).parent).stat().st_mtime_ns
    except FileNotFoundError:
        return 0


def find_fault(package: Path, manifest: dict[str, Any]) -> str:
    """Return why the compiled modules may not be used, or "" if they may."""
    if not manifest:
        return "no compiled files"
    if not all((package / file).exists() for file in manifest["files"]):
        return "compiled files are missing: run make compile"
    current = {source: fingerprint(package / source) for source in manifest["sources"]}
    if current != manifest["sources"] or compiled_sources(package) != manifest["modules"]:
        return "sources changed since they were compiled: run make compile"
    return ""


def is_set(variable: str) -> bool:
    """Whether a variable of the environment says yes."""
    return os.environ.get(variable, "") not in ("", "0")


class SourceFinder:
    """An import hook that loads the given modules from their sources, whatever compiled files lie beside them."""

    def __init__(self, sources: dict[str, Path]) -> None:
        self.sources = sources

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module of the compiled group by its source; leave every other module to the usual finders."""
        source = self.sources.get(fullname)
        if source is None or source.with_suffix("").is_dir():  # a module that became a package is found as one
            return None
        if not source.exists():  # deleted, but its compiled file may still be there
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)
        return spec_from_file_location(fullname, source)


def _settled() -> tuple[str, str]:
    prepare()
    assert _verdict is not None
    return _verdict


def main() -> int:
    """Print the verdict; returns 0 if there is nothing to compile."""
    package = Path(__file__).parent
    manifest = read_manifest(package)
    fault = find_fault(package, manifest)
    if not fault and manifest.get("hasty") and os.environ.get("BRANCHLINE_PROFILE") != "0":
        print("compiled in haste: make compile makes a faster engine")
        return 1
    print(f"uncompiled: {fault}" if fault else "compiled")
    return 1 if fault else 0


if __name__ == "__main__":
    sys.exit(main())
