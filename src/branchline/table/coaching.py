"""The coach at a running table: who may have one, what it tells, and that the game says so.

Only where everybody who plays has agreed: at once where all others are bots, else by a vote. Whoever comes back to the
table has not agreed, so the coach is silent from then on. It sees what its seat sees.
"""

from __future__ import annotations

from branchline.analysis.coach import Advice, is_suspect, lost_by
from branchline.boards import registry
from branchline.table.bots.coach_room import Asked, CoachRoom
from branchline.table.leaving import people_asked
from branchline.table.live_table import LiveTable, Planned, Viewer, recorded
from branchline.table.protocol.messages import Foreseen, Hinted, Warned
from branchline.table.protocol.refusing import Refused
from branchline.table.protocol.requests import Act, Foresee, Hint

# Who may have one


@recorded
def coach(table: LiveTable, seat: int, held: tuple[int, ...], on: bool) -> Planned:
    """Ask for the coach, or send it away. Where nobody else plays, it is there at once."""
    played = table.running()
    playing = people_asked(table, played, held)
    is_on = played.coached.is_on(playing)
    if not on:
        if not is_on:
            raise Refused("not_allowed", "There is no coach at this table.")
        return Planned("coach_off", seat)
    if is_on:
        raise Refused("not_allowed", "The coach is here already.")
    if playing <= set(held):
        return Planned("coach_on", seat, data={"seats": sorted(playing)})
    if played.coached.offer is not None:
        raise Refused("not_allowed", "Somebody has asked for the coach already.")
    return Planned("offer_coach", seat, data={"seats": list(held)})


@recorded
def answer_coach(table: LiveTable, seat: int, held: tuple[int, ...], offer: int, agree: bool) -> Planned:
    """Agree to play with the coach, or decline. The last agreement brings it."""
    played = table.running()
    playing = people_asked(table, played, held)
    wanted = played.coached.offer
    if wanted is None or wanted.number != offer:
        raise Refused("stale", "Nobody asks for that any more.")
    if not agree:
        return Planned("decline_coach", seat, data={"seats": list(held)})
    if set(held) <= wanted.agreed:
        raise Refused("not_allowed", "You have agreed already.")
    agreed = wanted.agreed | set(held)
    if playing <= agreed:
        return Planned("coach_on", seat, data={"seats": sorted(agreed)})
    return Planned("agree_coach", seat, data={"seats": list(held)})


def check_is_on(table: LiveTable, seat: int) -> None:
    """Refuse where the coach may not help."""
    played = table.running()
    playing = played.playing(table.people)
    if seat not in playing:
        raise Refused("not_allowed", "The coach helps people who play themselves.")
    if not played.coached.is_on(playing):
        others = playing - {seat}
        words = "unless all who play agree" if others else "until you ask for one"
        raise Refused("not_allowed", f"There is no coach at this table, {words}.")


# What it tells


async def hint(room: CoachRoom, table: LiveTable, viewer: Viewer, message: Hint) -> Hinted:
    """A nudge, or the move with its reasons."""
    asked = _asked(table, viewer, message.decision)
    advice = await room.advice(asked)
    _asked(table, viewer, message.decision)  # much may have happened meanwhile
    await _note(table, asked, "move" if message.move else "nudge")
    answer: Hinted = {
        "type": "hinted",
        "ref": message.ref,
        "decision": message.decision,
        "move": message.move,
        "words": _sentence(advice.words) if message.move else advice.nudge,
        "reasons": list(advice.reasons) if message.move else [],
        "places": list(advice.places),
        "route": advice.route if message.move else None,
        "action": advice.action if message.move else None,
    }
    return answer


async def foresee(room: CoachRoom, table: LiveTable, viewer: Viewer, message: Foresee) -> Foreseen:
    """Think about an open decision, and tell the win shares if they are wanted."""
    asked = _asked(table, viewer, message.decision)
    advice = await room.advice(asked)
    _asked(table, viewer, message.decision)
    if message.shares:
        await _note(table, asked, "share")
    return {
        "type": "foreseen",
        "ref": message.ref,
        "decision": message.decision,
        "shares": [round(share, 4) for share in advice.shares] if message.shares else None,
        "se": round(advice.se, 4) if message.shares else None,
    }


async def warning(room: CoachRoom, table: LiveTable, viewer: Viewer, message: Act) -> Warned | None:
    """What a seat should know before it does something; None if there is nothing to say.

    What the rules say for sure takes no time. Beyond that only what the coach has thought about already is weighed, and
    a move waits for that no longer than a moment.
    """
    asked = _asked(table, viewer, message.decision)
    if message.action not in asked.seen.legal:
        return None  # refused in a moment, with the reason
    words = list(lost_by(asked.seen, message.action))
    advice = None if words else room.known(asked)
    if advice is not None and _is_suspect(asked, advice, message.action):
        doubt = await room.doubt(asked, advice, message.action)
        if doubt is not None:
            words = [f"That would cost you about {round(100 * doubt.error)} % of win share.", *doubt.reasons]
    if not words:
        return None
    await _note(table, asked, "warning")
    return {
        "type": "warned",
        "ref": message.ref,
        "decision": message.decision,
        "action": message.action,
        "words": words,
    }


def _asked(table: LiveTable, viewer: Viewer, decision: int) -> Asked:
    """The open decision that is meant, where the coach may help with it."""
    if viewer.seat is None:
        raise Refused("no_seat", "You are watching.")
    check_is_on(table, viewer.seat)
    played = table.running()
    if played.asked.get(viewer.seat) != decision:
        raise Refused("stale", "That was decided already.")
    return Asked(table.id, viewer.seat, decision, played.game.observe(viewer.seat), tuple(table.names))


def _is_suspect(asked: Asked, advice: Advice, action: int) -> bool:
    return is_suspect(asked.seen, advice, action, registry.board(asked.seen.board))


async def _note(table: LiveTable, asked: Asked, how: str) -> None:
    """The game says that the coach helped: once for a decision in each way, and once in all for the win share."""
    decision = 0 if how == "share" else asked.decision
    coached = table.running().coached
    if coached.has_noted(asked.seat, how, decision):
        return

    def plan() -> Planned:
        check_is_on(table, asked.seat)
        return Planned("coached", asked.seat, data={"how": how, "decision": decision})

    await table.record(plan)


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."
