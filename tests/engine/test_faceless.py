"""A mechanic that no layer has heard of shows up everywhere all the same, told from its own fields."""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

import branchline as bl
from branchline import lab
from branchline.bots.planner_bot import PlannerBot
from branchline.cli.questions import kinds_of, label
from branchline.cli.table_view import show_table
from branchline.envs import encoding
from branchline.game import Game
from branchline.notation import forms
from branchline.table.games.presenting import decision
from branchline.testing import check_board
from branchline.words.questions import doing, head
from branchline.words.sentences import Teller
from branchline.words.things import added_rules

ROOT = Path(__file__).parents[2]
MECHANIC = '''
from __future__ import annotations

from dataclasses import dataclass

from branchline.engine.commons import Commons
from branchline.engine.decisions import new_kind
from branchline.engine.mechanic import Mechanic
from branchline.mechanics.additions import Addition
from branchline.model.actions import Action
from branchline.model.events import SeatEvent
from branchline.model.observation import Observation, View

HOIST = new_kind("hoist a sail")
SAILS = ["jib", "spinnaker"]


@dataclass(frozen=True, slots=True)
class HoistSail(Action):
    sail: str


@dataclass(frozen=True, slots=True)
class SailHoisted(SeatEvent):
    sail: str


@dataclass(frozen=True, slots=True)
class SailsView(View):
    hoisted: tuple[int, ...]
    last: str | None


class Sails(Mechanic):
    """After a claim a sail is hoisted."""

    def __init__(self, commons: Commons) -> None:
        super().__init__("sails", commons)
        self.reset()

    def reset(self) -> None:
        self.hoisted = [0] * self.commons.seats
        self.last = None

    def size(self) -> int:
        return 2

    def count(self, seat: int, kind: int) -> int:
        self.counted = 2
        return 2

    def nth(self, seat: int, kind: int, n: int) -> int:
        return self.first + n

    def legal(self, seat: int, kind: int, out: list[int]) -> None:
        out += [self.first, self.first + 1]

    def refusal(self, seat: int, kind: int, action: int) -> str:
        return ""

    def typed(self, action: int, offer: tuple[str, ...]) -> Action:
        return HoistSail(SAILS[action - self.first])

    def number(self, action: Action, offer: tuple[str, ...]) -> int:
        return self.first + SAILS.index(action.sail) if isinstance(action, HoistSail) else -1

    def copy_from(self, other: Mechanic) -> None:
        self.hoisted, self.last = list(other.hoisted), other.last

    def view(self, seat: int | None, revealed: bool) -> View:
        return SailsView(tuple(self.hoisted), self.last)

    def imagine(self, seen: Observation) -> None:
        part = seen.parts["sails"]
        self.hoisted, self.last = list(part.hoisted), part.last


class SailsAddition(Addition):
    def __init__(self, rules) -> None:
        super().__init__(rules)
        self.sails = Sails(rules.commons)
        self.join(self.sails, [HOIST], [])

    def after_claim(self, seat: int, route: int) -> None:
        self.rules.ask(seat, HOIST)

    def answer(self, seat: int, kind: int, action: int) -> None:
        self.sails.hoisted[seat] += 1
        self.sails.last = SAILS[action - self.sails.first]
        if self.rules.commons.journal.on:
            self.rules.commons.journal.add(SailHoisted(seat, self.sails.last))
'''


@pytest.fixture(autouse=True)
def _sailing(tmp_path: Path) -> Iterator[None]:
    """Lakeside with sails, known as a board while a test runs."""
    folder = tmp_path / "sailing"
    folder.mkdir()
    text = (ROOT / "examples/own_board/board.toml").read_text(encoding="utf-8")
    rules = '[rules]\nmechanics = ["sails"]\n\n[cards]'
    text = text.replace('"lakeside"', '"sailing"').replace("[cards]", rules, 1)
    (folder / "board.toml").write_text(text, encoding="utf-8")
    (folder / "sails.py").write_text(MECHANIC, encoding="utf-8")
    bl.add_board(folder)
    yield
    shutil.rmtree(folder)


def asked() -> Game:
    """A game in which a sail is to be hoisted."""
    game = bl.new_game("sailing", seats=2, seed=1)
    while game.observe(None).open[-1].question != "hoist a sail":
        game.apply(game.legal_actions()[-1])
    return game


def test_words_and_forms() -> None:
    game = asked()
    seat = game.to_move
    seen = game.observe(seat)
    assert head(seen, "hoist a sail") == "Your choice: hoist a sail."
    assert doing("hoist a sail") == "{} is deciding."
    assert [game.describe(number) for number in game.legal_actions()] == ["hoist sail jib", "hoist sail spinnaker"]
    action = game.parse("Hoist sail SPINNAKER")
    assert game.number(action) == game.legal_actions()[1]
    assert forms.from_json(forms.to_json(action)) == action
    game.apply(action)
    told = " ".join(line.text for line in Teller(game.board, game.variant, ["June", "Max"]).tell(game.events))
    assert "sail hoisted (sail spinnaker)" in told
    after = game.observe(seat)
    assert forms.from_json(forms.to_json(after), codec=after.codec) == after
    assert dict(added_rules(game.board))["Sails"] == ["After a claim a sail is hoisted."]


def test_the_browser_gets_buttons_with_words() -> None:
    game = asked()
    asking = decision(game.observe(game.to_move), 1)
    assert asking["words"] == "Your choice: hoist a sail."
    assert [choice["words"] for choice in asking["choices"]] == ["hoist sail jib", "hoist sail spinnaker"]


def test_the_terminal_shows_its_fields() -> None:
    game = asked()
    seen = game.observe(game.to_move)
    assert [label(seen, kind) for kind in kinds_of(seen)] == ["hoist sail (2)"]
    game.apply(game.legal_actions()[0])
    page = io.StringIO()
    show_table(Console(file=page, width=100), game.observe(0), ["June", "Max"])
    assert "hoisted" in page.getvalue()
    assert "jib" in page.getvalue()


def test_the_encoding_has_its_numbers() -> None:
    game = asked()
    seat = game.to_move
    assert seat is not None
    game.apply(game.legal_actions()[0])
    wide = encoding("sailing")
    assert [field.name for field in wide.parts["sails"]] == ["sails_hoisted", "sails_last"]
    assert wide.part(wide.encode(game, seat), "sails_hoisted").ravel().tolist() == [1, 0]
    assert wide.part(wide.encode(game, 1 - seat), "sails_hoisted").ravel().tolist() == [0, 1]
    assert np.array_equal(wide.encode(game, 0), wide.encode_observation(game.observe(0)))


def test_bots_answer_and_the_report_has_a_section(tmp_path: Path) -> None:
    game = asked()
    assert PlannerBot(1).decide(game.observe(game.to_move)) in game.legal_actions()
    run = lab.simulate("sailing", bots=["planner", "random"], seats=2, games=4, out=tmp_path / "run", processes=1)
    assert run.mechanics() == ["sail hoisted"]
    assert {*run.gains["item"].to_list()} <= {"jib", "spinnaker"}
    assert 'id="sail-hoisted"' in lab.write_report(run).read_text(encoding="utf-8")


def test_it_keeps_the_contract() -> None:
    assert check_board("sailing", games=1).games == 3
