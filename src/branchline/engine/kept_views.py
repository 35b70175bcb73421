"""Views that are kept as long as what they show has not changed.

To look at a map of a hundred routes takes longer than to see that nothing has happened there. So a mechanic with much
to show notes, before it is looked at, the numbers that its views are made of; while they are the same as the last time,
the same view is handed out again.
"""

from typing import Generic, TypeVar

from mypy_extensions import i64

from branchline.model.vecs import append, vec

Shown = TypeVar("Shown")


class KeptViews(Generic[Shown]):
    """The views of one mechanic, or pieces of them, by viewer, and the numbers that they were made of."""

    def __init__(self) -> None:
        self.numbers: vec[i64] = vec[i64]()
        self.at: i64 = 0  # that many were noted this time
        self.changed: bool = False
        self.views: dict[int, Shown] = {}

    def start(self) -> None:
        """Somebody looks: what is noted from now on is compared with the last time."""
        self.at = 0
        self.changed = False

    def note(self, number: i64) -> None:
        """A number that the views show."""
        if self.at == len(self.numbers):
            self.numbers = append(self.numbers, number)
            self.changed = True
        elif self.numbers[self.at] != number:
            self.numbers[self.at] = number
            self.changed = True
        self.at += 1

    def note_all(self, values: vec[i64]) -> None:
        """Numbers that the views show."""
        self.note_stretch(values, 0, len(values))

    def note_stretch(self, values: vec[i64], start: i64, count: i64) -> None:
        """Some of these numbers."""
        numbers = self.numbers
        at = self.at
        end: i64 = start + count
        if at + count > len(numbers):
            for k in range(start, end):
                self.note(values[k])
            return
        for k in range(start, end):
            if numbers[at] != values[k]:
                numbers[at] = values[k]
                self.changed = True
            at += 1
        self.at = at

    def find(self, viewer: int) -> Shown | None:
        """The view of that viewer, once all is noted; None if it has to be made again."""
        if self.changed:
            self.views = {}
        return self.views.get(viewer)

    def keep(self, viewer: int, view: Shown) -> Shown:
        """A view that was made again."""
        self.views[viewer] = view
        return view
