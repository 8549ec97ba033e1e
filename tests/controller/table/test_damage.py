"""Damage of a journal is named at the start; what is before it can still be read, and nothing is written after it."""

from __future__ import annotations

import asyncio
import itertools
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from controller.config import Config, TableConfig
from controller.events.match import HandEnded
from controller.journal.chain import first_hash, next_hash
from controller.journal.continuation import salvage
from controller.journal.errors import JournalError
from controller.journal.store import Journal
from controller.match import EndHand, HandResult, StartMatch
from controller.permits import LOCAL_OWNER
from controller.refusals import Refused
from controller.rules.game import QuickWin
from controller.table.commands import RollDice
from controller.table.table import Table
from hardware.simulator.virtual_time import run

Damage = Callable[[Path], None]
NAMES = ("Ada", "Bo", "Cai", "Dora")
HANDS = 40


def clock() -> Any:
    ticks = itertools.count()
    return lambda: datetime(2025, 3, 1, tzinfo=UTC) + timedelta(seconds=next(ticks))


def opened(folder: Path) -> Journal:
    return Journal(folder / "journal.db", now=clock())


async def play(folder: Path, hands: int, *, orderly: bool = True) -> None:
    with opened(folder) as journal:
        table = Table(journal, Config(table=TableConfig(state_dir=folder)), now=clock())
        await table.start()
        await table.handle(StartMatch("Ada", "m1", "hong-kong-old", NAMES, {}, "given", 0), by=LOCAL_OWNER)
        for _ in range(hands):
            await table.handle(RollDice("Ada", "break", dice=3), by=LOCAL_OWNER)
            hand = table.projection.match.running  # type: ignore[union-attr]
            result = HandResult("win", (QuickWin(1, "discard", 2, 4),))  # type: ignore[arg-type]
            await table.handle(EndHand("Ada", hand.index, result), by=LOCAL_OWNER)  # type: ignore[union-attr]
            if table.projection.match.phase == "ended":  # type: ignore[union-attr]
                break
        await table.close()
    if not orderly:
        (folder / "journal.db.checkpoint").unlink()


# ---------------------------------------------------------------- kinds of damage


def sql(*statements: str) -> Damage:
    """What a person with a database tool does."""

    def change(folder: Path) -> None:
        with closing(sqlite3.connect(folder / "journal.db", isolation_level=None)) as connection:
            connection.execute("DROP TRIGGER IF EXISTS events_are_not_edited")
            connection.execute("DROP TRIGGER IF EXISTS events_are_not_deleted")
            for statement in statements:
                connection.execute(statement)
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    return change


def rechained(first: int, change: str) -> Damage:
    """Changes an event and computes every hash after it anew, as somebody does who has our source."""

    def forge(folder: Path) -> None:
        sql(change)(folder)
        with closing(sqlite3.connect(folder / "journal.db")) as connection:
            epoch = connection.execute("SELECT epoch FROM identity").fetchone()[0]
            before = first_hash(epoch)
            for seq, time, type_, data in connection.execute(
                "SELECT seq, time, type, data FROM events ORDER BY seq"
            ).fetchall():
                before = next_hash(before, seq, time, type_, data)
                if seq >= first:
                    connection.execute("UPDATE events SET hash = ? WHERE seq = ?", (before, seq))
            connection.commit()

    return forge


def on_page_of(seq: int, change: Callable[[bytearray, int, int], None]) -> Damage:
    """Changes bytes of the file where this event is stored."""

    def harm(folder: Path) -> None:
        path = folder / "journal.db"
        sql()(folder)
        with closing(sqlite3.connect(path)) as connection:
            size = connection.execute("PRAGMA page_size").fetchone()[0]
            hash_ = connection.execute("SELECT hash FROM events WHERE seq = ?", (seq,)).fetchone()[0]
        content = bytearray(path.read_bytes())
        place = content.index(hash_.encode())
        change(content, place, size)
        path.write_bytes(content)

    return harm


