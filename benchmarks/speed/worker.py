"""Measures the engine in a process of its own, one short measurement for each line it reads.

A benchmark keeps one such process compiled and one uncompiled and asks them in turn, so that both meet the same moods
of the machine. A request is a JSON object on one line, and so is the answer; the first line says how the engine runs.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import branchline
from branchline import _native
from branchline.boards import registry
from branchline.engine.game_loop import ENDINGS
from branchline.engine.playouts import play_out
from branchline.engine.rng import Rng
from branchline.game import Game, imagine, new_game, random_playouts

CALLS = ("copy", "observe", "imagine", "legal_actions", "apply", "step")
_COUNTED = 50  # random games of which is told how they ended
_POSITIONS = 12  # states of one random game, evenly spread, that a call is measured in


def same_engine(**variables: str) -> dict[str, str]:
    """The environment for a process that is to measure this engine, and to know the same boards."""
    path = os.pathsep.join([str(Path(branchline.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    return {**registry.environment(), "PYTHONPATH": path.strip(os.pathsep), "BRANCHLINE_QUIET": "1", **variables}


def main() -> None:
    """Answer requests until the input ends."""
    _say({"mode": _native.mode(), "reason": _native.reason()})
    for line in sys.stdin:
        _say(answer(json.loads(line)))


def _say(plain: dict[str, Any]) -> None:
    print(json.dumps(plain), flush=True)


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Carry out one measurement."""
    setup = (request["board"], request["variant"], request["seats"])
    if request["call"] == "games":
        return _measure_games(*setup, request["seconds"])
    if request["call"] == "endings":
        return _count_endings(*setup)
    return {"microseconds": _measure_call(request["call"], *setup, request["seconds"])}


def _measure_games(board: str, variant: str, seats: int, seconds: float) -> dict[str, float]:
    """Whole random games inside the engine."""
    trial = random_playouts(board, variant=variant, seats=seats, games=3, seed=1)
    games = max(3, round(seconds * trial.games_per_second))
    done = random_playouts(board, variant=variant, seats=seats, games=games, seed=2)
    return {"games_per_second": done.games_per_second, "decisions_per_second": done.decisions_per_second}


def _count_endings(board: str, variant: str, seats: int) -> dict[str, float]:
    """The parts of random games that ended in each way."""
    rules = registry.new_rule_sheet(board, variant, seats)
    rng = Rng(2)
    found: Counter[str] = Counter()
    for game in range(_COUNTED):
        rules.start(game, -1)
        play_out(rules, rng)
        found[ENDINGS[rules.ending]] += 1
    return {ending: count / _COUNTED for ending, count in found.most_common()}


def _measure_call(call: str, board: str, variant: str, seats: int, seconds: float) -> float:
    """The mean cost of a call from Python, in microseconds."""
    game = new_game(board, variant=variant, seats=seats, seed=3, events=False)
    moves = _random_moves(game)
    if call in _WHOLE_GAMES:
        play = _WHOLE_GAMES[call]
        return _repeat(lambda: play(board, variant, seats, moves), seconds) / len(moves)
    if call == "observe":
        return _measure_views(board, variant, seats, moves, seconds)
    positions = _positions(board, variant, seats, moves)
    views = [game.observe(game.to_move) for game in positions]
    jobs: dict[str, Callable[[], object]] = {
        "copy": lambda: [game.copy() for game in positions],
        "imagine": lambda: [imagine(view, 5) for view in views],
        "legal_actions": lambda: [game.legal_actions() for game in positions],
    }
    return _repeat(jobs[call], seconds) / len(positions)


def _random_moves(game: Game) -> list[int]:
    """The moves of a random game, which is played to its end."""
    rng = Rng(4)
    moves = []
    while not game.is_over:
        legal = game.legal_actions()
        moves.append(legal[rng.below(len(legal))])
        game.apply(moves[-1])
    return moves


def _positions(board: str, variant: str, seats: int, moves: Sequence[int]) -> list[Game]:
    """States from the beginning to near the end of a game."""
    game = new_game(board, variant=variant, seats=seats, seed=3, events=False)
    wanted = {len(moves) * k // _POSITIONS for k in range(_POSITIONS)}
    found = []
    for at, move in enumerate(moves):
        if at in wanted:
            found.append(game.copy())
        game.apply(move)
    return found


def _apply_all(board: str, variant: str, seats: int, moves: Sequence[int]) -> None:
    """A known game again, move by move: what `apply` costs."""
    game = new_game(board, variant=variant, seats=seats, seed=3, events=False)
    for move in moves:
        game.apply(move)


def _step_all(board: str, variant: str, seats: int, moves: Sequence[int]) -> None:
    """The same game the way a program plays it: list what is legal, choose, apply."""
    game = new_game(board, variant=variant, seats=seats, seed=3, events=False)
    rng = Rng(4)
    for _ in moves:
        legal = game.legal_actions()
        game.apply(legal[rng.below(len(legal))])


_WHOLE_GAMES = {"apply": _apply_all, "step": _step_all}


def _measure_views(board: str, variant: str, seats: int, moves: Sequence[int], seconds: float) -> float:
    """What it costs to look at a game before every move: parts of a view are kept while nothing happens to them."""
    spent = 0.0
    looks = 0
    while not looks or spent < seconds:
        game = new_game(board, variant=variant, seats=seats, seed=3, events=False)
        for move in moves:
            seat = game.to_move
            started = time.perf_counter()
            game.observe(seat)
            spent += time.perf_counter() - started
            game.apply(move)
        looks += len(moves)
    return spent / looks * 1e6


def _repeat(job: Callable[[], object], seconds: float) -> float:
    """How many microseconds a job takes, by repeating it for about that many seconds."""
    job()  # what is only built once is built now
    rounds = 0
    started = time.perf_counter()
    while (passed := time.perf_counter() - started) < seconds or not rounds:
        job()
        rounds += 1
    return passed / rounds * 1e6


if __name__ == "__main__":
    main()
