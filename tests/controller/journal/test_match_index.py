"""Finding matches in a journal by number, time and name."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from controller.events.match import MatchStarted
from controller.events.values import StoredDice, StoredWall
from controller.journal.match_index import MatchQuery
from controller.journal.store import Journal, iso

FIRST = datetime(2026, 3, 4, 22, 0, tzinfo=UTC)


def started(match: str, *names: str) -> MatchStarted:
    return MatchStarted(
        match=match, who="t", ruleset="hong-kong-old", options={}, unit="faan", start_points=0,
        wall=StoredWall(144), dice=StoredDice(3), players=len(names), names=names, chairs=(0, 1, 2, 3), seats=(),
        seating="given",
    )  # fmt: skip


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """Three matches, three hours apart, over a midnight; their first events are 1, 2 and 3."""
    clock = {"now": FIRST}
    with Journal(tmp_path / "journal.db", now=lambda: clock["now"]) as journal:
        for match, name in (("a", "Ann"), ("b", "Ben"), ("c", "Ann")):
            journal.append([started(match, name, "Cho", "Dee", "Eve")])
            clock["now"] += timedelta(hours=3)
        yield journal


def found(journal: Journal, query: MatchQuery) -> list[str]:
    return [id_ for _, id_ in journal.find_matches(query)]


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        (MatchQuery(), "abc"),
        (MatchQuery(limit=2), "ab"),
        (MatchQuery(since=1), "bc"),
        (MatchQuery(before=3), "ab"),
        (MatchQuery(newest=True, limit=2), "cb"),
        (MatchQuery(newest=True, before=3), "ba"),
        (MatchQuery(player="Ann"), "ac"),
        (MatchQuery(player="An"), ""),
        (MatchQuery(player="Ann' OR 1=1 --"), ""),
        (MatchQuery(start=iso(FIRST + timedelta(hours=2))), "bc"),
        (MatchQuery(start=iso(FIRST), end=iso(FIRST + timedelta(hours=2))), "a"),
    ],
)
def test_what_fits_is_found_in_order(journal: Journal, query: MatchQuery, ids: str) -> None:
    assert found(journal, query) == list(ids)
