"""The lock for those who deploy the server: everything that it needs, in the versions that were tested, with hashes."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def plain(name: str) -> str:
    """A package's name as all spellings of it are compared."""
    return re.sub(r"[-_.]+", "-", name).casefold()


def pins(file: str) -> dict[str, str]:
    """The versions in a lock file."""
    found = re.findall(r"^([A-Za-z0-9_.-]+)(?:\[[a-z,]+\])?==([^\s;\\]+)", (ROOT / file).read_text(), re.M)
    return {plain(name): version for name, version in found}


def test_the_lock_of_the_server_is_whole() -> None:
    locked, tested = pins("requirements-server.txt"), pins("requirements-dev.txt")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["server"]]
    wanted += [each for each in project["optional-dependencies"]["postgres"] if not each.startswith("branchline")]
    names = {plain(re.split(r"[\[<>=!~; ]", each)[0]) for each in wanted}
    assert names <= locked.keys()
    assert {name: version for name, version in locked.items() if tested.get(name, version) != version} == {}


def test_every_package_has_hashes_and_none_an_address() -> None:
    text = (ROOT / "requirements-server.txt").read_text()
    assert "://" not in text
    packages = re.split(r"^(?=[A-Za-z0-9])", text, flags=re.M)[1:]
    assert len(packages) > 20
    assert all("--hash=sha256:" in package for package in packages)
