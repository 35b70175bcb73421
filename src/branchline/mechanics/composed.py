"""Rules put together by a board file: cards, routes and tickets, and the mechanics that it names (COM-001..COM-016).

This is the rule sheet of every board that has no `rules.py`. What the file says is enough: numbers for the common
rules, several decks of tickets if there are several, bonuses, and further mechanics by their names (see additions.py).
"""

from mypy_extensions import i64, mypyc_attr

from branchline.engine.commons import Setting
from branchline.engine.decisions import CHOOSE_MIX, KEEP_TICKETS, KIND_NAMES
from branchline.engine.ranking import TieBreak
from branchline.engine.rule_sheet import RuleSheet
from branchline.mechanics.additions import Addition, find_addition, with_own
from branchline.mechanics.three_actions import ThreeActions
from branchline.model.vecs import vec


@mypyc_attr(allow_interpreted_subclasses=True)
class ComposedRules(ThreeActions):
    """Draw cards, claim routes, draw tickets; and whatever the board adds."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        if self.has_mixes():
            self.offer(CHOOSE_MIX, [self.tickets])
        self.additions: list[Addition] = []
        for name in names_of(setting):
            self.additions.append(find_addition(setting.board.path.parent, name)(self))
        self.answering: list[Addition | None] = [None] * len(KIND_NAMES)  # by kind of decision
        for addition in self.additions:
            for kind in addition.kinds:
                self.answering[kind] = addition
        self.before_claims: list[Addition] = with_own(self.additions, "before_claim")
        self.after_claims: list[Addition] = with_own(self.additions, "after_claim")
        self.after_claims.reverse()  # the first one asks last, so that its question lies on top

    def has_mixes(self) -> bool:
        """Whether there are several decks of tickets, so that a seat says how many it draws from each."""
        return self.tickets.mix_count > 1

    # Setup

    def set_up(self) -> None:
        """Cards, the face-up row, and tickets for all seats to choose from at once (COM-004..COM-009, GER-003..011)."""
        numbers = self.setting.numbers
        for addition in self.additions:
            addition.lay_out()
        self.market.deal(numbers.hand)
        self.market.open_row()
        self.tickets.shuffle()
        if self.has_mixes():
            self.ask_all(CHOOSE_MIX)
        else:
            self.tickets.deal(numbers.deal)
            self.ask_all(KEEP_TICKETS)

    def set_up_further(self, stage: i64) -> bool:
        """All have chosen: returned tickets go under the deck, and the first seat begins (COM-010, COM-011).

        With several decks what was announced is dealt first, and what comes back is shuffled in (GER-012..GER-014).
        """
        if stage == 1 and self.has_mixes():
            self.tickets.deal_announced(self.first_seat)
            self.ask_all(KEEP_TICKETS)
            return True
        if self.tickets.offers.opening:
            self.tickets.resolve_opening(self.first_seat)
            if self.has_mixes():
                self.tickets.shuffle()
        for addition in self.additions:  # noqa: SIM110 - a generator is slower when compiled
            if addition.lay_out_further():
                return True
        return False

    # A turn

    def claim_route(self, seat: i64, action: i64) -> None:
        for addition in self.before_claims:
            if addition.before_claim(seat, action):
                return
        self.after_claim(seat, self.claims.claim(seat, action))

    def after_claim(self, seat: i64, route: i64) -> None:
        for addition in self.after_claims:
            addition.after_claim(seat, route)

    def play_more(self, seat: i64, kind: i64, action: i64) -> None:
        addition = self.answering[kind]
        if addition is not None:
            addition.answer(seat, kind, action)
        else:
            self.tickets.announce(seat, action)

    # The end

    def final_scores(self) -> None:
        """Tickets, then what the board adds, in its order (COM-081..COM-086)."""
        self.tickets.held.score(self.sheet[1])
        for addition in self.additions:
            addition.score()

    def tie_breaks(self) -> list[TieBreak]:
        """More completed tickets (COM-087), then what the additions say."""
        breaks = [TieBreak("more completed tickets", [int(n) for n in self.tickets.held.completed])]
        for addition in self.additions:
            breaks += addition.tie_breaks()
        return breaks

    def amounts(self) -> dict[str, vec[i64]]:
        """What each seat has at the end that there can be a bonus for, by its name."""
        found = {"tickets": self.tickets.held.completed, "routes": self.tracks.claims}
        for addition in self.additions:
            found.update(addition.amounts())
        return found

    def blank(self) -> RuleSheet:
        return type(self)(self.setting)


def names_of(setting: Setting) -> list[str]:
    """The additions of a board: those it names, the bonuses that the numbers of the variant award, its house rules."""
    awarded = {"longest_path": setting.numbers.longest_path, "globetrotter": setting.numbers.globetrotter}
    names = [name for name in setting.board.mechanics if awarded.get(name, 1)]
    unnamed = [name for name, points in awarded.items() if points and name not in names]
    return unnamed + names + (["house_rules"] if setting.board.bonuses else [])
