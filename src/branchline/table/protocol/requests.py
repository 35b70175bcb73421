"""What clients send: bodies of HTTP requests, and the messages of the socket. Anything else is refused.

Every model is strict and takes no unknown fields, so that a mistyped field is an error and not a surprise.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter

from branchline.table.protocol.names import look
from branchline.table.protocol.names import visible as visible_only

NAME_LENGTH = 24
BOT_MARK = " (bot)"  # after the name of somebody for whom a bot plays
CHAT_LENGTH = 500
WORD_LENGTH = 40  # of what somebody adds to the shuffle
MOST_SEATS = 8  # of any board; how many a board really takes is checked when a table is made


def _at_most(most: int) -> AfterValidator:
    """Checked again after cleaning: some letters become several when they are composed."""

    def check(text: str) -> str:
        if len(text) > most:
            raise ValueError(f"it has at most {most} characters")
        return text

    return AfterValidator(check)


def _cleaned(text: str) -> str:
    """Text as people meant it: composed letters, single spaces, nothing that cannot be seen."""
    composed = unicodedata.normalize("NFC", text)
    if composed.isascii() and composed.isprintable() and composed.strip():
        return " ".join(composed.split())  # nearly everything, and a hundred times as fast
    spaced = "".join(" " if unicodedata.category(letter) in ("Cc", "Zl", "Zp", "Zs") else letter for letter in composed)
    shown = "".join(letter for letter in spaced if unicodedata.category(letter) not in ("Cf", "Cs", "Co", "Cn"))
    cleaned = " ".join(visible_only(shown).split())
    if not cleaned:
        raise ValueError("there is nothing to read in it")
    return cleaned


_MARKED = re.compile(r"[^\w-]" + look("bot") + r"\W*$")  # " (bot)", in whatever brackets


def _of_a_person(name: str) -> str:
    """A name that a person may have: bots that play for somebody are marked, and nobody else is."""
    if _MARKED.search(look(name)):
        raise ValueError(f"only bots are called '…{BOT_MARK}'")
    return name


def _possible(token: str) -> str:
    """A token as it was given. One that nobody can have, such as a piece of a torn link, is like one nobody has."""
    return token if re.fullmatch(r"[A-Za-z0-9_-]{16,64}", token) else ""


Name = Annotated[
    str,
    Field(min_length=1, max_length=NAME_LENGTH),
    AfterValidator(_cleaned),
    _at_most(NAME_LENGTH),
    AfterValidator(_of_a_person),
]
Word = Annotated[str, Field(min_length=1, max_length=WORD_LENGTH), AfterValidator(_cleaned), _at_most(WORD_LENGTH)]
Token = Annotated[str, AfterValidator(_possible)]
SeatNumber = Annotated[int, Field(ge=0, lt=MOST_SEATS)]
Number = Annotated[int, Field(ge=0, lt=2**31)]  # of a decision, an action, an offer


def fault_in_words(fault: Mapping[str, Any]) -> str:
    """What is wrong with what was sent, in a sentence; nothing of it is repeated."""
    where = ".".join(str(part) for part in fault["loc"] if isinstance(part, int) or str(part).isidentifier())[:80]
    tagged = fault["type"] == "union_tag_invalid"  # its own words repeat the tag
    what = "there is no such type" if tagged else str(fault["msg"]).removeprefix("Value error, ").rstrip(".")
    return f"{where}: {what}." if where else f"{what}."


class Strict(BaseModel):
    """What all of these have in common."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


# Setting up a table, over HTTP


class Timer(Strict):
    """How long people may think. A bot's time is its own matter.

    `none`: as long as they like. `move`: `seconds` for every decision. `bank`: `seconds` for the whole game, and
    `increment` more with every decision.
    """

    kind: Literal["none", "move", "bank"] = "none"
    seconds: int = Field(default=0, ge=0, le=7 * 24 * 3600)
    increment: int = Field(default=0, ge=0, le=3600)
    when_out: Literal["wait", "bot"] = Field(
        default="wait", description="who ran out of time: `wait` for the host's word, or a `bot` takes over at once"
    )


class PersonSeat(Strict):
    """A seat for a person."""

    kind: Literal["person"] = "person"


