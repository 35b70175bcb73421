"""What a bot is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from branchline.model.actions import Action
from branchline.model.errors import BranchlineError
from branchline.model.events import Event
from branchline.model.observation import Observation


class Bot(Protocol):
    """A player. Any object with these two members is one; there is nothing to inherit."""

    @property
    def name(self) -> str:
        """What people call it."""
        ...

    def decide(self, observation: Observation) -> int | Action:
        """Answer the open decision of the observing seat with a legal action, as a number or a value.

        The observation is all that a bot is given, so that it cannot know more than a person in its seat would.
        """
        ...


@runtime_checkable
class Prepares(Bot, Protocol):
    """A bot that has something to get ready before a game, such as tables or weights; most bots have not."""

    def prepare(self, board: str, variant: str, seats: int) -> None:
        """Get ready for a game on this board. The time that takes is not counted as time to decide."""
        ...


@runtime_checkable
class Tallies(Bot, Protocol):
    """A bot that counts something about its work, such as tokens, for those who compare bots."""

    @property
    def tallies(self) -> Mapping[str, int]:
        """What it counted so far, by name."""
        ...


@runtime_checkable
class Watches(Bot, Protocol):
    """A bot that wants to be told what happens; others see in an observation what came of it."""

    def watch(self, events: Sequence[Event]) -> None:
        """What happened since its last decision, as its seat may know it: called before each decision."""
        ...


def wants_events(bot: object) -> bool:
    """Whether a bot is to be told what happens."""
    return bool(getattr(bot, "watches", isinstance(bot, Watches)))


class BotFault(BranchlineError):
    """A bot failed, or answered with something that is not a legal action."""
