"""Links to tables: `http://host/t/ID`, with a secret behind the `#` where one is needed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

from branchline.model.errors import BranchlineError


@dataclass(frozen=True, slots=True)
class Link:
    """A link taken apart."""

    server: str  # "http://host:port"
    table: str
    token: str | None = None  # of a seat
    invitation: str | None = None  # to a private table

    @classmethod
    def parse(cls, text: str) -> Link:
        """Read a link as people pass it on."""
        parts = urlsplit(text)
        found = re.fullmatch(r"/t/([a-z0-9]{6,16})/?.*", parts.path)
        if parts.scheme not in ("http", "https") or not parts.netloc or found is None:
            raise BranchlineError(f"'{text}' is no link to a table; one looks like http://host:8300/t/abcdefghij")
        secrets = parse_qs(parts.fragment)
        token, invitation = (secrets.get(name, [None])[0] for name in ("seat", "invitation"))
        return cls(f"{parts.scheme}://{parts.netloc}", found[1], token, invitation)

    def __str__(self) -> str:
        secret = f"#seat={self.token}" if self.token else f"#invitation={self.invitation}" if self.invitation else ""
        return f"{self.server}/t/{self.table}{secret}"
