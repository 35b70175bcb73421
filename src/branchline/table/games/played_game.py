"""The game at a table: its entries, folded one by one. Every worker comes to the same result.

It knows nothing of sockets and databases. Entries are checked before they are stored; what is stored is taken
in without a question. A decision keeps the number under which it was asked until its seat answers it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from branchline.game import Game, new_game
from branchline.model import events as ev
from branchline.model.errors import NotationError
from branchline.model.observation import Observation, View
from branchline.notation.shuffle import reshuffle_seed
from branchline.table.games.coached import Coached, Offer
from branchline.table.rows import Entry

Change = Literal["moved", "rewound", "table", "undo", "nothing"]


@dataclass(frozen=True, slots=True)
class Continuation:
    """What is taken over from the game that this one goes on from. Its decisions are the first entries."""

    moves: int  # how many of them
    reshuffles: tuple[tuple[int, int], ...]  # after that many moves, with a seed
    fresh: bool  # what lies face down is shuffled again at the end of them

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> Continuation:
        """From the form in which the beginning of a game stores it."""
        reshuffles = tuple((int(after), int(seed, 16)) for after, seed in plain["reshuffles"])
        return cls(plain["moves"], reshuffles, plain["fresh"])


@dataclass(frozen=True, slots=True)
class TableSetup:
    """What a game is begun from."""

    board: str
    variant: str
    seats: int
    seed: int  # that the cards are dealt by
    first_seat: int | None
    timer: Mapping[str, Any]
    salt: str = ""
    secret: int = 0  # the seed whose hash was published; later shuffles follow from it
    continues: Continuation | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """A decision that counts."""

    number: int  # of its entry
    seat: int
    action: int
    words: str
    first_event: int  # what it caused begins here
    stage: int  # of the setup, in which it was taken
    together: bool  # others had a choice open at the same time
    by: str = "person"  # or "bot"
    took: float = 0.0  # seconds of the seat's clock


@dataclass(frozen=True, slots=True)
class Wish:
    """A seat would like to take back more than is free."""

    number: int
    seat: int
    undoes: tuple[int, ...]
    words: str
    agreed: frozenset[int] = frozenset()


@dataclass(slots=True)
class Clockwork:
    """The time of people. Times are those of the entries, so that every worker reads the same clocks."""

    kind: str
    seconds: float
    increment: float
    bank: list[float]
    since: dict[int, float] = field(default_factory=dict)  # open decisions: from when on they count

    def left(self, seat: int, now: float) -> float | None:
        """Seconds that a seat has left; None if there is no limit, or none for this seat now."""
        if self.kind == "none":
            return None
        spent = now - self.since[seat] if seat in self.since else 0.0
        return (self.bank[seat] if self.kind == "bank" else self.seconds) - spent

    def stop(self, seat: int, now: float, increment: float = 0.0) -> float:
        """A seat's time no longer runs: it has answered, or is not asked any more. Returns how long it took."""
        since = self.since.pop(seat, None)
        if since is None:
            return 0.0
        took = max(0.0, now - since)
        if self.kind == "bank":
            self.bank[seat] = max(0.0, self.bank[seat] - took) + increment
        return took

    def take_back(self, seat: int, took: float, now: float) -> None:
        """A decision is open again: it gives back no time, neither what was spent on it nor what it had brought."""
        if self.kind == "bank":
            self.bank[seat] = max(0.0, self.bank[seat] - self.increment)
        elif seat in self.since:
            self.since[seat] = min(self.since[seat], now - took)


