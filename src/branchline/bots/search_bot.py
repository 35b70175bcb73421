"""The bot `search`: tries out what could be done in many imagined games, and does what turned out best."""

from __future__ import annotations

from typing import Protocol

from branchline.boards import registry
from branchline.model.errors import BadSetup
from branchline.model.observation import Observation
from branchline.thinking.core.experience import experience_of
from branchline.thinking.core.tree_search import TreeSearch
from branchline.thinking.core.worlds import Worlds


class Thinks(Protocol):
    """What decides for one setting."""

    def decide(self, seen: Observation, playouts: int, seconds: float) -> int:
        """Answer the open decision of the observing seat, after that many playouts or seconds at most (0: no limit)."""


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
        champion: str = "",
        seed: int = 0,
    ) -> None:
        """`seconds` and `playouts` limit each decision; with neither, it thinks for a second.

        A playout lasts that many `rounds`, by default a third of a usual game; how it would end is predicted by what
        `practice_games` between planners taught. Another action must beat the planner's by `caution` standard errors,
        and is dropped when it is `patience` standard errors behind.

        With a `champion`, the file of a trained network, that one says what to try, and playouts last to the end of
        the game. "shipped" is the champion of the board, where there is one that has learned the game at hand.
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
        self._champion = champion
        self._seed = seed
        self._thinkers: dict[tuple[str, str, int], Thinks] = {}

    def prepare(self, board: str, variant: str, seats: int) -> None:
        """Build what thinking about this board needs."""
        self._thinker(board, variant, seats)

    def decide(self, observation: Observation) -> int:
        """Answer the open decision of the observing seat."""
        thinker = self._thinker(observation.board, observation.variant, observation.seats)
        return thinker.decide(observation, self.playouts, self.seconds)

    def _thinker(self, board: str, variant: str, seats: int) -> Thinks:
        key = (board, variant, seats)
        if key not in self._thinkers:
            self._thinkers[key] = self._new_thinker(*key)
        return self._thinkers[key]

    def _new_thinker(self, board: str, variant: str, seats: int) -> Thinks:
        rules = registry.new_rule_sheet(board, variant, seats)
        rounds, practice_games, patience = self._rounds, self._practice_games, self._patience
        if self._champion:
            from branchline.champions.shipped import SHIPPED, has_learned  # these need NumPy
            from branchline.thinking.network_search import NetworkSearch

            if self._champion != SHIPPED or has_learned(SHIPPED, board, variant, seats):
                worlds = Worlds(rules, experience_of(rules, practice_games))
                return NetworkSearch(worlds, self._seed, file=self._champion, rounds=rounds, patience=patience)
        return TreeSearch(
            rules, self._seed, caution=self._caution, rounds=rounds, practice_games=practice_games, patience=patience
        )
