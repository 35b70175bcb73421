"""Tourist tokens in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from branchline.boards import registry
from branchline.cli.faces import FACES, Terminal, lists_table
from branchline.cli.screen import in_rows
from branchline.mechanics.tokens.tokens import Tokens
from branchline.model.board import Board, City, Route
from branchline.model.observation import Observation, TokensView
from branchline.words.plain import counted


class TokensTerminal(Terminal):
    """Where stacks lie, and who has a token of which."""

    def of_seats(self, seen: Observation, view: TokensView) -> RenderableType | None:
        if not any(view.owned):
            return None
        board = registry.board(seen.board)
        return lists_table(
            "tokens from", [[_symbol_name(board, view, symbol) for symbol in mine] for mine in view.owned]
        )

    def on_table(
        self, seen: Observation, view: TokensView, width: int, all_of_it: bool
    ) -> tuple[str, RenderableType] | None:
        board = registry.board(seen.board)
        mine = () if seen.seat is None else view.owned[seen.seat]
        return "Tokens", in_rows([_stack(board, view, symbol, mine) for symbol in range(len(view.stacks))], width)

    def at_place(self, seen: Observation, view: TokensView, place: City) -> str:
        left = sum(stack.left for stack in view.stacks if stack.place == place.id)
        return f"{counted(left, 'token')} here." if left else ""

    def brought_by(self, seen: Observation, view: TokensView, route: Route) -> str:
        board = registry.board(seen.board)
        mine = () if seen.seat is None else view.owned[seen.seat]
        places = {stack.place for symbol, stack in enumerate(view.stacks) if stack.left and symbol not in mine}
        return ", ".join(end.name for end in (board.cities[route.a], board.cities[route.b]) if end.id in places)


def _symbol_name(board: Board, tokens: TokensView, symbol: int) -> str:
    place = tokens.stacks[symbol].place
    return f"stack {symbol + 1}" if place is None else board.goal_name(place)


def _stack(board: Board, tokens: TokensView, symbol: int, mine: Sequence[int]) -> Text:
    """A stack of tokens: where, how many, and whether the viewing seat has one."""
    stack = tokens.stacks[symbol]
    where = "not laid yet" if stack.place is None else board.goal_name(stack.place)
    mark = (" ✓ ", "green") if symbol in mine else ("  ", "")
    return Text.assemble(f"{where} ", (str(stack.left), "bold"), mark)


FACES.add(Tokens, TokensTerminal(with_table=("place stack",), brings="token"))
