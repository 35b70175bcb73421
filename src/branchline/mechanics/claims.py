"""Claiming a route with a set of one color and wilds (COM-026, COM-032, COM-042..COM-055, COM-061..COM-064).

A route of length n with k wild symbols takes n cards: k wilds for the symbols, and for the rest cards of the route's
color (any one color if it is gray) or wilds. An action is a route, a color and a number of wilds; a payment of nothing
but wilds has no color and exists once per route.
"""

from librt.vecs import vec
from mypy_extensions import i64

from branchline.engine.commons import Commons
from branchline.engine.mechanic import Mechanic
from branchline.mechanics.market import Market
from branchline.mechanics.tracks import Tracks
from branchline.model.actions import Action, ClaimRoute
from branchline.model.board import WILD
from branchline.model.errors import NotationError, closest
from branchline.model.events import CardsPaid, RouteClaimed


class ColorClaims(Mechanic):
    """Claims by route, color and wilds. Number order: by route, then color, then wilds, the all-wild claim last."""

    def __init__(self, commons: Commons, market: Market, tracks: Tracks) -> None:
        super().__init__("claims", commons)
        self.has_view = False
        terrain = commons.terrain
        self.terrain = terrain
        self.market = market
        self.hands = market.hands
        self.tracks = tracks
        self.cap: i64 = terrain.longest  # more cards than the longest route of a kind are as good as that many
        self.ways: vec[i64] = vec[i64]()
        self.route_first: vec[i64] = vec[i64]()  # offset of each route's first action
        self.routes: vec[i64] = vec[i64]()  # of each action: the route ...
        self.colors: vec[i64] = vec[i64]()  # ... the color (the wild kind for the all-wild claim) ...
        self.wilds: vec[i64] = vec[i64]()  # ... and the number of wilds
        self.route_numbers: dict[str, int] = {route.id: route.index for route in commons.setting.board.routes}
        self.build_ways()
        self.build_actions()

    def build_ways(self) -> None:
        """ways[(n, w), shape]: in how many ways n cards of a color, at least one of them, and w wilds pay."""
        terrain = self.terrain
        ways: list[int] = []
        for cards in range(self.cap + 1):
            for wilds in range(self.cap + 1):
                for shape in range(terrain.shape_count):
                    length = int(terrain.shape_length[shape])
                    fewest = max(int(terrain.shape_symbols[shape]), length - cards)
                    most = min(wilds, length - 1)
                    ways.append(max(0, most - fewest + 1) if cards else 0)
        self.ways = vec[i64]([i64(n) for n in ways])

    def build_actions(self) -> None:
        """The table of all claims."""
        terrain = self.terrain
        first: list[int] = []
        actions: list[tuple[int, int, int]] = []
        for route in range(terrain.routes):
            first.append(len(actions))
            color = int(terrain.color[route])
            length = int(terrain.length[route])
            for paying in range(terrain.colors) if color == terrain.colors else (color,):
                actions += [(route, paying, wilds) for wilds in range(terrain.symbols[route], length)]
            actions.append((route, int(terrain.wild), length))
        self.route_first = vec[i64]([i64(n) for n in first])
        self.routes = vec[i64]([i64(route) for route, _, _ in actions])
        self.colors = vec[i64]([i64(color) for _, color, _ in actions])
        self.wilds = vec[i64]([i64(wilds) for _, _, wilds in actions])

    # Claiming

    def claim(self, seat: i64, action: i64) -> i64:
        """Pay, lay the pieces, score (in this order: COM-053); returns the route."""
        at: i64 = action - self.first
        route = self.routes[at]
        color = self.colors[at]
        wilds = self.wilds[at]
        length = self.terrain.length[route]
        if self.commons.journal.on:
            self.note_payment(seat, color, length - wilds, wilds)
        self.market.pay(seat, color, length - wilds, wilds)
        self.tracks.claim(seat, route)
        self.commons.pieces[seat] -= length
        if self.commons.journal.on:
            self.commons.journal.add(RouteClaimed(seat, self.commons.setting.board.routes[route].id))
        self.commons.score(seat, self.terrain.points[route])
        return route

    def note_payment(self, seat: i64, color: i64, cards: i64, wilds: i64) -> None:
        """Tell the journal which cards are paid."""
        names = self.terrain.card_names
        paid = [(names[color], int(cards))] if cards else []
        if wilds:
            paid.append((WILD, int(wilds)))
        self.commons.journal.add(CardsPaid(seat, tuple(paid)))

    # Actions

    def size(self) -> int:
        return len(self.routes)

    def number_of(self, route: i64, color: i64, wilds: i64) -> i64:
        """The action number of a claim."""
        terrain = self.terrain
        span: i64 = terrain.length[route] - terrain.symbols[route]
        column: i64 = 0  # a colored route has one column of payments, a gray one as many as there are colors
        if terrain.color[route] == terrain.colors:
            column = color if color < terrain.colors else terrain.colors
        elif color != terrain.color[route]:
            column = 1
        if color == terrain.wild:
            wilds = terrain.symbols[route]
        return self.first + self.route_first[route] + column * span + wilds - terrain.symbols[route]

    def count(self, seat: i64, kind: i64) -> i64:
        """For each color and shape: ways to pay times routes; then the all-wild claims. `nth` walks the same sum."""
        terrain = self.terrain
        shapes = terrain.shape_count
        cap = self.cap
        within = terrain.shapes_within
        pieces = self.commons.pieces[seat]
        top: i64 = within[pieces if pieces < cap else cap]
        ways = self.ways
        at = self.tracks.list_of(seat)
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
                row: i64 = (held * (cap + 1) + wilds) * shapes
                reach: i64 = held + wilds
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
            payable = within[wilds]
            if payable > top:
                payable = top
            shape = 0
            while shape < payable:
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
        at = self.tracks.list_of(seat)
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
                row: i64 = (held * (cap + 1) + wilds) * shapes
                shape: i64 = 0
                while shape < top:
                    per_route: i64 = ways[row + shape]
                    here: i64 = per_route * open_to_color[group + shape]
                    if n < here:
                        return self.nth_payment(at, color, shape, held, n, per_route)
                    n -= here
                    shape += 1
            group += shapes
            color += 1
        return self.nth_all_wild(at, n)

    def nth_payment(self, at: i64, color: i64, shape: i64, held: i64, n: i64, per_route: i64) -> i64:
        """The n-th claim of a shape with cards of a color: route by route, each with the fewest wilds first."""
        which: i64 = n // per_route
        wilds: i64 = self.terrain.shape_length[shape] - held
        if wilds < self.terrain.shape_symbols[shape]:
            wilds = self.terrain.shape_symbols[shape]
        return self.number_of(self.nth_open(at, color, shape, which), color, wilds + n - which * per_route)

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

    def nth_all_wild(self, at: i64, n: i64) -> i64:
        """The n-th open route by shape and group, paid with nothing but wilds."""
        terrain = self.terrain
        tracks = self.tracks
        shape: i64 = 0
        while n >= tracks.open_by_shape[at * tracks.shapes + shape]:
            n -= tracks.open_by_shape[at * tracks.shapes + shape]
            shape += 1
        group: i64 = shape
        while n >= tracks.open[at * tracks.groups + group]:
            n -= tracks.open[at * tracks.groups + group]
            group += terrain.shape_count
        route = tracks.members[at * tracks.routes + terrain.group_start[group] + n]
        return self.number_of(route, terrain.wild, terrain.length[route])

    def legal(self, seat: i64, kind: i64, out: list[int]) -> None:
        terrain = self.terrain
        pieces = self.commons.pieces[seat]
        wilds = self.hands.held(seat, terrain.wild)
        route: i64 = 0
        while route < terrain.routes:
            if terrain.length[route] <= pieces and self.tracks.is_open(seat, route):
                self.list_payments(seat, route, wilds, out)
            route += 1

    def list_payments(self, seat: i64, route: i64, wilds: i64, out: list[int]) -> None:
        """Append every way that a seat can pay for a route."""
        terrain = self.terrain
        length = terrain.length[route]
        color = terrain.color[route]
        last: i64 = color + 1
        if color == terrain.colors:
            color = 0
            last = terrain.colors
        while color < last:
            held = self.hands.held(seat, color)
            spend: i64 = length - held
            if spend < terrain.symbols[route]:
                spend = terrain.symbols[route]
            while spend <= wilds and spend < length:
                out.append(int(self.number_of(route, color, spend)))
                spend += 1
            color += 1
        if wilds >= length:
            out.append(int(self.number_of(route, terrain.wild, length)))

    def refusal(self, seat: i64, kind: i64, action: i64) -> str:
        at: i64 = action - self.first
        terrain = self.terrain
        route = self.routes[at]
        wilds = self.wilds[at]
        color = self.colors[at]
        length = terrain.length[route]
        name = self.commons.setting.board.routes[route].id
        if not self.tracks.is_open(seat, route):
            if self.tracks.owners[route]:
                return f"{name} is already claimed"
            return f"{name} is closed, as the other track of that double route is taken"
        if self.commons.pieces[seat] < length:
            return f"{name} needs {length} pieces and you have {self.commons.pieces[seat]}"
        if self.hands.held(seat, terrain.wild) < wilds:
            return f"that needs {wilds} wild cards and you have {self.hands.held(seat, terrain.wild)}"
        if wilds < length and self.hands.held(seat, color) < length - wilds:
            card = terrain.card_names[color]
            return f"that needs {length - wilds} {card} cards and you have {self.hands.held(seat, color)}"
        return ""

    def typed(self, action: i64, offer: tuple[str, ...]) -> Action:
        at: i64 = action - self.first
        color = self.terrain.card_names[self.colors[at]]
        return ClaimRoute(self.commons.setting.board.routes[self.routes[at]].id, color, int(self.wilds[at]))

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
        number = self.number_of(route, names.index(action.color), action.wilds)
        if self.first <= number < self.end and self.typed(number, offer) == action:
            return number
        return self.explain_misfit(action, route)

    def explain_misfit(self, action: ClaimRoute, route: i64) -> int:
        """Say why no payment of that kind exists for a route, whatever the hand."""
        found = self.commons.setting.board.routes[route]
        if action.color == WILD:
            reason = f"an all-wild claim of {found.id} takes {found.length} wilds"
        elif found.color not in ("gray", action.color):
            reason = f"{found.id} is {found.color} and cannot be claimed with {action.color} cards"
        else:
            reason = f"{found.id} takes {found.wilds} to {found.length - 1} wilds beside {action.color} cards"
        raise NotationError(f"{reason}, not {action.wilds}" if "takes" in reason else reason)
