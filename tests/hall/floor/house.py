"""A hall of floor and people alone, for tests: what it is given is stored, read back and folded."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from controller.events import Catalogue, Event, Recorded
from controller.journal.store import iso
from controller.refusals import Refused
from hall.commands import Context, HallCommand
from hall.floor import decide as floor_decide
from hall.floor.commands import PlaceTable, SetPrices, StartSession
from hall.floor.events import EVENTS as FLOOR_EVENTS
from hall.floor.play import TablePlay
from hall.floor.prices import PriceList, PriceRule
from hall.floor.sessions import Session
from hall.floor.state import State, evolve
from hall.people import decide as people_decide
from hall.people.commands import RegisterPerson
from hall.people.events import EVENTS as PEOPLE_EVENTS
from hall.people.state import State as People
from hall.people.state import evolve as evolve_people

WHO = "Ada"
NOW = datetime(2026, 3, 4, 18, 0, tzinfo=UTC)
CATALOGUE = Catalogue((*FLOOR_EVENTS, *PEOPLE_EVENTS), {})
DECIDE: dict[type, Callable[..., tuple[Event, ...]]] = {
    spec.command: spec.decide for spec in (*floor_decide.COMMANDS, *people_decide.COMMANDS)
}


def prices(*rules: PriceRule, **more: Any) -> PriceList:
    """Ten euros for an hour of a table, where no rules are given."""
    return PriceList(rules or (PriceRule("Hour", "table-hour", 1000),), **{"zone": "UTC", **more}, **_EUR)


_EUR: dict[str, Any] = {"currency": "EUR", "digits": 2}


@dataclass
class House:
    floor: State = field(default_factory=State)
    people: People = field(default_factory=People)
    plays: dict[str, TablePlay] = field(default_factory=dict)
    now: datetime = NOW
    journal: list[Recorded] = field(default_factory=list)
    made: int = 0

    def random(self, count: int) -> bytes:
        self.made += 1
        return self.made.to_bytes(count, "little")

    def give(self, command: HallCommand) -> tuple[Event, ...]:
        context: Context[House] = Context(self, self.now, self.random)
        events = DECIDE[type(command)](command, context)
        for event in events:
            stored = CATALOGUE.read(event.type, json.dumps(CATALOGUE.to_json(event)))
            assert stored == event
            recorded = Recorded(len(self.journal) + 1, iso(self.now), stored, "")
            self.journal.append(recorded)
            self.floor, self.people = evolve(self.floor, recorded), evolve_people(self.people, recorded)
        return events

    def refused(self, command: HallCommand) -> tuple[str, str | None]:
        before = self.floor
        with pytest.raises(Refused) as caught:
            self.give(command)
        assert self.floor is before
        return caught.value.code, caught.value.field

    def later(self, **time: float) -> None:
        self.now += timedelta(**time)

    def table(self, number: int, area: str = "") -> str:
        self.give(PlaceTable(WHO, number, area=area))
        return next(one.id for one in self.floor.tables.values() if one.number == number)

    def person(self, name: str = "Ann") -> str:
        self.give(RegisterPerson(WHO, name))
        return list(self.people.persons)[-1]

    def priced(self, *rules: PriceRule, **more: Any) -> PriceList:
        found = prices(*rules, **more)
        self.give(SetPrices(WHO, found, self.floor.revision))
        return found

    def started(self, table: str, **more: Any) -> Session:
        self.give(StartSession(WHO, table, **more))
        return list(self.floor.sessions.values())[-1]
