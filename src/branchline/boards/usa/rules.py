"""The rules of the USA board, in the order of the rulebook. RULINGS.md lists what the rulebook leaves open.

Cards, claims and tickets are the common ones (mechanics/three_actions.py). The four variants (classic, 1910, Mega, Big
Cities) differ only in tickets, numbers and bonuses, all of them in board.toml.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from branchline.engine.commons import Setting
from branchline.engine.decisions import KEEP_TICKETS
from branchline.engine.ranking import SOLE, TieBreak
from branchline.engine.rule_sheet import RuleSheet
from branchline.mechanics.bonuses import award_most
from branchline.mechanics.longest_path import LongestPath
from branchline.mechanics.three_actions import ThreeActions


@mypyc_attr(allow_interpreted_subclasses=True)
class Rules(ThreeActions):
    """Draw cards, claim routes, draw tickets; connect what the tickets name."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.longest_path: Final = LongestPath(self.commons.terrain)
        self.path_lengths: vec[i64] = vec[i64]([0] * self.seats)
        if setting.numbers.longest_path:
            self.lines.append("longest_path")
        if setting.numbers.globetrotter:
            self.lines.append("globetrotter")

    # Setup

    def set_up(self) -> None:
        """Cards, the face-up row, and tickets for all seats to choose from at once (COM-004..COM-009)."""
        numbers = self.setting.numbers
        self.market.deal(numbers.hand)
        self.market.open_row()
        self.tickets.shuffle()
        self.tickets.deal(numbers.deal)
        self.ask_all(KEEP_TICKETS)

    def set_up_further(self, stage: i64) -> bool:
        """All have chosen: returned tickets go under the deck, and the first seat begins (COM-010, COM-011)."""
        self.tickets.resolve_opening(self.first_seat)
        return False

    # The end

    def final_scores(self) -> None:
        """Tickets, then the bonuses of the variant (COM-081..COM-086)."""
        numbers = self.setting.numbers
        self.tickets.score(self.sheet[1])
        if numbers.longest_path:
            seat: i64 = 0
            most: i64 = 0
            while seat < self.seats:  # how long a path is that comes second does not matter
                length = self.longest_path.of(self.tracks, seat, most - 1 if most > 0 else most)
                self.path_lengths[seat] = length
                if length > most:
                    most = length
                seat += 1
            award_most(self.path_lengths, numbers.longest_path, self.line("longest_path"))
        if numbers.globetrotter:
            award_most(self.tickets.completed, numbers.globetrotter, self.line("globetrotter"))

    def tie_breaks(self) -> list[TieBreak]:
        """More completed tickets, then the holder of the longest path bonus (USA-039..USA-041)."""
        breaks = [TieBreak("more completed tickets", [int(n) for n in self.tickets.completed])]
        if "longest_path" in self.lines:
            holders = [int(n) for n in self.line("longest_path")]
            breaks.append(TieBreak("holder of the longest path", holders, SOLE))
        return breaks

    def blank(self) -> RuleSheet:
        return Rules(self.setting)
