"""What the page asks of its worker: the requests that a server answers over HTTP, as far as one person needs them."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit

from pydantic import BaseModel, ValidationError

from branchline.drawing import Theme
from branchline.tab.home import KEEPER, TabHome
from branchline.tab.solving import Solving
from branchline.tab.studying import Studying
from branchline.table import lobby, records
from branchline.table.catalog import board_data, catalog
from branchline.table.conversation import seated
from branchline.table.describing import table_info
from branchline.table.plain_text import dumped
from branchline.table.protocol.answers import Seated
from branchline.table.protocol.refusing import Refused
from branchline.table.protocol.requests import (
    AddWord,
    AnswerPuzzle,
    CreateTable,
    PlanSeat,
    PlayOn,
    SwapSeats,
    fault_in_words,
)
from branchline.table.records import Replayer
from branchline.table.study import continuing, puzzles
from branchline.table.study.ratings import Rating

ONE_PERSON = "here"  # the address of everybody
_LEASE = 1e9  # seconds: nobody else looks after tables
M = TypeVar("M", bound=BaseModel)
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Asked:
    """A request."""

    body: str
    token: str | None
    query: dict[str, str]

    def read(self, kind: type[M]) -> M:
        """What it brings."""
        return kind.model_validate_json(self.body)


class Answers:
    """Answers requests at a home."""

    def __init__(self, home: TabHome, solving: Solving, studying: Studying) -> None:
        self.home = home
        self._solving = solving
        self._studying = studying
        self.store = home.store
        self._replayer = Replayer()
        table = "/api/tables/([a-z0-9]+)"
        self._ways: list[tuple[str, str, Callable[..., Awaitable[Any]]]] = [
            ("GET", "/api/boards", self._boards),
            ("GET", "/api/boards/([^/]+)", self._board),
            ("GET", "/api/tables", self._list),
            ("POST", "/api/tables", self._create),
            ("GET", table, self._table),
            ("POST", f"{table}/start", self._start),
            ("POST", f"{table}/rematch", self._rematch),
            ("POST", f"{table}/(word|leave|swap|plan)", self._change),
            ("GET", f"{table}/record", self._record),
            ("GET", rf"{table}/picture\.svg", self._picture),
            ("GET", f"{table}/replay", self._replay),
            ("GET", rf"{table}/replay/(\d+)", self._replay_step),
            ("POST", f"{table}/continue", self._play_on),
            ("GET", f"{table}/analysis", self._analysis_state),
            ("POST", f"{table}/analysis", self._ask_analysis),
            ("GET", rf"{table}/analysis/\d+", self._analysis),
            ("GET", "/api/puzzles", self._puzzles),
            ("GET", "/api/puzzles/solver", self._solver),
            ("GET", "/api/puzzles/([^/]+)", self._puzzle),
            ("POST", "/api/puzzles/([^/]+)/answer", self._answer_puzzle),
        ]

    async def answer(self, method: str, address: str, body: str, token: str | None) -> tuple[int, str]:
        """The status and the text of the answer to a request."""
        parts = urlsplit(address)
        query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        try:
            for one, path, way in self._ways:
                found = re.fullmatch(path, parts.path) if one == method else None
                if found:
                    answer = await way(Asked(body, token, query), *found.groups())
                    return 200, answer if isinstance(answer, str) else dumped(answer)
            raise Refused("not_found", "That needs a server: 'branchline serve' starts one.")
        except Refused as refusal:
            return refusal.status, json.dumps({"code": refusal.code, "words": refusal.words})
        except ValidationError as error:
            first: Any = error.errors(include_url=False, include_input=False, include_context=False)[0]
            return 422, json.dumps({"code": "bad_message", "words": fault_in_words(first)})

    async def _boards(self, asked: Asked) -> Any:
        return catalog()

    async def _board(self, asked: Asked, board: str) -> Any:
        return board_data(board)

    # Tables

    async def _list(self, asked: Asked) -> Any:
        """The tables with some ids, or the finished ones. No others are open to strangers: there are none."""
        ids = asked.query.get("ids")
        rows = self.store.rows()
        if ids is not None:
            rows = [row for row in rows if row.id in ids.split(",")]
        else:
            rows = [row for row in rows if row.status == "finished" == asked.query.get("status")]
        return {"tables": [await self._info(row.id) for row in rows[: int(asked.query.get("limit", 50))]]}

    async def _info(self, table: str) -> Any:
        """A table; what happened there is not read for that."""
        if table in self.home.tables:
            return self.home.tables[table].info()
        row = await self.store.table(table)
        assert row is not None
        return table_info(row, None, frozenset(), row.decisions)

    async def _create(self, asked: Asked) -> Seated:
        wanted = asked.read(CreateTable)
        table, token, invitation = await lobby.create(self.store, wanted, ONE_PERSON, self.home.settings.tables)
        return await self._seated(table, token, invitation)

    async def _seated(self, table_id: str, token: str, invitation: str | None = None) -> Seated:
        return seated(await self.home.table(table_id), token, invitation)

    async def _table(self, asked: Asked, table: str) -> Any:
        return (await self.home.table(table)).info()

    async def _start(self, asked: Asked, table_id: str) -> Any:
        await lobby.start(self.store, table_id, asked.token, KEEPER, _LEASE)
        table = await self.home.look_again(table_id)
        await self.home.see_to(table)
        return table.info()

    async def _rematch(self, asked: Asked, table: str) -> Seated:
        fresh = await lobby.rematch(self.store, table, asked.token, ONE_PERSON, self.home.settings.tables)
        await self.home.look_again(table)
        return await self._seated(fresh, asked.token or "")

    async def _change(self, asked: Asked, table: str, how: str) -> Any:
        change = partial(_CHANGES[how], self.store, table, asked)
        await change()
        return (await self.home.look_again(table)).info()

    # Finished games

    async def _record(self, asked: Asked, table: str) -> str:
        return records.record(await self.home.table(table)).dumps()

    async def _picture(self, asked: Asked, table: str) -> str:
        theme: Theme = "night" if asked.query.get("theme") == "night" else "day"
        return records.picture(await self.home.table(table), theme)

    async def _replay(self, asked: Asked, table: str) -> Any:
        return records.replay(await self.home.table(table), asked.query.get("view", "open"))

    async def _replay_step(self, asked: Asked, table: str, step: str) -> Any:
        view = asked.query.get("view", "open")
        return self._replayer.step(await self.home.table(table), int(step), view)

    # Learning

    async def _play_on(self, asked: Asked, table: str) -> Seated:
        maker = continuing.Maker(ONE_PERSON, self.home.settings.tables)
        source, wanted = await self.home.table(table), asked.read(PlayOn)
        made = await continuing.play_on(self.store, AtOnce(), source, wanted, maker, (KEEPER, _LEASE))
        await self.home.see_to(await self.home.table(made.table))
        return await self._seated(made.table, made.token, made.invitation)

    async def _analysis_state(self, asked: Asked, table: str) -> Any:
        return await self._studying.state(table)

    async def _ask_analysis(self, asked: Asked, table: str) -> Any:
        return await self._studying.ask(table)

    async def _analysis(self, asked: Asked, table: str) -> str:
        return await self._studying.kept(table)

    async def _puzzles(self, asked: Asked) -> Any:
        return puzzles.puzzle_list(self._solving.puzzles)

    async def _solver(self, asked: Asked) -> Any:
        mine = self._solving.rating
        told = {"rating": round(mine.rating), "tries": mine.tries, "solved": mine.solved}
        return {**told, "tried": self._solving.tried}

    async def _puzzle(self, asked: Asked, name: str) -> Any:
        found = puzzles.position(name)
        rating = self._solving.puzzles.get(name) or Rating(puzzles.first_rating(puzzles.puzzle_called(name)))
        return {**found, "rating": round(rating.rating), "tries": rating.tries}

    async def _answer_puzzle(self, asked: Asked, name: str) -> Any:
        puzzle = puzzles.puzzle_called(name)
        right = puzzles.is_right(puzzle, asked.read(AnswerPuzzle).answer)
        tried = await self._solving.answer(name, right)
        return puzzles.solved(puzzle, right, tried, None if asked.token else ONE_PERSON)


class AtOnce:
    """Work that would hold others up, where there are none. See `branchline.table.home.Aside`."""

    async def do(self, work: Callable[[], R]) -> R:
        """Do some work."""
        return work()


async def _swap(store: Any, table: str, asked: Asked) -> None:
    one, other = asked.read(SwapSeats).seats
    await lobby.swap(store, table, asked.token, one, other)


async def _plan(store: Any, table: str, asked: Asked) -> None:
    wanted = asked.read(PlanSeat)
    await lobby.plan(store, table, asked.token, wanted.seat, wanted.plan)


async def _word(store: Any, table: str, asked: Asked) -> None:
    await lobby.add_word(store, table, asked.token, asked.read(AddWord).word)


async def _leave(store: Any, table: str, asked: Asked) -> None:
    await lobby.leave(store, table, asked.token)


_CHANGES = {"swap": _swap, "plan": _plan, "word": _word, "leave": _leave}
