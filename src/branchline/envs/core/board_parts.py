"""The parts of an encoding for mechanics that only some boards have. Nearly all of it is public."""

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.engine.terrain import NONE
from branchline.envs.core.part import PLACE, ROUTE, Field, Part, seat_names, write_all, write_bits, write_seats
from branchline.mechanics.bundles import Bundles
from branchline.mechanics.fleet import Fleet
from branchline.mechanics.harbors import Harbors
from branchline.mechanics.passengers import Passengers
from branchline.mechanics.shares import Shares
from branchline.mechanics.technologies import Technologies
from branchline.mechanics.tokens import Tokens


class PassengersPart(Part):
    """Passengers by color: where they wait, who has them, and where the seat that decides is choosing."""

    def __init__(self, passengers: Passengers) -> None:
        super().__init__("passengers")
        self.passengers = passengers
        self.seats: i64 = passengers.commons.seats

    def fields(self) -> list[Field]:
        passengers = self.passengers
        colors = passengers.color_names
        taken = [f"{seat} {color}" for seat in seat_names(self.seats) for color in colors]
        ends = [f"{end} {color}" for end in ("here", "next") for color in colors]
        most = max([int(n) for n in passengers.capacity])
        waiting = Field(
            "passengers_waiting",
            "passengers on each space; the dead ends of a country share one",
            colors,
            most,
            per=PLACE,
            rows=int(passengers.spaces),
        )
        waiting.row_of_place = [int(space) for space in passengers.space_of]
        return [
            Field("passengers_taken", "passengers of each seat", taken, max([int(n) for n in passengers.composition])),
            Field(
                "passengers_ends",
                "passengers at the end of the new route that is asked about, and at the next",
                ends,
                most,
            ),
            waiting,
        ]

    def write(self, out: vec[i16], at: i64, seat: i64) -> i64:
        passengers = self.passengers
        colors = passengers.colors
        k: i64 = 0
        while k < self.seats:
            at = write_all(out, at, passengers.taken, ((seat + k) % self.seats) * colors, colors)
            k += 1
        if passengers.current != NONE:
            write_all(out, at, passengers.waiting, passengers.current * colors, colors)
        if passengers.following != NONE:
            write_all(out, at + colors, passengers.waiting, passengers.following * colors, colors)
        return write_all(out, at + 2 * colors, passengers.waiting, 0, passengers.spaces * colors)


class TokensPart(Part):
    """Stacks of tokens on the map, and who has a token of each."""

    def __init__(self, tokens: Tokens) -> None:
        super().__init__("tokens")
        self.tokens = tokens
        self.seats: i64 = tokens.commons.seats

    def fields(self) -> list[Field]:
        seats = seat_names(self.seats)
        most = max([int(n) for n in self.tokens.size_of])
        columns = ["left", "asked", *[f"owned by {seat}" for seat in seats]]
        return [
            Field("token_counts", "tokens of each seat", seats, int(self.tokens.symbols)),
            Field("stacks_to_lay", "stacks that are not on the map yet", ["stacks"], int(self.tokens.symbols)),
            Field(
                "tokens",
                "left: tokens of the stack that lies there; asked: 1 at an end of the new route, "
                "while its token is still to be taken; "
                "owned: 1 for each seat that has one of them",
                columns,
                1,
                highs=[most, *[1] * (len(columns) - 1)],
                per=PLACE,
                rows=int(self.tokens.places),
            ),
        ]

    def write(self, out: vec[i16], at: i64, seat: i64) -> i64:
        tokens = self.tokens
        seats = self.seats
        at = write_seats(out, at, tokens.counts, seat, seats)
        out[at] = i16(tokens.symbols - tokens.laid)
        at += 1
        place: i64 = 0
        while place < tokens.places:
            symbol = tokens.symbol_at[place]
            if symbol != NONE:
                out[at] = i16(tokens.left[symbol])
                k: i64 = 0
                while k < seats:
                    out[at + 2 + k] = i16(tokens.owned[(seat + k) % seats] >> symbol & 1)
                    k += 1
            at += 2 + seats
            place += 1
        if tokens.route != NONE:
            base: i64 = at - tokens.places * (2 + seats) + 1
            self.ask(out, base, tokens.terrain.a[tokens.route])
            self.ask(out, base, tokens.terrain.b[tokens.route])
        return at

    def ask(self, out: vec[i16], base: i64, place: i64) -> None:
        """Mark an end of the new route where a stack has tokens left."""
        tokens = self.tokens
        symbol = tokens.symbol_at[place]
        if symbol == NONE or tokens.left[symbol] == 0:
            return
        out[base + place * (2 + self.seats)] = 1


