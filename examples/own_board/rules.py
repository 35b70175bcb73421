"""The rules of Lakeside: the common ones, pennants on the lookouts, and a bonus for the most routes."""

from dataclasses import dataclass

from branchline.engine.commons import Commons, Setting
from branchline.engine.decisions import KEEP_TICKETS, SECOND_CARD, TURN
from branchline.engine.mechanic import Mechanic
from branchline.engine.rule_sheet import RuleSheet
from branchline.mechanics.bonuses import award_most
from branchline.mechanics.claims import ColorClaims
from branchline.mechanics.hands import Hands
from branchline.mechanics.market import Market
from branchline.mechanics.tickets import Tickets
from branchline.mechanics.tracks import Tracks
from branchline.model.events import SeatEvent
from branchline.model.observation import Observation, View
from branchline.notation.forms import register

NOBODY = -1
PENNANT_POINTS = 3
MOST_ROUTES_POINTS = 5


@register
@dataclass(frozen=True, slots=True)
class PennantTaken(SeatEvent):
    """A seat was the first to reach a lookout."""

    place: str


@register
@dataclass(frozen=True, slots=True)
class PennantsView(View):
    """Who holds the pennant of each lookout. All of it is public."""

    holders: tuple[int | None, ...]


class Pennants(Mechanic):
    """Each lookout has one pennant; the first seat with a route there takes it."""

    def __init__(self, commons: Commons) -> None:
        super().__init__("pennants", commons)
        self.lookouts = [city for city in commons.setting.board.cities if "lookout" in city.tags]
        self.holders = [NOBODY] * len(self.lookouts)

    def reach(self, seat: int, place: int) -> None:
        """A seat has a route to this place now."""
        for at, city in enumerate(self.lookouts):
            if city.index == place and self.holders[at] == NOBODY:
                self.holders[at] = seat
                if self.commons.journal.on:
                    self.commons.journal.add(PennantTaken(seat, city.id))

    def reset(self) -> None:
        self.holders = [NOBODY] * len(self.lookouts)

    def copy_from(self, other: Mechanic) -> None:
        assert isinstance(other, Pennants)
        self.holders = other.holders.copy()

    def check(self) -> None:
        assert len(self.holders) == len(self.lookouts), "a pennant was lost or invented"

    def view(self, seat: int | None, revealed: bool) -> View:
        return PennantsView(tuple(None if holder == NOBODY else holder for holder in self.holders))

    def imagine(self, seen: Observation) -> None:
        part = self.seen_part(seen)
        assert isinstance(part, PennantsView)
        self.holders = [NOBODY if holder is None else holder for holder in part.holders]


class Rules(RuleSheet):
    """Draw cards, claim routes, draw tickets; take a pennant wherever you are the first."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.hands = Hands(self.commons)
        self.market = Market(self.commons, self.hands)
        self.tracks = Tracks(self.commons)
        self.tickets = Tickets(self.commons, self.tracks)
        self.claims = ColorClaims(self.commons, self.market, self.tracks)
        self.pennants = Pennants(self.commons)
        self.compose([self.hands, self.market, self.tickets, self.tracks, self.claims, self.pennants])
        self.offer(TURN, [self.market, self.tickets, self.claims])
        self.offer(SECOND_CARD, [self.market])
        self.offer(KEEP_TICKETS, [self.tickets])
        self.lines += ["pennants", "most_routes"]

    def set_up(self) -> None:
        self.market.deal(self.setting.numbers.hand)
        self.market.open_row()
        self.tickets.shuffle()
        self.tickets.deal(self.setting.numbers.deal)
        self.ask_all(KEEP_TICKETS)

    def set_up_further(self, stage: int) -> bool:
        self.tickets.resolve_opening(self.first_seat)
        return False

    def play(self, seat: int, kind: int, action: int) -> None:
        if action < self.market.end:
            was_wild = self.market.take_or_draw(seat, action)
            if kind == TURN and not was_wild:
                self.ask(seat, SECOND_CARD)
        elif kind == KEEP_TICKETS:
            self.tickets.keep(seat, action)
        elif action < self.tickets.end:
            self.tickets.draw_later(seat)
            self.ask(seat, KEEP_TICKETS)
        else:
            route = self.setting.board.routes[self.claims.claim(seat, action)]
            self.pennants.reach(seat, route.a)
            self.pennants.reach(seat, route.b)

    def final_scores(self) -> None:
        self.tickets.score(self.sheet[1])
        for holder in self.pennants.holders:
            if holder != NOBODY:
                self.sheet[2][holder] += PENNANT_POINTS
        award_most(self.tracks.claims, MOST_ROUTES_POINTS, self.sheet[3])

    def blank(self) -> RuleSheet:
        return Rules(self.setting)

    def offer_of(self, seat: int) -> tuple[str, ...]:
        return self.tickets.offer_of(seat)

    def ticket_results(self, seat: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return self.tickets.results(seat)
