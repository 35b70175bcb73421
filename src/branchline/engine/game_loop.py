"""The game loop: decisions are asked and answered, turns follow each other, the end comes.

The stack of open decisions says who decides what. Answering one may open further ones; when none is left the turn is
over. Setup choices are open to all seats at once. A decision with exactly one answer is never asked (COM-012), and a
seat that can do nothing at all passes (COM-015).
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from branchline.engine.commons import Commons, Setting
from branchline.engine.decisions import KIND_NAMES, TURN
from branchline.engine.mechanic import Mechanic, Offer
from branchline.engine.open_decisions import OpenDecisions
from branchline.engine.rng import Rng
from branchline.engine.terrain import NONE
from branchline.model.events import GameEnded, LastTurnsStarted, TurnEnded, TurnPassed, TurnStarted
from branchline.model.vecs import vec

PLAYING: Final[i64] = -1  # the setup stage once the setup is done
RUNNING: Final[i64] = 0  # how the game ended: not yet
BY_LAST_TURNS: Final[i64] = 1
BY_PASSES: Final[i64] = 2
BY_IDLING: Final[i64] = 3  # for boards with turns that bring the game no further
BY_STOPPING: Final[i64] = 4  # the people who play it agreed to, or gave up
ENDINGS: Final = ["", "last turns", "all passed", "all exchanged", "stopped"]


@mypyc_attr(allow_interpreted_subclasses=True)
class GameLoop:
    """What is the same in every game; the rules proper are the methods at the end, which a rule sheet fills in."""

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
        self.open: Final = OpenDecisions()
        self.choices: i64 = 0  # legal actions for the top decision
        self.acted: bool = False  # the seat on turn has done something
        self.passes: i64 = 0  # in a row
        self.last_turns: i64 = NONE  # turns left, once the end is near
        self.ending: i64 = RUNNING
        self.over: bool = False
        self.lines: list[str] = ["routes", "tickets"]
        self.sheet: list[vec[i64]] = []  # at the end: a column of points per line

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
        self.open.clear()
        self.acted = False
        self.passes = 0
        self.last_turns = NONE
        self.ending = RUNNING
        self.over = False
        self.sheet = []
        self.set_up()
        self.settle()

    def copy_from(self, other: "GameLoop") -> None:
        """Become equal to another game of the same setting."""
        self.commons.copy_from(other.commons)
        for mine, its in zip(self.mechanics, other.mechanics, strict=True):
            mine.copy_from(its)
        self.first_seat = other.first_seat
        self.turn = other.turn
        self.stage = other.stage
        self.open.copy_from(other.open)
        self.acted = other.acted
        self.passes = other.passes
        self.last_turns = other.last_turns
        self.ending = other.ending
        self.over = other.over
        self.sheet = [column[:] for column in other.sheet]
        self.recount()

    # Decisions

    def ask(self, seat: i64, kind: i64) -> None:
        """Open a decision on top of the stack."""
        stack = self.open
        depth = stack.depth
        stack.seats[depth] = seat
        stack.kinds[depth] = kind
        stack.depth = depth + 1

    def ask_all(self, kind: i64) -> None:
        """Open a decision for every seat at once; the seat that moves first is on top."""
        k: i64 = self.seats
        while k > 0:
            k -= 1
            self.ask((self.first_seat + k) % self.seats, kind)
        self.open.together = True

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
            raise IndexError("there are not that many legal actions")
        return offer.nth(seat, kind, n)

    def recount(self) -> None:
        """Count the top decision again, after the state was changed from outside."""
        if self.open.depth > 0:
            self.choices = self.count(self.open.seat(), self.open.kind())

    def act(self, seat: i64, action: i64) -> None:
        """Carry out a legal action of a seat whose decision is open, and whatever follows without asking."""
        at = self.open.at(seat)
        kind = self.open.kinds[at]
        self.open.close(at)
        self.acted = True
        self.play(seat, kind, action)
        self.settle()

    def act_at_random(self, rng: Rng) -> None:
        """Answer the top decision with a legal action, each as likely as any other."""
        seat = self.open.seat()
        kind = self.open.kind()
        self.open.depth -= 1
        self.acted = True
        self.play(seat, kind, self.nth(seat, kind, rng.below(self.choices)))
        self.settle()

    def settle(self) -> None:
        """Go on until a seat has something to decide or the game is over."""
        stack = self.open
        while not self.over:
            top: i64 = stack.depth - 1
            if top < 0:
                self._go_on()
            elif stack.together and self._answer_below():
                continue
            else:
                seat = stack.seats[top]
                kind = stack.kinds[top]
                offer = self.offers[kind]
                choices: i64 = 0
                while offer is not None:
                    choices += offer.mechanic.count(seat, kind)
                    offer = offer.then
                self.choices = choices
                if choices > 1:
                    return
                self._answer_for_lack_of_choice(top, choices)

    def _answer_for_lack_of_choice(self, at: i64, choices: i64) -> None:
        """Answer a decision that has just been counted and leaves at most one choice (COM-012, COM-015)."""
        seat = self.open.seats[at]
        kind = self.open.kinds[at]
        self.open.close(at)
        if choices == 1:
            self.acted = True
            self.play(seat, kind, self.nth(seat, kind, 0))
        elif kind == TURN:
            self.pass_turn(seat)

    def _answer_below(self) -> bool:
        """Where all decisions are open at once, answer one below the top that leaves no choice, if there is any."""
        for k in range(self.open.depth - 1):
            choices = self.count(self.open.seats[k], self.open.kinds[k])
            if choices <= 1:
                self._answer_for_lack_of_choice(k, choices)
                return True
        return False

    # Turns

    def _go_on(self) -> None:
        """No decision is open: the setup goes on, or the turn is over and the next one begins."""
        self.open.together = False
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
        stack = self.open
        stack.seats[0] = seat
        stack.kinds[0] = TURN
        stack.depth = 1
        if self.commons.journal.on:
            self.commons.journal.add(TurnStarted(seat))

    def pass_turn(self, seat: i64) -> None:
        """A seat can do nothing at all (COM-015)."""
        self.passes += 1
        if self.commons.journal.on:
            self.commons.journal.add(TurnPassed(seat))

    # The end

    def stop(self) -> None:
        """End the game here, whatever is open, and score it as it stands."""
        self.open.clear()
        self.finish(BY_STOPPING)

    def finish(self, ending: i64) -> None:
        """The game is over: score it."""
        self.over = True
        self.ending = ending
        self.turn = NONE
        if self.commons.journal.on:
            self.commons.journal.add(GameEnded(ENDINGS[ending]))
        self.sheet = [vec[i64]([0] * self.seats) for _ in self.lines]
        for seat in range(self.seats):
            self.sheet[0][seat] = self.commons.points[seat]
        self.final_scores()
        if self.commons.journal.on:
            self.reveal()

    # The rules proper, which rule sheets fill in

    def set_up(self) -> None:
        """Lay out the game and ask the first setup choices."""
        raise NotImplementedError

    def set_up_further(self, stage: i64) -> bool:
        """All choices of a setup stage are made; True if this asked further ones."""
        return False

    def play(self, seat: i64, kind: i64, action: i64) -> None:
        """Carry out an action that answers a decision of this kind."""
        raise NotImplementedError

    def depends_on_hand(self, kind: i64) -> bool:
        """Whether it depends on a seat's cards what it can answer to a decision of this kind."""
        return kind == TURN

    def final_scores(self) -> None:
        """Fill in the sheet; the first line, points scored during the game, is there already."""
        raise NotImplementedError

    def reveal(self) -> None:
        """Tell the journal what is turned up at the end and what everybody scored (COM-094)."""
        raise NotImplementedError
