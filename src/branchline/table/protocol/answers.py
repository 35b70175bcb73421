"""What the server answers over HTTP: lobby, boards, finished games. `messages` has what they share with the socket."""

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import TypedDict

from branchline.table.protocol.messages import ErrorCode, Form, LogLine, Result, TableInfo, TicketProgress


class Refusal(TypedDict):
    """The body of every answer with a status of 400 and up."""

    code: ErrorCode
    words: str


class Seated(TypedDict):
    """A seat of your own. The token is told once; who has it, has the seat: keep it in the browser, in no URL."""

    table: TableInfo
    seat: int | None  # null: a host who only watches
    seats: list[int]
    token: str
    invitation: str | None  # of a private table, for the creator to pass on


class Tables(TypedDict):
    """Tables of the lobby, the newest first."""

    tables: list[TableInfo]


class BotLevel(TypedDict):
    """A bot that can take a seat."""

    level: str
    words: str
    for_people: bool  # one of the levels that people choose from; the others are programs with names of their own
    soon: str  # when it will play at its full strength: "" if it does already


class VariantInfo(TypedDict):
    """One way to play a board."""

    id: str
    title: str
    summary: str


class BoardInfo(TypedDict):
    """A board in the catalog."""

    id: str
    title: str
    summary: str
    note: str
    seats: tuple[int, int]
    minutes: tuple[int, int]  # about, with the fewest and the most seats
    variants: list[VariantInfo]


class Catalog(TypedDict):
    """What can be played here, and with whom."""

    version: str
    protocol: int
    boards: list[BoardInfo]
    bots: list[BotLevel]
    name_length: int
    chat_length: int


class PlaceData(TypedDict):
    """A place on the map, or a country with several dead ends (`dead_ends` are ids of places)."""

    id: str
    name: str
    x: float
    y: float
    region: str
    country: str
    tags: list[str]
    dead_ends: list[str]


class RouteData(TypedDict):
    """A track."""

    index: int  # its place in the `owners` of an observation
    id: str
    name: str
    a: str
    b: str
    color: str
    length: int
    track: int
    kind: str
    wilds: int
    points: int
    twins: list[str]
    tags: list[str]
    marks: list[str]


class TicketData(TypedDict):
    """A ticket."""

    id: str
    name: str
    stops: list[str]
    points: int
    deck: str
    tour_points: tuple[int, int] | None


class CardData(TypedDict):
    """A kind of card."""

    name: str  # as in hands and payments
    title: str  # as people say it: "locomotive"
    color: str
    sort: str
    deck: str
    count: int


class VariantData(VariantInfo):
    """A variant with its numbers and tickets."""

    numbers: dict[str, int]
    tickets: list[TicketData]
    options: dict[str, Any]


class RulesData(TypedDict):
    """What a board adds to the common rules, part by part."""

    title: str
    words: list[str]


class BoardData(TypedDict):
    """All that stands still on a board, for drawing it and for naming its things."""

    id: str
    title: str
    summary: str
    note: str
    rules_version: int
    seats: tuple[int, int]
    size: tuple[float, float]
    colors: list[str]
    cards: list[CardData]
    route_points: dict[int, int]
    places: list[PlaceData]
    countries: list[PlaceData]
    routes: list[RouteData]
    variants: list[VariantData]
    rules: list[RulesData]
    things: dict[str, list[Any]]  # what mechanics tell of their things, by their names
    modules: list[str]  # the faces of its own mechanics in the client: addresses of JavaScript modules
    extras: dict[str, Any]  # further sections of the board file, as they are


class Move(TypedDict):
    """A decision of a finished game."""

    step: int  # the game after that many decisions
    seat: int
    words: str
    log: list[LogLine]  # what happened
    turn: int  # the turn that it belongs to; 0 during the setup


class Replay(TypedDict):
    """`GET /api/tables/{id}/replay?view=...`: all decisions of a finished game, told as a viewer could follow them."""

    table: TableInfo
    view: str  # "open", "spectator" or the number of a seat
    steps: int
    moves: list[Move]
    result: Result


