"""A board's rules applied to one game: what it is made of, what it can be asked, how it is scored.

A rule sheet composes mechanics and fills in the seams of the game loop and those at the end of this class; everything
else is the same on every board.
"""

from mypy_extensions import i64, mypyc_attr

from branchline.engine import seeing
from branchline.engine.chosen_draws import ChosenDraws
from branchline.engine.decisions import KIND_NAMES
from branchline.engine.game_loop import BY_LAST_TURNS, BY_PASSES, ENDINGS, GameLoop
from branchline.engine.mechanic import Mechanic, chain_of
from branchline.engine.ranking import TieBreak
from branchline.model.actions import Action
from branchline.model.errors import NotationError
from branchline.model.events import SeatScored, TicketsRevealed
from branchline.model.observation import Observation
from branchline.model.vecs import vec


@mypyc_attr(allow_interpreted_subclasses=True)
class RuleSheet(GameLoop):
    """The rules of a board and the state of one game played by them."""

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

    # Actions, for callers that are not in a hurry

    def legal(self, seat: i64) -> list[int]:
        """All legal actions of a seat, ascending; none if it has nothing to decide."""
        return seeing.listed(self, seat)

    def refusal(self, seat: i64, action: i64) -> str:
        """Why an action is not legal for a seat whose decision is open; "" if it is."""
        kind = self.open.kinds[self.open.at(seat)]
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

    def codec(self) -> "RuleSheet":
        """Something that translates action numbers and keeps no game alive: any game of this setting will do."""
        if self.setting.codec is None:
            self.setting.codec = self.blank()
        codec = self.setting.codec
        assert isinstance(codec, RuleSheet)
        return codec

    # The whole state

    def observe(self, seat: int | None) -> Observation:
        """What a seat, or with None a spectator, may know."""
        return seeing.observe(self, seat, self.codec())

    def imagine(self, seen: Observation, seed: int) -> None:
        """Become some game in which the same seat would see just this; chance fills in what it does not know."""
        seeing.imagine(self, seen, seed)

    def reshuffle(self, seed: int) -> None:
        """Shuffle everything that nobody can see again, with chance of its own: no knowledge of its order helps."""
        self.commons.rng.seed(seed)
        for mechanic in self.mechanics:
            mechanic.reshuffle()

    def let_choose(self, draws: ChosenDraws | None) -> None:
        """Let somebody outside choose what is drawn, or with None no more. It does not go over into copies."""
        for mechanic in self.mechanics:
            mechanic.let_choose(draws)

    def check(self) -> None:
        """Raise AssertionError if any mechanic has lost or invented anything."""
        for mechanic in self.mechanics:
            mechanic.check()

    # The score sheet

    def line(self, name: str) -> vec[i64]:
        """The points of all seats in one line of the sheet."""
        return self.sheet[self.lines.index(name)]

    def total(self, seat: i64) -> i64:
        """A seat's final score."""
        total: i64 = 0
        for column in self.sheet:
            total += column[seat]
        return total

    def reveal(self) -> None:
        for seat in range(self.seats):
            completed, failed = self.ticket_results(seat)
            self.commons.journal.add(TicketsRevealed(seat, completed, failed))
            lines = tuple([(name, int(column[seat])) for name, column in zip(self.lines, self.sheet, strict=True)])
            self.commons.journal.add(SeatScored(seat, lines, int(self.total(seat))))

    # Seams: what a board's rule sheet fills in, beside those of the game loop

    def blank(self) -> "RuleSheet":
        """A new rule sheet of the same board and setting."""
        raise NotImplementedError(f"{type(self).__name__} does not say how to make another of its kind")

    def ways_to_end(self) -> list[str]:
        """All ways in which a game on this board can end."""
        return [ENDINGS[BY_LAST_TURNS], ENDINGS[BY_PASSES]]

    def tie_breaks(self) -> list[TieBreak]:
        """What decides between equal totals, in order."""
        return []

    def offer_of(self, seat: i64) -> tuple[str, ...]:
        """The tickets that a seat is choosing from."""
        return ()

    def ticket_results(self, seat: i64) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """At the end: the tickets a seat completed, and those it failed."""
        return (), ()

    def ticket_points(self, seat: i64) -> dict[str, int]:
        """At the end: what each ticket of a seat scored."""
        return {}
