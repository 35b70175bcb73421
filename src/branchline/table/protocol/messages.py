"""What the server sends on the socket: every message. With `answers` for HTTP, the one schema for all clients.

These are typed dicts: they cost nothing while a game runs, the type checker holds the server to them, and
`branchline.table.protocol.schema` turns them into JSON Schema. Tests check every message of real games against it.

A client needs no rules: it shows `observation`, offers the `choices` of its `decision`, animates `events`. Values
called *form* are the JSON forms of `branchline.notation.forms`: objects with a `kind`, such as
`{"kind": "claim_route", "route": "denver-omaha", "color": "purple", "wilds": 1}`. Times are seconds since 1970.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

PROTOCOL = 3

Form = dict[str, Any]
Cards = list[tuple[str, int]]  # kinds of card with their numbers: [["purple", 3], ["wild", 1]]


# What a seat can do


class Choice(TypedDict):
    """One legal action."""

    number: int  # to send back in `act`
    words: str  # "build Denver-Omaha with 3 purple + 1 locomotive"
    action: Form
    route: str | None  # the route that it builds
    pays: Cards | None  # the cards it takes, as far as they are settled; null: it takes none
    points: int | None  # that it scores at once, whatever gives them; null: none
    note: str | None  # what speaks for or against it, where there is something to say
    worth: int | None  # points more, were the game over right after it; null where that is not the question


class Decision(TypedDict):
    """The open decision of the viewing seat. The same one is shown again after a reconnect."""

    number: int  # to send back in `act`
    question: str  # its kind: "turn", "second card", "keep tickets" ...
    words: str  # "Your turn. Build a route, take cards or draw tickets."
    choices: list[Choice]


class TicketProgress(TypedDict):
    """A ticket of the viewing seat, and how far it is."""

    id: str
    name: str  # "Boston – Miami"
    stops: list[str]  # ids of places or countries
    points: int
    values: str  # what a tour scores: "15 points in order, 10 in any order, 21 lost if missed"; "" for other tickets
    deck: str  # "" where there is one deck only
    tour: bool
    state: Literal["done", "possible", "lost"]
    words: str  # "done", "2 routes to go, 5 trains", "lost: every way is taken or too long for your trains"
    missing: list[str]  # the routes of one cheapest way that are still to be built
    chain: list[str]  # the same for the high value of a tour
    needs: str  # what these take: "cards missing: 4 red, 2 for gray routes", "you hold the cards"


class RouteState(TypedDict):
    """How matters stand with a route for the viewing seat."""

    route: str
    state: Literal["legal", "not_now", "yours", "taken", "closed"]  # not_now: free, but this seat cannot build it now
    words: str  # "You have 2 blue and 1 locomotive; this route takes 6."
    points: int
    choices: list[int]  # numbers of the choices that build it


# The table


class SeatInfo(TypedDict):
    """What everybody knows about a seat."""

    seat: int
    kind: Literal["free", "person", "bot"]
    name: str  # "" while it is free
    level: str | None  # of a bot
    host: bool
    here: bool  # a bot always is; a person while a socket is open
    left: bool  # said good-bye, and has not been seen since
    resigned: bool  # gave up: comes last, a bot plays on
    ends_game: bool  # whether the game would end if this seat gave up now
    out_of_time: bool
    substitute: str | None  # the level of the bot that plays for the person


class Fairness(TypedDict):
    """The shuffle, for checking: the hash is shown from the start, seed and salt when the game is over."""

    hash: str | None  # from the moment that the table was made
    seed: str | None  # hexadecimal
    salt: str | None
    words: list[str | None]  # what the people of the seats added to the shuffle; [] before the start


class TimerInfo(TypedDict):
    """How long people may think; see `requests.Timer`."""

    kind: Literal["none", "move", "bank"]
    seconds: int
    increment: int
    when_out: Literal["wait", "bot"]


class EndOffer(TypedDict):
    """A seat would like to end the game here: everybody who plays is asked."""

    number: int  # to send back in `answer_end`
    seat: int
    agreed: list[int]
    waiting: list[int]  # seats that have not answered


class CoachOffer(TypedDict):
    """A seat would like to play with the coach: everybody who plays is asked."""

    number: int  # to send back in `answer_coach`
    seat: int
    agreed: list[int]
    waiting: list[int]  # seats that have not answered


class CoachInfo(TypedDict):
    """The coach of a table. It may help only where everybody who plays has agreed."""

    on: bool
    offer: CoachOffer | None
    helped: dict[str, str]  # seats, as text, that it helped, and how: {"0": "2 nudges and 1 move"}


class Continued(TypedDict):
    """The game that a table goes on from, and after how many of its decisions."""

    table: str
    decisions: int


class TableInfo(TypedDict):
    """A table as everybody may know it."""

    id: str
    board: str
    variant: str
    title: str  # "USA · Mega · 4 seats"
    status: Literal["open", "running", "finished"]
    seats: list[SeatInfo]
    first_seat: int | None
    timer: TimerInfo
    private: bool
    hot_seat: bool
    created: float
    started: float | None
    finished: float | None
    active: float  # when something last happened
    decisions: int  # taken so far
    totals: list[int] | None  # final scores by seat
    winners: list[int] | None
    fairness: Fairness
    rematch: str | None  # the id of the table that goes on from here
    continues: Continued | None  # it is no game of its own: it was begun at a moment of another one
    to_move: list[int]  # seats that have to decide now
    viewers: int  # who watch without a seat
    when_left: Literal["bot", "resign"]  # who leaves the running game: a bot plays on, or the seat has resigned
    end_offer: EndOffer | None
    coach: CoachInfo
    silent: list[int | None]  # seats that the host does not let talk; null: all spectators
    set_aside: str | None  # why this server cannot go on with the game, or show it


class You(TypedDict):
    """Who the viewer is."""

    seat: int | None  # that it looks from; null: a spectator
    seats: list[int]  # all that its token holds
    host: bool


class ChatLine(TypedDict):
    """Something that was said, or a note about the table ("Mara is back.")."""

    number: int  # goes up with time
    at: float
    seat: int | None  # null: a spectator, or a note
    name: str
    text: str
    note: bool


# The game


class LogLine(TypedDict):
    """A sentence of the log, the seat it is about, and the routes that it tells of as built."""

    seat: int | None
    text: str
    routes: list[str]


class LogChange(TypedDict):
    """Sentences that replace the log from a line on: a turn is told again with every decision that adds to it."""

    start: int
    lines: list[LogLine]


class Clock(TypedDict):
    """A seat's time."""

    seat: int
    left: float | None  # seconds left at `Clocks.now`, for this move or in the bank; null: no limit
    running: bool


