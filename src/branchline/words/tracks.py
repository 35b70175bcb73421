"""Built routes in words."""

from __future__ import annotations

from branchline.mechanics.routes.tracks import Tracks
from branchline.model.events import CardsPaid, RouteClaimed
from branchline.words.faces import FACES, Words
from branchline.words.plain import cards_in_words, counted, route_name
from branchline.words.sentences import Teller


def _paid(teller: Teller, event: CardsPaid) -> None:
    teller.paid = cards_in_words(event.cards)


def _claimed(teller: Teller, event: RouteClaimed) -> None:
    built = teller.routes[event.route]
    pieces = counted(built.length, "ship" if built.kind == "ship" else "car")
    teller.did(event.seat, f"built {route_name(teller.board, built)}{teller.for_what_was_paid()}: {pieces}")
    teller.built.append(event.route)


FACES.add(Tracks, Words(events={CardsPaid: _paid, RouteClaimed: _claimed}))
