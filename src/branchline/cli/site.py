"""`branchline site`: all of Branchline as a folder of files, to be played without a server."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from branchline import _native
from branchline.model.errors import BadSetup


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the options."""
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="the folder to write")
    parser.add_argument("--kept", type=Path, metavar="FOLDER", help="where Python for browsers is kept once fetched")
    parser.add_argument(
        "--bot-pause", type=float, default=1.2, metavar="SECONDS", help="how long a bot waits before it acts (1.2)"
    )
    parser.add_argument(
        "--unpracticed",
        action="store_true",
        help="play no practice games now: the coach plays them in the browser",
    )


def run(options: argparse.Namespace) -> int:
    """Write the site."""
    try:
        from branchline.site import parts
        from branchline.site.writing import write_site
    except ModuleNotFoundError as error:
        raise BadSetup(f'writing the site needs {error.name}: pip install "branchline[server]"') from error
    out: Path = options.out
    if out.exists() and (not out.is_dir() or (any(out.iterdir()) and not (out / "python").is_dir())):
        raise BadSetup(f"{out} holds something else: name a new folder, or one with an earlier site")
    kept = options.kept or parts.usual_folder()
    practiced = not options.unpracticed and _native.mode() == "compiled"
    if not practiced:
        print("The coach is not prepared: its first answer on a board takes minutes.", file=sys.stderr)
    for what, size in write_site(out, kept, options.bot_pause, practiced).items():
        print(f"{size / 1e6:6.2f} MB  {what}")
    print(f"Try it: python -m http.server --directory {out}")
    return 0
