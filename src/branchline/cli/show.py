"""`branchline show`: a position or a game that was written in one line, as a page or as text."""

from __future__ import annotations

import argparse
import html
import sys
import tempfile
import webbrowser
from pathlib import Path

_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
  body {{ margin: 1rem auto; max-width: 70rem; padding: 0 1rem; font: 1rem/1.4 system-ui, sans-serif }}
  svg {{ width: 100%; height: auto; max-height: 80vh }}
  pre {{ white-space: pre-wrap }}
</style>
<h1>{title}</h1>
{drawing}
<pre>{words}</pre>
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.epilog = 'Example: branchline show "usa/classic@2 2 5 - #10d7837f"'
    parser.add_argument("line", help="the line, or '-' to read it from standard input")
    parser.add_argument("--seat", type=int, help="of a game: what this seat sees (default: a spectator)")
    parser.add_argument("--text", action="store_true", help="print it instead of making a page")
    parser.add_argument("--out", metavar="FILE", help="where to write the page (a temporary file)")
    parser.add_argument("--no-open", action="store_true", help="print where the page is without opening a browser")


def run(options: argparse.Namespace) -> int:
    """Show it."""
    from branchline.game import Game
    from branchline.lines import from_line

    found = from_line(sys.stdin.read() if options.line == "-" else options.line)
    seen = found.observe(options.seat) if isinstance(found, Game) else found
    if options.text:
        print(seen.text())
        return 0
    whose = "a spectator" if seen.seat is None else f"seat {seen.seat}"
    title = html.escape(f"{seen.board}, {seen.variant}: what {whose} sees")
    page = _PAGE.format(title=title, drawing=seen._repr_svg_(), words=html.escape(seen.text()))
    if options.out:
        path = Path(options.out)
    else:
        with tempfile.NamedTemporaryFile(prefix="branchline-", suffix=".html", delete=False) as file:
            path = Path(file.name)
    path.write_text(page, encoding="utf-8")
    print(path)
    if not options.no_open:
        webbrowser.open(path.resolve().as_uri())
    return 0