class Clocks(TypedDict):
    """All clocks, and when they were read."""

    now: float
    clocks: list[Clock]


class UndoWish(TypedDict):
    """A seat would like to take back more than is free: all seated people are asked."""

    number: int
    seat: int
    words: str  # "Mara asks to undo a move, and the 2 moves after it."
    agreed: list[int]
    waiting: list[int]  # seats that have not answered


class UndoState(TypedDict):
    """What the viewing seat can take back."""

    can: Literal["no", "free", "ask"]
    words: str  # the decision that would be taken back; "" if none
    wish: UndoWish | None


class LongestPath(TypedDict):
    """A seat's longest continuous path."""

    seat: int
    length: int
    routes: list[str]  # in the order of the path


class TicketResult(TypedDict):
    """A ticket at the end."""

    id: str
    name: str
    stops: list[str]
    points: int
    completed: bool
    scored: int  # what it brought or cost: a tour has three values


class SeatResult(TypedDict):
    """A seat's score sheet."""

    seat: int
    lines: dict[str, int]
    total: int
    place: int
    tickets: list[TicketResult]
    longest_path: LongestPath


class Result(TypedDict):
    """The end of a game."""

    words: str  # "You win by 19."
    ended: str  # "The last turns are played."
    lines: dict[
        str, str
    ]  # names of the lines of the sheets, in the order to show them: "longest_path" -> "Longest path"
    seats: list[SeatResult]
    winners: list[int]
    coached: list[int]  # seats that the coach helped


class Standing(TypedDict):
    """How a game stands for the viewer, told in full each time."""

    turn: int  # how many turns have begun; 0 during the setup
    banner: str  # "Your turn. ...", "Mara is choosing tickets.", "The game is over."
    clocks: Clocks
    undo: UndoState


class GameState(Standing):
    """A running or finished game as the viewer may know it: everything needed to draw it."""

    number: int  # goes up with everything that happens; `update` follows if its `after` is this number
    observation: Form
    names: list[str]  # of the seats
    log: list[LogLine]
    decision: Decision | None  # null: nothing to decide now
    warning: str  # "June has 2 trains left. Everyone has one more turn."; "" until the end is near
    closed: list[str]  # free routes that nobody may build any more
    tickets: list[TicketProgress]  # the viewing seat's own
    offer: list[TicketProgress]  # those it is choosing from
    result: Result | None


class DecisionChange(TypedDict):
    """A decision as an update tells it: choices that were told before are only named."""

    number: int
    question: str
    words: str
    choices: list[int]  # all of them, by their numbers
    told: list[Choice]  # those that were not told since the latest `welcome` or `state`, or are different now


class ObservationChange(TypedDict):
    """What changed in an observation: put `fields` over its fields, and those of each part over that part's."""

    fields: dict[str, Any]
    parts: dict[str, Form]


# Messages


class Welcome(TypedDict):
    """The answer to `hello` and to `look`: everything."""

    type: Literal["welcome"]
    protocol: int
    you: You
    table: TableInfo
    game: GameState | None  # null before the start
    chat: list[ChatLine]  # the latest lines
    earlier: bool  # whether there are earlier ones, for the asking


