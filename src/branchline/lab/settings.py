"""What a simulation plays: the settings of a run, and the setup of each of its games.

Everything about game number n follows from the settings and n, so games can be played in any order, on any number of
processes, today or after an interruption.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from branchline.boards import registry
from branchline.bots import make_bot
from branchline.model.errors import BadSetup, BranchlineError

SCHEMA = 1
FILE = "run.json"


class RunError(BranchlineError):
    """A folder that holds no run, or another one than the one that was asked for."""


@dataclass(frozen=True)
class Settings:
    """One board, one variant, one number of seats, the bots that play, and how many games."""

    board: str
    variant: str
    seats: int
    bots: tuple[str, ...]  # as many as seats; game by game they move on by one seat
    seed: int
    games: int
    rules_version: int
    folder: str  # of the board, which may be one of your own

    def setup(self, number: int) -> GameSetup:
        """How game `number` is set up.

        The bots move on by one seat from game to game, and the first turn by one seat after each such round: so every
        bot sits everywhere and has every place in the order of turns equally often.
        """
        shift = number % self.seats
        return GameSetup(
            number=number,
            seed=game_seed(self.seed, number),
            first_seat=number // self.seats % self.seats,
            bots=self.bots[shift:] + self.bots[:shift],
        )

    def same_games(self, other: Settings) -> bool:
        """Whether both mean the same games, as far as each of them goes. Where a board lies does not matter."""
        return replace(self, games=0, folder="") == replace(other, games=0, folder="")


@dataclass(frozen=True)
class GameSetup:
    """One game of a run."""

    number: int
    seed: int
    first_seat: int
    bots: tuple[str, ...]  # by seat


def game_seed(seed: int, number: int) -> int:
    """The seed of a game: hashed, so that the games of runs with neighboring seeds have nothing in common."""
    return int.from_bytes(hashlib.sha256(f"game {number} of run {seed}".encode()).digest()[:16], "big")


def make_settings(
    board: str, *, variant: str | None, seats: int | None, bots: Sequence[str], games: int, seed: int
) -> Settings:
    """Settings that are known to be playable; anything else raises a clear error before a game is played."""
    on = registry.board(board)
    played = registry.variant(on, variant) if variant is not None else next(iter(on.variants.values()))
    names = [bots] if isinstance(bots, str) else list(bots)
    if not names:
        raise BadSetup("a simulation needs at least one bot")
    count = seats if seats is not None else max(len(names), on.seats[0])
    registry.new_rule_sheet(board, played.id, count)
    if len(names) > count:
        raise BadSetup(f"there are {len(names)} bots for {count} seats")
    if games < 1:
        raise BadSetup(f"a simulation has at least 1 game, not {games}")
    for name in names:
        make_bot(name, 0)
    filled = tuple(names[seat % len(names)] for seat in range(count))
    return Settings(on.id, played.id, count, filled, seed, games, on.rules_version, str(on.path.parent))


def save(settings: Settings, folder: Path) -> None:
    """Write the settings of a run into its folder."""
    write_plain(folder / FILE, {"schema": SCHEMA, **asdict(settings)})


def load(folder: Path) -> Settings:
    """Read the settings of the run in a folder."""
    with reading(folder / FILE, SCHEMA, "no run; branchline simulate makes one") as plain:
        return Settings(**{**plain, "bots": tuple(plain["bots"])})


# What a folder says of itself


Wanted = TypeVar("Wanted", bound=Any)  # settings of a run, or the plan of an arena


def gone_on_with(wanted: Wanted, folder: Path, file: str, load: Callable[[Path], Wanted], what: str) -> Wanted:
    """What is wanted, with all games that were begun in a folder; a RunError if that holds anything else."""
    if (folder / file).is_file():
        there = load(folder)
        if not there.same_games(wanted):
            differing = [name for name in vars(wanted) if getattr(there, name) != getattr(wanted, name)]
            names = ", ".join(name.replace("_", " ") for name in differing if name not in ("games", "folder"))
            raise RunError(f"{folder} holds another {what} (it differs in: {names}); choose another folder")
        return replace(wanted, games=max(there.games, wanted.games))
    if folder.is_dir() and any(folder.iterdir()):
        raise RunError(f"{folder} holds other things; choose a new folder")
    return wanted


def write_plain(path: Path, plain: Mapping[str, Any]) -> None:
    """Write a file that is there as a whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.partial")
    partial.write_text(json.dumps(plain, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    partial.replace(path)


@contextmanager
def reading(path: Path, schema: int, nothing: str) -> Iterator[dict[str, Any]]:
    """What such a file says; a RunError if there is none, or if something else is wrong with it."""
    if not path.is_file():
        raise RunError(f"{path.parent} holds {nothing}")
    try:
        plain = json.loads(path.read_text(encoding="utf-8"))
        if plain.pop("schema") != schema:
            raise RunError(f"{path} was written by another version of Branchline")
        yield plain
    except (ValueError, KeyError, TypeError) as error:
        raise RunError(f"{path} is damaged: {error}") from error
