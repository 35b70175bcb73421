"""The kinds of decision that can be open, as small numbers for the engine and as words for people.

A mechanic asks its own kinds; the numbers are listed in one place so that no two mechanics use the same one.
"""

from typing import Final

from mypy_extensions import i64

TURN: Final[i64] = 0  # choose the action of a turn
SECOND_CARD: Final[i64] = 1  # the first card is taken, choose the second
KEEP_TICKETS: Final[i64] = 2  # tickets were dealt or drawn, choose which to keep
CHOOSE_MIX: Final[i64] = 3  # announce how many opening tickets to draw from each deck
TAKE_PASSENGER: Final[i64] = 4  # at an end of the route just claimed
PLACE_STACK: Final[i64] = 5  # put a free stack of tokens on a location
TAKE_TOKEN: Final[i64] = 6  # at one of the two ends of the route just claimed
TAKE_SHARE: Final[i64] = 7  # of a railroad listed on the route just claimed
GIVE_SHARE: Final[i64] = 8  # the dummy's share
PAY_BUNDLE: Final[i64] = 9  # which cards make up a bundle
CLAIM_TAKEN: Final[i64] = 10  # claim a route that another seat owns
CLAIM_FIRST: Final[i64] = 11  # the first, compulsory claim of a turn with two
CLAIM_SECOND: Final[i64] = 12  # the second, optional one
AFTER_PURCHASE: Final[i64] = 13  # the action of a turn that began with a purchase
CHOOSE_FLEET: Final[i64] = 14  # how many trains and ships to start with
NAME_DECK: Final[i64] = 15  # which deck refills an empty place of the row

KIND_NAMES: Final = [
    "turn",
    "second card",
    "keep tickets",
    "choose mix",
    "take passenger",
    "place stack",
    "take token",
    "take share",
    "give share",
    "bundle cards",
    "claim a taken route",
    "claim",
    "claim a second route",
    "action after a purchase",
    "choose fleet",
    "name a deck",
]


def new_kind(name: str) -> i64:
    """The number of a kind of decision that a board of your own adds; the same name gives the same number."""
    if name not in KIND_NAMES:
        KIND_NAMES.append(name)
    return KIND_NAMES.index(name)
