"""What happened in a game, event by event; kept only when somebody wants to read it."""

from branchline.model.events import Event


class Journal:
    """A list of events, switched off in fast play."""

    def __init__(self, on: bool = False) -> None:
        self.on = on
        self.events: list[Event] = []

    def add(self, event: Event) -> None:
        """Note an event. Callers ask `if journal.on` first, so that fast play builds no event at all."""
        self.events.append(event)

    def copy_from(self, other: "Journal") -> None:
        """Take over the other journal's past."""
        self.on = other.on
        self.events = other.events.copy() if other.on else []
