"""How a mechanic joins the common rules of a board that names it in its file.

    [rules]
    mechanics = ["passengers"]

An addition says what happens at each moment of a game: while the board is laid out, after a claim, when its question
is answered, at the end. It stands in the file of its mechanic, and the name in the board file is the name of that file:
`mechanics/passengers/passengers.py`, or `tunnels.py` in the board's own folder.

A mechanic that changes the turn itself brings a rule sheet of its own, in the `rules.py` of its folder, and is named in
the same way: `mechanics = ["fleet", "harbors"]`. A board can have one of these, and any additions.
"""

import importlib
import importlib.util
import sys
from collections.abc import Mapping
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from branchline.engine.commons import Setting
from branchline.engine.decisions import KIND_NAMES, TURN
from branchline.engine.mechanic import Mechanic
from branchline.engine.ranking import TieBreak
from branchline.engine.rule_sheet import RuleSheet
from branchline.mechanics.cards.hands import Hands
from branchline.mechanics.routes.tracks import Tracks
from branchline.mechanics.tickets.tickets import Tickets
from branchline.model.errors import BadSetup, closest
from branchline.model.faces import FACES
from branchline.model.vecs import vec


@mypyc_attr(allow_interpreted_subclasses=True)
class Addition:
    """One thing beside cards, routes and tickets. The constructor adds the mechanic to the rules."""

    needs: ClassVar[tuple[str, ...]] = ()  # sections of the board's extras that it cannot do without
    facts: ClassVar[dict[str, Any]] = {}  # what these and other sections hold: see `boards/extras.py`

    def __init__(self, rules: "Composition") -> None:
        self.rules: Final = rules
        self.mechanic: Mechanic | None = None
        self.kinds: list[int] = []  # the kinds of decision that `answer` is called for

    def join(self, mechanic: Mechanic, kinds: list[i64], lines: list[str]) -> None:
        """Add the mechanic, the decisions that it answers, and its lines of the score sheet."""
        self.rules.add(mechanic, kinds)
        self.mechanic = mechanic
        self.kinds = [int(kind) for kind in kinds]
        self.rules.lines += lines

    def lay_out(self) -> None:
        """The game begins: nothing is dealt yet."""

    def lay_out_further(self) -> bool:
        """Opening tickets are chosen; True if this asked something, and wants to be called again after that."""
        return False

    def before_claim(self, seat: i64, action: i64) -> bool:
        """A seat wants to claim; True if the claim has to wait, and is made or given up later by this addition."""
        return False

    def after_claim(self, seat: i64, route: i64) -> None:
        """A route was claimed, paid and scored."""

    def answer(self, seat: i64, kind: i64, action: i64) -> None:
        """Carry out the answer to one of its questions, or one of its actions in a turn (`Composition.add_to_turn`)."""

    def score(self) -> None:
        """The game is over: fill in its lines of the score sheet."""

    def tie_breaks(self) -> list[TieBreak]:
        """What decides between seats that are equal in points and in completed tickets."""
        return []

    def amounts(self) -> dict[str, vec[i64]]:
        """What each seat has at the end that a board could give a bonus for."""
        return {}


