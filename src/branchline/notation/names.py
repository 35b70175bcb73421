"""Finding places, routes, tickets and cards by what people type: any case, no accents, unique beginnings."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

from branchline.model.board import WILD, Board, Route, Ticket
from branchline.model.errors import NotationError, closest


def folded(text: str) -> str:
    """Letters and digits only, lower case, without accents: "Sault St. Marie" -> "saultstmarie"."""
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss"))
    return "".join(letter for letter in plain.casefold() if letter.isalnum())


def ticket_text(board: Board, ticket: Ticket) -> str:
    """How a ticket is written: "Boston-Miami"."""
    return "-".join(board.goal_name(stop) for stop in ticket.stops)


def counted(count: int, noun: str) -> str:
    """So many things."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def splits(text: str) -> Iterator[tuple[str, str]]:
    """Every way to part "A-B" at a hyphen; names may hold hyphens themselves."""
    text = text.replace("–", "-").replace(" to ", "-")
    for at, letter in enumerate(text):
        if letter == "-" and text[:at].strip() and text[at + 1 :].strip():
            yield text[:at], text[at + 1 :]


def matches(typed: str, known: Iterable[str]) -> list[str]:
    """The known names that a typed one can mean: the equal one, else all that begin with it."""
    key = folded(typed)
    names = list(known)
    equal = [name for name in names if folded(name) == key]
    return equal or [name for name in names if key and folded(name).startswith(key)]


def find_card(board: Board, typed: str) -> str:
    """The kind of card that a word means."""
    found = matches(typed, board.cards)
    if len(found) != 1:
        raise NotationError(
            f"no card is called '{typed.strip()}'; there are: {', '.join(board.cards)}{closest(typed, board.cards)}"
        )
    return found[0]


def find_color(board: Board, typed: str) -> str:
    """The card color, or "wild", that a word means."""
    colors = [*board.colors, WILD]
    found = matches(typed, colors)
    if len(found) != 1:
        known = ", ".join(colors)
        raise NotationError(f"no card is called '{typed.strip()}'{closest(typed, colors)}; there are: {known}")
    return found[0]


def find_deck(board: Board, typed: str) -> str:
    """The deck of cards that a word means, on boards with several."""
    decks = list(dict.fromkeys(kind.deck for kind in board.card_kinds if kind.deck))
    found = matches(typed, decks)
    if len(found) != 1:
        raise NotationError(f"no deck is called '{typed.strip()}'; there are: {', '.join(decks)}")
    return found[0]


def find_city(board: Board, typed: str) -> str:
    """The id of the place that a name means."""
    names = {city.name: city.id for city in board.cities}
    found = matches(typed, names)
    if len(found) != 1:
        hint = f"; it can mean {', '.join(found)}" if found else closest(typed.strip(), names)
        raise NotationError(f"no place is called '{typed.strip()}'{hint}")
    return names[found[0]]


def find_routes(board: Board, typed: str) -> list[Route]:
    """All tracks that "A-B" can mean; with "#2" only the second one."""
    ends, _, number = typed.partition("#")
    names = {city.name for city in board.cities}
    found: list[Route] = []
    for left, right in splits(ends):
        lefts, rights = matches(left, names), matches(right, names)
        for route in board.routes:
            a, b = board.cities[route.a].name, board.cities[route.b].name
            if (a in lefts and b in rights) or (b in lefts and a in rights):
                found.append(route)
    if number.strip():
        found = [route for route in found if str(route.track) == number.strip()]
    if not found:
        raise NotationError(f"there is no route '{typed.strip()}'{_place_hint(ends, names)}")
    if len({(route.a, route.b) for route in found}) > 1:
        meant = sorted({board.route_name(route) for route in found})
        raise NotationError(f"'{typed.strip()}' can mean {', '.join(meant)}")
    return found


def _place_hint(ends: str, names: set[str]) -> str:
    """Which of the two ends is not a place, if one is not."""
    for left, right in splits(ends):
        for end in (left, right):
            if not matches(end, names):
                return f": no place is called '{end.strip()}'{closest(end.strip(), names)}"
        return ": those two places are not joined directly"
    return "; write it as two places with a hyphen, like Boston-Montreal"


def find_ticket(board: Board, typed: str, offer: dict[str, Ticket]) -> str:
    """The id of the offered ticket that "A-B" (or its number in the offer) means."""
    key = folded(typed)
    if key.isdigit() and 1 <= int(key) <= len(offer):
        return list(offer)[int(key) - 1]
    found = []
    for ticket_id, ticket in offer.items():
        names = [board.goal_name(stop) for stop in ticket.stops]
        if folded("".join(names)) == key or folded("".join(reversed(names))) == key:
            return ticket_id
        if any(_begins(left, right, names) for left, right in splits(typed)):
            found.append(ticket_id)
    if len(found) == 1:
        return found[0]
    on_offer = ", ".join(ticket_text(board, ticket) for ticket in offer.values()) or "nothing"
    raise NotationError(f"'{typed.strip()}' is not a ticket on offer; on offer: {on_offer}")


def _begins(left: str, right: str, names: list[str]) -> bool:
    first, last = folded(names[0]), folded(names[-1])
    return (first.startswith(folded(left)) and last.startswith(folded(right))) or (
        first.startswith(folded(right)) and last.startswith(folded(left))
    )
