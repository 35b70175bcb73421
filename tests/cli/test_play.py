"""Playing in the terminal: a whole game typed in, hints, questions, mistakes, saving, leaving, watching."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import branchline as bl
from branchline.bots import bot_seed, make_bot, play_match
from branchline.bots.greedy_bot import GreedyBot
from branchline.cli.main import main
from tests.cli.helpers import lines_from, program, session

START = ["play", "--terminal", "--seed", "7", "--seats", "2", "--first-seat", "0"]


def moves_of_a_game(seed: int) -> tuple[list[str], bl.Game]:
    """What a greedy person in seat 0 would type against a random bot."""
    bots = [GreedyBot(), make_bot("random", bot_seed(seed, 1))]
    game = play_match("usa", "classic", bots, seed)
    return [words for seat, words in game.record().decisions if seat == 0], game


def test_a_whole_game_typed_into_the_program(tmp_path: Path) -> None:
    moves, game = moves_of_a_game(21)
    path = tmp_path / "game.json"
    typed = "\n".join([*moves, str(path), ""])
    done = program("play", "--terminal", "--seed", "21", "--bots", "random", typed=typed)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "Final scores" in done.stdout
    assert f"You win by {game.scores()[0].total - game.scores()[1].total}." in done.stdout
    saved = bl.load(path)
    assert saved.decisions == game.record().decisions
    assert saved.tags == {"seat_0": "person Player 0", "seat_1": "bot random"}


def test_hints_lead_to_the_end(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    shown: list[str] = []

    def type_line(prompt: str = "") -> str:
        shown.append(capsys.readouterr().out)
        if prompt.strip().startswith("Save"):
            return ""
        hints = re.findall(r"^Hint: (.+)$", shown[-1], re.MULTILINE)
        return hints[-1] if hints else "hint"

    monkeypatch.setattr("builtins.input", type_line)
    assert main(["play", "--terminal", "--seed", "3", "--seats", "3", "--bots", "random", "greedy", "--you", "1"]) == 0
    shown.append(capsys.readouterr().out)
    text = "".join(shown)
    assert "This is your last turn." in text
    assert "Final scores" in text
    assert re.search(r"wins? by \d+\.|share the win|wins?: ", text)


def test_the_table_shows_what_matters(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    shown = session(monkeypatch, capsys, ["all"], *START)
    assert "USA · Classic · 2 seats · seed 7" in shown
    assert re.search(r"Row +(. \w+ +){5}", shown)
    assert re.search(r"Hand +. \d \w+", shown)
    assert re.search(r"○ +Denver – Pittsburgh +11 +\d routes to go, 11 trains", shown)
    assert "Keep at least 2 tickets of these." in shown
    assert "You kept " in shown
    assert "Your turn. Build a route, take cards or draw tickets." in shown
    assert "You left the table." in shown


def test_questions(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lines = ["all", "help", "routes", "routes chicago", "tickets", "map", "log", "table", "hint"]
    shown = session(monkeypatch, capsys, lines, *START)
    assert "To look around:" in shown
    assert "within reach" in shown
    assert "Chicago – Toronto" in shown
    assert "The shortest way for them all takes" in shown
    assert re.search(r"●.Miami|Miami.?●", shown)
    assert "You began with 1 blue, 1 red and 2 green." in shown
    assert re.search(r"^Hint: \w+", shown, re.MULTILINE)


def test_mistakes_get_an_answer(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lines = ["1", "keep 9", "all", "dance", "take gold", "take locomotive", "build denver-omaha", "build denver-miami"]
    lines += ["denver-omaha with 4 purple", "routes atlantis", "routes san", "denvr-omaha", "save", "99", "keep 1", ""]
    shown = " ".join(session(monkeypatch, capsys, lines, *START).split())  # as if no line were broken
    for answer in (
        "At least 2 of the 3 tickets must be kept.",
        "'9' is not a ticket on offer",
        "'dance' is not an action; type help to see what is.",
        "No card is called 'gold'",
        "No locomotive lies face up.",
        "Denver – Omaha: takes 4; you have ",
        "those two places are not joined directly.",
        "That needs 4 purple cards and you have ",
        "No place is called 'atlantis'; did you mean 'Atlanta'?",
        "No place is called 'san'; it can mean San Francisco, Santa Fe.",
        "There is no route 'denvr-omaha': no place is called 'denvr'; did you mean 'Denver'?",
        "Name a file to save to",
        "The menu goes from 1 to 4.",
    ):
        assert answer in shown, answer


def test_a_second_card_comes_before_a_route(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A route that could be paid for is not refused for its price."""
    shown = session(monkeypatch, capsys, ["all", "draw", "build dallas-houston"], *START)
    assert "Dallas – Houston: takes" not in shown
    assert shown.count("Second card: take one more, from the row or the deck.") == 2  # when it is asked, and again