class SharesPart(Part):
    """Shares in railroads: what is left of each, and who holds how many."""

    def __init__(self, shares: Shares) -> None:
        super().__init__("shares")
        self.shares = shares
        self.seats: i64 = shares.commons.seats
        self.width: i64 = 2 + 2 * shares.holders

    def fields(self) -> list[Field]:
        holders = seat_names(self.seats)
        if self.shares.has_dummy:
            holders.append("dummy")
        per_railroad = ["left", "asked", *[f"held by {h}" for h in holders], *[f"lowest of {h}" for h in holders]]
        columns = [f"{railroad}: {what}" for railroad in self.shares.ids for what in per_railroad]
        most = max([int(n) for n in self.shares.sizes])
        highs = [most, 1, *[most] * (2 * len(holders))] * int(self.shares.railroads)
        meaning = (
            "by railroad: shares left in its pile; 1 if it is marked on the route that a share is asked for; how many "
            "each holder has; the lowest number among them"
        )
        return [Field("shares", meaning, columns, most, highs=highs)]

    def write(self, out: vec[i16], at: i64, seat: i64) -> i64:
        shares = self.shares
        if shares.route != NONE:
            k: i64 = shares.mark_start[shares.route]
            while k < shares.mark_start[shares.route + 1]:
                out[at + shares.marks[k] * self.width + 1] = 1
                k += 1
        railroad: i64 = 0
        while railroad < shares.railroads:
            out[at] = i16(shares.sizes[railroad] - shares.taken[railroad])
            number: i64 = shares.taken[railroad]
            while number > 0:  # from the highest down, so that the lowest is written last
                holder = shares.holder[shares.start[railroad] + number - 1]
                if holder < self.seats:
                    holder = (holder + self.seats - seat) % self.seats
                out[at + 2 + holder] += 1
                out[at + 2 + shares.holders + holder] = i16(number)
                number -= 1
            at += self.width
            railroad += 1
        return at


class TechnologiesPart(Part):
    """Technologies for sale, and those of each seat."""

    def __init__(self, technologies: Technologies) -> None:
        super().__init__("technologies")
        self.technologies = technologies
        self.seats: i64 = technologies.commons.seats

    def fields(self) -> list[Field]:
        names = self.technologies.ids
        copies = max([int(n) for n in self.technologies.copies])
        owned = [f"{name} of {seat}" for name in names for seat in seat_names(self.seats)]
        return [
            Field("technologies_for_sale", "copies on the table", names, copies),
            Field("technologies_owned", "1 if the seat has it", owned, 1),
        ]

    def write(self, out: vec[i16], at: i64, seat: i64) -> i64:
        technologies = self.technologies
        at = write_all(out, at, technologies.table, 0, technologies.kinds)
        k: i64 = 0
        while k < self.seats:
            owned = technologies.owned[(seat + k) % self.seats]
            place: i64 = at + k
            while owned:
                out[place] = i16(owned & 1)
                owned >>= 1
                place += self.seats
            k += 1
        return at + technologies.kinds * self.seats


