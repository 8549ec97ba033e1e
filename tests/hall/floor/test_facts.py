"""What the floor folds from tables: alarms, machines, games and hands; the figures of the day; CSV."""

from __future__ import annotations

import csv
import io
import lzma
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.events import Event, Recorded
from controller.events.calls import CallAnswered, CallEnded, StaffCalled
from controller.events.machine import FaultDeclared, FaultResolved, MachineRestored, MachineStopped, WallStaged
from controller.events.match import (
    HandEnded,
    MatchAbandoned,
    MatchEnded,
    ResultConfirmed,
    ResultDisputed,
    ResultUndone,
    ResultUpheld,
)
from controller.events.people import MachineServiced
from controller.journal.store import Journal, iso
from controller.rules.seats import Seat
from controller.upkeep.advice import DUE_WALLS
from hall.floor.alarms import (
    FLICKER_MS,
    LINK_MS,
    PAST_KEPT,
    PATIENCE,
    RETURNS_KEPT,
    Alarm,
    Condition,
    alarms,
    lost_links,
    past_alarms,
    quarantined,
)
from hall.floor.bill import Ended, Item
from hall.floor.commands import (
    Amount,
    CloseDay,
    EndSession,
    Guest,
    IssueReceipt,
    QueueParty,
    ResolveAlarm,
    TakeAlarm,
    VoidReceipt,
)
from hall.floor.export import amount_text, closes_csv, receipts_csv
from hall.floor.facts import TableFacts, evolve, facts_of, in_epoch
from hall.floor.machines import (
    Machine,
    MachineDay,
    Usual,
    gets_worse,
    jams_per_thousand,
    percentile,
    recent_rate,
    row,
    rows,
    usual,
)
from hall.floor.play import TablePlay, played_at
from hall.floor.times import ms_of
from hall.floor.today import figures, table_row
from hall.intake.storing import HEARD_MS
from tests.hall.floor.house import NOW, WHO, House

OLD = Path(__file__).parents[2] / "controller" / "journal" / "old_journals"
TABLE = "t-aaaaaaaaaaaa"
JAM = FaultDeclared("E12", "stop", 1, "head-1", "board", {})
CALL = StaffCalled(Seat(2), "staff", "Bo")


