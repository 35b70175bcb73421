"""A game as one seat sees it, for thinking: a rule sheet, its mechanics by what they are, and a few sums.

The planner reads the state of the game where it lies, in the mechanics of a rule sheet, so nothing is copied in a
playout. It reads only what the seat may know: its own cards and tickets, and what is public. A bot that is shown an
observation imagines a game from it, and reads that; so it cannot know more than it was shown.
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.filling import fill
from branchline.engine.rule_sheet import RuleSheet
from branchline.engine.terrain import NONE
from branchline.mechanics.cards.face_up_row import FaceUpRow
from branchline.mechanics.cards.hands import Hands
from branchline.mechanics.cards.pile import Pile
from branchline.mechanics.routes.tracks import Tracks, tracks_of
from branchline.mechanics.tickets.tickets import Tickets
from branchline.model.errors import BranchlineError
from branchline.model.vecs import vec
from branchline.planner.chart import Chart, chart_of
from branchline.planner.style import Style

FAR: Final[i64] = 10_000  # turns left when nothing says how many


def find_hands(rules: RuleSheet) -> Hands:
    """The mechanic that holds the cards in hand."""
    for mechanic in rules.mechanics:
        if isinstance(mechanic, Hands):
            return mechanic
    raise BranchlineError("the planner can only play boards on which seats hold cards")


def find_tickets(rules: RuleSheet) -> Tickets:
    """The mechanic that deals tickets."""
    for mechanic in rules.mechanics:
        if isinstance(mechanic, Tickets):
            return mechanic
    raise BranchlineError("the planner can only play boards with tickets")


def find_row(rules: RuleSheet) -> FaceUpRow:
    """The market."""
    for mechanic in rules.mechanics:
        if isinstance(mechanic, FaceUpRow):
            return mechanic
    raise BranchlineError("the planner can only play boards with a market")


class SupplyRule:
    """How many pieces a seat has for each class of routes: as many as it has, where all are alike."""

    def count(self, seen: "Situation") -> None:
        """Write down the supply of the seat that is looked at."""
        seen.supply[0] = seen.pieces
        seen.supply[1] = seen.pieces


class Situation:
    """What a seat knows. `look_at` chooses the seat; the numbers after it speak of that seat."""

    def __init__(self, rules: RuleSheet, style: Style) -> None:
        self.rules = rules
        self.style = style
        self.chart: Chart = chart_of(rules)
        self.commons = rules.commons
        self.seats: i64 = rules.seats
        self.hands: Hands = find_hands(rules)
        self.tracks: Tracks = tracks_of(rules)
        self.tickets: Tickets = find_tickets(rules)
        self.row: FaceUpRow = find_row(rules)
        self.seat: i64 = 0
        self.pieces: i64 = 0
        self.supply: vec[i64] = vec[i64]([0] * 2)  # pieces for routes of each class
        self.wilds: i64 = 0
        self.have: vec[i64] = vec[i64]([0] * self.chart.lanes)  # spaces that the seat's cards of each lane pay for
        self.turns_left: i64 = 0  # turns that the seat will still have, this one included: a guess
        self.piles: list[Pile] = self.row.piles
        self.supply_rule = SupplyRule()

    def look_at(self, seat: i64) -> None:
        """See the game as that seat does."""
        chart = self.chart
        self.seat = seat
        self.pieces = self.commons.pieces[seat]
        self.supply_rule.count(self)
        cards = self.hands.cards
        base: i64 = seat * chart.kinds
        self.wilds = cards[base + chart.wild]
        fill(self.have, 0)
        for kind in range(chart.kinds):
            lane = chart.lane_of[kind]
            if lane != NONE:
                self.have[lane] += cards[base + kind] * chart.spaces_of[kind]
        self.turns_left = self.guess_turns()

    def guess_turns(self) -> i64:
        """How many turns the seat still has: known in the last round, else guessed from the pieces of the others."""
        rules = self.rules
        if rules.last_turns != NONE:
            return (rules.last_turns + self.seats - 1) // self.seats
        fewest: i64 = FAR
        for seat in range(self.seats):
            turns = self.turns_to_end(seat)
            fewest = min(fewest, turns)
        if rules.setting.numbers.pieces >= self.style.usual_pieces:
            fewest = fewest * self.style.time // 100
        return fewest + rules.setting.numbers.last_turns

    def turns_to_end(self, seat: i64) -> i64:
        """How many turns a seat needs to lay its pieces: the cards that it lacks, two a turn, and its claims."""
        pieces: i64 = self.commons.pieces[seat] - self.rules.trigger
        missing: i64 = max(pieces - self.hands.sizes[seat], 0)
        return (missing + 1) // 2 + (pieces + 3) // 4

    def is_mine(self, route: i64) -> bool:
        """Whether the seat owns a route."""
        return self.tracks.owners[route] >> self.seat & 1 == 1

    def is_open(self, route: i64) -> bool:
        """Whether the seat could claim a route if it had the cards."""
        within = self.chart.terrain.length[route] <= self.supply[self.chart.route_class[route]]
        return within and self.tracks.is_open(self.seat, route)

    def could_open(self, route: i64) -> bool:
        """Whether nothing but a permission keeps the seat from claiming a route."""
        tracks = self.tracks
        if self.chart.terrain.length[route] > self.pieces or tracks.owners[route] != 0:
            return False
        return not tracks.is_shut(self.seat, route)

    def could_get(self, route: i64) -> bool:
        """Whether nothing but something to buy keeps the seat from claiming a route, or from joining in on it."""
        if self.tracks.owners[route] == 0:
            return self.could_open(route)
        return self.chart.terrain.length[route] <= self.pieces and self.tracks.may_join(self.seat, route)

    def unseen(self, kind: i64) -> i64:
        """How many cards of a kind the seat does not know the place of: in the deck, or hidden in other hands."""
        chart = self.chart
        count: i64 = chart.terrain.composition[kind] - self.row.face_up[kind]
        for pile in self.piles:
            count -= pile.discards[kind]
        for seat in range(self.seats):
            at: i64 = seat * chart.kinds + kind
            count -= self.hands.cards[at] if seat == self.seat else self.hands.known[at]
        return count
