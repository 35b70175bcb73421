"""Payments with bundles in words."""

from __future__ import annotations

from branchline.boards import registry
from branchline.mechanics.bundles.bundles import Bundles
from branchline.model.observation import Observation, PaymentView
from branchline.words.faces import FACES, Words
from branchline.words.plain import cards_in_words, counted
from branchline.words.technologies import technology_title
from branchline.words.things import for_route, part


def _ask(seen: Observation) -> str:
    """What is being paid for, what is in the payment so far, and which color comes next."""
    payment = part(seen, PaymentView)
    if payment is None or payment.card is None:
        return "Which cards do you put into the payment?"
    if payment.technology is not None:
        what = f" for {technology_title(registry.board(seen.board), payment.technology)}"
    else:
        what = for_route(seen, payment.route)
    parts = [(payment.cards, "card"), (payment.wilds, "locomotive"), (payment.bundles, "bundle")]
    price = " + ".join(counted(count, noun) for count, noun in parts if count)
    chosen = [(card, count) for card, count in (payment.chosen or {}).items() if count]
    so_far = f" So far: {cards_in_words(chosen)}." if chosen else ""
    return f"You pay {price}{what}.{so_far} How many {payment.card}?"


FACES.add(Bundles, Words(questions={"bundle cards": _ask}))
