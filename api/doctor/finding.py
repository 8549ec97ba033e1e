"""What a check found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Verdict = Literal["ok", "warn", "bad"]

AS_THE_SERVICE: Final = "Run it as the user of the service: sudo -u jantaku jantaku ..."
"""What helps where the files of a table are its service's alone."""


@dataclass(frozen=True, slots=True)
class Finding:
    """``check``: what was looked at. ``remedy`` is empty when nothing needs doing."""

    check: str
    verdict: Verdict
    detail: str
    remedy: str = ""
