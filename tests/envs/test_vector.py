"""`VectorEnv`: what it shows is true, trajectories repeat, and bad use is explained."""

from __future__ import annotations

import gc
from dataclasses import dataclass, fields

import numpy as np
import pytest

import branchline as bl
from branchline.bots.planner_bot import PlannerBot
from branchline.encodings.arrays import Array
from branchline.encodings.core.batch import game_seed
from branchline.engine.rng import Rng
from branchline.envs import BadArray, Buffers, NotReset, Outcome, OutOfTurn, VectorEnv, encoding, unpacked
from branchline.envs.rewards import margin
from tests.envs.every import VARIANTS


def trajectory(env: VectorEnv, steps: int, seed: int = 3) -> list[Array]:
    """All that an environment shows in that many random steps; each game draws from a stream of its own."""
    streams = [Rng(seed + g) for g in range(env.games)]
    now = env.reset()
    shown = []
    for _ in range(steps):
        whole = unpacked(now.masks, env.encoding.actions) if env.setup.packed else now.masks
        legal = [np.flatnonzero(mask) for mask in whole]
        now = env.step([int(of[int(rng.below(len(of)))]) for of, rng in zip(legal, streams, strict=True)])
        columns = (now.observations, now.seats, now.rewards.reshape(env.games, -1), now.dones, now.totals, now.places)
        shown.append(np.column_stack([column.astype(np.float32) for column in columns]))
    return shown


@pytest.mark.parametrize(("board", "variant"), VARIANTS)
def test_it_shows_the_games_that_are_played(board: str, variant: str) -> None:
    """Games of your own, played beside it with the same actions, look the same and end the same."""
    for seats in {2, bl.board(board).seats[1]}:
        of = encoding(board, variant, seats)
        env = VectorEnv(board, variant=variant, seats=seats, games=2, seed=4)
        now = env.reset()
        game = bl.new_game(board, variant=variant, seats=seats, seed=game_seed(4, 1, 0), events=False)
        ends = 0
        while ends < 2:
            assert now.seats[1] == game.to_move
            assert np.flatnonzero(now.masks[1]).tolist() == game.legal_actions()
            if ends == 0:
                assert (now.observations[1] == of.encode(game)).all()
            actions = env.sample()
            game.apply(int(actions[1]))
            now = env.step(actions)
            assert now.dones[1] == game.is_over
            if game.is_over:
                scores = game.scores()
                assert now.totals[1].tolist() == [sheet.total for sheet in scores]
                assert now.places[1].tolist() == [sheet.place for sheet in scores]
                ends += 1
                seed = game_seed(4, 1, ends)
                game = bl.new_game(board, variant=variant, seats=seats, seed=seed, events=False)


def test_bits_are_bytes_packed() -> None:
    packed = VectorEnv("usa", games=3, seed=1, masks="bits")
    plain = VectorEnv("usa", games=3, seed=1)
    one, other = packed.reset(), plain.reset()
    for _ in range(150):
        assert (unpacked(one.masks, packed.encoding.actions) == other.masks).all()
        actions = plain.sample()
        assert (packed.sample() == actions).all()
        one, other = packed.step(actions), plain.step(actions)


def test_same_seed_same_trajectory_in_one_process_or_several() -> None:
    first = trajectory(VectorEnv("san_francisco", games=3, seed=9), 120)
    again = trajectory(VectorEnv("san_francisco", games=3, seed=9), 120)
    with VectorEnv("san_francisco", games=3, seed=9, processes=2) as env:
        several = trajectory(env, 120)
    fewer = trajectory(VectorEnv("san_francisco", games=2, seed=9), 120)
    other = trajectory(VectorEnv("san_francisco", games=3, seed=10), 120)
    assert any(step[:, -5:].any() for step in first)
    assert all((a == b).all() for a, b in zip(first, again, strict=True))
    assert all((a == b).all() for a, b in zip(first, several, strict=True))
    assert all((a[:2] == b).all() for a, b in zip(first, fewer, strict=True))
    assert not all((a == b).all() for a, b in zip(first, other, strict=True))


@pytest.mark.parametrize("processes", [1, 2])
def test_groups_are_stepped_by_themselves_and_play_the_same_games(processes: int) -> None:
    whole = VectorEnv("san_francisco", games=5, seed=9, rewards="gain")
    with VectorEnv("san_francisco", games=5, seed=9, rewards="gain", processes=processes, groups=2) as env:
        env.reset()
        now = whole.reset()
        assert [len(part.seats) for part in env.parts] == [2, 3]
        for step in range(150):
            actions = whole.sample()
            env.send(0, actions[:2])
            env.send(1, actions[2:])
            now = whole.step(actions)
            for group in (0, 1) if step % 2 else (1, 0):
                seen, part = env.receive(group), whole.now.part(*env.setup.groups()[group])
                assert seen is env.parts[group]
                for name in ("observations", "masks", "seats", "rewards", "dones", "totals", "places"):
                    assert (getattr(seen, name) == getattr(part, name)).all()
        assert (env.step(whole.sample()).observations != now.observations).any()


