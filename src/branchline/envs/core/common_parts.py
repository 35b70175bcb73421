"""The parts of an encoding that every board has: the table, cards, tickets and routes."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from branchline.engine.decisions import KIND_NAMES
from branchline.engine.rule_sheet import PLAYING, RuleSheet
from branchline.engine.terrain import NONE
from branchline.envs.core.part import (
    ROUTE,
    TICKET,
    Field,
    Part,
    seat_names,
    write_all,
    write_bits,
    write_seats,
)
from branchline.envs.core.ways import LOST, Ways
from branchline.mechanics.hands import Hands
from branchline.mechanics.market import Market
from branchline.mechanics.pile import Pile
from branchline.mechanics.tickets import Tickets
from branchline.mechanics.tracks import Tracks
from branchline.mechanics.two_deck_market import TwoDeckMarket

MOST_POINTS: Final = 300  # beyond what anybody scores with routes; only the scale of the numbers hangs on it
MOST_WANTED: Final[i64] = 20  # spaces of a color; more make no difference


class TablePart(Part):
    """Whose turn it is, what is asked, and every seat's pieces and points."""

    def __init__(self, rules: RuleSheet) -> None:
        super().__init__("table")
        self.rules = rules
        self.seats: i64 = rules.seats
        asked = [kind for kind, offer in enumerate(rules.offers) if offer is not None]
        self.asked: list[str] = [KIND_NAMES[kind] for kind in asked]
        self.slot: vec[i64] = vec[i64]([i64(asked.index(k)) if k in asked else NONE for k in range(len(rules.offers))])
        self.kinds: i64 = len(asked)

    def fields(self) -> list[Field]:
        numbers = self.rules.setting.numbers
        seats = seat_names(self.seats)
        last = int(self.seats) * numbers.last_turns
        pieces = max(numbers.pieces, *[int(n) for n in self.rules.commons.pieces])
        return [
            Field("decision", "the question that is open to the seat, else the one on top of the stack", self.asked, 1),
            Field("deciding", "whose question that is", seats, 1),
            Field("turn", "whose turn it is; nobody's during the setup and after the end", seats, 1),
            Field("first", "who had the first turn", seats, 1),
            Field("setup", "1 until the first turn", ["setup"], 1),
            Field("last_turns", "turns left, once the end is near; before that 0", ["turns left"], last),
            Field("passes", "passes in a row", ["passes"], int(self.seats)),
            Field("pieces", "pieces in the supply", seats, pieces),
            Field("points", "points scored so far", seats, MOST_POINTS, low=-MOST_POINTS),
        ]

    def write(self, out: vec[i16], at: i64, seat: i64) -> i64:
        rules = self.rules
        seats = self.seats
        top = rules.open_at(seat)
        if top == NONE:
            top = rules.depth - 1
        if top >= 0:
            out[at + self.slot[rules.open_kinds[top]]] = 1
            out[at + self.kinds + (rules.open_seats[top] + seats - seat) % seats] = 1
        at += self.kinds + seats
        if rules.turn != NONE:
            out[at + (rules.turn + seats - seat) % seats] = 1
        at += seats
        out[at + (rules.first_seat + seats - seat) % seats] = 1
        at += seats
        out[at] = 0 if rules.stage == PLAYING else 1
        out[at + 1] = i16(rules.last_turns) if rules.last_turns > 0 else 0
        out[at + 2] = i16(rules.passes)
        at = write_seats(out, at + 3, rules.commons.pieces, seat, seats)
        return write_seats(out, at, rules.commons.points, seat, seats)


