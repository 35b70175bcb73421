"""A turn with technologies, in the order of the rulebook: buy one or none, then act (UKD-001..UKD-092).

Cards, claims and tickets are the common ones (mechanics/composed.py). New here: some cards together stand for a
locomotive (mechanics/bundles), and technologies that open the map (technologies.py). A variant with advanced
technologies differs only in what is for sale. `boards/uk/RULINGS.md` lists what the rulebook leaves open.
"""

from typing import Any, ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from branchline.engine.decisions import (
    AFTER_PURCHASE,
    CLAIM_FIRST,
    CLAIM_SECOND,
    CLAIM_TAKEN,
    KEEP_TICKETS,
    PAY_BUNDLE,
    SECOND_CARD,
    TURN,
)
from branchline.engine.mechanic import Mechanic
from branchline.engine.terrain import NONE
from branchline.mechanics.bundles.bundle_claims import BundleClaims
from branchline.mechanics.bundles.bundles import Bundles
from branchline.mechanics.bundles.purse import Purse
from branchline.mechanics.composed import ComposedRules
from branchline.mechanics.routes.claims import ColorClaims
from branchline.mechanics.routes.longest_path import LongestPathSearch
from branchline.mechanics.technologies.blind_draw import BlindDraw
from branchline.mechanics.technologies.declining import Declining
from branchline.mechanics.technologies.permissions import Permissions
from branchline.mechanics.technologies.technologies import Technologies, on_sale
from branchline.model.vecs import vec

TECHNOLOGY: Final[dict[str, Any]] = {
    "title": "",
    "set": "",
    "copies": 1,
    "cost": 1,
    "regions?": ["region"],
    "lengths?": [1],
    "ferries?": True,
    **dict.fromkeys(("cards_per_locomotive?", "cards_less?", "blind_draw?", "routes_this_turn?"), 1),
    **dict.fromkeys(("points_per_route?", "points_per_ferry?", "points_per_completed_ticket?"), 1),
    **dict.fromkeys(("only_before_reshuffle?", "returned_after_use?", "claim_taken_route?"), True),
    "longest_route_points?": [-99],
    "most_tickets_points?": [-99],
}


