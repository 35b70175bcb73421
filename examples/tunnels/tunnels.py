"""Tunnels: routes whose price is not known before it is paid.

Whoever claims a tunnel lays down its price, then cards are turned up from the deck. Each of them that has the color of
the payment, or is a wild, makes the tunnel dearer by one card. The seat pays that too, in the same color or with wilds,
or takes its cards back, and its turn is over. A tunnel paid with nothing but wilds is made dearer by wilds only.

The mechanic knows the state and the actions, the addition joins it to the common rules, and the words at the end are
its face. Reports, encodings and the terminal make do with its plain fields.
"""

from __future__ import annotations

from dataclasses import dataclass

from branchline.engine.bill import Bill
from branchline.engine.commons import Commons
from branchline.engine.decisions import new_kind
from branchline.engine.mechanic import Mechanic
from branchline.mechanics.additions import Addition, Composition
from branchline.mechanics.composed import ComposedRules
from branchline.mechanics.routes.claims import ColorClaims
from branchline.model.actions import Action
from branchline.model.board import Board
from branchline.model.errors import BadSetup, closest
from branchline.model.events import SeatEvent
from branchline.model.faces import FACES, Words
from branchline.model.observation import Observation, View
from branchline.planner.faces import CHOOSERS
from branchline.words.plain import cards_in_words, counted, listed
from branchline.words.sentences import Teller
from branchline.words.things import for_route, part

PAY_TUNNEL = new_kind("pay for a tunnel")
NOTHING = -1


@dataclass(frozen=True, slots=True)
class PayMore(Action):
    """Pay what the tunnel costs beyond its length, with that many wilds and the rest in the color of the claim."""

    wilds: int


@dataclass(frozen=True, slots=True)
class GiveUpTunnel(Action):
    """Take the cards back; the turn is over."""


@dataclass(frozen=True, slots=True)
class TunnelDug(SeatEvent):
    """Cards were turned up for a tunnel, and that many of them make it dearer."""

    route: str
    cards: tuple[str, ...]
    more: int

    from_chance = True


@dataclass(frozen=True, slots=True)
class TunnelPaid(SeatEvent):
    """A seat paid these cards beyond the length of a tunnel."""

    cards: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class TunnelGivenUp(SeatEvent):
    """A seat took its cards back."""

    route: str


@dataclass(frozen=True, slots=True)
class TunnelsView(View):
    """The tunnel that is being dug: all saw the cards that were laid down and turned up."""

    claim: int | None  # the number of the claim that waits
    route: str | None
    more: int  # cards that it costs beyond its length


