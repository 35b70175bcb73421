"""A trained network judges games: the evaluator `champion` of analyses, and where it is the one that judges."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from branchline.analysis import Evaluator, analysis_files, analyze, make_evaluator
from branchline.analysis.analysis_files import analysis_version as version_of
from branchline.analysis.analysis_files import judges_today
from branchline.analysis.moments import moments
from branchline.boards import registry
from branchline.champions.judge import Judge
from branchline.champions.network import BadNetwork
from branchline.champions.shipped import SHIPPED, has_learned, weights_for
from branchline.engine.decisions import TURN
from branchline.engine.rng import Rng
from branchline.game import new_game
from branchline.model.errors import BadSetup
from branchline.thinking import champion_playouts
from branchline.thinking.champion_playouts import ChampionPlayouts, fitted, with_confidence
from branchline.thinking.evaluators import default_for
from tests.analysis.positions import beginning, recorded
from tests.learning.untrained import a_network, some_weights

NETWORK = a_network("san_francisco", "san_francisco/3")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "champion.npz"
    some_weights(NETWORK).save(path)
    return path


def test_positions_are_worth_what_the_network_says(file: Path) -> None:
    """Shares of all seats, which add up to 1; other ones with other weights, and the true ones when a game is over."""
    seen = new_game("san_francisco", seats=3, seed=4).observe(0)
    values = []
    for weights in (1, 2, 1):
        some_weights(NETWORK, seed=weights).save(file)
        evaluator = make_evaluator(f"champion({file})", "san_francisco", "classic", 3)
        chance = Rng(1)
        evaluator.look(seen, chance)
        evaluator.imagine(seen, chance)
        values.append(evaluator.value_of(seen.legal[0]))
        assert sum(values[-1]) == pytest.approx(1)
        evaluator.play_to_the_end()
        assert sorted(evaluator.play_on()) in ([0, 0, 1], [0, 0.5, 0.5])
    assert values[0] == values[2] != values[1]


def test_the_seat_itself_looks_at_its_next_turn() -> None:
    """Whoever else decides does not know its tickets, and the network has not learned to look between turns."""
    evaluator = ChampionPlayouts(registry.new_rule_sheet("san_francisco", "classic", 3))
    judge, run, chance = Judge(weights_for(SHIPPED, "san_francisco")), evaluator.run, Rng(1)
    others = 0  # decided next
    for moment in moments(beginning(recorded("planner", "planner", "planner"), 12)):
        seat, seen = moment.seat, moment.game.observe(moment.seat)
        evaluator.look(seen, chance)
        evaluator.imagine(seen, chance)
        evaluator.carry_out(moment.done)
        others += int(run.open.seat()) != seat
        shares = evaluator.value_of(moment.done)
        assert (run.open.seat(), run.open.kind()) == (seat, TURN)
        look = judge.look(run.observe(seat))
        assert shares == pytest.approx(with_confidence(look.wins, evaluator.confidence).tolist(), abs=1e-5)
    assert others > 2


def test_sureness_is_what_results_bear_out() -> None:
    """Half as sure as it was said to be; and as sure as it was said to be."""
    chance = np.random.default_rng(1)
    said = chance.dirichlet([1, 1, 1], 4000)
    for factor in (0.5, 1.0):
        true = with_confidence(said, factor)
        assert true.sum(-1) == pytest.approx(1)
        results = np.stack([chance.multinomial(1, shares) for shares in true]).astype(float)
        assert fitted(said, results) == pytest.approx(factor, abs=0.05)
    assert with_confidence(np.array([[0.8, 0.2]]), 0.5)[0] == pytest.approx([2 / 3, 1 / 3])


def test_nobody_is_surer_than_practice_games_allow() -> None:
    """The network that ships has learned from strong players, and these games begin in all sorts of ways."""
    evaluator = ChampionPlayouts(registry.new_rule_sheet("san_francisco", "classic", 3))
    assert 0.3 < evaluator.confidence < 1


@pytest.mark.parametrize("rows", [3, 256])
def test_looks_are_the_same_together_and_one_by_one(rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of a game and near its end, where it is over before the next turn in some worlds."""
    monkeypatch.setattr(champion_playouts, "_ROWS", rows)
    record = recorded("planner", "planner", "planner")
    evaluator = make_evaluator("champion", "san_francisco", "classic", 3)
    for moment in moments(record):
        if moment.at not in (30, len(record.decisions) - 4):
            continue
        seen = moment.game.observe(moment.seat)
        actions, chance = seen.legal[:4], Rng(1)
        evaluator.look(seen, chance)
        together = evaluator.try_out(seen, chance, actions, 5)
        chance = Rng(1)
        evaluator.look(seen, chance)
        singly = Evaluator.try_out(evaluator, seen, chance, actions, 5)
        for world, other in zip(together, singly, strict=True):
            assert world == [pytest.approx(shares, abs=1e-5) for shares in other]