def test_groups_take_turns() -> None:
    with VectorEnv("san_francisco", games=4, seed=1, processes=2, groups=2) as env:
        with pytest.raises(NotReset):
            env.send(0, [0, 0])
        env.reset()
        first, second = env.sample()[:2], env.sample()[2:]
        with pytest.raises(OutOfTurn, match="send actions to group 1 before"):
            env.receive(1)
        with pytest.raises(OutOfTurn, match="no group 2; they go from 0 to 1"):
            env.send(2, first)
        with pytest.raises(BadArray, match="each of the 2 games"):
            env.send(0, env.sample())
        with pytest.raises(bl.IllegalAction, match="game 3: action 0 is not legal"):
            env.send(1, [int(second[0]), 0])
        env.send(1, second)
        with pytest.raises(OutOfTurn, match="receive what came of the last step of group 1"):
            env.send(1, second)
        with pytest.raises(OutOfTurn, match="receive what came of the last step of group 1"):
            env.step(env.sample())
        env.send(0, first)
        env.receive(1)
        env.reset()  # whatever was under way
        with pytest.raises(OutOfTurn, match="send actions to group 0 before"):
            env.receive(0)


def test_reset_begins_anew() -> None:
    env = VectorEnv("usa", games=2, seed=1)
    start = env.reset().observations.copy()
    for _ in range(5):
        env.step(env.sample())
    assert (env.reset().observations == start).all()
    assert (env.reset(2).observations != start).any()


@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_against_bots_only_the_learner_is_asked(opponent: str) -> None:
    env = VectorEnv("san_francisco", seats=3, games=3, seed=2, opponents=opponent, rewards="margin")
    now = env.reset()
    learners = [0, 1, 2]
    ended = 0
    while ended < 4:
        assert now.seats.tolist() == learners
        now = env.step(env.sample())
        assert now.rewards.shape == (3,)
        for g in np.flatnonzero(now.dones):
            lead = now.totals[g][learners[g]] - max(np.delete(now.totals[g], learners[g]))
            assert now.rewards[g] == np.float32(lead / 100)
            learners[g] = (learners[g] + 1) % 3
            ended += 1
        assert not now.rewards[~now.dones].any()


class Unlike(PlannerBot):
    """Decides in a way of its own."""

    asked = 0

    def decide(self, observation: bl.Observation) -> int:
        Unlike.asked += 1
        return observation.legal[0]


def test_a_planner_with_a_way_of_its_own_is_asked() -> None:
    """Other planners are not shown the game: they decide at the game itself, which is quicker."""
    env = VectorEnv("san_francisco", games=1, seed=2, opponents=f"{__name__}:{Unlike.__name__}", learner=0)
    env.reset()
    for _ in range(6):
        env.step(env.sample())
    assert Unlike.asked > 3


def test_bots_in_some_games_and_self_play_in_the_others() -> None:
    env = VectorEnv("san_francisco", seats=3, games=6, seed=2, opponents="planner", opponents_every=3, groups=2)
    now = env.reset()
    asked: list[set[int]] = [set() for _ in range(6)]  # the seats that decided in the games of these places
    for _ in range(60):
        for g in np.flatnonzero(~now.dones):
            asked[g].add(int(now.seats[g]))
        now = env.step(env.sample())
        assert now.rewards.shape == (6, 3)
        assert now.learners.tolist() == [now.learners[0], -1, -1, now.learners[3], -1, -1]
        for g in np.flatnonzero(now.dones):
            assert len(asked[g]) == (1 if g % 3 == 0 else 3)
            asked[g].clear()
    with pytest.raises(bl.BadSetup, match="`opponents_every` is 1 or more"):
        VectorEnv("usa", opponents="planner", opponents_every=0)
    with pytest.raises(bl.BadSetup, match="`opponents_every` is 1 or more"):
        VectorEnv("usa", opponents_every=2)


def test_against_bots_repeats_in_several_processes() -> None:
    def make(processes: int) -> VectorEnv:
        return VectorEnv("san_francisco", games=2, seed=2, opponents=["greedy"], learner=1, processes=processes)

    one = trajectory(make(1), 40)
    with make(2) as env:
        several = trajectory(env, 40)
    assert all((a == b).all() for a, b in zip(one, several, strict=True))


