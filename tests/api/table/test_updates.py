"""Updates over HTTP: what waits, what it changes, and the wish to put it in."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from api.service.version import version
from api.table.routes import updates
from api.updates import bundle
from api.updates.here import machine
from api.updates.inbox import Inbox
from api.updates.releases import Outcome, Releases
from tests.api.conftest import Opened
from tests.api.updates.test_inbox import KEY, PUBLIC

NEXT = "99.0"


@pytest.fixture
def waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Releases:
    """A table that was installed, where a newer release was brought."""
    (tmp_path / "program").mkdir()
    (tmp_path / "program" / "one.py").write_text("pass")
    about = {"version": NEXT, "machine": machine(), "notes": {"en": "Faster.", "ja": "速くなりました。"}}
    made = bundle.write(tmp_path / "program", about, KEY, tmp_path, 1_790_000_000)
    with Inbox(tmp_path, [PUBLIC], machine()).new_part() as part:
        part.write(made.read_bytes())
        Inbox(tmp_path, [PUBLIC], machine()).take_in(part)
    releases = Releases(tmp_path / "opt")
    releases.root.mkdir()
    unit = tmp_path / "unit"
    unit.touch()
    monkeypatch.setattr(updates, "keys", lambda: [PUBLIC])
    monkeypatch.setattr(updates, "Releases", lambda: releases)
    monkeypatch.setattr(updates, "UNIT", unit)
    return releases


def test_what_waits_is_told_and_a_wish_is_left_for_root(house: Opened, waiting: Releases, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house() as h:
            found = (await h.get("/updates", **{"Accept-Language": "ja"})).json()
            assert found["version"] == version()
            assert (found["waiting"]["version"], found["waiting"]["notes"]) == (NEXT, "速くなりました。")
            assert not found["under_way"]
            other = await h.post("/updates/installation", {"version": "98.0"})
            assert (other.status_code, other.json()["code"]) == (404, "no-such-update")
            asked = await h.post("/updates/installation", {"version": NEXT})
            assert (asked.status_code, asked.json()["under_way"]) == (202, True)
            assert Inbox(tmp_path, (), None).take_wish() == NEXT
            waiting.note(Outcome(NEXT, None, "2026-05-01T03:00:00+00:00", "it does not answer"))
            assert (await h.get("/updates")).json()["last"]["why"] == "it does not answer"

    asyncio.run(scenario())


def test_nothing_is_begun_while_a_match_is_played_or_where_nobody_would_see_to_it(
    house: Opened, waiting: Releases, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with house() as h:
            monkeypatch.setattr(updates, "busy", lambda projection: "a match is being played")
            played = await h.post("/updates/installation", {"version": NEXT})
            assert (played.status_code, played.json()["code"]) == (423, "update-in-use")
            assert (await h.get("/updates")).json()["busy"]
            monkeypatch.setattr(updates, "UNIT", tmp_path / "none")
            checkout = await h.post("/updates/installation", {"version": NEXT})
            assert checkout.json()["code"] == "update-by-hand"
            assert not Inbox(tmp_path, (), None).is_wished()

    asyncio.run(scenario())
