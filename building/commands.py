"""Compiles on all cores, and writes the manifest by which a build is known to be up to date."""

from __future__ import annotations

import json
import os
import shutil
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from setuptools import Extension
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

from building import profile
from building.memory import describe_tools, hash_of, remember, was_made_of
from building.sources import PACKAGE, native
from building.translation import COMPILED, OPTIMIZE, SHAPING

SUFFIX: str = sysconfig.get_config_var("EXT_SUFFIX")


class BuildExtensions(build_ext):
    """Builds the extension modules: what changed, side by side, after a first build that counts (see `profile`)."""

    build_temp: str
    profile_flags: list[str] = []  # noqa: RUF012  (replaced, never changed)

    def finalize_options(self) -> None:
        """Keep the objects of each level of optimization apart, so that changing between them costs nothing."""
        super().finalize_options()
        self.parallel = True
        self.force = True  # go by the hashes, not by times, which know nothing of flags
        self.notes = Path(self.build_temp)
        self.build_temp = str(self.notes / f"optimized-{OPTIMIZE}")

    def run(self) -> None:
        """Replace what was compiled before. The manifest goes first and comes last: without it nothing is used."""
        package = PACKAGE if self.inplace else Path(self.build_lib, PACKAGE.name)
        manifest: Path = native.manifest_file(package)
        manifest.unlink(missing_ok=True)
        super().run()
        built = {Path(self.get_ext_fullpath(extension.name)).resolve() for extension in self.extensions}
        for old in compiled_files(package):
            if old.resolve() not in built:
                old.unlink()
        if self.extensions:
            content = {
                "python": sys.implementation.cache_tag,
                "modules": COMPILED,
                "files": [Path(os.path.relpath(path, package)).as_posix() for path in compiled_files(package)],
                "sources": SHAPING,
                "hasty": os.environ.get("BRANCHLINE_PROFILE") == "0",
            }
            manifest.write_text(json.dumps(content, indent=1) + "\n")

    def build_extensions(self) -> None:
        """Let the compiler skip what it has compiled already, and compile the rest on all cores."""
        self.tools = describe_tools(self.compiler)
        if self.profile_flags == profile.COUNT:
            self.compiler.add_library("gcov")
        elif os.environ.get("BRANCHLINE_PROFILE") != "0" and profile.is_possible(self.tools):
            self.count()
            self.profile_flags = profile.USE_COUNTS
        self.compile_file = self.compiler.compile
        self.compiler.compile = self.compile_changed
        super().build_extensions()

    def compile_changed(self, sources: list[str], output_dir: str, **how: Any) -> list[str]:
        """Compile the files that changed since their objects were made."""
        objects: list[str] = self.compiler.object_filenames(sources, output_dir=output_dir)
        jobs = list(zip(sources, objects, strict=True))
        jobs.sort(key=lambda job: -Path(job[0]).stat().st_size)  # the long ones first: all cores end together
        how["extra_postargs"] = [*how["extra_postargs"], *self.profile_flags]

        def compile_one(source: str, made: str) -> None:
            counts = Path(made).with_suffix(".gcda")
            used = [source, str(counts)] if self.profile_flags == profile.USE_COUNTS and counts.exists() else [source]
            key = hash_of(self.tools, how["extra_postargs"], used, how["depends"])
            if not was_made_of(made, made, key):
                self.compile_file([source], output_dir=output_dir, **how)
                remember(made, key)

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for job in [pool.submit(compile_one, *job) for job in jobs]:
                job.result()
        return objects

    def build_extension(self, extension: Extension) -> None:
        """Build a library, unless it was built from the same files in the same way."""
        library = self.get_ext_fullpath(extension.name)
        note = str(self.notes / extension.name)
        linker = getattr(self.compiler, "linker_so", None) or []
        flags = [*extension.extra_compile_args, *linker, *self.profile_flags]
        key = hash_of(self.tools, flags, extension.sources, extension.depends)
        if not was_made_of(library, note, key):
            super().build_extension(extension)
            remember(note, key)

    def count(self) -> None:
        """Build with counters and play, unless that was done before."""
        trial = BuildExtensions(self.distribution)
        trial.profile_flags = profile.COUNT
        trial.build_lib = str(self.notes / "counting")
        trial.build_temp = str(self.notes)  # what is counted must lie beside the objects that make use of it
        trial.ensure_finalized()
        trial.inplace = False
        key = hash_of(self.tools, [OPTIMIZE], [str(profile.GAMES)], [])
        if not was_made_of(trial.build_lib, trial.build_lib, key):
            profile.prepare(trial.build_lib, self.build_temp)
            trial.run()
            profile.play(trial.build_lib)
            remember(trial.build_lib, key)


class BuildSources(build_py):
    """Copies the sources into a wheel, beside their compiled files."""

    def run(self) -> None:
        """Start from an empty folder, so that nothing deleted or renamed since the last build gets into the wheel."""
        if not self.editable_mode:
            shutil.rmtree(Path(self.build_lib, PACKAGE.name), ignore_errors=True)
        super().run()


def compiled_files(package: Path) -> list[Path]:
    """The compiled files of a package for the running Python: the library and the file of each module."""
    return sorted([*package.parent.glob(f"branchline__mypyc{SUFFIX}"), *package.rglob(f"*{SUFFIX}")])
