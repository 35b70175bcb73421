"""Translates the hot modules to C: one library for all of them, and a small file for each that opens its part."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from setuptools import Distribution, Extension
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError

from building.constants import name_constants
from building.docstrings import write_docstrings
from building.sources import PACKAGE, native, shaping
from building.unchecked import leave_out_checks

COMPILED: list[str] = native.compiled_sources(PACKAGE)  # as sorted paths below the package folder
SHAPING = shaping(COMPILED)  # hashed before mypyc reads them
OPTIMIZE = os.environ.get("BRANCHLINE_OPTIMIZE", "2")
BUILD_COMMANDS = {"build", "build_ext", "bdist_wheel", "editable_wheel", "develop", "install"}
FLAGS = [
    "-Wno-all",  # nobody reads what a C compiler thinks of generated code, and it takes a twentieth of the time
    "-Wno-error",  # nor may it stop the build
    "-fno-semantic-interposition",  # nobody replaces these functions, so calls between them can be inlined
    "-fvisibility=hidden",
]


def extensions() -> list[Extension]:
    """The extension modules, translated; none where nothing is compiled."""
    if not COMPILED or not BUILD_COMMANDS.intersection(sys.argv):
        return []
    if os.environ.get("BRANCHLINE_COMPILE") == "0":
        print("branchline: BRANCHLINE_COMPILE is 0: building without compiled modules")
        return []
    if not can_compile():
        print("branchline: no working C compiler with Python headers: building without compiled modules")
        return []
    from mypyc.build import mypycify

    found: list[Extension] = mypycify(
        # Silent: what is compiled needs no NumPy, though packages around it do, and may be built where there is none.
        ["--config-file=pyproject.toml", "--follow-imports=silent", *(str(PACKAGE / source) for source in SHAPING)],
        only_compile_paths=[str(PACKAGE / source) for source in COMPILED],
        opt_level=OPTIMIZE,
        debug_level="0",
        multi_file=True,  # so that all cores compile, and only what changed
        group_name="branchline",  # the library must lie beside the package: modules derive their __file__ from it
    )
    written = sorted({Path(source) for extension in found for source in extension.sources})
    if os.environ.get("BRANCHLINE_CHECKED") != "1":
        leave_out_checks(COMPILED, written)
    write_docstrings([PACKAGE / source for source in COMPILED], written)
    name_constants(written)
    if os.name == "posix":
        for extension in found:
            extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS]
    return found


def can_compile() -> bool:
    """Try to build a tiny extension module, headers and linking included."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <Python.h>\nPyObject *PyInit_probe(void) { return PyLong_FromLong(1); }\n")
        probe = build_ext(Distribution({"name": "probe", "ext_modules": [Extension("probe", [str(source)])]}))
        probe.build_lib = probe.build_temp = folder
        try:
            probe.ensure_finalized()
            probe.run()
        except (BaseError, CCompilerError, OSError):
            return False
    return True
