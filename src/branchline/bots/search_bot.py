"""The bot `search`: tries out what could be done in many imagined games, and does what turned out best."""

from __future__ import annotations

from branchline.boards import registry
from branchline.bots.search.thinker import Thinker
from branchline.model.errors import BadSetup
from branchline.model.observation import Observation


class SearchBot:
    """Searches for the best decision as long as it may. With a number of playouts and no time, it repeats exactly."""

    name = "search"

    def __init__(
        self,
        seconds: float = 0.0,
        playouts: int = 0,
        rounds: int = 0,
        practice_games: int = 400,
        caution: float = 2.0,
        patience: float = 2.0,
        seed: int = 0,
    ) -> None:
        """`seconds` and `playouts` limit each decision; with neither, it thinks for a second.

        A playout lasts so many `rounds`, by default a third of a usual game; how it would end is foretold by what
        `practice_games` between planners taught. Another action must beat the planner's by `caution` standard errors,
        and is dropped when it is `patience` standard errors behind.
        """
        if seconds < 0 or playouts < 0:
            raise BadSetup("the seconds and playouts of a search are not below zero")
        if rounds < 0 or practice_games < 1:
            raise BadSetup("a search needs at least 1 practice game, and not less than 0 rounds")
        self.seconds = seconds if seconds or playouts else 1.0
        self.playouts = playouts
        self._rounds = rounds
        self._practice_games = practice_games
        self._caution = caution
        self._patience = patience
        self._seed = seed
        self._thinkers: dict[tuple[str, str, int], Thinker] = {}

    def prepare(self, board: str, variant: str, seats: int) -> None:
        """Build what thinking about this board needs."""
        self._thinker(board, variant, seats)

    def decide(self, observation: Observation) -> int:
        """Answer the open decision of the observing seat."""
        thinker = self._thinker(observation.board, observation.variant, observation.seats)
        return thinker.decide(observation, self.playouts, self.seconds)

    def _thinker(self, board: str, variant: str, seats: int) -> Thinker:
        key = (board, variant, seats)
        if key not in self._thinkers:
            rules = registry.new_rule_sheet(*key)
            self._thinkers[key] = Thinker(
                rules,
                self._seed,
                rounds=self._rounds,
                practice_games=self._practice_games,
                caution=self._caution,
                patience=self._patience,
            )
        return self._thinkers[key]
