"""Makes the packages (`make dist`), and checks them and the checkout in empty environments.

    python tools/packages.py            make and check all
    python tools/packages.py --check    check those that lie in dist/

The source package comes first. The wheel that runs anywhere is built from it, unpacked, which shows that nothing is
missing there. The compiled wheel for the running Python is built in the checkout, where C files that did not change
need no compiling. The checkout and the source package are installed as people do it: by pip, which builds them in an
environment of its own. The checkout has its objects already; the source package is compiled from nothing, hastily.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
from pathlib import Path

PROJECT = Path(__file__).parent.parent
DIST = PROJECT / "dist"
EXTRAS = {  # and what cannot be imported without each; `server` is tried with every package
    "postgres": "branchline.server.app, psycopg",
    "mcp": "branchline.client.mcp_server",
    "drawing": "resvg_py, PIL",
    "lab": "branchline.lab",
    "envs": "branchline.envs.gymnasium, branchline.envs.pettingzoo",
    "champion": "branchline.champions.judge, branchline.bots.champion_bot",
    "testing": "branchline.testing.strategies",
}
HEAVY_EXTRAS = ("ray", "openspiel", "learn")  # hundreds of megabytes: only whether pip finds all that they need
HASTY = {"BRANCHLINE_PROFILE": "0", "BRANCHLINE_OPTIMIZE": "0"}
IN_SOURCE_PACKAGE = (
    *("Makefile", "building/translation.py", "docs/index.md", "examples/first_bot.py", "tests/boards/facts/usa.json"),
    *("tests/test_native.py", "tools/packages.py"),
)


def main() -> None:
    """Make and check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="make nothing, only check")
    if not parser.parse_args().check:
        make()
    (source,) = DIST.glob("*.tar.gz")
    (pure,) = DIST.glob("*-none-any.whl")
    wheels = sorted(DIST.glob("*.whl"))
    check_contents(source)
    say("installing the checkout")
    check_install(PROJECT)
    say(f"installing {source.name}")
    check_install(source, **HASTY)
    for wheel in wheels:
        check_wheel(wheel)
    check_extras(pure)
    print("All is well:", *(path.name for path in (source, *wheels)), sep="\n  ")
    if "BRANCHLINE_LINKS" not in os.environ:
        print('They have no links: BRANCHLINE_LINKS="Homepage=https://… Source=https://…" make dist gives them some.')


def make() -> None:
    """Make the source package, the wheel that runs anywhere, and the compiled one where there is a C compiler."""
    shutil.rmtree(DIST, ignore_errors=True)
    say("source package")
    build(PROJECT, "sdist")
    (source,) = DIST.glob("*.tar.gz")
    with tempfile.TemporaryDirectory() as folder, tarfile.open(source) as archive:
        archive.extractall(folder, filter="data")
        (unpacked,) = Path(folder).iterdir()
        say("wheel that runs anywhere")
        build(unpacked, "wheel", BRANCHLINE_COMPILE="0")
    say("compiled wheel for this Python")
    build(PROJECT, "wheel")


def build(folder: Path, kind: str, **variables: str) -> None:
    """Let setuptools build, with the tools of this environment."""
    code = f"from setuptools import build_meta; build_meta.build_{kind}({str(DIST)!r})"
    DIST.mkdir(exist_ok=True)
    subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={**os.environ, **variables},
        check=True,
        stdout=subprocess.DEVNULL,
    )


def check_contents(source: Path) -> None:
    """Whether everything is in the source package, and nothing that was built."""
    with tarfile.open(source) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    missing = [name for name in IN_SOURCE_PACKAGE if name not in names]
    assert not missing, f"not in the source package: {missing}"
    built = [name for name in names if name.endswith((".so", ".pyd", ".pyc")) or "_compiled-" in name]
    assert not built, f"built files in the source package: {built}"


def check_install(project: Path, **variables: str) -> None:
    """Whether pip installs what it has to build, with an extra, and whether that works."""
    with tempfile.TemporaryDirectory() as folder:
        bin_folder = environment(Path(folder))
        pip(bin_folder, f"{project}[server]", **variables)
        check_use(bin_folder, Path(folder), pure=shutil.which("cc") is None)


