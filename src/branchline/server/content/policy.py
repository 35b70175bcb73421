"""The content security policy: what the pages of this server may load, and from where."""

from __future__ import annotations

_POLICY = (
    "default-src 'none'; script-src 'self' {scripts}; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self' {sockets}; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def content_policy(host: str, scripts: str = "") -> str:
    """What a page may load, from where; `scripts` are hashes of those that stand in the page itself."""
    return _POLICY.format(sockets=f"ws://{host} wss://{host}" if _plain_host(host) else "", scripts=scripts)


def _plain_host(host: str) -> bool:
    """Whether a Host header can be part of a policy as it is."""
    return bool(host) and len(host) < 256 and all(letter.isalnum() or letter in ".-:[]" for letter in host)
