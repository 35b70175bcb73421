"""Words for claims with bundles, whose colors come later: "claim Dublin-Holyhead with 1 card + 1 bundle"."""

from __future__ import annotations

import re

from branchline.mechanics.bundles.bundle_claims import BundleClaims
from branchline.model.actions import Action, ClaimWithBundles
from branchline.model.board import Route
from branchline.model.errors import NotationError
from branchline.notation.context import Context
from branchline.notation.faces import FACES, Notation
from branchline.notation.names import counted


def describe_claim(context: Context, action: ClaimWithBundles) -> str:
    """A claim with the numbers of its payment."""
    parts = [
        counted(action.cards, "card") if action.cards else "",
        f"{action.wilds} wild" if action.wilds else "",
        counted(action.bundles, "bundle"),
    ]
    payment = " + ".join(part for part in parts if part)
    return f"claim {context.board.route_name(context.route(action.route))} with {payment}"


def parse_claim(context: Context, routes: list[Route], payment: str) -> Action | None:
    """A payment like "1 card + 1 wild + 2 bundles", for that of the tracks which can be claimed with it."""
    if not re.search(r"\bbundles?\b", payment, re.IGNORECASE):
        return None
    counts = {"card": 0, "wild": 0, "bundle": 0}
    for part in re.split(r"[+,]|\band\b", payment):
        found = re.fullmatch(r"\s*(\d+)\s*(card|wild|locomotive|bundle)s?\s*", part, re.IGNORECASE)
        if not found:
            raise NotationError(f"'{part.strip()}' is no payment; write it like: with 1 card + 1 wild + 1 bundle")
        counts[found[2].lower().replace("locomotive", "wild")] += int(found[1])
    claims = [ClaimWithBundles(route.id, counts["card"], counts["wild"], counts["bundle"]) for route in routes]
    return next((claim for claim in claims if claim in context.legal), claims[0])


FACES.add(BundleClaims, Notation(describe={ClaimWithBundles: describe_claim}, claim=parse_claim))
