"""Technologies in the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from branchline.boards import registry
from branchline.cli.faces import FACES, Terminal, lists_table
from branchline.cli.screen import in_rows
from branchline.mechanics.technologies.technologies import Technologies
from branchline.model.actions import BuyTechnology
from branchline.model.board import Board
from branchline.model.observation import Observation, TechnologiesView
from branchline.words.plain import counted
from branchline.words.technologies import technology_effect, technology_facts, technology_title


def _label(actions: Sequence[BuyTechnology]) -> str:
    return f"buy a technology ({len({action.technology for action in actions})} within reach)"


class TechnologiesTerminal(Terminal):
    """What is for sale, and who has what."""

    def moves(self, seen: Observation, view: TechnologiesView) -> list[tuple[str, str]]:
        first = next(iter(registry.board(seen.board).extras["technologies"]))
        title = technology_title(registry.board(seen.board), first)
        return [(f"buy {title}", "buy a technology, before anything else")]

    def of_seats(self, seen: Observation, view: TechnologiesView) -> RenderableType | None:
        if not any(view.owned):
            return None
        board = registry.board(seen.board)
        return lists_table("technologies", [[technology_title(board, each) for each in mine] for mine in view.owned])

    def on_table(
        self, seen: Observation, view: TechnologiesView, width: int, all_of_it: bool
    ) -> tuple[str, RenderableType] | None:
        board = registry.board(seen.board)
        sale = {name: left for name, left in view.for_sale.items() if left}
        return "For sale", _sale_table(board, sale) if all_of_it else _sale_line(board, sale, width)


def _sale_line(board: Board, sale: Mapping[str, int], width: int) -> Text:
    chips = [
        Text.assemble(
            technology_title(board, name), " ", (f"{technology_facts(board, name).get('cost', '?')}✦", "bold"), "  "
        )
        for name in sale
    ]
    return in_rows(chips, width) if chips else Text("nothing", "dim")


def _sale_table(board: Board, sale: Mapping[str, int]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    for name, left in sale.items():
        cost = counted(int(technology_facts(board, name).get("cost", 0)), "locomotive")
        effect = Text(technology_effect(board, name), "dim")
        table.add_row(technology_title(board, name), Text(cost, "bold"), f"{left} left", effect)
    return table


FACES.add(
    Technologies,
    TechnologiesTerminal(
        lacks="needs a technology",
        by_kind=("action after a purchase", "claim a taken route", "claim", "claim a second route"),
        with_table=("action after a purchase",),
        labels={BuyTechnology: _label},
        details={BuyTechnology: lambda board, action: technology_effect(board, action.technology)},
    ),
)
