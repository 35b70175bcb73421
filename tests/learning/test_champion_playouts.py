"""A trained network judges games: the evaluator `champion(FILE)` of analyses."""

from __future__ import annotations

from pathlib import Path

import pytest

from branchline.analysis import analyze, keeping, make_evaluator
from branchline.analysis.evaluators import version_of
from branchline.engine.rng import Rng
from branchline.envs.neural import BadAgent
from branchline.game import new_game
from branchline.model.errors import BadSetup
from tests.analysis.positions import beginning, recorded
from tests.learning.untrained import some_weights


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "champion.npz"
    some_weights().save(path)
    return path


def test_positions_are_worth_what_the_network_says(file: Path) -> None:
    """Shares of all seats, which add up to 1; other ones with other weights, and the true ones when a game is over."""
    seen = new_game("san_francisco", seats=3, seed=4).observe(0)
    values = []
    for weights in (1, 2, 1):
        some_weights(seed=weights).save(file)
        evaluator = make_evaluator(f"champion({file})", "san_francisco", "classic", 3)
        chance = Rng(1)
        evaluator.look(seen, chance)
        evaluator.imagine(seen, chance)
        values.append(evaluator.value_of(seen.legal[0]))
        assert sum(values[-1]) == pytest.approx(1)
        evaluator.play_to_the_end()
        assert sorted(evaluator.play_on()) in ([0, 0, 1], [0, 0.5, 0.5])
    assert values[0] == values[2] != values[1]


def test_an_analysis_names_its_weights(file: Path, tmp_path: Path) -> None:
    record = beginning(recorded("planner", "casual", "greedy"), 2)
    name = f"champion({file})"
    analysis = analyze(record, evaluator=name, worlds=8, processes=1)
    assert (analysis.evaluator, analysis.evaluator_version) == (name, version_of(name))
    assert all(sum(decision.shares) == pytest.approx(1) for decision in analysis.decisions)
    kept = tmp_path / "game.analysis.json"
    keeping.save(analysis, kept)
    assert keeping.kept(kept, record, name, 8) is not None
    some_weights(seed=1).save(file)
    assert keeping.kept(kept, record, name, 8) is None, "other weights judge in another way"


def test_what_cannot_judge_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="cannot be read"):
        version_of(f"champion({tmp_path / 'nowhere.npz'})")
    other = tmp_path / "other.npz"
    other.write_bytes(b"not a network")
    with pytest.raises(BadAgent, match="holds no trained network"):
        make_evaluator(f"champion({other})", "san_francisco", "classic", 3)
    with pytest.raises(BadSetup, match=r"no evaluator 'champion\(\)'"):
        make_evaluator("champion()", "san_francisco", "classic", 3)


def test_the_champions_that_ship_judge_without_a_file() -> None:
    evaluator = make_evaluator("champion", "san_francisco", "classic", 2)
    evaluator.deal(0, 5)
    assert sum(evaluator.value_of(evaluator.usual_action())) == pytest.approx(1)
    assert version_of("champion") == version_of("champion(shipped)")