class HandsPart(Part):
    """One's own cards, and what all have seen of the others'."""

    def __init__(self, hands: Hands) -> None:
        super().__init__("hands")
        self.hands = hands
        self.seats: i64 = hands.commons.seats
        self.kinds: i64 = hands.kinds
        self.terrain = hands.commons.terrain
        self.decks: i64 = self.terrain.decks

    def fields(self) -> list[Field]:
        names = self.terrain.card_names
        others = seat_names(self.seats)[1:]
        decks = self.terrain.deck_names
        counts = others if len(decks) == 1 else [f"{seat} {deck}" for seat in others for deck in decks]
        most = max([int(n) for n in self.terrain.composition])
        known = [f"{seat} {name}" for seat in others for name in names]
        everything = sum([int(n) for n in self.terrain.composition])
        return [
            Field("hand", "one's own cards", names, most),
            Field("hand_sizes", "how many cards the others hold, by the backs they show", counts, everything),
            Field("known_cards", "cards of the others that all saw them take and not pay", known, most),
        ]

    def write(self, out: vec[i16], at: i64, seat: i64) -> i64:
        hands = self.hands
        kinds = self.kinds
        at = write_all(out, at, hands.cards, seat * kinds, kinds)
        k: i64 = 1
        while k < self.seats:
            other: i64 = (seat + k) % self.seats
            if self.decks == 1:
                out[at] = i16(hands.sizes[other])
            else:
                kind: i64 = 0
                while kind < kinds:
                    out[at + self.terrain.deck_of[kind]] += i16(hands.cards[other * kinds + kind])
                    kind += 1
            at += self.decks
            k += 1
        k = 1
        while k < self.seats:
            at = write_all(out, at, hands.known, ((seat + k) % self.seats) * kinds, kinds)
            k += 1
        return at


class CardsPart(Part):
    """The face-up row, the decks, the discards, and the cards whose place the seat does not know."""

    def __init__(self, hands: Hands, piles: list[Pile], places: i64) -> None:
        super().__init__("market")
        self.hands = hands
        self.piles = piles
        self.places: i64 = places
        self.terrain = hands.commons.terrain
        self.kinds: i64 = hands.kinds
        self.seats: i64 = hands.commons.seats

    def face_up(self) -> vec[i64]:
        """How many cards of each kind lie in the row."""
        raise NotImplementedError

    def fields(self) -> list[Field]:
        names = self.terrain.card_names
        decks = [pile.name or "deck" for pile in self.piles]
        most = max([int(n) for n in self.terrain.composition])
        largest = max([int(pile.total) for pile in self.piles])
        return [
            Field("row", "face-up cards", names, int(self.places)),
            Field("deck", "cards left in the deck", decks, largest),
            Field("renewals", "how often discards became the deck, up to 20", decks, 20),
            Field("discards", "discarded cards", names, most),
            Field("unseen", "cards that are in the deck, or in other hands unseen", names, most),
        ]

    def write(self, out: vec[i16], at: i64, seat: i64) -> i64:
        kinds = self.kinds
        row: i64 = at
        at = write_all(out, at, self.face_up(), 0, kinds)
        decks: i64 = len(self.piles)
        discards: i64 = at + 2 * decks
        for pile in self.piles:
            out[at] = i16(pile.left)
            out[at + decks] = i16(pile.renewals if pile.renewals < 20 else 20)
            at += 1
            k: i64 = 0
            while k < kinds:
                out[discards + k] += i16(pile.discards[k])
                k += 1
        unseen: i64 = discards + kinds
        k = 0
        while k < kinds:
            count: i64 = self.terrain.composition[k] - i64(out[row + k]) - i64(out[discards + k])
            count -= self.hands.cards[seat * kinds + k]
            other: i64 = 0
            while other < self.seats:
                if other != seat:
                    count -= self.hands.known[other * kinds + k]
                other += 1
            out[unseen + k] = i16(count)
            k += 1
        return unseen + kinds


class MarketPart(CardsPart):
    """The same for a market with one deck."""

    def __init__(self, market: Market) -> None:
        super().__init__(market.hands, [market.pile], market.places)
        self.market = market

    def face_up(self) -> vec[i64]:
        return self.market.face_up


class TwoDeckMarketPart(CardsPart):
    """The same for a market with two decks."""

    def __init__(self, market: TwoDeckMarket) -> None:
        super().__init__(market.hands, market.piles, market.places)
        self.market = market

    def face_up(self) -> vec[i64]:
        return self.market.face_up


