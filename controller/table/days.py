"""Days as people at a table count them, in the times of the journal."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta, tzinfo

from controller.journal.store import iso


def day_bounds(day: date, zone: tzinfo | None = None) -> tuple[str, str]:
    """The first moment of a day and that of the next, as the journal writes times. ``zone``: of the table; None for
    that of its computer. A day has 23 or 25 hours where clocks are changed.
    """
    return _midnight(day, zone), _midnight(day + timedelta(days=1), zone)


def _midnight(day: date, zone: tzinfo | None) -> str:
    # Without a zone the moment is read in that of the computer.
    return iso(datetime.combine(day, time.min, zone).astimezone(zone))
