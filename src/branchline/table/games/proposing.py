"""A payment that is made up of several answers, proposed as a whole: the cheapest, or the nearest to a wish.

Nothing about payments is known here. A copy of the game answers: whatever it allows is a way to pay, and what is
missing from the hand afterward is the price.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from branchline.game import Game
from branchline.mechanics.bundles import PayCards
from branchline.model.board import WILD
from branchline.words.kinds import Kind, kind_of

Cards = Mapping[str, int]
_MOST = 24  # ways that are tried out, those with the fewest bundles first


@dataclass(frozen=True, slots=True)
class Proposal:
    """The answers that pay, in order, and the cards they take."""

    actions: tuple[int, ...]
    pays: tuple[tuple[str, int], ...]
    bundled: int = 0  # how many of these cards stand for wilds ...
    bundles: int = 0  # ... and for how many


def propose(game: Game, seat: int, action: int, wish: Cards | None = None) -> Proposal | None:
    """How a seat may pay for what an action pays for; None if it cannot do that now, or nothing is paid for."""
    legal = game.legal_actions(seat)
    if action not in legal or game.price(action, seat) is None:
        return None
    bought = _bought(game, seat, action)
    ways = [number for number in legal if _bought(game, seat, number) == bought]
    ways.sort(key=lambda number: getattr(game.action(number, seat), "bundles", 0))
    found = [_paid(game, seat, number, wish) for number in ways[:_MOST]]
    return min(found, key=lambda each: _cost(each, wish), default=None)


def _bought(game: Game, seat: int, number: int) -> tuple[Kind, str | None]:
    """What an action pays for: all ways to do so are of one kind. Of two tracks side by side each is one."""
    action = game.action(number, seat)
    return kind_of(game.board, action), getattr(action, "route", None)


def _paid(game: Game, seat: int, number: int, wish: Cards | None) -> Proposal:
    """One way, with the cards that are asked for one after the other: as wished, else of what there is plenty."""
    first = _answered(game, seat, number, wish or {})
    if wish is not None or len(first.actions) == 1:
        return first
    left, plenty = Counter(game.observe(seat).hand), Counter[str]()
    for _ in range(sum(count for card, count in first.pays if card != WILD)):
        card = max((each for each in left if each != WILD), key=lambda each: left[each])
        left[card] -= 1
        plenty[card] += 1
    return _answered(game, seat, number, plenty)


def _answered(game: Game, seat: int, number: int, wish: Cards) -> Proposal:
    """Begin with an action and answer what is asked about the payment, as near to a wish as the game allows."""
    before, twin, actions = game.observe(seat).hand, game.copy(), [number]
    twin.apply(number, seat)
    while (options := _asked(twin, seat)) and len(actions) <= len(before):
        actions.append(min(options, key=lambda each: abs(options[each].count - wish.get(options[each].card, 0))))
        twin.apply(actions[-1], seat)
    after = twin.observe(seat).hand
    pays = ((card, count - after.get(card, 0)) for card, count in before.items())
    bundles = getattr(game.action(number, seat), "bundles", 0)
    return Proposal(
        tuple(actions),
        tuple((card, count) for card, count in pays if count > 0),
        _bundled(game, seat, number) if bundles else 0,
        bundles,
    )


def _bundled(game: Game, seat: int, number: int) -> int:
    """How many of the cards that a payment asks for are in bundles: those that are not in the set."""
    price = game.price(number, seat)
    return 0 if price is None else price.asked - getattr(game.action(number, seat), "cards", 0)


def _asked(game: Game, seat: int) -> dict[int, PayCards]:
    """The answers, if the game asks how many cards of a kind go into the payment."""
    if seat not in game.pending:
        return {}
    answers = {number: game.action(number, seat) for number in game.legal_actions(seat)}
    return {number: action for number, action in answers.items() if isinstance(action, PayCards)}


def _cost(found: Proposal, wish: Cards | None) -> tuple[int, int, int]:
    """How far a payment is from the wish; then how dear it is: few cards, few locomotives."""
    pays = dict(found.pays)
    far = sum(abs(pays.get(card, 0) - (wish or {}).get(card, 0)) for card in {*pays, *(wish or {})}) if wish else 0
    return far, sum(pays.values()), pays.get(WILD, 0)
