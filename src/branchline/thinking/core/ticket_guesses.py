"""Which tickets the others probably hold, by what they have built.

A world that is imagined by chance deals the others any tickets that nobody has seen. Most of these would not fit what
they have built, so they would have to begin again, and would look weaker and slower than they are. So tickets are dealt
once more: the better one fits a seat's routes, the likelier the seat holds it. How much likelier is learned from games
between planners, like all else that the search expects. And as seats chose what they hold from what they were offered,
several hands are dealt, and the one that goes together best is taken.
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.rng import Rng
from branchline.engine.terrain import NONE
from branchline.mechanics.routes.ways import CLOSED, FAR_AWAY
from branchline.model.vecs import append, vec
from branchline.planner.mind import Mind
from branchline.planner.route_prices import RoutePrices

STAGES: Final[i64] = 6  # of a seat's own building, by the pieces that it has laid
DONE: Final[i64] = 0  # how well a ticket fits: it is completed, ...
UNTOUCHED: Final[i64] = 5  # ... up to each quarter of its pieces is still missing, all are, ...
LOST: Final[i64] = 6  # ... or it cannot be completed any more
FITS: Final[i64] = 7
PRIOR: Final = 2.0  # sightings that are assumed for every fit
PLAIN: Final = 1_000.0  # the weight of a ticket of which nothing is guessed
HANDS: Final[i64] = 4  # that are dealt to a seat which has built nothing, to take the best; later half as many


class TicketFit:
    """How well tickets fit what a seat has built, in the rule sheet of a mind. `look` chooses the seat."""

    def __init__(self, mind: Mind) -> None:
        self.rules = mind.rules
        self.seen = mind.seen
        self.chart = mind.chart
        self.tickets = mind.seen.tickets
        self.prices = RoutePrices(mind.chart, mind.style)
        self.unused: vec[i64] = vec[i64]([0] * self.chart.routes)
        self.whole: vec[i64] = vec[i64]([0] * self.chart.tickets)  # pieces for each ticket on an empty board
        for route in range(self.chart.routes):
            self.prices.weight[route] = self.chart.terrain.length[route]
        for ticket in range(self.chart.tickets):
            self.whole[ticket] = self.missing(ticket)

    def look(self, seat: i64) -> None:
        """Own routes cost nothing, those that the seat could claim their pieces."""
        seen = self.seen
        seen.look_at(seat)
        weight = self.prices.weight
        for route in range(self.chart.routes):
            if seen.is_mine(route):
                weight[route] = 0
            elif seen.could_open(route):
                weight[route] = self.chart.terrain.length[route]
            else:
                weight[route] = CLOSED

    def missing(self, ticket: i64) -> i64:
        """The pieces that a ticket still takes."""
        chart = self.chart
        total: i64 = 0
        for leg in range(chart.leg_start[ticket], chart.leg_start[ticket + 1]):
            total += self.prices.search(leg, self.unused)
            if total >= FAR_AWAY:
                return FAR_AWAY
        return total

    def of(self, ticket: i64) -> i64:
        """How well a ticket fits."""
        if self.tickets.held.is_completed(self.seen.seat, ticket):
            return DONE
        missing = self.missing(ticket)
        if missing > self.seen.pieces:
            return LOST
        quarter: i64 = 4 * missing // self.whole[ticket]
        return DONE + 1 + quarter if quarter < UNTOUCHED - 1 else UNTOUCHED

    def stage(self) -> i64:
        """How much the seat has built."""
        pieces: i64 = self.rules.setting.numbers.pieces
        laid: i64 = pieces - self.rules.commons.pieces[self.seen.seat]
        return STAGES * laid // (pieces + 1) if laid > 0 else 0


class TicketHabits:
    """How much likelier a seat holds a ticket that fits so well, and how much likelier this ticket than others."""

    def __init__(self, tickets: i64) -> None:
        self.kept: list[list[float]] = [[PRIOR] * int(FITS) for _ in range(STAGES)]
        self.free: list[list[float]] = [[PRIOR] * int(FITS) for _ in range(STAGES)]
        self.kept_of: list[float] = [0.0] * int(tickets)
        self.weights: list[list[float]] = [[1.0] * int(FITS) for _ in range(STAGES)]
        self.liking: list[float] = [1.0] * int(tickets)

    def watch(self, fit: TicketFit) -> None:
        """Note which tickets all seats hold, and how well these and others fit."""
        for seat in range(fit.rules.seats):
            fit.look(seat)
            stage = fit.stage()
            for ticket in range(fit.chart.tickets):
                at = fit.of(ticket)
                if fit.tickets.held.holder[ticket] == seat:
                    self.kept[stage][at] += 1.0
                    self.kept_of[ticket] += 1.0
                else:
                    self.free[stage][at] += 1.0

    def conclude(self) -> None:
        """From counts to weights."""
        for stage in range(STAGES):
            kept = sum(self.kept[stage])
            free = sum(self.free[stage])
            self.weights[stage] = [self.kept[stage][k] / kept / (self.free[stage][k] / free) for k in range(FITS)]
        usual = sum(self.kept_of) / len(self.kept_of) + 1.0
        self.liking = [(count + usual / 4.0) / (usual * 1.25) for count in self.kept_of]


class TicketGuesses:
    """Deals the tickets of the others again in the imagined worlds of a mind's rule sheet."""

    def __init__(self, mind: Mind, habits: TicketHabits) -> None:
        self.fit = TicketFit(mind)
        self.architect = mind.architect
        self.tickets = mind.seen.tickets
        self.habits = habits
        self.seats: i64 = mind.rules.seats
        self.count: i64 = self.fit.chart.tickets
        self.weights: vec[i64] = vec[i64]([0] * (self.seats * self.count))  # by seat and ticket

    def look(self, viewer: i64) -> None:
        """Suspect all seats but the viewer; this holds for all worlds that look the same to it."""
        fit = self.fit
        for seat in range(self.seats):
            if seat != viewer:
                fit.look(seat)
                by_fit = self.habits.weights[fit.stage()]
                for ticket in range(self.count):
                    weight = i64(PLAIN * by_fit[fit.of(ticket)] * self.habits.liking[ticket])
                    self.weights[seat * self.count + ticket] = max(weight, 1)

    def deal(self, viewer: i64, rng: Rng) -> None:
        """In the world at hand, deal what the viewer has not seen once more."""
        for seat in range(self.seats):
            if seat != viewer and self.tickets.held.counts[seat] > 0:
                self.deal_best(viewer, seat, rng)

    def deal_best(self, viewer: i64, seat: i64, rng: Rng) -> None:
        """Deal a seat several hands, and leave it the one that comes to the most."""
        held = self.tickets.held
        decks = self.tickets.offers.decks
        architect = self.architect
        self.fit.seen.look_at(seat)
        architect.weigh()
        architect.is_hasty = True
        hands: i64 = HANDS - self.fit.stage() * HANDS // (2 * STAGES)
        best_worth: i64 = -FAR_AWAY
        holder = held.holder[:]
        rings = [deck.ring[:] for deck in decks]
        for _k in range(hands):
            self.deal_once(viewer, seat, rng)
            architect.gather(0, 0)
            worth = architect.settle()
            if worth > best_worth:
                best_worth = worth
                holder = held.holder[:]
                rings = [deck.ring[:] for deck in decks]
        held.holder = holder
        for k, deck in enumerate(decks):
            deck.ring = rings[k]
        architect.is_hasty = False

    def deal_once(self, viewer: i64, seat: i64, rng: Rng) -> None:
        """Deal a seat any hand, the likelier the better its tickets fit."""
        slots: vec[i64] = vec[i64]()
        for ticket in range(self.count):
            if self.tickets.held.holder[ticket] == seat:
                slots = append(slots, ticket)
        for at in range(i64(len(slots))):
            self.fill(viewer, seat, slots, at, rng)

    def was_given_back(self, ticket: i64, viewer: i64) -> bool:
        """Whether the viewer put a ticket into its deck, so that nobody has had it from the start."""
        return self.tickets.offers.given_back[ticket] >> viewer & 1 == 1

    def drew_later(self, seat: i64, slots: vec[i64], deck: i64) -> bool:
        """Whether a seat holds more tickets of a deck than it kept at the start."""
        more: i64 = -self.tickets.offers.first[seat * len(self.tickets.offers.decks) + deck]
        for ticket in slots:
            if self.tickets.tables.deck_of[ticket] == deck:
                more += 1
        return more > 0

    def fill(self, viewer: i64, seat: i64, slots: vec[i64], at: i64, rng: Rng) -> None:
        """Choose the ticket of a slot, among those of its deck that the viewer has not seen and of slots to come."""
        deck_of = self.tickets.tables.deck_of
        holder = self.tickets.held.holder
        held: i64 = slots[at]
        deck = self.tickets.offers.decks[deck_of[held]]
        base: i64 = seat * self.count
        drew = self.drew_later(seat, slots, deck_of[held])
        total: i64 = 0
        for k in range(at, len(slots)):
            if deck_of[slots[k]] == deck_of[held]:
                total += self.weights[base + slots[k]]
        for k in range(deck.left):
            if deck.is_hidden(k, viewer) and (drew or not self.was_given_back(deck.ring[deck.place(k)], viewer)):
                total += self.weights[base + deck.ring[deck.place(k)]]
        left: i64 = rng.below(total)
        for k in range(at, len(slots)):
            if deck_of[slots[k]] == deck_of[held]:
                left -= self.weights[base + slots[k]]
                if left < 0:
                    slots[at] = slots[k]
                    slots[k] = held
                    return
        for k in range(deck.left):
            if deck.is_hidden(k, viewer) and (drew or not self.was_given_back(deck.ring[deck.place(k)], viewer)):
                place = deck.place(k)
                drawn: i64 = deck.ring[place]
                left -= self.weights[base + drawn]
                if left < 0:
                    deck.ring[place] = held
                    holder[held] = NONE
                    holder[drawn] = seat
                    slots[at] = drawn
                    return
