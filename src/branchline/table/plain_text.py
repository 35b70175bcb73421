"""Messages as text."""

from __future__ import annotations

import json
from typing import Any

try:
    from orjson import dumps
except ImportError:  # it is quicker, and not everywhere

    def dumped(message: Any) -> str:
        """A message as text."""
        return json.dumps(message, ensure_ascii=False, separators=(",", ":"))

else:

    def dumped(message: Any) -> str:
        """A message as text."""
        return dumps(message).decode()