@mypyc_attr(allow_interpreted_subclasses=True)
class Composition(RuleSheet):
    """Rules put together by a board file: routes, tickets and hands, and the mechanics that join them.

    A class derived from it knows a turn. It composes its own mechanics and calls `join_additions` at the end of its
    constructor.
    """

    needs: ClassVar[tuple[str, ...]] = ()  # sections of the board's extras that it cannot do without
    facts: ClassVar[dict[str, Any]] = {}  # what these and other sections hold: see `boards/extras.py`

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.hands: Final = Hands(self.commons)
        self.tracks: Final = Tracks(self.commons)
        self.tickets: Final = Tickets(self.commons, self.tracks)
        self.in_turn: list[Mechanic] = []  # what can be done in a turn
        self.additions: list[Addition] = []
        self.answering: list[Addition | None] = [None] * len(KIND_NAMES)  # by kind of decision
        self.before_claims: list[Addition] = []
        self.after_claims: list[Addition] = []

    def join_additions(self) -> None:
        """Add what the board file names, to mechanics that are composed already."""
        for name in names_of(self.setting):
            self.additions.append(find_addition(self.setting.board.path.parent, name)(self))
        self.answering = [None] * len(KIND_NAMES)  # there may be new kinds
        for addition in self.additions:
            for kind in addition.kinds:
                self.answering[kind] = addition
        self.before_claims = with_own(self.additions, "before_claim")
        self.after_claims = with_own(self.additions, "after_claim")
        self.after_claims.reverse()  # the first one asks last, so that its question lies on top

    def add(self, mechanic: Mechanic, kinds: list[i64]) -> None:
        """Add a mechanic of the board's own, and the kinds of decision that it answers alone."""
        self.compose([*self.mechanics, mechanic])
        for kind in kinds:
            self.offer(kind, [mechanic])

    def offer_turn(self, mechanics: list[Mechanic]) -> None:
        """Say what can be done in a turn."""
        self.in_turn = mechanics
        self.offer(TURN, mechanics)

    def add_to_turn(self, mechanic: Mechanic) -> None:
        """Offer the actions of an added mechanic in a turn, beside all others."""
        self.offer_turn([*self.in_turn, mechanic])

    # The moments of a game

    def lay_out(self) -> None:
        """The game begins: nothing is dealt yet."""
        for addition in self.additions:
            addition.lay_out()

    def lay_out_further(self) -> bool:
        """Opening tickets are chosen; True if an addition asked something."""
        for addition in self.additions:  # noqa: SIM110 - a generator is slower when compiled
            if addition.lay_out_further():
                return True
        return False

    def after_claim(self, seat: i64, route: i64) -> None:
        """What claiming a route brings beside its points (COM-053)."""
        for addition in self.after_claims:
            addition.after_claim(seat, route)

    def is_answered(self, seat: i64, kind: i64, action: i64) -> bool:
        """Carry out the answer to a question of an addition; False if it is none."""
        addition = self.answering[kind]
        if addition is None:
            return False
        addition.answer(seat, kind, action)
        return True

    def play_added(self, seat: i64, action: i64) -> None:
        """Carry out an action that an addition offers in a turn."""
        for addition in self.additions:
            mechanic = addition.mechanic
            if mechanic is not None and mechanic.first <= action < mechanic.end:
                addition.answer(seat, TURN, action)
                return
        raise NotImplementedError

    # The end

    def final_scores(self) -> None:
        """Tickets, then what the board adds, in its order (COM-081..COM-086)."""
        self.tickets.held.score(self.sheet[1])
        for addition in self.additions:
            addition.score()

    def tie_breaks(self) -> list[TieBreak]:
        """More completed tickets (COM-087), then what the additions say."""
        breaks = [TieBreak("more completed tickets", [int(n) for n in self.tickets.held.completed])]
        for addition in self.additions:
            breaks += addition.tie_breaks()
        return breaks

    def amounts(self) -> dict[str, vec[i64]]:
        """What each seat has at the end that there can be a bonus for, by its name."""
        found = {"tickets": self.tickets.held.completed, "routes": self.tracks.claims}
        for addition in self.additions:
            found.update(addition.amounts())
        return found

    # What callers outside the rules ask for

    def offer_of(self, seat: i64) -> tuple[str, ...]:
        return self.tickets.offers.ids(seat)

    def ticket_results(self, seat: i64) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return self.tickets.held.results(seat)

    def ticket_points(self, seat: i64) -> dict[str, int]:
        return self.tickets.held.points_by_ticket(seat)

    def blank(self) -> RuleSheet:
        return type(self)(self.setting)


