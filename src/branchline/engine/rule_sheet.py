"""The game loop: a stack of open decisions, turns, passing, the last turns, the end.

A rule sheet is a board's rules applied to one game. It composes mechanics and fills in the seams at the end of this
class; everything else here is the same on every board.

The stack of open decisions says who decides what. Answering one may open further ones; when none is left the turn is
over. Setup choices are open to all seats at once (`together`). A decision with exactly one answer is never asked
(COM-012), and a seat that can do nothing at all passes (COM-015).
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from branchline.engine.commons import Commons, Setting
from branchline.engine.decisions import KIND_NAMES, TURN
from branchline.engine.mechanic import Mechanic, Offer, as_numbers, chain_of, expect
from branchline.engine.ranking import TieBreak
from branchline.engine.rng import Rng
from branchline.engine.terrain import NONE
from branchline.model.actions import Action
from branchline.model.errors import NotationError
from branchline.model.events import (
    GameEnded,
    LastTurnsStarted,
    SeatScored,
    TicketsRevealed,
    TurnEnded,
    TurnPassed,
    TurnStarted,
)
from branchline.model.observation import Observation, OpenDecision, observation_of
from branchline.model.vecs import vec

PLAYING: Final[i64] = -1  # the setup stage once the setup is done
MOST_STAGES: Final[i64] = 16  # that a setup can have
RUNNING: Final[i64] = 0  # how the game ended: not yet
BY_LAST_TURNS: Final[i64] = 1
BY_PASSES: Final[i64] = 2
BY_IDLING: Final[i64] = 3  # for boards with turns that bring the game no further
BY_STOPPING: Final[i64] = 4  # the people who play it agreed to, or gave up
ENDINGS: Final = ["", "last turns", "all passed", "all exchanged", "stopped"]
DECISIONS: Final[dict[int, OpenDecision]] = {}  # those that were shown in any view, by seat and kind


@mypyc_attr(allow_interpreted_subclasses=True)
class RuleSheet:
    """The rules of a board and the state of one game played by them."""

    def __init__(self, setting: Setting) -> None:
        self.setting: Final = setting
        self.commons: Final = Commons(setting)
        self.seats: i64 = setting.seats
        self.trigger: i64 = setting.numbers.trigger
        self.mechanics: list[Mechanic] = []
        self.offers: list[Offer | None] = [None] * len(KIND_NAMES)  # by kind of decision
        self.first_seat: i64 = 0
        self.turn: i64 = NONE  # the seat whose turn it is
        self.stage: i64 = 0  # of the setup, then PLAYING
        self.open_seats: vec[i64] = vec[i64]([0] * 16)  # the stack of open decisions: who ...
        self.open_kinds: vec[i64] = vec[i64]([0] * 16)  # ... decides what
        self.depth: i64 = 0
        self.together: bool = False  # all open decisions may be answered now, not only the top one
        self.choices: i64 = 0  # legal actions for the top decision
        self.acted: bool = False  # the seat on turn has done something
        self.passes: i64 = 0  # in a row
        self.last_turns: i64 = NONE  # turns left, once the end is near
        self.ending: i64 = RUNNING
        self.over: bool = False
        self.lines: list[str] = ["routes", "tickets"]
        self.sheet: list[vec[i64]] = []  # at the end: a column of points per line

    # Composition, for the constructors of rule sheets

    def compose(self, mechanics: list[Mechanic]) -> None:
        """Name the mechanics of this board, in the order of their action numbers."""
        self.mechanics = mechanics
        end: i64 = 0
        for mechanic in mechanics:
            mechanic.first = end
            end += mechanic.size()
            mechanic.end = end

    def offer(self, kind: i64, mechanics: list[Mechanic]) -> None:
        """Say which mechanics offer actions for a kind of decision; those that have none need not be asked."""
        self.offers[kind] = chain_of([mechanic for mechanic in mechanics if mechanic.first < mechanic.end])

    # Starting

    def start(self, seed: int, first_seat: i64) -> None:
        """Begin a new game in place. A first seat of -1 is drawn from the seed (COM-003)."""
        commons = self.commons
        commons.rng.seed(seed)
        commons.reset()
        drawn = commons.rng.below(self.seats)  # drawn in any case, so that fixing the seat changes nothing else
        self.first_seat = drawn if first_seat < 0 else first_seat
        for mechanic in self.mechanics:
            mechanic.reset()
        self.turn = NONE
        self.stage = 0
        self.depth = 0
        self.together = False
        self.acted = False
        self.passes = 0
        self.last_turns = NONE
        self.ending = RUNNING
        self.over = False
        self.sheet = []
        self.set_up()
        self.settle()

    # Decisions

    def ask(self, seat: i64, kind: i64) -> None:
        """Open a decision on top of the stack."""
        depth = self.depth
        self.open_seats[depth] = seat
        self.open_kinds[depth] = kind
        self.depth = depth + 1

    def ask_all(self, kind: i64) -> None:
        """Open a decision for every seat at once; the seat that moves first is on top."""
        k: i64 = self.seats
        while k > 0:
            k -= 1
            self.ask((self.first_seat + k) % self.seats, kind)
        self.together = True

    def open_at(self, seat: i64) -> i64:
        """Where in the stack a seat can answer now, or -1."""
        k: i64 = self.depth - 1
        while k >= 0:
            if self.open_seats[k] == seat:
                return k
            if not self.together:
                return NONE
            k -= 1
        return NONE

    def count(self, seat: i64, kind: i64) -> i64:
        """How many legal actions a decision has."""
        offer = self.offers[kind]
        if offer is None:
            return 0
        return offer.count(seat, kind)

    def nth(self, seat: i64, kind: i64, n: i64) -> i64:
        """One of the actions that were just counted."""
        offer = self.offers[kind]
        if offer is None:
            raise IndexError("there are not so many legal actions")
        return offer.nth(seat, kind, n)

    def close(self, at: i64) -> None:
        """Take a decision off the stack."""
        self.depth -= 1
        while at < self.depth:
            self.open_seats[at] = self.open_seats[at + 1]
            self.open_kinds[at] = self.open_kinds[at + 1]
            at += 1

    def act(self, seat: i64, action: i64) -> None:
        """Carry out a legal action of a seat whose decision is open, and whatever follows without asking."""
        at = self.open_at(seat)
        kind = self.open_kinds[at]
        self.close(at)
        self.acted = True
        self.play(seat, kind, action)
        self.settle()

    def act_at_random(self, rng: Rng) -> None:
        """Answer the top decision with a legal action, each as likely as any other."""
        self.depth -= 1
        seat = self.open_seats[self.depth]
        kind = self.open_kinds[self.depth]
        self.acted = True
        self.play(seat, kind, self.nth(seat, kind, rng.below(self.choices)))
        self.settle()

    def settle(self) -> None:
        """Go on until a seat has something to decide or the game is over."""
        while not self.over:
            top: i64 = self.depth - 1
            if top < 0:
                self.go_on()
            elif self.together and self.answer_below():
                continue
            else:
                seat = self.open_seats[top]
                kind = self.open_kinds[top]
                offer = self.offers[kind]
                choices: i64 = 0
                while offer is not None:
                    choices += offer.mechanic.count(seat, kind)
                    offer = offer.then
                self.choices = choices
                if choices > 1:
                    return
                self.answer_for_lack_of_choice(top, choices)

    def answer_for_lack_of_choice(self, at: i64, choices: i64) -> None:
        """Answer a decision that has just been counted and leaves at most one choice (COM-012, COM-015)."""
        seat = self.open_seats[at]
        kind = self.open_kinds[at]
        self.close(at)
        if choices == 1:
            self.acted = True
            self.play(seat, kind, self.nth(seat, kind, 0))
        elif kind == TURN:
            self.pass_turn(seat)

    def answer_below(self) -> bool:
        """Where all decisions are open at once, answer one below the top that leaves no choice, if there is any."""
        k: i64 = 0
        while k < self.depth - 1:
            choices = self.count(self.open_seats[k], self.open_kinds[k])
            if choices <= 1:
                self.answer_for_lack_of_choice(k, choices)
                return True
            k += 1
        return False

    # Turns

    def go_on(self) -> None:
        """No decision is open: the setup goes on, or the turn is over and the next one begins."""
        self.together = False
        if self.stage != PLAYING:
            self.stage += 1
            if not self.set_up_further(self.stage):
                self.stage = PLAYING
                self.begin_turn(self.first_seat)
            return
        if self.commons.journal.on:
            self.commons.journal.add(TurnEnded(self.turn))
        if self.acted:
            self.passes = 0
        turn = self.turn
        seats = self.seats
        left = self.last_turns
        if left > 0:
            left -= 1
            self.last_turns = left
        elif left == NONE and self.commons.pieces[turn] <= self.trigger:
            left = seats * self.setting.numbers.last_turns  # COM-077, COM-078
            self.last_turns = left
            if self.commons.journal.on:
                self.commons.journal.add(LastTurnsStarted(turn, left))
        if left == 0:
            self.finish(BY_LAST_TURNS)
        elif self.passes == seats:  # COM-016
            self.finish(BY_PASSES)
        else:
            turn += 1
            if turn == seats:
                turn = 0
            self.begin_turn(turn)

    def begin_turn(self, seat: i64) -> None:
        """Ask a seat for the action of its turn (COM-002)."""
        self.turn = seat
        self.acted = False
        self.open_seats[0] = seat
        self.open_kinds[0] = TURN
        self.depth = 1
        if self.commons.journal.on:
            self.commons.journal.add(TurnStarted(seat))

    def supply(self, seat: i64) -> i64:
        """The pieces that count for the end of the game."""
        return self.commons.pieces[seat]

    def pass_turn(self, seat: i64) -> None:
        """A seat can do nothing at all (COM-015)."""
        self.passes += 1
        if self.commons.journal.on:
            self.commons.journal.add(TurnPassed(seat))

    def finish(self, ending: i64) -> None:
        """The game is over: score it."""
        self.over = True
        self.ending = ending
        self.turn = NONE
        if self.commons.journal.on:
            self.commons.journal.add(GameEnded(ENDINGS[ending]))
        self.sheet = [vec[i64]([0] * self.seats) for _ in self.lines]
        seat: i64 = 0
        while seat < self.seats:
            self.sheet[0][seat] = self.commons.points[seat]
            seat += 1
        self.final_scores()
        if self.commons.journal.on:
            self.reveal()

    def stop(self) -> None:
        """End the game here, whatever is open, and score it as it stands."""
        self.depth = 0
        self.together = False
        self.finish(BY_STOPPING)

    def reshuffle(self, seed: int) -> None:
        """Shuffle everything that nobody can see anew, with chance of its own: no knowledge of its order helps."""
        self.commons.rng.seed(seed)
        for mechanic in self.mechanics:
            mechanic.reshuffle()

    def reveal(self) -> None:
        """Tell the journal what is turned up and what everybody scored (COM-094)."""
        for seat in range(self.seats):
            completed, failed = self.ticket_results(seat)
            self.commons.journal.add(TicketsRevealed(seat, completed, failed))
            lines = tuple([(name, int(column[seat])) for name, column in zip(self.lines, self.sheet, strict=True)])
            self.commons.journal.add(SeatScored(seat, lines, int(self.total(seat))))

    def line(self, name: str) -> vec[i64]:
        """The points of all seats in one line of the sheet."""
        return self.sheet[self.lines.index(name)]

    def total(self, seat: i64) -> i64:
        """A seat's final score."""
        total: i64 = 0
        for column in self.sheet:
            total += column[seat]
        return total

    # For callers that are not in a hurry

    def legal(self, seat: i64) -> list[int]:
        """All legal actions of a seat, ascending; none if it has nothing to decide."""
        out: list[int] = []
        at = self.open_at(seat)
        if at != NONE:
            kind = self.open_kinds[at]
            offer = self.offers[kind]
            while offer is not None:
                offer.mechanic.legal(seat, kind, out)
                offer = offer.then
        return out

    def listed(self, seat: i64) -> list[int]:
        """The same as `legal`, by way of what mechanics count and write down for fast play."""
        found: list[int] = []
        at = self.open_at(seat)
        if at == NONE:
            return found
        kind = self.open_kinds[at]
        count = self.count(seat, kind)
        if count > len(self.commons.listing):
            self.commons.listing = vec[i64]([0] * count)
        end: i64 = 0
        offer = self.offers[kind]
        while offer is not None:
            end = offer.mechanic.write_legal(seat, kind, self.commons.listing, end)
            offer = offer.then
        k: i64 = 0
        while k < end:
            found.append(int(self.commons.listing[k]))
            k += 1
        found.sort()
        if at < self.depth - 1:
            self.recount()  # what is counted last is the top decision
        return found

    def refusal(self, seat: i64, action: i64) -> str:
        """Why an action is not legal for a seat whose decision is open; "" if it is."""
        kind = self.open_kinds[self.open_at(seat)]
        offer = self.offers[kind]
        while offer is not None:
            if offer.mechanic.first <= action < offer.mechanic.end:
                return offer.mechanic.refusal(seat, kind, action)
            offer = offer.then
        return f"that is no answer to the open decision ({KIND_NAMES[kind]})"

    def action_count(self) -> int:
        """How many action numbers this board and variant have."""
        return self.mechanics[-1].end

    def typed(self, action: int, offer: tuple[str, ...]) -> Action:
        """The value behind an action number."""
        for mechanic in self.mechanics:
            if mechanic.first <= action < mechanic.end:
                return mechanic.typed(action, offer)
        raise NotationError(f"there is no action {action}; they go from 0 to {self.action_count() - 1}")

    def number(self, action: Action, offer: tuple[str, ...]) -> int:
        """The number of an action value."""
        for mechanic in self.mechanics:
            number = mechanic.number(action, offer)
            if number >= 0:
                return number
        raise NotationError(f"this board has no action of the kind {type(action).__name__}")

    def copy_from(self, other: "RuleSheet") -> None:
        """Become equal to another game of the same setting."""
        self.commons.copy_from(other.commons)
        for mine, its in zip(self.mechanics, other.mechanics, strict=True):
            mine.copy_from(its)
        self.first_seat = other.first_seat
        self.turn = other.turn
        self.stage = other.stage
        self.open_seats = other.open_seats[:]
        self.open_kinds = other.open_kinds[:]
        self.depth = other.depth
        self.together = other.together
        self.acted = other.acted
        self.passes = other.passes
        self.last_turns = other.last_turns
        self.ending = other.ending
        self.over = other.over
        self.sheet = [column[:] for column in other.sheet]
        self.recount()

    def recount(self) -> None:
        """Count the top decision again, after the state was changed from outside."""
        if self.depth > 0:
            self.choices = self.count(self.open_seats[self.depth - 1], self.open_kinds[self.depth - 1])

    def check(self) -> None:
        """Raise AssertionError if any mechanic has lost or invented anything."""
        for mechanic in self.mechanics:
            mechanic.check()

    # Views

    def observe(self, seat: int | None) -> Observation:
        """What a seat, or with None a spectator, may know."""
        setting = self.setting
        values: dict[str, object] = {
            "board": setting.board_id,
            "variant": setting.variant_id,
            "rules_version": setting.rules_version,
            "seats": int(self.seats),
            "seat": seat,
            "first_seat": int(self.first_seat),
            "turn": None if self.turn == NONE else int(self.turn),
            "stage": int(self.stage),
            "together": self.together,
            "open": tuple([open_decision(self.open_seats[k], self.open_kinds[k]) for k in range(self.depth)]),
            "legal": () if seat is None else tuple(self.listed(seat)),
            "pieces": as_numbers(self.commons.pieces, 0, self.seats),
            "points": as_numbers(self.commons.points, 0, self.seats),
            "passes": int(self.passes),
            "last_turns": None if self.last_turns == NONE else int(self.last_turns),
            "ended_by": ENDINGS[self.ending] if self.over else None,
            "parts": {
                mechanic.name: mechanic.view(seat, self.over) for mechanic in self.mechanics if mechanic.has_view
            },
            "codec": self.codec(),
        }
        return observation_of(values)

    def imagine(self, seen: Observation, seed: int) -> None:
        """Become some game in which the same seat would see just this; chance fills in what it does not know."""
        self.expect_possible(seen)
        self.commons.rng.seed(seed)
        self.commons.reset()
        for mechanic in self.mechanics:
            mechanic.reset()
        self.first_seat = seen.first_seat
        self.turn = NONE if seen.turn is None else seen.turn
        self.stage = seen.stage
        self.depth = 0
        for decision in seen.open:
            self.ask(decision.seat, KIND_NAMES.index(decision.question))
        self.together = seen.together
        self.acted = seen.turn is not None and self.depth > 0 and self.open_kinds[0] != TURN
        self.passes = seen.passes
        self.last_turns = NONE if seen.last_turns is None else seen.last_turns
        for mechanic in self.mechanics:
            mechanic.imagine(seen)
        for seat in range(self.seats):
            self.commons.pieces[seat] = seen.pieces[seat]
            self.commons.points[seat] = seen.points[seat]
        self.over = False
        self.ending = RUNNING
        if seen.ended_by is not None:
            self.finish(ENDINGS.index(seen.ended_by))
        self.recount()

    def expect_possible(self, seen: Observation) -> None:
        """Refuse a view that is not of this board and number of seats, or names seats that there are not."""
        setting = self.setting
        expect(seen.board == setting.board.id and seen.variant == setting.variant.id, "it is of another board")
        expect(seen.seats == self.seats, "it has another number of seats")
        named = [decision.seat for decision in seen.open]
        named += [seat for seat in (seen.seat, seen.first_seat, seen.turn) if seat is not None]
        expect(min(named) >= 0 and max(named) < self.seats, "it names seats that there are not")
        expect(len(seen.open) <= len(self.open_seats), "too many decisions are open")
        expect(len(set(seen.open)) == len(seen.open), "a decision is open twice")
        expect(len(seen.open) > 0 or seen.ended_by is not None, "nobody has anything to decide")
        begun = seen.turn is not None or seen.ended_by is not None
        expect(seen.stage == PLAYING if begun else 0 <= seen.stage < MOST_STAGES, "the first turn is and is not over")
        expect(len(seen.points) == self.seats == len(seen.pieces), "some seats have no pieces or points")
        most = setting.numbers.pieces
        expect(min(seen.pieces) >= 0 and max(seen.pieces) <= most, "a seat has too many or too few pieces")

    def codec(self) -> "RuleSheet":
        """Something that translates action numbers and keeps no game alive: any game of this setting will do."""
        if self.setting.codec is None:
            self.setting.codec = self.blank()
        codec = self.setting.codec
        assert isinstance(codec, RuleSheet)
        return codec

    # Seams: what a board's rule sheet fills in

    def blank(self) -> "RuleSheet":
        """A new rule sheet of the same board and setting."""
        raise NotImplementedError(f"{type(self).__name__} does not say how to make another of its kind")

    def set_up(self) -> None:
        """Lay out the game and ask the first setup choices."""
        raise NotImplementedError

    def set_up_further(self, stage: i64) -> bool:
        """All choices of a setup stage are made; True if this asked further ones."""
        return False

    def play(self, seat: i64, kind: i64, action: i64) -> None:
        """Carry out an action that answers a decision of this kind."""
        raise NotImplementedError

    def ways_to_end(self) -> list[str]:
        """All ways in which a game on this board can end."""
        return [ENDINGS[BY_LAST_TURNS], ENDINGS[BY_PASSES]]

    def final_scores(self) -> None:
        """Fill in the sheet; the first line, points scored during the game, is there already."""
        raise NotImplementedError

    def tie_breaks(self) -> list[TieBreak]:
        """What decides between equal totals, in order."""
        return []

    def offer_of(self, seat: i64) -> tuple[str, ...]:
        """The tickets that a seat is choosing from."""
        return ()

    def ticket_results(self, seat: i64) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """At the end: the tickets a seat completed, and those it failed."""
        return (), ()


def open_decision(seat: i64, kind: i64) -> OpenDecision:
    """A decision as views show it."""
    key = int(seat * 1000 + kind)
    found = DECISIONS.get(key)
    if found is None:
        found = OpenDecision(int(seat), KIND_NAMES[kind])
        DECISIONS[key] = found
    return found
