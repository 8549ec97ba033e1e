"""Backups that tables leave with their hall: each table reaches its own alone, none can take one away."""

from __future__ import annotations

import asyncio
import hashlib
import os
import threading
from base64 import b64decode, b64encode
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import Any

import pytest

from api.backups.hall_store import PIECE_BYTES, TRIES, HallStore
from api.backups.object_store import StoreFailed
from api.backups.sealed import MAGIC
from api.hall.table_backups import FOLDER, MOST_KEPT, TableBackups
from api.uplink.errors import LinkError, LinkTrouble
from controller.refusals import Refused
from tests.api.hall.conftest import HallHouse, OpenedHall
from tests.api.hall.test_link import ask, enrolled, sender_of
from tests.hall.intake.sender import Sender

NAME = "jantaku-east-1-20260304T050607Z.tar.gz.sealed"
CONTENT = MAGIC + b"what only a passphrase opens"


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


async def send(hall: OpenedHall, sender: Sender, name: str = NAME, content: bytes = CONTENT, at: int = 0) -> Any:
    body = {"at": at, "piece": b64encode(content).decode()}
    return await ask(hall, sender, "POST", f"/backups/{name}/pieces", body)


async def complete(hall: OpenedHall, sender: Sender, name: str = NAME, content: bytes = CONTENT) -> Any:
    return await ask(hall, sender, "POST", f"/backups/{name}", {"digest": digest(content)})


