"""What people, bots and clocks do at a running table. Each function checks, stores and tells, or refuses."""

from __future__ import annotations

import json
from typing import Any

from branchline.model.scores import Scores
from branchline.table import timekeeping
from branchline.table.bots.levels import checked_level
from branchline.table.games.played_game import PlayedGame
from branchline.table.games.results import final_scores
from branchline.table.live_table import LiveTable, Planned, recorded
from branchline.table.protocol.refusing import Refused
from branchline.words.plain import listed, spoken

AUTOMATED = {"automated": True}  # from now on somebody has to look after the table


@recorded
def act(table: LiveTable, seat: int, decision: int, action: int, by: str = "person") -> Planned:
    """Answer the open decision of a seat."""
    played = table.running()
    if by == "person":
        _check_plays_itself(played, seat)
    elif played.plays_itself(seat, seat in table.people):
        raise Refused("stale", "The person is back.")  # and decides, though the bot had thought already
    if played.asked.get(seat) != decision:
        words = "You have nothing to decide now." if seat not in played.asked else "That was decided already."
        raise Refused("stale", words)
    refusal = played.game.refusal(action, seat)
    if refusal is not None:
        raise Refused("illegal", spoken(refusal))
    said = {"by": by, "words": played.game.describe(action, seat)}
    after = played.game.copy()  # looked at ahead of time: a move and the end that it brings are stored together
    after.apply(action, seat)
    changes = ending(played, 1, final_scores(after, played.resigned)) if after.is_over else None
    return Planned("move", seat, action, said, changes)


def _check_plays_itself(played: PlayedGame, seat: int) -> None:
    if seat in played.resigned:
        raise Refused("not_allowed", "You gave this game up.")
    if seat in played.substitutes:
        raise Refused("not_allowed", "A bot plays for you. Come back first.")


def ending(played: PlayedGame, more: int, scores: Scores) -> dict[str, Any]:
    """What the table's row says of a game that ends after that many more decisions.

    The creator's address is of no use any more, and the seed no secret.
    """
    now = timekeeping.now()
    return {
        "status": "finished",
        "finished": now,
        "active": now,
        "decisions": len(played.moves) + more,
        "seed": f"{played.setup.secret:032x}",
        "totals": json.dumps([sheet.total for sheet in scores]),
        "winners": json.dumps(scores.winners),
        "address": "",
        "keeper": None,
        "kept_until": 0.0,
    }


# Taking back


@recorded
def undo(table: LiveTable, seat: int, held: tuple[int, ...]) -> Planned:
    """Take back the latest decision of a seat: at once if it is free, else ask all seated people.

    What goes beyond a free one may have shown somebody a card; so what lies face down is then shuffled again.
    """
    played = table.running()
    _check_plays_itself(played, seat)
    free = played.free_to_undo(seat)
    undoes = free or played.undone_by_wish(seat)
    if not undoes:
        raise Refused("not_allowed", "You have decided nothing that could be taken back.")
    if free:
        return Planned("take_back", seat, data={"undoes": list(undoes)})
    playing = played.playing(table.people)
    absent = played.needed_for_undo(undoes, table.people) - playing - {seat, *held}
    if absent:
        who = listed([table.names[each] for each in sorted(absent)])
        raise Refused("not_allowed", f"{who} cannot be asked: what they decided stays.")
    if playing <= {seat, *held}:
        return Planned("take_back", seat, data={"undoes": list(undoes), "shuffled": True})
    if played.wish is not None:
        raise Refused("not_allowed", "Somebody has asked already to take something back.")
    return Planned("wish_undo", seat, data={"undoes": list(undoes)})


@recorded
def answer_undo(table: LiveTable, seat: int, wish: int, agree: bool) -> Planned:
    """Agree to a wish, or decline it; who asked can cancel it. The last agreement fulfils it."""
    played = table.running()
    if played.wish is None or played.wish.number != wish:
        raise Refused("stale", "Nobody asks for that any more.")
    if seat in played.wish.agreed and (agree or seat != played.wish.seat):
        raise Refused("not_allowed", "You have agreed already.")
    asked = played.playing(table.people)
    if seat not in asked:
        raise Refused("not_allowed", "Only people who play are asked.")
    if agree and not asked - played.wish.agreed - {seat}:
        undoes = list(played.wish.undoes)
        return Planned("take_back", played.wish.seat, data={"undoes": undoes, "shuffled": True})
    return Planned("agree_undo" if agree else "decline_undo", seat)


# Clocks


@recorded
def out_of_time(table: LiveTable, seat: int, now: float) -> Planned:
    """A clock has run out."""
    played = table.running()
    left = played.clocks.left(seat, now)
    if left is None or left > 0 or seat in played.out_of_time or seat not in played.clocks.since:
        raise Refused("stale", "There is time left.")
    return Planned("out_of_time", seat)


@recorded
def take_over(table: LiveTable, seat: int, level: str) -> Planned:
    """A bot takes over from a person who ran out of time, as the host wished when the table was made."""
    played = table.running()
    if seat not in played.out_of_time or seat in played.substitutes:
        raise Refused("stale", "There is time left.")
    return Planned("replaced", seat, data={"level": checked_level(level)}, changes=AUTOMATED)


@recorded
def resume(table: LiveTable) -> Planned:
    """Nobody looked after the table for a while: clocks go on from now."""
    table.running()
    return Planned("resumed")


@recorded
def silence(table: LiveTable, by: str | None, seat: int | None, on: bool) -> Planned:
    """The host does not let somebody talk, or does so again. `seat` None stands for all spectators."""
    if not table.is_host(by):
        raise Refused("not_host", "Only the host decides who talks here.")
    if seat is not None and (seat not in table.people or seat in table.held_by(by)):
        raise Refused("no_seat", "There is nobody to be silent.")
    if (seat in table.silent()) == on:
        raise Refused("not_allowed", "That is how it is already.")
    data = {} if seat is None else {"who": table.row.seats[seat].token}  # it belongs to the person, not to the seat
    return Planned("silenced" if on else "unsilenced", seat, data=data)
