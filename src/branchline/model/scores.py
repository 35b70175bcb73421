"""The result of a game: a sheet per seat, line by line, with places, winners and the reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from branchline.model.frozen import freeze


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """One seat's final score by source. Lines that a board or variant does not award are not there."""

    seat: int
    lines: Mapping[str, int]  # "routes", "tickets", then the board's own; their sum is the total
    total: int
    place: int  # 1 is best; seats that share a place have the same number
    completed: tuple[str, ...]  # tickets
    failed: tuple[str, ...]
    ticket_points: Mapping[str, int] = field(default_factory=dict)  # what each of these tickets scored

    def __post_init__(self) -> None:
        freeze(self, ("lines", "ticket_points"))

    @property
    def routes(self) -> int:
        """Points for routes, and whatever else was scored at once during the game."""
        return self.lines["routes"]

    @property
    def tickets(self) -> int:
        """Completed tickets minus failed ones."""
        return self.lines["tickets"]

    @property
    def bonuses(self) -> Mapping[str, int]:
        """All other lines."""
        return {name: points for name, points in self.lines.items() if name not in ("routes", "tickets")}


@dataclass(frozen=True, slots=True)
class Scores:
    """The sheets of all seats by seat number, who won, and what decided it."""

    sheets: tuple[ScoreSheet, ...]
    winners: tuple[int, ...]
    reason: str

    def __getitem__(self, seat: int) -> ScoreSheet:
        return self.sheets[seat]

    def __iter__(self) -> Iterator[ScoreSheet]:
        return iter(self.sheets)

    def __len__(self) -> int:
        return len(self.sheets)