class Tunnels(Mechanic):
    """The claim that waits for its full price, and the answers to it."""

    def __init__(self, commons: Commons, claims: ColorClaims) -> None:
        super().__init__("tunnels", commons)
        board = commons.setting.board
        facts = board.extras["tunnels"]
        self.claims = claims
        self.market = claims.market
        self.cards: int = facts["cards"]
        self.routes = {tunnel_index(board, name) for name in facts["routes"]}
        self.claim = NOTHING
        self.more = 0

    # Digging

    def is_tunnel(self, action: int) -> bool:
        """Whether a claim is one of a tunnel."""
        return int(self.claims.routes[action - self.claims.first]) in self.routes

    def dig(self, seat: int, action: int) -> bool:
        """Turn up cards for a claim; whether it became dearer."""
        color, cards, wilds = self.price(action)
        pile, wild = self.market.pile, self.commons.terrain.wild
        turned_up: list[int] = []
        while len(turned_up) < self.cards and pile.left:
            turned_up.append(int(pile.draw()))
        for card in turned_up:
            pile.discard(card, 1)
        pile.renew_if_empty()
        self.more = sum(card in (color, wild) for card in turned_up)
        self.claim = action if self.more else NOTHING
        laid_down = {wild: cards + wilds} if color == wild else {color: cards, wild: wilds}
        for card, count in laid_down.items():  # for all to see
            at = seat * self.market.hands.kinds + card
            self.market.hands.known[at] = max(self.market.hands.known[at], count)
        if self.commons.journal.on:
            names = self.commons.terrain.card_names
            shown = tuple(names[card] for card in turned_up)
            self.commons.journal.add(TunnelDug(seat, self.route_id(action), shown, self.more))
        return self.more > 0

    def price(self, action: int) -> tuple[int, int, int]:
        """What a claim pays: its color, how many cards of it, and how many wilds."""
        at = action - self.claims.first
        return int(self.claims.colors[at]), int(self.claims.cards[at]), int(self.claims.wilds[at])

    def route_id(self, action: int) -> str:
        """The route that a claim is about."""
        return self.commons.setting.board.routes[self.claims.routes[action - self.claims.first]].id

    def pay_more(self, seat: int, action: int) -> None:
        """Pay what the tunnel costs beyond its length."""
        wilds = action - self.first
        color, wild = self.price(self.claim)[0], int(self.commons.terrain.wild)
        self.market.pay(seat, color, 0 if color == wild else self.more - wilds, wilds)
        if self.commons.journal.on:
            names = self.commons.terrain.card_names
            paid = ((names[color], 0 if color == wild else self.more - wilds), (names[wild], wilds))
            self.commons.journal.add(TunnelPaid(seat, tuple((card, count) for card, count in paid if count)))

    def forget(self) -> int:
        """Nothing waits any more; returns the claim that did."""
        claim, self.claim, self.more = self.claim, NOTHING, 0
        return claim

    # Questions

    def complete(self, bill: Bill) -> None:
        """What a tunnel costs on top, nobody knows before."""
        if any(int(line.route) in self.routes for line in bill.lines):
            bill.at_least = True

    # Actions: pay with 0, 1, 2 ... wilds, or give up

    def size(self) -> int:
        return self.cards + 2

    def can_pay(self, seat: int, wilds: int) -> bool:
        """Whether a hand has the price of the claim and what comes on top, with that many wilds for the latter."""
        color, cards, base_wilds = self.price(self.claim)
        wild = int(self.commons.terrain.wild)
        held = self.market.hands.held
        if color == wild:
            return wilds == self.more and held(seat, wild) >= cards + base_wilds + wilds
        if not 0 <= wilds <= self.more:
            return False
        return held(seat, color) >= cards + self.more - wilds and held(seat, wild) >= base_wilds + wilds

    def options(self, seat: int) -> list[int]:
        """All legal answers."""
        paying = [self.first + wilds for wilds in range(self.cards + 1) if self.can_pay(seat, wilds)]
        return [*paying, self.first + self.cards + 1]

    def count(self, seat: int, kind: int) -> int:
        self.counted = len(self.options(seat))
        return int(self.counted)

    def nth(self, seat: int, kind: int, n: int) -> int:
        return self.options(seat)[n]

    def legal(self, seat: int, kind: int, out: list[int]) -> None:
        out += self.options(seat)

    def refusal(self, seat: int, kind: int, action: int) -> str:
        return "" if action in self.options(seat) else "these cards do not pay for the tunnel"

    def typed(self, action: int, offer: tuple[str, ...]) -> Action:
        wilds = int(action) - int(self.first)
        return PayMore(wilds) if wilds <= self.cards else GiveUpTunnel()

    def number(self, action: Action, offer: tuple[str, ...]) -> int:
        if isinstance(action, PayMore) and 0 <= action.wilds <= self.cards:
            return int(self.first) + action.wilds
        return int(self.first) + self.cards + 1 if isinstance(action, GiveUpTunnel) else -1

    # State and views

    def reset(self) -> None:
        self.forget()

    def copy_from(self, other: Mechanic) -> None:
        assert isinstance(other, Tunnels)
        self.claim, self.more = other.claim, other.more

    def check(self) -> None:
        assert (self.claim == NOTHING) == (self.more == 0), "a tunnel without a claim, or a claim without a tunnel"

    def view(self, seat: int | None, revealed: bool) -> View:
        if self.claim == NOTHING:
            return TunnelsView(None, None, 0)
        return TunnelsView(self.claim, self.route_id(self.claim), self.more)

    def imagine(self, seen: Observation) -> None:
        view = self.seen_part(seen)
        assert isinstance(view, TunnelsView)
        self.claim = NOTHING if view.claim is None else view.claim
        self.more = view.more


