"""Champions who follow a game for an analysis, and play it on from any of its moments beside planners.

What they would do is known in advance: a champion decides by a single look at what its seat sees. Games are played on
side by side, as looking at sixty positions at once takes a fraction of sixty looks. So whoever asks for a result gets a
list that is filled in later.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from branchline.champions.judge import Judge
from branchline.champions.shipped import SHIPPED, weights_for
from branchline.encodings.arrays import masks_of, view_of
from branchline.engine.rule_sheet import RuleSheet
from branchline.planner.mind import Mind
from branchline.planner.plan import Plan
from branchline.planner.styles import usual
from branchline.thinking.followers import Playing, Strong
from branchline.thinking.network_search import SLOTS, side_by_side
from branchline.thinking.practice import Shares, final_shares


class ChampionFollowers(Strong):
    """The champion of a board, for games of one setting."""

    def __init__(self, rules: RuleSheet) -> None:
        self._key = (rules.setting.board.id, rules.setting.variant.id, int(rules.seats))
        self._judge = Judge(weights_for(SHIPPED, self._key[0]))
        self._batch = side_by_side(rules)
        self._idle = rules.blank()  # something to look at where no game is played
        self._idle.copy_from(self._batch.games[0])
        self._minds = [Mind(game, usual()) for game in self._batch.games]  # of the planners in each game
        self._rows = view_of(self._batch.rows).reshape(SLOTS * self._key[2], -1)
        self._current_rows = view_of(self._batch.current_rows)
        self._masks = masks_of(self._batch).view(bool)
        self._waiting: list[tuple[Shares, Playing]] = []  # the games that are to be played, slot by slot

    def decisions(self, games: Iterable[RuleSheet]) -> list[int]:
        """What the champion would do in each of some games."""
        self.settle()
        found: list[int] = []
        slot = 0
        for game in games:
            self._put(slot, game)
            slot += 1
            if slot == SLOTS:
                found += self._favorites(range(slot))
                slot = 0
        return found + self._favorites(range(slot))

    def play_on(self, world: RuleSheet, playing: Playing, plans: Sequence[Plan], chance: int) -> Shares:
        """Who wins; filled in by `settle`, or as soon as there is no room for further games."""
        if len(self._waiting) == SLOTS:
            self.settle()
        slot = len(self._waiting)
        self._put(slot, world)
        mind = self._minds[slot]
        mind.rng.seed(chance)
        for plan, kept in zip(mind.plans, plans, strict=True):
            plan.copy_from(kept)
        self._waiting.append(([], playing))
        return self._waiting[-1][0]

    def settle(self) -> None:
        """Play all games that wait to their ends."""
        playing = list(range(len(self._waiting)))
        while playing:
            playing = [slot for slot in playing if self._let_planners_play(slot)]
            for slot, action in zip(playing, self._favorites(playing), strict=True):
                game = self._batch.games[slot]
                game.act(game.open.seat(), action)
        self._waiting.clear()

    def _put(self, slot: int, world: RuleSheet) -> None:
        self._batch.games[slot].copy_from(world)
        self._batch.forget(slot)

    def _let_planners_play(self, slot: int) -> bool:
        """Until the champion is to decide; False if the game is over, and its result is filled in."""
        game, mind = self._batch.games[slot], self._minds[slot]
        shares, playing = self._waiting[slot]
        while not game.over and not playing[seat := int(game.open.seat())]:
            game.act(seat, mind.decide(seat))
        if game.over:
            shares.extend(final_shares(game))
            self._put(slot, self._idle)
            return False
        return True

    def _favorites(self, slots: Sequence[int]) -> list[int]:
        """What the champion likes best in some of the games."""
        if not slots:
            return []
        self._batch.write()
        some = list(slots)
        likings = self._judge.likings(*self._key, self._rows[self._current_rows[some]], self._masks[some])
        return [int(action) for action in likings.argmax(-1)]
