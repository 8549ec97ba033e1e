"""Wear: what is learnt day by day, what the journal adds, and the advice that follows."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.events import Event, Recorded
from controller.events.machine import FaultDeclared, WallStaged
from controller.events.people import MachineServiced
from controller.upkeep.advice import DUE_WALLS, advise
from controller.upkeep.diary import Diary, evolve
from controller.upkeep.history import (
    MOST_DAYS,
    BadHistory,
    Travel,
    WearHistory,
    as_json,
    counted,
    from_json,
    noted,
    renewed,
    risen,
)
from controller.upkeep.report import report
from controller.upkeep.watch import COUNTERS, FILE_NAME, Upkeep
from firmware_bridge import messages as m
from firmware_bridge.board import BoardState, BoardStatus
from firmware_bridge.commands import NotReady, Sent

START = date(2026, 1, 1)


def day(n: int) -> str:
    return (START + timedelta(n)).isoformat()


def history(*means: int, mechanism: str = "lift-1", runs_a_day: int = 30) -> WearHistory:
    found = WearHistory()
    for n, mean in enumerate(means):
        found = noted(found, "b", day(n), {mechanism: Travel(mean, mean, (n + 1) * runs_a_day)})
    return found


class Journal:
    def __init__(self) -> None:
        self.diary, self.seq = Diary(), 0

    def add(self, event: Event) -> None:
        self.seq += 1
        self.diary = evolve(self.diary, Recorded(self.seq, "2026-03-04T05:06:07.000Z", event, ""))

    def walls(self, count: int, elapsed_ms: int | None = 30_000) -> None:
        for _ in range(count):
            self.add(WallStaged("A", (36, 36, 36, 36), elapsed_ms))

    def fault(self, code: str, side: int | None = None, mechanism: str | None = None) -> None:
        self.add(FaultDeclared(code, "stop", side, mechanism, "board", {}))

    def keys(self, found: WearHistory | None = None) -> list[tuple[str, str | None]]:
        return [(each.key, each.part) for each in advise(self.diary, found or WearHistory())]


# ---------------------------------------------------------------- travel times


def test_nothing_is_compared_before_fifty_runs() -> None:
    line = history(1200, 1500).line("lift-1")
    assert line is not None and line.drift is None


def test_the_first_runs_are_what_is_normal() -> None:
    line = history(1200, 1200, 1200, 1320).line("lift-1")
    assert line is not None and line.drift == pytest.approx(0.1, abs=0.001)


def test_the_last_week_is_compared_with_the_four_before() -> None:
    line = history(*[1000] * 28, *[1060] * 7).line("lift-1")
    assert line is not None and line.recent_drift == pytest.approx(0.06)


def test_a_gap_in_the_days_is_no_comparison() -> None:
    found = noted(history(1000), "b", day(90), {"lift-1": Travel(1200, 1200, 400)})
    line = found.line("lift-1")
    assert line is not None and line.recent_drift is None


def test_a_board_that_forgot_begins_anew() -> None:
    found = noted(history(1000, 1000, 1000), "b", day(5), {"lift-1": Travel(900, 900, 4)})
    line = found.line("lift-1")
    assert line is not None and (line.first_ms, line.since, len(line.days)) == (900, day(5), 1)


def test_a_board_that_lost_its_last_runs_to_the_mains_goes_on() -> None:
    found = noted(history(1000, 1000, 1000), "b", day(5), {"lift-1": Travel(1000, 1000, 85)})
    line = found.line("lift-1")
    assert line is not None and (line.since, line.drift) == (day(0), 0)


def test_another_board_begins_anew() -> None:
    found = noted(history(1000, 1000, 1000), "other", day(5), {"hatch": Travel(2000, 2000, 9)})
    assert found.line("lift-1") is None and found.board == "other"


def test_a_mechanism_that_never_ran_is_not_told() -> None:
    assert noted(WearHistory(), "b", day(0), {"hatch": Travel(0, 0, 0)}).line("hatch") is None


def test_a_replaced_part_is_learnt_anew() -> None:
    assert renewed(history(1000, 1000), "lift-1").line("lift-1") is None


def test_the_history_is_bounded() -> None:
    line = history(*[1000] * (MOST_DAYS + 40)).line("lift-1")
    assert line is not None and len(line.days) == MOST_DAYS and line.days[-1].day == day(MOST_DAYS + 39)


@given(st.lists(st.tuples(st.integers(1, 5000), st.integers(0, 70)), min_size=1, max_size=30))
def test_the_file_holds_all_of_it(readings: list[tuple[int, int]]) -> None:
    found, runs = WearHistory(), 0
    for n, (mean, more) in enumerate(readings):
        runs += more
        found = noted(found, "b", day(n), {"head-0": Travel(mean, mean, runs)})
    found = counted(found, day(3), {"boots": 4})
    again = from_json(json.loads(json.dumps(as_json(found))))
    assert as_json(again) == as_json(found)


@pytest.mark.parametrize(
    "document", [[], {}, {"version": 2}, {"version": 1, "board": "b", "lines": {"x": {}}, "counts": []}]
)
def test_another_file_is_not_a_history(document: Any) -> None:
    with pytest.raises(BadHistory):
        from_json(document)


def test_counters_rise_within_the_days_asked_for() -> None:
    found = counted(counted(counted(WearHistory(), day(0), {"boots": 1}), day(20), {"boots": 5}), day(22), {"boots": 9})
    assert (risen(found, "boots", 7), risen(found, "boots", 1), risen(found, "brown_outs", 7)) == (8, 4, 0)
    assert risen(counted(found, day(23), {"boots": 0}), "boots", 1) == 0


# ---------------------------------------------------------------- advice


def test_a_new_table_needs_nothing() -> None:
    journal = Journal()
    journal.walls(10)
    assert journal.keys(history(1200, 1200, 1210)) == []


def test_a_wall_that_was_finished_while_no_service_ran_counts_without_a_time() -> None:
    journal = Journal()
    journal.walls(1, elapsed_ms=20_000)
    journal.walls(1, elapsed_ms=None)
    assert journal.diary.walls == 2
    assert report(journal.diary, WearHistory())["builds"]["last"] == {"tiles": 144, "seconds": 20.0}


def test_cleaning_is_announced_then_due_then_done() -> None:
    journal = Journal()
    journal.walls(DUE_WALLS["inside"] - 1)
    assert [(each.level, each.key) for each in advise(journal.diary, WearHistory())] == [("soon", "care-inside")]
    journal.walls(1)
    assert [(each.level, each.key) for each in advise(journal.diary, WearHistory())] == [("now", "care-inside")]
    journal.add(MachineServiced("inside", "cleaned", "Ann"))
    assert journal.keys() == []


def test_a_great_service_covers_the_small_ones() -> None:
    journal = Journal()
    journal.walls(DUE_WALLS["slides"])
    journal.add(MachineServiced("overhaul", "cleaned", "Ann"))
    assert journal.keys() == []


def test_jams_at_one_head_are_told_with_the_head() -> None:
    journal = Journal()
    journal.walls(20)
    journal.fault("E13", 2)
    assert journal.keys() == []
    journal.fault("E13", 2)
    assert journal.keys() == [("fault-head-jam", "head-2")]


def test_jams_spread_over_the_heads_are_no_reason() -> None:
    journal = Journal()
    for side in range(4):
        journal.fault(f"E{11 + side}", side)
    assert journal.keys() == []


def test_faults_before_a_service_of_the_part_are_done_with() -> None:
    journal = Journal()
    journal.fault("E21", 0)
    journal.fault("E21", 0)
    journal.add(MachineServiced("lift-0", "cleaned", "Ann"))
    assert journal.keys() == []


def test_a_board_that_restarted_by_itself_is_not_listed_as_an_emergency_stop() -> None:
    journal = Journal()
    journal.walls(1)
    journal.add(FaultDeclared("E51", "stop", None, None, "board", {}))
    journal.add(FaultDeclared("E51", "stop", None, None, "table", {"cause": "brown-out"}))
    listed = [(each["key"], each["times"]) for each in report(journal.diary, WearHistory())["faults"]]
    assert sorted(listed) == [("service.fault.emergency-stop", 1), ("service.fault.power-dip", 1)]


def test_old_faults_are_forgotten() -> None:
    journal = Journal()
    journal.fault("E13", 2)
    journal.fault("E13", 2)
    journal.walls(201)
    assert journal.keys() == []


def test_a_bridged_sensor_is_told_at_once() -> None:
    journal = Journal()
    journal.fault("W02", None, "hatch")
    assert journal.keys() == [("fault-by-clock", "hatch")]


@pytest.mark.parametrize(("mean", "key"), [(1300, None), (1330, "drift"), (1520, "drift-worn")])
def test_drift_is_told_by_its_size(mean: int, key: str | None) -> None:
    found = Journal().keys(history(1200, 1200, 1200, mean))
    assert found == ([(key, "lift-1")] if key else [])


def test_slow_walls_are_told() -> None:
    journal = Journal()
    journal.walls(50, 30_000)
    journal.walls(20, 40_000)
    assert journal.keys() == [("pace", "inside")]


def test_supply_dips_are_told_without_a_part() -> None:
    found = counted(counted(WearHistory(), day(0), {"brown_outs": 0}), day(1), {"brown_outs": 2})
    assert Journal().keys(found) == [("brown-outs", None)]


# ---------------------------------------------------------------- the watch


class Link:
    def __init__(self) -> None:
        self.sent: list[str] = []
        self.away = False

    def send(self, message: m.Command) -> Sent:
        if self.away:
            raise NotReady("away")
        self.sent.append(type(message).__name__)
        return Sent(0, asyncio.get_running_loop().create_future())


NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
WELCOME = m.Welcome(
    nonce=1, boot=1, cause=m.ResetCause.POWER_ON, major=1, minor=0, firmware=(1, 0, 0), build=(0,) * 8,
    serial=(7,) + (0,) * 7, capabilities=m.Capabilities(0), max_stacks=20, positions=(m.Position.HOME,) * 14,
    latches=m.Latches(0), phase=m.BuildPhase.NONE, quota=(0,) * 4, counts=(0,) * 4,
)  # fmt: skip
READY = BoardState(BoardStatus.READY, welcome=WELCOME)


class Clock:
    """What the time is for the upkeep."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