def names_of(setting: Setting) -> list[str]:
    """The additions of a board: those it names, the bonuses that the numbers of the variant award, its house rules."""
    awarded = {"longest_path": setting.numbers.longest_path, "globetrotter": setting.numbers.globetrotter}
    turns = known_turns()
    named = [name for name in setting.board.mechanics if awarded.get(name, 1)]
    own = setting.board.path.parent
    named = [name for name in named if name not in turns or (own / f"{name}.py").is_file()]
    unnamed = [name for name, points in awarded.items() if points and name not in named]
    return unnamed + named + (["house_rules"] if setting.board.bonuses else [])


def with_own(additions: list[Addition], method: str) -> list[Addition]:
    """Those that have something to do at a moment of the game: a loop over the others would only take time."""
    return [each for each in additions if getattr(type(each), method) is not getattr(Addition, method)]


_found: dict[str, type[Addition]] = {}  # of this package, by name
_turns: dict[str, type[Composition]] = {}  # rule sheets of this package's mechanics, by the names of their folders


def known_additions() -> Mapping[str, type[Addition]]:
    """All additions of this package by the names that board files use."""
    if not _found:
        for folder, name in own_modules():
            if name not in ("face", "rules"):
                _found.update(additions_in(f"branchline.mechanics.{folder}.{name}", name))
    return _found


def known_turns() -> Mapping[str, type[Composition]]:
    """The rule sheets that mechanics of this package bring, by the names that board files use."""
    if not _turns:
        for folder, name in own_modules():
            if name == "rules":
                _turns[folder] = importlib.import_module(f"branchline.mechanics.{folder}.rules").Rules
    return _turns


def own_modules() -> list[tuple[str, str]]:
    """What the folders of this package's mechanics hold: a mechanic is found by lying there, and named nowhere else."""
    home = Path(__file__).parent
    folders = [folder.name for folder in iter_modules([str(home)]) if folder.ispkg]
    return [(folder, module.name) for folder in folders for module in iter_modules([str(home / folder)])]


def import_faces() -> None:
    """Import the faces of this package's mechanics, which add themselves."""
    for folder, name in own_modules():
        if name == "face":
            importlib.import_module(f"branchline.mechanics.{folder}.face")


FACES.load = import_faces


def additions_in(module_name: str, name: str) -> dict[str, type[Addition]]:
    """The addition that a module defines, under the name of its file."""
    module = importlib.import_module(module_name)
    for value in vars(module).values():
        if isinstance(value, type) and issubclass(value, Addition) and value is not Addition:
            home: Any = getattr(value, "__module__")  # noqa: B009 - a native class has it too, but mypyc does not know
            if home == module_name:
                return {name: value}
    return {}


def own_addition(folder: Path, name: str) -> type[Addition] | None:
    """The addition in a file of a board's own folder; None if there is none."""
    path = folder / f"{name}.py"
    if not path.is_file():
        return None
    module_name = f"branchline_board_{folder.name}_{name}"  # without a dot: pickled views find it by name
    if module_name not in sys.modules:
        spec = importlib.util.spec_from_file_location(module_name, path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[module_name] = module  # dataclasses look up the module of their class there
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[module_name]
            raise
    return additions_in(module_name, name).get(name)


_meant: dict[tuple[Path, str], type[Addition]] = {}  # every copy of a game asks: nobody looks at the disk for that


def forget(folder: Path) -> None:
    """The files of a board have been edited: import its additions again when they are next wanted."""
    for of, name in list(_meant):
        if of == folder:
            del _meant[of, name]
    prefix = f"branchline_board_{folder.name}_"
    for module_name in [name for name in sys.modules if name.startswith(prefix)]:
        if str(sys.modules[module_name].__file__).startswith(str(folder)):
            del sys.modules[module_name]


def find_addition(folder: Path, name: str) -> type[Addition]:
    """The addition that a board file means: one in its own folder, or one of this package."""
    if (folder, name) not in _meant:
        _meant[folder, name] = own_addition(folder, name) or known_addition(name)
    return _meant[folder, name]


def known_addition(name: str) -> type[Addition]:
    """The addition of this package with this name."""
    known = known_additions()
    if name not in known:
        raise BadSetup(f"there is no mechanic '{name}'{closest(name, known)}")
    return known[name]
