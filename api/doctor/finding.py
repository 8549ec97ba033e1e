"""What a check found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Verdict = Literal["ok", "warn", "bad"]


@dataclass(frozen=True, slots=True)
class Finding:
    """``check``: what was looked at. ``remedy`` is empty when nothing needs doing."""

    check: str
    verdict: Verdict
    detail: str
    remedy: str = ""
