"""How a mechanic joins the common rules of a board that names it in its file.

    [rules]
    mechanics = ["passengers"]

An addition says what happens at each moment of a game: while the board is laid out, after a claim, when its question
is answered, at the end. It stands in the file of its mechanic, and the name in the board file is the name of that file:
`mechanics/passengers/passengers.py`, or `tunnels.py` in the board's own folder.
"""

import importlib
import importlib.util
import sys
from collections.abc import Mapping
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from branchline.engine.mechanic import Mechanic
from branchline.engine.ranking import TieBreak
from branchline.mechanics.three_actions import ThreeActions
from branchline.model.errors import BadSetup, closest
from branchline.model.faces import FACES
from branchline.model.vecs import vec


@mypyc_attr(allow_interpreted_subclasses=True)
class Addition:
    """One thing beside cards, routes and tickets. The constructor adds the mechanic to the rules."""

    needs: ClassVar[tuple[str, ...]] = ()  # sections of the board's extras that it cannot do without

    def __init__(self, rules: ThreeActions) -> None:
        self.rules: Final = rules
        self.kinds: list[int] = []  # the kinds of decision that `answer` is called for

    def join(self, mechanic: Mechanic, kinds: list[i64], lines: list[str]) -> None:
        """Add the mechanic, the decisions that it answers, and its lines of the score sheet."""
        self.rules.add(mechanic, kinds)
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
        """Carry out the answer to one of its questions."""

    def score(self) -> None:
        """The game is over: fill in its lines of the score sheet."""

    def tie_breaks(self) -> list[TieBreak]:
        """What decides between seats that are equal in points and in completed tickets."""
        return []

    def amounts(self) -> dict[str, vec[i64]]:
        """What each seat has at the end that a board could give a bonus for."""
        return {}


def with_own(additions: list[Addition], method: str) -> list[Addition]:
    """Those that have something to do at a moment of the game: a loop over the others would only take time."""
    return [each for each in additions if getattr(type(each), method) is not getattr(Addition, method)]


_found: dict[str, type[Addition]] = {}  # of this package, by name


def known_additions() -> Mapping[str, type[Addition]]:
    """All additions of this package by the names that board files use."""
    if not _found:
        for folder, name in own_modules():
            if name != "face":
                _found.update(additions_in(f"branchline.mechanics.{folder}.{name}", name))
    return _found


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
