"""What practice games teach those who think: played when the folder is written, as a browser would take minutes."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

from branchline import _native
from branchline.boards import registry
from branchline.thinking.prediction import prediction_of, told

_FOLDER = "branchline/tab/practice"
_PLAYED = ("engine", "mechanics", "planner", "boards", "thinking")  # what the games depend on


def practice(kept: Path, made: Path) -> None:
    """Write what all settings teach into an archive. `kept`: where it lies for the next time."""
    kept.mkdir(parents=True, exist_ok=True)
    rules = _fingerprint()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for board, variant, seats in _settings():
            file = kept / f"{board}-{variant}-{seats}-{rules}.json"
            if not file.is_file():
                learned = told(prediction_of(registry.new_rule_sheet(board, variant, seats)))
                file.write_text(json.dumps(learned), encoding="utf-8")
            name = zipfile.ZipInfo(f"{_FOLDER}/{board}-{variant}-{seats}.json")
            packed.writestr(name, file.read_bytes(), zipfile.ZIP_DEFLATED, 9)


def _settings() -> Iterator[tuple[str, str, int]]:
    for board in registry.boards():
        for variant in board.variants:
            for seats in range(board.seats[0], board.seats[1] + 1):
                yield board.id, variant, seats


def _fingerprint() -> str:
    """What tells by which sources the games were played."""
    package = Path(_native.__file__).parent
    files = (path for part in _PLAYED for path in sorted((package / part).rglob("*")))
    hashes = "".join(_native.fingerprint(path) for path in files if path.suffix in (".py", ".toml"))
    return hashlib.sha256(hashes.encode()).hexdigest()[:12]
