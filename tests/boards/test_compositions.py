"""Boards without Python: mechanics by name, a board based on another one, house rules as facts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import branchline as bl
from branchline.boards import registry
from branchline.drawing import draw_board
from branchline.mechanics.additions import Composition
from branchline.mechanics.passengers import PassengersView, PassengerTaken
from branchline.model.errors import BadSetup, BoardFileError
from branchline.planner.mind import Mind
from branchline.planner.style import Style
from branchline.table.catalog import board_data
from branchline.testing import check_board
from branchline.testing.arrange import arrange, started
from branchline.words.sentences import Teller
from branchline.words.things import added_rules

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(autouse=True)
def _own_data() -> Iterator[None]:
    """What is sent of a board that a test adds is gone after it."""
    yield
    board_data.cache_clear()


def write(folder: Path, text: str) -> Path:
    """A board file like USA's, with something more."""
    folder.mkdir(exist_ok=True)
    head = 'id = "own"\ntitle = "Own"\nsummary = "A board of a test."\nbased_on = "usa"\n'
    (folder / "board.toml").write_text(head + text, encoding="utf-8")
    return folder


def play(board: str, seed: int = 1, seats: int = 3) -> bl.Game:
    """A game between planners, to its end."""
    game = bl.new_game(board, seats=seats, seed=seed)
    rules = game._rules
    mind = Mind(rules, Style())
    while not game.is_over:
        seat = game.to_move
        assert seat is not None
        game.apply(int(mind.decide(seat)), seat)
    return game


# Mechanics by name


def test_passengers_on_the_map_of_usa_are_ten_lines() -> None:
    lines = (EXAMPLES / "usa_passengers/board.toml").read_text(encoding="utf-8").split("\n")
    assert len([line for line in lines if line and not line.startswith("[")]) == 10 - 1
    board = bl.add_board(EXAMPLES / "usa_passengers")
    usa = bl.board("usa")
    assert (board.routes, board.tickets, board.cards) == (usa.routes, usa.tickets, usa.cards)
    assert board.mechanics == ("passengers",)


def test_it_keeps_the_contract_and_plays_to_the_end() -> None:
    board = bl.add_board(EXAMPLES / "usa_passengers")
    assert check_board(board.id, variants=["classic", "mega"], seats=[2], games=1).games == 2
    game = play(board.id)
    scores = game.scores()
    assert list(scores[0].lines) == ["routes", "tickets", "longest_path", "passengers"]
    assert sum(sheet.lines["passengers"] for sheet in scores) >= 3 * 20
    part = game.observe(None).parts["passengers"]
    assert isinstance(part, PassengersView)
    assert sum(sum(taken.values()) for taken in part.taken) > 10
    told = " ".join(line.text for line in Teller(board, game.variant, ["A", "B", "C"]).tell(game.events))
    assert "picked up a " in told


def test_it_is_explained_and_drawn() -> None:
    board = bl.add_board(EXAMPLES / "usa_passengers")
    rules = {part["title"]: " ".join(part["words"]) for part in board_data(board.id)["rules"]}
    assert "the most score 20 points, the second most 10" in rules["Passengers"]
    from branchline.drawing import scene_of

    drawn = draw_board(board, scene_of(bl.new_game(board.id, seed=1).observe(None)))
    assert drawn.count('class="pawn c-') == len(board.cities)
    assert drawn.count('id="pawn"') == 1


def test_the_boards_of_this_package_are_composed_the_same_way() -> None:
    own = [board for board in bl.boards() if board.path.is_relative_to(Path(bl.__file__).parent)]
    sheets = [registry.new_rule_sheet(board.id, next(iter(board.variants)), 2) for board in own]
    assert len(sheets) == 6
    assert all(isinstance(sheet, Composition) for sheet in sheets)
    assert not any((b.path.parent / "rules.py").exists() for b in own)


