"""Short words for the tests of San Francisco: start a game with the free stacks where a test wants them, and look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import branchline as bl
from branchline.mechanics.tokens import TokensView
from branchline.mechanics.tokens.tokens import Tokens
from tests.rules.play import do

BOARD = "san_francisco"
ROW: list[str | None] = ["red", "blue", "green", "black", "orange"]  # a row that no rule has an opinion about
SYMBOL = {"alcatraz": 0, "golden_gate_bridge": 1, "the_embarcadero": 2, "sunset": 3, "potrero_hill": 4}


def chosen(seats: int = 2, *, seed: int = 0, first_seat: int | None = 0) -> bl.Game:
    """A game in which all seats have kept their first ticket."""
    game = bl.new_game(BOARD, seats=seats, seed=seed, first_seat=first_seat)
    for seat in range(seats):
        do(game, "keep 1", seat=seat)
    return game


def opened(
    seats: int = 2, *, stacks: Sequence[str] = ("Twin Peaks", "Chinatown"), seed: int = 0, first_seat: int = 0
) -> bl.Game:
    """A game whose first turn has just begun, with the free stacks at these places."""
    game = chosen(seats, seed=seed, first_seat=first_seat)
    do(game, *(f"place stack at {place}" for place in stacks))
    return game


def view(game: bl.Game, seat: int | None = None) -> TokensView:
    """The tokens as a seat sees them."""
    return cast(TokensView, game.observe(seat).parts["tokens"])


def stacks(game: bl.Game) -> dict[str | None, int]:
    """Place -> tokens left there."""
    return {stack.place: stack.left for stack in view(game).stacks}


def owned(game: bl.Game) -> list[tuple[int, ...]]:
    """The symbols of each seat."""
    return list(view(game).owned)


def give_tokens(game: bl.Game, seat: int, symbols: Sequence[int]) -> None:
    """Let a seat have tokens from their stacks."""
    tokens = mechanic(game)
    for symbol in symbols:
        tokens.left[symbol] -= 1
        tokens.owned[seat] |= 1 << symbol
        tokens.counts[seat] += 1
    game._rules.check()


def mechanic(game: bl.Game) -> Tokens:
    """The mechanic itself, for what no view shows and no action does."""
    return next(mechanic for mechanic in game._rules.mechanics if isinstance(mechanic, Tokens))