def watched(
    tmp_path: Path, scenario: Callable[[Upkeep, Link], None], now: Callable[[], datetime] = lambda: NOW
) -> Upkeep:
    async def play() -> Upkeep:
        upkeep, link = Upkeep(tmp_path / FILE_NAME, now), Link()
        upkeep.link = link
        upkeep.load()
        scenario(upkeep, link)
        upkeep.close()
        return upkeep

    return asyncio.run(play())


def tell(upkeep: Upkeep) -> None:
    upkeep.on_message(m.Learnt(1, m.Mechanism.HEAD_2, 351, 349, 80))
    upkeep.on_message(m.Counters(2, 0, tuple(range(10))))
    upkeep.on_message(m.Counters(2, 1, tuple(range(10, 20))))


def test_the_board_is_asked_on_connect_and_after_each_wall(tmp_path: Path) -> None:
    def scenario(upkeep: Upkeep, link: Link) -> None:
        upkeep.on_state(READY)
        assert link.sent == ["GetLearnt", "GetCounters"]
        upkeep.on_message(m.BuildChanged(m.BuildPhase.PICKING, m.StopReason.NONE, 0, (0,) * 4))
        assert len(link.sent) == 2
        upkeep.on_message(m.BuildChanged(m.BuildPhase.READY, m.StopReason.NONE, 0, (36,) * 4))
        assert len(link.sent) == 4

    watched(tmp_path, scenario)


