"""Games of one setting that are played on side by side, some seats by a network and the others by planners.

To look at sixty positions at once takes a network a fraction of sixty looks. This is the one place where networks play
in imagined games: searches, evaluators and who follows a game all let them play on here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from branchline.champions.judge import Judge
from branchline.encodings.arrays import masks_of, view_of
from branchline.encodings.core.batch import Batch
from branchline.engine.rule_sheet import RuleSheet
from branchline.planner.mind import Mind
from branchline.planner.style import Style

SLOTS: Final = 64  # games

Playing = tuple[bool, ...]  # by seat: whether a network plays it, and not a planner


class SideBySide:
    """Slots with a game each, and a planner for the seats that no network plays there."""

    def __init__(self, rules: RuleSheet) -> None:
        self.key = (rules.setting.board.id, rules.setting.variant.id, int(rules.seats))
        self.games = [rules.blank() for _ in range(SLOTS)]
        for game in self.games:
            game.commons.journal.on = False
        self._batch = Batch(self.games, 0, 0, False)
        self._batch.reset(0)
        self.planners = [Mind(game, Style()) for game in self.games]
        self._idle = rules.blank()  # something to look at where no game is played
        self._idle.copy_from(self.games[0])
        self._rows = view_of(self._batch.rows).reshape(SLOTS * self.key[2], -1)
        self._current_rows = view_of(self._batch.current_rows)
        self._masks = masks_of(self._batch).view(bool)

    def put(self, slot: int, world: RuleSheet) -> None:
        """Begin a game as it stands."""
        self.games[slot].copy_from(world)
        self._batch.forget(slot)

    def clear(self, slot: int) -> None:
        """A game is over, and nobody looks at it any more."""
        self.put(slot, self._idle)

    def let_planners_play(self, slot: int, playing: Playing) -> bool:
        """Until a network is to decide; False if the game is over before."""
        game, planner = self.games[slot], self.planners[slot]
        while not game.over and not playing[seat := int(game.open.seat())]:
            game.act(seat, planner.decide(seat))
        return not game.over

    def look(self) -> None:
        """Write down what those see who are to decide."""
        self._batch.write()

    def seen(self, slots: Sequence[int]) -> tuple[NDArray[np.int16], NDArray[np.bool_]]:
        """What those who are to decide in some of the games see, and may do; `look` comes first."""
        some = list(slots)
        return self._rows[self._current_rows[some]], self._masks[some]

    def favorites(self, judge: Judge, slots: Sequence[int]) -> list[int]:
        """What a network likes best in some of the games; `look` comes first."""
        return [int(action) for action in judge.likings(*self.key, *self.seen(slots)).argmax(-1)] if slots else []

    def act(self, judge: Judge, slots: Sequence[int]) -> None:
        """Let a network do in some of the games what it likes best; `look` comes first."""
        for slot, action in zip(slots, self.favorites(judge, slots), strict=True):
            game = self.games[slot]
            game.act(game.open.seat(), action)
