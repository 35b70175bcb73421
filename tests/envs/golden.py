"""Golden encodings: what random games look like, as numbers, for ever. `python -m tests.envs.golden` writes them again.

They may change only together with `branchline.envs.VERSION`, once that version was released.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from branchline.envs import VERSION, encoding
from tests.envs.every import VARIANTS, positions

FOLDER = Path(__file__).parent / "golden"


def golden(board: str, variant: str) -> dict[str, Any]:
    """The fields, two encodings in full (without zeros), and a hash of those of a whole game."""
    of = encoding(board, variant, 2)
    digest = hashlib.sha256()
    shown = {}
    for number, game in enumerate(positions(board, variant, 2, seed=1)):
        for seat in range(2):
            encoded = of.encode(game, seat)
            digest.update(encoded.astype("<i2").tobytes())
            if number in (0, 60) and seat == 0:
                shown[str(number)] = {
                    field.name: {str(k): int(n) for k, n in enumerate(of.part(encoded, field.name).flat) if n}
                    for field in of.fields
                }
    return {
        "version": VERSION,
        "size": of.size,
        "actions": of.actions,
        "fields": [[field.name, field.start, field.rows, field.columns] for field in of.fields],
        "encodings": shown,
        "hash of a game": digest.hexdigest(),
    }


def path_of(board: str, variant: str) -> Path:
    """Where the golden file of a variant lies."""
    return FOLDER / f"{board}-{variant}.json"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for board, variant in VARIANTS:
        path_of(board, variant).write_text(json.dumps(golden(board, variant), indent=1) + "\n", encoding="utf-8")
        print(f"wrote {path_of(board, variant).name}")