MIXED = """
id = "{base}_mixed"
title = "Mixed"
summary = "A map with mechanics of another one."
based_on = "{base}"

[rules]
mechanics = [{mechanics}, "passengers"]

[bonuses]
lines = ["most routes: 10"]

[extras.passengers]
each = 1
most = 20
second_most = 10
colors = {{ red = {places} }}
"""


@pytest.mark.parametrize(("base", "mechanics"), [("uk", '"technologies"'), ("world", '"fleet", "harbors"')])
def test_turns_of_their_own_can_be_mixed_with_other_mechanics(base: str, mechanics: str, tmp_path: Path) -> None:
    folder = tmp_path / f"{base}_mixed"
    folder.mkdir()
    places = len({city.country or city.id for city in bl.board(base).cities})
    text = MIXED.format(base=base, mechanics=mechanics, places=places)
    (folder / "board.toml").write_text(text, encoding="utf-8")
    board = bl.add_board(folder)
    variant = next(iter(board.variants))
    assert check_board(board.id, variants=[variant], seats=[2], games=1).games == 1
    game = bl.new_game(board.id, variant=variant, seats=2, seed=1)
    while not game.is_over:
        legal = game.legal_actions()
        game.apply(legal[7 * len(game.events) % len(legal)])
    assert any(isinstance(event, PassengerTaken) for event in game.events)
    assert {"passengers", board.bonuses[0].line} <= {*game.scores()[0].lines}