class PaymentPart(Part):
    """A payment that is being made up: what for, with what numbers, and one's own choices so far."""

    def __init__(self, bundles: Bundles) -> None:
        super().__init__("payment")
        self.bundles = bundles
        self.seats: i64 = bundles.commons.seats
        self.routes: i64 = bundles.terrain.routes
        self.kinds: i64 = bundles.terrain.kinds

    def fields(self) -> list[Field]:
        terrain = self.bundles.terrain
        names = terrain.card_names
        most = max([int(n) for n in terrain.composition])
        numbers = ["set cards", "wilds", "bundles"]
        return [
            Field("paying", "who is paying", seat_names(self.seats), 1),
            Field("payment", "how it is paid", numbers, int(terrain.longest) + 4),
            Field("payment_for", "the technology that is paid for", self.bundles.technologies.ids, 1),
            Field("payment_chosen", "one's own payment: cards chosen so far", names, most),
            Field("payment_color", "one's own payment: the color that is asked about", list(terrain.board.colors), 1),
            Field(
                "payment_route", "1 for the route that is paid for", ["paid for"], 1, per=ROUTE, rows=int(self.routes)
            ),
        ]

    def write(self, out: vec[i16], at: i64, seat: i64) -> i64:
        bundles = self.bundles
        end: i64 = at + self.seats + 3 + bundles.technologies.kinds + self.kinds + bundles.colors + self.routes
        if bundles.seat == NONE:
            return end
        write_bits(out, at, 1 << bundles.seat, seat, self.seats)
        at += self.seats
        out[at] = i16(bundles.cards)
        out[at + 1] = i16(bundles.wilds)
        out[at + 2] = i16(bundles.bundles)
        at += 3
        if bundles.technology != NONE:
            out[at + bundles.technology] = 1
        at += bundles.technologies.kinds
        if bundles.seat == seat:
            write_all(out, at, bundles.chosen, 0, bundles.color)
            out[at + self.kinds + bundles.color] = 1
        if bundles.route != NONE:
            out[end - self.routes + bundles.route] = 1
        return end


class FleetPart(Part):
    """Trains and ships of each seat; hidden until all fleets are shown."""

    def __init__(self, fleet: Fleet) -> None:
        super().__init__("fleet")
        self.fleet = fleet
        self.seats: i64 = fleet.commons.seats

    def fields(self) -> list[Field]:
        seats = seat_names(self.seats)
        trains, ships = int(self.fleet.most_trains), int(self.fleet.most_ships)
        most_idle = int(self.fleet.idle_rounds * self.seats)
        return [
            Field("trains", "trains in the supply", seats, trains),
            Field("ships", "ships in the supply", seats, ships),
            Field("box_trains", "trains in the box", seats, trains),
            Field("box_ships", "ships in the box", seats, ships),
            Field("fleet_chosen", "the trains of one's own fleet, chosen but not shown yet", ["trains"], trains),
            Field("idle", "turns in a row in which seats only exchanged pieces or passed", ["turns"], most_idle),
        ]

    def write(self, out: vec[i16], at: i64, seat: i64) -> i64:
        fleet = self.fleet
        if fleet.shown:
            write_seats(out, at, fleet.trains, seat, self.seats)
            write_seats(out, at + self.seats, fleet.ships, seat, self.seats)
            write_seats(out, at + 2 * self.seats, fleet.box_trains, seat, self.seats)
            write_seats(out, at + 3 * self.seats, fleet.box_ships, seat, self.seats)
        at += 4 * self.seats
        if fleet.chosen[seat] != NONE:
            out[at] = i16(fleet.chosen[seat])
        out[at + 1] = i16(fleet.idle)
        return at + 2


class HarborsPart(Part):
    """Who has built a harbor where, and where one could build."""

    def __init__(self, harbors: Harbors) -> None:
        super().__init__("harbors")
        self.harbors = harbors
        self.seats: i64 = harbors.commons.seats

    def fields(self) -> list[Field]:
        harbors = self.harbors
        seats = seat_names(self.seats)
        owners = Field(
            "harbors",
            "for each port: 1 if one has a harbor there; which of the others has one, counted from 1 in turn order; "
            "1 if a route of one's own leads there",
            ["self", "other", "reached"],
            1,
            highs=[1, int(self.seats) - 1, 1],
            per=PLACE,
            rows=len(harbors.ports),
        )
        owners.row_of_place = [int(port) for port in harbors.port_of]
        return [Field("harbors_built", "harbors of each seat", seats, int(harbors.per_seat)), owners]

    def write(self, out: vec[i16], at: i64, seat: i64) -> i64:
        harbors = self.harbors
        at = write_seats(out, at, harbors.built, seat, self.seats)
        ports: i64 = len(harbors.ports)
        port: i64 = 0
        while port < ports:
            owner = harbors.owner[port]
            if owner == seat:
                out[at] = 1
            elif owner != NONE:
                out[at + 1] = i16((owner + self.seats - seat) % self.seats)
            out[at + 2] = i16(harbors.reached[seat * ports + port])
            at += 3
            port += 1
        return at