def test_sparse_rewards_come_at_the_end_and_sum_to_zero() -> None:
    env = VectorEnv("san_francisco", seats=3, games=8, seed=5)
    env.reset()
    seen = 0
    while seen < 12:
        now = env.step(env.sample())
        assert not now.rewards[~now.dones].any()
        assert np.allclose(now.rewards.sum(axis=1), 0, atol=1e-6)
        for g in np.flatnonzero(now.dones):
            winners = now.places[g] == 1
            assert (now.rewards[g][winners] > now.rewards[g][~winners].max(initial=-1)).all()
            if winners.sum() == 1:
                assert now.rewards[g].tolist() == [1.0 if won else -0.5 for won in winners]
            seen += 1


@pytest.mark.parametrize(("board", "variant"), VARIANTS)
def test_shaped_rewards_sum_up_to_the_final_lead(board: str, variant: str) -> None:
    env = VectorEnv(board, variant=variant, games=2, seed=6, rewards="gain")
    env.reset()
    sums = np.zeros((2, 2))
    ended = 0
    while ended < 2:
        now = env.step(env.sample())
        sums += now.rewards
        for g in np.flatnonzero(now.dones):
            lead = (now.totals[g][0] - now.totals[g][1]) / 100
            assert sums[g] == pytest.approx([lead, -lead], abs=1e-4)
            sums[g] = 0
            ended += 1


def test_rewards_can_be_a_function() -> None:
    def one_for_moving(outcome: Outcome) -> Array:
        return np.eye(outcome.places.shape[1], dtype=np.float32)[outcome.actors]

    env = VectorEnv("usa", games=3, rewards=one_for_moving)
    before = env.reset().seats.copy()
    now = env.step(env.sample())
    assert now.rewards.argmax(axis=1).tolist() == before.tolist()


def test_rewards_can_be_an_object_that_is_like_no_other() -> None:
    """One without a hash, as data classes are."""

    @dataclass
    class Bonus:
        points: float

        def __call__(self, outcome: Outcome) -> Array:
            return np.full(outcome.places.shape, self.points, np.float32)

    env = VectorEnv("usa", games=2, rewards=Bonus(2.5))
    env.reset()
    assert (env.step(env.sample()).rewards == 2.5).all()


def test_margins_are_the_lead_over_the_best_of_the_others() -> None:
    totals = np.array([[30, 10, 20], [30, 30, 5], [1, 2, 3]], np.int32)
    dones = np.array([True, True, False])
    nothing = np.zeros((3, 3), np.int32)
    outcome = Outcome(dones, totals, nothing.astype(np.int8), nothing, np.zeros(3, np.int8))
    assert margin(outcome) * 100 == pytest.approx(np.array([[10, -20, -10], [0, 0, -25], [0, 0, 0]]))


def test_it_tells_who_acted_and_how_long_a_game_was() -> None:
    env = VectorEnv("san_francisco", games=3, seed=5)
    now = env.reset()
    steps = np.zeros(3, int)
    ended = 0
    while ended < 3:
        before = now.seats.copy()
        now = env.step(env.sample())
        steps += 1
        assert now.actors.tolist() == before.tolist()
        for g in np.flatnonzero(now.dones):
            assert now.lengths[g] == steps[g]
            steps[g] = 0
            ended += 1


@pytest.mark.parametrize("masks", ["bytes", "bits"])
def test_what_callers_write_into_the_arrays_does_no_harm(masks: str) -> None:
    env = VectorEnv("usa", games=2, seed=1, masks=masks)
    untouched = VectorEnv("usa", games=2, seed=1, masks=masks)
    now, then = env.reset(), untouched.reset()
    for _ in range(30):
        actions = untouched.sample()
        legal = unpacked(then.masks, env.encoding.actions) if masks == "bits" else then.masks
        illegal = legal.argmin(axis=1)
        then = untouched.step(actions)
        for array in (now.masks, now.seats, now.observations, now.dones, now.actors):
            array.fill(1)
        with pytest.raises(bl.IllegalAction):
            env.step(illegal)
        now = env.step(actions)
        for name in ("masks", "seats", "observations", "dones", "actors"):
            assert (getattr(now, name) == getattr(then, name)).all(), name


def test_it_writes_into_arrays_of_the_callers() -> None:
    plain = VectorEnv("usa", games=2, seed=1)
    own = Buffers.allocate(plain.setup)
    own.observations = np.zeros(own.observations.shape, np.float32)
    env = VectorEnv("usa", games=2, seed=1, buffers=own)
    env.reset()
    plain.reset()
    assert (own.observations == plain.now.observations).all()
    assert own.observations.any()


