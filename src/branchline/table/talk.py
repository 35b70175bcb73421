"""The talk at a table: its latest lines, how much may be said, and who is kept silent. It never holds up a game."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from branchline.table.home import NotStored, Store, TalkLimits
from branchline.table.limiting import Bucket
from branchline.table.protocol.messages import ChatLine
from branchline.table.protocol.refusing import Refused
from branchline.table.rows import Entry, SaidLine, SeatRow
from branchline.words.plain import listed

_NOTES = {
    "started": "This table goes on from a moment of an earlier game, against bots.",
    "left": "{} left the table.",
    "back": "{} is back.",
    "resigned": "{} gave up.",
    "offer_end": "{} would like to end the game here.",
    "decline_end": "{} would rather play on.",
    "coach_on": "{} can ask the coach from now on.",
    "coach_off": "{} sent the coach away.",
    "offer_coach": "{} would like to play with the coach.",
    "decline_coach": "{} would rather play without the coach.",
    "out_of_time": "{} ran out of time.",
    "replaced": "A bot plays for {}.",
    "take_back": "{} took a decision back.",
    "decline_undo": "{} would rather not take anything back.",
    "silenced": "{} cannot talk here any more.",
    "unsilenced": "{} can talk here again.",
}
_SPECTATORS = "Spectators"
_MOST_NOTES = 200  # kept
_LOOK_EVERY = 50  # lines after which it is time to see whether too many are kept
_TRIES = 5  # to find a number that no other worker has taken at the same moment


class Talk:
    """What was said at one table, as far as it is in memory; the store has more."""

    def __init__(self, limits: TalkLimits) -> None:
        self._limits = limits
        self._lines: list[ChatLine] = []
        self._notes: list[ChatLine] = []
        self._stored_more = False
        self._latest = 0
        self._since_look = _LOOK_EVERY
        self._budgets: dict[int | None, Bucket] = {}
        self._silent: set[str | int | None] = set()  # who may not talk, by hashes of tokens; None: all spectators

    async def news(self, store: Store, table: str) -> list[SaidLine]:
        """The latest lines that are stored and not known here."""
        found = await store.chat(table, self._limits.chat_page + 1)
        return [line for line in found if line.number > self._latest]

    def add(self, said: SaidLine) -> ChatLine:
        """Take in a line that is stored."""
        line = _chat_line(said)
        self._latest = max(self._latest, said.number)
        self._lines.append(line)
        self._lines.sort(key=_number)
        if len(self._lines) > self._limits.chat_page:
            del self._lines[: -self._limits.chat_page]
            self._stored_more = True
        return line

    def note(self, entry: Entry, names: list[str]) -> ChatLine | None:
        """Take in an entry, and note what people should hear of it."""
        if entry.kind in ("silenced", "unsilenced"):
            who = entry.data.get("who", entry.seat)  # older versions noted seats
            (self._silent.add if entry.kind == "silenced" else self._silent.discard)(who)
        elif entry.seat is None and "continues" not in entry.data:
            return None
        if entry.kind not in _NOTES:
            return None
        seats = entry.data.get("seats", [entry.seat])
        name = listed([_SPECTATORS if seat is None else names[seat] for seat in seats])
        at = int(entry.at * 1_000_000)
        text = _NOTES[entry.kind].format(name)
        line: ChatLine = {"number": at, "at": entry.at, "seat": None, "name": "", "text": text, "note": True}
        self._notes.append(line)
        del self._notes[:-_MOST_NOTES]
        return line

    def was_said(self, seat: int, text: str) -> bool:
        """Whether this is the latest that a seat has said."""
        own = [line["text"] for line in self._lines if line["seat"] == seat]
        return own[-1:] == [text]

    async def forget_deleted(self, store: Store, table: str) -> None:
        """Forget lines that are not stored any more."""
        latest = self._latest
        found = {line.number for line in await store.chat(table, self._limits.chat_page + 1)}
        self._lines = [line for line in self._lines if line["number"] in found or line["number"] > latest]

    # What one hears

    def page(self) -> tuple[list[ChatLine], bool]:
        """The latest lines, and whether there are earlier ones."""
        return self._cut([*self._lines, *self._notes], more=self._stored_more)

    async def earlier(self, store: Store, table: str, before: int) -> tuple[list[ChatLine], bool]:
        """The latest lines before a number, and whether there are still earlier ones."""
        found = await store.chat(table, self._limits.chat_page + 1, before)
        notes = [line for line in self._notes if line["number"] < before]
        return self._cut([*map(_chat_line, found), *notes], more=False)

    def _cut(self, lines: Iterable[ChatLine], *, more: bool) -> tuple[list[ChatLine], bool]:
        ordered = sorted(lines, key=_number)
        page = self._limits.chat_page
        return ordered[-page:], more or len(ordered) > page

    # What one says

    def silent(self, seats: Sequence[SeatRow]) -> frozenset[int | None]:
        """The seats whose people may not talk; None stands for all spectators."""
        found = {row.seat for row in seats if row.kind == "person" and {row.token, row.seat} & self._silent}
        return frozenset([*found, None] if None in self._silent else found)

    def allow(self, seat: int | None, own: Bucket, *, silent: bool = False) -> None:
        """Refuse who is silenced, or has said enough for now. All spectators together have one budget, `own` aside."""
        if silent:
            raise Refused("not_allowed", "The host does not let you talk here.")
        limits = self._limits
        if seat not in self._budgets:
            rate = limits.spectator_lines_per_second if seat is None else limits.lines_per_second
            self._budgets[seat] = Bucket(rate, limits.line_burst)
        if not own.take() or not self._budgets[seat].take():
            raise Refused("too_fast", "Not so fast: others would like to follow. Say it in a moment.")

    async def say(self, store: Store, table: str, seat: int | None, name: str, text: str) -> SaidLine:
        """Store a line."""
        for _ in range(_TRIES):
            self._latest = max(self._latest + 1, int(time.time() * 1_000_000))
            line = SaidLine(self._latest, seat, name, text)
            self._since_look += 1
            keep = None
            if self._since_look > _LOOK_EVERY:
                self._since_look = 0
                keep = self._limits.chat_rows
            try:
                if await store.say(table, line, keep):
                    return line
            except NotStored as error:
                raise Refused("not_allowed", "That cannot be said now.") from error
        raise Refused("too_fast", "Too much is being said at once.")


def _chat_line(said: SaidLine) -> ChatLine:
    at = said.number / 1_000_000
    return {"number": said.number, "at": at, "seat": said.seat, "name": said.name, "text": said.text, "note": False}


def _number(line: ChatLine) -> int:
    return line["number"]