class TunnelsAddition(Addition):
    """Claims of tunnels wait until their full price is known."""

    needs = ("tunnels",)

    def __init__(self, rules: Composition) -> None:
        super().__init__(rules)
        if not isinstance(rules, ComposedRules):
            raise BadSetup("tunnels are claimed with cards of one color, as on most boards")
        self.common = rules
        self.tunnels = Tunnels(rules.commons, rules.claims)
        self.join(self.tunnels, [PAY_TUNNEL], [])

    def before_claim(self, seat: int, action: int) -> bool:
        if not self.tunnels.is_tunnel(action) or not self.tunnels.dig(seat, action):
            return False
        self.rules.ask(seat, PAY_TUNNEL)
        return True

    def answer(self, seat: int, kind: int, action: int) -> None:
        if action < self.tunnels.first + self.tunnels.cards + 1:
            self.tunnels.pay_more(seat, action)
            self.common.complete_claim(seat, self.tunnels.forget())
            return
        route = self.tunnels.route_id(self.tunnels.forget())
        if self.rules.commons.journal.on:
            self.rules.commons.journal.add(TunnelGivenUp(seat, route))


def tunnel_index(board: Board, name: str) -> int:
    """The index of a route that the board file calls a tunnel."""
    ids = [route.id for route in board.routes]
    if name not in ids:
        raise BadSetup(f"[extras.tunnels] of {board.title} names the route '{name}'{closest(name, ids)}")
    return ids.index(name)


# Its face: what the planner answers, and the words


def pay_if_possible(mechanic: Tunnels, seat: int, kind: int) -> int:
    """A tunnel that was wanted is still wanted; wilds are kept as long as the color suffices."""
    return mechanic.options(seat)[0]


def _ask(seen: Observation) -> str:
    view = part(seen, TunnelsView)
    assert view is not None
    return f"The tunnel costs {counted(view.more, 'more card')}{for_route(seen, view.route)}. Do you pay?"


def _dug(teller: Teller, event: TunnelDug) -> str:
    shown = listed([card if card != "wild" else "a locomotive" for card in event.cards]) if event.cards else "nothing"
    dearer = f"which makes it {counted(event.more, 'card')} dearer" if event.more else "which costs nothing more"
    return f"dug a tunnel{_between(teller, event.route)}: {shown} turned up, {dearer}"


def _between(teller: Teller, route_id: str) -> str:
    route = teller.routes[route_id]
    return f" from {teller.board.cities[route.a].name} to {teller.board.cities[route.b].name}"


def _rules(board: Board) -> list[str]:
    facts = board.extras["tunnels"]
    names = [board.route_name(route) for route in board.routes if route.id in facts["routes"] and route.track == 1]
    return [
        f"Whoever builds a tunnel lays down its price, then {facts['cards']} cards are turned up from the deck.",
        "Each of them that has the color of the payment, or is a locomotive, makes the tunnel one card dearer.",
        "Pay that too, in the same color or with locomotives, or take your cards back: then the turn is over.",
        f"Tunnels are {listed(names)}.",
    ]


FACES.add(
    Tunnels,
    Words(
        questions={"pay for a tunnel": _ask},
        doing={"pay for a tunnel": "{} is digging a tunnel."},
        events={
            TunnelDug: _dug,
            TunnelPaid: lambda _, event: f"paid {cards_in_words(event.cards)} more",
            TunnelGivenUp: lambda *_: "took the cards back",
        },
        title="Tunnels",
        rules=_rules,
    ),
)
CHOOSERS.add(Tunnels, pay_if_possible)
