"""Harbors: built in ports that a seat's own routes reach, worth more the more completed tickets name the city
(WLD-069..WLD-084).

The price is some marked trains and some ships of one color; wilds may stand for any of them, up to all. An action is a
port, a color, and how many of the cards are trains and ships.
"""

from typing import Any, ClassVar, Final

from mypy_extensions import i64

from branchline.engine.commons import Commons, Setting
from branchline.engine.filling import fill
from branchline.engine.kept_views import KeptViews
from branchline.engine.mechanic import Mechanic, expect
from branchline.engine.terrain import NONE
from branchline.mechanics.additions import Addition, Composition
from branchline.mechanics.cards.two_deck_market import TwoDeckMarket
from branchline.mechanics.fleet.rules import Rules
from branchline.mechanics.harbors import BuildHarbor, HarborBuilt, HarborsView
from branchline.mechanics.routes.tracks import Tracks
from branchline.mechanics.tickets.tickets import Tickets
from branchline.model.actions import Action
from branchline.model.board import WILD
from branchline.model.errors import BadSetup, NotationError, closest
from branchline.model.events import CardsPaid
from branchline.model.frozen import FrozenDict
from branchline.model.observation import Observation, View
from branchline.model.questions import Price
from branchline.model.vecs import vec

PORT = "port"  # the tag of places that can have a harbor


class HarborTables:
    """Ports and payments: worked out once, shared by all games of a setting."""

    def __init__(self, setting: Setting, cost_trains: i64, cost_ships: i64) -> None:
        ports = [city.index for city in setting.board.cities if PORT in city.tags]
        places = range(len(setting.board.cities))
        self.ports: vec[i64] = vec[i64]([i64(place) for place in ports])
        self.port_of: vec[i64] = vec[i64]([i64(ports.index(p)) if p in ports else NONE for p in places])
        # By trains, ships and wilds held: in how many ways cards of a color, at least one of them, pay the price.
        price = int(cost_trains + cost_ships)
        ways: list[int] = []
        for trains in range(cost_trains + 1):
            for ships in range(cost_ships + 1):
                for wilds in range(price + 1):
                    pairs = [(t, s) for t in range(trains + 1) for s in range(ships + 1) if t + s > 0]
                    ways.append(sum([1 for t, s in pairs if price - t - s <= wilds]))
        self.ways: vec[i64] = vec[i64]([i64(n) for n in ways])


def harbor_tables(setting: Setting, cost_trains: i64, cost_ships: i64) -> HarborTables:
    """The tables of a setting, made when first wanted."""
    return setting.once("harbors", lambda: HarborTables(setting, cost_trains, cost_ships))


