"""Places and winners from totals and a board's tie-breaks (COM-087, COM-089, N17, N18)."""


class TieBreak:
    """One criterion: a value per seat, of which more is better, and the words for it."""

    def __init__(self, words: str, values: list[int]) -> None:
        self.words = words
        self.values = values


def rank(totals: list[int], tie_breaks: list[TieBreak]) -> list[list[int]]:
    """Groups of seats from best to worst; seats in one group share their place."""
    groups = split(list(range(len(totals))), TieBreak("points", totals))
    for tie_break in tie_breaks:
        groups = [part for group in groups for part in split(group, tie_break)]
    return groups


def split(group: list[int], tie_break: TieBreak) -> list[list[int]]:
    """Part a tied group by one criterion."""
    values = tie_break.values
    ordered = sorted({values[seat] for seat in group}, reverse=True)
    return [[seat for seat in group if values[seat] == value] for value in ordered]


def reason(totals: list[int], tie_breaks: list[TieBreak]) -> str:
    """What decided the first place, in words."""
    groups = split(list(range(len(totals))), TieBreak("points", totals))
    if len(groups[0]) == 1:
        return "most points"
    for tie_break in tie_breaks:
        parted = split(groups[0], tie_break)
        groups = [*parted, *groups[1:]]
        if len(groups[0]) == 1:
            return f"most points, tied; {tie_break.words}"
    return "tied in everything that counts: the victory is shared"