STOPPED = m.FaultRaised(m.Fault.EMERGENCY_STOP, 255, 0, m.Sensors(0), 0, 0, 0)
NONE = (0,) * 4
LOOKED = m.Telemetry(1, m.Sensors(0), m.BuildPhase.NONE, NONE, NONE, 0, (0,) * 14, -128, m.Latches(0), 0)


def test_the_board_is_asked_after_a_fault_so_that_its_counters_hold_it(tmp_path: Path) -> None:
    clock = Clock()

    def scenario(upkeep: Upkeep, link: Link) -> None:
        upkeep.on_state(READY)
        clock.advance(60)
        upkeep.on_message(STOPPED)
        assert link.sent == ["GetLearnt", "GetCounters"] * 2

    watched(tmp_path, scenario, clock)


def test_many_faults_and_readers_ask_the_board_once(tmp_path: Path) -> None:
    clock = Clock()

    def scenario(upkeep: Upkeep, link: Link) -> None:
        upkeep.on_state(READY)
        clock.advance(60)
        for _ in range(100):
            upkeep.freshen()
            upkeep.on_message(STOPPED)
        assert link.sent == ["GetLearnt", "GetCounters"] * 2

    watched(tmp_path, scenario, clock)


def test_a_fault_right_after_a_reading_is_read_as_soon_as_the_board_may_be_asked_again(tmp_path: Path) -> None:
    clock = Clock()

    def scenario(upkeep: Upkeep, link: Link) -> None:
        upkeep.on_state(READY)
        upkeep.on_message(STOPPED)
        for _ in range(3):
            upkeep.on_message(LOOKED)
            assert link.sent == ["GetLearnt", "GetCounters"]
        clock.advance(1)
        for _ in range(3):
            upkeep.on_message(LOOKED)
            assert link.sent == ["GetLearnt", "GetCounters"] * 2

    watched(tmp_path, scenario, clock)


