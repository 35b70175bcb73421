"""The socket: one viewer of one table. It says who it is, then sends messages one by one and hears what happens."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

import structlog
from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from branchline.server.bots.levels import usual_level
from branchline.server.games import presenting
from branchline.server.games.proposing import propose
from branchline.server.games.results import longest_path
from branchline.server.guarding.limiting import Bucket
from branchline.server.guarding.outbox import Outbox, dumped
from branchline.server.guarding.time_budgets import charged
from branchline.server.guarding.tokens import hashed, hashed_address
from branchline.server.protocol import requests
from branchline.server.protocol.messages import Accepted, EarlierLines, Explained, Planned, Pong, Problem, Proposed
from branchline.server.protocol.refusing import Refused
from branchline.server.store.store import StoreFailed
from branchline.server.tables import coaching, leaving, playing
from branchline.server.tables.live_table import LiveTable, Viewer
from branchline.server.tables.lobby import check_invitation
from branchline.server.worker import timekeeping
from branchline.words.needs import stand_for

if TYPE_CHECKING:
    from branchline.server.network.services import Services

_log = structlog.get_logger("branchline.socket")
_LONGEST_WAIT = 5.0  # seconds that a client whose time is spent is kept waiting before its next message is read


class Conversation:
    """What goes back and forth on one socket."""

    def __init__(self, services: Services, socket: WebSocket, table_id: str) -> None:
        self.services = services
        self.socket = socket
        self.table_id = table_id
        self.limits = services.settings.limits
        self.outbox = Outbox(socket, self.limits, services.backlog)
        self.bucket = Bucket(self.limits.messages_per_second, self.limits.message_burst)
        self.budget = services.time.of(services.address_of(socket))
        self.address = hashed_address(services.address_of(socket))
        self.changes = services.changes.of(services.address_of(socket))
        self.strikes = 0
        self.asking: set[asyncio.Task[None]] = set()  # what the coach was asked

    async def hold(self) -> None:
        """From hello to the end."""
        viewer: Viewer | None = None
        table: LiveTable | None = None
        try:
            hello = await self._first_message()
            if hello is not None:
                table = await charged(self.services.hub.table(self.table_id), self.budget)
                viewer = await charged(self._enter(table, hello), self.budget)
                await self.services.hub.tell_presence(table)
                await self._listen(table, viewer)
        except WebSocketDisconnect:
            pass
        except Refused as refusal:
            self._refuse(refusal, None)
            self.outbox.bye("forbidden", refusal.words, again=refusal.code == "unavailable")
        except StoreFailed as error:
            _log.warning("store failed", error=str(error))
            self.outbox.bye("stopping", "The server cannot reach its database.", again=True)
        finally:
            for task in self.asking:
                task.cancel()
            if table is not None and viewer is not None:
                table.leave(viewer)
                if not self.services.hub.stopping:
                    await self.services.hub.tell_presence(table)
            await self.outbox.finished()

    async def _first_message(self) -> requests.Hello | None:
        """The client says who it is, soon."""
        try:
            async with asyncio.timeout(self.limits.hello_seconds):
                while not self.outbox.closed:
                    message = await self._next_message()
                    if isinstance(message, requests.Hello):
                        return message
                    if message is not None:
                        self._refuse(Refused("not_allowed", "Say hello first."), getattr(message, "ref", None))
        except TimeoutError:
            self.outbox.bye("no_hello", "You did not say hello.", again=True)
        return None

    async def _enter(self, table: LiveTable, hello: requests.Hello) -> Viewer:
        """The client begins to look."""
        try:
            viewer = self._seated(table, hello)
        except Refused:
            if hello.token is None or not self.services.store.shared:
                raise
            await table.refresh(rows=True)  # the seat may have been taken through another worker a moment ago
            viewer = self._seated(table, hello)
        table.enter(viewer)
        return viewer

    def _seated(self, table: LiveTable, hello: requests.Hello) -> Viewer:
        """Who the client is at this table."""
        check_invitation(table.row, hello.token, hello.invitation)
        if hello.token is None:
            return Viewer(self.outbox, None, name="Spectator", address=self.address)
        token = hashed(hello.token)
        held = table.held_by(token)
        if not held and not table.is_host(token):
            raise Refused("no_seat", "You have no seat at this table any more.")
        seat = hello.seat
        if seat is not None and seat not in held:
            raise Refused("no_seat", "You do not hold that seat.")
        if seat is None and held:
            asked = [] if table.played is None else [s for s in table.played.game.pending if s in held]
            seat = (asked or list(held))[0]
        return Viewer(self.outbox, token, seat, held, name="" if held else "Host")

    async def _listen(self, table: LiveTable, viewer: Viewer) -> None:
        while not self.outbox.closed:
            message = await charged(self._next_message(), self.budget)
            await asyncio.sleep(0)  # of a hundred messages at once one is read at a time, as of everybody else
            if message is None:
                continue
            ref = getattr(message, "ref", None)
            try:
                await charged(self._answer(table, viewer, message, ref), self.budget)
                self.strikes = 0
            except Refused as refusal:
                self._refuse(refusal, ref)
            except StoreFailed as error:
                _log.warning("store failed", table=table.id, error=str(error))
                self._refuse(Refused("unavailable", "The database does not answer. Try again."), ref)

    # Reading

    async def _next_message(self) -> requests.ClientMessage | None:
        """The next message; None if it was refused."""
        if (debt := self.budget.wait()) > 0:  # nothing is lost: what the client sends waits on its side
            await asyncio.sleep(min(debt, _LONGEST_WAIT))
        received = await self.socket.receive()
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(received.get("code") or 1005)
        text = received.get("text")
        ref = None
        try:
            in_time = self.bucket.take()
            if text is None:
                raise Refused("bad_message", "Messages are text.")
            if len(text) > self.limits.message_bytes or len(text.encode()) > self.limits.message_bytes:
                raise Refused("too_big", f"A message has at most {self.limits.message_bytes} bytes.")
            ref = _ref_of(text)
            if not in_time:
                raise Refused("too_fast", "Slow down.")
            message = requests.CLIENT_MESSAGE.validate_json(text)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False, include_context=False)[0]
            self._refuse(Refused("bad_message", requests.fault_in_words(first)), ref)
            return None
        except Refused as refusal:
            self._refuse(refusal, ref)
            return None
        except UnicodeEncodeError:  # half of a surrogate pair
            self._refuse(Refused("bad_message", "Messages are text."), ref)
            return None
        self.services.metrics.messages.labels(message.type).inc()
        return message

    def _refuse(self, refusal: Refused, ref: int | None) -> None:
        self.services.metrics.refusals.labels(refusal.code).inc()
        problem: Problem = {"type": "error", "ref": ref, "code": refusal.code, "words": refusal.words}
        self.outbox.put(dumped(problem))
        self.strikes += 1
        if self.strikes > self.limits.strikes:
            self.outbox.bye("too_fast", "Too many messages that could not be accepted.", again=False)

    # Answering

    async def _answer(self, table: LiveTable, viewer: Viewer, message: requests.ClientMessage, ref: int | None) -> None:
        match message:
            case requests.Ping():
                pong: Pong = {"type": "pong", "ref": ref, "now": timekeeping.now()}
                self.outbox.put(dumped(pong))
            case requests.Explain(route=route, paths=paths):
                self._explain(table, viewer, route, paths, ref)
            case requests.Plan(routes=routes):
                self._plan(table, viewer, routes, ref)
            case requests.Propose():
                self._propose(table, viewer, message)
            case requests.Hint():
                self._put_soon(coaching.hint(self.services.hub.coach, table, viewer, message), ref)
            case requests.Foresee():
                self._put_soon(coaching.foresee(self.services.hub.coach, table, viewer, message), ref)
            case requests.Act(careful=True) if (
                warned := await coaching.warning(self.services.hub.coach, table, viewer, message)
            ) is not None:
                self.outbox.put(dumped(warned))
            case requests.Look(seat=seat):
                table.look_from(viewer, seat)
            case requests.Hello():
                raise Refused("not_allowed", "You have said hello already.")
            case requests.Say(text=text):
                self._accept(await table.say(viewer, text), ref)
            case requests.Earlier(before=before):
                lines, more = await table.earlier(viewer, before)
                page: EarlierLines = {"type": "earlier", "ref": ref, "lines": lines, "more": more}
                self.outbox.put(dumped(page))
            case requests.Mute(seat=seat, on=on):
                (viewer.muted.add if on else viewer.muted.discard)(seat)
                self._accept(table.count, ref)
            case requests.Silence(seat=seat, on=on):
                self._check_pace()
                self._accept(await playing.silence(table, viewer.token, seat, on), ref)
            case requests.Replace(seat=seat, level=level):
                self._check_pace()
                usual = self.services.settings.substitute or usual_level()
                number = await leaving.replace(
                    table, viewer.token, seat, level or usual, self.services.settings.replace_after
                )
                await self.services.hub.caretaker.see_to(table)
                self._accept(number, ref)
            case _:
                self._accept(await self._play(table, viewer, message), ref)

    async def _play(self, table: LiveTable, viewer: Viewer, message: requests.ClientMessage) -> int:
        """What only somebody with a seat can do."""
        seat = viewer.seat
        if seat is None:
            raise Refused("no_seat", "You are watching.")
        self._check_pace()
        match message:
            case requests.Coach(on=on):
                number = await coaching.coach(table, seat, viewer.held, on)
                self._prepare_coach(table)
                return number
            case requests.AnswerCoach(offer=offer, agree=agree):
                number = await coaching.answer_coach(table, seat, viewer.held, offer, agree)
                self._prepare_coach(table)
                return number
            case requests.Act(decision=decision, action=action):
                began = time.perf_counter()
                number = await playing.act(table, seat, decision, action)
                self.services.metrics.moves.observe(time.perf_counter() - began)
                return number
            case requests.Undo():
                return await playing.undo(table, seat, viewer.held)
            case requests.AnswerUndo(wish=wish, agree=agree):
                return await playing.answer_undo(table, seat, wish, agree)
            case requests.OfferEnd():
                return await leaving.offer_end(table, seat, viewer.held)
            case requests.AnswerEnd(offer=offer, agree=agree):
                return await leaving.answer_end(table, seat, viewer.held, offer, agree)
            case requests.ComeBack():
                return await leaving.come_back(table, viewer.held)
            case requests.Leave() | requests.Resign():
                number = await self._go(table, viewer, seat, isinstance(message, requests.Resign))
                await self.services.hub.caretaker.see_to(table)
                return number
        raise Refused("bad_message", "That is not for now.")

    async def _go(self, table: LiveTable, viewer: Viewer, seat: int, gives_up: bool) -> int:
        level = self.services.settings.substitute or usual_level()
        if gives_up:
            return await leaving.resign(table, (seat,), level)
        return await leaving.leave(table, viewer.held, level)

    def _check_pace(self) -> None:
        """Refuse who changes tables faster than people play: every change is kept for ever."""
        if not self.changes.take():
            raise Refused("too_fast", "Slow down.")

    def _prepare_coach(self, table: LiveTable) -> None:
        """Let the coach get to know the board before it is asked."""
        row, played = table.row, table.played
        if played is not None and played.coached.is_on(played.playing(table.people)):
            self.services.hub.coach.prepare(table.id, row.board, row.variant, len(row.seats))

    def _put_soon(self, work: Coroutine[Any, Any, Any], ref: int | None) -> None:
        """Answer when the coach has thought; further messages need not wait for that."""
        if len(self.asking) >= self.limits.questions_at_once:
            work.close()
            raise Refused("too_fast", "The coach is still thinking.")
        task = asyncio.create_task(charged(self._put(work, ref), self.budget), name="ask the coach")
        self.asking.add(task)
        task.add_done_callback(self.asking.discard)

    async def _put(self, work: Coroutine[Any, Any, Any], ref: int | None) -> None:
        try:
            self.outbox.put(dumped(await work))
        except Refused as refusal:
            self._refuse(refusal, ref)
        except StoreFailed as error:
            _log.warning("store failed", error=str(error))
            self._refuse(Refused("unavailable", "The database does not answer. Try again."), ref)

    def _accept(self, number: int, ref: int | None) -> None:
        accepted: Accepted = {"type": "accepted", "ref": ref, "number": number}
        self.outbox.put(dumped(accepted))

    def _explain(self, table: LiveTable, viewer: Viewer, route: str | None, paths: bool, ref: int | None) -> None:
        point = table.seen(viewer)
        if route is not None and route not in presenting.place(table.row.board, table.row.variant).routes:
            raise Refused("bad_message", "There is no such route.")
        states = point.route_states(route)
        message: Explained = {
            "type": "explained",
            "ref": ref,
            "number": point.version,
            "routes": states,
            "longest_paths": [],
        }
        if paths:
            game = table.running().game
            message["longest_paths"] = [longest_path(game, seat) for seat in range(game.seats)]
        self.outbox.put(dumped(message))

    def _plan(self, table: LiveTable, viewer: Viewer, routes: list[str], ref: int | None) -> None:
        if viewer.seat is None:
            raise Refused("no_seat", "You are watching.")
        point = table.seen(viewer)
        if not presenting.place(table.row.board, table.row.variant).routes.keys() >= {*routes}:
            raise Refused("bad_message", "There is no such route.")
        words = presenting.plan(point.seen, routes)
        message: Planned = {"type": "planned", "ref": ref, "number": point.version, "routes": routes, "words": words}
        self.outbox.put(dumped(message))

    def _propose(self, table: LiveTable, viewer: Viewer, message: requests.Propose) -> None:
        played = table.running()
        if viewer.seat is None or played.asked.get(viewer.seat) != message.decision:
            raise Refused("stale", "That was decided already.")
        found = propose(played.game, viewer.seat, message.action, message.cards)
        if found is None:
            raise Refused("illegal", "You cannot pay for that now.")
        answer: Proposed = {
            "type": "proposed",
            "ref": message.ref,
            "decision": message.decision,
            "actions": list(found.actions),
            "pays": list(found.pays),
            "note": stand_for(found.bundled, found.bundles),
        }
        self.outbox.put(dumped(answer))


def _ref_of(text: str) -> int | None:
    """The number that the answer to a message carries, if it can be read at all."""
    try:
        plain: Any = json.loads(text)
    except (ValueError, RecursionError):
        return None
    ref = plain.get("ref") if isinstance(plain, dict) else None
    return ref if isinstance(ref, int) and not isinstance(ref, bool) and 0 <= ref < 2**31 else None
