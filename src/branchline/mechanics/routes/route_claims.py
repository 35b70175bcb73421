"""What all ways to claim a route have in common: how routes stand for a seat, finding open ones, saying no."""

from typing import Final

from mypy_extensions import i64

from branchline.engine.bill import Bill
from branchline.engine.commons import Commons
from branchline.engine.decisions import CLAIM_TAKEN
from branchline.engine.mechanic import Mechanic
from branchline.engine.standing import CARDS, OPEN, PERMISSION, PIECES, TAKEN, TWIN
from branchline.mechanics.cards.hands import Hands
from branchline.mechanics.routes.tracks import Tracks
from branchline.model.errors import NotationError, closest
from branchline.model.events import CardsPaid
from branchline.model.vecs import vec


class RouteClaims(Mechanic):
    """A mechanic with actions that claim routes. Open routes lie in groups of equal price (engine/terrain.py)."""

    def __init__(self, name: str, commons: Commons, hands: Hands, tracks: Tracks) -> None:
        super().__init__(name, commons)
        self.has_view = False
        self.terrain: Final = commons.terrain
        self.hands: Final = hands
        self.tracks: Final = tracks
        self.open_routes: Final = tracks.open_routes

    # What a kind of claim fills in

    def claims_route(self, route: i64) -> bool:
        """Whether routes of this sort are claimed in this way."""
        return True

    def piece_name(self) -> str:
        """How these pieces are called."""
        return "pieces"

    def pieces(self, seat: i64) -> i64:
        """The pieces in a seat's supply that these routes take."""
        return self.commons.pieces[seat]

    def most_pieces(self, seat: i64) -> i64:
        """The most pieces that a seat could still lay on these routes, whatever it does for it."""
        return self.pieces(seat)

    def can_pay_for(self, seat: i64, route: i64) -> bool:
        """Whether a seat holds the cards for any claim of a route."""
        raise NotImplementedError

    def supply(self, seat: i64) -> i64:
        """The pieces that a seat has for these routes; below zero while that is not settled."""
        return self.pieces(seat)

    def put_down(self, bill: Bill, route: i64) -> None:
        """Put the price of a route on a bill: a card of its color, of any deck, for each space without a symbol."""
        terrain = self.terrain
        symbols = terrain.symbols[route]
        pool = self.pool_of(bill)
        bill.add(route, pool, terrain.color[route], self.units_of(bill.seat, route) - symbols, symbols)

    def pool_of(self, bill: Bill) -> i64:
        """The cards that pay for these routes."""
        return bill.pool("", self.hands.cards, bill.seat * self.hands.kinds, [0])

    def units_of(self, seat: i64, route: i64) -> i64:
        """The spaces that a seat has to pay for, those with symbols included."""
        return self.terrain.length[route]

    # How a route stands for a seat

    def standing(self, seat: i64, route: i64) -> i64:
        if not self.claims_route(route):
            return -1
        found = self.standing_apart_from_cards(seat, route)
        if found == OPEN and not self.can_pay_for(seat, route):
            return CARDS
        return found

    def standing_apart_from_cards(self, seat: i64, route: i64) -> i64:
        """How a route stands for a seat with all the cards in the world."""
        found = self.tracks.track_standing(seat, route)
        if found == OPEN and self.pieces(seat) < self.terrain.length[route]:
            return PIECES
        return found

    def refusal_of_route(self, seat: i64, kind: i64, route: i64) -> str:
        """Why a seat cannot claim a route, whatever it pays; "" if it can."""
        found = self.standing_apart_from_cards(seat, route)
        if kind == CLAIM_TAKEN:
            found = self.standing_to_join(seat, route)
        if found == OPEN:
            return ""
        name = self.name_of(route)
        if found == PERMISSION:
            return f"you do not have all permissions that {name} needs"
        if found == TWIN:
            return f"{name} is closed, as the other track of that double route is taken"
        if found == PIECES:
            return f"{name} needs {self.terrain.length[route]} {self.piece_name()} and you have {self.pieces(seat)}"
        if kind == CLAIM_TAKEN:
            return f"{name} is not a route of another seat that you may claim as well"
        return f"{name} is already claimed"

    def standing_to_join(self, seat: i64, route: i64) -> i64:
        """How a route of others stands for a seat that may claim such a one as well, cards apart."""
        if not self.tracks.is_permitted(seat, route):
            return PERMISSION
        if not self.tracks.may_join(seat, route):
            return TAKEN
        return OPEN if self.pieces(seat) >= self.terrain.length[route] else PIECES

    def lacking(self, seat: i64, kinds: list[i64], needed: list[i64]) -> str:
        """What to say if a seat has too few cards of some kinds, all of them; "" if it has enough."""
        said: list[str] = []
        for k, kind in enumerate(kinds):
            if needed[k] > 0:
                said.append(self.lacking_of(self.terrain.card_names[kind], self.hands.held(seat, kind), needed[k]))
        return lacking_in_all(said)

    def lacking_of(self, name: str, held: i64, needed: i64) -> str:
        """The same for one kind."""
        return "" if held >= needed else f"{needed} {name} cards and you have {held}"

    def write_open(
        self, at: i64, group: i64, firsts: vec[i64], base: i64, payments: vec[i64], count: i64, out: vec[i64], end: i64
    ) -> i64:
        """Write that many payments for each open route of a group of a list; returns where they end.

        Routes of a group are paid in the same ways: `payments` says which, counted from the first number of a route,
        which stands in `firsts` from `base` on.
        """
        open_routes = self.open_routes
        members = open_routes.members
        place: i64 = at * open_routes.routes + self.terrain.group_start[group]
        last: i64 = place + open_routes.counts[at * open_routes.groups + group]
        for k in range(place, last):
            first: i64 = self.first + firsts[base + members[k]]
            for way in range(count):
                out[end + way] = first + payments[way]
            end += count
        return end

    # Words

    def note_payment(self, seat: i64, action: i64) -> None:
        """Tell the journal which cards an action is about to take."""
        price = self.price_of(seat, action)
        if price is not None:
            self.commons.journal.add(CardsPaid(seat, price.cards))

    def counted_cards(self, kinds: list[i64], counts: list[i64]) -> tuple[tuple[str, int], ...]:
        """Kinds of card with their numbers, without those that there are none of."""
        names = self.terrain.card_names
        return tuple([(names[kinds[k]], int(counts[k])) for k in range(len(kinds)) if counts[k] > 0])

    def name_of(self, route: i64) -> str:
        """How people call a route."""
        board = self.commons.setting.board
        return board.route_name(board.routes[route])

    def find_route(self, name: str) -> i64:
        """The number of a route."""
        numbers = self.terrain.route_numbers
        if name not in numbers:
            raise NotationError(f"there is no route '{name}'{closest(name, numbers)}")
        return numbers[name]


def lacking_in_all(said: list[str]) -> str:
    """One refusal for all kinds of card that are missing."""
    found = [each for each in said if each]
    return f"that needs {', and '.join(found)}" if found else ""
