"""A coach at a table, as its entries tell: who agreed to it, and whom it helped how. Every worker comes to the same."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from branchline.table.rows import Entry
from branchline.words.plain import counted, listed

_HELP = {"nudge": "nudge", "move": "move", "warning": "warning", "share": "look at the win share"}  # for one of each


@dataclass(frozen=True, slots=True)
class Offer:
    """A seat proposes something that all who play have to agree to."""

    number: int
    seat: int
    agreed: frozenset[int]


@dataclass(slots=True)
class Coached:
    """What is known of the coach of one game."""

    agreed: frozenset[int] = frozenset()  # the seats that play with it
    offer: Offer | None = None  # to have a coach for everybody
    helped: dict[int, Counter[str]] = field(default_factory=dict)  # by seat: how often in which way
    _noted: set[tuple[int, str, int]] = field(default_factory=set)

    def is_on(self, playing: frozenset[int]) -> bool:
        """Whether the coach may help: everybody who plays has agreed to it."""
        return bool(playing) and playing <= self.agreed

    def has_noted(self, seat: int, how: str, decision: int) -> bool:
        """Whether it was noted already that the coach helped with a decision in some way."""
        return (seat, how, decision) in self._noted

    def take(self, entry: Entry) -> None:
        """Take in an entry that is about the coach."""
        assert entry.seat is not None
        seats = frozenset(entry.data.get("seats", [entry.seat]))
        match entry.kind:
            case "coach_on":
                self.agreed, self.offer = seats, None
            case "coach_off":
                self.agreed, self.offer = frozenset(), None
            case "offer_coach":
                self.offer = Offer(entry.number, entry.seat, seats)
            case "agree_coach" if self.offer is not None:
                self.offer = replace(self.offer, agreed=self.offer.agreed | seats)
            case "decline_coach":
                self.offer = None
            case "coached":
                how, decision = str(entry.data["how"]), int(entry.data["decision"])
                self._noted.add((entry.seat, how, decision))
                self.helped.setdefault(entry.seat, Counter())[how] += 1

    def tags(self) -> dict[str, str]:
        """What a record says: "2 nudges and 1 move" for each seat that was helped."""
        return {f"coach_{seat}": self.in_words(seat) for seat in sorted(self.helped)}

    def in_words(self, seat: int) -> str:
        """How a seat was helped."""
        helped = self.helped.get(seat, Counter())
        parts = [counted(helped[how], noun) for how, noun in _HELP.items() if helped[how] and how != "share"]
        return listed([*parts, "the win share"] if helped["share"] else parts)
