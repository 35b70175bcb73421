"""What routes still take, in words: pieces, cards by color, what has to be bought, and what of it is missing."""

from __future__ import annotations

from branchline.boards import registry
from branchline.model.board import GRAY, WILD
from branchline.model.observation import Observation
from branchline.model.questions import Missing, Need
from branchline.words.plain import cards_in_words, counted, listed
from branchline.words.things import faces_of, piece_noun

_USUAL_DECK = ("", "train")


def plan_in_words(seen: Observation, missing: Missing) -> str:
    """A plan: "12 trains of 30 · 4 red, 2 for gray routes · you hold the cards"."""
    pieces = [pieces_in_words(seen, each.name, each.takes, each.left) for each in missing.pieces]
    takes = ", ".join(_cards(need, need.spaces) for need in missing.needs)
    return " · ".join([*pieces, takes, *_steps(seen, missing)])


def ticket_needs(seen: Observation, missing: Missing) -> str:
    """What the way of a ticket takes beside its pieces: "cards missing: 4 red, 2 for gray routes"."""
    return "; ".join(_steps(seen, missing))


def cards_missing(missing: Missing) -> str:
    """The cards that are missing, as a further sentence; "" if none are."""
    words = _lacking(missing) if missing.cards else ""
    return f" {words[0].upper()}{words[1:]}." if words else ""


def stand_for(cards: int, wilds: int) -> str:
    """What cards of a payment stand for: "4 cards stand for 1 locomotive"; nothing, if for themselves."""
    return f"{counted(cards, 'card')} stand for {cards_in_words([(WILD, wilds)])}" if wilds else ""


def _steps(seen: Observation, missing: Missing) -> list[str]:
    """What has to be bought, and what is missing."""
    words = []
    if missing.purchases:
        bought = [f"{_title(seen, each.what)} ({cards_in_words([(WILD, each.wilds)])})" for each in missing.purchases]
        words.append(f"to buy first: {listed(bought)}")
    if missing.forbidden:
        what = "needs" if len(missing.forbidden) == 1 else "need"
        words.append(f"{counted(len(missing.forbidden), 'route')} {what} a permission that is sold out")
    if missing.closed:
        words.append(f"{counted(len(missing.closed), 'route')} closed to you")
    short = [each for each in missing.pieces if each.left is not None and each.left < each.takes]
    words += [f"{_noun(seen, each.name, each.takes - (each.left or 0))} too few" for each in short]
    return [*words, _lacking(missing)]


def _lacking(missing: Missing) -> str:
    """The cards that are missing."""
    if not missing.cards:
        return "more may come on top of your cards" if missing.at_least else "you hold the cards"
    lacking = ", ".join(_cards(need, need.missing) for need in missing.needs if need.missing)
    by_spaces = any(need.missing and need.cards not in _USUAL_DECK for need in missing.needs)
    fewest = f" (at least {counted(missing.cards, 'card')})" if missing.at_least or by_spaces else ""
    return f"cards missing: {lacking}{fewest}"


def _cards(need: Need, spaces: int) -> str:
    """Cards of one color for some spaces: "4 red", "2 for gray routes", "red ship cards for 5 spaces"."""
    if need.cards in _USUAL_DECK:
        return f"{spaces} for gray routes" if need.color == GRAY else cards_in_words([(need.color, spaces)])
    if need.color == GRAY:
        return f"{need.cards} cards for {counted(spaces, 'space')} of gray routes"
    return f"{need.color} {need.cards} cards for {counted(spaces, 'space')}"


def pieces_in_words(seen: Observation, name: str, takes: int, left: int | None) -> str:
    """Pieces with how many there are: "12 trains of 30"."""
    return _noun(seen, name, takes) + ("" if left is None else f" of {left}")


def _noun(seen: Observation, name: str, count: int) -> str:
    """Pieces of a sort, counted; where there is one sort only, as they are called on the board."""
    return counted(count, piece_noun(seen) if name == "pieces" else name.removesuffix("s"))


def _title(seen: Observation, what: str) -> str:
    """How something is called that is bought."""
    board = registry.board(seen.board)
    return next((face.title_of(board, what) for face in faces_of(seen) if face.title_of is not None), what)
