"""How much one client may do: buckets that fill up again with time."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Generic, TypeVar

_IPV6_BLOCK = 56  # bits: what one household gets
_MOST_ADDRESSES = 20_000  # remembered
T = TypeVar("T")


@lru_cache(maxsize=4096)
def address_block(address: str) -> str:
    """What limits count by: an IPv4 address, or the block of IPv6 addresses that one client can choose from."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is None:
            return str(ipaddress.ip_network((parsed, _IPV6_BLOCK), strict=False))
        parsed = parsed.ipv4_mapped
    return str(parsed)


class Bucket:
    """Lets `burst` things happen at once, and `rate` more every second."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = self._left = burst
        self._at = time.monotonic()

    def _refill(self) -> None:
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now

    def take(self) -> bool:
        """Whether one more may happen now."""
        self._refill()
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True


class KeptByAddress(Generic[T]):
    """Something for each address. Of those that were quiet the longest it is forgotten first."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._kept: dict[str, T] = {}

    def of(self, address: str) -> T:
        """What an address has."""
        found = self._kept.pop(address, None) or self._make()
        self._kept[address] = found
        if len(self._kept) > _MOST_ADDRESSES:
            del self._kept[next(iter(self._kept))]
        return found


class Buckets(KeptByAddress[Bucket]):
    """A bucket for each address."""

    def __init__(self, rate: float, burst: int) -> None:
        super().__init__(lambda: Bucket(rate, burst))

    def take(self, address: str) -> bool:
        """Whether one more may happen now, from this address."""
        return self.of(address).take()
