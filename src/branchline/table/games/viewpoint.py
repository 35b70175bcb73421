"""One viewer's window on a game: the whole of it, then what changes. Viewers of the same seat share a viewpoint."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from typing_extensions import TypedDict

from branchline.model.events import Event, GameEnded, TurnStarted
from branchline.model.observation import HandsView, MarketView, Observation
from branchline.notation import forms
from branchline.table import timekeeping
from branchline.table.games import presenting
from branchline.table.games.played_game import Move, PlayedGame
from branchline.table.games.results import result
from branchline.table.protocol.messages import (
    Choice,
    Clocks,
    Decision,
    DecisionChange,
    Form,
    GameState,
    LogChange,
    LogLine,
    Result,
    RouteState,
    Standing,
    TicketProgress,
    UndoState,
    Update,
)
from branchline.words.plain import counted, move_in_words
from branchline.words.progress import last_turns_warning
from branchline.words.sentences import YOU, Teller

_SECRET = {"keep": "keep tickets", "pay": "pay"}  # moves that others know of, but not how


class Details(TypedDict):
    """The part of a game's state that is told only when it is different; see `messages.GameState`."""

    decision: Decision | None
    warning: str
    closed: list[str]
    tickets: list[TicketProgress]
    offer: list[TicketProgress]
    result: Result | None


