"""Random games played to the end inside compiled code: one call, not one per decision."""

from mypy_extensions import i64

from branchline.engine.rng import Rng
from branchline.engine.rule_sheet import RuleSheet


def play_out(rules: RuleSheet, rng: Rng) -> i64:
    """Finish a game with random legal actions; returns how many decisions that took.

    This is `act_at_random` again and again, written out so that the stack and the offers are looked up only once and
    nothing is called on the way to the mechanic that has the action.
    """
    stack = rules.open
    seats = stack.seats
    kinds = stack.kinds
    offers = rules.offers
    decisions: i64 = 0
    while not rules.over:
        top: i64 = stack.depth - 1
        seat = seats[top]
        kind = kinds[top]
        offer = offers[kind]
        assert offer is not None, "an open decision without any offer"
        mechanic = offer.mechanic
        n: i64 = rng.below(rules.choices)
        while n >= mechanic.counted:
            n -= mechanic.counted
            offer = offer.then
            assert offer is not None, "fewer actions than were counted"
            mechanic = offer.mechanic
        stack.depth = top
        rules.acted = True
        rules.play(seat, kind, mechanic.nth(seat, kind, n))
        rules.settle()
        decisions += 1
    return decisions


def play_many(rules: RuleSheet, games: i64, seed: int, first_seat: i64) -> i64:
    """Play whole random games one after the other in the same rule sheet; returns the decisions of all of them.

    Game number k is dealt from the seed plus k; the choices come from one further stream.
    """
    rng = Rng(seed)
    decisions: i64 = 0
    for k in range(games):
        rules.start(seed + k, first_seat)
        decisions += play_out(rules, rng)
    return decisions
