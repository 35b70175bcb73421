"""Settings: where they come from, and what is wrong with them said before anything starts."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import httpx
import pytest

from branchline.cli.main import main
from branchline.server.configuring import BadSetting, as_file, configured
from branchline.server.settings import Limits, Settings

CONFIG = """
bot_seconds = 3
names = ["play.example.org"]

[limits]
tables_per_address = 7
chat_rows = 70
"""


def written(folder: Path, text: str) -> str:
    path = folder / "branchline.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_the_command_line_comes_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    file = written(tmp_path, CONFIG)
    environment = {
        "BRANCHLINE_CHAT_ROWS": "80",
        "BRANCHLINE_TABLES_PER_ADDRESS": "8",
        "BRANCHLINE_ORIGINS": "http://a.b",
    }
    found = configured(file, environment, {"tables_per_address": 9})
    assert found.limits.tables_per_address == 9
    assert found.limits.chat_rows == 80
    assert found.bot_seconds == 3.0
    assert (found.names, found.origins) == (("play.example.org",), ("http://a.b",))
    assert found.forget_days == Settings().forget_days


def test_all_settings_can_be_written_to_a_file_with_their_meaning_and_read_again(tmp_path: Path) -> None:
    written_down = Settings(
        port=1, analysis_worlds=(3, 5), proxy="10.0.0.0/8", limits=Limits(strikes=5, time_burst=1.5)
    )
    text = as_file(written_down)
    assert configured(written(tmp_path, text), {}, {}) == written_down
    for each in (*fields(Limits), *(each for each in fields(Settings) if each.name != "limits")):
        assert f"{each.name} = " in text
        assert len(each.metadata["words"]) > 10
        configured(None, {}, {each.name: each.default} if each.name != "static" else {})  # no default is refused


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("port = 70000", "port is at most 65535"),
        ("port = true", "port is a whole number"),
        ("bot_seconds = nan", "bot_seconds is"),
        ("bot_seconds = inf", "bot_seconds is too large"),
        ("tables_per_address = 3", "it belongs below [limits]"),
        ("[limits]\nport = 3", "it belongs above [limits]"),
        ("[limits]\ntables_per_adress = 3", "did you mean 'tables_per_address'?"),
        ("[limits]\nmessage_burst = 0", "message_burst is at least 1"),
        ("names = 'a'", "names is a list"),
        ("names = ['a b']", "not 'a b'"),
        ("origins = ['example.org']", "such as https://example.org"),
        ("analysis_worlds = [64, 16]", "numbers that grow"),
        ("database = 'mysql://x'", "sqlite:///FILE or postgresql://"),
        ("log = 'loud'", "one of debug, info"),
        ("workers = 2", "several workers need PostgreSQL"),
        ("port = ", "no TOML file"),
    ],
)
def test_a_wrong_value_in_a_file_is_told(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadSetting) as problem:
        configured(written(tmp_path, text), {}, {})
    assert said in str(problem.value)


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({"BRANCHLINE_PORT": "many"}, "BRANCHLINE_PORT is a whole number, not 'many'"),
        ({"BRANCHLINE_TABLE_PER_ADDRESS": "3"}, "did you mean BRANCHLINE_TABLES_PER_ADDRESS?"),
    ],
)
def test_a_wrong_variable_is_told(variables: dict[str, str], said: str) -> None:
    with pytest.raises(BadSetting) as problem:
        configured(None, variables, {})
    assert said in str(problem.value)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("'--tables-per-address', '-1'", "--tables-per-address is at least 1, not -1"),
        ("'--proxy', 'nonsense'", "--proxy is an address or a network"),
        ("'--config', 'nowhere.toml'", "nowhere.toml: No such file"),
    ],
)
def test_what_is_wrong_is_told_before_anything_is_imported(words: str, said: str) -> None:
    program = (
        f"import sys; from branchline.cli.main import main; status = main(['serve', {words}]);"
        "sys.exit(9 if {'fastapi', 'sqlalchemy', 'pydantic', 'uvicorn'} & sys.modules.keys() else status)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_settings_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--settings", "--port", "9"]) == 0
    assert "port = 9  # the port" in capsys.readouterr().out


def test_a_server_goes_by_its_file(tmp_path: Path) -> None:
    file = written(tmp_path, f'port = 0\ndatabase = "sqlite:///{tmp_path}/t.db"\n[limits]\ntables_per_address = 1\n')
    command = [sys.executable, "-m", "branchline.cli.main", "serve", "--config", file]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            url = process.stdout.readline().split()[3]
            wanted = {"board": "usa", "name": "Ada", "seats": [{"kind": "person"}] * 2}
            answers = [httpx.post(f"{url}/api/tables", json=wanted, timeout=30) for _ in range(2)]
        finally:
            process.terminate()
    assert [answer.status_code for answer in answers] == [201, 429], answers[0].text
