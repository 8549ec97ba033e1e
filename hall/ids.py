"""Ids of the hall: a letter that says of what, and 60 random bits that say nothing."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from typing import Final

BYTES: Final = 8
LETTERS: Final = 12
_PATTERN: Final = re.compile(rf"[a-z]-[a-z2-7]{{{LETTERS}}}")


def new_id(kind: str, random: Callable[[int], bytes]) -> str:
    """``kind``: ``p`` person, ``u`` account, ``g`` grant, ``t`` table, ``s`` session, ``q`` party, ``r`` receipt,
    ``h`` hall, ``o`` order to a table, ``w`` webhook."""
    return f"{kind}-{base64.b32encode(random(BYTES)).decode().lower()[:LETTERS]}"


def is_id(kind: str, text: str) -> bool:
    return text[:2] == f"{kind}-" and _PATTERN.fullmatch(text) is not None