class TicketsPart(Part):
    """One's own tickets, those on offer, and how many the others have."""

    def __init__(self, tickets: Tickets, ways: Ways) -> None:
        super().__init__("tickets")
        self.tickets = tickets
        self.ways = ways
        self.seats: i64 = tickets.commons.seats
        self.count: i64 = tickets.count_all
        self.decks: i64 = len(tickets.decks)
        self.most: i64 = tickets.commons.setting.numbers.pieces

    def fields(self) -> list[Field]:
        tickets = self.tickets
        seats = seat_names(self.seats)
        decks = [deck.name for deck in tickets.decks]
        by_deck = seats if len(decks) == 1 else [f"{seat} {deck}" for seat in seats for deck in decks]
        names = [deck or "deck" for deck in decks]
        worth = max([int(n) for n in tickets.value])
        size = int(tickets.offer_size)
        slots = [f"{what} {k + 1}" for k in range(size) for what in ("points of", "pieces for", "done", "lost")]
        most = int(self.most)
        columns = ["held", "offered", "done", "pieces"]
        return [
            Field("ticket_decks", "tickets left to draw", names, max([int(deck.size) for deck in tickets.decks])),
            Field("ticket_counts", "tickets that each seat holds; 0 during the setup", by_deck, int(self.count)),
            Field("ticket_offers", "tickets that each seat is choosing from", by_deck, size),
            Field("mix", "one's own opening mix, once announced", names, size),
            Field(
                "offer",
                "one's own offer in order: points, pieces that the cheapest way still takes, 1 if completed already, "
                "1 if there is no way any more",
                slots,
                1,
                highs=[worth, most, 1, 1] * size,
            ),
            Field(
                "tickets",
                "held: 1 (also if chosen in the setup); offered: place in the offer, from 1, or -1 for a ticket that "
                "the seat itself put back into the deck; done: 1 if completed; pieces: what the cheapest way of a held "
                "or offered ticket still takes (at most a whole supply), -1 if there is no way any more",
                columns,
                1,
                highs=[1, size, 1, most],
                low=-1,
                per=TICKET,
                rows=int(self.count),
            ),
        ]

    def write(self, out: vec[i16], at: i64, seat: i64) -> i64:
        tickets = self.tickets
        self.ways.update(seat)
        decks = self.decks
        for deck in tickets.decks:
            out[at] = i16(deck.left)
            at += 1
        counts: i64 = at
        offers: i64 = at + self.seats * decks
        mix: i64 = offers + self.seats * decks
        rows: i64 = mix + decks + 4 * tickets.offer_size
        self.write_offers(out, offers, rows, seat)
        if tickets.mix[seat] != NONE and decks > 1:
            write_all(out, mix, tickets.mixes.parts, tickets.mix[seat] * decks, decks)
        self.write_slots(out, mix + decks, seat)
        ticket: i64 = 0
        while ticket < self.count:
            holder = tickets.holder[ticket]
            if holder != NONE:
                k: i64 = counts + ((holder + self.seats - seat) % self.seats) * decks + tickets.deck_of[ticket]
                out[k] += 1
                if holder == seat:
                    out[rows + 4 * ticket] = 1
                    self.write_way(out, rows + 4 * ticket, seat, ticket)
            ticket += 1
        self.write_returned(out, rows, seat)
        return rows + 4 * self.count

    def write_offers(self, out: vec[i16], at: i64, rows: i64, seat: i64) -> None:
        """How many tickets each seat chooses from, and which are one's own."""
        tickets = self.tickets
        k: i64 = 0
        while k < self.seats:
            other: i64 = (seat + k) % self.seats
            n: i64 = 0
            while n < tickets.offered[other]:
                ticket = tickets.offer[other * tickets.offer_size + n]
                out[at + k * self.decks + tickets.deck_of[ticket]] += 1
                if other == seat:
                    row: i64 = rows + 4 * ticket
                    out[row] = i16(tickets.chosen[seat] >> n & 1)
                    out[row + 1] = i16(n + 1)
                    self.write_way(out, row, seat, ticket)
                n += 1
            k += 1

    def write_way(self, out: vec[i16], row: i64, seat: i64, ticket: i64) -> None:
        """What a ticket still takes."""
        missing = self.pieces_for(seat, ticket)
        out[row + 2] = 1 if missing == 0 else 0
        out[row + 3] = i16(missing)

    def pieces_for(self, seat: i64, ticket: i64) -> i64:
        """The pieces that the cheapest way still takes, but no more than a seat ever has; LOST if there is no way."""
        missing = self.ways.missing[seat * self.count + ticket]
        return missing if missing < self.most else self.most

    def write_slots(self, out: vec[i16], at: i64, seat: i64) -> None:
        """The offer by its places, as actions name them."""
        tickets = self.tickets
        n: i64 = 0
        while n < tickets.offered[seat]:
            ticket = tickets.offer[seat * tickets.offer_size + n]
            missing = self.pieces_for(seat, ticket)
            out[at] = i16(tickets.value[ticket])
            out[at + 1] = i16(missing) if missing > 0 else 0
            out[at + 2] = 1 if missing == 0 else 0
            out[at + 3] = 1 if missing == LOST else 0
            at += 4
            n += 1

    def write_returned(self, out: vec[i16], rows: i64, seat: i64) -> None:
        """Tickets that the seat knows to be in the deck, as it put them there."""
        for deck in self.tickets.decks:
            k: i64 = 0
            while k < deck.left:
                place = deck.place(k)
                if deck.returned_by[place] == seat:
                    out[rows + 4 * deck.ring[place] + 1] = -1
                k += 1
            if deck.mixed:
                k = 0
                while k < self.count:
                    if deck.mixed_in_by[k] == seat:
                        out[rows + 4 * k + 1] = -1
                    k += 1


