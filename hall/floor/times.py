"""Moments as integers, milliseconds since 1970, and the times of day of a place."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from controller.journal.store import iso

MINUTE: Final = 60_000
HOUR: Final = 60 * MINUTE
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MS: Final = timedelta(milliseconds=1)


def ms_of(moment: datetime) -> int:
    return (moment - _EPOCH) // _MS


def ms_at(text: str) -> int:
    """Of ISO 8601 with a zone, as journals write it. Raises ``ValueError``."""
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError("a time without its zone")
    return ms_of(moment)


def is_moment(text: str) -> bool:
    """Whether it is ISO 8601 with a zone."""
    try:
        ms_at(text)
    except ValueError:
        return False
    return True


def moment_of(ms: int) -> datetime:
    return _EPOCH + ms * _MS


def text_of(ms: int) -> str:
    """ISO 8601, UTC, as journals write it."""
    return iso(moment_of(ms))


def local_date(ms: int, zone: tzinfo) -> date:
    return moment_of(ms).astimezone(zone).date()


def business_day(now: int, zone: tzinfo, ends: int) -> tuple[date, int]:
    """The day of business, and when it began. ``ends``: the hour of the clock at which one ends and the next begins."""
    day = local_date(now - ends * HOUR, zone)
    began = datetime.combine(day, time(ends), zone)
    return day, ms_of(began.astimezone(UTC))


@lru_cache(maxsize=4096)
def instant(day: date, clock: time, zone: ZoneInfo) -> int:
    """When a clock of the place shows this time of day. A time that comes twice, when clocks are set back, is meant the
    first time; a time that is left out, when they are set forward, is the moment of the change."""
    there = datetime.combine(day, clock, zone)
    first = there.astimezone(UTC)
    if first.astimezone(zone).replace(tzinfo=None) == there.replace(tzinfo=None):
        return ms_of(first)
    return _change(ms_of(there.replace(fold=1).astimezone(UTC)), ms_of(first), zone)


def _change(before: int, after: int, zone: ZoneInfo) -> int:
    """The change of the clocks between two moments, found by halving."""
    offset = moment_of(before).astimezone(zone).utcoffset()
    while after - before > 1:
        middle = (before + after) // 2
        if moment_of(middle).astimezone(zone).utcoffset() == offset:
            before = middle
        else:
            after = middle
    return after
