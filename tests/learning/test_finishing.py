"""Finishing: heads learn to foretell and to guess, choices stay what they were, and nobody learns a secret."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from branchline import imagine, new_game
from branchline.boards import registry
from branchline.bots import make_bot
from branchline.bots.match import play_match
from branchline.cli.main import main
from branchline.envs.neural import BadAgent
from branchline.learning.champion import Judge
from branchline.learning.networks.hidden import Hidden
from branchline.learning.networks.weights import GUESSES, Weights, load_weights
from branchline.learning.setups import Setup
from branchline.learning.training.finishing import Finishing, FinishingSettings
from branchline.learning.training.gathering import Positions, gather
from branchline.learning.training.heads import Heads
from branchline.learning.training.learner import TorchArithmetic
from branchline.learning.training.watched_games import LINEUPS, Job
from branchline.model.observation import Observation
from tests.learning.untrained import general_network, plain_network, some_weights

SETUP = Setup("san_francisco")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A network that has learned nothing, with an apprentice that has not either."""
    path = tmp_path_factory.mktemp("finishing") / "champion.npz"
    apprentice = some_weights(plain_network("san_francisco"), seed=1)
    replace(some_weights(plain_network("san_francisco", "san_francisco/3")), apprentice=apprentice).save(path)
    return path


@pytest.fixture(scope="module")
def finished(file: Path) -> Path:
    """The same after a short last touch."""
    out = file.parent / "finished.npz"
    settings = FinishingSettings(str(file), str(out), ["san_francisco"], games=48, batch=48, processes=1, guess=16)
    settings.rate, settings.chunk, settings.device = 5e-3, 128, "cpu"
    Finishing(settings, lambda _: None).run()
    return out


def _some_views(board: str, seats: int, count: int, every: int = 9) -> list[Observation]:
    """What seats see along a game of a planner."""
    found: list[Observation] = []
    game = new_game(board, seats=seats, seed=4)
    bot = make_bot("planner", 1)
    while (seat := game.to_move) is not None and len(found) < count:
        if len(game.decisions) % every == every - 1:
            found.append(game.observe(seat))
        game.apply(bot.decide(game.observe(seat)))
    return found


def _some_guesses(setup: Setup, folder: Path) -> Path:
    """A network that guesses anything."""
    weights = some_weights(plain_network(str(setup), guess=8))
    Weights(weights.network, weights.arrays, {GUESSES: [str(setup)]}).save(folder / "guesses.npz")
    return folder / "guesses.npz"


def test_positions_tell_the_truth(file: Path) -> None:
    found = gather(Job(str(file), Setup("san_francisco", seats=3), 0, 24))
    assert set(found.lineups) == set(range(len(LINEUPS)))
    assert found.wins.sum(1) == pytest.approx(np.ones(len(found)))
    assert (found.held & ~found.possible).sum() == 0, "nobody holds what nobody could"
    assert (found.held.sum(1) <= 1).all(), "a ticket is in one hand"
    assert (found.hidden.sum(1) <= found.unseen).all(), "hidden cards are unseen"
    assert found.held.any()
    assert found.hidden.any()
    again = gather(Job(str(file), Setup("san_francisco", seats=3), 0, 24))
    assert np.array_equal(found.rows, again.rows)
    other = gather(Job(str(file), Setup("san_francisco", seats=3), 1, 24))
    assert not set(found.games) & set(other.games)


@pytest.mark.parametrize(("board", "seats"), [("san_francisco", 2), ("usa", 3), ("world", 3), ("uk", 2)])
def test_what_is_not_known_is_the_same_in_all_worlds_that_look_the_same(board: str, seats: int) -> None:
    hidden = Hidden(registry.new_rule_sheet(board, "classic", seats))
    truths = set()
    for seen in _some_views(board, seats, 4, every=15):
        assert seen.seat is not None
        known = []
        for seed in range(3):
            hidden.rules.imagine(seen, seed)
            possible, fits, held, unseen, cards = hidden.all(seen.seat)
            known.append((possible.tolist(), fits.tolist(), unseen.tolist(), cards.sum(1).tolist()))
            truths.add((held.tobytes(), cards.tobytes()))
        assert known[0] == known[1] == known[2]
    assert len(truths) > 4, "what is there instead differs"