def flip(content: bytearray, place: int, size: int) -> None:
    content[place - 3] ^= 0x10


def zero(content: bytearray, place: int, size: int) -> None:
    start = place // size * size
    content[start : start + size] = bytes(size)


def noise(content: bytearray, place: int, size: int) -> None:
    start = place // size * size
    content[start : start + size] = bytes(range(256)) * (size // 256)


def cut(share: float) -> Damage:
    def truncate(folder: Path) -> None:
        sql()(folder)
        content = (folder / "journal.db").read_bytes()
        (folder / "journal.db").write_bytes(content[: int(len(content) * share)])

    return truncate


def gone(folder: Path) -> None:
    sql()(folder)
    (folder / "journal.db").unlink()


def emptied(folder: Path) -> None:
    sql()(folder)
    (folder / "journal.db").write_bytes(b"")


def another(folder: Path) -> None:
    """The whole journal of another table."""
    other = folder / "other"
    other.mkdir()
    asyncio.run(_other(other))
    sql()(folder)
    (folder / "journal.db").write_bytes((other / "journal.db").read_bytes())


async def _other(folder: Path) -> None:
    await play(folder, 1)


EDITED = "UPDATE events SET data = replace(data, '\"total\":4', '\"total\":9') WHERE seq = 8"
_COPY = "CREATE TABLE copy AS SELECT seq, time, type, data, hash, match, roll FROM events"


@dataclass(frozen=True)
class Case:
    """``bad``: the first bad event; None: nothing before it can be read, and the service says so and nothing else.
    ``newer``: it looks like the event of a newer release."""

    damage: Damage
    bad: int | None
    needs_checkpoint: bool = False
    newer: bool = False


KINDS: dict[str, Case] = {
    "a score is edited": Case(sql(EDITED), 8),
    "a row is deleted": Case(sql("DELETE FROM events WHERE seq = 5"), 5),
    "a row is put in": Case(
        sql(
            "UPDATE events SET seq = -seq WHERE seq > 6",
            "UPDATE events SET seq = 1 - seq WHERE seq < 0",
            "INSERT INTO events (seq, time, type, data, hash) "
            "SELECT 7, time, type, data, hash FROM events WHERE seq = 3",
        ),
        7,
    ),
    "two rows are swapped": Case(
        sql(
            "UPDATE events SET seq = -5 WHERE seq = 5",
            "UPDATE events SET seq = 5 WHERE seq = 7",
            "UPDATE events SET seq = 7 WHERE seq = -5",
        ),
        5,
    ),
    "the last rows are deleted": Case(sql("DELETE FROM events WHERE seq > 8"), 9, needs_checkpoint=True),
    "a time is changed": Case(sql("UPDATE events SET time = '2020-01-01T00:00:00.000Z' WHERE seq = 4"), 4),
    "a type is changed": Case(sql("UPDATE events SET type = 'match.abandoned' WHERE seq = 4"), 4),
    "the epoch is changed": Case(sql("UPDATE identity SET epoch = 'another'"), None),
    "the epoch is gone": Case(sql("DELETE FROM identity"), None),
    "the hash of one row is computed anew": Case(
        lambda folder: rechained_alone(folder, 6),
        7,
    ),
    "all hashes are computed anew": Case(rechained(8, EDITED), -1, True),
    "an unknown type, rechained": Case(
        rechained(6, "UPDATE events SET type = 'match.danced' WHERE seq = 6"), 6, newer=True
    ),
    "broken JSON, rechained": Case(rechained(6, "UPDATE events SET data = '{\"match\":' WHERE seq = 6"), 6),
    "a wrong version, rechained": Case(
        rechained(6, "UPDATE events SET data = '{\"v\":9}' WHERE seq = 6"), 6, newer=True
    ),
    "a field of another kind, rechained": Case(
        rechained(6, 'UPDATE events SET data = \'{"hand":"x"}\' WHERE seq = 6'), 6
    ),
    "a number twice": Case(
        sql(
            _COPY,
            "DROP TABLE events",
            "CREATE TABLE events AS SELECT * FROM copy",
            "DROP TABLE copy",
            "INSERT INTO events SELECT * FROM events WHERE seq = 6",
        ),
        7,
    ),
    "a number that is none": Case(
        sql(
            _COPY,
            "DROP TABLE events",
            "CREATE TABLE events AS SELECT * FROM copy",
            "DROP TABLE copy",
            "UPDATE events SET seq = 'six' WHERE seq = 6",
        ),
        None,
    ),
    "text that is no text": Case(sql("UPDATE events SET data = CAST(x'FF7B7D' AS TEXT) WHERE seq = 6"), 6),
    "bytes instead of text": Case(sql("UPDATE events SET time = x'00' WHERE seq = 6"), 6),
    "the table of events is gone": Case(sql("DROP TABLE events"), None),
    "a bit is flipped": Case(on_page_of(30, flip), 30),
    "a page is zeroed": Case(on_page_of(30, zero), 0),
    "a page is noise": Case(on_page_of(30, noise), 0),
    "the file is cut in half": Case(cut(0.5), 0),
    "the file is cut in its first page": Case(cut(0.01), None),
    "the file is empty": Case(emptied, None, needs_checkpoint=True),
    "the file is gone": Case(gone, None, needs_checkpoint=True),
    "the journal of another table": Case(another, -1, needs_checkpoint=True),
}


def rechained_alone(folder: Path, seq: int) -> None:
    sql("UPDATE events SET time = '2020-01-01T00:00:00.000Z' WHERE seq = 6")(folder)
    with closing(sqlite3.connect(folder / "journal.db")) as connection:
        before = connection.execute("SELECT hash FROM events WHERE seq = ?", (seq - 1,)).fetchone()[0]
        row = connection.execute("SELECT seq, time, type, data FROM events WHERE seq = ?", (seq,)).fetchone()
        connection.execute("UPDATE events SET hash = ? WHERE seq = ?", (next_hash(before, *row), seq))
        connection.commit()


CASES = [
    pytest.param(case, orderly, id=f"{name}, {'orderly end' if orderly else 'killed'}")
    for name, case in KINDS.items()
    for orderly in (True, False)
    if orderly or not case.needs_checkpoint
]


@pytest.mark.parametrize(("case", "orderly"), CASES)
def test_damage_is_named_at_the_start_and_what_is_before_it_can_be_read(
    tmp_path: Path, case: Case, orderly: bool
) -> None:
    run(play(tmp_path, HANDS, orderly=orderly))
    case.damage(tmp_path)
    run(_started(tmp_path, case))


async def _started(folder: Path, case: Case) -> None:
    try:
        with opened(folder) as journal:
            table = Table(journal, Config(table=TableConfig(state_dir=folder)), now=clock())
            await table.start()
            await _read_only(table, case)
            await table.close()
    except JournalError as error:
        assert case.bad is None, error
        assert error.remedy and str(folder) in error.detail


async def _read_only(table: Table, case: Case) -> None:
    problem = table.problem
    assert problem is not None and problem.seq is not None and case.bad is not None, problem
    if case.bad > 0:
        assert problem.seq == case.bad
    assert table.journal.last_seq == problem.seq - 1
    shown = table.snapshot()
    assert shown["journal"]["problem"]["first_bad"] == problem.seq
    assert (shown["prompt"]["key"], shown["prompt"]["args"]) == ("prompt.journal-damaged", {"event": problem.seq})
    assert [one["seq"] for one in map(vars_of, table.journal.stored(0, 1000))] == list(range(1, problem.seq))
    for id_ in table.archive.matches():
        assert table.match(id_) is not None
    with pytest.raises(Refused) as refused:
        await table.handle(RollDice("Ada"), by=LOCAL_OWNER)
    assert refused.value.number == problem.number


def vars_of(stored: Any) -> dict[str, Any]:
    found: dict[str, Any] = stored.as_json()
    return found


@pytest.mark.parametrize(("case", "orderly"), CASES)
def test_what_is_good_of_a_damaged_journal_goes_on_in_a_new_epoch(tmp_path: Path, case: Case, orderly: bool) -> None:
    run(play(tmp_path, HANDS, orderly=orderly))
    case.damage(tmp_path)
    before = (tmp_path / "journal.db").read_bytes() if (tmp_path / "journal.db").exists() else None
    if case.newer:
        with pytest.raises(JournalError, match="this release knows"):
            salvage(tmp_path / "journal.db", tmp_path / "aside", clock())
        assert (tmp_path / "journal.db").read_bytes() == before
        return
    found = salvage(tmp_path / "journal.db", tmp_path / "aside", clock())
    assert found is not None
    run(_goes_on(tmp_path, found.kept))
    if before is not None:
        assert (tmp_path / "aside" / "journal.db").read_bytes() == before


async def _goes_on(folder: Path, kept: int) -> None:
    with opened(folder) as journal:
        assert journal.verify() is None
        table = Table(journal, Config(table=TableConfig(state_dir=folder)), now=clock())
        await table.start()
        assert table.problem is None
        receipt = await table.handle(RollDice("Ada"), by=LOCAL_OWNER)
        assert receipt.seq == kept + 2
        await table.close()


def test_an_edited_score_never_reaches_a_sheet(tmp_path: Path) -> None:
    """Also in a match so long ago that the start does not look at it."""

    async def main() -> None:
        await play(tmp_path, HANDS)
        with opened(tmp_path) as journal:
            table = Table(journal, Config(table=TableConfig(state_dir=tmp_path)), now=clock())
            await table.start()
            ended = next(one.seq for one in journal.replay() if isinstance(one.event, HandEnded))
            sql(f"UPDATE events SET data = replace(data, '\"total\":4', '\"total\":9') WHERE seq = {ended}")(tmp_path)
            with pytest.raises(JournalError, match=f"event {ended} "):
                table.archive.match("m1")
            await table.close()

    run(main())


def test_a_whole_journal_is_not_salvaged(tmp_path: Path) -> None:
    run(play(tmp_path, 2))
    assert salvage(tmp_path / "journal.db", tmp_path / "aside", clock()) is None
    assert not [path.name for path in tmp_path.iterdir() if "salvaged" in path.name or path.name == "aside"]


@pytest.mark.parametrize("cut_off_after", ["replace", "mkdir", "unlink"])
def test_a_salvage_that_is_cut_off_is_finished_by_the_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cut_off_after: str
) -> None:
    run(play(tmp_path, 2))
    sql(EDITED)(tmp_path)

    def killed(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "journal.db"
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        target = {"replace": "Path.replace", "mkdir": "Path.mkdir", "unlink": "sync_folder"}[cut_off_after]
        patch.setattr(f"controller.journal.continuation.{target}", killed)
        salvage(path, tmp_path / "aside", clock())
    if (tmp_path / "journal.db.salvaged").exists():
        with pytest.raises(JournalError, match="cut off"):
            opened(tmp_path)
    found = salvage(path, tmp_path / "aside-2", clock())
    assert found is not None and found.kept == 7
    run(_goes_on(tmp_path, 7))


def test_an_unreadable_checkpoint_is_no_damage(tmp_path: Path) -> None:
    async def main() -> None:
        await play(tmp_path, 2)
        (tmp_path / "journal.db.checkpoint").write_text(json.dumps({"epoch": "x"}))
        with opened(tmp_path) as journal:
            table = Table(journal, Config(table=TableConfig(state_dir=tmp_path)), now=clock())
            await table.start()
            assert table.problem is None
            await table.close()

    run(main())
