"""What a finished game says: rows for each table, taken from its events and its score sheets.

Nothing here knows a board or a mechanic of its own: what a mechanic hands to a seat is for its face to say (see
`faces.py`), and becomes a row of `gains`. A game's events and score lines suffice: boards of other people get all
tables too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from branchline.bots import Forfeit
from branchline.game import Game
from branchline.lab.gains import event_words, gain_of, is_unknown
from branchline.lab.settings import GameSetup
from branchline.lab.store import Row, Rows
from branchline.model.board import WILD, Board
from branchline.model.events import (
    CardDrawn,
    CardsPaid,
    CardTaken,
    Event,
    LastTurnsStarted,
    PointsScored,
    RouteClaimed,
    SeatEvent,
    TicketsDrawn,
    TicketsKept,
    TurnEnded,
    TurnPassed,
    TurnStarted,
)
from branchline.model.faces import FACES, Findings, Gain
from branchline.model.scores import Scores

TABLES = ("games", "seats", "routes", "tickets", "turns", "gains")


# What a turn was used for, by the event that tells; the first one that occurs in a turn names it. What the mechanics of
# the board add comes after these, and a pass last.
_USES: tuple[tuple[type[Event], str], ...] = (
    (RouteClaimed, "route"),
    (TicketsDrawn, "tickets"),
    (CardTaken, "cards"),
    (CardDrawn, "cards"),
)


@dataclass
class _Seat:
    """What one seat has come to so far."""

    score: int = 0  # on the score track, where tickets and bonuses do not show before the end
    before: int = 0  # the same when its last turn was over
    turns: int = 0
    routes: int = 0
    spaces: int = 0
    cards: int = 0
    wilds: int = 0
    offered: list[Row] = field(default_factory=list)


class Facts:
    """Reads the events of one game in order."""

    def __init__(self, board: Board, number: int, seats: int) -> None:
        self.number = number
        self.routes = {route.id: (route.length, board.printed_points(route)) for route in board.routes}
        self.seats = [_Seat() for _ in range(seats)]
        self.rows: Rows = {name: [] for name in TABLES}
        self.turn = 0  # 0: the setup
        self.trigger: int | None = None  # the seat that brought the last turns
        self.uses: dict[type[Event], Event] = {}  # an event of each kind in this turn
        self.paid: tuple[tuple[str, int], ...] = ()

    def read(self, events: Iterable[Event]) -> None:
        """Take in what happened."""
        for event in events:
            self.uses[type(event)] = event
            gain = gain_of(event)
            if gain is not None and isinstance(event, SeatEvent):
                self._gain(event.seat, gain)
            match event:
                case TurnStarted():
                    self.turn += 1
                    self.uses = {}
                case TurnEnded(seat):
                    self._end_turn(seat)
                case CardTaken(seat, card) | CardDrawn(seat, card):
                    self.seats[seat].cards += 1
                    self.seats[seat].wilds += card == WILD
                case CardsPaid(_, cards):
                    self.paid = cards
                case RouteClaimed(seat, route):
                    self._claim(seat, route)
                case PointsScored(seat, _, total):
                    self.seats[seat].score = total
                case TicketsKept():
                    self._keep(event)
                case LastTurnsStarted(seat):
                    self.trigger = seat

    def _row(self, table: str, seat: int, **columns: Any) -> Row:
        row = {"game": self.number, "seat": seat, "turn": self.turn, **columns}
        self.rows[table].append(row)
        return row

    def _gain(self, seat: int, gain: Gain) -> None:
        self._row("gains", seat, mechanic=gain.mechanic, item=gain.item, place=gain.place, count=gain.count)

    def _claim(self, seat: int, route: str) -> None:
        length, points = self.routes[route]
        mine = self.seats[seat]
        mine.routes += 1
        mine.spaces += length
        wilds = sum(n for card, n in self.paid if card == WILD)
        paid = sum(n for _, n in self.paid)
        self._row("routes", seat, route=route, length=length, points=points, cards=paid, wilds=wilds)

    def _keep(self, event: TicketsKept) -> None:
        for kept, tickets in ((True, event.tickets), (False, event.returned_tickets)):
            for ticket in tickets or ():
                row = self._row("tickets", event.seat, ticket=ticket, kept=kept, completed=None)
                self.seats[event.seat].offered.append(row)

    def _end_turn(self, seat: int) -> None:
        mine = self.seats[seat]
        mine.turns += 1
        self._row("turns", seat, use=self._use(), points=mine.score - mine.before, score=mine.score, spaces=mine.spaces)
        mine.before = mine.score

    def _use(self) -> str:
        """What the turn was used for."""
        for kind, name in (*_USES, *FACES.table(Findings, "uses").items(), (TurnPassed, "pass")):
            if any(issubclass(each, kind) for each in self.uses):
                return str(name)
        return next((event_words(event) for event in self.uses.values() if is_unknown(event)), "other")


def facts_of(game: Game, setup: GameSetup, forfeits: Sequence[Forfeit]) -> Rows:
    """The rows of a finished game that was played with events."""
    facts = Facts(game.board, setup.number, game.seats)
    facts.read(game.events)
    scores = game.scores()
    for sheet in scores:
        for row in facts.seats[sheet.seat].offered:
            if row["kept"]:
                row["completed"] = row["ticket"] in sheet.completed
        forfeited = sum(forfeit.seat == sheet.seat for forfeit in forfeits)
        about = {"bot": setup.bots[sheet.seat], "forfeits": forfeited}
        facts.rows["seats"].append(_seat_row(facts, game, scores, sheet.seat) | about)
    facts.rows["games"].append(_game_row(facts, game, scores, setup.seed))
    return facts.rows


def _seat_row(facts: Facts, game: Game, scores: Scores, seat: int) -> Row:
    sheet, mine = scores[seat], facts.seats[seat]
    return {
        "game": facts.number,
        "seat": seat,
        "order": (seat - game.first_seat) % game.seats,
        "total": sheet.total,
        "place": sheet.place,
        "win": 1 / len(scores.winners) if seat in scores.winners else 0.0,
        "turns": mine.turns,
        "routes": mine.routes,
        "spaces": mine.spaces,
        "cards": mine.cards,
        "wilds": mine.wilds,
        "completed": len(sheet.completed),
        "failed": len(sheet.failed),
        **{f"points_{line}": points for line, points in sheet.lines.items()},
    }


def _game_row(facts: Facts, game: Game, scores: Scores, seed: int) -> Row:
    totals = sorted((sheet.total for sheet in scores), reverse=True)
    changes, behind, behind_at = changes_of_lead(facts.rows["turns"], game.seats, scores.winners)
    seats, actions = zip(*game.decisions, strict=True)
    return {
        "game": facts.number,
        "seed": f"{seed:#x}",
        "first_seat": game.first_seat,
        "turns": facts.turn,
        "ended_by": game.observe(None).ended_by,
        "decided_by": scores.reason,
        "trigger": facts.trigger,
        "winners": list(scores.winners),
        "best": totals[0],
        "worst": totals[-1],
        "margin": totals[0] - totals[1],
        "lead_changes": changes,
        "behind": behind,
        "behind_at": behind_at,
        "deciders": list(seats),
        "actions": list(actions),
    }


def changes_of_lead(turns: Sequence[Row], seats: int, winners: Sequence[int]) -> tuple[int, int, int]:
    """How the score track went: how often the sole leader changed, how far the winner was behind at worst, and when.

    Of several winners, the one that was furthest behind counts.
    """
    track = [0] * seats
    leader: int | None = None
    changes, behind, behind_at = 0, 0, 0
    for row in turns:
        track[row["seat"]] = row["score"]
        best = max(track)
        if track.count(best) == 1 and (now := track.index(best)) != leader:
            changes += leader is not None
            leader = now
        for winner in winners:
            if best - track[winner] > behind:
                behind, behind_at = best - track[winner], row["turn"]
    return changes, behind, behind_at
