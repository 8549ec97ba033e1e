"""Days of a table, in the times of the journal."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from controller.table.days import day_bounds


def test_a_day_begins_and_ends_at_midnight_of_the_zone() -> None:
    bounds = day_bounds(date(2026, 3, 4), ZoneInfo("Asia/Hong_Kong"))
    assert bounds == ("2026-03-03T16:00:00.000Z", "2026-03-04T16:00:00.000Z")


@pytest.mark.parametrize(("day", "hours"), [(date(2026, 3, 29), 23), (date(2026, 10, 25), 25), (date(2026, 3, 4), 24)])
def test_a_day_is_as_long_as_its_clock_says(day: date, hours: int) -> None:
    start, end = (datetime.fromisoformat(each) for each in day_bounds(day, ZoneInfo("Europe/Berlin")))
    assert (end - start).total_seconds() == hours * 3600


def test_without_a_zone_days_follow_one_another_without_a_gap() -> None:
    assert day_bounds(date(2026, 3, 4))[1] == day_bounds(date(2026, 3, 5))[0]
    assert day_bounds(date(2026, 3, 4), UTC) == ("2026-03-04T00:00:00.000Z", "2026-03-05T00:00:00.000Z")
