"""Actions of the World board in words: what is written can be read, and people may write less."""

from __future__ import annotations

import pytest

import branchline as bl
from tests.rules.world.position import at

HAND = {"red ship": 2, "red double ship": 2, "red train": 4, "green train": 2, "red harbor train": 2, "wild": 2}


@pytest.fixture
def game() -> bl.Game:
    return at(hands={0: HAND}, owners={"lima-sydney": 0})


@pytest.mark.parametrize(
    ("words", "action"),
    [
        ("take red double ship", bl.TakeCard("red double ship")),
        ("Take Red Harbor Train card", bl.TakeCard("red harbor train")),
        ("draw from the train deck", bl.DrawFromDeck("train")),
        ("draw ship", bl.DrawFromDeck("ship")),
        ("refill ship", bl.RefillFrom("ship")),
        ("refill from the train deck", bl.RefillFrom("train")),
        ("choose fleet 12 trains", bl.ChooseFleet(12, 48)),
        ("choose 40 ships", bl.ChooseFleet(20, 40)),
        ("exchange 3 trains", bl.ExchangePieces("trains", 3)),
        ("exchange 1 ship for a train", bl.ExchangePieces("ships", 1)),
        ("exchange 2 ships for 2 trains", bl.ExchangePieces("ships", 2)),
        ("exchange 2 ships for ships", None),
        ("claim Darwin-Perth with 1 red, 1 wild", bl.ClaimRoute("darwin-perth", "red", 1)),
        ("claim Perth-Darwin with 2 wild", bl.ClaimRoute("darwin-perth", "wild", 2)),
        ("claim marseille-athina with 2 red ships", bl.ClaimWithShips("marseille-athina", "red", 0, 0)),
        ("claim Marseille-Athina with 1 red double ship", bl.ClaimWithShips("marseille-athina", "red", 1, 0)),
        ("claim Marseille-Athina with 1 red train + 1 wild", None),
        ("claim Marseille-Athina with 3 red ships", None),
        ("claim Tehran-Lahore with 1 wild + 3 red", bl.ClaimWithPairs("tehran-lahore", (("red", 3), ("wild", 1)))),
        ("build Lima with 2 red ships + 2 wild", bl.BuildHarbor("lima", "red", 0, 2)),
        ("build a harbor in Lima with 4 wilds", bl.BuildHarbor("lima", "wild", 0, 0)),
        ("build harbor in Sydney with 3 red ships", None),
        ("build harbor in Sydney", None),
        ("build harbor in Atlantis with 4 wild", None),
        ("draw cards from the sky", None),
        ("choose 3 elephants", None),
    ],
)
def test_words(game: bl.Game, words: str, action: bl.Action | None) -> None:
    if action is None:
        with pytest.raises(bl.NotationError):
            game.parse(words)
    else:
        assert game.parse(words) == action


def test_a_claim_with_one_way_to_pay_needs_no_cards() -> None:
    game = at(hands={0: {"red ship": 1, "red double ship": 1, "yellow train": 1}}, owners={})
    assert game.parse("claim Darwin-Port Moresby with 1 red ship") == bl.ClaimWithShips(
        "darwin-port_moresby", "red", 0, 0
    )
    with pytest.raises(bl.NotationError, match="with 1 red ship, with 1 red double ship"):
        game.parse("claim Darwin-Port Moresby")
    assert game.parse("claim Marseille-Athina") == bl.ClaimWithShips("marseille-athina", "red", 1, 0)
    assert game.parse("claim Lagos-Luanda") == bl.ClaimRoute("lagos-luanda#2", "yellow", 0)


def test_a_payment_finds_its_track() -> None:
    """Of two tracks the one whose color is paid."""
    game = at(hands={0: {"black double ship": 4, "wild": 1}})
    assert game.parse("claim Lima-Sydney with 4 black double ships") == bl.ClaimWithShips(
        "lima-sydney#2", "black", 4, 0
    )
    assert game.describe(bl.ClaimWithShips("lima-sydney#2", "black", 3, 1)) == (
        "claim Lima-Sydney #2 with 3 black double ships + 1 black ship + 1 wild"
    )


@pytest.mark.parametrize(
    "action",
    [
        bl.DrawFromDeck("sky"),
        bl.RefillFrom("sky"),
        bl.RefillFrom("ship"),
        bl.DrawCard(),
        bl.ChooseFleet(20, 40),
        bl.ExchangePieces("planes", 1),
        bl.ExchangePieces("trains", 0),
        bl.ExchangePieces("trains", 1 << 70),
        bl.ClaimWithShips("darwin-perth", "red", 1, 0),
        bl.ClaimWithShips("marseille-athina", "red", 1 << 70, 0),
        bl.ClaimWithShips("marseille-athina", "green", 1, 0),
        bl.ClaimWithShips("marseille-athina", "pink", 1, 0),
        bl.ClaimWithShips("nowhere", "red", 1, 0),
        bl.ClaimWithPairs("darwin-perth", (("red", 4),)),
        bl.ClaimWithPairs("tehran-lahore", (("wild", 2), ("red", 2))),
        bl.BuildHarbor("lima", "pink", 2, 2),
        bl.BuildHarbor("lima", "red", 3, 1),
        bl.BuildHarbor("lima", "wild", 1, 0),
        bl.BuildHarbor("lima", "red", 0, 0),
        bl.BuildHarbor("lima", "red", 1 << 70, 0),
    ],
)
def test_what_does_not_exist_is_refused(game: bl.Game, action: bl.Action) -> None:
    with pytest.raises(bl.IllegalAction, match=r"\w+ \w+ \w+"):
        game.apply(action)
