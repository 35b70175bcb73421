"""The contract that every board keeps: `check_board("usa")` plays games of every variant and seat count, and checks.

- Legal actions are unique, ascending and playable, and counting them agrees with listing them.
- Illegal ones raise an error that says why, and change nothing.
- Games end; nothing is lost or invented on the way.
- Copies are equal and independent. Records, words and JSON lead back to the same thing. Same seed, same game.
- Views and events hold no secrets; the order of setup answers changes nothing.

Everything is checked after every decision that is cheap enough; the rest is checked now and then. A failure raises
`BrokenContract`, which says in which game, and how to see it again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from branchline.boards import registry
from branchline.engine.rng import Rng
from branchline.game import Game
from branchline.testing import moves, roundtrips, secrecy
from branchline.testing.policies import Policy, by_kind, stall, step, uniform
from branchline.testing.trial import BrokenContract, Trial


@dataclass
class Report:
    """What `check_board` did, so that nobody takes a check of nothing for a success."""

    games: int = 0
    decisions: int = 0
    probes: int = 0  # positions in which everything was checked
    endings: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Effort:
    """How much is checked."""

    probe_every: int = 50  # all is checked once in that many decisions, and in the setup
    sample: int = 3  # actions, legal and illegal ones, that are tried out in such a position
    most_decisions: int = 20_000  # a game that goes on for longer is taken to have no end


def check_board(
    board: str,
    *,
    variants: Iterable[str] | None = None,
    seats: Iterable[int] | None = None,
    games: int = 3,
    seed: int = 0,
    effort: Effort | None = None,
) -> Report:
    """Check a board: every variant and number of seats (or those named), some games of each.

    Game number k of each is dealt from `seed` + k. Boards of your own are made known with `add_board` first.
    """
    found = registry.board(board)
    fewest, most = found.seats
    report = Report()
    for variant in found.variants if variants is None else variants:
        for count in range(fewest, most + 1) if seats is None else seats:
            for k in range(games):
                check_game(Trial(board, variant, count, seed + k), report, effort or Effort())
    return report


def check_game(trial: Trial, report: Report, effort: Effort) -> None:
    """Play and check one game; three seeds in a row are played in three ways."""
    policy = (uniform, by_kind, stall)[trial.seed % 3]
    try:
        secrecy.check_setup(trial, policy)
        _play_checked(trial, report, effort, policy)
    except BrokenContract:
        raise
    except Exception as error:
        raise BrokenContract(trial, f"{type(error).__name__}: {error}") from error


def _play_checked(trial: Trial, report: Report, effort: Effort, policy: Policy) -> None:
    game = trial.new_game()
    choices, probing = trial.rng(), trial.rng(1)
    halfway = int(probing.below(100))
    while True:
        moves.check_legal(trial, game)
        moves.check_conservation(trial, game)
        settled = trial.step >= game.seats
        if game.is_over or not settled or probing.below(effort.probe_every) == 0:
            probe(trial, game, policy, probing, effort)
            report.probes += 1
        if trial.step == halfway and not game.is_over:
            roundtrips.check_record(trial, game)
        if game.is_over:
            break
        trial.expect(trial.step < effort.most_decisions, f"no end after {trial.step} decisions")
        step(game, policy, choices)
        trial.step += 1
    roundtrips.check_end(trial, game)
    roundtrips.check_record(trial, game)
    roundtrips.check_same_seed(trial, game)
    secrecy.check_redaction(trial, game)
    report.games += 1
    report.decisions += trial.step
    report.endings[game.observe(None).ended_by or ""] += 1


def probe(trial: Trial, game: Game, policy: Policy, rng: Rng, effort: Effort) -> None:
    """Check everything that can be checked of a position."""
    if not game.is_over:
        moves.check_counts(trial, game)
        moves.check_playable(trial, game, rng, effort.sample)
        roundtrips.check_unfinished(trial, game)
    moves.check_refusals(trial, game, rng, effort.sample)
    roundtrips.check_forms(trial, game, rng, effort.sample)
    roundtrips.check_copy(trial, game, policy, rng, 3 * game.seats)
    secrecy.check_imagined(trial, game, rng, 1)
    secrecy.check_names(trial, game)