def test_a_table_leaves_a_backup_and_the_owner_downloads_it(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as hall:
            sender, other = sender_of(hall), sender_of(hall, 1)
            await enrolled(hall, sender)
            await enrolled(hall, other)
            first, rest = CONTENT[:20], CONTENT[20:]
            assert (await send(hall, sender, content=first)).json() == {"size": 20}
            for _ in range(2):  # an answer that was lost is asked for again
                assert (await send(hall, sender, content=rest, at=20)).json() == {"size": len(CONTENT)}
            assert (await ask(hall, sender, "GET", "/backups")).json() == {"backups": []}
            for _ in range(2):
                assert (await complete(hall, sender)).status_code == 200
            kept = {"backups": [{"name": NAME, "size": len(CONTENT)}]}
            assert (await ask(hall, sender, "GET", "/backups")).json() == kept
            piece = await ask(hall, sender, "GET", f"/backups/{NAME}/pieces?at=20")
            assert b64decode(piece.json()["piece"]) == rest
            assert (await ask(hall, other, "GET", "/backups")).json() == {"backups": []}
            assert (await ask(hall, other, "GET", f"/backups/{NAME}/pieces")).json()["code"] == "no-such-backup"
            (shown,) = (await hall.get(f"/views/backups/{sender.id}")).json()["backups"]
            assert shown == {"name": NAME, "made": "2026-03-04T05:06:07+00:00", "size": len(CONTENT)}
            assert (await hall.get(f"/tables/{sender.id}/backups/{NAME}")).content == CONTENT
            assert (await hall.get(f"/tables/{other.id}/backups/{NAME}")).status_code == 404
            assert (await hall.stranger.get(f"/api/v1/tables/{sender.id}/backups/{NAME}")).status_code in (401, 403)

    asyncio.run(scenario())


def test_what_is_no_sealed_backup_is_refused_and_nothing_of_it_is_listed(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as hall:
            sender = sender_of(hall)
            await enrolled(hall, sender)
            for name in ("x.sealed", NAME.removesuffix(".sealed"), NAME.replace("0304", "9999"), "..%2f..%2fhall.db"):
                answer = await send(hall, sender, name)
                assert answer.status_code in (404, 422), (name, answer.text)
            assert (await send(hall, sender, at=7)).json()["code"] == "no-such-backup"
            bad = await ask(hall, sender, "POST", f"/backups/{NAME}/pieces", {"at": 0, "piece": "no base64!"})
            assert (bad.json()["code"], bad.json()["field"]) == ("invalid", "piece")
            assert (await complete(hall, sender)).json()["code"] == "no-such-backup"
            await send(hall, sender, content=b"plain" * 8)
            assert (await complete(hall, sender, content=b"plain" * 8)).json()["code"] == "invalid"
            await send(hall, sender)
            assert (await complete(hall, sender, content=b"another")).json()["code"] == "invalid"
            assert (await ask(hall, sender, "GET", "/backups")).json() == {"backups": []}
            sender.token = "x" * 43
            assert (await send(hall, sender)).json()["code"] == "not-enrolled"

    asyncio.run(scenario())


def keep(kept: TableBackups, name: str, content: bytes = CONTENT) -> None:
    kept.take("t-one", name, 0, content)
    kept.complete("t-one", name, digest(content))


def name_of(day: int, hour: int = 5) -> str:
    return f"jantaku-east-202603{day:02}T{hour:02}0607Z.tar.gz.sealed"


def test_the_latest_of_each_day_stays_and_what_was_cut_off_goes_with_the_next(tmp_path: Path) -> None:
    """Days are those on which they came: the names are the table's."""
    days_gone, place = [0], tmp_path / FOLDER / "t-one"
    kept = TableBackups(tmp_path, lambda: 1_800_000_000 + 86_400 * days_gone[0])
    kept.take("t-one", NAME, 0, b"cut off")
    names = [name_of(day) for day in range(1, MOST_KEPT + 3)]
    for name in names:
        keep(kept, name)
        days_gone[0] += 1
    flood = [name_of(28, hour) for hour in range(20)]
    for name in flood:
        keep(kept, name)
    days = [one.name for one in kept.listed("t-one")]
    assert (len(days), days[0] in flood, days[1:]) == (MOST_KEPT, True, names[:-MOST_KEPT:-1])
    assert sorted(path.name for path in place.iterdir()) == sorted(days)
    with pytest.raises(Refused):
        kept.listed("../t-one")


def test_a_backup_is_never_replaced_by_another_of_its_name(tmp_path: Path) -> None:
    kept = TableBackups(tmp_path)
    keep(kept, NAME)
    with pytest.raises(Refused):
        keep(kept, NAME, MAGIC + b"another")
    keep(kept, NAME)
    assert kept.piece("t-one", NAME, 0) == CONTENT
    assert [path.name for path in (tmp_path / FOLDER / "t-one").iterdir()] == [NAME]


def test_a_table_has_one_request_under_way_and_another_table_waits(tmp_path: Path) -> None:
    kept, ready = TableBackups(tmp_path), threading.Event()

    async def scenario() -> None:
        long = asyncio.create_task(kept.do("t-one", lambda: ready.wait(30)))
        await asyncio.sleep(0)
        with pytest.raises(Refused):
            await kept.do("t-one", list)
        other = asyncio.create_task(kept.do("t-two", list))
        ready.set()
        assert (await long, await other) == (True, [])
        assert await kept.do("t-one", list) == []

    asyncio.run(scenario())


class NearHall:
    """The requests of ``HallClient``, answered by the files of a hall; the line is cut as often as is said."""

    def __init__(self, folder: Path) -> None:
        self.kept, self.cuts, self.trouble = TableBackups(folder), 0, LinkTrouble.UNREACHABLE

    def _asked(self) -> None:
        if self.cuts:
            self.cuts -= 1
            raise LinkError(self.trouble, "cut")

    def backups(self) -> list[str]:
        self._asked()
        return [one.name for one in self.kept.listed("t-one")]

    def send_piece(self, name: str, at: int, piece: bytes) -> None:
        self.kept.take("t-one", name, at, piece)  # it came, and the answer was lost
        self._asked()

    def complete_backup(self, name: str, digest: str) -> None:
        self.kept.complete("t-one", name, digest)
        self._asked()

    def backup_piece(self, name: str, at: int) -> bytes:
        self._asked()
        return self.kept.piece("t-one", name, at)


@pytest.mark.parametrize("size", [len(MAGIC), PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 1, 2 * PIECE_BYTES])
def test_what_a_table_sent_over_a_bad_line_comes_back_whole(tmp_path: Path, size: int) -> None:
    near, waits = NearHall(tmp_path), list[float]()
    store = HallStore(near, waits.append)  # type: ignore[arg-type]
    content = (MAGIC + os.urandom(size))[:size]
    near.cuts = TRIES - 1
    store.put(NAME, BufferedReader(BytesIO(content)))  # type: ignore[arg-type]
    near.cuts = TRIES - 1
    back = BytesIO()
    store.get(NAME, back)
    assert back.getvalue() == content
    assert store.names("") == [NAME]
    assert len(waits) == 2 * (TRIES - 1)


def test_a_hall_that_cannot_be_reached_is_told_after_some_tries_and_one_that_refuses_at_once(tmp_path: Path) -> None:
    near, waits = NearHall(tmp_path), list[float]()
    store = HallStore(near, waits.append)  # type: ignore[arg-type]
    near.cuts = 100
    with pytest.raises(StoreFailed, match="cut"):
        store.names("")
    assert len(waits) == TRIES - 1
    near.trouble = LinkTrouble.NOT_ENROLLED
    with pytest.raises(StoreFailed, match="cut"):
        store.names("")
    assert len(waits) == TRIES - 1
