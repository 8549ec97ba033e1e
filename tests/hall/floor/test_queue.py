"""The queue: who is called and seated, what is refused, and how long people are told to wait."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hall.floor.commands import (
    Amount,
    BlockTable,
    CallParty,
    CloseDay,
    DismissParty,
    EndSession,
    Guest,
    MissParty,
    PlaceTable,
    QueueParty,
    SeatParties,
    StartSession,
)
from hall.floor.events import Wishes
from hall.floor.times import ms_of
from hall.floor.wait import OVERDUE_MINUTES, USUAL_MINUTES, Wait, overdue_calls, waits
from tests.hall.floor.house import WHO, House


@pytest.fixture
def house() -> House:
    return House()


def queued(house: House, size: int, *persons: str, **wishes: Any) -> str:
    house.give(QueueParty(WHO, size, persons, wishes=Wishes(**wishes)))
    return list(house.floor.queue)[-1]


def wait(house: House, party: str) -> Wait:
    return waits(house.floor, ms_of(house.now))[party]


def minutes(house: House, *parties: str) -> list[int | None]:
    return [wait(house, party).minutes for party in parties]


def played(house: House, table: str, length: int, ruleset: str | None = None) -> None:
    """A session of so many minutes that is over."""
    session = house.started(table, ruleset=ruleset)
    house.later(minutes=length)
    house.give(EndSession(WHO, session.id))


# ---------------------------------------------------------------- coming and going


def test_tickets_count_up_and_begin_anew_after_a_close_at_which_nobody_waits(house: House) -> None:
    def ticket() -> int:
        party = queued(house, 1)
        return house.floor.queue[party].ticket

    assert [ticket(), ticket()] == [1, 2]
    house.give(CloseDay(WHO, 1, "2026-03-04", (Amount("cash", 0),)))
    assert ticket() == 3
    for party in house.floor.queue:
        house.give(DismissParty(WHO, party))
    house.give(CloseDay(WHO, 2, "2026-03-04", (Amount("cash", 0),)))
    assert ticket() == 1


def test_a_party_is_one_to_four_known_people_who_do_not_wait_already(house: House) -> None:
    person = house.person()
    assert house.refused(QueueParty(WHO, 0)) == ("bad-party", "size")
    assert house.refused(QueueParty(WHO, 5)) == ("bad-party", "size")
    assert house.refused(QueueParty(WHO, 1, (person, person))) == ("bad-party", "size")
    assert house.refused(QueueParty(WHO, 2, (person, person))) == ("bad-party", "persons")
    assert house.refused(QueueParty(WHO, 1, ("p-none",))) == ("no-such-person", "persons")
    assert house.refused(QueueParty(WHO, 1, wishes=Wishes(avoid=("p-none",)))) == ("no-such-person", "avoid")
    party = queued(house, 1, person)
    assert house.refused(QueueParty(WHO, 1, (person,))) == ("queued-already", "persons")
    assert house.give(QueueParty(WHO, 1, (person,), party=party)) == ()


def test_a_party_is_called_misses_is_passed_over_and_called_again(house: House) -> None:
    table = house.table(1)
    late, next_ = queued(house, 4), queued(house, 4)
    call = CallParty(WHO, late, table)
    house.give(call)
    assert house.give(call) == ()
    assert overdue_calls(house.floor, ms_of(house.now)) == []
    house.later(minutes=5)
    assert overdue_calls(house.floor, ms_of(house.now)) == [late]
    house.give(MissParty(WHO, late))
    assert house.give(MissParty(WHO, late)) == ()
    assert late not in waits(house.floor, ms_of(house.now))
    assert minutes(house, next_) == [0]
    house.give(call)
    assert house.floor.queue[late].called_to == table
    assert house.refused(CallParty(WHO, "q-none", table)) == ("no-such-party", "party")
    assert house.refused(CallParty(WHO, late, "t-none")) == ("no-such-floor-table", "table")
    assert house.refused(CallParty(WHO, late, table, 0)) == ("bad-party", "minutes")
    house.give(DismissParty(WHO, late))
    assert house.give(DismissParty(WHO, late)) == ()


def test_parties_are_seated_together_all_or_none(house: House) -> None:
    table, person = house.table(1), house.person()
    two, one, three = queued(house, 2, person, ruleset="riichi"), queued(house, 1), queued(house, 3)
    assert house.refused(SeatParties(WHO, (two, three), table)) == ("table-full", "guests")
    assert house.refused(SeatParties(WHO, (two, two), table)) == ("bad-party", "parties")
    assert house.refused(SeatParties(WHO, (), table)) == ("bad-party", "parties")
    seat = SeatParties(WHO, (two, one), table)
    house.give(seat)
    assert house.give(seat) == ()
    session = house.floor.session_at(table)
    assert session is not None
    assert (session.ruleset, session.joinable) == ("riichi", True)
    assert [(stay.person, stay.label) for stay in session.stays] == [(person, ""), (None, "#1"), (None, "#2")]
    assert list(house.floor.queue) == [three]
    house.give(SeatParties(WHO, (queued(house, 1),), table))
    assert len(house.floor.sessions[session.id].seated) == 4


def test_nobody_is_seated_with_whom_they_avoid_unless_staff_say_so(house: House) -> None:
    table, bo = house.table(1), house.person("Bo")
    first, second = queued(house, 1, avoid=(bo,)), queued(house, 1, bo)
    assert house.refused(SeatParties(WHO, (second, first), table)) == ("avoided", "parties")
    house.give(SeatParties(WHO, (second,), table))
    assert house.refused(SeatParties(WHO, (first,), table)) == ("avoided", "parties")
    assert house.give(SeatParties(WHO, (first,), table, anyway=True)) != ()


# ---------------------------------------------------------------- how long


def test_four_wait_for_a_free_table_and_fewer_for_each_other(house: House) -> None:
    house.table(1)
    three = queued(house, 3)
    assert wait(house, three) == Wait(three, None, None, (three,), missing=1)
    one = queued(house, 1)
    assert minutes(house, three, one) == [0, 0]
    assert wait(house, one).together == (three, one)


def test_who_wants_to_be_alone_is_not_filled_up(house: House) -> None:
    house.table(1)
    alone, one = queued(house, 3, alone=True), queued(house, 1)
    assert (minutes(house, alone, one), wait(house, one).missing) == ([0, None], 3)


def test_the_second_four_wait_for_the_usual_length_of_the_session_before(house: House) -> None:
    house.table(1)
    first, second, third = (queued(house, 4) for _ in range(3))
    assert minutes(house, first, second, third) == [0, USUAL_MINUTES, 2 * USUAL_MINUTES]


def test_lengths_of_the_ruleset_count_when_there_are_enough(house: House) -> None:
    table = house.table(1)
    for length in (60, 70, 80, 90, 100):
        played(house, table, length, "sanma")
    house.started(table, ruleset="sanma")
    party = queued(house, 4)
    assert minutes(house, party) == [80]
    house.later(minutes=75)
    assert minutes(house, party) == [90 - 75]
    house.later(minutes=30)
    assert minutes(house, party) == [OVERDUE_MINUTES]


def test_a_table_that_is_blocked_or_kept_for_somebody_is_not_counted_on(house: House) -> None:
    table = house.table(1)
    first, second = queued(house, 4), queued(house, 4)
    house.give(CallParty(WHO, first, table))
    assert minutes(house, second) == [USUAL_MINUTES]
    house.give(BlockTable(WHO, table, "lift"))
    assert minutes(house, second) == [None]


def test_wishes_for_smoke_area_and_ruleset_are_kept(house: House) -> None:
    house.give(PlaceTable(WHO, 1, area="up", smoking=True))
    calm = queued(house, 4, smoking=False)
    assert minutes(house, calm) == [None]
    house.give(PlaceTable(WHO, 2, area="down", smoking=False))
    assert minutes(house, calm) == [0]
    up, mixed = queued(house, 2, area="up", ruleset="riichi"), queued(house, 2, ruleset="mcr")
    assert minutes(house, up, mixed) == [None, None]


def test_a_single_guest_joins_a_table_that_is_open_to_others_and_agreeable(house: House) -> None:
    table, bo = house.table(1), house.person("Bo")
    house.give(StartSession(WHO, table, (Guest(bo), Guest(), Guest()), "riichi", joinable=True))
    picky = queued(house, 1, avoid=(bo,))
    other, fits, late = queued(house, 1, ruleset="mcr"), queued(house, 1, ruleset="riichi"), queued(house, 1)
    assert minutes(house, picky, other, fits, late) == [None, None, 0, None]


parties = st.lists(
    st.tuples(
        st.integers(1, 4), st.sampled_from([None, "a", "b"]), st.booleans(), st.sampled_from([None, True, False])
    ),
    max_size=12,
)


@settings(max_examples=50)
@given(parties, st.lists(st.tuples(st.booleans(), st.booleans(), st.integers(0, 3)), max_size=4))
def test_every_proposal_can_be_carried_out(
    queue: list[tuple[int, str | None, bool, bool | None]], tables: list[tuple[bool, bool, int]]
) -> None:
    house = House()
    for number, (smoking, taken, guests) in enumerate(tables, 1):
        house.give(PlaceTable(WHO, number, smoking=smoking))
        if taken:
            table = next(one.id for one in house.floor.tables.values() if one.number == number)
            house.give(StartSession(WHO, table, (Guest(),) * guests, "a", joinable=True))
    for size, ruleset, alone, smoking in queue:
        queued(house, size, ruleset=ruleset, alone=alone, smoking=smoking)
    found = waits(house.floor, ms_of(house.now))
    assert set(found) == set(house.floor.queue)
    for one in found.values():
        assert one.party in one.together
        assert (one.minutes is None) == (one.table is None)
    seated: set[str] = set()
    for one in found.values():
        if one.minutes == 0 and one.table is not None and one.party not in seated:
            seated.update(one.together)
            house.give(SeatParties(WHO, one.together, one.table))
