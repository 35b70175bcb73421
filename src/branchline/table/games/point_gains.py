"""What an answer is worth: how many points more the seat would have if the game were over right after it.

It is found out by playing on in a game that looks the same to the seat, so nothing comes out that it may not know.
"""

from __future__ import annotations

from branchline.game import Game, imagine
from branchline.model.faces import FACES, Served
from branchline.model.observation import Observation

_SEED = 1


def point_gains(seen: Observation, question: str) -> dict[int, int]:
    """By the number of each legal answer, its points; empty where points are not what the question is about."""
    in_points = any(question in face.in_points for face in FACES.all(Served))
    if not in_points or seen.seat is None:
        return {}
    game, seat = imagine(seen, _SEED), seen.seat
    now = _total(game.copy(), seat)
    found: dict[int, int] = {}
    for number in seen.legal:
        twin = game.copy()
        twin.apply(number, seat)
        found[number] = _total(twin, seat) - now
    return found


def _total(game: Game, seat: int) -> int:
    """The points of a seat, were the game over."""
    if not game.is_over:
        game.stop()
    return game.scores()[seat].total
