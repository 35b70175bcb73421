"""What came of each decision of a record, in words with all cards open: which card, which tickets, whose draw."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.game import next_decision, replay
from branchline.notation.record import Record
from branchline.words.sentences import Teller


def what_came(record: Record, names: Sequence[str]) -> list[str]:
    """By decision: "June took red from the deck."; "" if nothing is told of it."""
    game = replay(record, decisions=0)
    found = []
    for _ in record.decisions:
        before = len(game.events)
        seat, done = next_decision(game, record)
        game.apply(done, seat)
        lines = Teller(game.board, game.variant, names).tell(game.events[before:], results=False)
        found.append(" ".join(line.text for line in lines))
    return found
