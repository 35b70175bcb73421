"""What everybody can work out about hands is shown as soon as it can be."""

from __future__ import annotations

from branchline.boards import registry
from branchline.mechanics.cards.hands import Hands
from branchline.model.observation import HandsView


def test_a_renewal_shows_even_where_no_hand_holds_a_hidden_card() -> None:
    hands = Hands(registry.new_rule_sheet("germany", "classic", 3).commons)
    hands.pools.any = True  # as after the renewal of another deck
    shown = []
    for _ in range(2):
        view = hands.view(None, False)
        assert isinstance(view, HandsView)
        assert view.pool is not None
        shown.append(view.pool.renewed[0])
        hands.note_renewal(0)
    assert shown == [False, True]
