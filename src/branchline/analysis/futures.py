"""What becomes of a decision in imagined games that are played to the end: facts for words, counted and not judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from branchline.engine.decisions import TURN
from branchline.engine.rng import Rng
from branchline.engine.standing import TAKEN, TWIN
from branchline.mechanics.questions import standing_of
from branchline.mechanics.routes.tracks import tracks_of
from branchline.model.observation import Observation
from branchline.thinking.estimates import seed_of, standard_error
from branchline.thinking.evaluators import Evaluator
from branchline.thinking.luck_of_draws import without_draws
from branchline.thinking.practice import Shares, final_shares


@dataclass
class Future:
    """What came of one action in all imagined games."""

    action: int
    seat: int
    games: int = 0
    results: list[Shares] = field(default_factory=list)  # of all seats, game by game, less the luck of their draws
    won: list[Shares] = field(default_factory=list)  # the same as it came
    points: float = 0.0  # the seat's final score, on average ...
    best_other: float = 0.0  # ... and that of the best other seat
    turns: float = 0.0  # further turns of the seat, on average
    completed: Counter[str] = field(default_factory=Counter)  # in how many games each ticket of the seat was
    failed: Counter[str] = field(default_factory=Counter)
    built: Counter[tuple[int, int]] = field(default_factory=Counter)  # (route, seat): before the seat's next turn
    closed: Counter[tuple[int, int]] = field(default_factory=Counter)  # likewise: with its twins

    @property
    def shares(self) -> list[float]:
        """Of the seat, game by game."""
        return [result[self.seat] for result in self.results]


def futures(evaluator: Evaluator, seen: Observation, actions: Sequence[int], games: int, salt: int = 0) -> list[Future]:
    """Play that many games to the end after each of some actions, all of them from the same imagined worlds.

    Their results are told less the luck of the draws in them (luck_of_draws.py).
    """
    assert seen.seat is not None, "a spectator decides nothing"
    found = [Future(action, seen.seat) for action in actions]
    chance = Rng(seed_of(seen, salt) ^ 1)  # other worlds than those that the judgment is from
    evaluator.look(seen, chance)
    lucks: list[list[Shares]] = [[] for _ in actions]
    for _ in range(games):
        evaluator.imagine(seen, chance)
        for future, luck in zip(found, lucks, strict=True):
            _play(evaluator, future)
            luck.append(list(evaluator.luck))
    results = without_draws([future.won for future in found], lucks)
    for future, its in zip(found, results, strict=True):
        future.results = its
        future.points /= games
        future.best_other /= games
        future.turns /= games
    return found


def part_saved(pairs: Iterable[tuple[Future, Future]]) -> float | None:
    """The part of the games to the end that is saved because the luck of their draws is taken from their results.

    Without that it would take that many more games to tell as precisely how far the one is ahead of the other.
    """
    plain = left = 0.0
    for one, other in pairs:
        plain += _variance([a[one.seat] - b[one.seat] for a, b in zip(one.won, other.won, strict=True)])
        left += _variance([a - b for a, b in zip(one.shares, other.shares, strict=True)])
    return 1 - left / plain if plain else None


def _variance(values: Sequence[float]) -> float:
    return standard_error(values) ** 2 * len(values)


def _play(evaluator: Evaluator, future: Future) -> None:
    """One game, and what there is to note."""
    run, own = evaluator.run, evaluator.seat
    before = list(tracks_of(evaluator.world).owners)
    evaluator.carry_out(future.action)
    turns = 0
    while not run.over:
        if run.open.kind() == TURN and run.open.seat() == own:
            turns += 1
            if turns == 1:
                _note_built(evaluator, future, before)
        evaluator.play_decision()
    if turns == 0:
        _note_built(evaluator, future, before)
    totals = [int(run.total(seat)) for seat in range(int(run.seats))]
    completed, failed = run.ticket_results(own)
    future.games += 1
    future.won.append(final_shares(run))
    future.points += totals[own]
    future.best_other += max(total for seat, total in enumerate(totals) if seat != own)
    future.turns += turns
    future.completed.update(completed)
    future.failed.update(failed)


def _note_built(evaluator: Evaluator, future: Future, before: Sequence[int]) -> None:
    """Which routes others have built meanwhile, and which of them, or beside them, they closed to the seat."""
    now = list(tracks_of(evaluator.run).owners)
    closed: set[tuple[int, int]] = set()
    for route, owners in enumerate(now):
        if owners != before[route]:
            for seat in range(int(evaluator.run.seats)):
                if seat != evaluator.seat and owners >> seat & 1 and not before[route] >> seat & 1:
                    future.built[route, seat] += 1
                    closed.update((track, seat) for track in _tracks_lost(evaluator, route, now))
    future.closed.update(closed)


def _tracks_lost(evaluator: Evaluator, route: int, owners: Sequence[int]) -> list[int]:
    """A route and its twins, if the seat can build none of them any more and has built none."""
    run, own = evaluator.run, evaluator.seat
    tracks = [route, *run.setting.board.routes[route].twins]
    lost = all(standing_of(run, own, track) in (TAKEN, TWIN) and not owners[track] >> own & 1 for track in tracks)
    return tracks if lost else []
