"""The evaluator `champion(FILE)` of analyses: planners play a round, then a trained network says who will win."""

from __future__ import annotations

from pathlib import Path
from zlib import crc32

from branchline.analysis.evaluators import Evaluator
from branchline.analysis.practice import Shares, final_shares
from branchline.engine.rule_sheet import RuleSheet
from branchline.learning.champion import Judge
from branchline.learning.shipped import FOLDER, SHIPPED, weights_for
from branchline.model.errors import BadSetup


class ChampionPlayouts(Evaluator):
    """Worlds are valued by a network's look at them, from what the seat sees that is to decide."""

    name = "champion"
    rounds = 1  # that are played: what was done has its first consequences then

    def __init__(self, rules: RuleSheet, file: str = SHIPPED) -> None:
        super().__init__(rules)
        self._judge = Judge(weights_for(file, rules.setting.board.id))

    @classmethod
    def version_with(cls, file: str = SHIPPED) -> int:
        """A number for the weights in the file, or in all that ship: other weights mean other values."""
        try:
            files = sorted(FOLDER.iterdir()) if file == SHIPPED else [Path(file)]
            return crc32(b"".join(each.read_bytes() for each in files))
        except OSError as error:
            raise BadSetup(f"the weights {file} cannot be read: {error.strerror}") from error

    def play_on(self) -> Shares:
        run = self.run
        self.play_turns(self.rounds * int(run.seats))
        if run.over:
            return final_shares(run)
        seat = int(run.open.seat())
        return [float(share) for share in self._judge.look(run.observe(seat)).wins]