def test_its_choices_are_exactly_what_they_were(file: Path, finished: Path) -> None:
    before, after = load_weights(file), load_weights(finished)
    changed = {name for name, array in before.arrays.items() if not np.array_equal(array, after.arrays[name])}
    assert changed <= {f"san_francisco {name}" for name in ("seat_hidden", "seat_bias", "win_out", "margin_out")}
    for seen in _some_views("san_francisco", 2, 4):
        one, other = Judge(before).look(seen), Judge(after).look(seen)
        assert np.array_equal(one.chances, other.chances)
        assert not np.array_equal(one.wins, other.wins)


def test_its_apprentice_is_still_there(file: Path, finished: Path) -> None:
    """As its choices are what they were, it still plays like it."""
    before, after = load_weights(file).apprentice, load_weights(finished).apprentice
    assert before is not None
    assert after is not None
    assert all(np.array_equal(after.arrays[name], array) for name, array in before.arrays.items())


def test_guesses_beat_chance_on_games_held_out(file: Path, tmp_path: Path) -> None:
    settings = FinishingSettings(str(file), str(tmp_path / "out.npz"), ["san_francisco"], guess=16, device="cpu")
    finishing = Finishing(settings, lambda _: None)
    found = Positions.join([gather(Job(str(file), SETUP, number, 72, seed=1)) for number in range(3)])
    planners = found.some(found.lineups == LINEUPS.index("planner"))  # who has learned nothing takes tickets at random
    out = planners.games % 10 == 0
    near, held_out = finishing.bring(SETUP, planners.some(~out)), finishing.bring(SETUP, planners.some(out))
    heads = Heads(finishing.learner, finishing.network, ["san_francisco"])
    heads.begin({SETUP: near})
    before = heads.figures({SETUP: held_out})
    for _ in heads.learn({SETUP: near}, {SETUP: held_out}, 8, 64, 5e-4):
        pass
    heads.put_back({SETUP: held_out})
    after = heads.figures({SETUP: held_out})
    assert sum(after.wins) < sum(before.wins)
    assert after.margin < before.margin
    assert after.tickets < 0.9 * after.plain_tickets
    assert after.cards < after.plain_cards
    assert 5 * after.tickets + after.cards < 5 * before.tickets + before.cards


def test_it_is_as_sure_as_usual_games_show(file: Path, tmp_path: Path) -> None:
    """They have no slips and no strange styles, and there is one for eight to learn from."""
    settings = FinishingSettings(str(file), str(tmp_path / "out.npz"), ["san_francisco"], games=480, batch=12)
    settings.device = "cpu"
    finishing = Finishing(settings, lambda _: None)
    varied, usual = list(finishing._jobs(SETUP, True)), list(finishing._jobs(SETUP, False))
    assert (len(varied), len(usual)) == (40, 5)
    assert all(job.varied for job in varied)
    assert not any(job.varied for job in usual)
    near = finishing.bring(SETUP, gather(usual[0]))
    heads = Heads(finishing.learner, finishing.network, ["san_francisco"])
    win, _ = finishing.network.foretell(
        TorchArithmetic(), heads.weights, finishing.learner.parts(SETUP), near.inner.float()
    )
    before = heads.weights["san_francisco win_out"].detach().clone()
    near.wins = torch.softmax(0.8 * win, -1).detach()  # who wins is less sure than it thinks
    heads.put_back({SETUP: near})
    assert torch.allclose(heads.weights["san_francisco win_out"], 0.8 * before)


def test_guesses_know_only_the_view(finished: Path) -> None:
    judge = Judge(load_weights(finished))
    for seen in _some_views("san_francisco", 2, 4):
        assert seen.seat is not None
        found = [judge.guess(imagine(seen, seed).observe(seen.seat)) for seed in range(3)]
        for guess in found[1:]:
            assert np.array_equal(guess.tickets, found[0].tickets)
            assert np.array_equal(guess.cards, found[0].cards)
        guess, other = found[0], 1 - seen.seat
        assert (guess.tickets >= 0).all()
        assert (guess.tickets <= 1).all()
        assert guess.tickets[seen.seat].sum() == guess.cards[seen.seat].sum() == 0, "it knows what it holds itself"
        hand = seen.hands[other]
        assert guess.cards[other].sum() == pytest.approx(hand.size - sum(hand.known.values()), abs=1e-3)


