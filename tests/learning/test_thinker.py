"""`search` with a trained network."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from branchline import imagine, new_game
from branchline.boards import registry
from branchline.bots import make_bot
from branchline.bots.match import play_match
from branchline.champions.judge import Judge
from branchline.champions.network import BadNetwork
from branchline.champions.setups import Setup
from branchline.champions.weights import Weights, load_weights
from branchline.engine.rule_sheet import RuleSheet
from branchline.model.observation import Observation
from branchline.thinking.core.experience import experience_of
from branchline.thinking.core.worlds import Worlds
from branchline.thinking.network_search import DOUBT, UNLIKELY, NetworkSearch, Trial
from branchline.thinking.playouts import worth_of
from branchline.thinking.practice import Outcome, outcome_of
from branchline.training.demonstrations import demonstrate
from branchline.training.improving import Improver
from branchline.training.learner import Learner
from tests.learning.untrained import a_network


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A network that has watched a few games."""
    torch.set_num_threads(1)
    torch.manual_seed(1)
    setup = Setup("san_francisco")
    learner = Learner(a_network("san_francisco"), seed=1)
    for _ in Improver(learner, 128).imitate({setup: [demonstrate(setup, seed=1, games=32)]}, 4, 128, 5e-3):
        pass
    arrays = {name: value.detach().numpy() for name, value in learner.weights(torch.float32).items()}
    path = tmp_path_factory.mktemp("search") / "champion.npz"
    Weights(learner.network, arrays, {}).save(path)
    return path


def _searching(file: Path, playouts: int = 40, seed: int = 1) -> object:
    return make_bot(f"search(champion={file}, playouts={playouts}, practice_games=4)", seed)


def test_it_plays_whole_games_and_repeats_them(file: Path) -> None:
    games = []
    for _ in range(2):
        bots = [_searching(file), make_bot("planner", 2)]
        games.append(play_match("san_francisco", "classic", bots, seed=5, events=False))  # type: ignore[arg-type]
    assert games[0].is_over
    assert games[0].decisions == games[1].decisions


def test_it_tries_what_the_network_likes_and_keeps_to_its_favorite_without_time(file: Path) -> None:
    judge = Judge(load_weights(file))
    game = new_game("san_francisco", seats=2, seed=3)
    while (seat := game.to_move) is not None:
        seen = game.observe(seat)
        look = judge.look(seen)
        favorite = look.legal[int(look.chances.argmax())]
        assert _searching(file, playouts=1).decide(seen) == favorite  # type: ignore[attr-defined]
        if len(game.decisions) > 8:  # enough of them
            break
        game.apply(favorite)
    bot = _searching(file, playouts=200)
    bot.decide(seen)  # type: ignore[attr-defined]
    thinker = bot._thinker("san_francisco", "classic", 2)  # type: ignore[attr-defined]
    liked = {action for action, chance in zip(look.legal, look.chances, strict=True) if chance >= UNLIKELY}
    tried = {trial.action for trial in thinker.trials}
    assert len(tried & liked) > 1
    assert tried <= liked | {int(thinker.planner.decide(seen.seat))}
    assert thinker.playouts > 8 * 2, "all candidates met several worlds"


def test_what_a_planner_would_do_is_tried_as_well(file: Path) -> None:
    """Also where the network does not like it at all."""
    game = new_game("san_francisco", seats=2, seed=3)
    added = 0
    bot, planner = _searching(file, playouts=40), make_bot("planner", 1)
    thinker = bot._thinker("san_francisco", "classic", 2)  # type: ignore[attr-defined]
    while (seat := game.to_move) is not None:
        seen = game.observe(seat)
        bot.decide(seen)  # type: ignore[attr-defined]
        if len(seen.legal) > 1:
            look = thinker.judge.look(seen)
            *liked, last = thinker.trials
            choice = int(thinker.planner.decide(seat))
            assert choice in {trial.action for trial in thinker.trials}
            if look.chances[look.legal.index(last.action)] < UNLIKELY:
                assert last.action == choice
                assert last.expected <= min(trial.expected for trial in liked)
                added += 1
        game.apply(planner.decide(seen))
    assert added


def _in_the_middle(decisions: int = 8) -> Observation:
    """What somebody sees who has something to decide."""
    game = new_game("san_francisco", seats=2, seed=3)
    for _ in range(decisions):
        game.apply(game.legal_actions()[-1])
    return game.observe(game.to_move)