def test_a_board_that_is_away_is_not_asked_by_who_reads_the_report(tmp_path: Path) -> None:
    def scenario(upkeep: Upkeep, link: Link) -> None:
        upkeep.freshen()
        assert link.sent == []

    watched(tmp_path, scenario)


def test_a_board_that_is_gone_is_no_error(tmp_path: Path) -> None:
    def scenario(upkeep: Upkeep, link: Link) -> None:
        link.away = True
        upkeep.on_state(READY)

    watched(tmp_path, scenario)


def test_what_was_read_is_there_after_a_restart(tmp_path: Path) -> None:
    def first(upkeep: Upkeep, _: Link) -> None:
        upkeep.on_state(READY)
        tell(upkeep)

    watched(tmp_path, first)
    report = watched(tmp_path, lambda upkeep, link: None).report(Diary())
    assert report["board"] == "0700000000000000"
    assert [(each["mechanism"], each["mean_ms"], each["runs"]) for each in report["mechanisms"]] == [
        ("head-2", 351, 80)
    ]
    assert report["counters"] == dict(zip(COUNTERS, range(18), strict=True))


def test_a_damaged_file_is_put_aside(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text("{", encoding="utf-8")
    report = watched(tmp_path, lambda upkeep, link: None).report(Diary())
    assert report["mechanisms"] == []
    assert (tmp_path / "upkeep.damaged").read_text(encoding="utf-8") == "{"


def test_a_folder_that_cannot_be_written_does_not_stop_the_table(tmp_path: Path) -> None:
    async def play() -> None:
        upkeep = Upkeep(tmp_path / "missing" / FILE_NAME, lambda: NOW)
        upkeep.load()
        tell(upkeep)
        upkeep.close()

    asyncio.run(play())
