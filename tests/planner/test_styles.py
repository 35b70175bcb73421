"""Planners of other styles play legal games, and differ in what their names promise."""

from __future__ import annotations

from functools import cache
from statistics import mean

import pytest

from branchline.analysis.moments import moments
from branchline.bots import make_bot
from branchline.bots.match import play_match
from branchline.model.errors import UnknownBot
from branchline.notation.record import Record
from branchline.planner.style import STYLES


@cache
def game_of(style: str, seed: int) -> Record:
    """A game of a style in the first seat against a planner."""
    bots = [make_bot(f"planner({style})", seed), make_bot("planner", seed + 100)]
    return play_match("usa", "classic", bots, seed, events=False).record()


def cards_in_mid_game(style: str) -> float:
    """How many cards the first seat holds, on average, in the middle of some games."""
    sizes = []
    for record in (game_of(style, seed) for seed in range(4)):
        total = len(record.decisions)
        sizes += [
            moment.game.observe(0).hands[0].size for moment in moments(record) if total / 4 <= moment.at < 3 * total / 4
        ]
    return mean(sizes)


@pytest.mark.parametrize("style", STYLES)
def test_every_style_plays(style: str) -> None:
    assert game_of(style, 0).totals is not None
    assert make_bot(f"planner({style})", 0).name == ("planner" if style == "usual" else f"{style} planner")


def test_the_hasty_lay_their_pieces_and_the_hoarding_keep_their_cards() -> None:
    usual = cards_in_mid_game("usual")
    assert cards_in_mid_game("hasty") < usual - 1
    assert cards_in_mid_game("hoarding") > usual + 5


def test_the_content_draw_no_tickets_and_the_eager_do() -> None:
    drawn = {
        style: sum(
            words == "draw tickets" for seed in range(4) for seat, words in game_of(style, seed).decisions if not seat
        )
        for style in ("content", "hasty", "eager")
    }
    assert drawn["content"] == drawn["hasty"] == 0
    assert drawn["eager"] > 0


def test_there_is_no_style_of_any_name() -> None:
    with pytest.raises(UnknownBot, match=r"no style 'hastig'.*did you mean 'hasty'"):
        make_bot("planner(hastig)", 0)