class Viewpoint:
    """What a seat (None: a spectator) was last told of a game."""

    def __init__(self, played: PlayedGame, seat: int | None, names: Sequence[str], people: frozenset[int]) -> None:
        self.played = played
        self.seat = seat
        self.people = people  # the seats of people, who are asked when somebody wishes to take back
        self.names = list(names)
        self.own_names = [YOU if at == seat else name for at, name in enumerate(names)]
        here = presenting.place(played.setup.board, played.setup.variant)
        self.teller = Teller(here.board, here.variant, self.own_names)
        self._known: tuple[object, list[TicketProgress], list[TicketProgress]] | None = None
        self._needed: tuple[object, list[TicketProgress], list[TicketProgress]] | None = None
        self._closed: tuple[object, list[str]] | None = None
        self._explained: tuple[object, list[RouteState]] | None = None
        self._formed: tuple[object, Form] | None = None
        self._told_details: Details | None = None
        self._told_choices: dict[int, Choice] = {}
        self._begin()

    def _begin(self) -> None:
        self.seen = self._look()
        self.version = self.played.version
        self.told = 0  # events told so far
        self.log: list[LogLine] = []
        self.settled = 0  # lines of the log that stay as they are
        self.open_from = 0  # the first event of the turn that is still being told
        self.turn = 0  # how many have begun
        self._tell()

    def _look(self) -> Observation:
        return self.played.in_the_open if self.seat is None else self.played.game.observe(self.seat)

    # What clients get

    def state(self) -> GameState:
        """Everything, as it is now. Whoever hears it knows these choices and no others."""
        details = self._details()
        self._told_details = details
        decision = details["decision"]
        self._told_choices = {} if decision is None else {each["number"]: each for each in decision["choices"]}
        return {
            "number": self.version,
            "observation": self._form(),
            "names": self.names,
            "log": self.log,
            **self._standing(),
            **details,
        }

    def _form(self) -> Form:
        """The view as JSON; made once for all who come to look."""
        if self._formed is None or self._formed[0] is not self.seen:
            self._formed = (self.seen, forms.to_json(self.seen))
        return self._formed[1]

    def _standing(self) -> Standing:
        """How the game stands: what is told each time."""
        return {
            "turn": self.turn,
            "banner": presenting.banner(self.seen, self.own_names),
            "clocks": clocks(self.played),
            "undo": self.undo(),
        }

    def _details(self) -> Details:
        """How the game stands: what follows from the view alone, and is told when it is different."""
        tickets, offer = self._progress()
        return {
            "decision": self.decision(),
            "warning": last_turns_warning(self.seen, self.own_names),
            "closed": self._closed_routes(),
            "tickets": tickets,
            "offer": offer,
            "result": self.result(),
        }

    def restart(self) -> GameState:
        """Everything again, after something was taken back."""
        self._begin()
        return self.state()

    def update(self) -> Update:
        """What is different since the last time."""
        played, before, after = self.played, self.seen, self.version
        seen = self._look()
        fields, parts = presenting.change(before, seen, played.made_forms)
        events = played.game.events_for(self.seat, self.told)
        self.seen, self.version = seen, played.version
        log = self._tell()
        standing = self._standing()
        update: Update = {
            "type": "update",
            "after": after,
            "number": self.version,
            "events": [forms.to_json(event) for event in events],
            "observation": {"fields": fields, "parts": parts},
            "log": log,
            "turn": standing["turn"],
            "banner": standing["banner"],
            "clocks": standing["clocks"],
            "undo": standing["undo"],
        }
        self._add_details(update)
        return update

    def _add_details(self, update: Update) -> None:
        """Add what is different since the last time."""
        before, now = self._told_details, self._details()
        self._told_details = now
        different: Any = {k: value for k, value in now.items() if before is None or before.get(k) != value}
        if "decision" in different:
            different["decision"] = self._decision_change(now["decision"])
        update.update(different)

    def _decision_change(self, decision: Decision | None) -> DecisionChange | None:
        """A decision with those of its choices in full that were not told yet."""
        if decision is None:
            return None
        known = self._told_choices
        fresh = [each for each in decision["choices"] if known.get(each["number"]) != each]
        known.update((each["number"], each) for each in fresh)
        numbers = [each["number"] for each in decision["choices"]]
        return {
            "number": decision["number"],
            "question": decision["question"],
            "words": decision["words"],
            "choices": numbers,
            "told": fresh,
        }

    def _progress(self) -> tuple[list[TicketProgress], list[TicketProgress]]:
        """The seat's tickets and those on offer. Most decisions change nothing about them, and looking takes long."""
        seen = self.seen
        known_by = (seen.tracks, seen.pieces, seen.held, seen.tickets.offer)
        if self._known is None or self._known[0] != known_by:
            network = presenting.network_of(seen)
            tickets, offer = (presenting.progress(seen, ids, network) for ids in (seen.held, seen.tickets.offer))
            self._known = (known_by, tickets, offer)
            self._needed = None
        others = [part for part in seen.parts.values() if not isinstance(part, (HandsView, MarketView))]
        needed_by = (seen.hand, others)
        if self._needed is None or self._needed[0] != needed_by:
            tickets, offer = (presenting.with_needs(seen, known) for known in self._known[1:])
            self._needed = (needed_by, tickets, offer)
        return self._needed[1], self._needed[2]

    def _closed_routes(self) -> list[str]:
        """Free routes that nobody may build any more. Only building changes that."""
        tracks = self.seen.tracks
        if self._closed is None or self._closed[0] != tracks:
            self._closed = (tracks, presenting.closed_routes(self.seen))
        return self._closed[1]

    def route_states(self, route: str | None) -> list[RouteState]:
        """How matters stand with a route, or with all of them. It is asked again and again, and looked at once."""
        if self._explained is None or self._explained[0] is not self.seen:
            self._explained = (self.seen, presenting.route_states(self.seen, self.own_names))
        return [state for state in self._explained[1] if route in (None, state["route"])]

    def decision(self) -> Decision | None:
        """What the viewing seat has to decide now."""
        seat = self.seat
        if seat is None or seat not in self.played.asked:
            return None
        return presenting.decision(self.seen, self.played.asked[seat])

    def undo(self) -> UndoState:
        """What the viewing seat can take back, and what others would like to."""
        played, seat = self.played, self.seat
        wish = played.wish
        state: UndoState = {"can": "no", "words": "", "wish": None}
        if wish is not None:
            move = next(move for move in played.moves if move.number == wish.undoes[0])
            what = self._told(move)
            more = len(wish.undoes) - 1
            after = f", and the {counted(more, 'move')} after it" if more else ""
            asks = "ask" if seat == wish.seat else "asks"
            words = f"{self.own_names[wish.seat]} {asks} to undo “{what}”{after}."
            waiting = sorted(played.playing(self.people) - wish.agreed)
            agreed = sorted(wish.agreed)
            state["wish"] = {
                "number": wish.number,
                "seat": wish.seat,
                "words": words,
                "agreed": agreed,
                "waiting": waiting,
            }
        at = None if seat is None else played.last_move_of(seat)
        if seat is not None and at is not None and not played.game.is_over:
            needed = played.needed_for_undo(played.undone_by_wish(seat), self.people) - {seat}
            if played.free_to_undo(seat):
                state["can"] = "free"
            elif needed <= played.playing(self.people):
                state["can"] = "ask"
            state["words"] = "" if state["can"] == "no" else move_in_words(played.moves[at].words)
        return state

    def _told(self, move: Move) -> str:
        """A move, as the viewing seat may know it: others only know what was chosen openly."""
        if move.seat != self.seat and move.together:
            return "a choice in secret"
        verb = move.words.partition(" ")[0]
        if move.seat != self.seat and verb in _SECRET:
            return _SECRET[verb]
        return "draw from the deck" if move.words == "draw" else move_in_words(move.words)

    def result(self) -> Result | None:
        """The end of the game, once it is there."""
        played = self.played
        return (
            result(played.game, self.own_names, played.resigned, played.coached.helped) if played.game.is_over else None
        )

    # The log

    def _tell(self) -> LogChange:
        """Tell what happened since the last time. A turn is told again with every decision, as one sentence."""
        start = self.settled
        events = self.played.game.events_for(self.seat, self.open_from)
        self.turn += sum(isinstance(event, TurnStarted) for event in events[self.told - self.open_from :])
        self.told = self.open_from + len(events)
        turns = [at for at, event in enumerate(events) if isinstance(event, (TurnStarted, GameEnded))]
        last_turn = turns[-1] if turns else 0
        del self.log[self.settled :]
        if last_turn:
            self.log += self._sentences(events[:last_turn])
            self.settled = len(self.log)
            self.open_from += last_turn
        self.log += self._sentences(events[last_turn:])
        return {"start": start, "lines": self.log[start:]}

    def _sentences(self, events: Iterable[Event]) -> list[LogLine]:
        self.teller.paid = self.teller.mix = ""
        return presenting.log_lines(self.teller.tell(events, results=False))


def clocks(played: PlayedGame) -> Clocks:
    """All clocks, read now."""
    now = timekeeping.now()
    work = played.clocks
    return {
        "now": now,
        "clocks": [
            {"seat": seat, "left": work.left(seat, now), "running": seat in work.since}
            for seat in range(played.setup.seats)
        ],
    }
