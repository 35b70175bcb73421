"""One game at a time, with encodings, masks and rewards: what the adapters for other libraries share."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from branchline.boards import registry
from branchline.bots.base import Bot
from branchline.bots.match import let_decide
from branchline.encodings.arrays import Array, arrays_of
from branchline.encodings.core.batch import Batch
from branchline.encodings.encoding import encoding
from branchline.envs.rewards import Outcome, RewardHook, Rewards, reward_hook, sparse_reward
from branchline.envs.views import RENDER_MODES, picture, text_of
from branchline.game import Game
from branchline.model.actions import Action
from branchline.model.errors import BadSetup
from branchline.notation.record import Record


class Table:
    """A place where games of one board, variant and number of seats are played, one after the other."""

    def __init__(
        self, board: str, variant: str, seats: int, rewards: str | RewardHook, render_mode: str | None = None
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadSetup(f"the render mode is one of {', '.join(RENDER_MODES)}, not '{render_mode}'")
        self.encoding = encoding(board, variant, seats)
        self.seats = seats
        self._hook = reward_hook(rewards)
        self._is_sparse = sparse_reward(self._hook) is not None
        self._rules = registry.new_rule_sheet(board, variant, seats)
        self._rules.commons.journal.on = False
        self._batch = Batch([self._rules], 0, 0, False)
        self._shown = arrays_of(self._batch)  # what the seat to move sees, once it is written
        self._is_written = False
        self._nothing: Rewards = np.zeros(seats, np.float32)
        self.game: Game = self.start(0)

    def start(self, seed: int) -> Game:
        """Begin a new game."""
        board = self.encoding.board
        self._batch.reset(seed)  # forgets the standings of the last game
        self._rules.start(seed, -1)
        self._is_written = False
        header = Record(board.id, self.encoding.variant.id, self.seats, seed, board.rules_version, None)
        self.game = Game(self._rules, header)
        return self.game

    def act(self, action: int | Action) -> Rewards:
        """Carry out an action of the seat to move; returns what it brought every seat. An illegal one raises."""
        seat = self.game.to_move
        self.game.apply(action)
        assert seat is not None, "apply() raises if nobody is to move"
        return self._rewards(seat)

    def let_decide(self, bot: Bot) -> Rewards:
        """Let a bot decide for the seat to move; returns what that brought every seat."""
        seat = self.game.to_move
        assert seat is not None, "a bot is asked only while the game runs"
        let_decide(self.game, seat, bot)
        return self._rewards(seat)

    def _rewards(self, actor: int) -> Rewards:
        self._is_written = False
        if self._is_sparse and not self.game.is_over:
            return self._nothing.copy()
        batch = self._batch
        batch.count_gains()
        done = bool(batch.ended())
        shape = (1, self.seats)
        outcome = Outcome(
            dones=np.array([done]),
            totals=np.array(list(batch.totals), np.int32).reshape(shape),
            places=np.array(list(batch.places), np.int8).reshape(shape),
            gains=np.array(list(batch.gains), np.int32).reshape(shape),
            actors=np.array([actor], np.int8),
        )
        brought: Rewards = self._hook(outcome)[0]
        return brought

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game.is_over

    def observation(self, seat: int) -> Array:
        """What a seat may know, as a new array."""
        if self.game.to_move != seat:
            return self.encoding.encode(self.game, seat)
        self._write()
        seen: Array = self._shown["observations"][0].copy()
        return seen

    def mask(self, seat: int) -> NDArray[np.int8]:
        """The legal actions of a seat if it is to move; else none."""
        if self.game.to_move != seat:
            return self.encoding.mask([])
        self._write()
        mask: NDArray[np.int8] = self._shown["masks"][0].view(np.int8).copy()
        return mask

    def _write(self) -> None:
        """Let the batch write what the seat to move sees: quicker than from the beginning, as little has changed."""
        if not self._is_written:
            self._batch.write()
            self._is_written = True

    def render(self, mode: str | None, seat: int | None) -> str | NDArray[np.uint8] | None:
        """Show what a seat sees, in one of the ways that Gymnasium and PettingZoo know."""
        seen = self.game.observe(seat)
        if mode == "rgb_array":
            return picture(seen)
        if mode == "ansi":
            return text_of(seen)
        if mode == "human":
            print(text_of(seen))
        return None
