"""Finding places, routes, tickets and cards by what people type: any case, no accents, unique beginnings."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from branchline.model.board import WILD, Board, City, Route, Ticket
from branchline.model.errors import NotationError, closest

Thing = TypeVar("Thing")


def folded(text: str) -> str:
    """Letters and digits only, lower case, without accents: "Sault St. Marie" -> "saultstmarie"."""
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss"))
    return "".join(letter for letter in plain.casefold() if letter.isalnum())


def ticket_text(board: Board, ticket: Ticket) -> str:
    """How a ticket is written: "Boston-Miami"."""
    return "-".join(board.goal_name(stop) for stop in ticket.stops)


def counted(count: int, noun: str) -> str:
    """That many things."""
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


def find_one(what: str, typed: str, known: Mapping[str, Thing]) -> Thing:
    """The one thing that a typed name means. A thing may have several names; hints tell the last of them."""
    found = {known[name] for name in matches(typed, known)}
    if len(found) == 1:
        return found.pop()
    meant = [name for thing, name in {thing: name for name, thing in known.items()}.items() if thing in found]
    hint = f"; it can mean {', '.join(meant)}" if meant else closest(typed.strip(), known)
    raise NotationError(f"no {what} is called '{typed.strip()}'{hint}")


def find_among(what: str, typed: str, known: Iterable[str]) -> str:
    """The same for few things, which are all named to who means none of them."""
    names = list(known)
    try:
        return find_one(what, typed, {name: name for name in names})
    except NotationError as error:
        raise NotationError(f"{error}; there are: {', '.join(names) or 'none'}") from None


def find_card(board: Board, typed: str) -> str:
    """The kind of card that a word means."""
    return find_among("card", typed, board.cards)


def find_color(board: Board, typed: str) -> str:
    """The card color, or "wild", that a word means."""
    return find_among("card", typed, [*board.colors, WILD])


def find_deck(board: Board, typed: str) -> str:
    """The deck of cards that a word means, on boards with several."""
    return find_among("deck", typed, dict.fromkeys(kind.deck for kind in board.card_kinds if kind.deck))


def find_city(board: Board, typed: str) -> City:
    """The place that a name means; of dead ends with the same name, the first."""
    names: dict[str, City] = {}
    for city in board.cities:
        names.setdefault(city.name, city)
    return find_one("place", typed, names)


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
