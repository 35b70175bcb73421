"""What can be said of a seat in the middle of a game, as numbers: what it has, what it plans, and how long it has.

Nothing here knows a board. What bonuses a board awards is in the score sheet, so the seat's lines of the sheet, if the
game ended now, are the first numbers; the rest is common to all boards that the planner plays.
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.game_loop import BY_LAST_TURNS
from branchline.engine.rule_sheet import RuleSheet
from branchline.engine.terrain import NONE
from branchline.model.vecs import vec
from branchline.planner.mind import Mind
from branchline.planner.plan import FOR_POINTS, FOR_TICKET, GIVEN_UP, PLANNED

PHASES: Final[i64] = 5  # of a game, by the pieces left; the last one is that of the last turns
FURTHER: Final[i64] = 17  # numbers beside the lines of the score sheet
PLANNED_AT: Final[i64] = 4  # which of these is what planned tickets bring
SIZE: Final = 16.0  # numbers are divided by this
LONG: Final[i64] = 40  # turns; more of them make no difference


class Features:
    """Describes the seats of one rule sheet. `look` comes first; then `describe` fills `numbers` for a seat."""

    def __init__(self, rules: RuleSheet, mind: Mind) -> None:
        self.rules = rules
        self.mind = mind
        self.probe = rules.blank()  # a copy that is scored as if the game were over
        self.lines: i64 = len(rules.lines)
        self.count: i64 = self.lines + FURTHER
        self.numbers: list[float] = [0.0] * int(self.count)
        self.at: i64 = 0

    def expected(self) -> list[float]:
        """What the weights would be if all that is counted stayed, and most of what is planned came true."""
        weights = [0.0] * int(self.count)
        for k in range(self.lines):
            weights[k] = SIZE
        weights[self.lines + PLANNED_AT] = 0.8 * SIZE
        return weights

    def look(self) -> None:
        """Score the game as it stands, in a copy."""
        self.probe.copy_from(self.rules)
        self.probe.finish(BY_LAST_TURNS)

    def phase(self) -> i64:
        """How far the game is."""
        rules = self.rules
        if rules.last_turns != NONE:
            return PHASES - 1
        pieces: i64 = rules.setting.numbers.pieces
        found: i64 = (PHASES - 1) * (pieces - self.least_supply(NONE)) // (pieces + 1)
        return found if found < PHASES - 1 else PHASES - 2

    def least_supply(self, but: i64) -> i64:
        """The pieces of the seat, other than one, that is nearest to the end."""
        least: i64 = 1_000
        for seat in range(self.rules.seats):
            if seat != but and self.rules.commons.pieces[seat] < least:
                least = self.rules.commons.pieces[seat]
        return max(least, 0)

    def note(self, value: i64) -> None:
        """The next number, brought to a size near one."""
        self.numbers[self.at] = float(value) / SIZE
        self.at += 1

    def describe(self, seat: i64) -> None:
        """Fill in the numbers of a seat."""
        rules = self.rules
        self.at = 0
        for column in self.probe.sheet:
            self.note(column[seat])
        self.note(16)
        self.note(rules.commons.pieces[seat])
        self.note(self.least_supply(seat))
        self.note(16 if rules.turn == seat else 0)
        self.describe_plan(seat)

    def describe_plan(self, seat: i64) -> None:
        """What the seat holds and means to do."""
        mind = self.mind
        seen = mind.seen
        seen.look_at(seat)
        plan = mind.plan_for(seat)
        needs = mind.needs
        left: i64 = min(seen.turns_left, LONG)
        planned = self.at_stake(seat, plan.fate, PLANNED)
        claims = self.wanted(plan.wanted, FOR_TICKET)
        missing: i64 = needs.total - seen.wilds
        turns: i64 = claims + ((missing + 1) // 2 if missing > 0 else 0)
        late: i64 = turns - left if turns > left else 0
        self.note(planned)
        self.note(planned * turns // 16)
        self.note(planned * late // 4 if late < 8 else planned * 2)
        self.note(self.at_stake(seat, plan.fate, GIVEN_UP))
        self.note(turns)
        self.note(claims)
        self.note(needs.total)
        self.note(needs.total_more)
        self.note(self.wanted(plan.wanted, FOR_POINTS) * 4)
        self.note(left)
        self.note(seen.hands.sizes[seat])
        self.note(seen.wilds * 4)
        self.note(self.sets())

    def at_stake(self, seat: i64, fates: vec[i64], fate: i64) -> i64:
        """What tickets of a fate bring if they are completed, and not cost; plans may be older than the last claim."""
        tickets = self.mind.seen.tickets
        chart = self.mind.chart
        total: i64 = 0
        for ticket in range(chart.tickets):
            if fates[ticket] == fate and not tickets.held.is_completed(seat, ticket):
                total += chart.value[ticket] + chart.loss[ticket]
        return total

    def wanted(self, wishes: vec[i64], purpose: i64) -> i64:
        """How many routes a plan wants for a purpose."""
        total: i64 = 0
        for wish in wishes:
            if wish == purpose:
                total += 1
        return total

    def sets(self) -> i64:
        """How well the hand is collected: many cards of one lane pay for long routes."""
        total: i64 = 0
        for held in self.mind.seen.have:
            total += held * held
        return total // 2
