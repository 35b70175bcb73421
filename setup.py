"""Compiles the hot modules with mypyc. Everything else about the build stands in pyproject.toml.

    BRANCHLINE_COMPILE=0    build without compiled modules
    BRANCHLINE_OPTIMIZE=1   let the C compiler optimize less (0 to 3, by default 3): a quicker build, for development

Without a working C compiler the package is built without compiled modules as well, and runs from the same sources. With
one, a module that does not compile is an error. Which modules are compiled, and what the manifest is for, is said in
src/branchline/_native.py.
"""

from __future__ import annotations

import ast
import json
import os
import runpy
import shutil
import sys
import sysconfig
import tempfile
from pathlib import Path
from types import SimpleNamespace

from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import BaseError, CCompilerError

os.chdir(Path(__file__).parent)  # mypy names modules, and mypyc its files, by paths relative to the project
PACKAGE = Path("src/branchline")
SUFFIX: str = sysconfig.get_config_var("EXT_SUFFIX")
BUILD_COMMANDS = {"build", "build_ext", "bdist_wheel", "editable_wheel", "develop", "install"}
native = SimpleNamespace(**runpy.run_path(str(PACKAGE / "_native.py"), run_name="_native"))


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


def extensions() -> list[Extension]:
    """Translate the hot modules to C: one library for all of them, and a small file for each that opens its part."""
    if not modules or not BUILD_COMMANDS.intersection(sys.argv):
        return []
    if os.environ.get("BRANCHLINE_COMPILE") == "0":
        print("branchline: BRANCHLINE_COMPILE is 0: building without compiled modules")
        return []
    if not can_compile():
        print("branchline: no working C compiler with Python headers: building without compiled modules")
        return []
    from mypyc.build import mypycify

    found: list[Extension] = mypycify(
        ["--config-file", "pyproject.toml", *(str(PACKAGE / source) for source in fingerprints)],
        only_compile_paths=[str(PACKAGE / source) for source in modules],
        opt_level=os.environ.get("BRANCHLINE_OPTIMIZE", "3"),
        group_name="branchline",  # the library must lie beside the package: modules derive their __file__ from it
    )
    if os.name == "posix":
        flags = [
            "-Wno-error",  # what a newer C compiler thinks of the generated code must not stop the build
            "-fno-semantic-interposition",  # nobody replaces these functions, so calls between them can be inlined
            "-fvisibility=hidden",
        ]
        for extension in found:
            extension.extra_compile_args = [*extension.extra_compile_args, *flags]
    return found


def compiled_files(package: Path) -> list[Path]:
    """List the compiled files of a package for the running Python: the library and the file of each module."""
    return sorted([*package.parent.glob(f"branchline__mypyc{SUFFIX}"), *package.rglob(f"*{SUFFIX}")])


def imported_sources(source: str) -> set[str]:
    """Return which other sources of the package one of them imports, as paths below the package folder."""
    names: set[str] = set()
    for node in ast.walk(ast.parse((PACKAGE / source).read_bytes())):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = native.module_name(source).split(".")[: -node.level] if node.level else []
            base = ".".join([*parents, *([node.module] if node.module else [])])
            names.update([base, *(f"{base}.{alias.name}" for alias in node.names)])
    stems = [name.partition(".")[2].replace(".", "/") for name in names if name.startswith("branchline.")]
    candidates = [candidate for stem in stems for candidate in (f"{stem}.py", f"{stem}/__init__.py")]
    return {candidate for candidate in candidates if (PACKAGE / candidate).is_file()}


def ingredients() -> list[str]:
    """Return all sources that shape the compiled code: types and constants of what it imports are built into it."""
    found: set[str] = set()
    waiting = list(modules)
    while waiting:
        source = waiting.pop()
        if source not in found:
            found.add(source)
            waiting.extend(imported_sources(source))
    return sorted(found)


class BuildExtensions(build_ext):
    """Builds the extension modules, and the manifest by which they are known to be up to date."""

    def initialize_options(self) -> None:
        """Use all cores, and build everything anew: that the C code is the same does not mean that the flags are."""
        super().initialize_options()
        self.parallel = True
        self.force = True

    def run(self) -> None:
        """Replace what was compiled before. The manifest goes first and comes last: without it nothing is used."""
        package = PACKAGE if self.inplace else Path(self.build_lib, PACKAGE.name)
        native.manifest_file(package).unlink(missing_ok=True)
        for old in compiled_files(package):
            old.unlink()
        super().run()
        if self.extensions:
            manifest = {
                "python": sys.implementation.cache_tag,
                "modules": modules,
                "files": [Path(os.path.relpath(path, package)).as_posix() for path in compiled_files(package)],
                "sources": fingerprints,
            }
            native.manifest_file(package).write_text(json.dumps(manifest, indent=1) + "\n")


class BuildSources(build_py):
    """Copies the sources into a wheel, beside their compiled files."""

    def run(self) -> None:
        """Start from an empty folder, so that nothing deleted or renamed since the last build gets into the wheel."""
        if not self.editable_mode:
            shutil.rmtree(Path(self.build_lib, PACKAGE.name), ignore_errors=True)
        super().run()


modules: list[str] = native.compiled_sources(PACKAGE)
fingerprints = {source: native.fingerprint(PACKAGE / source) for source in ingredients()}  # before mypyc reads them
setup(ext_modules=extensions(), cmdclass={"build_ext": BuildExtensions, "build_py": BuildSources})
