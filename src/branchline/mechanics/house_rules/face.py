"""What house rules mean to people."""

from __future__ import annotations

from branchline.mechanics.house_rules.house_rules import HouseRules
from branchline.model.board import Board, Bonus
from branchline.model.faces import FACES, Words
from branchline.words.plain import counted

# In plain English

_MOST = {"tickets": "fulfilled tickets", "spaces": "spaces built on", "places": "places reached", "cards": "cards left"}


def bonus_in_words(board: Board, bonus: Bonus) -> str:
    """A bonus as a sentence of the rules."""
    names = [board.goal_name(goal) for goal in bonus.goals]
    points = counted(bonus.points, "point")
    if bonus.kind == "reach":
        return f"A route to {names[0]} at the end scores {points}."
    if bonus.kind == "link":
        return f"Linking {names[0]} and {names[1]} by your own routes scores {points} at the end."
    if bonus.what == "path":
        return f"The longest path scores {points}."
    return f"The most {_MOST.get(bonus.what, bonus.what)} score {points}; all who tie score them."


def _rules(board: Board) -> list[str]:
    return [bonus_in_words(board, bonus) for bonus in board.bonuses]


FACES.add(
    HouseRules,
    Words(title="House rules", rules=_rules),
)