@pytest.mark.parametrize("rewards", ["win", "margin", "gain"])
def test_arrays_of_the_callers_show_what_those_of_the_games_show(rewards: str) -> None:
    """One environment copies everything, the other one lets the memory of its games be seen."""
    plain = VectorEnv("san_francisco", games=3, seed=2, rewards=rewards)
    env = VectorEnv("san_francisco", games=3, seed=2, rewards=rewards, buffers=Buffers.allocate(plain.setup))
    plain.reset()
    env.reset()
    ends = 0
    while ends < 4:
        actions = plain.sample()
        ends += int(plain.step(actions).dones.sum())
        env.step(actions)
        for field in fields(Buffers):
            assert (getattr(env.now, field.name) == getattr(plain.now, field.name)).all(), field.name


def test_arrays_outlive_the_environment() -> None:
    env = VectorEnv("usa", games=2, seed=1)
    now = env.reset()
    before = now.observations.copy(), now.seats.copy()
    del env
    gc.collect()
    VectorEnv("usa", games=2, seed=5).reset()  # takes the memory, if it were free
    assert (now.observations == before[0]).all()
    assert (now.seats == before[1]).all()


def test_bad_use_is_explained_and_changes_nothing() -> None:
    env = VectorEnv("usa", games=2, seed=1)
    with pytest.raises(NotReset, match="reset the environment"):
        env.step([0, 0])
    with pytest.raises(NotReset, match="reset the environment"):
        env.sample()
    env.reset()
    before = env.now.observations.copy()
    legal = env.sample()
    with pytest.raises(bl.IllegalAction, match=r"game 1: there is no action 5000; they go from 0 to 1077"):
        env.step([int(legal[0]), 5000])
    with pytest.raises(bl.IllegalAction, match=r"game 1: action 0 is not legal for seat \d: that is no answer"):
        env.step([int(legal[0]), 0])
    with pytest.raises(BadArray, match=r"one action for each of the 2 games, not an array of the shape \(3,\)"):
        env.step([1, 2, 3])
    with pytest.raises(BadArray, match="whole numbers, not float64"):
        env.step([1.0, 2.0])  # type: ignore[list-item]
    group = env._games._groups[0]  # type: ignore[union-attr]
    group.batch.write()
    group._show()
    assert (env.now.observations == before).all()
    env.step(legal)


def test_an_illegal_action_changes_nothing_in_other_processes_either() -> None:
    with VectorEnv("san_francisco", games=2, seed=1, processes=2) as env:
        env.reset()
        legal = env.sample()
        seats = env.now.seats.copy()
        with pytest.raises(bl.IllegalAction, match="game 1: action 0 is not legal"):
            env.step([int(legal[0]), 0])
        assert (env.now.seats == seats).all()
        env.step(legal)
    with pytest.raises(NotReset):
        env.step(legal)


def test_bad_setups_are_explained() -> None:
    with pytest.raises(bl.BadSetup, match="at least one game"):
        VectorEnv("usa", games=0)
    with pytest.raises(bl.BadSetup, match="'bytes' or 'bits'"):
        VectorEnv("usa", masks="bit")
    with pytest.raises(bl.BadSetup, match="1 to 2 processes, not 3"):
        VectorEnv("usa", games=2, processes=3)
    with pytest.raises(bl.BadSetup, match="make 1 to 2 groups, not 3"):
        VectorEnv("usa", games=2, groups=3)
    with pytest.raises(bl.BadSetup, match="1 to 1 processes, not 2"):
        VectorEnv("usa", games=2, processes=2, groups=2)
    with pytest.raises(bl.BadSetup, match=r"no rewards 'winn'.*did you mean 'win'"):
        VectorEnv("usa", rewards="winn")
    with pytest.raises(bl.BadSetup, match="with 3 seats there are 2 opponents, not 1"):
        VectorEnv("usa", seats=3, opponents=["greedy"])
    with pytest.raises(bl.BadSetup, match="leave out `learner`"):
        VectorEnv("usa", learner=0)
    with pytest.raises(bl.BadSetup, match="one of 0 to 1, not 2"):
        VectorEnv("usa", opponents="random", learner=2)
    with pytest.raises(bl.BadSetup, match="leave out `buffers`"):
        VectorEnv("usa", games=2, processes=2, buffers=VectorEnv("usa", games=2).now)
    with pytest.raises(BadArray, match=r"buffers.observations must have the shape \(3, 513\), not \(2, 513\)"):
        VectorEnv("usa", games=3, buffers=VectorEnv("usa", games=2).now)
    with pytest.raises(bl.BranchlineError, match="no bot 'gredy'"):
        VectorEnv("usa", opponents="gredy")
