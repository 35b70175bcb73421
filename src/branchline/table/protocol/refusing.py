"""Saying no: one error with a code for programs and a sentence for people."""

from __future__ import annotations

from branchline.model.errors import BranchlineError
from branchline.table.protocol.messages import ErrorCode

_STATUS: dict[ErrorCode, int] = {
    "not_found": 404,
    "no_table": 404,
    "no_seat": 401,
    "not_host": 403,
    "not_allowed": 403,
    "wrong_origin": 403,
    "too_big": 413,
    "too_fast": 429,
    "limit": 429,
    "unavailable": 503,
    "bad_message": 422,
    "bad_setup": 422,
}


class Refused(BranchlineError):
    """Something that a client asked for and does not get. Nothing was changed."""

    def __init__(self, code: ErrorCode, words: str) -> None:
        super().__init__(words)
        self.code: ErrorCode = code
        self.words = words

    @property
    def status(self) -> int:
        """The HTTP status that fits; what is possible, but not now, is a conflict."""
        return _STATUS.get(self.code, 409)
