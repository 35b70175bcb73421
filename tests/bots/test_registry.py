"""Bots by name: specs, settings, bots of other packages, and what happens if there is no such bot."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from branchline.bots import bot_names, bot_settings, make_bot, registry
from branchline.bots.random_bot import RandomBot
from branchline.bots.specs import BotSpec, parse_spec
from branchline.model.errors import UnknownBot

HERE = "tests.bots.test_registry:"


class Tunable(RandomBot):
    """A bot with a setting of every type."""

    def __init__(
        self, seed: int = 0, *, path: str = "", seconds: float = 1.0, depth: int | None = 3, wild: bool = False
    ) -> None:
        super().__init__(seed)
        self.settings = (path, seconds, depth, wild)
        self.seed = seed


class Needy(RandomBot):
    def __init__(self, weights: str) -> None:
        super().__init__()
        self.weights = weights


NOT_A_BOT = 5


@pytest.mark.parametrize(
    ("spec", "settings"),
    [
        ("Tunable", ("", 1.0, 3, False)),
        ("Tunable()", ("", 1.0, 3, False)),
        ("Tunable( seconds = 2 , wild=yes )", ("", 2.0, 3, True)),
        ("Tunable(weights/usa.pt, depth=None)", ("weights/usa.pt", 1.0, None, False)),
        ("Tunable(path='a, b = c', depth=-4)", ("a, b = c", 1.0, -4, False)),
        ('Tunable("don\'t")', ("don't", 1.0, 3, False)),
    ],
)
def test_settings_are_read_by_their_types(spec: str, settings: tuple[object, ...]) -> None:
    bot = make_bot(HERE + spec, 9)
    assert isinstance(bot, Tunable)
    assert bot.settings == settings
    assert bot.seed == 9
    assert parse_spec(str(parse_spec(HERE + spec))) == parse_spec(HERE + spec)


def test_a_spec_in_words() -> None:
    assert str(parse_spec(" Greedy() ")) == "greedy"
    assert str(parse_spec("search( seconds=1.0,playouts = 5)")) == "search(seconds=1.0, playouts=5)"
    assert parse_spec("champion('a,b')") == BotSpec("champion", (("", "a,b"),))


def test_bots_by_name() -> None:
    assert set(bot_names()) >= {"greedy", "random"}
    assert make_bot(" Greedy() ", 0).name == "greedy"
    assert [setting.name for setting in bot_settings(f"{HERE}Tunable")] == ["path", "seconds", "depth", "wild"]
    assert bot_settings("random") == ()


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("gredy", "there is no bot 'gredy'; there are: .*; did you mean 'greedy'"),
        ("", "'' names no bot"),
        ("greedy(", r"'greedy\(' names no bot"),
        ("greedy(depth=3)", "the bot 'greedy' has no settings, so it cannot take 'depth=3'"),
        (f"{HERE}Tunable(secnds=1)", "has no setting 'secnds'; it has: path, .*; did you mean 'seconds'"),
        (f"{HERE}Tunable(seconds=soon)", "'seconds' of the bot '.*' is a number, not 'soon'"),
        (f"{HERE}Tunable(depth=1.5)", "'depth' of the bot '.*' is a whole number, not '1.5'"),
        (f"{HERE}Tunable(wild=maybe)", "'wild' of the bot '.*' is true or false, not 'maybe'"),
        (f"{HERE}Tunable(seconds=1, 2)", "only the first setting of .* can go without its name, not '2'"),
        (f"{HERE}Tunable(seconds=1, seconds=2)", "'seconds' is set twice"),
        (f"{HERE}Tunable(seconds==1)", "the settings of .* cannot be read at 'seconds==1'"),
        (f"{HERE}Needy", r"needs a setting: .*Needy\(weights=...\)"),
        (f"{HERE}Nobody", "cannot be loaded: .*Nobody"),
        ("nowhere.at_all:Bot", "the bot 'nowhere.at_all:Bot' cannot be loaded: No module named 'nowhere'"),
        (f"{HERE}NOT_A_BOT", "is no bot: it cannot be called to make one"),
    ],
)
def test_unknown_bots(spec: str, message: str) -> None:
    with pytest.raises(UnknownBot, match=message):
        make_bot(spec, 0)


@pytest.fixture
def other_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package that announces bots, as it would be installed."""
    (tmp_path / "dreams.py").write_text("from branchline.bots.random_bot import RandomBot as Dreamer\n")
    info = tmp_path / "dreams-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: dreams\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[branchline.bots]\ndreamer = dreams:Dreamer\ngreedy = dreams:Dreamer\nbroken = dreams:Nothing\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    registry._announced.cache_clear()
    yield
    registry._announced.cache_clear()


@pytest.mark.usefixtures("other_package")
def test_bots_of_other_packages() -> None:
    assert bot_names()[-2:] == ("broken", "dreamer")
    assert make_bot("dreamer", 0).name == "random"
    assert make_bot("greedy", 0).name == "greedy"  # nobody takes the name of a built-in bot
    with pytest.raises(UnknownBot, match="the bot 'broken' cannot be loaded"):
        make_bot("broken", 0)
