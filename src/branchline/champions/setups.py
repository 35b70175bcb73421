"""What is played: a board, a variant and a number of seats."""

from __future__ import annotations

from dataclasses import dataclass

from branchline.boards import registry
from branchline.engine.rule_sheet import RuleSheet
from branchline.model.errors import BadSetup


@dataclass(frozen=True, slots=True)
class Setup:
    """A board, a variant and a number of seats, by their names; what the engine makes of them is a `Setting`."""

    board: str
    variant: str = "classic"
    seats: int = 2

    def __str__(self) -> str:
        return f"{self.board}/{self.variant}/{self.seats}"

    def new_games(self, count: int) -> list[RuleSheet]:
        """Rule sheets for that many games, which note no events: nobody reads them."""
        found = [registry.new_rule_sheet(self.board, self.variant, self.seats) for _ in range(count)]
        for sheet in found:
            sheet.commons.journal.on = False
        return found

    @classmethod
    def read(cls, text: str) -> Setup:
        """From text like usa, usa/3 or usa/mega/4."""
        board, *rest = text.split("/")
        seats = int(rest.pop()) if rest and rest[-1].isdigit() else 2
        if len(rest) > 1:
            raise BadSetup(f"'{text}' is no setup: say BOARD, BOARD/SEATS or BOARD/VARIANT/SEATS")
        found = cls(board, rest[0] if rest else "classic", seats)
        of = registry.board(found.board)
        registry.variant(of, found.variant)
        if not of.seats[0] <= seats <= of.seats[1]:
            raise BadSetup(f"{of.title} is for {of.seats[0]} to {of.seats[1]} seats, not {seats}")
        return found