@mypyc_attr(allow_interpreted_subclasses=True)
class Rules(ComposedRules):
    """Buy a technology or none, then draw cards, claim a route, or draw tickets."""

    needs: ClassVar[tuple[str, ...]] = ("start", "bundle", "technologies")
    facts: ClassVar[dict[str, Any]] = {
        "start": {"wilds": 0, "regions": ["region"], "max_length": 0, "ferries": True},
        "bundle": {"cards": 1},
        "technologies": {"*": TECHNOLOGY},
    }

    def compose_turn(self) -> None:
        super().compose_turn()
        setting = self.setting
        extras: Any = setting.board.extras
        cards = on_sale(extras, setting.variant.options["technology_sets"])
        permissions = Permissions(setting.board, extras["start"])
        most_saved = max([card.get("cards_less", 0) for card in cards.values()])
        self.starting_wilds: i64 = extras["start"]["wilds"]
        self.tracks.ask_permissions(permissions.needs())
        self.claims = ColorClaims(self.commons, self.market, self.tracks, most_saved)
        self.purse = Purse(self.claims, extras["bundle"]["cards"])
        self.bundle_claims = BundleClaims(self.purse)
        self.technologies = Technologies(self.purse, permissions, cards)
        self.blind_draw = BlindDraw(self.market, self.technologies)
        self.bundles = Bundles(self.purse, self.technologies)
        claiming: list[Mechanic] = [self.claims, self.bundle_claims]
        regular: list[Mechanic] = [self.market, self.tickets, *claiming, self.blind_draw]
        self.declining = Declining(self.commons, regular, self.technologies, claiming)
        self.longest_path = LongestPathSearch(self.commons.terrain)
        self.path_lengths: vec[i64] = vec[i64]([0] * self.seats)
        self.compose([self.hands, self.tracks, *regular, self.technologies, self.bundles, self.declining])
        self.offer_turn([*regular, self.technologies, self.declining])
        self.offer(AFTER_PURCHASE, regular)
        self.offer(PAY_BUNDLE, [self.bundles])
        for kind in (CLAIM_TAKEN, CLAIM_FIRST, CLAIM_SECOND):
            self.offer(kind, [*claiming, self.declining])
        self.lines += [name for name, card in cards.items() if self.scores_at_end(card)]

    def scores_at_end(self, card: dict[str, Any]) -> bool:
        """Whether a technology has a line of its own on the score sheet."""
        names = ("points_per_completed_ticket", "most_tickets_points", "longest_route_points")
        return any([name in card for name in names])

    # Setup

    def set_up(self) -> None:
        """A locomotive and cards for everyone, the face-up row, and tickets to choose from (UKD-004..UKD-009)."""
        numbers = self.setting.numbers
        self.lay_out()
        self.market.deal_wilds(self.starting_wilds)
        self.market.deal(numbers.hand)
        self.market.open_row()
        self.tickets.shuffle()
        self.tickets.deal(numbers.deal)
        self.ask_all(KEEP_TICKETS)

    def set_up_further(self, stage: i64) -> bool:
        """All have chosen: returned tickets go under the deck, and the first seat begins (COM-010, COM-011)."""
        if self.tickets.offers.opening:
            self.tickets.resolve_opening(self.first_seat)
        return self.lay_out_further()

    # A turn

    def play(self, seat: i64, kind: i64, action: i64) -> None:
        if kind == PAY_BUNDLE:
            self.bundles.choose(action)
            self.pay_or_ask(seat)
        elif self.is_answered(seat, kind, action):
            pass
        elif action < self.claims.end:  # cards, tickets, and claims with one color and wilds
            begun = kind == SECOND_CARD or kind == KEEP_TICKETS  # noqa: PLR1714 - `in` would box the numbers
            ComposedRules.play(self, seat, kind if begun else TURN, action)
        elif action < self.bundle_claims.end:
            self.claim_with_bundles(seat, action)
        elif action < self.blind_draw.end:
            self.blind_draw.draw(seat, action)
        elif action < self.technologies.end:
            self.buy(seat, action)
        elif action >= self.declining.end:
            self.play_added(seat, action)
        elif kind == TURN:  # nothing to do but buy, and the seat would not (N38)
            self.acted = False
            self.pass_turn(seat)
        technologies = self.technologies
        if self.market.pile.renewals > 0 and not technologies.withdrawn:
            technologies.withdraw_after_reshuffle()
        if self.open.depth == 0 and technologies.owned[seat] & technologies.returning != 0:
            technologies.return_used(seat)

    def buy(self, seat: i64, action: i64) -> None:
        """Pay for a technology with locomotives and bundles (UKD-046, UKD-048)."""
        card = self.technologies.card_of(action)
        bundles = self.technologies.bundles_of(action)
        if bundles > 0:
            self.bundles.begin_purchase(seat, card, self.technologies.cost[card] - bundles, bundles)
            self.pay_or_ask(seat)
        else:
            self.technologies.pay_in_wilds(seat, card)
            self.receive(seat, card)

    def receive(self, seat: i64, card: i64) -> None:
        """The technology works from now on; then comes the action of the turn, or the claim it was bought for."""
        self.technologies.hand_over(seat, card)
        bound = self.technologies.bound[card]
        if bound == NONE:
            self.ask(seat, AFTER_PURCHASE)
            return
        if bound == CLAIM_FIRST:
            self.ask(seat, CLAIM_SECOND)  # comes after the first, which lies on top of it
        self.ask(seat, bound)

    def claim_with_bundles(self, seat: i64, action: i64) -> None:
        """Begin to pay for a route."""
        claims = self.bundle_claims
        at: i64 = action - claims.first
        self.bundles.begin_claim(seat, claims.routes[at], claims.cards[at], claims.wilds[at], claims.bundles[at])
        self.pay_or_ask(seat)

    def pay_or_ask(self, seat: i64) -> None:
        """Ask for the cards of the next color, or pay and get what is paid for."""
        if not self.bundles.is_complete():
            self.ask(seat, PAY_BUNDLE)
            return
        self.bundles.pay()
        route = self.bundles.route
        card = self.bundles.technology
        self.bundles.reset()
        if card != NONE:
            self.receive(seat, card)
        else:
            self.claims.lay(seat, route)
            self.after_claim(seat, route)

    def after_claim(self, seat: i64, route: i64) -> None:
        """Extra points for each route, and for each route with locomotive symbols (UKD-056..UKD-058)."""
        extra = self.technologies.extra_points(seat, route)
        if extra > 0:
            self.commons.score(seat, extra)
        super().after_claim(seat, route)

    # The end

    def final_scores(self) -> None:
        """Tickets, then the technologies that score at the end (UKD-059, UKD-077..UKD-080)."""
        super().final_scores()
        technologies = self.technologies
        for seat in range(self.seats):
            card: i64 = 0
            while technologies.owned[seat] >> card > 0:
                if technologies.owned[seat] >> card & 1:
                    self.score_card(seat, card)
                card += 1

    def score_card(self, seat: i64, card: i64) -> None:
        """What one technology of a seat brings at the end."""
        data = self.technologies.data[card]
        points: i64 = self.technologies.per_ticket[card] * self.tickets.held.completed[seat]
        if "most_tickets_points" in data:
            points = self.won_or_lost(data["most_tickets_points"], self.tickets.held.completed, seat)
        elif "longest_route_points" in data:
            self.measure_paths(seat)
            points = self.won_or_lost(data["longest_route_points"], self.path_lengths, seat)
        if points != 0:
            self.line(self.technologies.ids[card])[seat] += points

    def measure_paths(self, seat: i64) -> None:
        """The longest path of a seat, and of the others if they have longer ones: shorter ones are not measured."""
        own = self.longest_path.of(self.tracks, seat)
        for other in range(self.seats):
            self.path_lengths[other] = own if other == seat else self.longest_path.of(self.tracks, other, own)

    def won_or_lost(self, points: tuple[int, ...], values: vec[i64], seat: i64) -> i64:
        """The first number if no seat has more, a tie included and zero excluded; else the second (K7, N36)."""
        for value in values:
            if value > values[seat]:
                return points[1]
        return points[0] if values[seat] > 0 else points[1]

    # Views

    def depends_on_hand(self, kind: i64) -> bool:
        return kind in (TURN, AFTER_PURCHASE, CLAIM_TAKEN, CLAIM_FIRST, CLAIM_SECOND)
