"""Names of what a hall knows: a letter for the kind, and 60 random bits in base32 (RFC 4648, lower case)."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Final

HALL: Final = "h"
TABLE: Final = "t"
ORDER: Final = "o"
_LONG: Final = 12


def new_name(kind: str, random: Callable[[int], bytes]) -> str:
    """``random``: so many random bytes."""
    return f"{kind}-{base64.b32encode(random(10)).decode().lower()[:_LONG]}"