def check_wheel(wheel: Path) -> None:
    """The engine and the terminal without any extra; then the server, and subclasses."""
    say(f"checking {wheel.name}")
    with tempfile.TemporaryDirectory() as folder:
        bin_folder = environment(Path(folder))
        pip(bin_folder, str(wheel))
        code = "from importlib.metadata import metadata; print(metadata('branchline').get_all('Project-URL') or '')"
        links = run(bin_folder / "python", "-c", code)
        assert all(word.partition("=")[2] in links for word in os.environ.get("BRANCHLINE_LINKS", "").split()), links
        check_terminal(bin_folder / "branchline", pure=wheel.name.endswith("-none-any.whl"))
        pip(bin_folder, f"{wheel}[server,testing]", "pytest", "pytest-timeout")
        check_server(bin_folder / "branchline", Path(folder))
        run(bin_folder / "python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_subclassing.py")


def check_extras(wheel: Path) -> None:
    """Whether each extra alone brings what its part of the package needs."""
    for extra, modules in EXTRAS.items():
        say(f"installing the extra {extra}")
        with tempfile.TemporaryDirectory() as folder:
            bin_folder = environment(Path(folder))
            pip(bin_folder, f"{wheel}[{extra}]")
            run(bin_folder / "python", "-c", f"import {modules}")
    with tempfile.TemporaryDirectory() as folder:
        for extra in HEAVY_EXTRAS:
            say(f"resolving the extra {extra}")
            pip(environment(Path(folder)), "--dry-run", f"{wheel}[{extra}]")


def check_use(bin_folder: Path, folder: Path, *, pure: bool) -> None:
    """What people do first: look at the boards, play in the terminal, serve."""
    check_terminal(bin_folder / "branchline", pure=pure)
    check_server(bin_folder / "branchline", folder)


def check_terminal(command: Path, *, pure: bool) -> None:
    """Whether the engine runs as it was installed, knows its boards and plays a game."""
    version = run(command, "--version")
    assert ("uncompiled" in version) == pure, version
    assert all(board in run(command, "boards") for board in ("usa", "germany", "uk", "world"))
    story = run(command, "play", "--terminal", "--watch", "--seats", "2", "--seed", "3")
    assert "Final scores" in story, story[-2000:]


def check_server(command: Path, folder: Path) -> None:
    """Whether `branchline play` and `branchline serve` answer on their ports."""
    for arguments in (
        ["play", "--no-open", "--database", str(folder / "games.db")],
        ["serve", "--port", "0", "--database", f"sqlite:///{folder / 'tables.db'}"],
    ):
        with subprocess.Popen(
            [command, *arguments], stdout=subprocess.PIPE, text=True, cwd=folder, env=clean()
        ) as server:
            try:
                assert server.stdout is not None
                found = re.search(r"http://[\d.:]+", server.stdout.readline())
                assert found, f"{arguments[0]} names no address"
                for path in ("/", "/api/boards"):
                    with urllib.request.urlopen(found[0] + path, timeout=60) as answer:
                        assert answer.status == 200
            finally:
                server.terminate()


def environment(folder: Path) -> Path:
    """Make an empty environment; returns the folder of its programs."""
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    return folder / "venv" / ("Scripts" if os.name == "nt" else "bin")


def pip(bin_folder: Path, *arguments: str, **variables: str) -> None:
    """Install something, in the versions that the lock file has."""
    run(bin_folder / "pip", "install", "--quiet", "--constraint", "requirements-dev.txt", *arguments, **variables)


def run(program: Path, *arguments: str, **variables: str) -> str:
    """Run a program in the project folder, from which nothing is imported; returns what it printed."""
    done = subprocess.run(
        [program, *arguments],
        cwd=PROJECT,
        env={**clean(), **variables},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert done.returncode == 0, f"{program.name} {' '.join(arguments)}:\n{done.stdout[-4000:]}{done.stderr[-4000:]}"
    return done.stdout


def clean() -> dict[str, str]:
    """This process's environment without what would change how the package runs."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("BRANCHLINE_", "PYTHON"))}


def say(words: str) -> None:
    """Say what is being done."""
    print(time.strftime("%H:%M:%S"), words, flush=True)


if __name__ == "__main__":
    main()