class BotSeat(Strict):
    """A seat for a bot, by its level or its spec; see the `bots` of `GET /api/boards`.

    With ` aloud` after the level, as in `easy aloud`, the bot says in the chat why it does what it does.
    """

    kind: Literal["bot"]
    level: str = Field(min_length=1, max_length=80)


SeatPlan = Annotated[PersonSeat | BotSeat, Field(discriminator="kind")]


class CreateTable(Strict):
    """`POST /api/tables`: a new table. Who creates it is its host and takes its first person's seat."""

    board: str = Field(min_length=1, max_length=40)
    variant: str = Field(default="classic", min_length=1, max_length=40)
    seats: list[SeatPlan] = Field(min_length=2, max_length=MOST_SEATS, description="in the order of play")
    name: Name = Field(description="the host's nickname")
    word: Word | None = Field(default=None, description="the host adds this to the shuffle")
    first_seat: SeatNumber | None = Field(default=None, description="who begins; null: drawn by chance")
    timer: Timer = Timer()
    private: bool = Field(default=False, description="not in the lobby; joining and watching need the invitation")
    hot_seat: list[Name] = Field(
        default=[],
        max_length=MOST_SEATS,
        description="one screen for all people: a name for each person's seat in order; the table is then full",
    )
    when_left: Literal["bot", "resign"] = Field(
        default="bot",
        description="who leaves the running game: a `bot` plays on until they come back, or the seat has `resign`ed",
    )
    watched: bool = Field(default=False, description="bots only: the host watches and holds no seat")


class JoinTable(Strict):
    """`POST /api/tables/{id}/join`: take a free person's seat."""

    name: Name
    seat: SeatNumber | None = Field(default=None, description="null: the first that is free")
    invitation: Token | None = Field(default=None, description="needed at a private table")
    word: Word | None = Field(default=None, description="added to the shuffle")


class AddWord(Strict):
    """`POST /api/tables/{id}/word` (before the start): add a word to the shuffle, or change it."""

    word: Word


class SwapSeats(Strict):
    """`POST /api/tables/{id}/swap` (host, before the start): two seats change places."""

    seats: list[SeatNumber] = Field(min_length=2, max_length=2)


class KickSeat(Strict):
    """`POST /api/tables/{id}/kick` (host, before the start): free a person's seat."""

    seat: SeatNumber


class PlanSeat(Strict):
    """`POST /api/tables/{id}/plan` (host, before the start): give a free or bot's seat to a bot or to people."""

    seat: SeatNumber
    plan: SeatPlan


class AnswerPuzzle(Strict):
    """`POST /api/puzzles/{id}/answer`: what one would do there."""

    answer: int = Field(ge=0, lt=1000, description="the number of one of the `answers`")


class PlayOn(Strict):
    """`POST /api/tables/{id}/continue`: play on from a moment of a finished game, at a new table against bots."""

    step: int = Field(ge=0, lt=2**31, description="the game after that many decisions, as in its replay")
    seat: SeatNumber = Field(description="the seat to play on as")
    name: Name
    level: str = Field(min_length=1, max_length=80, description="of the bots in the other seats")
    cards: Literal["same", "fresh"] = Field(
        default="same", description="what lies face down: as it lay in the game, or shuffled again"
    )


# Messages on the socket


class Message(Strict):
    """What all of them but the first have in common."""

    ref: int | None = Field(default=None, ge=0, lt=2**31, description="comes back in the answer")


class Hello(Strict):
    """The first message on every socket: who is there. Without a token it is a spectator.

    A private table asks spectators for the invitation. A token that holds several seats (hot-seat) names the seat that
    looks; without it, it is the one that has to decide, or the first.
    """

    type: Literal["hello"]
    token: Token | None = None
    seat: SeatNumber | None = None
    invitation: Token | None = None


class Act(Message):
    """Answer the seat's open decision. `decision` is its number, `action` one of the numbers on offer."""

    type: Literal["act"]
    decision: Number
    action: Number
    careful: bool = Field(
        default=False, description="let the coach warn first: then `warned` comes, and nothing is done"
    )


class Look(Message):
    """Hot-seat: look from another seat that the token holds; a new `welcome` follows."""

    type: Literal["look"]
    seat: SeatNumber


class Say(Message):
    """Chat."""

    type: Literal["say"]
    text: Annotated[str, Field(min_length=1, max_length=CHAT_LENGTH), AfterValidator(_cleaned), _at_most(CHAT_LENGTH)]


