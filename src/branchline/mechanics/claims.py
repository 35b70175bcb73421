"""Claiming a route with a set of one color and wilds (COM-026, COM-032, COM-042..COM-055, COM-061..COM-064).

A route of length n with k wild symbols takes n cards: k wilds for the symbols, and for the rest cards of the route's
color (any one color if it is gray) or wilds. An action is a route, a color and a number of wilds; a payment of nothing
but wilds has no color and exists once per route.

A board may let a seat save cards of the set. A symbol is never saved, nor the last card. Where a card can be saved it
is saved, so each route has one price for a seat; claims that save something have action numbers of their own.
"""

from librt.vecs import vec
from mypy_extensions import i64

from branchline.engine.commons import Commons
from branchline.engine.decisions import CLAIM_TAKEN
from branchline.engine.mechanic import Mechanic
from branchline.mechanics.claim_tables import claim_tables
from branchline.mechanics.market import Market
from branchline.mechanics.tracks import Tracks
from branchline.model.actions import Action, ClaimRoute, ClaimRouteForLess
from branchline.model.board import WILD
from branchline.model.errors import NotationError, closest
from branchline.model.events import CardsPaid, RouteClaimed


class ColorClaims(Mechanic):
    """Claims by route, color and wilds. Number order: by route, then color, then wilds, the all-wild claim last."""

    def __init__(self, commons: Commons, market: Market, tracks: Tracks, most_saved: int = 0) -> None:
        super().__init__("claims", commons)
        self.has_view = False
        terrain = commons.terrain
        self.terrain = terrain
        self.market = market
        self.hands = market.hands
        self.tracks = tracks
        self.most_saved: i64 = most_saved  # so many cards at most can be saved in a claim
        self.saved: vec[i64] = vec[i64]([0] * commons.seats)  # so many each seat saves, where it can
        tables = claim_tables(commons.setting, most_saved)
        self.cap: i64 = tables.cap
        self.ways: vec[i64] = tables.ways
        self.units: vec[i64] = tables.units
        self.route_first: vec[i64] = tables.route_first
        self.routes: vec[i64] = tables.routes
        self.colors: vec[i64] = tables.colors
        self.wilds: vec[i64] = tables.wilds
        self.cards: vec[i64] = tables.cards
        self.route_numbers: dict[str, int] = {route.id: route.index for route in commons.setting.board.routes}

    def price(self, route: i64, saved: i64) -> i64:
        """The cards that a route takes of a seat that saves some."""
        return self.units[saved * self.terrain.shape_count + self.terrain.shape[route]]

    # Claiming

    def claim(self, seat: i64, action: i64) -> i64:
        """Pay, lay the pieces, score (in this order: COM-053); returns the route."""
        at: i64 = action - self.first
        route = self.routes[at]
        color = self.colors[at]
        wilds = self.wilds[at]
        cards = self.cards[at]
        if self.commons.journal.on:
            self.note_payment(seat, color, cards, wilds)
        self.market.pay(seat, color, cards, wilds)
        self.build(seat, route)
        return route

    def build(self, seat: i64, route: i64) -> None:
        """Lay the pieces on a route that has been paid, and score it."""
        self.tracks.claim(seat, route)
        self.commons.pieces[seat] -= self.terrain.length[route]
        if self.commons.journal.on:
            self.commons.journal.add(RouteClaimed(seat, self.commons.setting.board.routes[route].id))
        self.commons.score(seat, self.terrain.points[route])

    def note_payment(self, seat: i64, color: i64, cards: i64, wilds: i64) -> None:
        """Tell the journal which cards are paid."""
        names = self.terrain.card_names
        paid = [(names[color], int(cards))] if cards else []
        if wilds:
            paid.append((WILD, int(wilds)))
        self.commons.journal.add(CardsPaid(seat, tuple(paid)))

    # State

    def reset(self) -> None:
        seat: i64 = 0
        while seat < self.commons.seats:
            self.saved[seat] = 0
            seat += 1

    def copy_from(self, other: Mechanic) -> None:
        assert isinstance(other, ColorClaims)
        self.saved = other.saved[:]

    # Actions

    def size(self) -> int:
        return len(self.routes)

    def number_of(self, route: i64, color: i64, wilds: i64, saved: i64) -> i64:
        """The action number of a claim by a seat that saves so many cards where it can."""
        terrain = self.terrain
        span: i64 = self.price(route, saved) - terrain.symbols[route]
        column: i64 = 0  # a colored route has one column of payments, a gray one as many as there are colors
        if terrain.color[route] == terrain.colors:
            column = color if color < terrain.colors else terrain.colors
        elif color != terrain.color[route]:
            column = 1
        if color == terrain.wild:
            wilds = terrain.symbols[route]
        first = self.route_first[saved * terrain.routes + route]
        return self.first + first + column * span + wilds - terrain.symbols[route]

    def count(self, seat: i64, kind: i64) -> i64:
        """For each color and shape: ways to pay times routes; then the all-wild claims. `nth` walks the same sum."""
        terrain = self.terrain
        shapes = terrain.shape_count
        cap = self.cap
        within = terrain.shapes_within
        pieces = self.commons.pieces[seat]
        top: i64 = within[pieces if pieces < cap else cap]
        ways = self.ways
        saved = self.saved[seat]
        ways_base: i64 = saved * (cap + 1)
        at = self.tracks.list_of(seat, kind)
        group: i64 = at * self.tracks.groups
        open_to_color = self.tracks.open_to_color
        cards = self.hands.cards
        card: i64 = seat * self.hands.kinds
        wilds: i64 = cards[card + terrain.wild]
        if wilds > cap:
            wilds = cap
        total: i64 = 0
        last: i64 = card + terrain.colors
        while card < last:
            held: i64 = cards[card]
            if held > 0:
                if held > cap:
                    held = cap
                row: i64 = ((ways_base + held) * (cap + 1) + wilds) * shapes
                reach: i64 = held + wilds + saved
                payable: i64 = within[reach if reach < cap else cap]
                if payable > top:
                    payable = top
                shape: i64 = 0
                while shape < payable:
                    total += ways[row + shape] * open_to_color[group + shape]
                    shape += 1
            group += shapes
            card += 1
        if wilds > 0:
            payable = within[wilds + saved if wilds + saved < cap else cap]
            if payable > top:
                payable = top
            units: i64 = saved * shapes
            shape = 0
            while shape < payable:
                if self.units[units + shape] <= wilds:
                    total += self.tracks.open_by_shape[at * shapes + shape]
                shape += 1
        self.counted = total
        return total

    def nth(self, seat: i64, kind: i64, n: i64) -> i64:
        terrain = self.terrain
        shapes = terrain.shape_count
        cap = self.cap
        within = terrain.shapes_within
        pieces = self.commons.pieces[seat]
        top: i64 = within[pieces if pieces < cap else cap]
        ways = self.ways
        saved = self.saved[seat]
        ways_base: i64 = saved * (cap + 1)
        at = self.tracks.list_of(seat, kind)
        group: i64 = at * self.tracks.groups
        open_to_color = self.tracks.open_to_color
        cards = self.hands.cards
        base: i64 = seat * self.hands.kinds
        wilds: i64 = cards[base + terrain.wild]
        if wilds > cap:
            wilds = cap
        color: i64 = 0
        while color < terrain.colors:
            held: i64 = cards[base + color]
            if held > 0:
                if held > cap:
                    held = cap
                row: i64 = ((ways_base + held) * (cap + 1) + wilds) * shapes
                shape: i64 = 0
                while shape < top:
                    per_route: i64 = ways[row + shape]
                    here: i64 = per_route * open_to_color[group + shape]
                    if n < here:
                        return self.nth_payment(at, color, shape, held, n, per_route, saved)
                    n -= here
                    shape += 1
            group += shapes
            color += 1
        return self.nth_all_wild(at, n, wilds, saved)

    def nth_payment(self, at: i64, color: i64, shape: i64, held: i64, n: i64, per_route: i64, saved: i64) -> i64:
        """The n-th claim of a shape with cards of a color: route by route, each with the fewest wilds first."""
        which: i64 = n // per_route
        wilds: i64 = self.units[saved * self.terrain.shape_count + shape] - held
        if wilds < self.terrain.shape_symbols[shape]:
            wilds = self.terrain.shape_symbols[shape]
        return self.number_of(self.nth_open(at, color, shape, which), color, wilds + n - which * per_route, saved)

    def nth_open(self, at: i64, color: i64, shape: i64, n: i64) -> i64:
        """The n-th open route of a color's group and then of the gray group of the same shape."""
        terrain = self.terrain
        tracks = self.tracks
        group: i64 = color * terrain.shape_count + shape
        colored = tracks.open[at * tracks.groups + group]
        if n >= colored:
            n -= colored
            group = terrain.colors * terrain.shape_count + shape
        return tracks.members[at * tracks.routes + terrain.group_start[group] + n]

    def nth_all_wild(self, at: i64, n: i64, wilds: i64, saved: i64) -> i64:
        """The n-th open route by shape and group, paid with nothing but wilds."""
        terrain = self.terrain
        tracks = self.tracks
        units: i64 = saved * tracks.shapes
        shape: i64 = 0
        while self.units[units + shape] > wilds or n >= tracks.open_by_shape[at * tracks.shapes + shape]:
            if self.units[units + shape] <= wilds:
                n -= tracks.open_by_shape[at * tracks.shapes + shape]
            shape += 1
        group: i64 = shape
        while n >= tracks.open[at * tracks.groups + group]:
            n -= tracks.open[at * tracks.groups + group]
            group += terrain.shape_count
        route = tracks.members[at * tracks.routes + terrain.group_start[group] + n]
        return self.number_of(route, terrain.wild, 0, saved)

    def legal(self, seat: i64, kind: i64, out: list[int]) -> None:
        terrain = self.terrain
        at = self.tracks.list_of(seat, kind)
        start = len(out)
        pieces = self.commons.pieces[seat]
        wilds = self.hands.held(seat, terrain.wild)
        route: i64 = 0
        while route < terrain.routes:
            if terrain.length[route] <= pieces and self.tracks.is_in(at, route):
                self.list_payments(seat, route, wilds, out)
            route += 1
        if self.saved[seat]:  # a route where nothing can be saved has lower numbers than one where something can
            out[start:] = sorted(out[start:])

    def list_payments(self, seat: i64, route: i64, wilds: i64, out: list[int]) -> None:
        """Append every way that a seat can pay for a route."""
        terrain = self.terrain
        saved = self.saved[seat]
        units = self.price(route, saved)
        color = terrain.color[route]
        last: i64 = color + 1
        if color == terrain.colors:
            color = 0
            last = terrain.colors
        while color < last:
            held = self.hands.held(seat, color)
            spend: i64 = units - held
            if spend < terrain.symbols[route]:
                spend = terrain.symbols[route]
            while spend <= wilds and spend < units:
                out.append(int(self.number_of(route, color, spend, saved)))
                spend += 1
            color += 1
        if wilds >= units:
            out.append(int(self.number_of(route, terrain.wild, units, saved)))

    def refusal(self, seat: i64, kind: i64, action: i64) -> str:
        at: i64 = action - self.first
        terrain = self.terrain
        route = self.routes[at]
        wilds = self.wilds[at]
        color = self.colors[at]
        cards = self.cards[at]
        shut = self.refusal_to_build(seat, kind, route)
        if shut:
            return shut
        if cards + wilds != self.price(route, self.saved[seat]):
            return f"{self.name_of(route)} takes {self.price(route, self.saved[seat])} cards, not {cards + wilds}"
        if self.hands.held(seat, terrain.wild) < wilds:
            return f"that needs {wilds} wild cards and you have {self.hands.held(seat, terrain.wild)}"
        if cards and self.hands.held(seat, color) < cards:
            card = terrain.card_names[color]
            return f"that needs {cards} {card} cards and you have {self.hands.held(seat, color)}"
        return ""

    def name_of(self, route: i64) -> str:
        """How people call a route."""
        board = self.commons.setting.board
        return board.route_name(board.routes[route])

    def refusal_to_build(self, seat: i64, kind: i64, route: i64) -> str:
        """Why a seat cannot claim a route, whatever it pays; "" if it can."""
        tracks = self.tracks
        name = self.name_of(route)
        length = self.terrain.length[route]
        if not tracks.is_in(tracks.list_of(seat, kind), route):
            if not tracks.is_permitted(seat, route):
                return f"you do not have all permissions that {name} needs"
            if kind == CLAIM_TAKEN:
                return f"{name} is not a route of another seat that you may claim as well"
            if tracks.owners[route]:
                return f"{name} is already claimed"
            return f"{name} is closed, as the other track of that double route is taken"
        if self.commons.pieces[seat] < length:
            return f"{name} needs {length} pieces and you have {self.commons.pieces[seat]}"
        return ""

    def typed(self, action: i64, offer: tuple[str, ...]) -> Action:
        at: i64 = action - self.first
        color = self.terrain.card_names[self.colors[at]]
        route = self.routes[at]
        name = self.commons.setting.board.routes[route].id
        saved = int(self.terrain.length[route] - self.wilds[at] - self.cards[at])
        if saved:
            return ClaimRouteForLess(name, color, int(self.wilds[at]), saved)
        return ClaimRoute(name, color, int(self.wilds[at]))

    def number(self, action: Action, offer: tuple[str, ...]) -> int:
        if not isinstance(action, ClaimRoute):
            return -1
        if action.route not in self.route_numbers:
            raise NotationError(f"there is no route '{action.route}'{closest(action.route, self.route_numbers)}")
        route = self.route_numbers[action.route]
        names = self.terrain.card_names
        if action.color not in names:
            raise NotationError(f"there is no '{action.color}' card on this board{closest(action.color, names)}")
        if not 0 <= action.wilds <= int(self.cap):  # as plain numbers: a huge one is no i64
            return self.explain_misfit(action, route)
        saved = action.saved if isinstance(action, ClaimRouteForLess) else 0
        if not 0 <= saved <= int(self.most_saved):
            raise NotationError(f"no claim on this board saves {saved} cards")
        number = self.number_of(route, names.index(action.color), action.wilds, saved)
        if self.first <= number < self.end and self.typed(number, offer) == action:
            return number
        return self.explain_misfit(action, route)

    def explain_misfit(self, action: ClaimRoute, route: i64) -> int:
        """Say why no payment of that kind exists for a route, whatever the hand."""
        found = self.commons.setting.board.routes[route]
        name = self.name_of(route)
        saved = action.saved if isinstance(action, ClaimRouteForLess) else 0
        units = int(self.price(route, saved)) if 0 <= saved <= int(self.most_saved) else 0
        if units != found.length - saved:
            raise NotationError(f"{name} cannot be claimed for {saved} cards less")
        if action.color == WILD:
            reason = f"an all-wild claim of {name} takes {units} wilds, not {action.wilds}"
        elif found.color not in ("gray", action.color):
            reason = f"{name} is {found.color} and cannot be claimed with {action.color} cards"
        elif found.wilds == units:
            reason = f"{name} has a wild symbol on every space and takes nothing but wilds"
        else:
            most = units - 1
            span = f"{most}" if found.wilds == most else f"{found.wilds} to {most}"
            reason = f"{name} takes {span} wilds beside {action.color} cards, not {action.wilds}"
        raise NotationError(reason)
