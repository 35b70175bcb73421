"""Measures the engine: random games, and the calls that programs make. Takes the options of `branchline bench`."""

import sys

from branchline.cli.main import main

if __name__ == "__main__":
    sys.exit(main(["bench", *sys.argv[1:]]))
