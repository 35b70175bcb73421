"""Branchline: one rules engine for a family of rail board games, for playing, studying, bots and learning.

>>> import branchline as bl
>>> game = bl.new_game("usa", variant="mega", seats=4, seed=7)
>>> while not game.is_over:
...     game.apply(game.legal_actions()[0])
>>> game.scores().winners
(2,)
"""

# ruff: noqa: E402 - whatever may be compiled is imported after the choice of compiled files
from branchline import _native

_native.prepare()

import branchline.showing  # noqa: F401 - so that values can show themselves
from branchline.boards.registry import add_board, board, boards
from branchline.game import Game, Playouts, imagine, new_game, random_playouts, replay
from branchline.lines import from_line, to_line
from branchline.mechanics.bundles import ClaimWithBundles, PayCards
from branchline.mechanics.cards import DrawFromDeck, RefillFrom
from branchline.mechanics.fleet import ChooseFleet, ClaimWithPairs, ClaimWithShips, ExchangePieces
from branchline.mechanics.harbors import BuildHarbor
from branchline.mechanics.passengers import LeavePassenger, TakePassenger
from branchline.mechanics.shares import GiveShare, TakeShare
from branchline.mechanics.technologies import BuyTechnology, DrawBlind, PassTurn, StopClaiming
from branchline.mechanics.tokens import PlaceStack, TakeToken
from branchline.model.actions import Action, ClaimRoute, ClaimRouteForLess, DrawCard, DrawTickets, KeepTickets, TakeCard
from branchline.model.board import Board, City, Route, Ticket, Variant
from branchline.model.errors import (
    BadObservation,
    BadSetup,
    BoardFileError,
    BranchlineError,
    GameNotOver,
    IllegalAction,
    NotationError,
    RecordError,
    UnknownBoard,
    UnknownVariant,
    WrongSeat,
)
from branchline.model.observation import Observation
from branchline.model.questions import LongestPath, Missing, Price, Standing, Ways
from branchline.model.scores import Scores, ScoreSheet
from branchline.notation.forms import from_json, to_json
from branchline.notation.record import Record, load

__version__ = "0.2.0"

__all__ = [
    "Action",
    "BadObservation",
    "BadSetup",
    "Board",
    "BoardFileError",
    "BranchlineError",
    "BuildHarbor",
    "BuyTechnology",
    "ChooseFleet",
    "City",
    "ClaimRoute",
    "ClaimRouteForLess",
    "ClaimWithBundles",
    "ClaimWithPairs",
    "ClaimWithShips",
    "DrawBlind",
    "DrawCard",
    "DrawFromDeck",
    "DrawTickets",
    "ExchangePieces",
    "Game",
    "GameNotOver",
    "GiveShare",
    "IllegalAction",
    "KeepTickets",
    "LeavePassenger",
    "LongestPath",
    "Missing",
    "NotationError",
    "Observation",
    "PassTurn",
    "PayCards",
    "PlaceStack",
    "Playouts",
    "Price",
    "Record",
    "RecordError",
    "RefillFrom",
    "Route",
    "ScoreSheet",
    "Scores",
    "Standing",
    "StopClaiming",
    "TakeCard",
    "TakePassenger",
    "TakeShare",
    "TakeToken",
    "Ticket",
    "UnknownBoard",
    "UnknownVariant",
    "Variant",
    "Ways",
    "WrongSeat",
    "add_board",
    "board",
    "boards",
    "from_json",
    "from_line",
    "imagine",
    "load",
    "new_game",
    "random_playouts",
    "replay",
    "to_json",
    "to_line",
]