class Harbors(Mechanic):
    """Number order: by port, then color, then trains and ships; the all-wild payment is the last of each port."""

    def __init__(
        self, commons: Commons, market: TwoDeckMarket, tracks: Tracks, tickets: Tickets, train: str, ship: str
    ) -> None:
        super().__init__("harbors", commons)
        terrain = commons.terrain
        rules = commons.setting.board.extras["harbors"]
        self.market: Final = market
        self.hands: Final = market.hands
        self.tracks: Final = tracks
        self.tickets: Final = tickets
        self.train: i64 = terrain.first_of_sort(train)
        self.ship: i64 = terrain.first_of_sort(ship)
        self.wild: i64 = terrain.wild
        self.colors: i64 = terrain.colors
        self.cost_trains: i64 = int(rules["cost"]["trains"])
        self.cost_ships: i64 = int(rules["cost"]["ships"])
        self.price: i64 = self.cost_trains + self.cost_ships
        self.per_seat: i64 = int(rules["per_seat"])
        self.worth: vec[i64] = vec[i64]([i64(int(points)) for points in rules["points"]])
        self.loss: i64 = int(rules["unbuilt"])
        self.places: i64 = terrain.places
        tables = harbor_tables(commons.setting, self.cost_trains, self.cost_ships)
        self.ports: vec[i64] = tables.ports
        self.port_of: vec[i64] = tables.port_of
        ports = len(tables.ports)
        self.splits: i64 = (self.cost_trains + 1) * (self.cost_ships + 1) - 1  # of a color, without all wilds
        self.width: i64 = self.colors * self.splits + 1  # actions of a port
        self.ways: vec[i64] = tables.ways
        self.owner: vec[i64] = vec[i64]([NONE] * ports)  # by port
        self.built: vec[i64] = vec[i64]([0] * commons.seats)
        self.reached: vec[i64] = vec[i64]([0] * (commons.seats * ports))  # by seat and port: an own route is there
        self.sites: vec[i64] = vec[i64]([0] * commons.seats)  # ports reached that have no harbor yet
        self.kept: Final[KeptViews[HarborsView]] = KeptViews()

    def reset(self) -> None:
        fill(self.owner, NONE)
        fill(self.reached, 0)
        fill(self.built, 0)
        fill(self.sites, 0)

    # Building

    def note_route(self, seat: i64, route: i64) -> None:
        """A seat has claimed a route: it may build at its ends from now on (WLD-071)."""
        self.reach(seat, self.port_of[self.commons.terrain.a[route]])
        self.reach(seat, self.port_of[self.commons.terrain.b[route]])

    def reach(self, seat: i64, port: i64) -> None:
        """A route of the seat leads to a port."""
        at: i64 = seat * len(self.ports) + port
        if port != NONE and self.reached[at] == 0:
            self.reached[at] = 1
            if self.owner[port] == NONE:
                self.sites[seat] += 1

    def build(self, seat: i64, action: i64) -> None:
        """Pay and build; nothing is scored before the end (WLD-078)."""
        at: i64 = action - self.first
        port: i64 = at // self.width
        color, trains, ships = self.payment(at % self.width)
        wilds: i64 = self.price - trains - ships
        if color < self.colors:
            self.market.spend(seat, self.train + color, trains)
            self.market.spend(seat, self.ship + color, ships)
        self.market.spend(seat, self.wild, wilds)
        if self.commons.journal.on:
            self.commons.journal.add(CardsPaid(seat, self.price_of(seat, action).cards))
        self.market.spent()
        self.own(seat, port)
        if self.commons.journal.on:
            self.commons.journal.add(HarborBuilt(seat, self.commons.setting.board.cities[self.ports[port]].id))

    def own(self, seat: i64, port: i64) -> None:
        """Put a harbor into a port; nobody else can build there any more (WLD-070)."""
        self.owner[port] = seat
        self.built[seat] += 1
        for other in range(self.commons.seats):
            self.sites[other] -= self.reached[other * len(self.ports) + port]

    def price_of(self, seat: i64, action: i64) -> Price:
        names = self.commons.terrain.card_names
        color, trains, ships = self.payment((action - self.first) % self.width)
        paid: list[tuple[str, int]] = []
        if trains > 0:
            paid.append((names[self.train + color], int(trains)))
        if ships > 0:
            paid.append((names[self.ship + color], int(ships)))
        wilds = int(self.price - trains - ships)
        if wilds > 0:
            paid.append((WILD, wilds))
        return Price(tuple(paid))

    def payment(self, at: i64) -> tuple[i64, i64, i64]:
        """Color, trains and ships of one of a port's payments; the color after the last one means all wilds."""
        color: i64 = at // self.splits
        if color == self.colors:
            return color, 0, 0
        split: i64 = at % self.splits + 1
        return color, split // (self.cost_ships + 1), split % (self.cost_ships + 1)

    def can_pay(self, seat: i64, at: i64) -> bool:
        """Whether a seat holds the cards of a port's payment."""
        color, trains, ships = self.payment(at)
        if self.hands.held(seat, self.wild) < self.price - trains - ships:
            return False
        if color == self.colors:
            return True
        return self.hands.held(seat, self.train + color) >= trains and self.hands.held(seat, self.ship + color) >= ships

    # Scoring

    def score(self, harbors: vec[i64], unbuilt: vec[i64]) -> None:
        """Each harbor by the completed tickets of its owner that name the city; each one not built costs points."""
        for port in range(i64(len(self.ports))):
            if self.owner[port] != NONE:
                harbors[self.owner[port]] += self.worth_of(port)
        for seat in range(self.commons.seats):
            unbuilt[seat] -= self.loss * (self.per_seat - self.built[seat])

    def worth_of(self, port: i64) -> i64:
        """What a harbor is worth (WLD-079..WLD-082); tours count for each of their cities (N58)."""
        tickets = self.tickets.held.completed_naming(self.owner[port], self.ports[port])
        if tickets == 0:
            return 0
        most: i64 = len(self.worth)
        return self.worth[min(tickets, most) - 1]

    # Actions

    def size(self) -> int:
        return len(self.ports) * self.width

    def _payments(self, seat: i64) -> i64:
        """In how many ways a seat can pay for a harbor (WLD-076)."""
        cards = self.hands.cards
        base: i64 = seat * self.hands.kinds
        wilds: i64 = cards[base + self.wild]
        if wilds > self.price:
            wilds = self.price
        total: i64 = 1 if wilds == self.price else 0
        most_trains = self.cost_trains
        most_ships = self.cost_ships
        width: i64 = self.price + 1
        ways = self.ways
        train: i64 = base + self.train
        ship: i64 = base + self.ship
        for color in range(self.colors):
            trains: i64 = cards[train + color]
            ships: i64 = cards[ship + color]
            if trains > most_trains:  # not `min`: uncompiled, a call would take longer than the rest
                trains = most_trains
            if ships > most_ships:
                ships = most_ships
            total += ways[(trains * (most_ships + 1) + ships) * width + wilds]
        return total

    def count(self, seat: i64, kind: i64) -> i64:
        self.counted = 0
        if self.sites[seat] > 0 and self.built[seat] < self.per_seat:
            self.counted = self.sites[seat] * self._payments(seat)
        return self.counted

    def nth(self, seat: i64, kind: i64, n: i64) -> i64:
        payments = self._payments(seat)
        site: i64 = n // payments
        n %= payments
        port: i64 = -1
        while site >= 0:
            port += 1
            if self.is_site(seat, port):
                site -= 1
        at: i64 = -1
        while n >= 0:
            at += 1
            if self.can_pay(seat, at):
                n -= 1
        return self.first + port * self.width + at

    def write_legal(self, seat: i64, kind: i64, out: vec[i64], at: i64) -> i64:
        """The payments for the first site, and the same for all others."""
        if self.counted == 0:
            return at
        ports: i64 = len(self.ports)
        port: i64 = 0
        while not self.is_site(seat, port):
            port += 1
        first: i64 = at
        for paid in range(self.width):
            if self.can_pay(seat, paid):
                out[at] = self.first + port * self.width + paid
                at += 1
        end: i64 = at
        more: i64 = 0  # than the numbers of the first site
        for other in range(port + 1, ports):
            more += self.width
            if self.is_site(seat, other):
                for k in range(first, end):
                    out[at] = out[k] + more
                    at += 1
        return at

    def is_site(self, seat: i64, port: i64) -> bool:
        """Whether a seat's routes reach a port without a harbor."""
        return self.reached[seat * len(self.ports) + port] == 1 and self.owner[port] == NONE

    def refusal(self, seat: i64, kind: i64, action: i64) -> str:
        at: i64 = action - self.first
        port: i64 = at // self.width
        name = self.commons.setting.board.cities[self.ports[port]].name
        if self.owner[port] != NONE:
            return f"{name} has a harbor already"
        if self.reached[seat * len(self.ports) + port] == 0:
            return f"you have no route into {name}"
        if self.built[seat] == self.per_seat:
            return f"you have built all your {self.per_seat} harbors"
        return "" if self.can_pay(seat, at % self.width) else "you do not have the cards for this harbor"

    def typed(self, action: i64, offer: tuple[str, ...]) -> Action:
        at: i64 = action - self.first
        city = self.commons.setting.board.cities[self.ports[at // self.width]].id
        color, trains, ships = self.payment(at % self.width)
        colors = self.commons.setting.board.colors
        return BuildHarbor(city, colors[color] if color < self.colors else WILD, int(trains), int(ships))

    def number(self, action: Action, offer: tuple[str, ...]) -> int:
        if not isinstance(action, BuildHarbor):
            return -1
        board = self.commons.setting.board
        names = {board.cities[place].id: k for k, place in enumerate(self.ports)}
        if action.city not in names:
            raise NotationError(f"no port is called '{action.city}'{closest(action.city, names)}")
        port = names[action.city]
        colors = [*board.colors, WILD]
        if action.color not in colors:
            raise NotationError(f"there is no color '{action.color}' on this board{closest(action.color, colors)}")
        color = colors.index(action.color)
        split = action.trains * int(self.cost_ships + 1) + action.ships
        if action.color == WILD:
            sound = action.trains == action.ships == 0
            at = int(self.width) - 1
        else:
            most_trains, most_ships = int(self.cost_trains), int(self.cost_ships)
            sound = 0 <= action.trains <= most_trains and 0 <= action.ships <= most_ships and split > 0
            at = color * int(self.splits) + split - 1
        if not sound:
            most = f"up to {self.cost_trains} trains and {self.cost_ships} ships"
            raise NotationError(f"a harbor costs {most} of one color, and wilds for the rest")
        return int(self.first) + port * int(self.width) + at

    # State and views

    def copy_from(self, other: Mechanic) -> None:
        assert isinstance(other, Harbors)
        self.owner = other.owner[:]
        self.built = other.built[:]
        self.reached = other.reached[:]
        self.sites = other.sites[:]

    def check(self) -> None:
        """Harbors stand where their owners have routes, and every seat has built as many as it says."""
        terrain = self.commons.terrain
        for seat in range(self.commons.seats):
            here: vec[i64] = vec[i64]([0] * self.places)
            for k in range(self.tracks.claims[seat]):
                route = self.tracks.claimed[seat * self.tracks.routes + k]
                here[terrain.a[route]] = 1
                here[terrain.b[route]] = 1
            built: i64 = 0
            sites: i64 = 0
            for port in range(i64(len(self.ports))):
                reached: i64 = here[self.ports[port]]
                assert self.reached[seat * len(self.ports) + port] == reached, "a port is reached by magic"
                if self.owner[port] == seat:
                    built += 1
                    assert reached, "a harbor without a route"
                elif self.owner[port] == NONE:
                    sites += reached
            assert built == self.built[seat] <= self.per_seat, "a seat has lost count of its harbors"
            assert sites == self.sites[seat], "a seat has lost count of its sites"

    def view(self, seat: int | None, revealed: bool) -> View:
        self.kept.start()
        self.kept.note_all(self.owner)
        self.kept.note_all(self.built)
        return self.kept.find(0) or self.kept.keep(0, self._open_view())

    def _open_view(self) -> HarborsView:
        """What everybody sees."""
        cities = self.commons.setting.board.cities
        ports = range(len(self.ports))
        owners = FrozenDict({cities[self.ports[p]].id: int(self.owner[p]) for p in ports if self.owner[p] != NONE})
        return HarborsView(owners, tuple([int(self.per_seat - self.built[s]) for s in range(self.commons.seats)]))

    def imagine(self, seen: Observation) -> None:
        part = self.seen_part(seen)
        assert isinstance(part, HarborsView)
        for route, owners in enumerate(seen.tracks.owners):
            for seat in owners:
                self.note_route(seat, route)
        for city in self.commons.setting.board.cities:
            if city.id in part.owners:
                owner = part.owners[city.id]
                expect(self.port_of[city.index] != NONE, "there is a harbor where no port is")
                expect(0 <= owner < self.commons.seats, "a harbor belongs to a seat that there is not")
                expect(self.built[owner] < self.per_seat, "a seat has too many harbors")
                self.own(part.owners[city.id], self.port_of[city.index])


class HarborsAddition(Addition):
    """Harbors on a board of land and water that names them (WLD-061..WLD-078, WLD-091)."""

    needs: ClassVar[tuple[str, ...]] = ("harbors", "sorts")
    facts: ClassVar[dict[str, Any]] = {
        "harbors": {"per_seat": 1, "cost": {"trains": 0, "ships": 0}, "points": [0], "unbuilt": 0}
    }

    def __init__(self, rules: Composition) -> None:
        super().__init__(rules)
        if not isinstance(rules, Rules):
            raise BadSetup("harbors are paid with train and ship cards: name the mechanic 'fleet' before them")
        sorts = rules.setting.board.extras["sorts"]
        train, ship = str(sorts["marked_train"]), str(sorts["ship"])
        self.harbors: Final = Harbors(rules.commons, rules.market, rules.tracks, rules.tickets, train, ship)
        self.join(self.harbors, [], ["harbors", "unbuilt_harbors"])
        rules.add_to_turn(self.harbors)

    def after_claim(self, seat: i64, route: i64) -> None:
        self.harbors.note_route(seat, route)

    def answer(self, seat: i64, kind: i64, action: i64) -> None:
        self.harbors.build(seat, action)

    def score(self) -> None:
        """Harbors, and a loss for harbors not built (WLD-091)."""
        self.harbors.score(self.rules.line("harbors"), self.rules.line("unbuilt_harbors"))
