"""A process in which one game is analyzed: a job in, lines of JSON out. Everybody else comes first on the machine.

First it tells how far it is, line by line: `{"done": 12, "total": 167}`. Then it tells who made the analysis, with the
analysis itself on a line of its own, which the server need not read; or what went wrong. If nobody listens any more,
the next line that it tells ends it.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from branchline.analysis import analyze
from branchline.model.errors import BranchlineError
from branchline.notation import record
from branchline.table.study.analysis_page import studied


def main() -> None:
    """Read one job, and do it."""
    lines = sys.stdout
    sys.stdout = sys.stderr  # what anything else prints is no line of this

    def tell(plain: Any) -> None:
        try:
            lines.write(json.dumps(plain, ensure_ascii=False) + "\n")
            lines.flush()
        except BrokenPipeError:
            os._exit(0)  # the server is gone, and whoever comes after it begins again

    def progress(done: int, total: int) -> None:
        tell({"done": done, "total": total})

    asked = sys.stdin.readline()
    if not asked:
        return
    job = json.loads(asked)
    if hasattr(os, "nice"):
        os.nice(job["niceness"])
    try:
        game = record.from_json(job["record"])
        progress(0, len(game.decisions))
        made = analyze(game, worlds=job["worlds"], processes=1, progress=progress)
        result = {"analysis": made.to_json(), "study": studied(game, made)}
        tell({"evaluator": made.evaluator, "version": made.evaluator_version, "worlds": made.worlds})
        tell(result)
    except BranchlineError as error:
        tell({"problem": str(error)})


if __name__ == "__main__":
    main()
