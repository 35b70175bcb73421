"""The commands of the lab, as people use them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from branchline import lab
from branchline.cli.main import main

BLOCKED = """
import sys
sys.modules["polars"] = None  # as if it were not installed
from branchline.cli.main import main
sys.exit(main(["simulate", "--board", "usa", "--out", "nowhere"]))
"""


def simulate(*words: str) -> int:
    return main(["simulate", "--board", "san_francisco", "--bots", "random", "--processes", "1", *words])


def test_simulate_says_where_the_games_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run"
    assert simulate("--games", "3", "--records", "all", "--out", str(out)) == 0
    said = capsys.readouterr().out
    assert "3 games in" in said
    assert "branchline report" in said
    assert len(lab.Run(out).games) == 3
    assert len(list((out / "records").glob("*.json"))) == 3


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--records", "some"), "--records takes a number or 'all', not 'some'"),
        (("--processes", "0"), "there must be at least 1 process, not 0"),
        (("--games", "0"), "at least 1 game"),
        (("--bots", "nobody"), "there is no bot 'nobody'"),
        (("--seats", "9"), "for 2 to 4 seats, not 9"),
    ],
)
def test_mistakes_get_one_clear_line(
    tmp_path: Path, words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert simulate("--out", str(tmp_path / "run"), *words) == 2
    said = capsys.readouterr().err.strip().splitlines()[-1]
    assert said.startswith("branchline: ")
    assert message in said
    assert not (tmp_path / "run").exists()


def test_report_writes_one_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run, page = tmp_path / "run", tmp_path / "page.html"
    simulate("--games", "2", "--out", str(run))
    assert main(["report", str(run)]) == 0
    assert (run / "report.html").stat().st_size > 50_000
    assert main(["report", str(run), "--out", str(page)]) == 0
    assert page.read_bytes() == (run / "report.html").read_bytes()
    assert f"The report is in {page}" in capsys.readouterr().out.replace("\n", "")


def test_report_of_nothing_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(tmp_path)]) == 2
    assert "holds no run" in capsys.readouterr().err
    simulate("--games", "1", "--out", str(tmp_path / "run"))
    assert main(["report", str(tmp_path / "run"), "--out", str(tmp_path / "none/page.html")]) == 2
    assert "there is no folder" in capsys.readouterr().err


def test_without_its_packages_the_lab_says_what_to_install(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", BLOCKED], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.strip().splitlines()[-1] == 'branchline: the lab needs polars: pip install "branchline[lab]"'
