"""Finished games: their records, and every step of them from any seat or with all cards open."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from branchline.drawing import Theme, draw_board, scene_of
from branchline.game import Game
from branchline.model.events import Event, TurnStarted
from branchline.notation import forms
from branchline.notation.record import Record
from branchline.notation.shuffle import continuing_tags, shuffle_tags
from branchline.table.games import presenting
from branchline.table.games.played_game import PlayedGame
from branchline.table.games.results import result
from branchline.table.games.set_aside import origin_of
from branchline.table.live_table import LiveTable
from branchline.table.protocol.answers import Move, Replay, ReplayStep
from branchline.table.protocol.messages import LogLine
from branchline.table.protocol.refusing import Refused
from branchline.words.plain import move_in_words
from branchline.words.sentences import YOU, Teller

_KEPT = 64  # games that stand at some step, ready to go on


def record(table: LiveTable, *, named: bool = True) -> Record:
    """The record of a finished game, with names and the shuffle to check."""
    row = table.row
    if table.aside is not None and row.status == "finished":
        return table.told_game.record(row, table.names)
    played = finished(table)
    tags = {f"seat_{seat}": name for seat, name in enumerate(table.names)} if named else {}
    promised = row.hash or "", played.setup.secret, row.salt or ""
    continues = played.setup.continues
    if continues is None:
        tags |= shuffle_tags(*promised, [seat.entropy for seat in row.seats])
    else:
        tags |= continuing_tags(*promised, len(continues.reshuffles))
        tags |= {"continues": origin_of(row, continues.moves)}
    return played.game.record(table=row.id, **tags, **played.coached.tags())


def picture(table: LiveTable, theme: Theme) -> str:
    """The map at the end of a finished game, as an SVG for itself."""
    game = finished(table).game
    return draw_board(game.board, scene_of(game.observe(None)), theme=theme)


def finished(table: LiveTable) -> PlayedGame:
    """A finished game; while it is being played nobody may look behind it."""
    if table.aside is not None:
        raise Refused("unavailable", f"This game cannot be shown here: {table.aside}. Its record can be downloaded.")
    if table.played is None or not table.played.game.is_over:
        raise Refused("not_allowed", "The game is not over.")
    return table.played


def viewing_seat(played: PlayedGame, view: str) -> int | None:
    """The seat whose view is asked for; None for a spectator's and the open one."""
    if view in ("open", "spectator"):
        return None
    if not (view.isdecimal() and len(view) < 4 and int(view) < played.setup.seats):
        raise Refused("bad_message", f"A view is 'open', 'spectator' or the number of a seat, not '{view[:20]}'.")
    return int(view)


def names_for(table: LiveTable, seat: int | None) -> list[str]:
    """Names of the seats as a viewer reads them."""
    return [YOU if at == seat else name for at, name in enumerate(table.names)]


def replay(table: LiveTable, view: str) -> Replay:
    """All decisions of a finished game."""
    played = finished(table)
    seat = viewing_seat(played, view)
    names = names_for(table, seat)
    ends = [*(move.first_event for move in played.moves[1:]), len(played.game.events)][: len(played.moves)]
    teller = Teller(played.game.board, played.game.variant, names)
    moves: list[Move] = []
    turn = 0
    for step, (move, end) in enumerate(zip(played.moves, ends, strict=True), 1):
        lines = _told(teller, played, view, seat, move.first_event, end)
        told = view == "open" or may_know(move.seat, seat, played.game.events[move.first_event : end])
        words = move_in_words(move.words) if told else ""
        moves.append({"step": step, "seat": move.seat, "words": words, "log": lines, "turn": turn})
        turn += sum(isinstance(event, TurnStarted) for event in played.game.events[move.first_event : end])
    return {
        "table": table.info(),
        "view": view,
        "steps": len(played.moves),
        "moves": moves,
        "result": result(played.game, names, played.resigned, played.coached.helped),
    }


def may_know(mover: int, viewer: int | None, events: Sequence[Event]) -> bool:
    """Whether a viewer learned what a seat chose: not if any event of that choice kept it to others."""
    if mover == viewer:
        return True
    own = [event for event in events if getattr(event, "seat", mover) == mover and event.hides_choice]
    return all(viewer in (event.audience or ()) for event in own)


def _told(teller: Teller, played: PlayedGame, view: str, seat: int | None, start: int, end: int) -> list[LogLine]:
    events = played.game.events[start:end]
    seen = events if view == "open" else [event.seen_by(seat) for event in events]
    return presenting.log_lines(teller.tell(seen, results=False))


class Replayer:
    """Games at some step, so that going on by one step is quick."""

    def __init__(self) -> None:
        self._games: OrderedDict[str, tuple[Game, int]] = OrderedDict()

    def step(self, table: LiveTable, step: int, view: str) -> ReplayStep:
        """The game after that many decisions."""
        played = finished(table)
        seat = viewing_seat(played, view)
        if not 0 <= step <= len(played.moves):
            raise Refused("not_found", f"There is no step {step}; they go from 0 to {len(played.moves)}.")
        game = self._game_at(table.id, played, step)
        first = played.moves[step - 1].first_event if step else 0
        events = game.events[first:]
        shown = events if view == "open" else tuple(event.seen_by(seat) for event in events)
        seen = game.observe(seat)
        names = names_for(table, seat)
        told = Teller(game.board, game.variant, names).tell(shown, results=False)
        return {
            "step": step,
            "view": view,
            "events": [forms.to_json(event) for event in shown],
            "observation": opened(game) if view == "open" else forms.to_json(seen),
            "tickets": presenting.progress(seen, seen.held, presenting.network_of(seen)),
            "turn": sum(isinstance(event, TurnStarted) for event in game.events),
            "closed": presenting.closed_routes(seen),
            "banner": presenting.banner(seen, names),
            "log": presenting.log_lines(told),
        }

    def _game_at(self, table: str, played: PlayedGame, step: int) -> Game:
        game, at = self._games.pop(table, (None, 0))
        if game is None or at > step or game.is_over:
            game, at = played.begin(), 0
        played.go_on(game, at, step)
        self._games[table] = (game, step)
        while len(self._games) > _KEPT:
            self._games.popitem(last=False)
        return game


def opened(game: Game) -> dict[str, Any]:
    """A spectator's view in which every seat's own things are filled in from that seat's view."""
    base: dict[str, Any] = forms.to_json(game.observe(None))
    for seat in range(game.seats):
        mine: dict[str, Any] = forms.to_json(game.observe(seat))
        for name, part in base["parts"].items():
            _fill(part, mine["parts"][name], seat, game.seats)
    return base


def _fill(base: dict[str, Any], mine: dict[str, Any], seat: int, seats: int) -> None:
    """Lists with a place for every seat take over what the seat knows of itself."""
    for name, value in base.items():
        if isinstance(value, list) and len(value) == seats and isinstance(mine[name], list):
            value[seat] = mine[name][seat]