@pytest.mark.parametrize(("board", "seats"), [("san_francisco", 3), ("world", 2), ("uk", 2)])
def test_worlds_as_they_are_guessed_look_the_same(board: str, seats: int, tmp_path: Path) -> None:
    """Only what the viewer cannot see is dealt once more, and no card or ticket gets lost."""
    path = _some_guesses(Setup(board, seats=seats), tmp_path)
    bot = make_bot(f"search(champion={path}, playouts=8, practice_games=4)", 1)
    thinker = bot._thinker(board, "classic", seats)  # type: ignore[attr-defined]
    for seen in _some_views(board, seats, 5, every=15):
        assert seen.seat is not None
        thinker._suspect(seen, seen.seat)
        hands = set()
        for _ in range(4):
            thinker._imagine(seen, seen.seat)
            for mechanic in thinker.world.mechanics:
                mechanic.check()
            assert thinker.world.observe(seen.seat) == seen
            hidden = Hidden(thinker.world)
            hands.add((hidden.held(seen.seat).tobytes(), hidden.hidden_cards(seen.seat).tobytes()))
        assert len(hands) > 1


def test_cards_are_dealt_as_they_are_guessed(tmp_path: Path) -> None:
    path = _some_guesses(Setup("usa"), tmp_path)
    bot = make_bot(f"search(champion={path}, playouts=8, practice_games=4)", 1)
    thinker = bot._thinker("usa", "classic", 2)  # type: ignore[attr-defined]
    seen = _some_views("usa", 2, 1, every=30)[0]
    assert seen.seat is not None
    thinker._suspect(seen, seen.seat)
    thinker.guessed.likelier[:, 0] = 1e9  # all that are left of one kind, ...
    thinker.guessed.likelier[:, 1] = 1e-12  # ... and none of another
    thinker._imagine(seen, seen.seat)
    hidden = Hidden(thinker.world)
    cards, unseen = hidden.hidden_cards(seen.seat)[0], hidden.unseen(seen.seat)
    assert cards[0] == min(unseen[0], cards.sum())
    assert cards[1] == 0


def test_search_thinks_with_guesses(finished: Path) -> None:
    games = []
    for _ in range(2):
        bots = [make_bot(f"search(champion={finished}, playouts=16, practice_games=4)", 1), make_bot("planner", 2)]
        games.append(play_match("san_francisco", "classic", bots, seed=5, events=False))
    assert games[0].is_over
    assert games[0].decisions == games[1].decisions


def test_a_network_that_has_not_learned_to_guess(file: Path) -> None:
    judge = Judge(load_weights(file))
    assert not judge.can_guess("san_francisco", "classic", 2)
    game = new_game("san_francisco", seats=2, seed=3)
    with pytest.raises(BadAgent, match="has not learned to guess"):
        judge.guess(game.observe(game.to_move))


def test_it_can_be_finished_again(finished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    torch.set_num_threads(1)
    out = tmp_path / "again.npz"
    words = [str(finished), "--setups", "san_francisco/3", "--games", "12", "--batch", "12", "--passes", "1"]
    assert main(["finish", *words, "--processes", "1", "--device", "cpu", "--out", str(out)]) == 0
    told = capsys.readouterr().out
    assert "positions of 12 games" in told
    assert "by chance" in told
    weights = load_weights(out)
    assert weights.network.as_dict()["shape"]["guess"] == 16
    assert weights.story["finished"]["games"] == 12
    assert weights.story["finished"]["out"] == "again.npz", "its folder is nobody's business"
    assert weights.story[GUESSES] == ["san_francisco/classic/2", "san_francisco/classic/3"]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--setups", "usa"], "has not learned usa/classic/2"),
        (["--out", "nowhere/at/all.npz"], "no such folder"),
        (["--passes", "0"], "--passes is at least 1, not 0"),
        (["--batch", "3"], "--batch is at least 12, not 3"),
        (["--device", "toaster"], "--device is cpu or cuda, not 'toaster'"),
    ],
)
def test_what_cannot_be_done(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], error: str
) -> None:
    assert main(["finish", str(file), "--out", str(tmp_path / "out.npz"), *words]) == 2
    assert error in " ".join(capsys.readouterr().err.split())


def test_only_plain_networks_are_finished(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    some_weights(general_network()).save(tmp_path / "general.npz")
    assert main(["finish", str(tmp_path / "general.npz"), "--out", str(tmp_path / "out.npz")]) == 2
    assert "only plain networks can be finished" in " ".join(capsys.readouterr().err.split())
