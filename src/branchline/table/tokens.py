"""Secrets: tokens of seats, invitations, ids of tables, and the shuffle that everybody can check."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

TABLE_ID = r"^[a-z0-9]{6,16}$"
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that are easily mistaken for each other


def new_token() -> str:
    """A secret that cannot be guessed: 192 bits."""
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    """What is stored of a token. It has that many bits that a plain hash gives nothing away."""
    return hashlib.sha256(token.encode()).hexdigest()


def fits(token: str | None, stored: str | None) -> bool:
    """Whether a token is the one that was stored; takes the same time wherever they differ."""
    return token is not None and same_hash(hashed(token), stored)


def same_hash(one: str | None, other: str | None) -> bool:
    """Whether two hashes of tokens are the same; takes the same time wherever they differ."""
    return one is not None and other is not None and hmac.compare_digest(one, other)


def new_table_id() -> str:
    """A short name for a table, for links."""
    return "".join(secrets.choice(_LETTERS) for _ in range(10))


def is_table_id(text: str) -> bool:
    """Whether a text can be the name of a table."""
    return re.fullmatch(TABLE_ID, text) is not None


def hashed_address(address: str) -> str:
    """An address for counting tables; it is deleted when the game is over."""
    return hashlib.sha256(f"branchline address {address}".encode()).hexdigest()
