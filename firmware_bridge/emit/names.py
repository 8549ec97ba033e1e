"""Names in the customs of each language."""

from __future__ import annotations

import re


def snake(name: str) -> str:
    """``RaiseLifts`` -> ``raise_lifts``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def upper(name: str) -> str:
    """``RaiseLifts`` -> ``RAISE_LIFTS``."""
    return snake(name).upper()
