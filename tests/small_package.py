"""A package of two modules, for tests of how modules are compiled and which of them are used."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

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


def make_package(package: Path) -> Path:
    """Write the package into a folder."""
    for folder in (package, package / "engine", package / "mechanics", package / "model"):
        folder.mkdir(parents=True)
        (folder / "__init__.py").touch()
    shutil.copy(INSTALLED / "_native.py", package)
    (package / "__init__.py").write_text("from branchline import _native\n_native.prepare()\n__version__ = '0'\n")
    (package / "model/words.py").write_text("WORD = 'model'\n")
    for source in ("engine/first.py", "mechanics/second.py"):
        (package / source).write_text("WORD = 'source'\n")
    return package