def test_a_verb_alone_asks_which(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    shown = session(monkeypatch, capsys, ["all", "build", "", "take", "1"], *START)
    assert re.search(r"\b1 +★? +Atlanta – Charleston", shown)
    assert "You took " in shown


def test_the_menu_leads_to_every_kind_of_move(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Numbers all the way."""
    moves = ["all", "1", "2", "4", "3", "all"]  # a card from the row, one from the deck; a route; tickets

    def type_line(prompt: str = "") -> str:
        print(prompt, end="")
        if prompt.startswith("Which one?"):
            return "2"
        if not moves:
            raise EOFError
        return moves.pop(0)

    monkeypatch.setattr("builtins.input", type_line)
    assert main([*START, "--bots", "builder"]) == 0
    shown = capsys.readouterr().out
    assert "Which one? (1 to " in shown
    assert "Atlanta – Nashville: how do you pay?" in shown
    assert "Second card: take one more, from the row or the deck." in shown
    assert re.search(r"You took \w+ from the row\.", shown)
    assert re.search(r"You took \w+ from the deck\.", shown)
    assert re.search(r"You built .+ with .+ points?\.", shown)
    assert "You drew 3 tickets: " in shown


def test_going_back_from_the_menu(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    shown = session(monkeypatch, capsys, ["all", "1", "", "4", "", "4", "2", "", "draw"], *START)
    assert shown.count("Your turn. Build a route") == 4
    assert re.search(r"You took \w+ from the deck\.", shown)


def test_short_ways_to_say_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    shown = session(monkeypatch, capsys, ["1, 2", "blu", "DRAW", "Pittsburgh to New York with 2 green"], *START)
    assert "You took blue from the row." in shown
    assert "You built New York – Pittsburgh with 2 green: 2 cars, 2 points." in shown


def test_quitting_saves_and_the_game_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = str(tmp_path / "mine.json")
    shown = session(monkeypatch, capsys, ["all", "draw", "draw", "quit", path], *START, "--bots", "random")
    assert "Saved to " in shown
    saved = bl.load(path)
    assert [words for seat, words in saved.decisions if seat == 0][1:] == ["draw", "draw"]
    again = session(
        monkeypatch, capsys, ["log", "draw", "save " + path, "q", "no"], "play", "--terminal", "--resume", path
    )
    assert "Random" in again
    assert len(bl.load(path).decisions) == len(saved.decisions) + 1


def test_a_finished_game_is_not_resumed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = str(tmp_path / "done.json")
    session(
        monkeypatch,
        capsys,
        [],
        "play",
        "--terminal",
        "--watch",
        "--bots",
        "random",
        "random",
        "--seed",
        "1",
        "--save",
        path,
    )
    assert main(["play", "--terminal", "--resume", path]) == 2
    assert "finished game" in capsys.readouterr().err


def test_a_file_that_cannot_be_written_loses_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    shown = session(monkeypatch, capsys, ["all", f"save {tmp_path / 'no' / 'such.json'}", "draw"], *START)
    assert "cannot be written" in " ".join(shown.split())  # wherever the line is broken
    assert re.search(r"You took \w+ from the deck\.", shown)


def test_ctrl_c_leaves_politely(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(_: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    assert main(START) == 0
    assert "You left the table." in capsys.readouterr().out


def test_the_end_of_the_input_leaves_politely() -> None:
    done = program(*START, typed="all\n")
    assert done.returncode == 0
    assert done.stdout.endswith("You left the table.\n")
    assert done.stderr == ""


def test_a_seed_is_drawn_and_printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    heads = {re.search(r"seed (\d+)", session(monkeypatch, capsys, [], "play")) for _ in range(2)}
    assert None not in heads
    assert len({head[1] for head in heads if head}) == 2


def test_no_escapes_without_a_terminal_and_no_color_when_unwanted() -> None:
    assert "\x1b" not in program(*START, typed="all\nmap\n").stdout
    wanted = program(*START, typed="all\nmap\n", FORCE_COLOR="1", TERM="xterm-256color", COLORTERM="truecolor").stdout
    assert "\x1b[" in wanted
    plain = program(*START, typed="all\n", FORCE_COLOR="1", NO_COLOR="1", TERM="xterm-256color").stdout
    assert not re.search(r"\x1b\[[\d;]*(38|48);", plain)
    assert "♣ 2 green" in plain


def test_nothing_is_wider_than_the_terminal() -> None:
    for width in (80, 100):
        done = program(*START, typed="all\nroutes\nmap\nhelp\nroutes denver\nlog\n", COLUMNS=str(width))
        assert max(len(line) for line in done.stdout.splitlines()) <= width


def test_people_at_one_keyboard_do_not_see_each_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*START, "--hot-seat", "--names", "Ada", "Ben"]
    shown = session(monkeypatch, capsys, ["", "all", "", "all", "", "draw"], *words)
    ada, ben = shown.split("Ben, it is your turn.")[:2]
    assert "Ada, it is your turn. Press Enter" in ada
    offers = [set(bl.new_game("usa", seats=2, seed=7, first_seat=0).observe(seat).tickets.offer) for seat in range(2)]
    names = {
        ticket.id: " – ".join(bl.board("usa").goal_name(stop) for stop in ticket.stops)
        for ticket in bl.board("usa").variants["classic"].tickets
    }
    assert all(names[ticket] in ada for ticket in offers[0])
    assert not any(names[ticket] in ada for ticket in offers[1])
    assert not any(names[ticket] in ben.split("Ada, it is your turn.")[0] for ticket in offers[0])


def test_an_only_person_is_told_only_what_its_seat_may_know(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = session(monkeypatch, capsys, ["all", "draw", "draw", "log"], *START, "--bots", "greedy")
    assert "Greedy began with 4 cards." in shown
    assert "Greedy drew 3 tickets." in shown


def test_watching(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "watched.json"
    words = ["play", "--terminal", "--watch", "--bots", "greedy", "random", "greedy", "--seats", "4", "--level", "easy"]
    shown = session(monkeypatch, capsys, [], *words, "--seed", "2", "--save", str(path))
    assert "Greedy 0 built " in shown
    assert "Maple built " in shown  # who plays at a level has a name
    assert "Random kept " in shown
    assert "Final scores" in shown
    assert json.loads(path.read_text("utf-8"))["tags"]["seat_3"] == "bot easy"


def test_a_lines_helper_ends_like_a_closed_terminal() -> None:
    with pytest.raises(EOFError):
        lines_from([])("")
