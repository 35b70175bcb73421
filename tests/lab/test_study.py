"""What a study finds: planted effects, and nothing where there is nothing."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from branchline import lab
from branchline.lab.report.summary import key_figures, summary
from branchline.lab.report.surprises import surprises
from tests.lab.planted import Bias, planted_run


@pytest.fixture(scope="module")
def fair(tmp_path_factory: pytest.TempPathFactory) -> lab.Study:
    return lab.Study(planted_run(tmp_path_factory.mktemp("fair") / "run", Bias()))


@pytest.fixture(scope="module")
def biased(tmp_path_factory: pytest.TempPathFactory) -> lab.Study:
    bias = Bias(order=3, ticket=8, route=4, token=-4)
    return lab.Study(planted_run(tmp_path_factory.mktemp("biased") / "run", bias, games=1500))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> lab.Study:
    out = tmp_path_factory.mktemp("played") / "run"
    return lab.Study(lab.simulate("san_francisco", bots=["random"], seats=3, games=60, out=out, processes=1))


def test_a_run_without_games_cannot_be_studied(tmp_path: Path) -> None:
    run = planted_run(tmp_path / "run", Bias(), games=1)
    for path in (tmp_path / "run/tables/games").iterdir():
        path.unlink()
    with pytest.raises(lab.RunError, match="no finished game"):
        lab.Study(run)


# Planted effects


def test_planted_effects_are_found_with_their_size(biased: lab.Study) -> None:
    order = biased.seat_advantage()
    assert order["low"][0] > 0.5 > order["high"][1]
    assert order["score"][0] - order["score"][1] == pytest.approx(3, abs=1)
    tickets = biased.tickets()
    assert tickets["low"][0] < 8 < tickets["high"][0]
    assert tickets.filter("stands_out")["ticket"].to_list()[0] == biased.variant.tickets[0].id
    assert biased.routes().filter("stands_out")["difference"].to_list()[0] > 0.1
    token = biased.items("tokens").row(0, named=True)
    assert token["stands_out"]
    assert token["high"] < 0


def test_the_summary_names_what_was_planted(biased: lab.Study) -> None:
    said = " ".join(summary(biased))
    tickets, routes = biased.tickets(), biased.routes()
    assert "The order of turns matters, and the first seat is best off" in said
    assert f"best to be dealt is {tickets['name'][0]}" in said
    assert f"Owners of {routes['name'][0]} win" in said
    assert f"tokens: {biased.board.cities[0].name} 3" in said


def test_the_summary_claims_nothing_of_noise(fair: lab.Study) -> None:
    said = " ".join(summary(fair))
    assert "The order of turns makes no difference" in said
    assert "No ticket helps or hurts" in said
    assert "Owners of" not in said
    assert "tokens" not in said


def test_few_games_are_called_few(tmp_path: Path) -> None:
    said = " ".join(summary(lab.Study(planted_run(tmp_path / "run", Bias(order=30, ticket=30), games=20))))
    assert said.startswith("These are only 20 games")
    assert "Whether the order of turns matters takes more games to say" in said
    assert "What single tickets are worth takes more games to say" in said


def test_forfeits_are_told(fair: lab.Study) -> None:
    assert "forfeited" not in " ".join(summary(fair))
    clumsy = lab.Study(fair.run)
    clumsy.seats = clumsy.seats.with_columns(pl.lit(1).alias("forfeits"))
    assert "Bots forfeited 1,200 decisions" in summary(clumsy)[-1]


# Plain counts, worked out a second time in another way


def test_rates_of_tickets(played: lab.Study) -> None:
    for row in played.tickets().iter_rows(named=True):
        offered = [t for t in played.run.tickets.iter_rows(named=True) if t["ticket"] == row["ticket"]]
        kept = [t for t in offered if t["kept"]]
        assert row["offered"] == len(offered)
        assert row["kept"] == pytest.approx(len(kept) / len(offered))
        if kept:
            assert row["completed"] == pytest.approx(sum(t["completed"] for t in kept) / len(kept))


def test_rates_of_routes(played: lab.Study) -> None:
    claims = list(played.run.routes.iter_rows(named=True))
    table = played.routes()
    assert table["route"].to_list() == [route.id for route in played.board.routes]
    for row in table.iter_rows(named=True):
        games = {claim["game"] for claim in claims if claim["route"] == row["route"]}
        assert row["claimed"] == pytest.approx(len(games) / 60)
        assert row["claimed_low"] <= row["claimed"] <= row["claimed_high"]


def test_wins_add_up(played: lab.Study) -> None:
    assert played.seat_advantage()["win"].sum() == pytest.approx(1)
    amounts = played.amounts("tokens")
    assert amounts["seats"].sum() == 180
    assert (amounts["seats"] * amounts["win"]).sum() == pytest.approx(60)
    assert played.bots()["win"].to_list() == pytest.approx([1 / 3])
    assert played.margins.sum() == pytest.approx(0)


def test_of_pooled_things_the_most_counts(played: lab.Study) -> None:
    frame = pl.DataFrame({"game": [0, 0, 0, 1, 1, 2], "seat": [0, 0, 1, 1, 2, 2]})
    assert played.leaders(frame)[:4].tolist() == [[True, False, False], [False] * 3, [False, False, True], [False] * 3]
    assert played.holders(frame)[:3].tolist() == [[True, True, False], [False, True, True], [False, False, True]]


def test_uses_of_turns_are_shares(played: lab.Study) -> None:
    for _, tenth in played.turn_uses().group_by("tenth"):
        assert tenth["share"].sum() == pytest.approx(1)


def test_half_time_and_trigger(played: lab.Study) -> None:
    wins = games = 0.0
    for (number,), turns in played.run.turns.group_by("game"):
        last = played.games.filter(pl.col("game") == number).row(0, named=True)["turns"]
        score = {t["seat"]: t["score"] for t in turns.sort("turn").iter_rows(named=True) if t["turn"] <= last // 2}
        leaders = [seat for seat in score if score[seat] == max(score.values())]
        if len(leaders) == 1:
            games += 1
            wins += played.seats.filter(pl.col("game") == number, pl.col("seat") == leaders[0])["win"][0]
    assert played.half_time().cases == games
    assert played.half_time().value == pytest.approx(wins / games)
    assert played.trigger().cases == len(played.games.drop_nulls("trigger"))


def test_things_have_titles(played: lab.Study) -> None:
    assert played.title("golden_gate_bridge") == "Golden Gate Bridge"
    assert played.title("no_such_thing") == "no such thing"


def test_key_figures(played: lab.Study) -> None:
    nouns = [noun for _, noun in key_figures(played)]
    assert nouns[:2] == ["points a seat", "wins of the first player"]


# Surprising games


def test_surprises_are_the_extremes(played: lab.Study) -> None:
    found = {surprise.kind: surprise for surprise in surprises(played)}
    games = played.games
    assert len({surprise.game for surprise in found.values()}) == len(found)
    blowout = found["Blowout"]
    taken = found["Comeback"].game
    assert blowout.game in games.filter(pl.col("game") != taken).sort("margin")["game"].to_list()[-3:]
    assert str(games.filter(pl.col("game") == blowout.game)["margin"][0]) in blowout.sentence
    assert tuple(line[-1][1] for line in blowout.scores) == blowout.totals
    assert found["Comeback"].game in games.filter(pl.col("behind") == pl.col("behind").max())["game"].to_list()


def test_the_second_of_two_tracks_that_are_alike_is_not_called_unwanted(fair: lab.Study) -> None:
    """Only one route is ever claimed in a planted run; its board has one track that is just like its twin."""
    said = next(sentence for sentence in summary(fair) if "most wanted" in sentence)
    assert len(fair.board.routes) == 56
    assert "54 of 55 are claimed in fewer than one game in twenty" in said