PASSENGERS = '[rules]\nmechanics = ["passengers"]\n[extras.passengers]\neach = 1\n'


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            '[rules]\nmechanics = ["pasengers"]\n',
            r"board.toml:6: \[rules\] mechanics: there is no mechanic 'pasengers'; did you mean 'passengers'\?",
        ),
        (
            '[rules]\nmechanics = ["shares"]\n',
            r"board.toml:6: \[rules\] mechanics: the mechanic 'shares' needs the section \[extras.railroads\]",
        ),
        (
            '[rules]\nmechanic = ["shares"]\n',
            r"board.toml:6: \[rules\]: unknown key 'mechanic'; did you mean 'mechanics'",
        ),
        (
            f"{PASSENGERS}second_mots = 4\n",
            r"board.toml:9: \[extras.passengers\]: unknown key 'second_mots'; did you mean",
        ),
        (f"{PASSENGERS}colors = 3\n", r"board.toml:9: \[extras.passengers.colors\]: must be a table, not 3"),
        (
            f"{PASSENGERS}places = {{ miamy = 1 }}\n",
            r"board.toml:9: .*there is no place 'miamy'; did you mean 'miami'",
        ),
        (
            f"{PASSENGERS}colors = {{ red = -1 }}\n",
            r"board.toml:9: .*red: must be a whole number of 1 or more, not -1",
        ),
        ('[rules]\nmechanics = ["ferries", "ferries"]\n', r"a mechanic is named twice"),
        (
            '[rules]\nmechanics = ["fleet", "technologies"]\n',
            r"fleet and technologies have a turn of their own: name one",
        ),
        (
            '[bonuses]\nlines = [\n  "most rotes: 5",\n]\n',
            r"board.toml:7: bonus .*no bonus for the most 'rotes'; did you mean 'routes'",
        ),
        (
            '[bonuses]\nlines = [\n  "most routes: 5",\n  "reach Miamy: 5",\n]\n',
            r"board.toml:8: .*'Miamy'; did you mean 'Miami'",
        ),
        ('[bonuses]\nlines = ["link Miami: 5"]\n', r"board.toml:6: .*two are linked"),
        ('[bonuses]\nlines = ["first Miami: 5"]\n', r'board.toml:6: .*write it like "most routes: 10"'),
        ('[bonuses]\nlines = ["reach Miami: 5", "reach Miami: 6"]\n', r"the same bonus is already there"),
    ],
)
def test_slips_are_named_with_their_line_and_the_nearest_name(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(BoardFileError, match=fault):
        bl.add_board(write(tmp_path / "own", text))


def test_an_unknown_base_is_named(tmp_path: Path) -> None:
    folder = write(tmp_path / "own", "")
    text = (folder / "board.toml").read_text(encoding="utf-8")
    (folder / "board.toml").write_text(text.replace('"usa"', '"usaa"'), encoding="utf-8")
    with pytest.raises(BoardFileError, match=r"board.toml:4: based_on: there is no board 'usaa'; did you mean 'usa'"):
        bl.add_board(folder)


def test_ferries_are_wanted_where_they_are_named(tmp_path: Path) -> None:
    board = bl.add_board(write(tmp_path / "own", '[rules]\nmechanics = ["ferries"]\n'))
    with pytest.raises(BadSetup, match="none of its routes is a ferry"):
        bl.new_game(board.id)


# House rules


def scored(tmp_path: Path, lines: str, claims: dict[int, list[str]]) -> dict[str, list[int]]:
    """What house rules score in a position: points of the seats, line by line."""
    board = bl.add_board(write(tmp_path / "own", f"[bonuses]\nlines = [{lines}]\n"))
    game = arrange(
        started(board.id, seats=2), turn=0, owners={route: seat for seat, ids in claims.items() for route in ids}
    )
    rules = game._rules
    rules.finish(1)
    return {name: [int(n) for n in column] for name, column in zip(rules.lines, rules.sheet, strict=True)}


def test_bonuses_are_scored(tmp_path: Path) -> None:
    lines = '"link Denver - Omaha: 7", "reach Denver: 3", "reach Miami: 4", "most routes: 5", "most spaces: 6"'
    found = scored(tmp_path, lines, {0: ["denver-omaha", "duluth-helena"], 1: ["denver-santa_fe"]})
    assert found["link_denver_omaha"] == [7, 0]
    assert found["reach_denver"] == [3, 3]
    assert found["reach_miami"] == [0, 0]
    assert found["most_routes"] == [5, 0]
    assert found["most_spaces"] == [6, 0]


def test_all_who_tie_get_it_and_zero_is_never_the_most(tmp_path: Path) -> None:
    found = scored(tmp_path, '"most routes: 5", "most tickets: 9"', {0: ["denver-omaha"], 1: ["denver-santa_fe"]})
    assert found["most_routes"] == [5, 5]
    assert found["most_tickets"] == [0, 0]


def test_house_rules_are_explained_drawn_and_kept_by_the_contract() -> None:
    board = bl.add_board(EXAMPLES / "house_rules")
    words = dict(added_rules(board))["House rules"]
    assert words[0] == "Linking Seattle and Miami by your own routes scores 15 points at the end."
    assert words[1] == "A route to Sault St. Marie at the end scores 5 points."
    assert words[2] == "The most routes score 10 points; all who tie score them."
    drawn = draw_board(board)
    assert drawn.count('class="bonus"') == 2  # the place, and the middle of the link
    assert drawn.count('class="link"') == 1
    assert "bonuses" not in draw_board(bl.board("usa")).partition("</style>")[2]
    assert check_board(board.id, variants=["classic"], seats=[3], games=1).games == 1


def test_the_planner_goes_for_house_rules(tmp_path: Path) -> None:
    """A place that no ticket wants is reached where it pays, and mostly left alone where it does not."""
    paid = bl.add_board(write(tmp_path / "own", '[bonuses]\nlines = ["reach Sault St. Marie: 25"]\n'))
    with_bonus = sum(_reached(paid.id, seed) for seed in range(6))
    without = sum(_reached("usa", seed) for seed in range(6))
    assert with_bonus >= without + 2  # nothing tells the two boards apart but the bonus


def _reached(board: str, seed: int) -> int:
    game = play(board, seed, seats=2)
    place = next(city.index for city in game.board.cities if city.name == "Sault St. Marie")
    owners = game.observe(None).tracks.owners
    seats = {seat for route in game.board.routes if place in (route.a, route.b) for seat in owners[route.index]}
    return len(seats)
