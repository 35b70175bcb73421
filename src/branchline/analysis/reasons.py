"""Why something was better, in words, from facts that can be checked."""

from __future__ import annotations

from branchline.analysis.judging import Judgment
from branchline.model.observation import Observation


def reasons_for(seen: Observation, judgment: Judgment) -> tuple[str, ...]:
    """Sentences about a decision; none where nothing is worth saying."""
    return ()
