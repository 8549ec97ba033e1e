"""Where a sheet was made: names, local time, and the addresses that it shows as codes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Any, Final

from controller.match.sheet.words import Words, listed, say

_TIMES: Final = frozenset({"started", "ended", "time"})
_FORBIDDEN: Final = str.maketrans(dict.fromkeys('/\\:*?"<>|', "-"))
"""In names of files, on one system or another."""
_LONGEST_NAME: Final = 120


@dataclass(frozen=True, slots=True)
class SheetPlace:
    """``hall`` and ``live`` may be empty; ``code`` is the QR code of ``live``, an SVG element."""

    table: str = ""
    hall: str = ""
    zone: tzinfo = UTC
    live: str = ""
    code: str = ""


def in_local_time(facts: Any, zone: tzinfo) -> Any:
    """The facts of a sheet with every time in the zone, as ISO 8601 with its offset."""
    if isinstance(facts, Mapping):
        return {
            key: _local(value, zone) if key in _TIMES and isinstance(value, str) else in_local_time(value, zone)
            for key, value in facts.items()
        }
    return [in_local_time(each, zone) for each in facts] if isinstance(facts, list) else facts


def _local(time: str, zone: tzinfo) -> str:
    try:
        return datetime.fromisoformat(time).astimezone(zone).isoformat()
    except ValueError:
        return time


def zone_name(time: str, zone: tzinfo) -> str:
    """Of that moment, with its distance from UTC: ``JST, UTC+09:00``."""
    try:
        moment = datetime.fromisoformat(time).astimezone(zone)
    except ValueError:
        return ""
    offset = moment.isoformat()[-6:]
    name = moment.tzname() or ""
    return f"{name}, UTC{offset}" if name and name[0].isalpha() and name != "UTC" else f"UTC{offset}"


def sheet_name(sheet: Mapping[str, Any], words: Words) -> str:
    """What people call it: day and players. ``sheet`` is in local time."""
    players = listed(words, (row["name"] for row in sheet["players"]))
    return say(words, "paper.title", date=sheet["started"][:10], players=players)


def file_name(started: str, zone: tzinfo, players: Iterable[str], ending: str) -> str:
    """For a download: day, players and ``ending``, without what systems do not take."""
    name = f"{_local(started, zone)[:10]} {', '.join(players)}".translate(_FORBIDDEN)
    return f"{''.join(filter(str.isprintable, name))[:_LONGEST_NAME].strip()}.{ending}"