def at(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def folded(events: Sequence[Event], facts: TableFacts | None = None, every: float = 1) -> TableFacts:
    """One event a second, or so often."""
    found = facts or facts_of(TABLE, "epoch-one")
    for number, event in enumerate(events, 1):
        found = evolve(found, Recorded(number, iso(at(number * every)), event, ""))
    return found


def shown(facts: TableFacts, seconds: float = 10, house: House | None = None) -> list[Alarm]:
    taken = (house or House()).floor.alarms
    return alarms(facts.watch.open.values(), taken, ms_of(at(seconds)))


def ended(match: str, hand: int) -> HandEnded:
    event = object.__new__(HandEnded)
    for name, value in (("match", match), ("hand", hand)):
        object.__setattr__(event, name, value)
    return event


def journal(tmp_path: Path, name: str) -> list[Recorded]:
    """A stored journal of a real run."""
    connection = sqlite3.connect(tmp_path / "journal.db")
    connection.executescript(lzma.decompress((OLD / name).read_bytes()).decode())
    connection.close()
    with Journal(tmp_path / "journal.db", now=lambda: datetime(2027, 1, 1, tzinfo=UTC)) as opened:
        return list(opened.replay())


# ---------------------------------------------------------------- alarms


def test_a_fault_is_an_alarm_until_it_is_resolved_and_a_warning_is_none() -> None:
    warning = replace(JAM, code="W01", severity="warn")
    (alarm,) = shown(folded([warning, JAM]))
    assert (alarm.kind, alarm.detail["code"], alarm.detail["side"], alarm.id) == (
        "fault", "E12", 1, f"fault:{TABLE}:epoch-on:2",
    )  # fmt: skip
    assert shown(folded([JAM, FaultResolved("E12", 1, "head-1", "key")])) == []
    assert len(shown(folded([JAM, FaultResolved("E12", 2, "head-2", "key")]))) == 1


def test_a_fault_that_comes_back_within_a_minute_is_one_alarm_and_its_taker_stays() -> None:
    house, mended = House(), FaultResolved("E12", 1, "head-1", "key")
    other = replace(JAM, side=2, mechanism="head-2")
    flickers = folded([JAM, mended, other, JAM, mended, JAM])
    first, beside = sorted(shown(flickers), key=lambda one: one.since)
    assert (first.id, first.since, first.returned, beside.returned) == (f"fault:{TABLE}:epoch-on:1", ms_of(at(1)), 2, 0)
    assert flickers.watch.past == ()
    house.give(TakeAlarm("Mei", first.id))
    assert [(one.taken_by, one.returned) for one in shown(folded([mended, JAM], flickers), house=house)] == [
        ("Mei", 3), (None, 0),
    ]  # fmt: skip
    late = folded([JAM, mended, JAM], every=FLICKER_MS / 1000)
    assert [(one.id, one.returned) for one in shown(late)] == [(f"fault:{TABLE}:epoch-on:3", 0)]
    often = folded([one for _ in range(RETURNS_KEPT + 1) for one in (JAM, mended)] + [JAM], every=0.01)
    assert [one.returned for one in shown(often)] == [0]


def test_a_fault_that_comes_back_after_staff_have_seen_to_it_is_a_new_alarm() -> None:
    house, mended = House(), FaultResolved("E12", 1, "head-1", "key")
    once = folded([JAM, mended, JAM])
    (alarm,) = shown(once)
    house.give(ResolveAlarm("Mei", alarm.id, "done", "tile out", alarm.returned))
    assert shown(once, house=house) == []
    again = folded([mended, JAM, mended, JAM], once)
    (new,) = shown(again, house=house)
    assert (new.id, new.since, new.taken_by, new.returned) == (f"{alarm.id}+1", ms_of(at(2)), None, 1)
    house.give(TakeAlarm("Bo", new.id))
    house.give(ResolveAlarm("Bo", new.id, "done", "felt worn", 1))
    assert shown(again, house=house) == []
    over = folded([mended], again).watch
    expected = {(alarm.id, "Mei", "tile out", 1), (new.id, "Bo", "felt worn", 1)}
    for past, so in ((), again.watch.open.values()), (over.past, ()):
        found = past_alarms(past, so, house.floor.alarms)
        assert {(one.id, one.by, one.why, one.returned) for one in found} == expected
        assert all(one.detail["code"] == "E12" for one in found)


def test_a_stop_is_one_alarm_until_the_machine_is_restored() -> None:
    stopped = [FaultDeclared("E51", "stop", None, None, "board", {}), MachineStopped("emergency-stop")]
    assert [alarm.kind for alarm in shown(folded(stopped))] == ["stop"]
    assert shown(folded([*stopped, MachineRestored()])) == []


def test_a_call_is_taken_by_whoever_answers_at_the_table() -> None:
    assert [alarm.taken_by for alarm in shown(folded([CALL]))] == [None]
    again = replace(CALL, wanted="drinks")
    (alarm,) = shown(folded([CALL, CallAnswered(Seat(2), "Mei"), again]))
    assert (alarm.taken_by, alarm.detail["wanted"], alarm.since) == ("Mei", "drinks", ms_of(at(1)))
    assert shown(folded([CALL, CallEnded(Seat(2), "Mei")])) == []


@pytest.mark.parametrize(
    ("ending", "left"),
    [
        (ResultUpheld("m", "R", 3, "clear"), 0),
        (ResultConfirmed("m", "Bo", 3, 1, Seat(2)), 0),
        (ResultConfirmed("m", "Ann", 3, 1, Seat(1)), 1),
        (ResultUpheld("m", "R", 30, "other hand"), 1),
        (ResultUpheld("m2", "R", 3, "other match"), 1),
        (MatchAbandoned("m", "R", "late"), 0),
    ],
)
def test_a_dispute_is_over_with_its_hand_its_player_or_its_match(ending: Event, left: int) -> None:
    disputed = ResultDisputed("m", "Bo", 1, 3, 1, Seat(2), "I said ron")
    assert len(shown(folded([disputed, ending]))) == left


def test_a_table_that_says_nothing_is_lost_since_its_last_word() -> None:
    now = ms_of(NOW)
    (lost,) = lost_links({"t-1": now - LINK_MS, "t-2": now - LINK_MS + 1}, now, {})
    assert (lost.table, lost.since) == ("t-1", now - LINK_MS)
    assert lost_links({"t-1": now - 9 * LINK_MS}, now, {}, since=now - LINK_MS + 1) == []
    (lost,) = lost_links({"t-1": now - 9 * LINK_MS}, now, {}, since=now - LINK_MS)
    assert lost.since == now - 9 * LINK_MS
    assert quarantined("t-1", 7, iso(NOW), "bad-chain").id == "quarantine:t-1:7"


def test_a_silence_keeps_its_taker_though_its_beginning_is_known_less_well_after_a_restart() -> None:
    house, heard = House(), ms_of(NOW)
    (lost,) = lost_links({"t-1": heard}, heard + LINK_MS, house.floor.alarms)
    house.give(TakeAlarm("Mei", lost.id))
    taken = house.floor.alarms
    stored = {"t-1": heard - HEARD_MS, "t-2": heard}
    other, again = alarms(lost_links(stored, heard + 9 * LINK_MS, taken), taken, heard + 9 * LINK_MS)
    assert [(one.id, one.since, one.taken_by) for one in (again, other)] == [
        (lost.id, heard - HEARD_MS, "Mei"), (f"link:t-2:{heard}", heard, None),
    ]  # fmt: skip
    (next_,) = lost_links({"t-1": heard + LINK_MS}, heard + 9 * LINK_MS, taken)
    assert next_.id == f"link:t-1:{heard + LINK_MS}"


def test_what_is_over_is_remembered_with_who_saw_to_it() -> None:
    house = House()
    open_ = folded([JAM])
    house.give(TakeAlarm("Mei", shown(open_)[0].id))
    over = in_epoch(folded([FaultResolved("E12", 1, "head-1", "key")], open_), "epoch-two")
    (past,) = past_alarms(over.watch.past, (), house.floor.alarms)
    assert (past.kind, past.table, past.since, past.until, past.by, past.detail["key"]) == (
        "fault", TABLE, ms_of(at(1)), ms_of(at(1)), "Mei", "fault.head-jam",
    )  # fmt: skip
    house.give(ResolveAlarm("Bo", f"link:{TABLE}:5", "done", "cable pulled"))
    assert [(one.kind, one.since, one.by, one.why) for one in past_alarms((), (), house.floor.alarms)] == [
        ("link", None, "Bo", "cable pulled")
    ]


def test_a_table_forgets_the_oldest_of_what_is_over() -> None:
    events = [one for _ in range(PAST_KEPT + 5) for one in (CALL, CallEnded(Seat(2), "Mei"))]
    past = folded(events).watch.past
    assert (len(past), past[-1].condition.id) == (PAST_KEPT, f"call:{TABLE}:epoch-on:{len(events) - 1}")


def test_whoever_takes_an_alarm_first_goes_and_a_resolved_one_is_gone() -> None:
    house, facts = House(), folded([JAM])
    (alarm,) = shown(facts)
    house.give(TakeAlarm("Mei", alarm.id))
    assert house.give(TakeAlarm("Bo", alarm.id)) == ()
    assert [one.taken_by for one in shown(facts, house=house)] == ["Mei"]
    house.give(ResolveAlarm("Mei", alarm.id, "mistaken"))
    assert house.give(ResolveAlarm("Bo", alarm.id)) == ()
    assert shown(facts, house=house) == []
    assert house.refused(TakeAlarm("Bo", "nonsense")) == ("no-such-alarm", "alarm")


def test_an_alarm_escalates_when_nobody_takes_it_and_when_it_lasts() -> None:
    house, facts, patience = House(), folded([JAM]), PATIENCE["fault"]
    (alarm,) = shown(facts)
    assert not shown(facts, patience.take)[0].escalated
    assert shown(facts, patience.take + 1)[0].escalated
    house.now = at(60)
    house.give(TakeAlarm("Mei", alarm.id))
    assert not shown(facts, 59 + patience.resolve, house)[0].escalated
    assert shown(facts, 60 + patience.resolve, house)[0].escalated


def test_the_most_urgent_alarm_stands_first() -> None:
    now = ms_of(at(100))
    conditions = [
        Condition("link:t:1", "link", "t", now - 1000), Condition("call:t:e:2", "call", "t", now - 2000),
        Condition("call:t:e:1", "call", "t", now - 3000), Condition("stop:t:e:1", "stop", "t", now),
        Condition("link:t:0", "link", "t", now - PATIENCE["link"].take * 1000),
    ]  # fmt: skip
    found = [alarm.id for alarm in alarms(conditions, {}, now)]
    assert found == ["link:t:0", "stop:t:e:1", "call:t:e:1", "call:t:e:2", "link:t:1"]


def test_a_new_journal_of_a_table_asks_anew_and_keeps_what_was_played() -> None:
    facts = in_epoch(folded([JAM, CALL]), "epoch-two")
    assert (shown(facts), facts.machine.jams) == ([], 1)
    assert shown(folded([JAM], facts))[0].id == f"fault:{TABLE}:epoch-tw:1"


# ---------------------------------------------------------------- machines


def test_jams_are_counted_per_thousand_hands_and_stops_by_people_are_none(tmp_path: Path) -> None:
    machine = folded([JAM, replace(JAM, code="E51"), replace(JAM, code="W01", severity="warn")]).machine
    assert (machine.jams, machine.per_thousand) == (1, None)
    assert jams_per_thousand([Machine(hands=500, jams=1), Machine(hands=500, jams=2)]) == 3.0
    assert jams_per_thousand([]) is None


def test_a_jam_that_flickers_is_counted_once_and_one_that_comes_back_later_is_another() -> None:
    mended = FaultResolved("E12", 1, "head-1", "key")
    machine = folded([JAM, mended, JAM, mended, JAM]).machine
    assert (machine.jams, [one.jams for one in machine.days]) == (1, [1])
    assert row(TABLE, machine, "2026-03-04")["worst"] == [{"part": "head-1", "times": 1}]
    elsewhere = replace(JAM, side=2, mechanism="head-2")
    assert folded([JAM, mended, elsewhere]).machine.jams == 2
    assert folded([JAM, mended, JAM], every=FLICKER_MS / 1000).machine.jams == 2


def test_times_of_walls_and_what_is_due_are_told() -> None:
    walls = [WallStaged("A", (34, 34, 34, 34), ms) for ms in range(60_000, 60_000 + DUE_WALLS["inside"])]
    machine = folded(walls).machine
    found = row(TABLE, machine, "2026-03-04")
    assert [one["key"] for one in found["advice"]] == ["service.advice.care-inside"]
    assert found["build_p95_ms"] - found["build_p50_ms"] == 90
    served = folded([MachineServiced("inside", "cleaned", "Bo")], facts_with(machine)).machine
    assert row(TABLE, served, "2026-03-04")["advice"] == []


def facts_with(machine: Machine) -> TableFacts:
    return replace(facts_of(TABLE, "e"), machine=machine)


def test_the_worst_part_and_what_is_usual_in_the_house_are_told() -> None:
    jams = [replace(JAM, code=code, side=side) for code, side in (("E13", 2), ("E12", 1), ("E13", 2))]
    machine = replace(folded(jams).machine, hands=1000, builds=(30_000,))
    assert row("t", machine, iso(at(1))[:10])["worst"] == [
        {"part": "head-2", "times": 2},
        {"part": "head-1", "times": 1},
    ]
    others = [Machine(hands=1000, jams=1, builds=(50_000,)), Machine(hands=2000), Machine()]
    assert usual([machine, *others]) == Usual(1.0, 40_000)
    assert usual([]) == Usual(None, None)
    assert recent_rate(Machine(days=(MachineDay("2026-03-03", 500, 1),)), "2026-03-04") == 2.0
    assert recent_rate(Machine(days=(MachineDay("2026-02-03", 500, 1),)), "2026-03-04") is None


def test_a_percentile_is_a_value_that_was_seen() -> None:
    assert [percentile([5, 1, 3], share) for share in (0.5, 0.95, 0.01)] == [3, 5, 1]
    assert percentile([], 0.5) is None


def test_a_machine_gets_worse_when_it_jams_clearly_more_than_before() -> None:
    before = MachineDay("2026-02-01", hands=1000, jams=3)
    assert gets_worse(Machine(days=(before, MachineDay("2026-03-03", 1000, 5))), "2026-03-04")
    assert not gets_worse(Machine(days=(before, MachineDay("2026-03-03", 1000, 4))), "2026-03-04")
    assert not gets_worse(Machine(days=(before, MachineDay("2026-03-03", 100, 2))), "2026-03-04")
    assert not gets_worse(Machine(days=(MachineDay("2026-03-03", 10, 9),)), "2026-03-04")
    good, bad = Machine(hands=1000, jams=1), Machine(hands=1000, jams=9)
    assert [one["table"] for one in rows({"good": good, "bad": bad}, "2026-03-04")] == ["bad", "good"]


# ---------------------------------------------------------------- games and hands


def test_an_undone_hand_is_counted_once_and_a_match_ranked_anew_ended_when_it_ended() -> None:
    undone = [ended("m", 1), ResultUndone("m", "Bo", 1, 1), ended("m", 1)]
    over = MatchEnded("m", "", "played-out", "", {})
    play = folded([*undone, over, ended("x", 1), over]).play
    assert list(play.hands) == ["m/1", "x/1"]
    assert play.games == {"m": ms_of(at(4))}
    assert folded([*undone, over, ResultUndone("m", "Bo", 1, 1)]).play.games == {}


def test_a_bill_gets_what_was_played_at_the_tables_of_its_session() -> None:
    house = House()
    session = house.started(house.table(1))
    plays = {session.table: TablePlay(games={"m": 5}), "t-other": TablePlay(games={"n": 6})}
    assert played_at(session.stretches, plays).games == (Ended(session.table, 5),)


@pytest.mark.parametrize("name", ["match-riichi-match.sql.xz", "match-riichi-table.sql.xz", "machine.sql.xz"])
def test_real_journals_fold_the_same_in_one_go_and_in_parts(tmp_path: Path, name: str) -> None:
    events = journal(tmp_path, f"first_release/{name}")
    types = [recorded.event.type for recorded in events]
    whole = facts_of(TABLE, "e")
    states = [whole]
    for recorded in events:
        whole = evolve(whole, recorded)
        states.append(whole)
    assert whole.machine.hands == types.count("match.hand-started")
    assert whole.machine.diary.walls == types.count("machine.wall-staged")
    assert len(whole.play.games) == len({e.event.match for e in events if isinstance(e.event, MatchEnded)})
    assert len(whole.play.hands) <= types.count("match.hand-ended")
    for cut in range(0, len(events), max(1, len(events) // 7)):
        again = states[cut]
        for recorded in events[cut:]:
            again = evolve(again, recorded)
        assert again == whole


# ---------------------------------------------------------------- the day, and CSV


def a_day() -> House:
    house = House()
    house.priced()
    table = house.table(1, "upstairs")
    session = house.started(table, guests=(Guest(None, "=HYPERLINK()"),)).id
    house.later(minutes=90)
    house.give(EndSession(WHO, session))
    items = (Item('=1+2 "tea", hot', 1, 250),)
    house.give(IssueReceipt(WHO, session, items=items, method="card"))
    house.give(IssueReceipt(WHO, items=(Item("Coffee", 2, 300),)))
    return house


def test_the_figures_of_a_day_are_what_happened_in_it() -> None:
    house = a_day()
    plays = {"t": TablePlay(games={"m": ms_of(NOW) + 1, "old": ms_of(NOW) - 1})}
    found = figures(house.floor, plays, ms_of(NOW), ms_of(house.now))
    assert (found.table_ms, found.table_ms_possible) == (90 * 60_000, 90 * 60_000)
    assert (found.games, found.hands, found.hand_ms, found.sessions) == (1, 0, None, 1)
    assert (dict(found.takings), found.receipts) == ({"card": 1750, "cash": 600}, 2)
    half = figures(house.floor, plays, ms_of(NOW) + 45 * 60_000, ms_of(house.now))
    assert half.table_ms == 45 * 60_000


def test_the_plan_shows_who_sits_since_when_what_it_costs_and_for_whom_a_table_is_kept() -> None:
    house = House()
    house.priced()
    table = house.table(1)
    house.started(table, guests=(Guest(None, "b", Seat(1)),))
    house.later(minutes=30)
    found = table_row(house.floor, house.floor.tables[table], ms_of(house.now))
    assert (found["session"]["fee"], found["session"]["played_ms"], found["kept_for"]) == (500, 30 * 60_000, None)
    house.give(QueueParty(WHO, 4))
    assert table_row(House().floor, house.floor.tables[table], 0)["session"] is None


def read(lines: Sequence[str]) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO("".join(lines))))


def test_the_csv_of_receipts_adds_up_and_holds_no_formula() -> None:
    house = a_day()
    receipt = next(iter(house.floor.till.now.receipts))
    house.give(VoidReceipt(WHO, receipt, "wrong"))
    found = read(list(receipts_csv(house.journal)))
    assert [(line["number"], line["status"], line["kind"], line["amount"]) for line in found] == [
        ("1", "issued", "time", "15.00"), ("1", "issued", "item", "2.50"), ("2", "issued", "item", "6.00"),
        ("1", "voided", "time", "-15.00"), ("1", "voided", "item", "-2.50"),
    ]  # fmt: skip
    assert sum(int(line["amount_coins"]) for line in found) == sum(house.floor.till.now.takings.values()) == 600
    assert found[1]["text"] == '\'=1+2 "tea", hot'
    assert found[0]["quantity"] == "90.00"


def test_the_csv_of_closes_has_a_row_for_each_method() -> None:
    house = a_day()
    counted = (Amount("card", 1750), Amount("cash", 590))
    house.give(CloseDay(WHO, 1, "2026-03-04", counted, 500, "-10 found missing"))
    found = read(list(closes_csv(house.journal)))
    assert [(line["method"], line["difference_coins"], line["left_coins"]) for line in found] == [
        ("cash", "-10", "500"), ("card", "0", ""),
    ]  # fmt: skip
    assert found[0]["why"] == "'-10 found missing"


@settings(max_examples=50)
@given(st.integers(-(10**9), 10**9), st.integers(0, 3))
def test_an_amount_is_written_without_loss(amount: int, digits: int) -> None:
    text = amount_text(amount, digits)
    assert round(float(text) * 10**digits) == amount
    assert len(text.partition(".")[2]) == digits
