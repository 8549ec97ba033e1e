"""What people ask of the hall about its tables. To enrol one is no command: a code and the table's key decide it
(``enrolment``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hall.commands import HallCommand


@dataclass(frozen=True, slots=True)
class RenameTable(HallCommand):
    table: str
    name: str


@dataclass(frozen=True, slots=True)
class ReleaseTable(HallCommand):
    """``gone``: the table is out of reach for good, and will not be asked."""

    table: str
    gone: bool = False


@dataclass(frozen=True, slots=True)
class OrderTable(HallCommand):
    """``seconds``: until it expires."""

    table: str
    kind: str
    body: Mapping[str, Any]
    seconds: int = 600
    expected_seq: int | None = None


@dataclass(frozen=True, slots=True)
class SettleAside(HallCommand):
    """What was set aside of a table has been looked at."""

    table: str
    why: str
