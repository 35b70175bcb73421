"""Short words for the tests of Pennsylvania: shares where a test wants them, and how they pay."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, cast

import branchline as bl
from branchline.mechanics.shares import SharesView
from branchline.mechanics.shares.shares import Shares
from branchline.testing.arrange import arrange, started
from tests.rules.play import do

BOARD = "pennsylvania"
ROW: list[str | None] = ["red", "blue", "green", "black", "white"]  # a row that no rule has an opinion about
DUMMY = -1  # the dummy among the holders of `held`
Numbers = Mapping[str, Collection[int]]  # railroad -> numbers of shares


def opened(seats: int = 2, *, seed: int = 0) -> bl.Game:
    """A game whose first turn, seat 0's, has just begun."""
    return started(BOARD, seats=seats, seed=seed)


def with_cards(seats: int, *cards: dict[str, int], **position: Any) -> bl.Game:
    """It is seat 0's turn, and the seats hold these cards."""
    return arrange(opened(seats), hands=dict(enumerate(cards)), row=ROW, turn=0, **position)


def view(game: bl.Game, seat: int | None = None) -> SharesView:
    """The shares as a seat sees them."""
    return cast(SharesView, game.observe(seat).parts["shares"])


def piles(game: bl.Game) -> dict[str, tuple[int | None, int]]:
    """Railroad -> the number on top of its pile, and how many are left."""
    return {pile.railroad: (pile.top, pile.left) for pile in view(game).piles}


def mechanic(game: bl.Game) -> Shares:
    """The mechanic itself, for what no view shows and no action does."""
    return next(mechanic for mechanic in game._rules.mechanics if isinstance(mechanic, Shares))


def hand_out(game: bl.Game, held: Mapping[int, Numbers]) -> bl.Game:
    """Give shares to seats and to the dummy. Whoever is on top of a pile goes first, so no number may be left out."""
    shares = mechanic(game)
    for railroad in shares.ids:
        numbers = {n: holder for holder, by in held.items() for n in by.get(railroad, ())}
        assert sorted(numbers) == list(range(1, len(numbers) + 1)), f"{railroad}: {sorted(numbers)}"
        for n in sorted(numbers):
            holder = int(shares.dummy) if numbers[n] == DUMMY else numbers[n]
            assert shares.draw(shares.index_of(railroad), holder) == n
    game._rules.check()
    return game


def turn_up(game: bl.Game, counting: Numbers) -> bl.Game:
    """Decide in place of chance which of the dummy's shares count."""
    shares = mechanic(game)
    shares.turned_up = True
    for railroad, numbers in counting.items():
        for n in numbers:
            at = int(shares.start[shares.index_of(railroad)]) + n - 1
            assert shares.holder[at] == shares.dummy
            shares.counting[at] = 1
    return game


def end(game: bl.Game, **position: Any) -> bl.Scores:
    """Let the game end with this turn: the seat draws two cards."""
    arrange(game, turn=0, last_turns=1, **{"tickets": {}, **position})
    do(game, "draw", "draw")
    assert game.is_over
    return game.scores()


def paid(game: bl.Game) -> list[int]:
    """What the seats' shares pay if the game ends now."""
    return [sheet.lines["shares"] for sheet in end(game)]