def test_the_champion_judges_where_it_has_learned_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    assert default_for("san_francisco", "classic", 3) == "champion"
    assert default_for(*_unlearned()) == "predicted"
    assert judges_today("san_francisco", "classic", 3) == ("champion", version_of("champion", "san_francisco"))
    monkeypatch.setitem(sys.modules, "branchline.champions.shipped", None)  # as where NumPy is not installed
    default_for.cache_clear()
    assert default_for("san_francisco", "classic", 3) == "predicted"
    default_for.cache_clear()


def _unlearned() -> tuple[str, str, int]:
    """Some game that no champion has learned."""
    games = [(b.id, v, n) for b in registry.boards() for v in b.variants for n in range(b.seats[0], b.seats[1] + 1)]
    return next(game for game in games if not has_learned(SHIPPED, *game))


def test_an_analysis_names_its_weights(file: Path, tmp_path: Path) -> None:
    record = beginning(recorded("planner", "casual", "greedy"), 2)
    name = f"champion({file})"
    analysis = analyze(record, evaluator=name, worlds=8, processes=1)
    assert (analysis.evaluator, analysis.evaluator_version) == (name, version_of(name, record.board))
    assert all(sum(decision.shares) == pytest.approx(1) for decision in analysis.decisions)
    kept = tmp_path / "game.analysis.json"
    analysis_files.save(analysis, kept)
    assert analysis_files.kept(kept, record, name, 8) is not None
    some_weights(NETWORK, seed=1).save(file)
    assert analysis_files.kept(kept, record, name, 8) is None, "other weights judge in another way"


def test_versions_fit_into_every_database(tmp_path: Path) -> None:
    """Whole numbers of PostgreSQL end at 2**31; an analysis whose version is greater could never be kept."""
    versions = set()
    for content in range(32):
        file = tmp_path / "any.npz"
        file.write_bytes(bytes([content]))
        versions.add(version_of(f"champion({file})", "usa"))
    assert len(versions) == 32
    assert all(0 <= version < 2**31 for version in versions)


def test_what_cannot_judge_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="cannot be read"):
        version_of(f"champion({tmp_path / 'nowhere.npz'})", "usa")
    with pytest.raises(BadNetwork, match="no champion has learned the board 'mine'"):
        version_of("champion", "mine")
    other = tmp_path / "other.npz"
    other.write_bytes(b"not a network")
    with pytest.raises(BadNetwork, match="holds no trained network"):
        make_evaluator(f"champion({other})", "san_francisco", "classic", 3)
    with pytest.raises(BadSetup, match=r"no evaluator 'champion\(\)'"):
        make_evaluator("champion()", "san_francisco", "classic", 3)


def test_the_champions_that_ship_judge_without_a_file() -> None:
    evaluator = make_evaluator("champion", "san_francisco", "classic", 2)
    game = new_game("san_francisco", seats=2, seed=5)
    assert game.to_move is not None
    seen, chance = game.observe(game.to_move), Rng(5)
    evaluator.look(seen, chance)
    evaluator.imagine(seen, chance)
    assert sum(evaluator.value_of(evaluator.usual_action())) == pytest.approx(1)
    assert version_of("champion", "usa") == version_of("champion(shipped)", "usa")


def test_a_new_champion_of_one_board_leaves_analyses_of_the_others_as_they_are() -> None:
    assert version_of("champion", "usa") != version_of("champion", "germany")
