"""Makes a picture of a game in the terminal. The one in the README was made with

    python examples/screenshot.py docs/images/play.svg

Bots play into the middle of a game. Then the program goes on with it, as it would for a person who asks for the map.
What it prints is drawn as SVG, colors and all.
"""

import io
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

import branchline as bl
from branchline.bots import make_bot

DECISIONS = 90  # how far the game has got when the person comes to the table
WIDTH = 100


def begin() -> bl.Record:
    """A game in its middle, with a person in seat 0, whose turn it is."""
    game = bl.new_game("usa", seats=3, seed=20)
    bots = [make_bot("builder", seat) for seat in range(game.seats)]
    taken = 0
    while (seat := game.to_move) is not None:
        if taken >= DECISIONS and seat == 0 and game.observe(0).open[-1].question == "turn":
            break
        game.apply(bots[seat].decide(game.observe(seat)))
        taken += 1
    return game.record(seat_0="person Ada", seat_1="bot builder", seat_2="bot builder")


def play(record: bl.Record, lines: str) -> str:
    """What the program prints if a person goes on with a game and types these lines."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "game.json")
        record.save(file)
        colors = {"FORCE_COLOR": "1", "COLORTERM": "truecolor", "TERM": "xterm-256color", "COLUMNS": str(WIDTH)}
        done = subprocess.run(
            [sys.executable, "-m", "branchline.cli", "play", "--terminal", "--resume", str(file)],
            input=lines,
            env={**os.environ, **colors, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
    return done.stdout


def main() -> None:
    """Draw the picture."""
    names = [name for name in sys.argv[1:] if not name.startswith("-")]
    path = Path(names[0] if names else "play.svg")
    screen = play(begin(), "map\n").rpartition("> ")[0]
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text.from_ansi(screen.rstrip() + "\n> "))
    svg = console.export_svg(title="branchline play --terminal")
    # Rich asks for a font from the network; any monospaced font will do.
    path.write_text(re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL), encoding="utf-8")
    print(f"{path}: {len(screen.splitlines())} lines")


if __name__ == "__main__":
    main()