def test_whole_games_say_what_a_candidate_is_worth(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All candidates meet the same worlds, and the network plays all seats."""
    seen = _in_the_middle()
    assert seen.seat is not None
    rules = registry.new_rule_sheet("san_francisco", "classic", 2)
    worlds = Worlds(rules, experience_of(rules, 4))
    thinker = NetworkSearch(worlds, 1, file=str(file), patience=100.0)  # nothing is dropped
    ends, movers = list[Outcome](), set[int]()
    games = thinker.games
    favorites = games.tables.favorites

    def watched(game: RuleSheet) -> Outcome:
        ends.append(outcome_of(game))
        return ends[-1]

    def asked(judge: Judge, slots: Sequence[int]) -> list[int]:
        movers.update(games.tables.games[slot].open.seat() for slot in slots)
        return favorites(judge, slots)

    monkeypatch.setattr("branchline.thinking.playouts.outcome_of", watched)
    monkeypatch.setattr(games.tables, "favorites", asked)
    thinker.decide(seen, 64, 0.0)
    worths = [worth for trial in thinker.trials for worth in trial.worths]
    assert sorted(worth_of(end, seen.seat) for end in ends) == sorted(worths)
    assert len(set(worths)) > 4
    assert len(worths) == thinker.playouts
    assert len({len(trial.worths) for trial in thinker.trials}) == 1
    assert movers == {0, 1}, "it decides for the other, too"


@pytest.mark.parametrize("limit", ["rounds", "time"])
def test_games_that_are_not_played_to_their_ends_are_judged_by_the_network(
    file: Path, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    seen = _in_the_middle()
    assert seen.seat is not None
    games = _thinker_with(file).games
    games.worlds.rules.imagine(seen, 1)
    for slot, action in enumerate(seen.legal[:2]):
        games.tables.put(slot, games.worlds.rules)
        games.tables.games[slot].act(seen.seat, action)
    asked: list[int] = []
    favorites = games.tables.favorites

    def watched(judge: Judge, slots: Sequence[int]) -> list[int]:
        asked.extend(slots)
        return favorites(judge, slots)

    monkeypatch.setattr(games.tables, "favorites", watched)
    monkeypatch.setattr(
        games.judge, "predict", lambda *_: (np.array([[0.75, 0.25], [0.5, 0.5]]), np.array([[10, -10], [0, 0]]))
    )
    games.rounds = 1 if limit == "rounds" else 0
    looks = [int(game.open.seat()) for game in games.tables.games[:2]]
    found = games._play_on(2, seen.seat, math.inf if limit == "rounds" else 0.0)
    if limit == "rounds":
        looks = [seen.seat] * 2  # each game went on until its next turn
    assert [outcome.shares[seat] for outcome, seat in zip(found, looks, strict=True)] == [0.75, 0.5]
    assert [outcome.leads[seat] for outcome, seat in zip(found, looks, strict=True)] == [10, 0]
    assert worth_of(found[0], looks[0]) == pytest.approx(0.9 * 0.5 + 0.1 * 0.1)
    assert worth_of(found[1], seen.seat) == 0
    assert bool(asked) == (limit == "rounds")


def test_an_apprentice_plays_on(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However much time there is; where there is none for the game at hand, the network itself."""
    champion, seen = load_weights(file), _in_the_middle()
    assert (thinker := _thinker_with(file)).games.player is thinker.judge, "it has none"
    for setup, plays in (("san_francisco", True), ("san_francisco/3", False)):
        learner = Learner(a_network(setup), seed=2)
        arrays = {name: value.detach().numpy() for name, value in learner.weights(torch.float32).items()}
        path = tmp_path / f"{plays}.npz"
        replace(champion, apprentice=Weights(learner.network, arrays, {})).save(path)
        thinker = _thinker_with(path)
        assert (thinker.games.player is not thinker.judge) == plays, "only where it has learned the game"
        asked: list[object] = []
        monkeypatch.setattr(Judge, "likings", _noting(Judge.likings, asked))
        for playouts, seconds in ((0, 0.1), (8, 2.0), (8, 0.0)):
            assert thinker.decide(seen, playouts, seconds) in seen.legal
            assert thinker.playouts
        assert set(asked) == {thinker.games.player}, "nobody else decides in imagined games"
        monkeypatch.undo()


def _noting(likings: Callable[..., object], asked: list[object]) -> Callable[..., object]:
    """Also note who was asked."""

    def noted(judge: Judge, *rest: object) -> object:
        asked.append(judge)
        return likings(judge, *rest)

    return noted


def _thinker_with(file: Path) -> NetworkSearch:
    found = _searching(file)._thinker("san_francisco", "classic", 2)  # type: ignore[attr-defined]
    assert isinstance(found, NetworkSearch)
    return found


def test_it_keeps_to_its_time(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes on by a hundredth of a second with each playout."""
    bot = make_bot(f"search(champion={file}, seconds=1.5, patience=100, practice_games=4)", 1)
    thinker = bot._thinker("san_francisco", "classic", 2)  # type: ignore[attr-defined]
    assert isinstance(thinker, NetworkSearch)
    now, play_on = 0.0, thinker.games._play_on

    def timed(slots: int, seat: int, deadline: float) -> list[Outcome]:
        nonlocal now
        now += slots / 100
        return play_on(slots, seat, deadline)

    monkeypatch.setattr(thinker.games, "_play_on", timed)
    monkeypatch.setattr("branchline.thinking.network_search.time.perf_counter", lambda: now)
    game = new_game("san_francisco", seats=2, seed=3)
    bot.decide(game.observe(0))
    assert 1.3 < now <= 1.5
    assert thinker.playouts == round(100 * now)


def test_it_knows_only_its_view(file: Path) -> None:
    """In other worlds that look the same to its seat, it decides the same."""
    game = new_game("san_francisco", seats=2, seed=7)
    for _ in range(12):
        game.apply(game.legal_actions()[-1])
    seen = game.observe(game.to_move)
    answers = {
        _searching(file).decide(imagine(seen, seed).observe(seen.seat))  # type: ignore[attr-defined]
        for seed in range(3)
    }
    assert len(answers) == 1


def test_games_that_end_are_worth_what_they_bring(file: Path) -> None:
    game = _thinker_with(file).games.tables.games[0]
    game.start(1, 0)
    game.stop()
    totals = [int(game.total(seat)) for seat in range(2)]
    lead, found = totals[0] - totals[1], outcome_of(game)
    assert found.leads == [lead, -lead]
    assert found.shares == [float(lead > 0), float(lead < 0)] if lead else [0.5, 0.5]
    assert worth_of(found, 0) == pytest.approx(lead / (abs(lead) + 10))
    assert worth_of(found, 0) == pytest.approx(-worth_of(found, 1))


def test_what_the_worlds_say_is_weighed_against_the_first_sight() -> None:
    favorite = Trial(1, 0.0, [0.1, 0.3, 0.2, 0.4])
    other = Trial(2, -0.04, [0.2, 0.45, 0.3, 0.5])  # better in every world, liked less
    mean, deviation = other.beside(favorite)
    assert -0.04 < mean < 0.1125
    assert 0 < deviation < DOUBT
    again = Trial(2, -0.04, other.worths * 10)
    assert again.beside(Trial(1, 0.0, favorite.worths * 10))[0] > mean, "the more worlds, the more they count"
    few = Trial(2, -0.04, [0.5, 0.5]).beside(Trial(1, 0.0, [0.1, 0.1]))
    assert few[0] < 0.1, "two worlds that happen to agree settle nothing"
    assert Trial(2, -0.04).beside(favorite) == (-0.04, DOUBT)
    assert favorite.beside(favorite) == (0.0, 0.0)


def test_games_that_end_in_a_playout_are_counted(file: Path) -> None:
    """At the end of a game, playouts meet it; then they go by the result, not by what is predicted."""
    games = _thinker_with(file).games
    game = new_game("san_francisco", seats=2, seed=3)
    bot = make_bot("planner", 1)
    last = None
    while (seat := game.to_move) is not None:
        last = game.observe(seat)
        game.apply(bot.decide(last))
    assert last is not None
    assert last.seat is not None
    games.worlds.rules.imagine(last, 1)
    for slot in range(2):
        games.tables.put(slot, games.worlds.rules)
        games.tables.games[slot].act(last.seat, last.legal[0])
    totals = [games.tables.games[0].total(seat) for seat in range(2)]
    assert games.tables.games[0].over
    one, other = games._play_on(2, last.seat, math.inf)
    assert one == other
    assert (one.leads[last.seat] > 0) == (totals[last.seat] > totals[1 - last.seat])


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(BadNetwork, match="there is no file nowhere"):
        make_bot("search(champion=nowhere.npz)", 1).prepare("usa", "classic", 2)  # type: ignore[attr-defined]
