"""Hypothesis strategies: boards' setups, games in any position, moves, and views.

    from hypothesis import given
    from branchline.testing import strategies

    @given(strategies.games("usa"))
    def test_something(game): ...

A position is reached by playing from a seed, so every one that is drawn can occur in a real game. Hypothesis shrinks to
early positions of games with few seats.
"""

from __future__ import annotations

from hypothesis import strategies as st

from branchline.boards import registry
from branchline.game import Game, imagine
from branchline.model.observation import Observation
from branchline.testing.policies import by_kind, play, stall, uniform
from branchline.testing.trial import Trial

SEEDS = st.one_of(st.integers(0, 1000), st.integers(0, 2**128 - 1))


@st.composite
def setups(draw: st.DrawFn, board: str, variant: str | None = None, seats: int | None = None) -> Trial:
    """A variant, a number of seats and a seed; `new_game()` of what is drawn starts the game."""
    found = registry.board(board)
    chosen = variant if variant is not None else draw(st.sampled_from(list(found.variants)), label="variant")
    count = seats if seats is not None else draw(st.integers(*found.seats), label="seats")
    return Trial(board, chosen, count, draw(SEEDS, label="seed"))


@st.composite
def games(
    draw: st.DrawFn,
    board: str,
    variant: str | None = None,
    seats: int | None = None,
    *,
    most_decisions: int = 500,
    over: bool | None = None,
) -> Game:
    """A game after some decisions. `over` asks for one that is finished (True) or still running (False)."""
    trial = draw(setups(board, variant, seats))
    policy = draw(st.sampled_from([uniform, by_kind, stall]), label="policy")
    game = trial.new_game()
    rng = trial.rng()
    play(game, policy, rng, None if over else draw(st.integers(0, most_decisions), label="decisions"))
    if over is False and game.is_over:
        return _before_the_end(trial, game)
    return game


def _before_the_end(trial: Trial, game: Game) -> Game:
    """A finished game once more, without its last decision."""
    again = trial.new_game()
    for seat, number in game._decisions[:-1]:
        again.apply(number, seat)
    return again


@st.composite
def moves(draw: st.DrawFn, game: Game) -> tuple[int, int]:
    """A seat that is to decide in a running game, and one of its legal actions."""
    seat = draw(st.sampled_from(game.pending), label="seat")
    return seat, draw(st.sampled_from(game.legal_actions(seat)), label="action")


@st.composite
def views(draw: st.DrawFn, board: str, variant: str | None = None, seats: int | None = None) -> Observation:
    """What some seat, or a spectator, sees in a game."""
    game = draw(games(board, variant, seats))
    return game.observe(draw(st.sampled_from([None, *range(game.seats)]), label="viewer"))


@st.composite
def imagined(draw: st.DrawFn, board: str, variant: str | None = None, seats: int | None = None) -> Game:
    """A game that was imagined from a view of a real one."""
    return imagine(draw(views(board, variant, seats)), draw(SEEDS, label="imagination"))
