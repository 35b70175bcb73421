"""The bot `coached` does what the coach advises, and plays well by it."""

from __future__ import annotations

from branchline.analysis.coach import advise
from branchline.bots import make_bot, play_match
from branchline.game import new_game
from branchline.thinking.evaluators import default_for, make_evaluator

BOARD = "san_francisco"


def test_it_does_what_the_coach_advises() -> None:
    game, bot = new_game(BOARD, seats=2, seed=3), make_bot("coached(playouts=32)", 1)
    evaluator = make_evaluator(default_for(BOARD, "classic", 2), BOARD, "classic", 2)
    for _ in range(6):
        seat = game.to_move
        assert seat is not None
        seen = game.observe(seat)
        advised = advise(evaluator, seen, ("Ada", "Brunel"), seconds=0, playouts=32).action
        assert bot.decide(seen) == advised
        game.apply(advised, seat)


def test_it_beats_a_medium_player() -> None:
    """Paired deals in both seatings; measured at 94 % of 40 games. Two of eight lost would be a bad coach."""
    won = 0.0
    for seed in range(4):
        for own in range(2):
            bots = [make_bot("coached(playouts=24)" if seat == own else "medium", seed) for seat in range(2)]
            winners = play_match(BOARD, "classic", bots, seed=seed, events=False).scores().winners
            won += (own in winners) / len(winners)
    assert won > 5


def test_it_advises_where_no_champion_has_learned_the_game() -> None:
    assert default_for("usa", "mega", 4) == "predicted"
    game, bot = new_game("usa", variant="mega", seats=4, seed=3), make_bot("coached(playouts=8)", 1)
    seen = game.observe(game.pending[0])
    assert bot.decide(seen) in seen.legal
    assert bot.decide(seen) == bot.decide(seen)