class PlayedGame:
    """A game with all that was decided, taken back, said and arranged at its table."""

    def __init__(self, setup: TableSetup, started: Entry) -> None:
        self.setup = setup
        self.game = self.begin()
        self._in_the_open: tuple[Game, int, Observation | None] = (self.game, 0, None)  # with what it was seen of
        self.made_forms: dict[str, tuple[View, dict[str, Any]]] = {}  # of parts of views, for all who look
        self.moves: list[Move] = []
        self.reshuffles: list[tuple[int, int]] = []  # after so many moves, what lay face down was shuffled with a seed
        self._reshuffled = 0  # how often, those times included that were taken back since
        self.version = started.number + 1  # goes up with every change of the game
        self.asked: dict[int, int] = {}  # open decisions: seat -> the version at which it was asked
        self.wish: Wish | None = None
        self.left: set[int] = set()
        self.out_of_time: set[int] = set()
        self.substitutes: dict[int, str] = {}
        self.resigned: set[int] = set()
        self.end_offer: Offer | None = None  # to end the game here and count it as it stands
        self.coached = Coached()
        timer = setup.timer
        self.clocks = Clockwork(
            timer["kind"], timer["seconds"], timer["increment"], [float(timer["seconds"])] * setup.seats
        )
        if setup.continues is not None:
            self.reshuffles += setup.continues.reshuffles
            self._shuffle_as_before()
        for _ in range(started.data.get("shuffles", 0)):
            self._shuffle()
        self._look_around(None, started.at)

    def begin(self) -> Game:
        """The game as it began."""
        setup = self.setup
        return new_game(
            setup.board, variant=setup.variant, seats=setup.seats, seed=setup.seed, first_seat=setup.first_seat
        )

    @property
    def taken_over(self) -> int:
        """How many decisions were taken in the game that this one goes on from. They stay as they are."""
        return 0 if self.setup.continues is None else self.setup.continues.moves

    @property
    def in_the_open(self) -> Observation:
        """The game as everybody may know it. It is asked for often, and looking takes a while."""
        game, moves, seen = self._in_the_open
        if seen is None or game is not self.game or moves != len(self.moves):
            seen = self.game.observe(None)
            self._in_the_open = (self.game, len(self.moves), seen)
        return seen

    # Taking in what is stored

    def take(self, entry: Entry) -> Change:
        """Take in the next entry; says what it changed."""
        match entry.kind:
            case "move":
                self._move(entry)
                return "moved"
            case "take_back":
                self._take_back(entry)
                return "rewound"
            case "wish_undo" | "agree_undo" | "decline_undo":
                return self._wishing(entry)
            case "ended":
                self._stop(entry)
                return "moved"
            case "offer_end" | "agree_end" | "decline_end":
                self._offering(entry)
                return "table"
            case "coach_on" | "coach_off" | "offer_coach" | "agree_coach" | "decline_coach" | "coached":
                self.coached.take(entry)
                return "table"
            case "resigned":
                return self._resign(entry)
            case "left" | "back" | "replaced" | "out_of_time" | "resumed":
                self._arrange(entry)
                return "table"
        return "nothing"

    def _move(self, entry: Entry) -> None:
        assert entry.seat is not None
        seen = self.in_the_open
        action, words = self._meant(entry, entry.seat)
        first = len(self.game.events)
        self.game.apply(action, entry.seat)
        by = entry.data.get("by", "person")
        took = self.clocks.stop(entry.seat, entry.at, self.clocks.increment)
        self.moves.append(Move(entry.number, entry.seat, action, words, first, seen.stage, seen.together, by, took))
        if len(self.moves) <= self.taken_over:
            self._shuffle_as_before()
        self.version = entry.number + 1
        self.out_of_time.discard(entry.seat)
        self.wish = None
        self._look_around(entry.seat if seen.together else None, entry.at)

    def _meant(self, entry: Entry, seat: int) -> tuple[int, str]:
        """The action of a stored move and its words. If a newer version numbers actions differently, words count."""
        game, number = self.game, entry.action
        assert number is not None
        try:
            known = game.describe(number, seat)
        except NotationError:
            known = ""
        words = entry.data.get("words", known)
        return (number if words == known else game.number(game.parse(words, seat), seat)), words

    def _take_back(self, entry: Entry) -> None:
        undone = set(entry.data["undoes"])
        moves = [move for move in self.moves if move.number not in undone]
        taken = [move for move in self.moves if move.number in undone]
        together = all(move.together for move in taken)
        self.game, self.moves = self.begin(), []
        self.reshuffles = [each for each in self.reshuffles if each[0] <= len(moves)]
        for at, move in enumerate(moves):
            self._shuffle_again(self.game, at)
            first = len(self.game.events)
            self.game.apply(move.action, move.seat)
            self.moves.append(replace(move, first_event=first))
        self._shuffle_again(self.game, len(moves))
        if entry.data.get("shuffled"):
            self._shuffle()
        self.version = entry.number + 1
        self.wish = None
        self._look_around(entry.seat if together else None, entry.at)
        for move in taken:
            self.clocks.take_back(move.seat, move.took, entry.at)

    def _shuffle(self) -> None:
        """Shuffle what lies face down: somebody has seen what would have come next."""
        seed = reshuffle_seed(self.setup.secret, self.setup.salt, self._reshuffled)
        self._reshuffled += 1
        self.game.reshuffle(seed)
        self.reshuffles.append((len(self.moves), seed))

    def _shuffle_again(self, game: Game, at: int) -> None:
        """Shuffle a game that is played again as it was shuffled the first time, before move number `at`."""
        for after, seed in self.reshuffles:
            if after == at:
                game.reshuffle(seed)

    def _shuffle_as_before(self) -> None:
        """Shuffle as the game did that this one goes on from; where that ends, again if it is wished for."""
        self._shuffle_again(self.game, len(self.moves))
        continues = self.setup.continues
        if continues is not None and continues.fresh and len(self.moves) == continues.moves:
            self._shuffle()

    def go_on(self, game: Game, start: int, end: int) -> None:
        """Play moves again in a game that stands before move number `start`, up to the one before `end`."""
        for at in range(start, end):
            self._shuffle_again(game, at)
            game.apply(self.moves[at].action, self.moves[at].seat)
        if end == len(self.moves) and self.game.is_over and not game.is_over:
            self._shuffle_again(game, end)
            game.stop()

    def _look_around(self, mover: int | None, at: float) -> None:
        """Note which decisions are open now. Beside a mover, choices of others that were open at once stay as asked."""
        pending = self.game.pending
        still_together = mover is not None and self.in_the_open.together
        kept = {seat: number for seat, number in self.asked.items() if still_together and seat != mover}
        for seat in [*self.clocks.since]:
            if seat not in kept or seat not in pending:
                self.clocks.stop(seat, at)
        self.asked = {seat: kept.get(seat, self.version) for seat in pending}
        for seat in pending:
            if seat not in self.clocks.since and seat not in self.substitutes:
                self.clocks.since[seat] = at

    def _wishing(self, entry: Entry) -> Change:
        assert entry.seat is not None
        if entry.kind == "wish_undo":
            undoes = tuple(entry.data["undoes"])
            words = next(move.words for move in self.moves if move.number == undoes[0])
            self.wish = Wish(entry.number, entry.seat, undoes, words, frozenset([entry.seat]))
        elif entry.kind == "agree_undo" and (wish := self.wish) is not None:
            self.wish = replace(wish, agreed=wish.agreed | {entry.seat})
        elif entry.kind == "decline_undo":
            self.wish = None
        return "undo"

    def _offering(self, entry: Entry) -> None:
        assert entry.seat is not None
        agreed = frozenset(entry.data["seats"])
        if entry.kind == "offer_end":
            self.end_offer = Offer(entry.number, entry.seat, agreed)
        elif entry.kind == "agree_end" and (offer := self.end_offer) is not None:
            self.end_offer = replace(offer, agreed=offer.agreed | agreed)
        else:
            self.end_offer = None

    def _resign(self, entry: Entry) -> Change:
        """A seat gives up: a bot plays on for it, unless that was the last thing to play for."""
        self.resigned |= set(entry.data["seats"])
        self._hand_over(entry.data["seats"], entry.data["level"])
        if not entry.data["stops"]:
            return "table"
        self._stop(entry)
        return "moved"

    def _stop(self, entry: Entry) -> None:
        """The game ends here, because the people want it to."""
        self.game.stop()
        self._in_the_open = (self.game, 0, None)
        self.version = entry.number + 1
        self.wish = self.end_offer = None
        self._look_around(None, entry.at)

    def _hand_over(self, seats: Iterable[int], level: str) -> None:
        """Bots play for these seats now. Whatever everybody was asked is asked again, as others are left to answer."""
        for seat in seats:
            self.substitutes[seat] = level
            self.clocks.since.pop(seat, None)
        self.wish = self.end_offer = self.coached.offer = None

    def _arrange(self, entry: Entry) -> None:
        """Who plays, and whose time is running."""
        if entry.kind == "resumed":  # nobody looked after the table for a while: that time is nobody's
            self.clocks.since = dict.fromkeys(self.clocks.since, entry.at)
            return
        seat = entry.seat
        assert seat is not None
        seats = entry.data.get("seats", [seat])
        if entry.kind == "left":
            self.left |= set(seats)
            if "level" in entry.data:  # games of before waited for the host's word
                self._hand_over(seats, entry.data["level"])
        elif entry.kind == "out_of_time":
            self.out_of_time.add(seat)
        elif entry.kind == "replaced":
            self._hand_over([seat], entry.data["level"])
        else:
            for each in seats:
                self.left.discard(each)
                self.out_of_time.discard(each)
                self.substitutes.pop(each, None)
                self.coached.agreed -= {each}  # who was away plays without the coach until asked again
                if each in self.asked:
                    self.clocks.since[each] = entry.at

    # Taking back

    def last_move_of(self, seat: int) -> int | None:
        """Where in `moves` the latest decision of a seat at this table stands."""
        here = range(len(self.moves) - 1, self.taken_over - 1, -1)
        return next((at for at in here if self.moves[at].seat == seat), None)

    def free_to_undo(self, seat: int) -> tuple[int, ...]:
        """Numbers of the entries that a seat can take back at once: its latest decision, or none.

        Nobody may have decided anything since, and nothing may have been revealed; so it is of the seat's latest turn.
        A setup choice that is still hidden can be taken back whatever others have chosen in the meantime.
        """
        at = self.last_move_of(seat)
        if at is None or self.game.is_over:
            return ()
        move = self.moves[at]
        seen = self.in_the_open
        if move.together:
            return (move.number,) if seen.together and seen.stage == move.stage else ()
        later = self.moves[at + 1 :]
        if later or any(self._reveals(event, seat) for event in self.game.events[move.first_event :]):
            return ()
        return (move.number,)

    @staticmethod
    def _reveals(event: ev.Event, seat: int) -> bool:
        """Whether an event tells somebody what the seat's own decision did not."""
        if not isinstance(event, ev.SeatEvent) or not event.decided:
            return True
        return event.seat != seat and not isinstance(event, ev.TurnStarted)

    def undone_by_wish(self, seat: int) -> tuple[int, ...]:
        """Numbers of the entries that go with a seat's latest decision: it, and all that came after."""
        at = self.last_move_of(seat)
        return () if at is None or self.game.is_over else tuple(move.number for move in self.moves[at:])

    def needed_for_undo(self, undoes: Iterable[int], people: frozenset[int]) -> frozenset[int]:
        """The seats whose people took these decisions themselves: without their word nothing of it is taken back."""
        undone = set(undoes)
        return people & {move.seat for move in self.moves if move.number in undone and move.by == "person"}

    # Who decides

    def playing(self, people: frozenset[int]) -> frozenset[int]:
        """The people who play themselves, of all that have a seat."""
        return people - self.substitutes.keys() - self.left - self.resigned

    def ends_without(self, seats: Iterable[int], people: frozenset[int]) -> bool:
        """Whether the game ends if these seats give up: only one seat, or no person, could still win."""
        resigned = self.resigned | set(seats)
        return self.setup.seats - len(resigned) < 2 or people <= resigned

    def is_deserted(self, people: frozenset[int]) -> bool:
        """Whether everybody who could still win has left: then bots rest, until somebody comes back."""
        return bool(people - self.resigned) and people - self.resigned <= self.left

    def plays_itself(self, seat: int, is_person: bool) -> bool:
        """Whether a person decides for a seat now."""
        return is_person and seat not in self.substitutes

    def bot_seed(self, seat: int) -> int:
        """A seed for one decision of a bot. Hashed, as the game's own seed would tell how the cards lie."""
        text = f"bot {seat} at {self.version} of {self.setup.seed}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:16], "big")
