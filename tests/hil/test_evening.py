"""A match on the flashed image, as people play it: two processes, one serial port between them, keys and a tablet.

The table lives at :data:`SPEED` times real time, the service in real time: its heartbeat of 100 ms must reach the board
within the dead-man's 300 ms at that speed.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.api.service.test_service import service
from tests.hil.evening import People, simulator

SPEED = "2"
TILES = 136
NAMES = ("Ann", "Ben", "Cho", "Dee")
MATCH = {
    "ruleset": "riichi",
    "options": {"tobi": True},
    "seats": [{"seat": seat, "name": name} for seat, name in enumerate(NAMES)],
    "seating": "given",
    "first_dealer": 0,
}
DRAW = {"kind": "draw", "ready": [0]}
MANGAN = {"kind": "win", "wins": [{"winner": 1, "source": "discard", "discarder": 2, "total": 5}]}
SANBAIMAN = {"kind": "win", "wins": [{"winner": 3, "source": "discard", "discarder": 2, "total": 11}]}
HANDS = (
    ("A", 0, DRAW, [33_000, 29_000, 29_000, 29_000]),
    ("B", 0, MANGAN, [33_000, 37_300, 20_700, 29_000]),
    ("A", 1, SANBAIMAN, [33_000, 37_300, -3_300, 53_000]),
)
"""Set whose wall is played, dealer, result, scores: a draw with the dealer ready, a mangan, somebody goes broke."""

pytestmark = [pytest.mark.usefixtures("chip_library"), pytest.mark.timeout(400)]


def played(people: People, set_: str, dealer: int, result: dict[str, Any]) -> list[int]:
    """One hand with the wall that stands; returns the scores."""
    before = people.place(set_, "raised")
    assert before["match"]["dealer"] == dealer
    wall = people.throw(dealer)["wall"]
    assert (wall["set"], wall["stacks"]) == (set_, [17, 17, 17, 17])
    sides = people.table.picture()["places"]["wall"]
    assert [[len(stack) for stack in side] for side in sides] == [[2] * 17] * 4
    people.tell("/matches/current/hands/current/result", result)
    return [seat["score"] for seat in people.look()["match"]["seats"]]


def test_a_match_is_played_to_its_end_on_the_flashed_image(tmp_path: Path) -> None:
    with simulator(tmp_path / "port", "--speed", SPEED) as table, service(tmp_path / "state", str(table.link)) as host:
        host.until("/readyz", 200)
        people = People(host, table, TILES)
        people.tell("/matches", MATCH)
        table.act("press", key="raise")
        people.load("A")
        people.place("A", "staged")
        people.load("B")
        for hand, (set_, dealer, result, scores) in enumerate(HANDS):
            assert played(people, set_, dealer, result) == scores
            if hand + 1 < len(HANDS):
                people.place(HANDS[hand + 1][0], "staged")
                people.load(set_)
        assert people.look()["match"]["phase"] == "over"
        assert table.picture()["broken"] is None
        assert (table.end(), host.end()[0]) == (0, 0)


def boot_number(port: Path, state: Path) -> str:
    """What the doctor reads from the board."""
    words = ("doctor", "--json", "--port", str(port), "--state-dir", str(state))
    told = subprocess.run([sys.executable, "-m", "api.cli", *words], capture_output=True, text=True, timeout=60)
    found = {each["check"]: each["detail"] for each in json.loads(told.stdout)}
    return str(found["board"]).rpartition(", ")[2]


def test_tiles_and_memory_of_the_chip_outlive_its_process(tmp_path: Path) -> None:
    options = ("--state", str(tmp_path / "table.json"))
    with simulator(tmp_path / "port", *options) as table:
        assert boot_number(table.link, tmp_path) == "boot 1"
        table.act("bring-set", set="B", tiles=TILES)
        assert table.end() == 0
    with simulator(tmp_path / "port", *options) as table:
        assert boot_number(table.link, tmp_path) == "boot 2"
        assert table.picture()["sets"]["B"] == {"table": TILES}


def test_without_its_tools_the_chip_says_what_to_install() -> None:
    command = [sys.executable, "-m", "api.cli", "simulate", "--chip", "avr"]
    ended = subprocess.run(command, env={"PATH": "/nowhere"}, capture_output=True, text=True, timeout=30)
    assert ended.returncode == 1
    assert "apt-get install" in ended.stderr
