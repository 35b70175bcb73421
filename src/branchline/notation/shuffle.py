"""The fair shuffle: a hash is published before the game, what was hashed after it, and anybody can compare.

The hash is taken over the seed, a salt, and how the game was set up. The server cannot change the cards afterward, and
nobody can guess the seed from the hash: it has 128 bits, and so has the salt.
"""

from __future__ import annotations

import hashlib
import hmac

from branchline.model.errors import RecordError
from branchline.notation.record import Record

_MOST_RESHUFFLES = 10_000  # of one game
HASH_TAG, SALT_TAG = "shuffle_hash", "shuffle_salt"


def shuffle_hash(board: str, variant: str, seats: int, first_seat: int | None, seed: int, salt: str) -> str:
    """The hash of a shuffle, as hexadecimal SHA-256."""
    first = "chance" if first_seat is None else str(first_seat)
    text = "\n".join(["branchline shuffle 1", board, variant, str(seats), first, f"{seed:032x}", salt])
    return hashlib.sha256(text.encode()).hexdigest()


def reshuffle_seed(seed: int, salt: str, nth: int) -> int:
    """The seed of the n-th time that what lies face down is shuffled anew, because something was taken back.

    It follows from what the published hash binds, so nobody can choose it; and nobody can know it before the end.
    """
    text = "\n".join(["branchline reshuffle 1", f"{seed:032x}", salt, str(nth)])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:16], "big")


def check_shuffle(record: Record, published: str | None = None) -> str:
    """Check a record against the hash that was published before the game (by default the one in its tags).

    Returns the hash; raises RecordError if it does not fit.
    """
    told, salt = record.tags.get(HASH_TAG), record.tags.get(SALT_TAG)
    if told is None or salt is None:
        raise RecordError("the record does not tell a shuffle hash: it was not played on a server")
    found = shuffle_hash(record.board, record.variant, record.seats, record.first_seat, record.seed, salt)
    for claimed in (told, told if published is None else published.strip().casefold()):
        if not hmac.compare_digest(found.encode(), claimed.encode()):
            raise RecordError(f"the shuffle is not the one that was promised: its hash is {found}, not {claimed}")
    _check_reshuffles(record, salt)
    return found


def _check_reshuffles(record: Record, salt: str) -> None:
    """Later shuffles follow from the first one, in order; some are not in the record, as they were taken back too."""
    promised = (reshuffle_seed(record.seed, salt, nth) for nth in range(_MOST_RESHUFFLES))
    for after, seed in record.reshuffles:
        if seed not in promised:
            raise RecordError(f"the shuffle after decision {after} does not follow from the one that was promised")
