"""A board of your own, in plain Python, that asks a question of its own: the package needs no change for it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import branchline as bl
from branchline.testing import check_board

ROOT = Path(__file__).parents[2]
RULES = '''
from __future__ import annotations

from dataclasses import dataclass

from branchline.engine.commons import Commons, Setting
from branchline.engine.decisions import new_kind
from branchline.engine.mechanic import Mechanic
from branchline.mechanics.composed import ComposedRules
from branchline.model.actions import Action
from branchline.model.observation import Observation, View
from branchline.model.faces import Context
from branchline.notation.forms import register
from branchline.notation.text import add_words

WAVE = new_kind("wave a flag")


@register
@dataclass(frozen=True, slots=True)
class WaveFlag(Action):
    """Wave this flag."""

    flag: str


@register
@dataclass(frozen=True, slots=True)
class FlagsView(View):
    """How often each flag was waved."""

    waved: tuple[int, ...]


FLAGS = ["red", "green"]
add_words(
    {WaveFlag: lambda context, action: f"wave {action.flag}"}, {"wave": lambda context, rest: WaveFlag(rest.casefold())}
)


class Flags(Mechanic):
    """After a claim a flag is waved; each flag counts."""

    def __init__(self, commons: Commons) -> None:
        super().__init__("flags", commons)
        self.waved = [0, 0]

    def reset(self) -> None:
        self.waved = [0, 0]

    def size(self) -> int:
        return 2

    def refusal(self, seat: int, kind: int, action: int) -> str:
        return ""

    def typed(self, action: int, offer: tuple[str, ...]) -> Action:
        return WaveFlag(FLAGS[action - self.first])

    def number(self, action: Action, offer: tuple[str, ...]) -> int:
        return self.first + FLAGS.index(action.flag) if isinstance(action, WaveFlag) and action.flag in FLAGS else -1

    def copy_from(self, other: Mechanic) -> None:
        self.waved = list(other.waved)

    def view(self, seat: int | None, revealed: bool) -> View:
        return FlagsView(tuple(self.waved))

    def imagine(self, seen: Observation) -> None:
        self.waved = list(seen.parts["flags"].waved)


class Rules(ComposedRules):
    """USA rules, and flags."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.flags = Flags(self.commons)
        self.add(self.flags, [WAVE])

    def after_claim(self, seat: int, route: int) -> None:
        self.ask(seat, WAVE)

    def play_more(self, seat: int, kind: int, action: int) -> None:
        self.flags.waved[action - self.flags.first] += 1
'''


@pytest.fixture
def flagged(tmp_path: Path) -> Iterator[str]:
    """Lakeside with flags, known as a board while the test runs."""
    folder = tmp_path / "flagged"
    folder.mkdir()
    text = (ROOT / "examples/own_board/board.toml").read_text(encoding="utf-8")
    (folder / "board.toml").write_text(text.replace('"lakeside"', '"flagged"'), encoding="utf-8")
    (folder / "rules.py").write_text(RULES, encoding="utf-8")
    yield bl.board(str(folder)).id
    shutil.rmtree(folder)


def test_a_question_of_its_own_is_asked_and_answered(flagged: str) -> None:
    game = bl.new_game(flagged, seats=2, seed=1)
    while game.observe(None).open[-1].question != "wave a flag":
        game.apply(game.legal_actions()[-1])
    seat = game.to_move
    assert [game.describe(number) for number in game.legal_actions()] == ["wave red", "wave green"]
    game.apply(game.parse("wave green"))
    assert game.observe(None).parts["flags"].waved == (0, 1)  # type: ignore[attr-defined]  # a class of the board's own
    assert game.to_move != seat


def test_such_a_board_keeps_the_contract(flagged: str) -> None:
    assert check_board(flagged, games=1).games > 0