class Earlier(Message):
    """Ask for the lines of chat that came before one, a page of them. `before` is its number."""

    type: Literal["earlier"]
    before: int = Field(ge=0, lt=2**53)


class Mute(Message):
    """Hear no more of what a seat says, on this line; or hear it again. `seat` null stands for all spectators."""

    type: Literal["mute"]
    seat: SeatNumber | None
    on: bool = True


class Silence(Message):
    """Host: let nobody hear what a seat says, or let it talk again. `seat` null stands for all spectators."""

    type: Literal["silence"]
    seat: SeatNumber | None
    on: bool = True


class Undo(Message):
    """Take back the seat's latest decision: at once while it is free, else all seated people are asked."""

    type: Literal["undo"]


class AnswerUndo(Message):
    """Agree to a seat's wish to take back, or decline it. `wish` is its number."""

    type: Literal["answer_undo"]
    wish: Number
    agree: bool


class Replace(Message):
    """Host: let a bot play for a seat whose player left, lost the line, or ran out of time."""

    type: Literal["replace"]
    seat: SeatNumber
    level: str | None = Field(default=None, min_length=1, max_length=80, description="null: the server's usual level")


class ComeBack(Message):
    """Play again in the own seat, in place of the bot."""

    type: Literal["come_back"]


class Leave(Message):
    """Leave a running game, with all seats that the token holds. Before the start: `POST …/leave`.

    What follows is settled by the table's `when_left`: a bot plays on and one can come back, or one has resigned. The
    host's part passes on to somebody who plays.
    """

    type: Literal["leave"]


class Resign(Message):
    """Give up: the seat comes last. A bot plays on for it, unless only one seat, or no person, is left to play."""

    type: Literal["resign"]


class OfferEnd(Message):
    """Propose to end the game here and to count it as it stands; everybody who plays is asked."""

    type: Literal["offer_end"]


class AnswerEnd(Message):
    """Agree to end the game, or decline; who proposed it takes it back by declining. `offer` is its number."""

    type: Literal["answer_end"]
    offer: Number
    agree: bool


class Coach(Message):
    """Ask for the coach, or send it away. Where all others are bots it comes at once; else all who play are asked."""

    type: Literal["coach"]
    on: bool = True


class AnswerCoach(Message):
    """Agree to play with the coach, or decline; who asked takes it back by declining. `offer` is its number."""

    type: Literal["answer_coach"]
    offer: Number
    agree: bool


class Hint(Message):
    """Ask the coach about the open decision: a nudge, or the move with its reasons."""

    type: Literal["hint"]
    decision: Number
    move: bool = False


class Foresee(Message):
    """Let the coach think about the open decision, so that it can warn; and tell the win shares, if one likes."""

    type: Literal["foresee"]
    decision: Number
    shares: bool = False


class Explain(Message):
    """Ask why a route cannot be built now, and what it would bring; without a route, all of them at once."""

    type: Literal["explain"]
    route: str | None = Field(default=None, min_length=1, max_length=120)
    paths: bool = Field(default=False, description="tell everybody's longest path as well")


class Plan(Message):
    """Ask what some routes take together, with the seat's cards and pieces."""

    type: Literal["plan"]
    routes: list[Annotated[str, Field(min_length=1, max_length=120)]] = Field(max_length=200)


class Propose(Message):
    """Ask for a payment as a whole for what an action pays for: the cheapest, or the nearest to `cards`."""

    type: Literal["propose"]
    decision: Number
    action: Number = Field(description="any answer that pays for it")
    cards: dict[Annotated[str, Field(max_length=60)], Annotated[int, Field(ge=0, le=200)]] | None = Field(
        default=None, max_length=60
    )


class Ping(Message):
    """Ask for a `pong`, with the server's time."""

    type: Literal["ping"]


ClientMessage = Annotated[
    Hello
    | Act
    | Look
    | Say
    | Earlier
    | Mute
    | Silence
    | Undo
    | AnswerUndo
    | Replace
    | ComeBack
    | Leave
    | Resign
    | OfferEnd
    | AnswerEnd
    | Coach
    | AnswerCoach
    | Hint
    | Foresee
    | Explain
    | Plan
    | Propose
    | Ping,
    Field(discriminator="type"),
]
CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)
