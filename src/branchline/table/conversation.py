"""What goes back and forth between one viewer and one table: messages one by one, and their answers.

A home has a way to the viewer, a socket or a worker of a browser; it hands over each text that comes by it.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Coroutine
from typing import Any, Protocol

from pydantic import ValidationError

from branchline.table import coaching, leaving, playing, timekeeping
from branchline.table.bots.coach_room import CoachRoom
from branchline.table.bots.levels import usual_level
from branchline.table.games import presenting
from branchline.table.games.proposing import propose
from branchline.table.games.results import longest_path
from branchline.table.home import Outbox, StoreFailed
from branchline.table.live_table import LiveTable, Viewer
from branchline.table.lobby import check_invitation
from branchline.table.plain_text import dumped
from branchline.table.protocol import requests
from branchline.table.protocol.answers import Seated
from branchline.table.protocol.messages import Accepted, EarlierLines, Explained, Planned, Pong, Problem, Proposed
from branchline.table.protocol.refusing import Refused
from branchline.table.time_budgets import charged
from branchline.table.tokens import hashed
from branchline.words.needs import stand_for

_log = logging.getLogger("branchline.conversation")


class Limits(Protocol):
    """How much a viewer may ask for."""

    @property
    def message_bytes(self) -> int:
        """Of a message."""

    @property
    def questions_at_once(self) -> int:
        """To the coach, that wait."""

    @property
    def strikes(self) -> int:
        """Refused messages in a row after which it is over."""


class HouseRules(Protocol):
    """What a home does about people who are away."""

    @property
    def substitute(self) -> str:
        """The level of bots that play for them; empty: the usual one."""

    @property
    def replace_after(self) -> float:
        """Seconds that somebody may be away before a bot can play for them."""


class Home(Protocol):
    """What a conversation asks of where it takes place."""

    @property
    def coach(self) -> CoachRoom:
        """The coach."""

    @property
    def settings(self) -> HouseRules:
        """About people who are away."""

    async def see_to(self, table: LiveTable) -> None:
        """Look after a table from now on, if somebody has to and nobody does."""


class Conversation:
    """One viewer of one table."""

    def __init__(self, home: Home, limits: Limits, outbox: Outbox, address: str = "") -> None:
        self.home = home
        self.limits = limits
        self.outbox = outbox
        self.address = address  # as a hash
        self.strikes = 0
        self.asking: set[asyncio.Task[None]] = set()  # what the coach was asked

    def stop_asking(self) -> None:
        """Nobody waits for the coach any more."""
        for task in self.asking:
            task.cancel()

    def check_pace(self) -> None:
        """Refuse who changes tables faster than people play, where somebody could."""

    async def act(self, table: LiveTable, seat: int, decision: int, action: int) -> int:
        """Answer the open decision of a seat."""
        return await playing.act(table, seat, decision, action)

    async def silence(self, table: LiveTable, viewer: Viewer, seat: int | None, on: bool) -> int:
        """The host decides who talks."""
        return await playing.silence(table, viewer.token, seat, on)

    def seated(self, table: LiveTable, hello: requests.Hello) -> Viewer:
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
        return Viewer(self.outbox, token, seat, held, name="" if held else "Host", address=self.address)

    # Reading

    def read(self, text: str | None, *, in_time: bool = True) -> requests.ClientMessage | None:
        """A message from its text; None if it was refused."""
        ref = None
        try:
            if text is None:
                raise Refused("bad_message", "Messages are text.")
            if len(text) > self.limits.message_bytes or len(text.encode()) > self.limits.message_bytes:
                raise Refused("too_big", f"A message has at most {self.limits.message_bytes} bytes.")
            ref = _ref_of(text)
            if not in_time:
                raise Refused("too_fast", "Slow down.")
            return requests.CLIENT_MESSAGE.validate_json(text)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False, include_context=False)[0]
            self.refuse(Refused("bad_message", requests.fault_in_words(first)), ref)
        except Refused as refusal:
            self.refuse(refusal, ref)
        except UnicodeEncodeError:  # half of a surrogate pair
            self.refuse(Refused("bad_message", "Messages are text."), ref)
        return None

    def refuse(self, refusal: Refused, ref: int | None) -> None:
        """Say no; who asks for too much of that is sent away."""
        problem: Problem = {"type": "error", "ref": ref, "code": refusal.code, "words": refusal.words}
        self.outbox.put(dumped(problem))
        self.strikes += 1
        if self.strikes > self.limits.strikes:
            self.outbox.bye("too_fast", "Too many messages that could not be accepted.", again=False)

    def refuse_as_failed(self, error: StoreFailed, ref: int | None) -> None:
        """What was asked for could not be kept."""
        _log.warning("store failed: %s", error)
        self.refuse(Refused("unavailable", "The database does not answer. Try again."), ref)

    # Answering

    async def answer(self, table: LiveTable, viewer: Viewer, message: requests.ClientMessage) -> None:
        """Do what a message asks for, or refuse it."""
        ref = getattr(message, "ref", None)
        try:
            await self._respond(table, viewer, message, ref)
            self.strikes = 0
        except Refused as refusal:
            self.refuse(refusal, ref)
        except StoreFailed as error:
            self.refuse_as_failed(error, ref)

    async def _respond(
        self, table: LiveTable, viewer: Viewer, message: requests.ClientMessage, ref: int | None
    ) -> None:
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
                self._put_soon(coaching.hint(self.home.coach, table, viewer, message), ref)
            case requests.Foresee():
                self._put_soon(coaching.foresee(self.home.coach, table, viewer, message), ref)
            case requests.Act(careful=True) if (
                warned := await coaching.warning(self.home.coach, table, viewer, message)
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
                self.check_pace()
                self._accept(await self.silence(table, viewer, seat, on), ref)
            case requests.Replace(seat=seat, level=level):
                self.check_pace()
                usual = self.home.settings.substitute or usual_level()
                number = await leaving.replace(
                    table, viewer.token, seat, level or usual, self.home.settings.replace_after
                )
                await self.home.see_to(table)
                self._accept(number, ref)
            case _:
                self._accept(await self._play(table, viewer, message), ref)

    async def _play(self, table: LiveTable, viewer: Viewer, message: requests.ClientMessage) -> int:
        """What only somebody with a seat can do."""
        seat = viewer.seat
        if seat is None:
            raise Refused("no_seat", "You are watching.")
        self.check_pace()
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
                return await self.act(table, seat, decision, action)
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
                await self.home.see_to(table)
                return number
        raise Refused("bad_message", "That is not for now.")

    async def _go(self, table: LiveTable, viewer: Viewer, seat: int, gives_up: bool) -> int:
        level = self.home.settings.substitute or usual_level()
        if gives_up:
            return await leaving.resign(table, (seat,), level)
        return await leaving.leave(table, viewer.held, level)

    def _prepare_coach(self, table: LiveTable) -> None:
        """Let the coach get to know the board before it is asked."""
        row, played = table.row, table.played
        if played is not None and played.coached.is_on(played.playing(table.people)):
            self.home.coach.prepare(table.id, row.board, row.variant, len(row.seats))

    def _put_soon(self, work: Coroutine[Any, Any, Any], ref: int | None) -> None:
        """Answer when the coach has thought; further messages need not wait for that."""
        if len(self.asking) >= self.limits.questions_at_once:
            work.close()
            raise Refused("too_fast", "The coach is still thinking.")
        task = asyncio.create_task(charged(self._put(work, ref)), name="ask the coach")
        self.asking.add(task)
        task.add_done_callback(self.asking.discard)

    async def _put(self, work: Coroutine[Any, Any, Any], ref: int | None) -> None:
        try:
            self.outbox.put(dumped(await work))
        except Refused as refusal:
            self.refuse(refusal, ref)
        except StoreFailed as error:
            self.refuse_as_failed(error, ref)

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


def seated(table: LiveTable, token: str, invitation: str | None = None) -> Seated:
    """The seats at a table that a token holds."""
    seats = table.held_by(hashed(token))
    return {
        "table": table.info(),
        "seat": seats[0] if seats else None,
        "seats": list(seats),
        "token": token,
        "invitation": invitation,
    }
