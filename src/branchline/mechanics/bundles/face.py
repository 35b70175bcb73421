"""What payments with bundles mean to people: "pay 2 red", "claim Dublin-Holyhead with 1 card + 1 bundle"."""

from __future__ import annotations

import re

from branchline.boards import registry
from branchline.mechanics.bundles import ClaimWithBundles, PayCards, PaymentView
from branchline.mechanics.bundles.bundle_claims import BundleClaims
from branchline.mechanics.bundles.bundles import Bundles
from branchline.mechanics.technologies.face import technology_title
from branchline.model.actions import Action
from branchline.model.board import Route
from branchline.model.errors import NotationError
from branchline.model.faces import FACES, Context, Notation, Terminal, Words
from branchline.model.observation import Observation
from branchline.notation.names import find_card
from branchline.words.plain import cards_in_words, counted
from branchline.words.things import for_route, part

# In the notation


def describe_claim(context: Context, action: ClaimWithBundles) -> str:
    """A claim with the numbers of its payment."""
    numbers = [
        counted(action.cards, "card") if action.cards else "",
        f"{action.wilds} wild" if action.wilds else "",
        counted(action.bundles, "bundle"),
    ]
    payment = " + ".join(number for number in numbers if number)
    return f"claim {context.board.route_name(context.route(action.route))} with {payment}"


def parse_claim(context: Context, routes: list[Route], payment: str) -> Action | None:
    """A payment like "1 card + 1 wild + 2 bundles", for that of the tracks which can be claimed with it."""
    if not re.search(r"\bbundles?\b", payment, re.IGNORECASE):
        return None
    counts = {"card": 0, "wild": 0, "bundle": 0}
    for each in re.split(r"[+,]|\band\b", payment):
        found = re.fullmatch(r"\s*(\d+)\s*(card|wild|locomotive|bundle)s?\s*", each, re.IGNORECASE)
        if not found:
            raise NotationError(f"'{each.strip()}' is no payment; write it like: with 1 card + 1 wild + 1 bundle")
        counts[found[2].lower().replace("locomotive", "wild")] += int(found[1])
    claims = [ClaimWithBundles(route.id, counts["card"], counts["wild"], counts["bundle"]) for route in routes]
    return next((claim for claim in claims if claim in context.legal), claims[0])


def parse_cards(context: Context, rest: str) -> Action:
    """Pay 2 red, pay no blue."""
    found = re.fullmatch(r"(\d+|no)\s+(\D+?)(\s+cards?)?", rest, re.IGNORECASE)
    if not found:
        raise NotationError(f"'{rest}' is no number of cards; write it like: pay 2 red, or: pay no blue")
    count = 0 if found[1].lower() == "no" else int(found[1])
    return PayCards(find_card(context.board, found[2]), count)


# In plain English


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


# In the terminal


def _note(seen: Observation, view: PaymentView) -> str:
    cards = registry.board(seen.board).extras.get("bundle", {}).get("cards", 0)
    return f"A bundle is {cards} cards for a locomotive (fewer with some technologies)."


FACES.add(BundleClaims, Notation(describe={ClaimWithBundles: describe_claim}, claim=parse_claim))
FACES.add(
    Bundles,
    Notation(
        describe={PayCards: lambda _, action: f"pay {action.count or 'no'} {action.card}"},
        parse={"pay": parse_cards},
        forms=("pay 2 red", "pay no blue"),
    ),
    Words(questions={"bundle cards": _ask}),
    Terminal(with_cards=("bundle cards",), numbers={PayCards: lambda action: action.count}, note=_note),
)
