"""``jantaku hall``: its configuration, and the code of the first account."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from pathlib import Path

import pytest

from api.cli import main
from api.hall.runtime import HallRuntime, running, utc_now
from hall.catalogue import HALL_CATALOGUE
from hall.config import Config, HallConfig
from hall.floor.events import TableUnblocked
from hall.store import HallJournal, Store, open_store
from tests.hall.intake.sender import Clock, Sender, enrol, open_intake


def journal_of(store: Store) -> HallJournal:
    return HallJournal(store, HALL_CATALOGUE, now=utc_now, random=os.urandom)


def printed_code(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.setenv("JANTAKU_HALL_STATE_DIR", str(folder))
    assert main(["hall", "owner-code"]) == 0
    return capsys.readouterr().out.split()[0]


def test_the_code_of_the_console_makes_the_first_account(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = printed_code(tmp_path, monkeypatch, capsys)

    async def scenario() -> None:
        async with running(HallRuntime(Config(HallConfig(state_dir=tmp_path)))) as runtime:

            async def at_once(work: object) -> str:
                return work()  # type: ignore[operator, no-any-return]

            words = "seven quiet tiles on a shelf"
            account = await runtime.accounts.make_first(code, "Ana", words, "here", at_once)
            assert runtime.running.state.people.accounts[account].role.value == "owner"

    asyncio.run(scenario())


def test_a_store_is_copied_and_rebuilt_at_the_console(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    url, copy = f"sqlite:///{tmp_path / 'hall.db'}", tmp_path / "copy.db"
    monkeypatch.setenv("JANTAKU_HALL_STATE_DIR", str(tmp_path))

    async def fill() -> None:
        async with open_intake(url, Clock(), seed=None) as intake:
            await enrol(intake, sender := Sender().play(40))
            await intake.receive(sender.token, sender.batch(1))

    asyncio.run(fill())
    assert main(["hall", "rebuild"]) == 0
    assert "1 tables with 40 events, 0 orders" in capsys.readouterr().out
    assert main(["hall", "backup", str(copy)]) == 0
    assert main(["hall", "rebuild", "--store", f"sqlite:///{copy}", "--from-tables"]) == 0
    assert "1 tables send their journals from the first event" in capsys.readouterr().out.splitlines()[-1]
    assert main(["hall", "rebuild", "--from-tables", "t-nobody"]) == 1
    assert "not enrolled here" in capsys.readouterr().err
    with sqlite3.connect(copy) as damaged:
        guards = "SELECT name FROM sqlite_master WHERE sql LIKE '%UPDATE ON table_events%'"
        (guard,) = damaged.execute(guards).fetchone()
        damaged.execute(f"DROP TRIGGER {guard}")
        damaged.execute("UPDATE table_events SET data = '{}' WHERE seq = 7")
    assert main(["hall", "rebuild", "--store", f"sqlite:///{copy}"]) == 1
    said = capsys.readouterr().err
    assert "event 7 of table t-" in said
    assert "jantaku hall rebuild --from-tables t-" in said
    assert main(["hall", "backup", str(copy)]) == 2


def test_the_store_of_a_hall_is_kept_in_a_series_and_comes_back_on_a_new_computer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stick, words = tmp_path / "stick", ["--passphrase-file", str(tmp_path / "passphrase")]
    (tmp_path / "passphrase").write_text("a passphrase of the owner\n")
    stick.mkdir()
    others = [stick / name for name in ("jantaku-hall-20260101T000000Z.tar.gz", "notes.hall.db")]
    old = [stick / f"jantaku-hall-2026010{day}T000000Z.hall.db.sealed" for day in (1, 2)]
    for path in (*others, *old):
        path.touch()
    monkeypatch.setenv("JANTAKU_HALL_STATE_DIR", str(tmp_path / "old"))
    with open_store(f"sqlite:///{tmp_path / 'hall.db'}") as store:
        journal_of(store).append([TableUnblocked("t-1", "Mei")])
    url = ["--store", f"sqlite:///{tmp_path / 'hall.db'}"]
    assert main(["hall", "backup", str(stick), "--keep", "2", *words, *url]) == 0
    assert "1 events of the hall, read back" in capsys.readouterr().out
    (made,) = set(stick.iterdir()) - {*others, *old}
    assert set(stick.iterdir()) == {made, old[-1], *others}
    assert b"SQLite" not in made.read_bytes()
    assert made.stat().st_mode & 0o077 == 0
    assert main(["hall", "restore", str(made)]) == 1
    assert "is sealed" in capsys.readouterr().err
    monkeypatch.setenv("JANTAKU_HALL_STATE_DIR", str(tmp_path / "new"))
    assert main(["hall", "restore", str(made), *words]) == 0
    assert main(["hall", "restore", str(made), *words]) == 1
    assert "has a hall already" in capsys.readouterr().err
    with open_store(f"sqlite:///{tmp_path / 'new/hall.db'}") as store:
        assert journal_of(store).last_seq == 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["hall", "intake"], "SQLite serves one process"),
        (["hall", "web"], "SQLite serves one process"),
        (["hall", "backup"], "the file to write"),
        (["hall", "serve", "copy.db"], "FILE is of backup"),
        (["hall", "serve", "--from-tables"], "is of jantaku hall rebuild"),
        (["hall", "--store", "mysql://x"], "sqlite:/// or postgresql://"),
        (["hall", "--config", "/nowhere/hall.toml"], "cannot be read"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(
    words: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("JANTAKU_HALL_STATE_DIR", str(tmp_path))
    assert main([*words, "--http-port", "0"] if "--store" in words else words) != 0
    assert says in capsys.readouterr().err