class Update(Standing):
    """A decision was taken: what happened, and what is different now. What is not there is as it was."""

    type: Literal["update"]
    after: int  # the number of the state it builds on
    number: int
    events: list[Form]  # in order, as the viewer may know them
    observation: ObservationChange
    log: LogChange
    decision: NotRequired[DecisionChange | None]  # this and the following are those of `GameState`
    warning: NotRequired[str]
    closed: NotRequired[list[str]]
    tickets: NotRequired[list[TicketProgress]]
    offer: NotRequired[list[TicketProgress]]
    result: NotRequired[Result | None]


class State(TypedDict):
    """The whole game again: it has begun, or something was taken back."""

    type: Literal["state"]
    why: Literal["started", "taken_back", "caught_up"]
    game: GameState


class TableChanged(TypedDict):
    """Seats, people, hosts, or the status of the table changed."""

    type: Literal["table"]
    you: You
    table: TableInfo
    clocks: Clocks | None  # null before the start


class Chatted(TypedDict):
    """New lines of the chat."""

    type: Literal["chat"]
    lines: list[ChatLine]


class EarlierLines(TypedDict):
    """The answer to `earlier`."""

    type: Literal["earlier"]
    ref: int | None
    lines: list[ChatLine]
    more: bool  # whether there are still earlier ones


class UndoChanged(TypedDict):
    """Somebody wishes to take back, agreed, or declined."""

    type: Literal["undo"]
    undo: UndoState


class Explained(TypedDict):
    """The answer to `explain`."""

    type: Literal["explained"]
    ref: int | None
    number: int
    routes: list[RouteState]
    longest_paths: list[LongestPath]  # of every seat, so far; empty if not asked for


class Proposed(TypedDict):
    """The answer to `propose`: the answers that pay, one for each question that comes, and the cards they take."""

    type: Literal["proposed"]
    ref: int | None
    decision: int
    actions: list[int]
    pays: list[tuple[str, int]]
    note: str  # what some of these cards stand for: "4 cards stand for 1 locomotive"


class Planned(TypedDict):
    """The answer to `plan`."""

    type: Literal["planned"]
    ref: int | None
    number: int
    routes: list[str]
    words: str  # "12 trains of 30 · 4 red, 2 for gray routes · cards missing: 1 red"


class Hinted(TypedDict):
    """The answer to `hint`."""

    type: Literal["hinted"]
    ref: int | None
    decision: int
    move: bool  # the move itself, and no nudge
    words: str  # "Think of building. Look around Denver.", "Build Denver-Omaha with 3 purple + 1 locomotive."
    reasons: list[str]  # of the move
    places: list[str]  # where to look on the map
    route: str | None  # that the move builds
    action: int | None  # the number of the move


class Foreseen(TypedDict):
    """The answer to `foresee`: the coach has thought about the decision."""

    type: Literal["foreseen"]
    ref: int | None
    decision: int
    shares: list[float] | None  # the win share of every seat, as the viewing one can know it; they add up to 1
    se: float | None  # the standard error of the viewing seat's


class Warned(TypedDict):
    """The answer to a careful `act` that the coach warns of. Nothing was done: act again without `careful` to do it."""

    type: Literal["warned"]
    ref: int | None
    decision: int
    action: int
    words: list[str]  # "Boston – Miami, 12 points, is then lost."


class Accepted(TypedDict):
    """What was asked for is done and stored. For `act`, the `update` came before."""

    type: Literal["accepted"]
    ref: int | None
    number: int


class Pong(TypedDict):
    """The answer to `ping`."""

    type: Literal["pong"]
    ref: int | None
    now: float


ErrorCode = Literal[
    "bad_message",  # not JSON, or not one of the messages, or a field that does not fit
    "too_big",
    "too_fast",
    "not_found",  # no such address
    "no_table",
    "no_seat",  # the token holds no seat at this table, or no such seat
    "not_host",
    "not_allowed",  # not by this viewer, or not now
    "not_running",
    "stale",  # the decision was taken already, or taken back
    "illegal",  # the rules do not allow it
    "full",
    "name_taken",
    "bad_setup",
    "limit",  # too many tables from one address
    "wrong_origin",
    "unavailable",  # the server is stopping, or its database does not answer; nothing was done
]


class Problem(TypedDict):
    """A message that was refused and changed nothing. Over HTTP the same as a body, without `type` and `ref`."""

    type: Literal["error"]
    ref: int | None
    code: ErrorCode
    words: str


class Bye(TypedDict):
    """The last message before the server closes the socket."""

    type: Literal["bye"]
    code: Literal["stopping", "too_fast", "too_slow", "no_hello", "kicked", "forbidden"]
    words: str
    again: bool  # whether it makes sense to connect again


ServerMessage = (
    Welcome
    | Update
    | State
    | TableChanged
    | Chatted
    | EarlierLines
    | UndoChanged
    | Explained
    | Proposed
    | Planned
    | Hinted
    | Foreseen
    | Warned
    | Accepted
    | Pong
    | Problem
    | Bye
)
