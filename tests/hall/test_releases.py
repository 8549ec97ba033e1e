"""A release goes to all tables of a hall, one after another, and to none after one has failed."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from controller.events import Event, Recorded
from controller.refusals import Code, Refused
from hall.catalogue import HALL_CATALOGUE
from hall.commands import Context
from hall.releases import decide
from hall.releases.commands import RollOut, StopRollout
from hall.releases.decide import Report, is_night
from hall.releases.desk import ReleaseDesk
from hall.releases.events import RolloutBegun, RolloutStopped, UpdateAsked, UpdatePutOff
from hall.state import HallState
from hall.store import HallJournal, open_store

NEW, OLD = "2.0", "1.9"
BEGIN = datetime(2026, 5, 1, 2, 0, tzinfo=UTC)


class Hall:
    """The rollout of a hall without the rest of it, at simulated times."""

    def __init__(self) -> None:
        self.state, self.now, self.night, self.seq = HallState(), BEGIN, True, 0
        self.events: list[Event] = []

    def write(self, *events: Event) -> None:
        for event in events:
            self.seq += 1
            self.state = self.state.after(Recorded(self.seq, self.now.isoformat(), event, ""))
            self.events.append(event)

    def give(self, command: RollOut | StopRollout) -> None:
        context = Context(self.state, self.now, lambda count: bytes(count))
        decision = decide.roll_out if isinstance(command, RollOut) else decide.stop
        self.write(*decision(command, context))  # type: ignore[arg-type]

    def report(self, said: Report) -> bool:
        self.write(*decide.heard(self.state.releases, said, self.now))
        rollout = decide.going(self.state.releases)
        if rollout is not None and rollout.asked == said.table:
            return True
        asked = decide.turn(self.state.releases, said, self.now, night=self.night)
        self.write(*asked)
        return bool(asked)

    def of(self, kind: type[Event]) -> list[Event]:
        return [event for event in self.events if isinstance(event, kind)]


def idle(table: str, version: str = OLD, **more: object) -> Report:
    return Report(table, version, "arm64", idle=True, **more)  # type: ignore[arg-type]


@pytest.fixture
def hall() -> Hall:
    hall = Hall()
    for table in ("t-1", "t-2", "t-3"):
        hall.report(idle(table))
    hall.give(RollOut("Mei", NEW))
    return hall


def test_one_table_after_another_is_asked_and_each_once(hall: Hall) -> None:
    assert hall.report(idle("t-2"))
    assert not hall.report(idle("t-1")), "t-2 is at it"
    assert hall.report(idle("t-2", updating=True)), "it is told again until it is back"
    assert not hall.report(idle("t-2", NEW))
    assert hall.report(idle("t-1"))
    assert hall.of(UpdateAsked) == [UpdateAsked("t-2", NEW), UpdateAsked("t-1", NEW)]


def test_nobody_is_asked_while_he_plays_or_by_day(hall: Hall) -> None:
    assert not hall.report(Report("t-1", OLD, "arm64", idle=False))
    hall.night = False
    assert not hall.report(idle("t-1"))
    hall.give(RollOut("Mei", NEW, "now"))
    assert hall.report(idle("t-1"))


def test_no_older_release_is_given_and_none_to_a_checkout(hall: Hall) -> None:
    for version in (NEW, "2.0.1", "10", "0+checkout"):
        assert not hall.report(idle("t-1", version))


@pytest.mark.parametrize("late", [False, True])
def test_after_a_table_that_went_back_or_did_not_come_back_no_other_is_asked(hall: Hall, late: bool) -> None:
    assert hall.report(idle("t-1"))
    if late:
        hall.now += decide.LATE + timedelta(seconds=1)
        hall.report(idle("t-2"))
    else:
        hall.report(idle("t-1", ended=(NEW, "its page is not served", True)))
    (stopped,) = hall.of(RolloutStopped)
    assert isinstance(stopped, RolloutStopped)
    assert (stopped.reason, stopped.table) == ("late" if late else "failed", "t-1")
    assert late or stopped.why == "its page is not served"
    hall.now += timedelta(days=1)
    assert not any(hall.report(idle(table)) for table in ("t-1", "t-2", "t-3"))


def test_a_table_that_did_not_begin_lets_the_others_go_first_and_is_asked_again(hall: Hall) -> None:
    assert hall.report(idle("t-1"))
    hall.now += decide.BEGINS + timedelta(seconds=1)
    assert not hall.report(idle("t-1", ended=(NEW, "a match is being played", False)))
    assert hall.of(UpdatePutOff) == [UpdatePutOff("t-1", NEW, "a match is being played")]
    assert hall.report(idle("t-2"))
    assert not hall.report(idle("t-2", NEW))
    hall.now += decide.AGAIN
    assert hall.report(idle("t-1"))


def test_a_table_that_never_begins_stops_the_rollout_in_the_end(hall: Hall) -> None:
    for _ in range(decide.MOST_PUT_OFF):
        assert hall.report(idle("t-1"))
        hall.now += decide.BEGINS + timedelta(seconds=1)
        hall.report(idle("t-1"))
        hall.now += decide.AGAIN
    assert len(hall.of(RolloutStopped)) == 1


def test_a_person_stops_it_and_begins_again(hall: Hall) -> None:
    hall.give(StopRollout("Mei"))
    hall.give(StopRollout("Mei"))
    assert not hall.report(idle("t-1"))
    hall.give(RollOut("Mei", NEW))
    hall.give(RollOut("Mei", NEW))
    assert hall.report(idle("t-1"))
    assert (len(hall.of(RolloutBegun)), len(hall.of(RolloutStopped))) == (2, 1)
    with pytest.raises(Refused) as refused:
        hall.give(RollOut("Mei", "3.0"))
    assert refused.value.entry is Code.ROLLOUT_UNDER_WAY.value
    with pytest.raises(Refused):
        hall.give(RollOut("Mei", "../2"))


def test_never_are_two_tables_away_and_all_have_it_in_the_end() -> None:
    seed = random.SystemRandom().randrange(10**9)
    print("seed", seed)
    chance, hall = random.Random(seed), Hall()
    version = {f"t-{n}": OLD for n in range(20)}
    away, back = "", hall.now
    hall.give(RollOut("Mei", NEW))
    for _ in range(3000):
        hall.now += timedelta(seconds=chance.uniform(1, 30))
        if away and hall.now >= back:
            version[away], away, table = NEW, "", away
        else:
            table = chance.choice(list(version))
        at_it = table == away
        told = hall.report(
            Report(table, version[table], "arm64", idle=not at_it and chance.random() < 0.7, updating=at_it)
        )
        if told and not at_it and chance.random() < 0.8:  # some do not begin, or later
            assert not away, f"{table} was told while {away} was away"
            away, back = table, hall.now + timedelta(seconds=chance.uniform(10, 600))
        rollout = hall.state.releases.rollout
        if rollout is not None and rollout.stopped is not None:
            hall.give(RollOut("Mei", NEW))
    assert set(version.values()) == {NEW}


@pytest.mark.parametrize(
    ("hour", "begins", "ends", "night"),
    [(3, 3, 6, True), (6, 3, 6, False), (2, 3, 6, False), (23, 22, 4, True), (3, 22, 4, True), (4, 22, 4, False),
     (12, 5, 5, True)],
)  # fmt: skip
def test_the_night_may_go_over_midnight(hour: int, begins: int, ends: int, night: bool) -> None:
    assert is_night(hour, begins, ends) is night


@pytest.fixture
def desks(tmp_path: Path) -> Callable[[], ReleaseDesk]:
    """Processes on one store."""
    url = f"sqlite:///{tmp_path / 'hall.db'}"

    def made() -> ReleaseDesk:
        journal = HallJournal(open_store(url), HALL_CATALOGUE, now=lambda: BEGIN, random=random.Random(3).randbytes)
        return ReleaseDesk(journal, lambda: BEGIN, lambda now: True)

    return made


def test_two_processes_never_ask_two_tables(desks: Callable[[], ReleaseDesk]) -> None:
    one, two = desks(), desks()
    one._journal.append([RolloutBegun(NEW, "now", "Mei")])
    assert not one.report(idle("t-1"), brings=lambda version: False), "there is no file for it"
    assert one.wanted() == two.wanted() == NEW
    assert one.report(idle("t-1"), brings=lambda version: True)
    assert not two.report(idle("t-2"), brings=lambda version: True)
    assert not two.report(idle("t-1", NEW), brings=lambda version: True)
    assert one.report(idle("t-2"), brings=lambda version: True)
    for desk in (one, two):
        desk._journal.store.close()
