"""Fails where a layer counts by itself what the engine answers: what routes score, take and leave.

    python tools/route_facts.py

Printed points, lengths, colors and symbols of routes are read by the rules, by what shows a board as it is printed, and
by the files below, each for its reason. Everybody else asks the game: `claim_points`, `gain`, `missing`, `price`.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "src" / "branchline"
RULES = ("engine", "mechanics", "boards", "model", "testing", "game.py", "web/static/vendor")
FACT = re.compile(r"\b(?:route|track)(?:s?\[[^\]]+\])?\.(?:length|wilds|color|points)\b|\bprinted_points\(")
MAY = {
    "analysis/facts.py": "features of decisions that were taken",
    "analysis/habits.py": "which routes are short; points are asked",
    "analysis/puzzles.py": "what a puzzle is about",
    "bots/builder_bot.py": "a bot's own estimates; points are asked",
    "bots/casual_bot.py": "a bot's own estimates",
    "cli/person.py": "what routes are printed like",
    "cli/routes_view.py": "what routes are printed like",
    "drawing/bundles.py": "drawn as printed",
    "drawing/layout.py": "drawn as printed",
    "drawing/measure.py": "drawn as printed",
    "drawing/thumbnail.py": "drawn as printed",
    "drawing/tracks.py": "drawn as printed",
    "encodings/graph.py": "printed facts as features",
    "lab/facts.py": "figures of a printed board",
    "lab/report/summary.py": "figures of a printed board",
    "lab/run_figures.py": "figures of a printed board",
    "notation/sorts.py": "words for tracks side by side",
    "planning.py": "the pieces that a plan takes",
    "table/catalog.py": "what stands still on a board",
    "table/games/presenting.py": "what is printed, for spectators",
    "words/routes.py": "what a route asks for, in words",
    "words/rules.py": "examples in the rules",
    "words/view_text.py": "what routes are printed like",
    "web/static/board/board-list.js": "what routes are printed like",
    "web/static/core/rule-sections.js": "examples in the rules",
    "web/static/core/words.js": "what routes are printed like",
    "web/static/feel/motion.js": "how long a train takes to roll on",
    "web/static/table/pay-bar.js": "the pieces that a build leaves",
    "web/static/table/players.js": "the length of a longest path",
    "web/static/table/view.js": "what is printed, until the server was asked",
}


def main() -> int:
    """Report files that read facts of routes without a reason, and reasons that are not needed any more."""
    files = [*SOURCES.rglob("*.py"), *SOURCES.rglob("*.js")]
    others = {name: path for path in files if not (name := path.relative_to(SOURCES).as_posix()).startswith(RULES)}
    reading = {name for name, path in others.items() if FACT.search(path.read_text(encoding="utf-8"))}
    for name in sorted(reading - MAY.keys()):
        print(f"{name} reads points, lengths, colors or symbols of routes: ask the game, or give a reason here.")
    for name in sorted(MAY.keys() - reading):
        print(f"{name} reads no facts of routes any more: take its reason out of tools/route_facts.py.")
    return 1 if reading != MAY.keys() else 0


if __name__ == "__main__":
    sys.exit(main())
