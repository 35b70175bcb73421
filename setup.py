"""Says what is compiled. How it is done stands in the package `building`; all else about the build, in pyproject.toml.

    BRANCHLINE_COMPILE=0    build without compiled modules
    BRANCHLINE_OPTIMIZE=1   let the C compiler optimize less (0 to 3, by default 2): a quicker build
    BRANCHLINE_PROFILE=0    do not play first to see which way the code usually goes: half the time, a slower engine
    BRANCHLINE_CHECKED=1    check every index, also where the source leaves checks out: for those who look for a mistake
    BRANCHLINE_LINKS        links in the packages' metadata: "Homepage=https://… Documentation=https://…"

Without a working C compiler the package is built without compiled modules as well, and runs from the same sources. With
one, a module that does not compile is an error. Which modules are compiled, and what the manifest is for, is said in
src/branchline/_native.py.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from setuptools import setup

os.chdir(Path(__file__).parent)  # mypy names modules, and mypyc its files, by paths relative to the project
sys.path.insert(0, str(Path.cwd()))

from building.commands import BuildExtensions, BuildSources  # noqa: E402
from building.translation import extensions  # noqa: E402


def links() -> dict[str, str]:
    """Links in the packages' metadata.

    The project has no public address of its own, so whoever publishes it names theirs.
    """
    found: dict[str, str] = {}
    for word in os.environ.get("BRANCHLINE_LINKS", "").split():
        name, _, address = word.partition("=")
        if not name or not address.startswith("https://"):
            raise SystemExit(f"BRANCHLINE_LINKS: write Name=https://address, not '{word}'")
        found[name] = address
    return found


setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": BuildExtensions, "build_py": BuildSources},
    project_urls=links(),
)
