"""`VectorEnv`: many games stepped at once, for training.

>>> from branchline.envs import VectorEnv
>>> env = VectorEnv("usa", games=4, seed=7)
>>> now = env.reset()
>>> now.observations.shape, now.masks.shape
((4, 513), (4, 1078))
>>> now = env.step(now.masks.argmax(axis=1))
>>> now.dones.any()
np.False_

With `processes` other processes play the games. `groups` of them can be stepped in turn, so that some play while you
think about the others:

>>> env = VectorEnv("usa", games=4, seed=7, groups=2)
>>> now = env.reset()
>>> for group in (0, 1):
...     env.send(group, env.parts[group].masks.argmax(axis=1))
>>> for group in (0, 1, 0, 1):
...     seen = env.receive(group)
...     env.send(group, seen.masks.argmax(axis=1))

A game that ends is begun again at once, from a seed of its own. Game number g is the same whatever the number of games
or processes: same seed and same actions, same trajectory.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from branchline.encodings.arrays import check_actions
from branchline.encodings.encoding import Encoding, encoding
from branchline.engine.rng import Rng
from branchline.envs.buffers import BatchSetup, Buffers
from branchline.envs.local import LocalGames, LocalGroups
from branchline.envs.opponents import opponent_specs
from branchline.envs.processes import ProcessGames
from branchline.envs.rewards import Outcome, RewardHook, reward_hook, sparse_reward
from branchline.model.errors import BadSetup, BranchlineError

MASKS = ("bytes", "bits")
MOST_GROUPS = 256  # a message names a group with one byte


class NotReset(BranchlineError):
    """An environment was stepped before it was reset, or after it was closed."""


class OutOfTurn(BranchlineError):
    """A group of games was asked for a step during another, or for the result of a step that it never took."""


class VectorEnv:
    """Games of one board, variant and number of seats, side by side.

    Without opponents every seat is the learner's (self-play): each step takes an action for the seat that decides in
    each game. With opponents, bots by their specs, the learner has one seat in each game and the bots play the others;
    with `opponents_every=4` that is so in every fourth game, and the others are self-play.

    `reset` and `step` return the same `Buffers` object every time; its arrays are written over by the next step.
    """

    def __init__(
        self,
        board: str,
        *,
        variant: str = "classic",
        seats: int = 2,
        games: int = 64,
        seed: int = 0,
        opponents: str | Sequence[str] | None = None,
        learner: int | None = None,
        rewards: str | RewardHook = "win",
        masks: str = "bytes",
        processes: int = 1,
        groups: int = 1,
        opponents_every: int = 1,
        buffers: Buffers | None = None,
    ) -> None:
        """The fields of `Buffers` describe what comes back.

        `opponents` is a spec for all other seats, or one for each of them. `learner` is the learner's seat among them;
        None changes it from game to game. `rewards` is "win", "margin", "gain" or a function (branchline.envs.rewards).
        `masks` are "bytes" or "bits". `buffers` are arrays of your own to write into. `groups` is for `send` and
        `receive`.
        """
        _check_numbers(games, groups, processes)
        if masks not in MASKS:
            raise BadSetup(f"masks are 'bytes' or 'bits', not '{masks}'")
        if processes > 1 and buffers is not None:
            raise BadSetup("several processes share arrays of their own; leave out `buffers`")
        self.encoding: Encoding = encoding(board, variant, seats)
        self._hook = reward_hook(rewards)
        self._sparse = sparse_reward(self._hook)
        bots = opponent_specs(opponents, seats, learner)
        if opponents_every < 1 or (opponents_every > 1 and not bots):
            raise BadSetup(f"`opponents_every` is 1 or more, and says how many games have opponents: {opponents_every}")
        self.setup = BatchSetup(
            board,
            variant,
            seats,
            games,
            masks == "bits",
            bots,
            learner,
            self._sparse is None,
            groups,
            opponents_every,
        )
        self.seed = seed
        self._games: LocalGroups | ProcessGames
        if processes == 1:
            self._games = LocalGroups(self.setup, None if buffers is None else buffers.checked(self.setup))
        else:
            self._games = ProcessGames(self.setup, processes)
        # Where one group in this process is all there is, it is stepped directly: a step of all games takes little
        # longer than a few calls of Python.
        self._alone: LocalGames | None = self._games.alone if isinstance(self._games, LocalGroups) else None
        self.now: Buffers = self._games.buffers
        self._spans = self.setup.groups()
        self.parts: tuple[Buffers, ...] = tuple(self.now.part(start, stop) for start, stop in self._spans)
        self._rng = Rng(seed)
        self._ready = False
        self._sent = [False] * groups  # which groups are at a step

    @property
    def games(self) -> int:
        """How many games there are."""
        return self.setup.games

    def reset(self, seed: int | None = None) -> Buffers:
        """Begin all games again; with a seed, from that one instead of the seed given before."""
        self.seed = self.seed if seed is None else seed
        self._rng = Rng(self.seed)
        self._games.reset(self.seed)
        self._ready = True
        self._sent = [False] * len(self._sent)
        self.now.dones[:] = False
        self.now.rewards[:] = 0
        return self.now

    def step(self, actions: NDArray[np.integer] | Sequence[int]) -> Buffers:
        """Take one action in each game. If one of them is illegal, it raises an error and changes nothing."""
        numbers = check_actions(actions, self.setup.games)
        alone = self._alone
        if alone is not None and self._ready and not self._sent[0]:
            alone.check(numbers)
            self._reward(self.now, alone.step())
            return self.now
        for group, (start, stop) in enumerate(self._spans):
            self._check(group, numbers[start:stop])
        for group in range(len(self.parts)):
            self._start(group)
        for group in range(len(self.parts)):
            self.receive(group)
        return self.now

    def send(self, group: int, actions: NDArray[np.integer] | Sequence[int]) -> None:
        """Take one action in each game of a group, and do not wait for the result if other processes play it."""
        if not 0 <= group < len(self.parts):
            raise OutOfTurn(f"there is no group {group}; they go from 0 to {len(self.parts) - 1}")
        self._check(group, check_actions(actions, len(self.parts[group].seats)))
        self._start(group)

    def receive(self, group: int) -> Buffers:
        """What the games of a group look like after the step that was sent: a part of the arrays of all games."""
        if not 0 <= group < len(self.parts) or not self._sent[group]:
            raise OutOfTurn(f"send actions to group {group} before you receive what comes of them")
        self._sent[group] = False
        ended = self._games.finish(group)
        part = self.parts[group]
        self._reward(part, ended)
        return part

    def _check(self, group: int, actions: NDArray[np.integer]) -> None:
        if not self._ready:
            raise NotReset("reset the environment before you step it")
        if self._sent[group]:
            raise OutOfTurn(f"receive what came of the last step of group {group} before you send it another")
        self._games.check(group, actions)

    def _start(self, group: int) -> None:
        self._games.start(group)
        self._sent[group] = True

    def _reward(self, part: Buffers, ended: list[int]) -> None:
        """Work out the rewards of the last step. Sparse ones are for games that ended in it; all others get none."""
        if self._sparse is not None:
            part.rewards.fill(0)
            for g in ended:
                brought = self._sparse(part.totals[g], part.places[g])
                part.rewards[g] = brought[part.learners[g]] if self.setup.one_learner else brought
            return
        rewards = self._hook(Outcome(part.dones, part.totals, part.places, part.gains, part.actors))
        if self.setup.one_learner:
            rewards = rewards[np.arange(len(rewards)), part.learners]
        part.rewards[:] = rewards

    def keep_finals(self) -> None:
        """Keep the last observations of games that end in a step, in `finals`. In this process and one group only."""
        if self._alone is None:
            raise BadSetup("last observations are kept in one process and one group only")
        self._alone.finals = {}

    @property
    def finals(self) -> dict[int, NDArray[np.int16]]:
        """What the learner saw last of the games that ended in this step, if it is kept."""
        return {} if self._alone is None else self._alone.finals or {}

    def sample(self) -> NDArray[np.int64]:
        """A random legal action for each game, from a stream that `reset` begins again."""
        if not self._ready:
            raise NotReset("reset the environment before you take actions")
        return sample(self._rng, self.now.masks, self.setup.packed, self.encoding.actions)

    def close(self) -> None:
        """End the processes and free the shared memory. A closed environment cannot be used again."""
        self._ready = False
        self._games.close()

    def __enter__(self) -> VectorEnv:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def unpacked(masks: NDArray[np.uint8], actions: int) -> NDArray[np.uint8]:
    """Masks of bits as masks of bytes."""
    return np.unpackbits(masks, axis=-1, count=actions, bitorder="little")


def sample(rng: Rng, masks: NDArray[np.uint8], packed: bool, actions: int) -> NDArray[np.int64]:
    """A random action that each mask allows."""
    whole = (unpacked(masks, actions) if packed else masks).view(np.bool_)
    legal = np.flatnonzero(whole)  # of all games in a row, counted on from one to the next
    counts = np.count_nonzero(whole, axis=1)
    chosen = [int(rng.below(count)) for count in counts.tolist()]
    firsts = np.cumsum(counts) - counts
    found: NDArray[np.int64] = legal[firsts + chosen] - actions * np.arange(len(whole))
    return found


def _check_numbers(games: int, groups: int, processes: int) -> None:
    if games < 1:
        raise BadSetup(f"there must be at least one game, not {games}")
    if not 1 <= groups <= min(games, MOST_GROUPS):
        raise BadSetup(f"{games} games make 1 to {min(games, MOST_GROUPS)} groups, not {groups}")
    most = games // groups
    if not 1 <= processes <= most:
        raise BadSetup(f"{most} games can be spread over 1 to {most} processes, not {processes}")
