"""What tourist tokens mean to people: words, moves, counts, and stacks beside the places where they lie."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from branchline.boards import registry
from branchline.mechanics.tokens import PlaceStack, StackPlaced, TakeToken, TokensView, TokenTaken
from branchline.mechanics.tokens.tokens import Tokens
from branchline.model.board import Board, City, Route
from branchline.model.faces import (
    FACES,
    Chip,
    Chips,
    Context,
    Drawn,
    Findings,
    Gain,
    Lists,
    Notation,
    Served,
    Terminal,
    Words,
)
from branchline.model.observation import Observation
from branchline.notation.names import find_one
from branchline.words.plain import counted
from branchline.words.things import for_route, part

if TYPE_CHECKING:
    from branchline.drawing.layout import Layout

# In the notation


def _place_name(board: Board, city: City) -> str:
    """A place by its name, or by its id where several have the same name, as dead ends of a country do."""
    return city.name if sum(other.name == city.name for other in board.cities) == 1 else city.id


def _place_text(context: Context, place_id: str) -> str:
    board = context.board
    return next(_place_name(board, city) for city in board.cities if city.id == place_id)


def _find_place(context: Context, typed: str) -> str:
    """The id of the place that some words mean."""
    ids = {_place_name(context.board, city): city.id for city in context.board.cities}
    words = re.sub(r"^(at|on)\s+", "", typed, flags=re.IGNORECASE)
    return find_one("place", words, ids)


# In plain English


def _ask(seen: Observation) -> str:
    tokens = part(seen, TokensView)
    return f"Which token do you take{for_route(seen, None if tokens is None else tokens.route)}?"


def _rules(board: Board) -> list[str]:
    points = board.extras["tokens"]["points"]
    sets = ", ".join(f"{count}: {value}" for count, value in enumerate(points) if value)
    return [
        "After building a route you take a token from one of its ends, if one lies there that you do not have yet.",
        f"At the end tokens of different stacks score by their number – {sets}.",
    ]


# In the terminal


def _of_seats(seen: Observation, view: TokensView) -> Lists | None:
    if not any(view.owned):
        return None
    board = registry.board(seen.board)
    return Lists("tokens from", [[_symbol_name(board, view, symbol) for symbol in mine] for mine in view.owned])


def _on_table(seen: Observation, view: TokensView, all_of_it: bool) -> tuple[str, Chips]:
    board = registry.board(seen.board)
    mine = () if seen.seat is None else view.owned[seen.seat]
    return "Tokens", Chips([_stack(board, view, symbol, mine) for symbol in range(len(view.stacks))])


def _at_place(seen: Observation, view: TokensView, place: City) -> str:
    left = sum(stack.left for stack in view.stacks if stack.place == place.id)
    return f"{counted(left, 'token')} here." if left else ""


def _brought_by(seen: Observation, view: TokensView, route: Route) -> str:
    board = registry.board(seen.board)
    mine = () if seen.seat is None else view.owned[seen.seat]
    places = {stack.place for symbol, stack in enumerate(view.stacks) if stack.left and symbol not in mine}
    return ", ".join(end.name for end in (board.cities[route.a], board.cities[route.b]) if end.id in places)


def _symbol_name(board: Board, tokens: TokensView, symbol: int) -> str:
    place = tokens.stacks[symbol].place
    return f"stack {symbol + 1}" if place is None else board.goal_name(place)


def _stack(board: Board, tokens: TokensView, symbol: int, mine: Sequence[int]) -> Chip:
    """A stack of tokens: where, how many, and whether the viewing seat has one."""
    stack = tokens.stacks[symbol]
    where = "not placed yet" if stack.place is None else board.goal_name(stack.place)
    mark = (" ✓ ", "green") if symbol in mine else ("  ", "")
    return f"{where} ", (str(stack.left), "bold"), mark


# On a drawn board; what draws is imported there, as it takes longer than all words

Stacks = Mapping[str, tuple[tuple[int, int], ...]]  # symbol and height of those at a place
# Tokens carry a picture each, by the number of their stack: bell, bridge, sun, wave, tower, leaf, hill; then again.
_PICTURES = (
    "M-8 6C-5 3-6-7 0-8.5 6-7 5 3 8 6ZM-2.4 7.4H2.4A2.4 2.4 0 0 1-2.4 7.4Z",
    "M-10 3H10V5.4H7.4V9H4.8V5.4H-4.8V9H-7.4V5.4H-10ZM-7.4 3V-7H-4.8C-4 0 4 0 4.8-7H7.4V3H4.8V-1.2C2 2-2 2-4.8-1.2V3Z",
    "M0-4.8A4.8 4.8 0 1 1 0 4.8 4.8 4.8 0 0 1 0-4.8ZM-1-9.6H1V-6.4H-1ZM-1 6.4H1V9.6H-1ZM-9.6-1H-7V1H-9.6ZM7-1H9.6V1H7Z",
    "M-9-3C-6-8-3-8 0-3S6 2 9-3V1C6 6 3 6 0 1S-6-4-9 1ZM-9 4C-6-1-3-1 0 4S6 9 9 4V7C6 10 3 10 0 7S-6 2-9 7Z",
    "M-3.4 9L-2.4-4H2.4L3.4 9ZM-3.4-5.2V-7.4L0-10 3.4-7.4V-5.2ZM-5.4 9H5.4V10H-5.4Z",
    "M-8.6 8.6C-9-3-2-9 9-9 9 2 3 9-6.4 6.6L-7.4 9.4ZM-5.4 4.4L4-4.6-4.2 5.4Z",
    "M-10 7.6C-7-2-5-5-2.6-5 0-5 .6-1.6 2-.6 3-3.2 4.4-3.6 5.6-3.2 8-2.4 9 2 10 7.6Z",
)
_DISC = 3.4  # from one token of a stack to the next
_APART = 21.0  # from one stack to the next


def _things(view: TokensView) -> Stacks:
    stacks: dict[str, tuple[tuple[int, int], ...]] = {}
    for symbol, stack in enumerate(view.stacks):
        if stack.place is not None and stack.left:
            stacks[stack.place] = (*stacks.get(stack.place, ()), (symbol, stack.left))
    return stacks


def _templates(board: Board, layout: Layout) -> str:
    if "tokens" not in board.extras:
        return ""
    return "".join(
        f'<g id="token-{number}"><circle r="10" fill="#E9C46A" stroke="#3A2600" stroke-width="1.4"/>'
        f'<path transform="scale(.62)" fill="#3A2600" fill-rule="evenodd" d="{picture}"/></g>'
        for number, picture in enumerate(_PICTURES)
    )


def _beside(things: Stacks, place: str) -> str:
    return "".join(
        _stack_drawn(symbol, height, _APART * number) for number, (symbol, height) in enumerate(things.get(place, ()))
    )


def _stack_drawn(symbol: int, height: int, x: float) -> str:
    """A stack of tokens, the top one showing its picture."""
    from branchline.drawing.svg import moved

    picture = symbol % len(_PICTURES)
    spots = [moved(x, 0.0 - _DISC * level) for level in range(height)]
    return "".join(f'<use href="#token-{picture}" transform="{spot}"/>' for spot in spots)


def _stands_at(board: Board) -> list[str]:
    """Tokens may be laid everywhere."""
    return [city.id for city in board.cities] if "tokens" in board.extras else []


FACES.add(
    Tokens,
    Notation(
        describe={
            PlaceStack: lambda context, action: f"place stack at {_place_text(context, action.place)}",
            TakeToken: lambda context, action: f"take token at {_place_text(context, action.place)}",
        },
        parse={
            "place stack": lambda context, rest: PlaceStack(_find_place(context, rest)),
            "take token": lambda context, rest: TakeToken(_find_place(context, rest)),
        },
        forms=("place stack at A", "take token at A"),
    ),
    Words(
        questions={"place stack": "Where do you place the next stack of tokens?", "take token": _ask},
        doing={"place stack": "{} is placing a stack of tokens.", "take token": "{} is taking a token."},
        events={
            StackPlaced: lambda teller, event: f"placed a stack of tokens at {teller.board.goal_name(event.place)}",
            TokenTaken: lambda teller, event: f"took a token at {teller.board.goal_name(event.place)}",
        },
        title="Tokens",
        rules=_rules,
        nudges={
            PlaceStack: "Where will you build soon?",
            TakeToken: "Which token do you not have yet?",
        },
    ),
    Terminal(
        with_table=("place stack",),
        of_seats=_of_seats,
        on_table=_on_table,
        at_place=_at_place,
        brings="token",
        brought_by=_brought_by,
    ),
    Findings(gains={TokenTaken: lambda event: Gain("tokens", event.place, event.place)}),
    Served(in_points=frozenset({"take token"})),
    Drawn("tokens", _things, _templates, beside=_beside, stands_at=_stands_at),
)
