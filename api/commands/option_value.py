"""An option of a ruleset on the command line."""

from __future__ import annotations

import json
from typing import Any


def shown(value: Any) -> str:
    """An option's value as a person reads it; what JSON writes, without the quotation marks."""
    if isinstance(value, list | tuple):
        return ", ".join(map(shown, value)) or "-"
    return value if isinstance(value, str) else "-" if value is None else json.dumps(value)
