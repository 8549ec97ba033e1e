"""Backups over HTTP: made while the table goes on, checked, kept, sent as files, and thrown away."""

from __future__ import annotations

import asyncio
import io
import json
import sqlite3
import tarfile
import threading
from pathlib import Path
from typing import Any

import pytest

from api.backups import kept as kept_backups
from api.backups.archive import KEPT, MANIFEST
from api.backups.kept import MOST_KEPT
from controller.events.machine import HatchOpened
from tests.api.conftest import House, Opened


async def write_something(h: House) -> None:
    async with h.table._writer.lock:
        await h.table._writer.write([HatchOpened()])


async def backed_up(h: House, **wish: Any) -> dict[str, Any]:
    """The list once the backup is made, or was not."""
    answer = await h.post("/backups", wish)
    assert (answer.status_code, answer.json()["making"]) == (202, True), answer.text
    async with asyncio.timeout(60):
        while (found := (await h.get("/backups")).json())["making"]:
            await asyncio.to_thread(_thread_of_backup)
    listed: dict[str, Any] = found
    return listed


def _thread_of_backup() -> None:
    for thread in threading.enumerate():
        if thread.name == "backup":
            thread.join(60)


def damage(folder: Path) -> None:
    """Somebody writes into the file of the journal, past the program and its triggers."""
    with sqlite3.connect(folder / "journal.db") as file:
        file.executescript(
            "DROP TRIGGER IF EXISTS events_are_not_edited; UPDATE events SET time = 'then' WHERE seq = 1;"
        )


def test_a_backup_names_the_head_of_the_table_and_is_for_its_owner_alone(house: Opened, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house() as h:
            await write_something(h)
            found = await backed_up(h)
            (made,) = found["backups"]
            journal = h.table.journal
            assert (made["epoch"], made["seq"], made["head"]) == (journal.epoch, journal.last_seq, journal.head)
            assert (found["failure"], made["first_bad"]) == (None, None)
            assert made["name"].startswith("jantaku-table-20") and f"-{journal.last_seq}-" in made["name"]
            file = tmp_path / KEPT / made["name"]
            assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)

    asyncio.run(scenario())


def test_a_backup_is_sent_as_the_file_that_is_kept(house: Opened, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house() as h:
            name = (await backed_up(h))["backups"][0]["name"]
            answer = await h.get(f"/backups/{name}", Range="bytes=0-9")
            assert (answer.status_code, answer.headers["content-type"]) == (200, "application/gzip")
            assert f'filename="{name}"' in answer.headers["content-disposition"]
            assert answer.content == (tmp_path / KEPT / name).read_bytes()
            with tarfile.open(fileobj=io.BytesIO(answer.content), mode="r:gz") as archive:
                assert archive.getnames()[:2] == [MANIFEST, "journal.db"]
                manifest = json.load(archive.extractfile(MANIFEST))  # type: ignore[arg-type]
            assert manifest["head"] == h.table.journal.head

    asyncio.run(scenario())


def test_places_for_downloads_are_given_back(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            name = (await backed_up(h))["backups"][0]["name"]
            for _ in range(8):
                assert (await h.get(f"/backups/{name}")).status_code == 200

    asyncio.run(scenario())


def test_only_the_latest_are_kept_and_none_holds_another(house: Opened, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house() as h:
            names = []
            for _ in range(MOST_KEPT + 1):
                await write_something(h)
                names.append((await backed_up(h))["backups"][0]["name"])
            listed = [one["name"] for one in (await h.get("/backups")).json()["backups"]]
            assert listed == names[:0:-1]
            assert sorted(path.name for path in (tmp_path / KEPT).iterdir()) == sorted(listed)
            with tarfile.open(tmp_path / KEPT / listed[0]) as archive:
                assert [name for name in archive.getnames() if name.startswith(KEPT)] == []

    asyncio.run(scenario())


def test_a_backup_is_thrown_away_once(house: Opened, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house() as h:
            name = (await backed_up(h))["backups"][0]["name"]
            assert (await h.post(f"/backups/{name}/remove")).status_code == 200
            assert list((tmp_path / KEPT).iterdir()) == []
            answer = await h.post(f"/backups/{name}/remove")
            assert (answer.status_code, answer.json()["number"]) == (404, "R715")

    asyncio.run(scenario())


@pytest.mark.parametrize("name", ["journal.db", "..%2Fjournal.db", "%2e%2e", "link.tar.gz", "a.tar.gz"])
def test_nothing_but_a_kept_backup_is_sent(house: Opened, tmp_path: Path, name: str) -> None:
    (tmp_path / KEPT).mkdir()
    (tmp_path / KEPT / "link.tar.gz").symlink_to("/etc/hostname")

    async def scenario() -> None:
        async with house() as h:
            assert (await h.get(f"/backups/{name}")).status_code == 404

    asyncio.run(scenario())


def test_a_damaged_journal_is_named_and_only_archived_when_asked_for(house: Opened, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house() as h:
            await write_something(h)
            damage(tmp_path)
            found = await backed_up(h)
            assert (found["failure"]["number"], found["failure"]["first_bad"]) == ("R716", 1)
            assert found["backups"] == []
            found = await backed_up(h, damaged=True)
            assert (found["failure"], found["backups"][0]["first_bad"]) == (None, 1)
            assert "-damaged.tar.gz" in found["backups"][0]["name"]

    asyncio.run(scenario())


def test_a_disk_without_room_is_told(house: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_backups, "has_room", lambda *_: False)

    async def scenario() -> None:
        async with house() as h:
            assert (await backed_up(h))["failure"]["number"] == "R717"

    asyncio.run(scenario())


def test_a_second_backup_waits_for_the_first(house: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    goes_on = threading.Event()
    made = kept_backups.KeptBackups.make

    def slowly(self: kept_backups.KeptBackups, damaged: bool) -> Any:
        goes_on.wait(60)
        return made(self, damaged)

    monkeypatch.setattr(kept_backups.KeptBackups, "make", slowly)

    async def scenario() -> None:
        async with house() as h:
            try:
                await h.post("/backups")
                answer = await h.post("/backups")
                assert (answer.status_code, answer.json()["number"]) == (423, "R714")
            finally:
                goes_on.set()
            await asyncio.to_thread(_thread_of_backup)
            assert len((await h.get("/backups")).json()["backups"]) == 1

    asyncio.run(scenario())
