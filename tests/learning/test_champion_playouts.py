"""A trained network judges games: the evaluator `champion` of analyses, and where it is the one that judges."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from branchline.analysis import analysis_files, analyze, make_evaluator
from branchline.analysis.analysis_files import analysis_version as version_of
from branchline.analysis.analysis_files import judges_today
from branchline.analysis.moments import moments
from branchline.boards import registry
from branchline.champions.judge import Judge
from branchline.champions.network import BadNetwork
from branchline.champions.shipped import SHIPPED, has_learned, weights_for
from branchline.engine.rng import Rng
from branchline.game import new_game
from branchline.model.errors import BadSetup
from branchline.thinking.choosing import choose
from branchline.thinking.evaluators import default_for
from tests.analysis.positions import beginning, recorded
from tests.learning.untrained import a_network, some_weights

NETWORK = a_network("san_francisco", "san_francisco/3")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "champion.npz"
    some_weights(NETWORK).save(path)
    return path


def test_positions_are_worth_what_comes_of_them(file: Path) -> None:
    """In whole games of the network: other ones with other weights, and the true ones when a game is over."""
    seen = new_game("san_francisco", seats=3, seed=4).observe(0)
    values = []
    for weights in (1, 2, 1):
        some_weights(NETWORK, seed=weights).save(file)
        evaluator = make_evaluator(f"champion({file})", "san_francisco", "classic", 3)
        chance = Rng(1)
        evaluator.look(seen, chance)
        values.append(evaluator.try_out(seen, chance, seen.legal[:2], 6))
        for outcome in values[-1][0]:
            assert sum(outcome.shares) == pytest.approx(1)
            best = outcome.leads.index(max(outcome.leads))
            assert outcome.leads[best] >= 0
            assert outcome.shares[best] > 0
        evaluator.carry_out(seen.legal[0])
        over = evaluator.play_to_the_end()
        assert sorted(over.shares) in ([0, 0, 1], [0, 0.5, 0.5])
        assert evaluator.play_on() == over
    assert values[0] == values[2] != values[1]
    assert values[0][0][0] != values[0][1][0], "actions and worlds differ"


def test_its_choice_is_the_favorite_unless_games_speak_against_it() -> None:
    """By the same playouts the same choice; nothing is chosen that is far behind in the games."""
    evaluator = make_evaluator("champion", "san_francisco", "classic", 3)
    judge, others = Judge(weights_for(SHIPPED, "san_francisco")), 0
    for moment in moments(beginning(recorded("planner", "planner", "planner"), 12)):
        seen = moment.game.observe(moment.seat)
        favorite = judge.look(seen).choice(0, Rng(1))
        assert choose(evaluator, seen, playouts=1).action == favorite
        choice = choose(evaluator, seen, playouts=64)
        assert choice == choose(evaluator, seen, playouts=64)
        assert sum(choice.shares) == pytest.approx(1)
        assert choice.ranked == (choice.action, *choice.behind)
        if choice.action != favorite:
            others += 1
            behind = choice.behind[favorite]
            assert behind.points.value > 0 or behind.share.value > 0
    assert others


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
    assert sum(evaluator.value_of(evaluator.usual_action()).shares) == pytest.approx(1)
    assert version_of("champion", "usa") == version_of("champion(shipped)", "usa")


def test_a_new_champion_of_one_board_leaves_analyses_of_the_others_as_they_are() -> None:
    assert version_of("champion", "usa") != version_of("champion", "germany")
