"""The service report over HTTP, and the record of work done."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest

from api.doctor import computer
from api.doctor.computer import Supply
from api.doctor.finding import Finding
from controller.languages import LANGUAGES
from controller.mechanism.faults import CATALOGUE
from controller.upkeep.advice import DUE_WALLS, FAULT_TIMES
from controller.upkeep.diary import CARE_PARTS, WORKS, Diary
from controller.upkeep.history import WearHistory
from controller.upkeep.report import report
from controller.upkeep.watch import COUNTERS
from hardware.firmware.build import firmware_version
from tests.api.conftest import Opened

WEB = Path(__file__).parents[3] / "api" / "web"
LOCALE = Path(__file__).parents[3] / "api" / "locale"


def test_a_new_table_has_a_report_without_a_board(house: Opened) -> None:
    async def scenario() -> Any:
        async with house() as h:
            return (await h.get("/service")).json()

    told = asyncio.run(scenario())
    assert (told["walls"], told["mechanisms"], told["advice"], told["read"]) == (0, [], [], None)
    assert [each["part"] for each in told["care"]] == list(CARE_PARTS)


def test_a_new_table_is_told_what_it_needs_and_how_its_computer_is(
    house: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the system says of supply and wear is that of a Pi with a worn medium and a weak supply."""
    monkeypatch.setattr(computer, "life_used", lambda folder: 90)
    monkeypatch.setattr(computer, "wear", lambda folder: Finding("wear", "warn", ""))
    monkeypatch.setattr(computer, "reported_supply", lambda: Supply(0x50005))
    monkeypatch.setattr(computer, "supply", lambda: Finding("supply", "bad", ""))

    async def scenario() -> Any:
        async with house() as h:
            return (await h.get("/installation")).json()

    told = asyncio.run(scenario())
    assert (told["owner"], told["addresses"], told["card"]) == (None, [], False), "only this computer hears it"
    assert (told["ruleset"], told["board"]["ready"], told["board"]["verdict"]) == ("hong-kong-old", False, "bad")
    assert told["board"]["firmware_here"] == firmware_version()
    storage = told["storage"]
    assert 0 < storage["free"] < storage["size"] and (storage["life_used"], storage["wear"]) == (90, "warn")
    assert told["supply"] == {"now": ["too-low", "throttled"], "before": ["too-low", "throttled"], "verdict": "bad"}


def test_work_is_recorded_with_who_did_it(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            done = await h.post("/service", {"part": "inside", "work": "cleaned", "who": "Ann", "id": "one"})
            assert done.status_code == 202
            (event,) = done.json()["events"]
            assert {key: event[key] for key in ("type", "part", "work", "who")} == {
                "type": "machine.serviced", "part": "inside", "work": "cleaned", "who": "Ann",
            }  # fmt: skip
            told = (await h.get("/service")).json()
            assert told["care"][0]["last"]["who"] == "Ann"
            again = await h.post("/service", {"part": "inside", "work": "cleaned", "who": "Ann", "id": "one"})
            assert again.json()["repeated"] is True and h.table.seq == told["seq"]

    asyncio.run(scenario())


def test_what_cannot_be_is_refused(house: Opened) -> None:
    async def scenario() -> list[tuple[int, str, str]]:
        async with house() as h:
            answers = [
                await h.post("/service", {"part": "roof"}),
                await h.post("/service", {"part": "inside", "work": "replaced"}),
                await h.post("/service", {"part": "hatch", "work": "painted"}),
            ]
            assert h.table.seq == 0
            return [(each.status_code, each.json()["code"], each.json()["field"]) for each in answers]

    assert asyncio.run(scenario()) == [(422, "bad-part", "part"), (422, "bad-work", "work"), (422, "invalid", "work")]


def test_who_reads_the_report_makes_the_board_be_asked_anew(house: Opened) -> None:
    class Upkeep:
        asked = 0

        def freshen(self) -> None:
            self.asked += 1

        def report(self, diary: Diary) -> dict[str, object]:
            return {"read": None, "sensors": None, **report(diary, WearHistory())}

    async def scenario() -> int:
        async with house() as h:
            h.runtime.upkeep = upkeep = Upkeep()
            assert (await h.get("/service")).status_code == 200
            return upkeep.asked

    assert asyncio.run(scenario()) == 1


def test_a_replaced_mechanism_reaches_the_history(house: Opened) -> None:
    class Upkeep:
        asked: list[tuple[str, str]] = []  # noqa: RUF012

        def served(self, part: str, work: str) -> None:
            self.asked.append((part, work))

    async def scenario() -> list[tuple[str, str]]:
        async with house() as h:
            h.runtime.upkeep = Upkeep()
            await h.post("/service", {"part": "lift-3", "work": "replaced", "id": "one"})
            await h.post("/service", {"part": "lift-3", "work": "replaced", "id": "one"})
            return Upkeep.asked

    assert asyncio.run(scenario()) == [("lift-3", "replaced")]


def test_the_page_is_served(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            page = await h.http.get("/service")
            script = re.search(r'<script[^>]* src="(/web/[^"]*service[^"]*\.js)"', page.text)
            assert page.status_code == 200 and script is not None
            assert (await h.http.get(script[1])).status_code == 200

    asyncio.run(scenario())


def test_every_word_that_the_report_may_ask_for_is_there() -> None:
    advice = [*(f"care-{part}" for part in DUE_WALLS), *(f"fault-{family}" for family in FAULT_TIMES)]
    advice += ["drift", "drift-worn", "drift-recent", "pace", "brown-outs", "watchdog-resets", "link"]
    wanted = {f"service.advice.{each}{end}" for each in advice for end in ("", ".do")}
    wanted |= {f"service.{spec.key}" for spec in CATALOGUE}
    wanted |= {f"service.part.{part}" for part in CARE_PARTS} | {f"service.work.{work}" for work in WORKS}
    script = (WEB / "service" / "service.js").read_text(encoding="utf-8")
    wanted |= {f"service.counter.{name}" for name in COUNTERS if f'"{name}"' in script}
    for language in LANGUAGES:
        known = json.loads((LOCALE / language / "service.json").read_text(encoding="utf-8"))
        assert sorted(wanted - known.keys()) == []
