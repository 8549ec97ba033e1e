"""When nothing can be written, whoever asks hears it: health, readiness, prompt, and every command."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.journal.errors import JournalCorrupt, JournalFull
from tests.api.table.flow import done, finish, play, start


def full(house: Any) -> None:
    def append(*_: object) -> None:
        raise JournalFull(house.table.journal.path)

    house.table.journal.append = append
    house.table.journal.probe = append


def gone(house: Any) -> None:
    house.table.journal.path.unlink()


def damaged(house: Any) -> None:
    house.table.read_only(JournalCorrupt(house.table.journal.path, "event 3 does not fit the chain", 3))


CASES = [(full, "journal-full"), (gone, "journal-gone"), (damaged, "journal-corrupt")]


@pytest.mark.parametrize(("harm", "code"), CASES, ids=[code for _, code in CASES])
def test_health_readiness_prompt_and_commands_say_why_nothing_can_be_written(
    house: Any, harm: Callable[[Any], None], code: str
) -> None:
    async def main() -> None:
        async with house() as h:
            await start(h)
            harm(h)
            roll = await h.post("/dice/rolls", {"purpose": "break"})
            assert (roll.status_code, roll.json()["code"]) == (503, code)
            for path in ("/healthz", "/readyz"):
                answer = await h.http.get(path)
                assert (answer.status_code, answer.json()["code"]) == (503, code)
            shown = (await h.get("/table")).json()
            assert shown["journal"]["problem"]["code"] == code
            assert shown["prompt"]["key"].startswith("prompt.journal-")
            assert shown["prompt"]["actions"] == []

    asyncio.run(main())


def test_the_sheet_of_a_damaged_journal_shows_what_was_before_the_damage(house: Any, tmp_path: Path) -> None:
    async def main() -> None:
        async with house() as h:
            await start(h)
            await play(h)
            await finish(h)
            await play(h)
            match = (await h.get("/matches")).json()["matches"][0]["id"]
        with closing(sqlite3.connect(tmp_path / "journal.db")) as file:
            file.execute("DROP TRIGGER events_are_not_edited")
            last = file.execute("SELECT max(seq) FROM events").fetchone()[0]
            file.execute("UPDATE events SET time = '2001-01-01T00:00:00.000Z' WHERE seq = ?", (last,))
            file.commit()
        (tmp_path / "journal.db.checkpoint").unlink()
        async with house() as h:
            shown = (await h.get("/table")).json()
            assert shown["journal"]["problem"]["first_bad"] == last
            sheet = await h.get(f"/matches/{match}/sheet")
            assert (sheet.status_code, [hand["hand"] for hand in sheet.json().get("hands", [])]) == (200, [1])
            events = (await h.get("/journal?limit=500")).json()["events"]
            assert [one["seq"] for one in events] == list(range(1, last))
            assert (await done(await h.post("/dice/rolls", {"purpose": "free"}), 503))["number"] == "R703"

    asyncio.run(main())
