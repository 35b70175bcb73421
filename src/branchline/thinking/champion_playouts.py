"""The evaluator `champion`: planners play until the seat's next turn, then a trained network looks.

The seat itself looks, at its own turn, as the network has learned to: it knows its own cards and tickets, and nobody
else's. Its looks at all actions in all worlds are taken together, which is many times quicker than one by one.

A network has learned from games of strong players, and is too sure of what it says of others. So the logarithms of its
win shares are taken times a factor, its confidence: the one under which the results of practice games (practice.py)
were most likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

import numpy as np
from librt.vecs import vec
from mypy_extensions import i16
from numpy.typing import NDArray

from branchline.champions.judge import Judge
from branchline.champions.shipped import SHIPPED, file_for, weights_for
from branchline.encodings.arrays import view_of
from branchline.encodings.core.encoder import Encoder
from branchline.engine.decisions import TURN
from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet
from branchline.model.errors import BadSetup
from branchline.model.observation import Observation
from branchline.thinking.core.experience import experience_of
from branchline.thinking.evaluators import Evaluator
from branchline.thinking.playouts import Playouts
from branchline.thinking.practice import Practice, Shares, final_shares
from branchline.thinking.prediction import FIRST_TRIAL, PRACTICE_GAMES, trial_games
from branchline.thinking.side_by_side import SLOTS

Floats = NDArray[np.floating]
_ROWS = 256  # that are looked at together; more are hardly quicker
_FACTORS = np.geomspace(0.25, 1.5, 60)  # that are tried
_LEAST = 1e-6  # what is thought less likely is thought as likely as this


class ChampionPlayouts(Evaluator):
    """Worlds are valued by a network's look at them, from what the seat sees that decides."""

    name = "champion"
    version = 6  # of how it asks its network

    def __init__(self, rules: RuleSheet, file: str = SHIPPED) -> None:
        super().__init__(rules)
        self._key = (rules.setting.board.id, rules.setting.variant.id, int(rules.seats))
        self._judge = Judge(weights_for(file, self._key[0]))
        self._whole: Playouts | None = None  # made when it is first wanted
        of, _ = self._judge.prepare(*self._key)
        named = f"confidence of {self.version_for(self._key[0], file)}"
        self.confidence = rules.setting.once(named, lambda: confidence_of(rules, self._judge))
        self._encoder = Encoder(self.run)
        self._buffer: vec[i16] = vec[i16]([i16(0)] * (_ROWS * of.size))
        self._rows = view_of(self._buffer).reshape(_ROWS, of.size)  # the same memory
        self._masks = np.zeros((_ROWS, of.actions), bool)  # what is legal does not matter: only shares are asked for
        self._waiting: list[Shares] = []  # one for each row that is written and not looked at yet

    @classmethod
    def version_for(cls, board: str, file: str = SHIPPED) -> int:
        """A number for the weights in the file, or for the board's champion: other weights mean other values."""
        path = file_for(file, board)
        try:
            return crc32(path.read_bytes(), super().version_for(board))
        except OSError as error:
            raise BadSetup(f"the weights {path} cannot be read: {error.strerror}") from error

    def try_out(self, seen: Observation, chance: Rng, actions: Sequence[int], worlds: int) -> list[list[Shares]]:
        found = []
        for _ in range(worlds):
            self.imagine(seen, chance)
            found.append([self._begin_look(action) for action in actions])
        self._look()
        return found

    def played_well(self, seen: Observation, actions: Sequence[int], games: int, seed: int) -> list[list[float]]:
        """In games that the network itself finishes for the seat, and not its apprentice: they are few."""
        if self._whole is None:
            experience = experience_of(self.world, PRACTICE_GAMES)
            self._whole = Playouts(self.world.blank(), experience, self._judge, self._judge, _share)
        chance = Rng(seed)
        self._whole.worlds.look(seen, chance)
        found: list[list[float]] = [[] for _ in actions]
        at_once = SLOTS // len(actions)
        for first in range(0, games, at_once):
            some = self._whole.try_out(actions, range(first, min(first + at_once, games)), seen, chance)
            for shares, more in zip(found, some, strict=True):
                shares.extend(more)
        return found

    def play_on(self) -> Shares:
        shares = self._write()
        self._look()
        return shares

    def _begin_look(self, action: int) -> Shares:
        """Shares that are filled in when the network looks, unless the game is over by then."""
        self.carry_out(action)
        return self._write()

    def _write(self) -> Shares:
        self._play_to_own_turn()
        if self.run.over:
            return final_shares(self.run)
        if len(self._waiting) == _ROWS:
            self._look()
        self._encoder.write(self._buffer, len(self._waiting) * self._encoder.size, self.seat)
        self._waiting.append([])
        return self._waiting[-1]

    def _play_to_own_turn(self) -> None:
        """Let planners play on until the seat is to begin a turn, or the game is over."""
        run = self.run
        while not run.over and not (run.open.kind() == TURN and run.open.seat() == self.seat):
            self.play_decision()

    def _look(self) -> None:
        """Let the network look at all rows that are written."""
        count = len(self._waiting)
        if not count:
            return
        said, _ = self._judge.predict(*self._key, self._rows[:count], self._masks[:count])
        wins = with_confidence(said, self.confidence)
        seats = self._key[2]
        turned = [(seat - self.seat) % seats for seat in range(seats)]  # the network counts from the seat that looks
        for shares, row in zip(self._waiting, wins[:, turned].tolist(), strict=True):
            shares.extend(row)
        self._waiting.clear()


def _share(game: RuleSheet, seat: int) -> float:
    return final_shares(game)[seat]


def with_confidence(wins: Floats, factor: float) -> Floats:
    """Win shares, row by row, with a factor for their logarithms: below 1 they are nearer to each other."""
    powers = np.maximum(wins, _LEAST) ** factor
    shares: Floats = powers / powers.sum(-1, keepdims=True)
    return shares


def confidence_of(rules: RuleSheet, judge: Judge) -> float:
    """The factor for a network, from practice games of a rule sheet's setting."""
    practice = Practice(rules.blank())

    def look() -> Floats:
        return judge.look(practice.rules.observe(int(practice.rules.open.seat()))).wins

    seen = list(practice.games(FIRST_TRIAL, trial_games(rules), look))
    return fitted(np.stack([wins for wins, _ in seen]), np.array([result for _, result in seen]))


def fitted(wins: Floats, results: Floats) -> float:
    """The factor under which some results were most likely, by what was said of them."""
    return max(map(float, _FACTORS), key=lambda factor: float((results * np.log(with_confidence(wins, factor))).sum()))
