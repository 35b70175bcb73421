"""Ferries: routes with wild symbols. Claims know them; a board that names them is checked for having some."""

from branchline.mechanics.additions import Addition, Composition
from branchline.model.errors import BadSetup


class FerriesAddition(Addition):
    """Nothing to do: what a ferry takes is a fact of its route."""

    def __init__(self, rules: Composition) -> None:
        super().__init__(rules)
        board = rules.setting.board
        if not any([route.kind == "ferry" for route in board.routes]):
            raise BadSetup(f"{board.title} names the mechanic 'ferries', but none of its routes is a ferry")
