"""Views that are kept as long as what they show has not changed.

To look at a map of a hundred routes takes longer than to see that nothing has happened there. So a mechanic with much
to show notes, before it is looked at, the numbers that its views are made of; while they are the same as the last time,
the same view is handed out again.
"""

from librt.vecs import append, vec
from mypy_extensions import i64

from branchline.model.observation import View


class KeptViews:
    """The views of one mechanic, by viewer, and the numbers that they were made of."""

    def __init__(self) -> None:
        self.numbers: vec[i64] = vec[i64]()
        self.at: i64 = 0  # so many were noted this time
        self.changed: bool = False
        self.views: dict[int, View] = {}

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
        numbers = self.numbers
        at = self.at
        count: i64 = len(values)
        if at + count > len(numbers):
            for value in values:
                self.note(value)
            return
        k: i64 = 0
        while k < count:
            if numbers[at] != values[k]:
                numbers[at] = values[k]
                self.changed = True
            at += 1
            k += 1
        self.at = at

    def find(self, viewer: int) -> View | None:
        """The view of that viewer, once all is noted; None if it has to be made anew."""
        if self.changed:
            self.views = {}
        return self.views.get(viewer)

    def keep(self, viewer: int, view: View) -> View:
        """A view that was made anew."""
        self.views[viewer] = view
        return view
