"""Setting a table up over HTTP: what is set now, and the wish that is left for root."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from api.card.settings import ForNetwork, ForTable
from api.setup.kept import Kept, Outcome, Plan
from api.setup.networks import Network
from api.setup.wish import ForFirmware, WishBox
from api.table.routes import setup
from api.updates.releases import Releases
from hardware.firmware.build import firmware_version
from tests.api.conftest import Opened

PASSWORD = "of-the-parlour"
NETWORK = {"country": "JP", "name": "Café", "password": PASSWORD}


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Releases:
    """A table on a card."""
    releases = Releases(tmp_path / "opt")
    releases.root.mkdir()
    for name in ("UNIT", "MARK"):
        (tmp_path / name).mkdir()
        monkeypatch.setattr(setup, name, tmp_path / name)
    monkeypatch.setattr(setup, "Releases", lambda: releases)
    monkeypatch.setattr(setup, "in_reach", lambda: [Network("Café", 60, secured=True, joined=True)])
    return releases


def test_what_is_set_is_told_and_a_wish_is_left_for_root(house: Opened, installed: Releases, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house() as h:
            found = (await h.get("/setup")).json()
            assert found["table"] == {
                "name": "", "language": "en", "time_zone": "", "ruleset": "hong-kong-old", "profile": "",
            }  # fmt: skip
            assert found["wireless"]["joined"] == "Café"
            assert found["firmware"] == {"here": firmware_version(), "runs": None, "board": "absent"}
            assert (found["by_page"], found["under_way"], found["last"]) == (True, False, None)
            given = {"name": " East 東 ", "time_zone": "Asia/Tokyo", "ruleset": "riichi", "profile": "mleague"}
            asked = await h.post("/setup/table", given)
            assert (asked.status_code, asked.json()["under_way"]) == (202, True)
            again = await h.post("/setup/table", {"name": "West"})
            assert (again.status_code, again.json()["code"]) == (423, "setup-under-way")
            wish = WishBox(tmp_path).take()
            assert wish == ForTable("East 東", "", "Asia/Tokyo", "riichi", "mleague")
            Kept(installed.root).keep(Plan("table", "boot"))
            assert (await h.get("/setup")).json()["under_way"]
            Kept(installed.root).end(Outcome("table", "2026-05-01T03:00:00+00:00", "setup-not-now", "played"))
            assert (await h.get("/setup")).json()["last"]["code"] == "setup-not-now"

    asyncio.run(scenario())


def test_the_password_of_a_network_is_in_the_wish_alone(
    house: Opened, installed: Releases, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        async with house() as h:
            wrong = [await h.post("/setup/network", {**NETWORK, "password": f"{PASSWORD}\u6771"})]
            wrong.append(await h.post("/setup/network", {**NETWORK, "password": PASSWORD * 9}))
            wrong.append(await h.post("/setup/network", {**NETWORK, "name": "x" * 33, "password": PASSWORD}))
            asked = await h.post("/setup/network", NETWORK)
            assert asked.status_code == 202
            said = "".join(answer.text for answer in (*wrong, asked, await h.get("/setup")))
            assert PASSWORD not in said + caplog.text
            assert WishBox(tmp_path).take() == ForNetwork("JP", "Café", PASSWORD)

    caplog.set_level(0)
    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("path", "given", "field"),
    [
        ("table", {"name": "a\nb"}, "name"), ("table", {"name": "x" * 61}, "name"),
        ("table", {"time_zone": "Mars/Olympus"}, "time_zone"), ("table", {"language": "klingon"}, "language"),
        ("table", {"ruleset": "snap"}, "ruleset"), ("table", {"ruleset": "riichi", "profile": "snap"}, "profile"),
        ("table", {"profile": "mleague"}, "profile"),
        ("network", {**NETWORK, "country": "Japan"}, "country"), ("network", {**NETWORK, "name": "a\nb"}, "name"),
        ("network", {**NETWORK, "name": "東" * 11}, "name"), ("network", {**NETWORK, "password": "short"}, "password"),
        ("firmware", {"version": "1.0; reboot"}, "version"),
    ],
)  # fmt: skip
def test_a_value_that_is_not_allowed_is_refused_by_its_name(
    house: Opened, installed: Releases, tmp_path: Path, path: str, given: dict[str, Any], field: str
) -> None:
    async def scenario() -> None:
        async with house() as h:
            refused = await h.post(f"/setup/{path}", given)
            assert (refused.status_code, refused.json()["field"]) == (422, field), refused.text
            assert not WishBox(tmp_path).is_left()

    asyncio.run(scenario())


def test_firmware_is_put_on_a_board_of_its_own_release(
    house: Opened, installed: Releases, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with house() as h:
            other = await h.post("/setup/firmware", {"version": "99.0"})
            assert (other.status_code, other.json()["code"]) == (404, "no-such-firmware")
            monkeypatch.setattr(setup, "in_the_way", lambda projection: "set A is in the machine")
            away = await h.post("/setup/firmware", {"version": firmware_version()})
            assert (away.status_code, away.json()["code"]) == (423, "setup-in-use")
            monkeypatch.undo()

    asyncio.run(scenario())
    assert not WishBox(tmp_path).is_left()


def test_whoever_looked_may_flash_a_silent_board(house: Opened, installed: Releases, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house() as h:
            unseen = await h.post("/setup/firmware", {"version": firmware_version()})
            assert (unseen.status_code, unseen.json()["field"]) == (422, "nothing_raised")
            asked = await h.post("/setup/firmware", {"version": firmware_version(), "nothing_raised": True})
            assert asked.status_code == 202, asked.text
            assert WishBox(tmp_path).take() == ForFirmware(firmware_version(), blank=True)

    asyncio.run(scenario())


def test_nothing_is_begun_while_a_match_is_played_beside_an_update_or_where_nobody_would_see_to_it(
    house: Opened, installed: Releases, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with house() as h:
            monkeypatch.setattr(setup, "busy", lambda projection: "a match is being played")
            played = await h.post("/setup/table", {"name": "East"})
            assert (played.status_code, played.json()["code"]) == (423, "setup-in-use")
            monkeypatch.setattr(setup, "busy", lambda projection: None)
            with installed.locked():
                beside = await h.post("/setup/table", {"name": "East"})
            assert beside.json()["code"] == "setup-under-way"
            monkeypatch.setattr(setup, "MARK", tmp_path / "none")
            assert (await h.post("/setup/network", NETWORK)).json()["code"] == "no-wireless"
            assert (await h.get("/setup")).json()["wireless"] is None
            monkeypatch.setattr(setup, "UNIT", tmp_path / "none")
            checkout = await h.post("/setup/table", {"name": "East"})
            assert checkout.json()["code"] == "setup-by-hand"
            assert not (await h.get("/setup")).json()["by_page"]
            assert not WishBox(tmp_path).is_left()

    asyncio.run(scenario())