class ReplayStep(TypedDict):
    """`GET /api/tables/{id}/replay/{step}?view=...`: the game after that many decisions."""

    step: int
    view: str
    events: list[Form]  # of this step
    observation: Form  # with view "open": a spectator's, with all hands and tickets filled in
    tickets: list[TicketProgress]  # of the viewing seat
    turn: int  # how many turns have begun
    closed: list[str]  # free routes that nobody may build any more
    banner: str
    log: list[LogLine]  # of this step


# Analyses of finished games. `docs/analysis.md` says what their figures mean


class Candidate(TypedDict):
    """Something that could have been done, and what it was worth to the deciding seat."""

    action: str  # in the notation of records
    share: float
    se: float
    worlds: int


class JudgedDecision(TypedDict):
    """A decision, judged by what its seat could know; `luck` and `open_shares` come from the truth."""

    number: int  # counted from 1: the game before it is step `number - 1` of the replay
    seat: int
    question: str
    action: str
    best: str
    usual: str
    label: Literal["inaccuracy", "mistake", "blunder"] | None
    error: float
    error_se: float
    points: float
    points_se: float
    lead: float
    lead_se: float
    shares: list[float]
    shares_after: list[float]
    candidates: list[Candidate]  # the best first
    luck: float
    luck_se: float
    lucks: list[float]
    play: list[float]
    open_shares: list[float]
    reasons: list[str]


class JudgedSeat(TypedDict):
    """A seat's game in sum: `initial + luck + play = result`."""

    seat: int
    name: str
    initial: float
    luck: float
    luck_se: float
    play: float
    result: float
    adjusted: float
    deal: float
    errors: float
    error: float | None
    error_se: float | None
    points: float | None
    points_se: float | None
    accuracy: float | None  # null where the range says nothing
    accuracy_range: tuple[float, float] | None
    decisions: int
    labels: dict[str, int]


class JudgedGame(TypedDict):
    """A game, analyzed: what `branchline analyze --json` prints."""

    format: int
    record: str
    board: str
    variant: str
    rules_version: int
    evaluator: str
    evaluator_version: int
    worlds: int
    is_finished: bool
    seats: list[JudgedSeat]
    decisions: list[JudgedDecision]
    open_shares: list[list[float]]  # before each decision and at the end
    effort: dict[str, float | None]


class StudiedChoice(TypedDict):
    """A candidate in words, and what of it can be drawn on the map."""

    words: str
    routes: list[str]
    places: list[str]
    lines: list[list[str]]  # places to draw a line between: the stops of tickets
    card: str | None  # that it takes from the row


class StudiedDecision(TypedDict):
    """What was asked, what came of it, and the candidates in the order of the analysis."""

    asked: str
    came: str  # with all cards open
    choices: list[StudiedChoice]


class StudiedTicket(TypedDict):
    """A ticket that a seat took, and what all that it took in that decision were worth then."""

    number: int  # of the decision
    name: str
    points: int
    completed: bool
    worth: float


class StudiedHabit(TypedDict):
    """What a seat did again and again, and about how many points it cost."""

    name: str
    words: str
    points: float
    number: int  # of a decision where it shows


class StudiedSeat(TypedDict):
    """A seat's tickets, the turns that came to nothing, and what added up."""

    habits: list[StudiedHabit]  # the dearest first
    tickets: list[StudiedTicket]
    turns_wasted: float
    wasted: str  # what they were, in words


class Study(TypedDict):
    """What is shown beside an analysis."""

    decisions: list[StudiedDecision]
    seats: list[StudiedSeat]


class StudiedGame(TypedDict):
    """`GET /api/tables/{id}/analysis/{worlds}`: an analysis with what is shown beside it."""

    analysis: JudgedGame
    study: Study


class AnalysisState(TypedDict):
    """`GET` and `POST /api/tables/{id}/analysis`: how matters stand with the analysis of a finished game."""

    status: Literal["none", "waiting", "running", "ready", "failed"]  # of the next one; `ready`: none is wanted
    worlds: int  # how deep the kept one looked; 0: there is none
    deepest: bool  # it is as deep as this server looks
    wanted: int  # how deep the next one will look; 0: none is wanted
    before: int  # games that come first
    done: int  # decisions of the next one ...
    total: int  # ... of that many; 0 before it begins
    words: str  # the same in a sentence
