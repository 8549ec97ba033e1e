"""Dashboards, rules and page name only figures that exist, and leave out none."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from api.hall.metrics import Beside
from api.hall.metrics import exposition as hall_exposition
from api.hall.told import told
from api.table.metrics import exposition as table_exposition
from hall.catalogue import HALL_CATALOGUE
from hall.floor.state import FloorTable
from hall.intake.intake import Intake
from hall.state import HallState
from hall.store import HallJournal, open_store
from hall.webhooks.state import Webhook
from tests.api.conftest import Opened
from tests.api.hall.conftest import HallHouse, clock, hall_house
from tests.api.table.flow import play, start
from tests.hall.conftest import Clock

__all__ = ["clock", "hall_house"]
DOCS = Path(__file__).parents[2] / "docs"
FOLDER = DOCS / "monitoring"
METRIC = re.compile(r"\bjantaku_\w+")


def named(text: str) -> set[str]:
    return set(METRIC.findall(text))


def samples(exposition: str) -> Iterator[tuple[str, dict[str, str]]]:
    for line in exposition.splitlines():
        if not line.startswith("#"):
            name, _, labels = line.partition(" ")[0].partition("{")
            yield name, dict(re.findall(r'(\w+)="([^"]*)"', labels))


def of_table(house: Opened) -> str:
    """With everything that a table can have."""

    async def scenario() -> dict[str, Any]:
        async with house() as h:
            await start(h)
            await play(h)
            return h.table.snapshot()

    shown = asyncio.run(scenario())
    link = {"round_trip_ms": 2.0, "damaged": 1, "repeated": 2, "sessions": 3}
    fault = {"code": "E40", "severity": "hold"}
    build = {"set": "A", "progress": 0.5}
    mechanism = {**shown["mechanism"], "build": build}
    return table_exposition(
        {**shown, "board": {**shown["board"], "link": link}, "mechanism": mechanism, "faults": [fault]}, 1, True
    )


def of_hall(state: HallState | None = None, intake: Intake | None = None) -> str:
    state = state or HallState()
    return hall_exposition(state, Beside(told(state, Clock()(), {}), 2, 3, 1, 4, True, intake=intake))


@pytest.fixture
def known(house: Opened, tmp_path: Path) -> set[str]:
    now, random = Clock(), Random(1).randbytes
    journal = HallJournal(open_store(f"sqlite:///{tmp_path / 'hall.db'}"), HALL_CATALOGUE, now=now, random=random)
    intake = Intake(journal, str, now=now, random=random)
    return {name for name, _ in samples(of_table(house) + of_hall(intake=intake))}


def expressions() -> dict[str, str]:
    """PromQL by where it stands."""
    rules = yaml.safe_load((FOLDER / "jantaku-rules.yml").read_text(encoding="utf-8"))
    found = {rule["alert"]: rule["expr"] for group in rules["groups"] for rule in group["rules"]}
    for file in FOLDER.glob("grafana-*.json"):
        board = json.loads(file.read_text(encoding="utf-8"))
        for panel in board["panels"]:
            found |= {f"{file.name}: {panel['title']} {one['refId']}": one["expr"] for one in panel["targets"]}
    return found


def test_every_figure_that_dashboards_and_rules_name_exists(known: set[str]) -> None:
    assert {place: missing for place, text in expressions().items() if (missing := named(text) - known)} == {}


def test_every_figure_is_on_a_dashboard_and_on_the_page(known: set[str]) -> None:
    shown = {name for place, text in expressions().items() if "grafana" in place for name in named(text)}
    assert known - shown == {"jantaku_set_place", "jantaku_link_sessions_total"}, "shown nowhere"
    assert named((DOCS / "monitoring.md").read_text(encoding="utf-8")) == known


def test_labels_that_are_asked_for_have_such_values(house: Opened) -> None:
    """A misspelt state would be a panel that is empty for ever."""
    values: dict[tuple[str, str], set[str]] = {}
    for name, labels in samples(of_table(house) + of_hall()):
        for label, value in labels.items():
            values.setdefault((name, label), set()).add(value)
    for place, text in expressions().items():
        for name, inside in re.findall(r"(jantaku_\w+)\{([^}]*)\}", text):
            for label, value in re.findall(r'(\w+)="([^"$]*)"', inside):
                assert value in values[name, label], f"{place}: {name}{{{label}={value}}}"


def test_every_alert_has_its_line_on_the_page() -> None:
    page = (DOCS / "monitoring.md").read_text(encoding="utf-8")
    rules = yaml.safe_load((FOLDER / "jantaku-rules.yml").read_text(encoding="utf-8"))
    for group in rules["groups"]:
        for rule in group["rules"]:
            assert f"`{rule['alert']}`" in page
            assert set(rule["annotations"]) == {"summary", "description"}
            assert rule["labels"]["severity"] in ("info", "warning", "critical")


def test_panels_lie_beside_each_other_and_not_upon() -> None:
    for file in FOLDER.glob("grafana-*.json"):
        taken: set[tuple[int, int]] = set()
        for panel in json.loads(file.read_text(encoding="utf-8"))["panels"]:
            place = panel["gridPos"]
            here = {
                (x, y)
                for x in range(place["x"], place["x"] + place["w"])
                for y in range(place["y"], place["y"] + place["h"])
            }
            assert not here & taken, panel["title"]
            assert place["x"] + place["w"] <= 24
            taken |= here


def test_a_hall_with_many_tables_has_as_many_series_as_a_small_one() -> None:
    state = HallState()
    many = {f"t-{n}": FloorTable(f"t-{n}", n, f"Table {n}", "main", False, 0, 0) for n in range(300)}
    floor = replace(state.floor, tables=many)
    hooks = {f"w-{n}": Webhook(f"w-{n}", "x", "https://example.org", ("*",), 0, "failing") for n in range(50)}
    webhooks = replace(state.webhooks, webhooks=hooks)
    large = replace(state, floor=floor, webhooks=webhooks)
    assert [one for one, _ in samples(of_hall(large))] == [one for one, _ in samples(of_hall())]
    assert 'jantaku_hall_tables{state="free"} 300' in of_hall(large)
    assert 'jantaku_hall_webhooks_off{reason="failing"} 50' in of_hall(large)


def test_only_who_may_read_figures_gets_those_of_a_hall(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            answer = await h.client.get("/metrics")
            assert (answer.status_code, "jantaku_hall_up 1" in answer.text) == (200, True)
            assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
            assert (await h.stranger.get("/metrics")).status_code == 403

    asyncio.run(scenario())
