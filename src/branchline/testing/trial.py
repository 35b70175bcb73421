"""One game that is being checked: where the check stands, so that a failure says where to look."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final, NoReturn

from branchline.engine.rng import Rng
from branchline.game import Game, new_game
from branchline.model.events import Event
from branchline.model.observation import Observation

# Choices come from a stream of their own: dealt from one stream and chosen from the same one, they would be related.
_CHOICES: Final = 0x6B1D_0C2E_95A7_43F8 << 64


class BrokenContract(AssertionError):
    """A board broke the contract; the message says in which game, at which step, what, and how to see it again."""

    def __init__(self, trial: Trial, what: str) -> None:
        self.board = trial.board
        self.variant = trial.variant
        self.seats = trial.seats
        self.seed = trial.seed
        self.step = trial.step
        self.what = what
        super().__init__(
            f"{what}\n"
            f"  board {trial.board}, variant {trial.variant}, {trial.seats} seats, seed {trial.seed}, "
            f"after {trial.step} decisions\n"
            f'  again: check_board("{trial.board}", variants=["{trial.variant}"], seats=[{trial.seats}], '
            f"games=1, seed={trial.seed})"
        )


@dataclass
class Trial:
    """A game under test by its setup and the number of decisions taken so far."""

    board: str
    variant: str
    seats: int
    seed: int
    step: int = 0

    def new_game(self, events: bool = True) -> Game:
        """The game of this trial, not yet played."""
        return new_game(self.board, variant=self.variant, seats=self.seats, seed=self.seed, events=events)

    def rng(self, purpose: int = 0) -> Rng:
        """The stream of choices of this trial; each purpose has its own."""
        return Rng(self.seed ^ _CHOICES ^ (purpose << 32))

    def fail(self, what: str) -> NoReturn:
        """Report that the board broke the contract."""
        raise BrokenContract(self, what)

    def expect(self, holds: bool, what: str) -> None:
        """Report it if something that must hold does not."""
        if not holds:
            self.fail(what)


def views(game: Game) -> tuple[Observation, ...]:
    """What every seat, and last a spectator, may know."""
    return (*(game.observe(seat) for seat in range(game.seats)), game.observe(None))


def difference(one: Observation, other: Observation) -> str:
    """Where two views differ, in words; "" if they are equal."""
    for name in (each.name for each in fields(Observation)):
        mine, its = getattr(one, name), getattr(other, name)
        if name == "parts":
            for part in {*mine, *its}:
                if mine.get(part) != its.get(part):
                    return f"part '{part}': {mine.get(part)} and {its.get(part)}"
        elif name != "codec" and mine != its:
            return f"'{name}': {mine} and {its}"
    return ""


@dataclass(frozen=True)
class Snapshot:
    """All that can be seen of a game at a moment, to find out whether anything changed."""

    views: tuple[Observation, ...]
    pending: tuple[int, ...]
    events: tuple[Event, ...]
    decisions: int

    @classmethod
    def of(cls, game: Game) -> Snapshot:
        """Take a snapshot."""
        return cls(views(game), game.pending, game.events, len(game._decisions))

    def change(self, later: Snapshot) -> str:
        """What differs between two snapshots, in words; "" if nothing does."""
        for one, other in zip(self.views, later.views, strict=True):
            found = difference(one, other)
            if found:
                return f"in the view of {seat_name(one.seat)}, {found}"
        if self.pending != later.pending:
            return f"the seats to decide: {self.pending} and {later.pending}"
        if self.decisions != later.decisions:
            return f"the number of decisions: {self.decisions} and {later.decisions}"
        if self.events != later.events:
            pairs = zip(self.events, later.events, strict=False)
            at = next(
                (k for k, (one, other) in enumerate(pairs) if one != other), min(len(self.events), len(later.events))
            )
            return f"the events from number {at} on: {self.events[at : at + 2]} and {later.events[at : at + 2]}"
        return ""


def seat_name(seat: int | None) -> str:
    """A viewer in words."""
    return "a spectator" if seat is None else f"seat {seat}"
