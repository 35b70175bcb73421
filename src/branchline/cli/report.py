"""`branchline report`: what a simulation says, as one HTML file."""

from __future__ import annotations

import argparse
import webbrowser
from pathlib import Path

from branchline.cli.screen import make_console
from branchline.model.errors import BadSetup


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Name the options."""
    parser.add_argument("run", metavar="DIR", help="the folder of a run, as the simulate command makes it")
    parser.add_argument("--out", metavar="FILE", help="where the page goes (report.html in the folder of the run)")
    parser.add_argument("--open", action="store_true", help="show it in the browser")


def run(options: argparse.Namespace) -> int:
    """Write the page."""
    from branchline import lab

    console = make_console()
    if options.out is not None and not Path(options.out).absolute().parent.is_dir():
        raise BadSetup(f"there is no folder {Path(options.out).parent} to write {options.out} into")
    with console.status("Reading the games …"):
        path = lab.write_report(options.run, options.out)
    console.print(f"The report is in {path}")
    if options.open:
        webbrowser.open(path.absolute().as_uri())
    return 0
