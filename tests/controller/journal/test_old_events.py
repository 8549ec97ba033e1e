"""Journals that the first release wrote are read, and say what they said then: scores, sheets, books, wear."""

from __future__ import annotations

import json
import lzma
import sqlite3
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from controller.config import Config, TableConfig
from controller.events import CATALOGUE
from controller.journal.chain import canonical
from controller.journal.store import Journal
from controller.match.sheet import sheet_json
from controller.match.view import match_summary
from controller.rules.entry import asks_from
from controller.table.table import Table
from controller.upkeep.history import WearHistory
from controller.upkeep.report import report

FOLDER = Path(__file__).parent / "old_journals" / "first_release"
NAMES = sorted(path.name.removesuffix(".sql.xz") for path in FOLDER.glob("*.sql.xz"))

LATER_TYPES = frozenset(
    {
        "match.hand-won", "dice.anchored", "dice.asked", "dice.given", "dice.locked", "dice.voided", "dice.misshown",
        "house.rules-kept", "house.rules-removed", "house.player-kept", "house.player-removed",
        "journal.continued", "match.declared", "match.declaration-withdrawn", "match.result-undone",
        "match.result-confirmed", "match.result-disputed", "match.result-upheld", "match.result-locked",
        "match.seats-confirmed", "match.bar-lifted", "match.instant-paid", "match.instant-undone",
        "match.tiles-passed", "match.pass-withdrawn", "call.made", "call.answered", "call.ended",
        "hall.joined", "hall.left", "hall.order-taken", "hall.order-refused", "hall.clock-set", "hall.hand-allowed",
        "hall.draw-wanted", "hall.draw-thrown",
        "hall.message-shown", "hall.message-read", "hall.grant-given", "hall.grant-revoked", "hall.released",
    }
)  # fmt: skip
"""Types that the first release did not know."""


def now() -> datetime:
    return datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def journal(name: str, tmp_path: Path) -> Iterator[Journal]:
    connection = sqlite3.connect(tmp_path / "journal.db")
    connection.executescript(unpacked(FOLDER / f"{name}.sql.xz"))
    connection.close()
    with Journal(tmp_path / "journal.db", now=now) as opened:
        yield opened


@cache
def expected(name: str) -> dict[str, Any]:
    return json.loads(unpacked(FOLDER / f"{name}.expected.json.xz"))


def unpacked(path: Path) -> str:
    return lzma.decompress(path.read_bytes()).decode()


def assert_still_says(now: Any, then: Any, at: str) -> None:
    """Everything that was said is said; a later release may say more."""
    if isinstance(then, dict):
        assert isinstance(now, dict) and set(then) <= set(now), at
        for name, value in then.items():
            assert_still_says(now[name], value, f"{at}.{name}")
    elif isinstance(then, list):
        assert isinstance(now, list) and len(now) == len(then), at
        for place, value in enumerate(then):
            assert_still_says(now[place], value, f"{at}.{place}")
    else:
        assert now == then, at


def names_listed(told: Any) -> Any:
    """What was told, with the names of a sentence as a list: they were one text then, joined as English does."""
    if isinstance(told, list):
        return [names_listed(each) for each in told]
    if not isinstance(told, dict):
        return told
    args = told.get("args")
    if isinstance(args, dict) and isinstance(args.get("names"), str):
        return told | {"args": args | {"names": args["names"].split(", ")}}
    return {name: names_listed(value) for name, value in told.items()}


def plain(value: object) -> Any:
    return json.loads(json.dumps(value, default=str))


def times(faults: list[dict[str, Any]]) -> Counter[str]:
    """How often each code came; a later release may tell causes of one code apart."""
    found = Counter[str]()
    for fault in faults:
        found[fault["code"]] += fault["times"]
    return found


def test_every_type_of_event_occurs_in_a_stored_journal() -> None:
    found = Counter[str]()
    for name in NAMES:
        found.update(expected(name)["types"])
    assert set(CATALOGUE.types) - LATER_TYPES == set(found)


def test_the_chain_of_an_old_journal_holds(name: str, journal: Journal) -> None:
    assert journal.verify() is None
    then = expected(name)
    assert (journal.last_seq, journal.head, journal.epoch) == (then["events"], then["head"], then["epoch"])


def test_an_event_in_its_first_shape_is_written_as_it_was(journal: Journal) -> None:
    for stored in journal.all_stored():
        event = stored.read().event
        if event.version == 1:
            assert canonical(CATALOGUE.to_json(event)) == stored.data


def test_an_old_journal_folds_to_the_state_that_it_had(name: str, journal: Journal) -> None:
    table = Table(journal, Config(table=TableConfig(state_dir=journal.path.parent)), now=now)
    then, projection = expected(name), table.projection
    for recorded in journal.replay():
        projection.fold(recorded)
    diary = projection.diary
    assert projection.rolls == then["rolls"]
    assert projection.since == then["since"]
    assert plain(projection.dice) == then["dice"]
    assert dict(projection.last) == then["last"]
    assert (projection.match and projection.match.id) == then["current"]
    assert_still_says(plain(asdict(projection.books)), then["books"], "books")
    assert diary.walls == then["walls"]
    assert_still_says(plain([asdict(fault) for fault in diary.faults]), then["faults"], "faults")
    assert plain({part: asdict(service) for part, service in diary.services.items()}) == then["services"]
    upkeep, before = plain(report(diary, WearHistory())), dict(then["upkeep"])
    assert times(upkeep["faults"]) == times(before.pop("faults"))
    assert_still_says(upkeep, before, "upkeep")


def test_the_matches_of_an_old_journal_read_as_they_did(name: str, journal: Journal) -> None:
    table = Table(journal, Config(table=TableConfig(state_dir=journal.path.parent)), now=now)
    then = expected(name)["matches"]
    assert list(table.archive.matches()) == list(dict.fromkeys(table.archive.matches()))
    assert set(table.archive.matches()) == set(then)
    for id_ in table.archive.matches():
        state = table.match(id_)
        assert state is not None
        assert_still_says(plain(sheet_json(state)), then[id_]["sheet"], id_)
        summary, before = plain(match_summary(state)), names_listed(then[id_]["summary"])
        asks, asked = summary.pop("asks"), before["asks"]
        assert asks_from(asks) == asks_from(asked), "an entry form of other names that asks for the same"
        # Moves to the seats of the first hand were not told then.
        later = {"asks"} if state.hands else {"asks", "moves"}
        assert_still_says(summary, {name: value for name, value in before.items() if name not in later}, id_)