class TracksPart(Part):
    """Who owns which route, and which routes one's own tickets want."""

    def __init__(self, tracks: Tracks, ways: Ways) -> None:
        super().__init__("tracks")
        self.tracks = tracks
        self.ways = ways
        self.terrain = tracks.terrain
        self.seats: i64 = tracks.commons.seats
        self.routes: i64 = tracks.routes
        self.colors: i64 = tracks.terrain.colors

    def fields(self) -> list[Field]:
        board = self.terrain.board
        seats = seat_names(self.seats)
        columns = [*seats, "free"]
        return [
            Field("routes_owned", "how many routes each seat has", seats, int(self.routes)),
            Field(
                "cards_wanted",
                "spaces of the wanted routes (see `routes`), by their color, up to 20",
                [*board.colors, "gray"],
                MOST_WANTED,
            ),
            Field(
                "routes",
                "1 for each seat that owns the route; free: 1 if nothing but cards, pieces and permissions keeps the "
                "seat from claiming it, 2 if it is wanted, being on the cheapest way of a ticket that the seat holds, "
                "3 if of several",
                columns,
                1,
                highs=[*[1] * (len(columns) - 1), 3],
                per=ROUTE,
                rows=int(self.routes),
            ),
        ]

    def write(self, out: vec[i16], at: i64, seat: i64) -> i64:
        tracks = self.tracks
        seats = self.seats
        at = write_seats(out, at, tracks.claims, seat, seats)
        colors: i64 = at
        at += self.colors + 1
        wanted = self.ways.wanted
        base: i64 = seat * self.routes
        route: i64 = 0
        while route < self.routes:
            owners = tracks.owners[route]
            if owners:
                write_bits(out, at, owners, seat, seats)
            elif not tracks.is_shut(seat, route):
                want = wanted[base + route]
                out[at + seats] = 1 if want == 0 else 2 if want == 1 else 3
                if want:
                    color: i64 = colors + self.terrain.color[route]
                    spaces: i64 = i64(out[color]) + self.terrain.length[route]
                    out[color] = i16(spaces if spaces < MOST_WANTED else MOST_WANTED)
            at += seats + 1
            route += 1
        return at
