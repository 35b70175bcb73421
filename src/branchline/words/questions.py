"""The open question in words, and what to look at to answer it."""

from __future__ import annotations

from branchline.model.actions import Action
from branchline.model.board import Board
from branchline.model.faces import FACES, Words
from branchline.model.observation import Observation
from branchline.words.things import faces_of


def head(seen: Observation, question: str) -> str:
    """What is asked, as a sentence."""
    if question == "turn":
        return _turn(seen)
    asking = FACES.table(Words, "questions").get(question)
    if asking is None:
        return f"Your choice: {question}."
    return asking if isinstance(asking, str) else str(asking(seen))


def _turn(seen: Observation) -> str:
    """What can be done in a turn, with what the mechanics of the board add to it."""
    faces = faces_of(seen)
    before = next((f"{face.before_turn} " for face in faces if face.before_turn), "")
    builds = " or ".join(["a route", *(face.builds for face in faces if face.builds)])
    uses = [f"build {builds}", "take cards", "draw tickets", *(face.uses for face in faces if face.uses)]
    said = f"{before}{', '.join(uses[:-1])} or {uses[-1]}."
    return f"Your turn. {said[0].upper()}{said[1:]}"


def doing(question: str) -> str:
    """What the others are told about a seat that is asked something: "{} is deciding."."""
    if question == "turn":
        return "{} to move."
    return str(FACES.table(Words, "doing").get(question, "{} is deciding."))


def nudge_in_words(board: Board, action: Action) -> str:
    """Which kind of decision an action is, and around which place of the map, where there is one."""
    named = getattr(action, "route", None)
    route = next((route for route in board.routes if route.id == named), None)
    if route is not None:
        return f"Think of building. Look around {board.cities[route.a].name}."
    nudges: dict[type[Action], str] = FACES.table(Words, "nudges")
    return nudges.get(type(action), "Take your time, and look at all the answers.")
