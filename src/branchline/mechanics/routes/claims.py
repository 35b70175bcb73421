"""Claiming a route with a set of one color and wilds (COM-026, COM-032, COM-042..COM-055, COM-061..COM-064).

A route of length n with k wild symbols takes n cards: k wilds for the symbols, and for the rest cards of the route's
color (any one color if it is gray) or wilds. An action is a route, a color and a number of wilds; a payment of nothing
but wilds has no color and exists once per route.

A board may let a seat save cards of the set. A symbol is never saved, nor the last card. Where a card can be saved it
is saved, so each route has one price for a seat; claims that save something have action numbers of their own.
"""

from typing import Final

from mypy_extensions import i64

from branchline.engine.commons import Commons
from branchline.engine.filling import fill
from branchline.engine.mechanic import Mechanic
from branchline.mechanics.cards.market import Market
from branchline.mechanics.routes.claim_tables import claim_tables
from branchline.mechanics.routes.route_claims import RouteClaims
from branchline.mechanics.routes.tracks import Tracks
from branchline.model.actions import Action, ClaimRoute, ClaimRouteForLess
from branchline.model.board import WILD
from branchline.model.errors import NotationError, closest
from branchline.model.events import RouteClaimed
from branchline.model.questions import Price
from branchline.model.vecs import vec


