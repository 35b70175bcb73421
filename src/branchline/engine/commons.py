"""What all mechanics of one game share: how it is set up, chance, the journal, and each seat's pieces and points."""

from collections.abc import Callable
from typing import Final, TypeVar, cast

from mypy_extensions import i64

from branchline.engine.journal import Journal
from branchline.engine.rng import Rng
from branchline.engine.terrain import Terrain
from branchline.model.board import Board, Numbers, Variant
from branchline.model.events import PointsScored
from branchline.model.vecs import vec

Made = TypeVar("Made")


class Setting:
    """A board, a variant and a number of seats: all that is known before a seed is chosen. Shared by many games."""

    def __init__(self, board: Board, variant: Variant, seats: int) -> None:
        self.board = board
        self.variant = variant
        self.board_id: Final = board.id
        self.variant_id: Final = variant.id
        self.rules_version: int = board.rules_version
        self.numbers: Numbers = variant.numbers
        self.seats: i64 = seats
        self.terrain: Final = Terrain(board)
        self.tables: dict[str, object] = {}  # what is worked out once for all games of this setting
        self.codec: object = None  # a rule sheet that translates action numbers, made when first wanted

    def once(self, name: str, make: Callable[[], Made]) -> Made:
        """What all games of this setting share under a name, made when first wanted."""
        if name not in self.tables:
            self.tables[name] = make()
        return cast("Made", self.tables[name])


class Commons:
    """The part of a game that belongs to no single mechanic."""

    def __init__(self, setting: Setting) -> None:
        self.setting: Final = setting
        self.terrain: Final = setting.terrain
        self.seats: i64 = setting.seats
        self.rng: Final = Rng()
        self.journal: Final = Journal()
        self.pieces: vec[i64] = vec[i64]([0] * setting.seats)
        self.points: vec[i64] = vec[i64]([0] * setting.seats)
        self.listing: vec[i64] = vec[i64]([0] * 64)  # room to list the legal actions of any decision; grows

    def reset(self) -> None:
        """Every seat gets its pieces and starts at zero (COM-004)."""
        pieces: i64 = self.setting.numbers.pieces
        for seat in range(self.seats):
            self.pieces[seat] = pieces
            self.points[seat] = 0

    def score(self, seat: i64, points: i64) -> None:
        """Add to a seat's running score."""
        self.points[seat] += points
        if self.journal.on:
            self.journal.add(PointsScored(seat, points, self.points[seat]))

    def copy_from(self, other: "Commons") -> None:
        """Become equal to the other game's commons."""
        self.rng.copy_from(other.rng)
        self.journal.copy_from(other.journal)
        self.pieces = other.pieces[:]
        self.points = other.points[:]
