"""A trained agent plays as a bot, needs only NumPy for it, and says when it cannot play."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import branchline as bl
from branchline.bots import make_bot, play_match
from branchline.bots.base import BotFault
from branchline.bots.match import let_decide
from branchline.envs import VectorEnv, encoding
from branchline.envs.neural import BadAgent, NeuralBot, load_agent, save_agent


def an_agent(path: Path, board: str = "san_francisco", seats: int = 2, hidden: int = 8) -> Path:
    """A network with random weights."""
    of = encoding(board, "classic", seats)
    rng = np.random.default_rng(3)
    sizes = [of.size, hidden, of.actions]
    layers = [(rng.normal(size=(b, a)), rng.normal(size=b)) for a, b in pairwise(sizes)]
    save_agent(path, of, layers)
    return path


def test_it_plays_by_its_spec(tmp_path: Path) -> None:
    path = an_agent(tmp_path / "agent.npz")
    bots = [make_bot(f"neural({path})", 1), make_bot("random", 2)]
    game = play_match("san_francisco", "classic", bots, seed=5, events=False)
    assert game.is_over
    again = play_match("san_francisco", "classic", [make_bot(f"neural({path})", 1), make_bot("random", 2)], 5)
    assert [sheet.total for sheet in again.scores()] == [sheet.total for sheet in game.scores()]


def test_it_plays_what_its_network_likes_best(tmp_path: Path) -> None:
    agent = load_agent(an_agent(tmp_path / "agent.npz"))
    bot = NeuralBot(str(tmp_path / "agent.npz"))
    env = VectorEnv("san_francisco", games=1, seed=4)
    now = env.reset()
    for _ in range(40):
        liked = agent.preferences(now.observations[0] * env.encoding.scale)
        best = int(np.where(now.masks[0] > 0, liked, -np.inf).argmax())
        rules = env._games.batch.games[0]  # type: ignore[union-attr]
        assert bot.decide(rules.observe(int(now.seats[0]))) == best
        now = env.step([best])


def test_with_a_temperature_it_draws(tmp_path: Path) -> None:
    path = an_agent(tmp_path / "agent.npz")
    seen = bl.new_game("san_francisco", seed=1).observe(0)
    hot = [NeuralBot(str(path), temperature=100.0, seed=seed).decide(seen) for seed in range(30)]
    assert {*hot} == {*seen.legal}
    assert [NeuralBot(str(path), temperature=100.0, seed=seed).decide(seen) for seed in range(30)] == hot
    cold = [NeuralBot(str(path), temperature=1e-6, seed=seed).decide(seen) for seed in range(5)]
    assert {*cold} == {NeuralBot(str(path)).decide(seen)}


def test_it_needs_no_torch(tmp_path: Path) -> None:
    code = (
        "import sys; from branchline.bots import make_bot; import branchline as bl\n"
        f"bot = make_bot('neural({an_agent(tmp_path / 'agent.npz')})', 1)\n"
        "bot.decide(bl.new_game('san_francisco', seed=1).observe(0)); print('torch' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_what_it_cannot_do_is_explained(tmp_path: Path) -> None:
    path = an_agent(tmp_path / "agent.npz")
    with pytest.raises(bl.BranchlineError, match=r"needs a setting: neural\(path=...\)"):
        make_bot("neural", 1)
    with pytest.raises(BadAgent, match="there is no file"):
        make_bot(f"neural({tmp_path / 'nothing.npz'})", 1)
    (tmp_path / "text.npz").write_text("hello", encoding="utf-8")
    with pytest.raises(BadAgent, match=r"text.npz holds no trained agent"):
        make_bot(f"neural({tmp_path / 'text.npz'})", 1)
    with pytest.raises(BadAgent, match="trained for san_francisco classic with 2 seats, not for usa classic with 2"):
        play_match("usa", "classic", [make_bot(f"neural({path})", 1), make_bot("random", 2)], 5)
    game = bl.new_game("usa", seed=1)
    with pytest.raises(BotFault, match="trained for san_francisco"):
        let_decide(game, game.pending[0], NeuralBot(str(path)))
    with pytest.raises(bl.BadSetup, match="zero or more"):
        NeuralBot(str(path), temperature=-1.0)


def test_networks_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    of = encoding("san_francisco")
    wrong = [(np.zeros((of.actions, of.size + 1)), np.zeros(of.actions))]
    with pytest.raises(BadAgent, match=f"layer 1 must take {of.size} numbers"):
        save_agent(tmp_path / "agent.npz", of, wrong)
    with pytest.raises(BadAgent, match=f"for each of the {of.actions} actions, not 3"):
        save_agent(tmp_path / "agent.npz", of, [(np.zeros((3, of.size)), np.zeros(3))])
    assert not (tmp_path / "agent.npz").exists()
