"""The fair shuffle: a hash is published before the game, what was hashed after it, and anybody can compare.

The hash is taken over a secret seed, a salt, and how the game was set up, before anybody sits down. People may then add
a word each; what is dealt follows from the seed, the salt and the words. So the server cannot choose the cards, nobody
can guess the seed from the hash (it has 128 bits, and so has the salt), and one honest word is enough.

The generator of the rules is no cryptographic one. So that nobody can work out what comes from what was seen, decks are
shuffled several times, each time with a seed of its own that follows from the first by SHA-256: together they have more
bits than all cards of a deck can tell. The same is done whenever something is taken back.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Sequence

from branchline.model.errors import RecordError
from branchline.notation.record import Record

HASH_TAG, SALT_TAG, SEED_TAG, WORDS_TAG = "shuffle_hash", "shuffle_salt", "shuffle_seed", "shuffle_words"
TAKEN_OVER_TAG = "shuffles_taken_over"  # of a game that goes on from another one
OPENING_SHUFFLES = 2  # after the deal, before the first decision
_MOST_RESHUFFLES = 10_000  # of one game


def shuffle_hash(board: str, variant: str, seats: int, first_seat: int | None, seed: int, salt: str) -> str:
    """The hash of a shuffle, as hexadecimal SHA-256."""
    first = "chance" if first_seat is None else str(first_seat)
    text = "\n".join(["branchline shuffle 1", board, variant, str(seats), first, f"{seed:032x}", salt])
    return hashlib.sha256(text.encode()).hexdigest()


def dealt_seed(seed: int, salt: str, words: Sequence[str | None]) -> int:
    """The seed that the cards are dealt by, with a word of each seat (None: it gave none). Without words, the first."""
    if not any(words):
        return seed
    return _derived("branchline deal 1", f"{seed:032x}", salt, json.dumps(list(words)))


def reshuffle_seed(seed: int, salt: str, nth: int) -> int:
    """The seed of the n-th time that what lies face down is shuffled again: after the deal, and after taking back.

    It follows from what the published hash binds, so nobody can choose it; and nobody can know it before the end.
    """
    return _derived("branchline reshuffle 1", f"{seed:032x}", salt, str(nth))


def _derived(*parts: str) -> int:
    return int.from_bytes(hashlib.sha256("\n".join(parts).encode()).digest()[:16], "big")


def shuffle_tags(published: str, seed: int, salt: str, words: Sequence[str | None]) -> dict[str, str]:
    """What a record tells of its shuffle."""
    tags = {HASH_TAG: published, SALT_TAG: salt}
    return tags | {SEED_TAG: f"{seed:032x}", WORDS_TAG: json.dumps(list(words))} if any(words) else tags


def continuing_tags(published: str, seed: int, salt: str, taken_over: int) -> dict[str, str]:
    """What the record of a game tells that goes on from another one, with the deal and so many shuffles of that one."""
    tags = {HASH_TAG: published, SALT_TAG: salt, SEED_TAG: f"{seed:032x}", WORDS_TAG: json.dumps([])}
    return tags | {TAKEN_OVER_TAG: str(taken_over)}


def check_shuffle(record: Record, published: str | None = None, own_words: Sequence[str] = ()) -> str:
    """Check a record against the hash that was published before the game (by default the one in its tags).

    `own_words` must be among those that the cards were dealt with: a record may tell others than the players gave.
    Returns the hash; raises RecordError if it does not fit. Of a game that goes on from another one, the deal and the
    shuffles that were taken over are that one's matter: only what was shuffled since can be checked.
    """
    told, salt = record.tags.get(HASH_TAG), record.tags.get(SALT_TAG)
    if told is None or salt is None:
        raise RecordError("the record does not tell a shuffle hash: it was not played on a server")
    seed, words = _told_seed(record)
    found = shuffle_hash(record.board, record.variant, record.seats, record.first_seat, seed, salt)
    for claimed in (told, told if published is None else published.strip().casefold()):
        if not hmac.compare_digest(found.encode(), claimed.encode()):
            raise RecordError(f"the shuffle is not the one that was promised: its hash is {found}, not {claimed}")
    for word in own_words:
        if word not in words:
            told_words = listed_words(record) or "none"
            raise RecordError(f"the word '{word}' was not used for the deal; the words in the record are: {told_words}")
    taken_over = _taken_over(record)
    if taken_over is None and dealt_seed(seed, salt, words) != record.seed:
        raise RecordError("the cards were not dealt by the seed that was promised and the words of the seats")
    promised = (reshuffle_seed(seed, salt, nth) for nth in range(_MOST_RESHUFFLES))
    # They are in order; some are not in the record, as they were taken back too.
    for after, again in record.reshuffles[taken_over or 0 :]:
        if again not in promised:
            raise RecordError(f"the shuffle after decision {after} does not follow from the one that was promised")
    return found


def listed_words(record: Record) -> str:
    """The words that a record tells, with the seats that gave them; "" if there are none."""
    _, words = _told_seed(record)
    return ", ".join(f"'{word}' (seat {seat})" for seat, word in enumerate(words) if word)


def _taken_over(record: Record) -> int | None:
    """How many shuffles come from the game that this one goes on from; None if it is a game of its own."""
    told = record.tags.get(TAKEN_OVER_TAG)
    if told is None:
        return None
    if not told.isdecimal():
        raise RecordError("what the record tells of its shuffle is damaged")
    return int(told)


def _told_seed(record: Record) -> tuple[int, list[str | None]]:
    """The seed that the hash was taken of, and the words of the seats."""
    if SEED_TAG not in record.tags:
        return record.seed, []
    try:
        seed, words = int(record.tags[SEED_TAG], 16), json.loads(record.tags[WORDS_TAG])
    except (KeyError, ValueError) as error:
        raise RecordError("what the record tells of its shuffle is damaged") from error
    if not isinstance(words, list) or not 0 <= seed < 2**128:
        raise RecordError("what the record tells of its shuffle is damaged")
    return seed, words
