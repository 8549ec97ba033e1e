"""Every event names the device or key that caused it, with its role, and keeps the name that the person gave."""

from __future__ import annotations

import json
from pathlib import Path

from controller.events import CATALOGUE
from controller.events.dice import DiceRolled
from controller.permits import Actor, Role, at_key
from controller.rules.seats import SEATS
from controller.table.commands import RollDice
from controller.table.table import Table
from tests.controller.table.test_table import at_table

PHONE = Actor(Role.STAFF, "Ann's phone", None, "0123456789abcdef")


def test_an_event_names_the_device_its_role_and_the_person(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        answer = await table.handle(RollDice("Ann"), by=PHONE)
        stored = answer.events[0].as_json()
        assert stored["actor"] == {"role": "staff", "name": "Ann's phone", "device": "0123456789abcdef"}
        assert stored["by"] == "Ann"
        assert table.journal.read(0, 10)[-1].event.actor == answer.events[0].event.actor

    at_table(tmp_path, test)


def test_a_key_is_named_as_a_key(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        answer = await table.handle(RollDice("key-2", seat=SEATS[2]), by=at_key(SEATS[2]))
        assert answer.events[0].as_json()["actor"] == {"role": "table", "name": "key-2", "device": None}

    at_table(tmp_path, test)


def test_an_event_of_an_older_journal_has_no_actor_and_stays_as_it_is() -> None:
    text = json.dumps({"roll": 1, "purpose": "free", "dice": [1], "algorithm": "by-hand", "by": "Ada", "hand": None})
    event = CATALOGUE.read(DiceRolled.type, text)
    assert event.actor is None
    assert CATALOGUE.to_json(event) == json.loads(text)
