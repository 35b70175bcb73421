"""`branchline verify`: was the shuffle of a recorded game the one that was promised, and is the record sound?"""

from __future__ import annotations

import argparse

from branchline.game import replay
from branchline.model.errors import RecordError
from branchline.notation.record import load
from branchline.notation.shuffle import check_shuffle, listed_words


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.epilog = "The table shows the hash from the start of the game. Note it down, and compare it at the end."
    parser.add_argument("record", help="a record, as downloaded from the server")
    parser.add_argument("--hash", metavar="HASH", help="the hash that you saw at the start (default: the record's own)")
    parser.add_argument("--word", action="append", default=[], help="a word that you added to the shuffle")


def run(options: argparse.Namespace) -> int:
    """Check a record."""
    record = load(options.record)
    found = check_shuffle(record, options.hash, options.word)
    game = replay(record)
    if record.totals is None or not game.is_over:
        raise RecordError("the record is of a game that was not finished")
    seen = "the hash you saw" if options.hash else "the hash in the record"
    print(f"The shuffle is the one that was promised: seed and salt give {seen},\n{found}.")
    words = listed_words(record)
    print(f"Words that were added to it: {words}." if words else "Nobody added a word to it.")
    if words and not options.word:
        print("If one of them should be yours and is not, the deal was not fair: check with --word.")
    totals = ", ".join(str(total) for total in record.totals)
    print(f"All {len(record.decisions)} decisions follow the rules, and the game ends {totals}.")
    return 0
