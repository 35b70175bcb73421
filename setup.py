"""Compiles the hot modules with mypyc. Everything else about the build stands in pyproject.toml.

    BRANCHLINE_COMPILE=0    build without compiled modules
    BRANCHLINE_OPTIMIZE=1   let the C compiler optimize less (0 to 3, by default 2): a quicker build
    BRANCHLINE_PROFILE=0    do not play first to see which way the code usually goes: half the time, a slower engine
    BRANCHLINE_CHECKED=1    check every index in compiled code too: slower, for those who look for a mistake
    BRANCHLINE_CFLAGS       more flags for the C compiler and the linker
    BRANCHLINE_ONE_FILE=1   translate all modules into one C file, which takes minutes (see benchmarks/builds.py)
    BRANCHLINE_TRANSLATED   the folder for the C files, by default build/

Without a working C compiler the package is built without compiled modules as well, and runs from the same sources. With
one, a module that does not compile is an error. Which modules are compiled, and what the manifest is for, is said in
src/branchline/_native.py.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import BaseError, CCompilerError

os.chdir(Path(__file__).parent)  # mypy names modules, and mypyc its files, by paths relative to the project
PACKAGE = Path("src/branchline")
SUFFIX: str = sysconfig.get_config_var("EXT_SUFFIX")
OPTIMIZE = os.environ.get("BRANCHLINE_OPTIMIZE", "2")
CFLAGS = os.environ.get("BRANCHLINE_CFLAGS", "").split()
TRAINING_GAMES = Path("tools", "training_games.py")
# What a profile is made of: the planner too would take 10 s more.
HOT = re.compile("___(engine|mechanics|boards|encodings___core)___")
# A build that only counts need not be quick: what GCC does after it has put the counters in is mostly left out, for
# nearly half of the time. What comes before must be the same as in the build that uses the counts, or they do not fit.
LATE = (
    "caller-saves code-hoisting combine-stack-adjustments compare-elim cprop-registers crossjumping cse-follow-jumps "
    "dce dse expensive-optimizations forward-propagate gcse if-conversion if-conversion2 inline-functions "
    "inline-functions-called-once ipa-cp ipa-icf ipa-ra ipa-sra ivopts lra-remat move-loop-invariants "
    "optimize-strlen peephole2 ree reorder-blocks rerun-cse-after-loop schedule-insns2 shrink-wrap split-paths "
    "split-wide-types store-merging tree-coalesce-vars tree-copy-prop tree-dominator-opts tree-loop-optimize "
    "tree-loop-vectorize tree-pre tree-reassoc tree-sink tree-slp-vectorize tree-slsr tree-tail-merge tree-ter"
)
COUNT = ["-fprofile-generate", "-fprofile-update=single", *(f"-fno-{work}" for work in LATE.split())]
USE_COUNTS = [
    *("-fprofile-use", "-fprofile-partial-training", "-Wno-missing-profile", "-Wno-coverage-mismatch"),
    "-fprofile-correction",  # what was counted before an edit need not add up after it: that is no reason to stop
]
# What mypyc writes where an index of a vector is not in range: from the end, perhaps? No source of ours means that.
WRAPPED_INDEX = re.compile(
    r"    (?P<sum>cpy_r_r\d+) = (?P<index>\w+) \+ (?P<length>cpy_r_\w+);\n"
    r"    (?P<fits>cpy_r_r\d+) = \(uint64_t\)(?P=sum) < \(uint64_t\)(?P=length);\n"
)
# The question before that one, and where a function begins.
INDEX = re.compile(
    r"(?P<fits>cpy_r_r\d+) = \(uint64_t\)(?P<index>\w+) < \(uint64_t\)(?P<length>cpy_r_\w+);\n"
    r"(?=    if \((?P=fits)\) goto CPyL\d+;\n    cpy_r_r\d+ = (?P=index) \+ (?P=length);\n)"
)
FUNCTION = re.compile(r"^(?=\w[^\n]*\bCPyDef_\w+\([^\n]*\) \{$)", re.MULTILINE)
# A constant of Python by its number, with its value in a comment; and where all of them have been made.
CONSTANT = re.compile(r"CPyStatics\[(?P<number>\d+)\](?P<rest>[^\n;]*; /\* (?P<value>.*?) \*/)", re.DOTALL)
CONSTANTS_MADE = re.compile(r"    if \(CPyStatics_Initialize\([^\n]*\{\n        return -1;\n    \}\n")
# What a declaration of a generated header declares.
DECLARED = re.compile(rb"(?:^|\bstruct )(\w+) \{|\}\s*(\w+);|(\w+)\(|(\w+)(?:\[\d*\])*;\s*$")
# The functions that are handed what comes from outside: numbers of actions, boards, views of a game. They check.
DOOR = re.compile(
    r".*___(__init__|ask_permissions|build_\w+|check\w*|expect\w*|imagine\w*|legal|number|obtainable|price_of|refusal\w*"
    r"|standing|track_standing|typed|view\w*|Imagined\w+___\w+)\("
)
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
        # Silent: what is compiled needs no NumPy, though packages around it do, and may be built where there is none.
        [
            "--config-file",
            "pyproject.toml",
            "--follow-imports",
            "silent",
            *(str(PACKAGE / source) for source in fingerprints),
        ],
        only_compile_paths=[str(PACKAGE / source) for source in modules],
        opt_level=OPTIMIZE,
        debug_level="0",
        multi_file=os.environ.get("BRANCHLINE_ONE_FILE") != "1",  # so that all cores compile, and only what changed
        target_dir=os.environ.get("BRANCHLINE_TRANSLATED", "build"),
        group_name="branchline",  # the library must lie beside the package: modules derive their __file__ from it
    )
    sources = {source for extension in found for source in extension.sources}
    for source in sources:
        if HOT.search(source):
            leave_out_checks(Path(source))
    name_constants(sorted(Path(source) for source in sources))
    if os.name == "posix":
        flags = [
            "-Wno-all",  # nobody reads what a C compiler thinks of generated code, and it takes a twentieth of the time
            "-Wno-error",  # nor may it stop the build
            "-fno-semantic-interposition",  # nobody replaces these functions, so calls between them can be inlined
            "-fvisibility=hidden",
            *CFLAGS,
        ]
        for extension in found:
            extension.extra_compile_args = [*extension.extra_compile_args, *flags]
            extension.extra_link_args = [*extension.extra_link_args, *CFLAGS]
    return found


def leave_out_checks(source: Path) -> None:
    """Let compiled code do without asking at every index of a vector whether it is in range.

    A sixth of the instructions of a random game went into these questions, and the answer is known: the engine makes
    its indexes itself, and what comes from outside is checked at the door. Uncompiled the same code asks them all, and
    so do the tests. Counting from the end (a negative index) is left out everywhere.
    """
    functions = FUNCTION.split(source.read_text())
    if os.environ.get("BRANCHLINE_CHECKED") != "1":
        functions = [code if DOOR.match(code) else INDEX.sub(r"\g<fits> = 1;\n", code) for code in functions]
    text = WRAPPED_INDEX.sub(r"    \g<sum> = \g<index>;\n    \g<fits> = 0;\n", "".join(functions))
    source.write_text(text)


def name_constants(sources: list[Path]) -> None:
    """Let compiled code know constants by names made of their values, not by numbers.

    mypyc numbers the constants of all modules in a row: with one more sentence somewhere, all that follow have another
    number, and every module would have to be compiled again.
    """
    texts = {source: source.read_text() for source in sources}
    start = next((source for source, text in texts.items() if CONSTANTS_MADE.search(text)), None)
    if start is None:
        return
    numbers: dict[str, str] = {}  # by name
    for source, text in texts.items():
        used: set[str] = set()

        def named(found: re.Match[str], used: set[str] = used) -> str:
            name = f"CPyConstant_{hashlib.sha256(found['value'].encode()).hexdigest()[:16]}"
            if numbers.setdefault(name, found["number"]) != found["number"]:
                return found[0]  # two constants that look the same in comments
            used.add(name)
            return f"{name}{found['rest']}"

        renamed = CONSTANT.sub(named, text)
        texts[source] = "".join(f"extern struct _object *{name};\n" for name in sorted(used)) + renamed
    filled = "".join(f"    {name} = CPyStatics[{number}];\n" for name, number in sorted(numbers.items()))
    begun = CONSTANTS_MADE.sub(lambda made: made[0] + filled, texts[start])
    texts[start] = "".join(f"struct _object *{name};\n" for name in sorted(numbers)) + begun
    for source, text in texts.items():
        source.write_text(text)


@cache
def declarations(header: str) -> tuple[dict[bytes, int], list[bytes]]:
    """The declarations of a generated header, and which of them declares a name."""
    text = re.sub(rb"^#[^\n]*\n", b"", Path(header).read_bytes(), flags=re.MULTILINE)
    found = re.findall(rb"[^;{}]*(?:\{[^{}]*\}[^;{}]*)?;\n?", text)
    assert sum(map(len, found)) >= len(text.rstrip()), f"{header} has declarations of an unknown form"
    names: dict[bytes, int] = {}
    for at, declaration in enumerate(found):
        for match in DECLARED.finditer(declaration):
            names.setdefault(next(filter(None, match.groups())), at)
    return names, found


def words(text: bytes) -> set[bytes]:
    """All names in a text in C."""
    return set(re.findall(rb"\w+", text))


def meant(header: str, used: set[bytes]) -> bytes:
    """What a file that uses these names depends on in a generated header: a new function changes no other file."""
    names, found = declarations(header)
    chosen: set[int] = set()
    waiting = used
    while waiting:
        new = {names[word] for word in waiting if word in names} - chosen
        chosen |= new
        waiting = set().union(*(words(found[at]) for at in new))
    return b"".join(found[at] for at in sorted(chosen))


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
    """Builds the extension modules, and the manifest by which they are known to be up to date.

    The C files are compiled side by side on all cores. Every object and library is remembered with a hash of all that
    went into it, and used again as long as that is the same: after an edit, only what changed is compiled.

    The first build is made twice (profile-guided optimization): with counters, for games that show which way the code
    usually goes, and then with what they counted. Later builds use the same counts, which still fit nearly everywhere
    after an edit; without the folder build, everything begins anew.
    """

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
        native.manifest_file(package).unlink(missing_ok=True)
        super().run()
        built = {Path(self.get_ext_fullpath(extension.name)).resolve() for extension in self.extensions}
        for old in compiled_files(package):
            if old.resolve() not in built:
                old.unlink()
        if self.extensions:
            manifest = {
                "python": sys.implementation.cache_tag,
                "modules": modules,
                "files": [Path(os.path.relpath(path, package)).as_posix() for path in compiled_files(package)],
                "sources": fingerprints,
                "hasty": os.environ.get("BRANCHLINE_PROFILE") == "0",
            }
            native.manifest_file(package).write_text(json.dumps(manifest, indent=1) + "\n")

    def build_extensions(self) -> None:
        """Let the compiler skip what it has compiled already, and compile the rest on all cores."""
        self.toolchain = describe_toolchain(self.compiler)
        if self.profile_flags == COUNT:
            self.compiler.add_library("gcov")
        elif os.environ.get("BRANCHLINE_PROFILE") != "0":
            self.count()
        compile_all = self.compiler.compile

        def compile_one(source: str, made: str, **how: Any) -> None:
            parts, counts = [source], Path(made).with_suffix(".gcda")
            if HOT.search(source):
                how["extra_postargs"] = [*how["extra_postargs"], *self.profile_flags]
                if self.profile_flags == USE_COUNTS and counts.exists():
                    parts.append(str(counts))
            key = self.key(parts, how["extra_postargs"], how["depends"])
            if not was_made_of(made, made, key):
                compile_all([source], **how)
                remember(made, key)

        def compile_changed(sources: list[str], output_dir: str, **how: Any) -> list[str]:
            objects: list[str] = self.compiler.object_filenames(sources, output_dir=output_dir)
            jobs = list(zip(sources, objects, strict=True))
            jobs.sort(key=lambda job: -Path(job[0]).stat().st_size)  # the long ones first: all cores end together
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                running = [pool.submit(compile_one, *job, output_dir=output_dir, **how) for job in jobs]
                for job in running:
                    job.result()
            return objects

        self.compiler.compile = compile_changed
        super().build_extensions()

    def build_extension(self, extension: Extension) -> None:
        """Build a library, unless it was built from the same files in the same way."""
        library = self.get_ext_fullpath(extension.name)
        note = str(self.notes / extension.name)
        linker = getattr(self.compiler, "linker_so", None) or []
        flags = [*extension.extra_compile_args, *linker, *self.profile_flags]
        key = self.key(extension.sources, flags, extension.depends)
        if not was_made_of(library, note, key):
            super().build_extension(extension)
            remember(note, key)

    def count(self) -> None:
        """Build with counters and play, unless that was done before."""
        if "Free Software Foundation" not in self.toolchain:
            print("branchline: not optimized by a profile, which takes GCC: the engine will be some percent slower")
            return
        trial = BuildExtensions(self.distribution)
        trial.profile_flags = COUNT
        trial.build_lib = str(self.notes / "counting")
        trial.build_temp = str(self.notes)  # what is counted must lie beside the objects that make use of it
        trial.ensure_finalized()
        trial.inplace = False
        self.profile_flags = USE_COUNTS
        key = self.key([str(TRAINING_GAMES)], [OPTIMIZE, *CFLAGS], [])
        if was_made_of(trial.build_lib, trial.build_lib, key):
            return
        for old in Path(self.build_temp).rglob("*.gcda"):
            old.unlink()
        uncompiled = shutil.ignore_patterns("__pycache__", f"*{SUFFIX}", "_compiled-*.json")
        shutil.rmtree(trial.build_lib, ignore_errors=True)
        shutil.copytree(PACKAGE, Path(trial.build_lib, PACKAGE.name), ignore=uncompiled)
        trial.run()
        others = os.environ.get("PYTHONPATH", "")  # where pip has put what a build needs
        where = {"PYTHONPATH": os.pathsep.join([trial.build_lib, others]), "PYTHONHASHSEED": "0"}
        subprocess.run([sys.executable, TRAINING_GAMES], env={**os.environ, **where}, check=True)
        remember(trial.build_lib, key)

    def key(self, sources: list[str], flags: list[str], headers: list[str]) -> str:
        """Return a hash of everything that goes into an object or a library.

        Headers that are not generated come with mypyc, whose version counts already; which of them are named here
        changes from the first build to the second.
        """
        found = hashlib.sha256("\n".join([self.toolchain, *flags]).encode())
        used: set[bytes] = set()
        for file in sorted(sources):
            text = Path(file).read_bytes()
            used |= words(text)
            found.update(f"\n{file}\n".encode() + text)
        for header in sorted(headers):
            if Path(header).name.startswith("__native"):
                found.update(f"\n{header}\n".encode() + meant(header, used))
        return found.hexdigest()


def describe_toolchain(compiler: Any) -> str:
    """Say all that an object depends on besides its source and flags: the C compiler, this Python and mypyc."""
    from mypy.version import __version__ as mypyc_version

    command: list[str] = getattr(compiler, "compiler_so", None) or [compiler.compiler_type]
    answer = (
        subprocess.run([command[0], "--version"], capture_output=True, text=True, check=False) if command[1:] else ""
    )
    return f"{command} {compiler.include_dirs} {answer} {sys.version} {mypyc_version}"


def was_made_of(file: str, note: str, key: str) -> bool:
    """Whether a file is there and was remembered with this key."""
    return Path(file).exists() and Path(f"{note}.made-of").exists() and Path(f"{note}.made-of").read_text() == key


def remember(note: str, key: str) -> None:
    """Write down what the file of this note was made of."""
    Path(f"{note}.made-of").write_text(key)


class BuildSources(build_py):
    """Copies the sources into a wheel, beside their compiled files."""

    def run(self) -> None:
        """Start from an empty folder, so that nothing deleted or renamed since the last build gets into the wheel."""
        if not self.editable_mode:
            shutil.rmtree(Path(self.build_lib, PACKAGE.name), ignore_errors=True)
        super().run()


modules: list[str] = native.compiled_sources(PACKAGE)
fingerprints = {source: native.fingerprint(PACKAGE / source) for source in ingredients()}  # before mypyc reads them


def links() -> dict[str, str]:
    """Links in the packages' metadata, as `BRANCHLINE_LINKS="Homepage=https://… Documentation=https://…"` says.

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
