"""The evaluator `champion`: the champion of a board plays whole games for all seats, or its apprentice does.

The champion's own word for the value of a position is not asked: it ranks moves wrongly, in the same way each time
(docs/bots/search.md). Only where a coach's or a bot's time is up does it stand for games that are not over by then.
The games are many at once, which takes a fraction of the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from branchline.champions.shipped import SHIPPED, file_for
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet
from branchline.model.errors import BadSetup
from branchline.model.observation import Observation
from branchline.thinking.evaluators import Evaluator
from branchline.thinking.network_search import NetworkSearch
from branchline.thinking.practice import Outcome
from branchline.thinking.side_by_side import SLOTS

_PATIENCE = 2.0  # of its search, in standard errors, as the bot has it


class ChampionPlayouts(Evaluator):
    """Worlds are worth what comes of them when the champion plays on for everybody."""

    name = "champion"
    version = 7  # of how it asks its network
    is_predicted = False
    search: NetworkSearch

    def __init__(self, rules: RuleSheet, file: str = SHIPPED) -> None:
        super().__init__(rules)
        self.search = NetworkSearch(self._worlds, 0, file=file, patience=_PATIENCE)

    @classmethod
    def version_for(cls, board: str, file: str = SHIPPED) -> int:
        """A number for the weights in the file, or for the board's champion: other weights mean other values."""
        path = file_for(file, board)
        try:
            return crc32(path.read_bytes(), super().version_for(board))
        except OSError as error:
            raise BadSetup(f"the weights {path} cannot be read: {error.strerror}") from error

    def candidates(self, seen: Observation, chance: Rng) -> list[int]:
        """What the champion likes comes before what other planners would do."""
        usual, *others = super().candidates(seen, chance)
        return list(dict.fromkeys([usual, *self.search.liked(seen), *others]))

    def try_out(self, seen: Observation, chance: Rng, actions: Sequence[int], worlds: int) -> list[list[Outcome]]:
        found: list[list[Outcome]] = []
        at_once = max(1, SLOTS // len(actions))
        for first in range(0, worlds, at_once):
            some = self.search.games.try_out(actions, min(at_once, worlds - first), seen, chance)
            found += map(list, zip(*some, strict=True))
        self.worlds += worlds
        return found

    def play_on(self) -> Outcome:
        return self.search.games.play_out(self.run, self.seat)
