"""Golden games are played as they were, compiled or not, and there is one for everything that there must be one for.

A failure here means that a game somebody recorded would now go another way. If that is meant, the rules version of the
board goes up, and `python -m branchline.testing.golden make tests/golden/BOARD --replace` writes the files again.
"""

from __future__ import annotations

import functools
import json
from dataclasses import replace
from pathlib import Path

import pytest

import branchline as bl
from branchline import _native
from branchline.model.actions import Action
from branchline.model.events import Event
from branchline.notation.forms import kind_of, kinds_of
from branchline.testing import golden
from branchline.testing.playthrough import playthrough

HOME = Path(__file__).parents[1] / "golden"
BOARDS = [board.id for board in bl.boards()]
VARIANTS = [(board.id, variant) for board in bl.boards() for variant in board.variants]
FOLDERS = sorted(path.parent for path in HOME.glob(f"*/{golden.HASHES}"))
COMPILED = _native.mode() == "compiled"  # else one game of each kind: what compiling could change, it changes in all
GAMES = [
    (folder.name, name)
    for folder in FOLDERS
    for name in golden.read_hashes(folder)["games"]
    if COMPILED or name.endswith("/seed 0")
]
RECORDS = [(folder.name, name) for folder in FOLDERS for name in golden.records(folder)]

# Ways to end that a variant cannot reach, each with the reason: (board, variant, ending) -> why.
UNREACHED: dict[tuple[str, str, str], str] = {
    ("san_francisco", "classic", "all passed"): "short routes everywhere: 400 games played for it ended otherwise",
    ("uk", "classic", "all passed"): "any four cards are a locomotive, so hoarded cards always pay for something",
    ("uk", "advanced", "all passed"): "the same",
    ("world", "classic", "all passed"): "a seat with pieces in its box can exchange, and so never passes",
}


@pytest.mark.parametrize(("board", "name"), GAMES)
def test_hashed_games(board: str, name: str) -> None:
    assert golden.play_named(board, name) == golden.read_hashes(HOME / board)["games"][name]


@pytest.mark.parametrize(("board", "name"), RECORDS)
def test_recorded_games(board: str, name: str) -> None:
    record = bl.load(HOME / board / f"{name}.json")
    assert golden.check_record(record) == ""
    assert bl.replay(record).record(**record.tags) == record


@pytest.mark.parametrize("text", sorted(HOME.glob("*/*.txt")), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_playthroughs(text: Path) -> None:
    assert playthrough(bl.load(text.with_suffix(".json"))) == text.read_text(encoding="utf-8")


@pytest.mark.parametrize("board", BOARDS)
def test_every_configuration_has_hashed_games(board: str) -> None:
    known = golden.read_hashes(HOME / board)
    assert known["board"] == board
    assert known["rules_version"] == bl.board(board).rules_version
    assert {*golden.game_names(bl.board(board), seeds=2)} <= {*known["games"]}


@pytest.mark.parametrize("board", BOARDS)
def test_every_way_to_end_has_a_record(board: str) -> None:
    found = {(r.board, r.variant, r.tags["ended_by"]) for r in golden.records(HOME / board).values()}
    on = bl.board(board)
    wanted = {(board, variant, ending) for variant in on.variants for ending in golden.endings(on)}
    assert wanted - {*UNREACHED} <= found


@functools.cache
def shown(board: str, variant: str) -> frozenset[str]:
    """All that the golden records of a variant show."""
    records = [record for record in golden.records(HOME / board).values() if record.variant == variant]
    return frozenset[str]().union(*(golden.sights(bl.replay(record)) for record in records))


@pytest.mark.parametrize(("board", "variant"), VARIANTS)
def test_every_mechanic_is_shown_by_a_record(board: str, variant: str) -> None:
    """What the files show is the same uncompiled, as the hashes of these games prove: there one game is enough."""
    names = [name for name in golden.game_names(bl.board(board), seeds=1) if name.startswith(f"{variant}/")]
    for name in names if _native.mode() == "compiled" else names[:1]:
        assert golden.sights(golden.game_of(board, name)) <= shown(board, variant), name


def test_every_kind_of_decision_and_event_is_shown_by_a_record() -> None:
    found = frozenset[str]().union(*(shown(board, variant) for board, variant in VARIANTS))
    decided = {f"decision {kind}" for kind in kinds(Action)}
    happened = {f"event {kind}" for kind in kinds(Event)}
    assert (decided | happened) - found == set()


def kinds(base: type) -> set[str]:
    """The names of all kinds of something in the package, without those that only others extend."""
    found = {name for name, cls in kinds_of(base).items() if cls.__module__.startswith("branchline.")}
    return found - {kind_of(base), "seat_event", "claim", "pass_turn"}  # who can only pass is not asked


@pytest.mark.parametrize("board", BOARDS)
def test_some_games_can_be_read(board: str) -> None:
    texts = [path.read_text(encoding="utf-8") for path in (HOME / board).glob("*.txt")]
    assert len(texts) >= len(golden.endings(bl.board(board))) - len([key for key in UNREACHED if key[0] == board])
    assert all("Won by seat" in text for text in texts)


# The tool


def test_a_golden_file_is_never_overwritten_silently(tmp_path: Path) -> None:
    assert golden.write(tmp_path, {"a.txt": "one\n", "b.txt": "two\n"}, replace=False) == []
    assert golden.write(tmp_path, {"a.txt": "one\n", "b.txt": "three\n"}, replace=False) == ["b.txt"]
    assert (tmp_path / "b.txt").read_text() == "two\n"
    assert golden.write(tmp_path, {"a.txt": "one\n", "b.txt": "three\n"}, replace=True) == ["b.txt"]
    assert (tmp_path / "b.txt").read_text() == "three\n"


def small_folder(folder: Path) -> Path:
    """A folder with one record, its playthrough and three hashed games of the USA board."""
    record = bl.load(HOME / "usa" / "classic-last_turns.json")
    games = dict(list(golden.read_hashes(HOME / "usa")["games"].items())[:3])
    made = {
        golden.HASHES: json.dumps({"board": "usa", "rules_version": 1, "games": games}),
        "classic-last_turns.json": record.dumps(),
        "classic-last_turns.txt": playthrough(record),
    }
    golden.write(folder, made, replace=False)
    return folder


def test_the_tool_checks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert golden.main(["check", str(small_folder(tmp_path))]) == 0
    assert "played as they were" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("file", "old", "new", "complaint"),
    [
        (golden.HASHES, '"decisions": ', '"decisions": 1', "uniform/seed 0 in hashes.json: was"),
        ("classic-last_turns.json", "draw tickets", "draw", "its checksum does not fit"),
        ("classic-last_turns.txt", "Seat 1: draw", "Seat 0: draw", "does not say what the game"),
    ],
)
def test_the_tool_notices(
    file: str, old: str, new: str, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = small_folder(tmp_path) / file
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    if file.endswith("turns.json"):  # a damaged record is an error by itself
        with pytest.raises(bl.RecordError, match=complaint):
            golden.main(["check", str(tmp_path)])
    else:
        assert golden.main(["check", str(tmp_path)]) == 1
        assert complaint in capsys.readouterr().out


def test_a_record_of_another_game_is_noticed() -> None:
    record = bl.load(HOME / "usa" / "classic-last_turns.json")
    changed = replace(record, tags={**record.tags, "hash": "0"})
    assert "not the same" in golden.check_record(changed)
