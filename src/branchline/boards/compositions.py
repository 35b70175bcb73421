"""What a board file says of its rules: the board it is based on, its mechanics by name, and its house rules.

based_on = "usa"                   its map, cards, tickets and numbers; what this file gives comes in their place

[rules]
mechanics = ["passengers"]         see `branchline/mechanics/additions.py`

[bonuses]
lines = [
  "most routes: 10",               the most of: tickets, routes, spaces, places, cards, path, or what a mechanic counts
  "reach Miami: 5",
  "link Seattle - Miami: 15",
]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from branchline.boards.board_lines import BETWEEN
from branchline.boards.board_network import Goal, Places, entries_of
from branchline.boards.board_text import BoardFile, Entry, Section
from branchline.boards.extras import Known, check_extras
from branchline.mechanics.additions import known_additions, known_turns, own_addition
from branchline.mechanics.house_rules.house_rules import AMOUNTS
from branchline.model.board import Bonus
from branchline.model.errors import closest

_HOME = Path(__file__).parent
_BONUS = re.compile(r"(most|reach|link)\s+(.+?)\s*:\s*(\d+)")


def with_base(file: BoardFile, folder: Path) -> Path | None:
    """Fill in what a file leaves to the board that it is based on; returns the folder of that board."""
    name = file.data.pop("based_on", None)
    if name is None:
        return None
    homes = {path.parent.name: path.parent for path in sorted(_HOME.glob("*/board.toml"))}
    base = homes.get(str(name), (folder / str(name)).resolve())
    if not (base / "board.toml").is_file() or base == folder:
        file.fault(Entry("based_on", ("based_on",)), f"there is no board '{name}'{closest(str(name), homes)}")
        file.raise_faults()
    below = BoardFile.read(base / "board.toml")
    further = with_base(below, base)
    file.data = merged(below.data, file.data)
    return base if (base / "layout.json").is_file() or further is None else further


def merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Two tables as one; where both have something, tables are merged and all else is taken from the upper one."""
    found = {**below, **above}
    for key in below.keys() & above.keys():
        if isinstance(below[key], dict) and isinstance(above[key], dict):
            found[key] = merged(below[key], above[key])
    return found


def read_mechanics(top: Section, extras: Section, folder: Path, known: Known) -> tuple[str, ...]:
    """The mechanics that the file names; each must exist, here or in the board's folder, and have its numbers."""
    section = top.section("rules", required=False)
    names = section.texts("mechanics")
    section.check_unknown()
    for name in names:
        addition = own_addition(folder, name) or known_additions().get(name) or known_turns().get(name)
        if addition is None:
            files = [path.stem for path in folder.glob("*.py")]
            section.fault(
                f"there is no mechanic '{name}'{closest(name, [*known_additions(), *known_turns(), *files])}",
                "mechanics",
            )
            continue
        for need in addition.needs:
            if need not in extras.table:
                section.fault(f"the mechanic '{name}' needs the section [extras.{need}]", "mechanics")
        check_extras(extras, addition.facts, known)
    turns = [name for name in names if name in known_turns()]
    if len(turns) > 1:
        section.fault(f"the mechanics {' and '.join(turns)} have a turn of their own: name one of them", "mechanics")
    if len(set(names)) < len(names):
        section.fault("a mechanic is named twice", "mechanics")
    return names


def read_bonuses(top: Section, places: Places, mechanics: tuple[str, ...]) -> tuple[Bonus, ...]:
    """The house rules, line by line."""
    section = top.section("bonuses", required=False)
    bonuses: list[Bonus] = []
    for entry in entries_of("bonus", ("bonuses", "lines"), section.texts("lines")):
        bonus = _read_bonus(entry, places, mechanics, _complaining(section, entry))
        if bonus is not None and bonus.line in [other.line for other in bonuses]:
            section.file.fault(entry, "the same bonus is already there")
        elif bonus is not None:
            bonuses.append(bonus)
    section.check_unknown()
    return tuple(bonuses)


def _complaining(section: Section, entry: Entry) -> Callable[[str], None]:
    return lambda what: section.file.fault(entry, what)


def _read_bonus(
    entry: Entry, places: Places, mechanics: tuple[str, ...], complain: Callable[[str], None]
) -> Bonus | None:
    found = _BONUS.fullmatch(entry.text.strip())
    if not found:
        complain('write it like "most routes: 10", "reach Miami: 5" or "link Seattle - Miami: 15"')
        return None
    kind, what, points = found[1], found[2], int(found[3])
    if kind == "most":
        known = (*AMOUNTS, *mechanics)
        if what not in known:
            complain(f"there is no bonus for the most '{what}'{closest(what, known)}; there is for: {', '.join(known)}")
            return None
        return Bonus(kind, points, what)
    words = what.split(BETWEEN)
    if len(words) != (1 if kind == "reach" else 2):
        complain('one place is reached, two are linked, with " - " between them')
        return None
    goals = [places.find(word.strip(), complain) for word in words]
    sound: list[Goal] = [goal for goal in goals if goal is not None]
    if len(sound) < len(goals):
        return None
    return Bonus(kind, points, "", tuple(goal.id for goal in sound), tuple(goal.ends for goal in sound))
