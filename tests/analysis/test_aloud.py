"""A bot that thinks aloud tells what is true, of its own seat, in its own words."""

from __future__ import annotations

import re

import pytest

import branchline as bl
from branchline.analysis.aloud import aloud
from branchline.bots.levels import LEVELS
from branchline.bots.registry import make_bot
from branchline.words.plain import ticket_name


@pytest.mark.parametrize("board", [board.id for board in bl.boards()])
def test_a_bot_says_what_it_does_and_why(board: str) -> None:
    game = bl.new_game(board, seats=2, seed=3)
    bot = make_bot(LEVELS["easy"].spec, 1)
    said: list[str] = []
    for _ in range(60):
        seat = game.pending[0]
        seen = game.observe(seat)
        decided = bot.decide(seen)
        action = decided if isinstance(decided, int) else seen.number(decided)
        words = aloud(seen, action)
        game.apply(action, seat)
        assert not words or re.match(r"I (take|draw|build|keep) .+\. [A-Z]", words), words
        assert not re.search(r"\b[Yy]ou(r)?\b", words), words
        for ticket in game.variant.tickets:
            found = re.search(rf"{re.escape(ticket_name(game.board, ticket))} nearer: (\d+) route", words)
            if found and ticket.id in seen.held and not game.is_over:
                assert int(found[1]) == len(game.ways(ticket.id, seat).routes)
        said += [words] if words else []
        if game.is_over:
            break
    assert len(said) >= 5
    assert any(re.search("on the way|lacks|nearer", words) for words in said)
