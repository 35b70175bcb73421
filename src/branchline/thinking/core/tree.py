"""What was tried further down: a tree of information sets, by what all seats decided on the way to them.

A node is what a seat knows after a row of decisions, whatever the world: in each world some of its children can be
reached, and others cannot. What is worth trying at a node is what the advisers would do there in the world at hand.
"""

from math import log, sqrt
from typing import Final

from mypy_extensions import i64

from branchline.engine.rule_sheet import RuleSheet
from branchline.thinking.core.advisers import Advisers
from branchline.thinking.core.outcomes import Outcomes

RIPE: Final[i64] = 64  # visits after which the choices at a node are told apart
CURIOSITY: Final = 0.5  # how much a choice that was seldom tried is worth trying


class Node:
    """A place in the tree: how often it was passed, and what that brought the seat whose decision led here."""

    def __init__(self) -> None:
        self.visits: i64 = 0
        self.total: float = 0.0
        self.seat: i64 = -1  # whose decision led here
        self.actions: list[i64] = []
        self.children: list[Node] = []

    def child(self, action: i64, seat: i64) -> "Node":
        """The node after an action, made when it is first wanted."""
        for k in range(i64(len(self.actions))):
            if self.actions[k] == action:
                return self.children[k]
        made = Node()
        made.seat = seat
        self.actions.append(action)
        self.children.append(made)
        return made

    def appeal(self, tries: i64) -> float:
        """What going here promises, with a bonus for what was seldom tried (UCB1)."""
        if self.visits == 0:
            return 1_000.0
        n = float(self.visits)
        return self.total / n + CURIOSITY * sqrt(log(float(tries + 1)) / n)


class Tree:
    """Descends from a node in one world, as long as the nodes are ripe; then tells the way what came of it."""

    def __init__(self, rules: RuleSheet, advisers: Advisers) -> None:
        self.rules = rules
        self.advisers = advisers
        self.way: list[Node] = []

    def descend(self, node: Node) -> None:
        """Decide for all seats from a node on, as far as the tree knows anything."""
        rules = self.rules
        self.way = [node]
        while node.visits >= RIPE and not rules.over:
            seat = rules.open.seat()
            action: i64 = -1
            best = -1_000.0
            found = node
            for mind in self.advisers.minds:
                option = mind.decide(seat)
                if option != action:
                    child = node.child(option, seat)
                    appeal = child.appeal(node.visits)
                    if appeal > best:
                        best = appeal
                        action = option
                        found = child
            rules.act(seat, action)
            node = found
            self.way.append(node)

    def learn(self, outcomes: Outcomes) -> None:
        """A playout was judged: note on the way what it was worth to those who decided."""
        for node in self.way:
            node.visits += 1
            if node.seat >= 0:
                node.total += outcomes.reward(node.seat)
