"""The bots that play the seats beside a learner."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.bots.base import Bot, Prepares
from branchline.bots.registry import make_bot
from branchline.bots.seeds import bot_seed
from branchline.encodings.encoding import Encoding
from branchline.model.errors import BadSetup


def opponent_specs(opponents: str | Sequence[str] | None, seats: int, learner: int | None) -> tuple[str, ...]:
    """The specs of the bots beside one learner, in turn order from its seat on; none in self-play."""
    if opponents is None:
        if learner is not None:
            raise BadSetup("without opponents every seat is the learner's; leave out `learner`")
        return ()
    specs = (opponents,) * (seats - 1) if isinstance(opponents, str) else tuple(opponents)
    if len(specs) != seats - 1:
        raise BadSetup(f"with {seats} seats there are {seats - 1} opponents, not {len(specs)}")
    if learner is not None and not 0 <= learner < seats:
        raise BadSetup(f"the learner's seat is one of 0 to {seats - 1}, not {learner}")
    for spec in {*specs}:
        make_bot(spec, 0)  # one that cannot be made is told of here, not when the first game begins
    return specs


def seat_bots(of: Encoding, specs: Sequence[str], learner: int, seed: int) -> dict[int, Bot]:
    """New bots for a game that is dealt from a seed, by their seats."""
    bots: dict[int, Bot] = {}
    for k, spec in enumerate(specs):
        seat = (learner + 1 + k) % of.seats
        bot = make_bot(spec, bot_seed(seed, seat))
        if isinstance(bot, Prepares):
            bot.prepare(of.board.id, of.variant.id, of.seats)
        bots[seat] = bot
    return bots
