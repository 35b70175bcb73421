"""Fleets of trains and ships in the terminal."""

from __future__ import annotations

from branchline.cli.faces import FACES, Terminal
from branchline.mechanics.fleet.fleet import Fleet
from branchline.model.actions import ChooseFleet, ExchangePieces
from branchline.model.observation import FleetView, Observation


class FleetTerminal(Terminal):
    """Trains and ships in two columns, with what waits in the box."""

    def moves(self, seen: Observation, view: FleetView) -> list[tuple[str, str]]:
        return [("exchange 3 trains for 3 ships", "out of your box, at a point each")]

    def note(self, seen: Observation, view: FleetView) -> str:
        return 'Trains "20 +5" are 20 to build with and 5 in the box.'

    def pieces(self, seen: Observation, view: FleetView) -> dict[str, list[str]]:
        return {
            "trains": [_of_box(left, box) for left, box in zip(view.trains, view.box_trains, strict=True)],
            "ships": [_of_box(left, box) for left, box in zip(view.ships, view.box_ships, strict=True)],
        }


def _of_box(left: int | None, box: int | None) -> str:
    return "?" if left is None else f"{left} +{box}" if box else str(left)


FACES.add(
    Fleet,
    FleetTerminal(
        with_table=("choose fleet",),
        labels={ExchangePieces: "exchange pieces"},
        numbers={ChooseFleet: lambda fleet: fleet.trains},
    ),
)