class ColorClaims(RouteClaims):
    """Claims by route, color and wilds. Number order: by route, then color, then wilds, the all-wild claim last."""

    def __init__(self, commons: Commons, market: Market, tracks: Tracks, most_saved: int = 0) -> None:
        super().__init__("claims", commons, market.hands, tracks)
        self.market: Final = market
        self.most_saved: i64 = most_saved  # that many cards at most can be saved in a claim
        self.saved: vec[i64] = vec[i64]([0] * commons.seats)  # that many each seat saves, where it can
        tables = claim_tables(commons.setting, most_saved)
        self.ways: vec[i64] = tables.ways
        self.words: i64 = self.terrain.words
        self.tables: Final = tables
        self.saving: i64 = tables.terrain.words * (tables.most_wilds + 1)  # entries of the packed tables by saving ...
        self.hand_sizes: i64 = tables.most_cards + 1  # ... and by number of wilds
        self.packed_ways: vec[i64] = tables.packed_ways
        self.packed_wild: vec[i64] = tables.packed_wild
        self.reach: vec[i64] = tables.reach
        self.by_color: vec[i64] = vec[i64]([0] * (self.terrain.colors + 1))  # the parts of the last count, wilds last
        self.units: vec[i64] = tables.units
        self.route_first: vec[i64] = tables.route_first
        self.routes: vec[i64] = tables.routes
        self.colors: vec[i64] = tables.colors
        self.wilds: vec[i64] = tables.wilds
        self.cards: vec[i64] = tables.cards

    def price(self, route: i64, saved: i64) -> i64:
        """The cards that a route takes of a seat that saves some."""
        at: i64 = saved * self.terrain.shape_count + self.terrain.shape[route]
        return self.units[at]

    # Claiming

    def claim(self, seat: i64, action: i64) -> i64:
        """Pay, lay the pieces, score (in this order: COM-053); returns the route."""
        at: i64 = action - self.first
        route = self.routes[at]
        color = self.colors[at]
        wilds = self.wilds[at]
        cards = self.cards[at]
        if self.commons.journal.on:
            self.note_payment(seat, action)
        self.market.pay(seat, color, cards, wilds)
        self.lay(seat, route)
        return route

    def lay(self, seat: i64, route: i64) -> None:
        """The cards are paid: put a piece on each space and score (COM-053)."""
        self.tracks.claim(seat, route)
        self.commons.pieces[seat] -= self.terrain.length[route]
        if self.commons.journal.on:
            self.commons.journal.add(RouteClaimed(seat, self.commons.setting.board.routes[route].id))
        self.commons.score(seat, self.terrain.points[route])

    # Questions

    def price_of(self, seat: i64, action: i64) -> Price | None:
        at: i64 = action - self.first
        cards = self.counted_cards([self.colors[at], self.terrain.wild], [self.cards[at], self.wilds[at]])
        return Price(cards, pieces=int(self.terrain.length[self.routes[at]]))

    def units_of(self, seat: i64, route: i64) -> i64:
        return self.price(route, self.saved[seat])

    def can_pay_for(self, seat: i64, route: i64) -> bool:
        terrain = self.terrain
        first, last = terrain.colors_for(route)
        held: i64 = 0  # the most of one color
        for color in range(first, last):
            held = max(held, self.hands.held(seat, color))
        wilds = self.hands.held(seat, terrain.wild)
        return wilds >= terrain.symbols[route] and held + wilds >= self.price(route, self.saved[seat])

    # State

    def reset(self) -> None:
        fill(self.saved, 0)

    def copy_from(self, other: Mechanic) -> None:
        assert isinstance(other, ColorClaims)
        self.saved = other.saved[:]

    # Actions

    def size(self) -> int:
        return len(self.routes)

    def number_of(self, route: i64, color: i64, wilds: i64, saved: i64) -> i64:
        """The action number of a claim by a seat that saves that many cards where it can."""
        terrain = self.terrain
        price: i64 = saved * terrain.shape_count + terrain.shape[route]
        symbols: i64 = terrain.symbols[route]
        span: i64 = self.units[price] - symbols
        column: i64 = 0  # a colored route has one column of payments, a gray one as many as there are colors
        if terrain.color[route] == terrain.colors:
            column = min(color, terrain.colors)
        elif color != terrain.color[route]:
            column = 1
        if color == terrain.wild:
            wilds = symbols
        at: i64 = saved * terrain.routes + route
        return self.first + self.route_first[at] + column * span + wilds - symbols

    def count(self, seat: i64, kind: i64) -> i64:
        """For each color, the sum of ways to pay times routes; then the all-wild claims. `nth` walks the same sum."""
        terrain = self.terrain
        open_routes = self.open_routes
        colors = terrain.colors
        shift = terrain.sum_at
        mask = terrain.field_mask
        pieces: i64 = self.commons.pieces[seat]
        payable = self.reach[pieces * self.words]
        cards = self.hands.cards
        hand: i64 = seat * self.hands.kinds
        wilds: i64 = cards[hand + terrain.wild]
        alone: i64 = self.saved[seat] * self.saving + wilds
        row: i64 = alone * self.hand_sizes
        ways = self.packed_ways
        opened = open_routes.packed
        at: i64 = 0
        if open_routes.lists > 1:
            at = open_routes.list_of(seat, kind) * open_routes.list_words
        gray: i64 = opened[at + colors]
        by_color = self.by_color
        total: i64 = 0
        for color in range(colors):
            here: i64 = cards[hand + color]
            if here > 0:
                here = (ways[row + here] & payable) * (opened[at + color] + gray) >> shift & mask
                total += here
            by_color[color] = here
        if wilds > 0:
            total += (self.packed_wild[alone] & payable) * opened[at + colors + 1] >> shift & mask
        if self.words > 1 and self.hands.sizes[seat] >= self.tables.further[self.saved[seat]]:
            total += self._count_further_words(seat, at, pieces, wilds)
        self.counted = total
        return total

    def nth(self, seat: i64, kind: i64, n: i64) -> i64:
        by_color = self.by_color
        colors = self.terrain.colors
        for color in range(colors):
            here: i64 = by_color[color]
            if n < here:
                return self._nth_of_color(seat, kind, color, n)
            n -= here
        return self._nth_all_wild(seat, kind, n)

    def _count_further_words(self, seat: i64, at: i64, pieces: i64, wilds: i64) -> i64:
        """The rest of the count, where the shapes take more than one word."""
        open_routes = self.open_routes
        every: i64 = self.terrain.colors + 1
        words = self.words
        total: i64 = 0
        for word in range(1, words):
            at += open_routes.columns
            if open_routes.packed[at + every] != 0:
                payable: i64 = self.reach[pieces * words + word]
                if payable != 0:
                    total += self._count_word(seat, word, at, payable, wilds)
        return total

    def _count_word(self, seat: i64, word: i64, at: i64, payable: i64, wilds: i64) -> i64:
        """The claims of the shapes of one word, whose open routes stand from `at` on."""
        terrain = self.terrain
        colors = terrain.colors
        shift = terrain.sum_at
        mask = terrain.field_mask
        cards = self.hands.cards
        hand: i64 = seat * self.hands.kinds
        alone: i64 = self.saved[seat] * self.saving + word * (self.tables.most_wilds + 1) + wilds
        row: i64 = alone * self.hand_sizes
        ways = self.packed_ways
        opened = self.open_routes.packed
        gray: i64 = opened[at + colors]
        by_color = self.by_color
        total: i64 = 0
        for color in range(colors):
            held: i64 = cards[hand + color]
            if held > 0:
                here: i64 = (ways[row + held] & payable) * (opened[at + color] + gray) >> shift & mask
                by_color[color] += here
                total += here
        return total + ((self.packed_wild[alone] & payable) * opened[at + colors + 1] >> shift & mask)

    def is_any_possible(self, seat: i64, at: i64, held: vec[i64], wilds: i64) -> bool:
        """Whether any route of a list can be claimed with so many cards of each color and wilds: `count`, cut short."""
        terrain = self.terrain
        colors = terrain.colors
        shift = terrain.sum_at
        mask = terrain.field_mask
        words = self.words
        ways = self.packed_ways
        opened = self.open_routes.packed
        place: i64 = at * self.open_routes.list_words
        alone: i64 = self.saved[seat] * self.saving + wilds
        reach: i64 = self.commons.pieces[seat] * words
        last: i64 = reach + words
        while reach < last:
            routes: i64 = opened[place + colors + 1]
            payable: i64 = self.reach[reach]
            if routes != 0 and payable != 0:
                row: i64 = alone * self.hand_sizes
                gray: i64 = opened[place + colors]
                for color in range(colors):
                    if (ways[row + held[color]] & payable) * (opened[place + color] + gray) >> shift & mask != 0:
                        return True
                if (self.packed_wild[alone] & payable) * routes >> shift & mask != 0:
                    return True
            place += self.open_routes.columns
            alone += self.tables.most_wilds + 1
            reach += 1
        return False

    def _nth_of_color(self, seat: i64, kind: i64, color: i64, n: i64) -> i64:
        """The n-th claim with cards of a color, shape by shape."""
        terrain = self.terrain
        open_routes = self.open_routes
        opened = open_routes.counts
        shapes = terrain.shape_count
        at = open_routes.list_of(seat, kind)
        colored: i64 = at * open_routes.groups + color * shapes
        gray: i64 = at * open_routes.groups + terrain.colors * shapes
        saved = self.saved[seat]
        cards = self.hands.cards
        hand: i64 = seat * self.hands.kinds
        held: i64 = cards[hand + color]
        wilds: i64 = cards[hand + terrain.wild]
        row: i64 = ((saved * (self.tables.most_wilds + 1) + wilds) * self.hand_sizes + held) * shapes
        ways = self.ways
        shape: i64 = 0
        while True:
            per_route: i64 = ways[row + shape]
            if per_route > 0:
                here: i64 = per_route * (opened[colored + shape] + opened[gray + shape])
                if n < here:
                    return self._nth_payment(at, color, shape, held, n, per_route, saved)
                n -= here
            shape += 1

    def _nth_payment(self, at: i64, color: i64, shape: i64, held: i64, n: i64, per_route: i64, saved: i64) -> i64:
        """The n-th claim of a shape with cards of a color: route by route, each with the fewest wilds first."""
        which: i64 = n // per_route
        price: i64 = saved * self.terrain.shape_count + shape
        wilds: i64 = max(self.units[price] - held, self.terrain.shape_symbols[shape])
        route = self.open_routes.nth_to_color(at, color, shape, which)
        return self.number_of(route, color, wilds + n - which * per_route, saved)

    def _nth_all_wild(self, seat: i64, kind: i64, n: i64) -> i64:
        """The n-th open route by shape and group, paid with nothing but wilds."""
        terrain = self.terrain
        open_routes = self.open_routes
        at = open_routes.list_of(seat, kind)
        saved = self.saved[seat]
        wilds = self.hands.held(seat, terrain.wild)
        price: i64 = saved * terrain.shape_count
        shape: i64 = 0
        while True:
            if self.units[price] <= wilds:
                here = open_routes.of_shape(at, shape)
                if n < here:
                    break
                n -= here
            price += 1
            shape += 1
        return self.number_of(self.open_routes.nth_of_shape(at, shape, n), terrain.wild, 0, saved)

    def write_legal(self, seat: i64, kind: i64, out: vec[i64], at: i64) -> i64:
        """For each color and shape: the same payments for all open routes of its group and of the gray one."""
        terrain = self.terrain
        shapes = terrain.shape_count
        colors = terrain.colors
        routes = self.open_routes.list_of(seat, kind)
        opened = self.open_routes.counts
        groups: i64 = routes * self.open_routes.groups
        gray: i64 = colors * shapes
        saved = self.saved[seat]
        price: i64 = saved * shapes
        base: i64 = saved * terrain.routes
        cards = self.hands.cards
        hand: i64 = seat * self.hands.kinds
        wilds: i64 = cards[hand + terrain.wild]
        row: i64 = (saved * (self.tables.most_wilds + 1) + wilds) * self.hand_sizes
        ways = self.ways
        left: i64 = self.counted
        for color in range(colors):
            end: i64 = at + self.by_color[color]  # where the claims with this color end
            left -= self.by_color[color]
            held: i64 = cards[hand + color]
            way: i64 = (row + held) * shapes
            shape: i64 = 0
            while at < end:
                count: i64 = ways[way + shape]
                if count > 0:
                    span: i64 = self.units[price + shape] - terrain.shape_symbols[shape]
                    fewest: i64 = span - held if span > held else 0
                    group: i64 = color * shapes + shape
                    if opened[groups + group] > 0:
                        at = self._write_payments(routes, group, base, fewest, count, out, at)
                    group = gray + shape
                    if opened[groups + group] > 0:
                        at = self._write_payments(routes, group, base, color * span + fewest, count, out, at)
                shape += 1
        if left == 0:
            return at
        return self._write_all_wild(routes, terrain.shapes_within[self._pieces_up_to(seat)], saved, wilds, out, at)

    def _write_payments(
        self, routes: i64, group: i64, base: i64, fewest: i64, count: i64, out: vec[i64], at: i64
    ) -> i64:
        """Write payments with the fewest wilds and up, for all open routes of a group: numbers that follow each other.

        `write_open` does the same for payments in any order.
        """
        open_routes = self.open_routes
        members = open_routes.members
        firsts = self.route_first
        fewest += self.first
        place: i64 = routes * open_routes.routes + self.terrain.group_start[group]
        last: i64 = place + open_routes.counts[routes * open_routes.groups + group]
        if count == 1:
            for k in range(place, last):
                out[at] = fewest + firsts[base + members[k]]
                at += 1
            return at
        for k in range(place, last):
            number: i64 = fewest + firsts[base + members[k]]
            for way in range(count):
                out[at + way] = number + way
            at += count
        return at

    def _write_all_wild(self, routes: i64, top: i64, saved: i64, wilds: i64, out: vec[i64], at: i64) -> i64:
        """Write the claims with nothing but wilds."""
        terrain = self.terrain
        shapes = terrain.shape_count
        for shape in range(top):
            units: i64 = self.units[saved * shapes + shape]
            if units <= wilds:
                span: i64 = units - terrain.shape_symbols[shape]
                for color in range(terrain.colors + 1):
                    column: i64 = terrain.colors if color == terrain.colors else 1  # behind all others of the route
                    group: i64 = color * shapes + shape
                    at = self._write_payments(routes, group, saved * terrain.routes, column * span, 1, out, at)
        return at

    def _pieces_up_to(self, seat: i64) -> i64:
        """How many pieces a seat has; more than the longest route takes make no difference."""
        pieces = self.commons.pieces[seat]
        return min(pieces, self.terrain.longest)

    def refusal(self, seat: i64, kind: i64, action: i64) -> str:
        at: i64 = action - self.first
        route = self.routes[at]
        wilds = self.wilds[at]
        color = self.colors[at]
        cards = self.cards[at]
        shut = self.refusal_of_route(seat, kind, route)
        if shut:
            return shut
        if cards + wilds != self.price(route, self.saved[seat]):
            return f"{self.name_of(route)} takes {self.price(route, self.saved[seat])} cards, not {cards + wilds}"
        return self.lacking(seat, [self.terrain.wild, color], [wilds, cards])

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
        route = self.find_route(action.route)
        names = self.terrain.card_names
        if action.color not in names:
            raise NotationError(f"there is no '{action.color}' card on this board{closest(action.color, names)}")
        if not 0 <= action.wilds <= int(self.terrain.longest):  # as plain numbers: a huge one is no i64
            return self._explain_misfit(action, route)
        saved = action.saved if isinstance(action, ClaimRouteForLess) else 0
        if not 0 <= saved <= int(self.most_saved):
            raise NotationError(f"no claim on this board saves {saved} cards")
        number = self.number_of(route, names.index(action.color), action.wilds, saved)
        if self.first <= number < self.end and self.typed(number, offer) == action:
            return number
        return self._explain_misfit(action, route)

    def _explain_misfit(self, action: ClaimRoute, route: i64) -> int:
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
