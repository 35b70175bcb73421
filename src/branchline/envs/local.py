"""Games of a `VectorEnv` in this process: the compiled batch, and the bots in the other seats."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from branchline.boards import registry
from branchline.bots.base import Bot
from branchline.bots.match import let_decide
from branchline.bots.planner_bot import PlannerBot
from branchline.bots.random_bot import RandomBot
from branchline.encodings.arrays import Array, arrays_of
from branchline.encodings.core.batch import Batch, game_seed
from branchline.encodings.encoding import encoding
from branchline.envs.buffers import BatchSetup, Buffers
from branchline.envs.opponents import seat_bots
from branchline.game import Game

EIGHT_BYTES: Final[np.dtype[Any]] = np.dtype("<i8")  # as the batch reads actions


class LocalGames:
    """Some of the games of a setup: `count` of them, from `first` on.

    What they look like is written into buffers that are given, or else into some that share the memory of the batch.
    """

    def __init__(self, setup: BatchSetup, first: int, count: int, buffers: Buffers | None = None) -> None:
        self.setup = setup
        self.first = first
        self.count = count
        games = [registry.new_rule_sheet(setup.board, setup.variant, setup.seats) for _ in range(count)]
        for game in games:
            game.commons.journal.on = False
        self.batch = batch = Batch(games, 0, first, setup.packed)
        written = arrays_of(batch)
        self.buffers = Buffers.allocate(setup, **written) if buffers is None else buffers
        # Where copies of arrays go, if any do: after every step, and after those in which a game ended.
        self._always: list[tuple[Array, Array]] = []
        self._at_ends: list[tuple[Array, Array]] = []
        if buffers is not None:
            for name, array in written.items():
                copies = self._at_ends if name in ("totals", "places", "lengths") else self._always
                copies.append((getattr(buffers, name), array))
        self.ended: list[int] = []  # games that ended in the last step
        self.finals: dict[int, Array] | None = None  # their last observations, if somebody wants them
        self._with_bots = [g for g in range(self.count) if setup.has_opponents(first + g)]
        self._learners = [-1] * self.count
        self._bots: list[dict[int, Bot]] = [{} for _ in range(self.count)]
        self._faces: list[Game | None] = [None] * count  # where bots play

    def reset(self, seed: int) -> None:
        """Begin all games again."""
        self.batch.reset(seed)
        if self.setup.opponents:
            for g in range(self.count):
                self._seat_bots(g)
        self.batch.write()
        self._show()

    def check(self, actions: NDArray[np.integer]) -> None:
        """Raise IllegalAction, with nothing changed, if any game does not allow its action."""
        if actions.dtype is not EIGHT_BYTES:  # which is much quicker than to compare them
            actions = actions.astype(EIGHT_BYTES)
        self.batch.choose(actions.tobytes())
        self.batch.check()

    def step(self) -> list[int]:
        """Take the action that was checked in each game; returns those that ended, which begin again."""
        if self.setup.opponents or self.finals is not None:
            self.ended = self._step_with_pauses()
        else:
            self.ended = self.batch.step(self.setup.with_gains)
        self._show()
        if self.ended:
            for shown, array in self._at_ends:
                shown[...] = array
        return self.ended

    def _step_with_pauses(self) -> list[int]:
        """Take all actions, let bots answer, and keep last observations; returns the games that ended."""
        batch = self.batch
        batch.play_all()
        self.buffers.learners[:] = self._learners
        for g in self._with_bots:
            self._let_bots_play(g)
        ended = batch.ended()
        if self.setup.with_gains:
            batch.count_gains()
        if self.finals is not None:
            self.finals = {g: self._last_seen(g) for g in ended}
        for g in ended:
            batch.restart(g)
            self._seat_bots(g)
        batch.write()
        return ended

    def _last_seen(self, g: int) -> Array:
        """What the learner sees of a game that is over; in self-play, the seat that acted last."""
        seat = self._learners[g] if self._learners[g] >= 0 else int(self.buffers.actors[g])
        setup = self.setup
        return encoding(setup.board, setup.variant, setup.seats).encode(Game(self.batch.games[g], None), seat)

    def _seat_bots(self, g: int) -> None:
        """Choose the learner's seat of a new game, put new bots into the others, and let them begin."""
        setup, batch = self.setup, self.batch
        if not setup.has_opponents(self.first + g):
            return
        place, episode = self.first + g, int(batch.episodes[g])
        learner = (place + episode) % setup.seats if setup.learner is None else setup.learner
        seed = game_seed(batch.seed, place, episode)
        of = encoding(setup.board, setup.variant, setup.seats)
        self._bots[g] = seat_bots(of, setup.opponents, learner, seed)
        self._learners[g] = learner
        self._faces[g] = Game(batch.games[g], None)  # a new one, as a game keeps its decisions
        self._let_bots_play(g)

    def _let_bots_play(self, g: int) -> None:
        """Let bots decide until it is the learner's move or the game is over."""
        batch = self.batch
        while (seat := batch.to_move(g)) >= 0 and seat != self._learners[g]:
            bot = self._bots[g][seat]
            if isinstance(bot, PlannerBot) and type(bot).decide is PlannerBot.decide:  # nobody's own way to decide
                batch.games[g].act(seat, bot.decide_at(batch.games[g], seat))
            elif type(bot) is RandomBot:
                batch.games[g].act_at_random(bot.rng)
            else:
                face = self._faces[g]
                assert face is not None  # made when the bots were seated
                let_decide(face, seat, bot)

    def _show(self) -> None:
        """Bring the buffers up to date with the batch: one copy for each array that does not share its memory."""
        for shown, array in self._always:
            shown[...] = array  # a third of the time of `copyto`


class LocalGroups:
    """All games of a setup in this process, group by group."""

    def __init__(self, setup: BatchSetup, buffers: Buffers | None) -> None:
        spans = setup.groups()
        if buffers is None and len(spans) > 1:
            buffers = Buffers.allocate(setup)  # the memory of several batches does not lie in a row
        parts = [None if buffers is None else buffers.part(start, stop) for start, stop in spans]
        self._groups = [
            LocalGames(setup, start, stop - start, part) for (start, stop), part in zip(spans, parts, strict=True)
        ]
        self.buffers = self._groups[0].buffers if buffers is None else buffers
        self.alone = self._groups[0] if len(spans) == 1 else None  # the only group, if there is just one

    @property
    def batch(self) -> Batch:
        """The games of the first group."""
        return self._groups[0].batch

    def reset(self, seed: int) -> None:
        """Begin all games again."""
        for group in self._groups:
            group.reset(seed)

    def check(self, group: int, actions: NDArray[np.integer]) -> None:
        """Choose an action for each game of a group; raise IllegalAction if one of them is not legal."""
        self._groups[group].check(actions)

    def start(self, group: int) -> None:
        """Take the actions that were checked."""
        self._groups[group].step()

    def finish(self, group: int) -> list[int]:
        """The games of a group that ended; its actions were taken when that was started."""
        return self._groups[group].ended

    def close(self) -> None:
        """There is nothing to give back."""
