"""`branchline train calibrate`: what networks predict is compared with what came."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from branchline.champions.setups import Setup
from branchline.cli.main import main
from branchline.cli.training.calibrate import tenths
from branchline.training.evaluating import Sighting, watch
from branchline.training.watched_games import Job
from tests.learning.untrained import a_network, some_weights


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("network") / "champion.npz"
    some_weights(a_network("san_francisco", "san_francisco/3")).save(file)
    return file


def test_looks_are_counted_by_tenths_of_the_scale() -> None:
    seen = [Sighting(0, 2, 2, 0.5, 1.0), Sighting(1, 2, 2, 0.52, 0.0), Sighting(1, 9, 1, 0.95, 1.0)]
    low, high = tenths(seen)
    assert (low.name, low.looks, low.won.value) == ("20 to 30 %", 4, 0.25)
    assert low.predicted == pytest.approx(0.255)
    assert (high.name, high.looks, high.won.value) == ("90 to 100 %", 1, 1.0)
    assert low.won.low < 0.25 < low.won.high


def test_games_are_watched_the_same_way_again(network: Path) -> None:
    def job(number: int, varied: bool = False) -> Job:
        return Job(str(network), Setup("san_francisco"), number, 6, seed=1, varied=varied)

    found = watch(job(3))
    assert found == watch(job(3))
    assert found != watch(job(4))
    assert found != watch(job(3, varied=True)), "these have slips"
    assert {one.lineup for one in found} == {0, 1, 2}
    for one in found:
        assert one.tenth / 10 <= one.predicted / one.looks <= (one.tenth + 1) / 10
        assert 0 <= one.won <= one.looks


def test_the_command(network: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = [
        "train",
        "calibrate",
        str(network),
        "--setups",
        "san_francisco",
        "san_francisco/3",
        "--games",
        "2",
        "--processes",
        "2",
    ]
    assert main([*command, "--out", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "san_francisco/classic/2, mixed games" in told
    assert "san_francisco/classic/2, all games" in told
    assert "all setups, all games" in told
    assert "| predicted | looks |" in (tmp_path / "san_francisco-classic-2.md").read_text()
    picture = ElementTree.parse(tmp_path / "san_francisco-classic-2.svg").getroot()
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"


def test_what_cannot_be_done(network: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    assert main(["train", "calibrate", str(network), "--setups", "usa", "--out", str(out)]) != 0
    assert "has not learned usa/classic/2" in capsys.readouterr().err
    assert (
        main(["train", "calibrate", str(network), "--setups", "san_francisco", "--games", "0", "--out", str(out)]) != 0
    )
    assert "--games must be at least 1, not 0" in capsys.readouterr().err
    assert not out.exists()
