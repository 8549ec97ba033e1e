"""What time costs: by hand-computed cases, and as properties over any list of prices and any stretches of time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time
from fractions import Fraction
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.refusals import Refused
from hall.floor.meter import Stretch, charged_ms, pieces_of, played_ms, time_charges
from hall.floor.prices import PriceList, PriceRule, check_prices
from hall.floor.times import HOUR, MINUTE, instant, moment_of, ms_of, text_of
from tests.hall.floor.house import prices

BERLIN = ZoneInfo("Europe/Berlin")


def at(text: str, zone: str = "UTC") -> int:
    """Of a local time that is not ambiguous."""
    return ms_of(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)))


def stretch(starts: str, ends: str, zone: str = "UTC", area: str = "") -> Stretch:
    return Stretch("t", area, at(starts, zone), at(ends, zone))


def charged(stretches: Sequence[Stretch], list_: PriceList) -> list[tuple[str, str, int, int]]:
    """Kind, name, minutes and amount of each line of a table."""
    return [
        (one.kind, one.text, one.quantity // MINUTE, one.amount)
        for one in time_charges(stretches, "table-hour", list_, 0)
    ]


def cost(stretches: Sequence[Stretch], list_: PriceList) -> int:
    return sum(one.amount for one in time_charges(stretches, "table-hour", list_, 0))


# ---------------------------------------------------------------- steps and grace


@pytest.mark.parametrize(
    ("minutes", "step", "grace", "charged_minutes"),
    [(0, 1, 0, 0), (1, 1, 0, 1), (61, 1, 0, 61), (61, 30, 0, 90), (60, 30, 0, 60), (65, 30, 5, 60), (65.001, 30, 5, 90),
     (5, 30, 5, 0), (5.001, 30, 5, 30), (30, 15, 0, 30), (0.001, 15, 0, 15)],
)  # fmt: skip
def test_time_is_charged_in_full_steps_of_which_grace_begins_none(
    minutes: float, step: int, grace: int, charged_minutes: int
) -> None:
    list_ = prices(step_minutes=step, grace_minutes=grace)
    assert charged_ms(round(minutes * MINUTE), list_) == charged_minutes * MINUTE


# ---------------------------------------------------------------- rules by time, day and area

NIGHT = PriceRule("Night", "table-hour", 500, starts="22:00", ends="06:00", cap=2000)
DAY = PriceRule("Day", "table-hour", 1200)


def test_the_first_rule_in_force_counts_and_an_evening_goes_through_two() -> None:
    assert charged([stretch("2026-03-04T20:30", "2026-03-04T23:00")], prices(NIGHT, DAY)) == [
        ("time", "Day", 90, 1800), ("time", "Night", 60, 500),
    ]  # fmt: skip


def test_a_night_is_capped_once_and_the_next_night_again() -> None:
    lines = charged([stretch("2026-03-04T22:00", "2026-03-05T07:00")], prices(NIGHT, DAY))
    assert lines == [("time", "Night", 480, 4000), ("cap", "Night", 0, -2000), ("time", "Day", 60, 1200)]
    two = [stretch("2026-03-04T22:00", "2026-03-05T06:00"), stretch("2026-03-05T22:00", "2026-03-06T06:00")]
    assert cost(two, prices(NIGHT, DAY)) == 4000


def test_a_night_that_is_interrupted_is_one_night() -> None:
    broken = [stretch("2026-03-04T22:00", "2026-03-05T00:00"), stretch("2026-03-05T01:00", "2026-03-05T06:00")]
    assert charged(broken, prices(NIGHT, DAY)) == [("time", "Night", 420, 3500), ("cap", "Night", 0, -1500)]


def test_a_night_belongs_to_the_weekday_on_which_it_begins() -> None:
    friday = replace(NIGHT, name="Friday night", weekdays=(4,), cap=None)
    list_ = prices(friday, DAY)
    # 2026-03-06 is a Friday
    assert charged([stretch("2026-03-06T23:00", "2026-03-07T01:00")], list_) == [("time", "Friday night", 120, 1000)]
    assert charged([stretch("2026-03-06T05:00", "2026-03-06T06:00")], list_) == [("time", "Day", 60, 1200)]
    assert charged([stretch("2026-03-07T05:00", "2026-03-07T06:00")], list_) == [("time", "Friday night", 60, 500)]


def test_an_area_has_prices_of_its_own_and_a_move_changes_them() -> None:
    list_ = prices(PriceRule("Upstairs", "table-hour", 2000, areas=("upstairs",)), DAY)
    both = [
        stretch("2026-03-04T18:00", "2026-03-04T19:00"),
        stretch("2026-03-04T19:00", "2026-03-04T20:00", area="upstairs"),
    ]
    assert charged(both, list_) == [("time", "Day", 60, 1200), ("time", "Upstairs", 60, 2000)]


def test_where_no_rule_is_in_force_nothing_is_charged() -> None:
    assert charged([stretch("2026-03-04T10:00", "2026-03-04T23:00")], prices(NIGHT)) == [("time", "Night", 60, 500)]


def test_what_is_missing_to_a_step_is_charged_as_the_last_minute_was() -> None:
    list_ = prices(NIGHT, DAY, step_minutes=60)
    assert charged([stretch("2026-03-04T21:30", "2026-03-04T22:10")], list_) == [
        ("time", "Day", 30, 600), ("time", "Night", 30, 250),
    ]  # fmt: skip


def test_what_grace_gives_is_taken_from_the_end() -> None:
    list_ = prices(NIGHT, DAY, step_minutes=60, grace_minutes=20)
    assert charged([stretch("2026-03-04T21:10", "2026-03-04T22:20")], list_) == [
        ("time", "Day", 50, 1000), ("time", "Night", 10, 83),
    ]  # fmt: skip


def test_the_cap_of_a_session_is_a_line_of_its_own() -> None:
    lines = charged([stretch("2026-03-04T10:00", "2026-03-04T20:00")], prices(DAY, cap=5000))
    assert lines == [("time", "Day", 600, 12000), ("cap", "", 0, -7000)]


def test_amounts_are_rounded_to_the_coins_in_use_half_up() -> None:
    assert cost([stretch("2026-03-04T10:00", "2026-03-04T10:01")], prices(PriceRule("x", "table-hour", 150))) == 3
    assert cost([stretch("2026-03-04T10:00", "2026-03-04T10:10")], prices(DAY, round_to=50)) == 200
    assert cost([stretch("2026-03-04T10:00", "2026-03-04T10:01")], prices(DAY, round_to=50)) == 0
    assert cost([stretch("2026-03-04T10:00", "2026-03-04T10:02")], prices(DAY, round_to=80)) == 80


def test_the_prices_of_the_guide_cost_what_it_says() -> None:
    text = (Path(__file__).parents[3] / "docs" / "hall-operator.md").read_text(encoding="utf-8")
    given = json.loads(text.partition("json' -d '")[2].partition("}'")[0] + "}")["prices"]
    list_ = PriceList(**{**given, "rules": tuple(PriceRule(**one) for one in given["rules"])})
    check_prices(list_)
    assert charged([stretch("2026-03-04T20:30", "2026-03-04T23:00", "Europe/Berlin")], list_) == [
        ("time", "Day", 90, 1800), ("time", "Night", 60, 800),
    ]  # fmt: skip


# ---------------------------------------------------------------- when clocks change


def test_the_night_in_which_clocks_go_forward_has_seven_hours() -> None:
    list_ = prices(replace(NIGHT, cap=None), DAY, zone="Europe/Berlin")
    lines = charged([stretch("2026-03-28T22:00", "2026-03-29T06:00", "Europe/Berlin")], list_)
    assert lines == [("time", "Night", 7 * 60, 3500)]


def test_the_night_in_which_clocks_go_back_has_nine_hours_and_one_cap() -> None:
    list_ = prices(NIGHT, DAY, zone="Europe/Berlin")
    lines = charged([stretch("2026-10-24T22:00", "2026-10-25T06:00", "Europe/Berlin")], list_)
    assert lines == [("time", "Night", 9 * 60, 4500), ("cap", "Night", 0, -2500)]


def test_a_border_at_a_time_that_is_left_out_is_the_change_of_the_clocks() -> None:
    """At 02:00 it becomes 03:00; a rule from 02:30 begins there."""
    assert text_of(instant(date(2026, 3, 29), time(2, 30), BERLIN)) == "2026-03-29T01:00:00.000Z"
    late = PriceRule("Late", "table-hour", 600, starts="02:30", ends="06:00")
    list_ = prices(late, DAY, zone="Europe/Berlin")
    lines = charged([stretch("2026-03-29T01:00", "2026-03-29T04:00", "Europe/Berlin")], list_)
    assert lines == [("time", "Day", 60, 1200), ("time", "Late", 60, 600)]


def test_a_border_at_a_time_that_comes_twice_is_meant_the_first_time() -> None:
    """At 03:00 it becomes 02:00 again; a rule until 02:30 ends half an hour before that."""
    assert text_of(instant(date(2026, 10, 25), time(2, 30), BERLIN)) == "2026-10-25T00:30:00.000Z"


@given(
    st.dates(date(2000, 1, 1), date(2037, 12, 31)),
    st.times().map(lambda clock: clock.replace(second=0, microsecond=0)),
    st.sampled_from(["Europe/Berlin", "America/Sao_Paulo", "Australia/Lord_Howe", "Africa/Casablanca", "Pacific/Apia"]),
)
def test_a_time_of_day_is_the_first_moment_at_which_the_clock_shows_it_or_a_later_one(
    day: date, clock: time, name: str
) -> None:
    zone = ZoneInfo(name)
    found = instant(day, clock, zone)
    wanted = datetime.combine(day, clock)

    def shown(ms: int) -> datetime:
        return moment_of(ms).astimezone(zone).replace(tzinfo=None)

    assert shown(found) >= wanted
    assert shown(found - 1) < wanted or shown(found - 1).date() < day


# ---------------------------------------------------------------- properties

clocks = st.builds("{:02d}:{:02d}".format, st.integers(0, 23), st.sampled_from([0, 15, 30, 59]))
rules = st.builds(
    lambda name, amount, days, starts, length, areas, cap: PriceRule(
        name, "table-hour", amount, days,
        None if length is None else starts,
        None if length is None else _later(starts, length), areas, cap,
    ),
    st.sampled_from(["A", "B", "C"]),
    st.integers(0, 5000),
    st.lists(st.integers(0, 6), max_size=3, unique=True).map(tuple),
    clocks,
    st.none() | st.integers(1, 24 * 60 - 1),
    st.sampled_from([(), ("x",), ("x", "y")]),
    st.none() | st.integers(0, 3000),
)  # fmt: skip
lists = st.builds(
    lambda found, zone, step, grace, cap, coin: prices(
        *found, zone=zone, step_minutes=step, grace_minutes=grace, cap=cap, round_to=coin
    ),
    st.lists(rules, min_size=1, max_size=4),
    st.sampled_from(["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe"]),
    st.sampled_from([1, 10, 15, 60]),
    st.sampled_from([0, 5, 30]),
    st.none() | st.integers(0, 20_000),
    st.sampled_from([1, 5, 50]),
)
begins = st.sampled_from(["2026-03-28T12:00", "2026-10-24T12:00", "2026-04-04T00:00", "2026-07-01T00:00"]).map(at)


def _later(clock: str, minutes: int) -> str:
    hours, minute = map(int, clock.split(":"))
    total = (hours * 60 + minute + minutes) % (24 * 60)
    return f"{total // 60:02d}:{total % 60:02d}"


@st.composite
def many_stretches(draw: st.DrawFn) -> list[Stretch]:
    now, found = draw(begins), []
    for _ in range(draw(st.integers(0, 5))):
        now += draw(st.integers(0, 20 * HOUR))
        ends = now + draw(st.integers(0, 12 * HOUR))
        found.append(Stretch("t", draw(st.sampled_from(["", "x", "y"])), now, ends))
        now = ends
    return found


@settings(max_examples=30)
@given(many_stretches(), lists)
def test_pieces_are_the_whole_and_charges_lie_within_the_dearest_and_the_caps(
    stretches: list[Stretch], list_: PriceList
) -> None:
    check_prices(list_)
    for one in stretches:
        assert sum(ms for _, ms in pieces_of(one, "table-hour", list_, 0)) == one.until(0) - one.starts
    lines = time_charges(stretches, "table-hour", list_, 0)
    total = sum(line.amount for line in lines)
    assert total % list_.round_to == 0
    assert total >= 0
    time = sum(line.quantity for line in lines)
    assert time <= charged_ms(played_ms(stretches, 0), list_)
    dearest = max(rule.amount for rule in list_.rules)
    assert total <= Fraction(dearest * time, HOUR) + list_.round_to
    if list_.cap is not None:
        assert total <= list_.cap + list_.round_to


@settings(max_examples=30)
@given(many_stretches(), lists, st.integers(0, 12 * HOUR))
def test_cutting_a_stretch_in_two_changes_nothing(stretches: list[Stretch], list_: PriceList, cut: int) -> None:
    """A pause of no length, a move to a table of the same area, a merger with oneself."""
    whole = time_charges(stretches, "table-hour", list_, 0)
    parts = []
    for one in stretches:
        middle = min(one.starts + cut, one.until(0))
        parts += [replace(one, ends=middle), replace(one, starts=middle)]
    assert time_charges(parts, "table-hour", list_, 0) == whole


@settings(max_examples=30)
@given(many_stretches(), lists)
def test_at_one_price_longer_never_costs_less(stretches: list[Stretch], list_: PriceList) -> None:
    always = replace(list_.rules[0], starts=None, ends=None, areas=(), weekdays=())
    plain = replace(list_, rules=(always,))
    for shorter in range(len(stretches)):
        first = sum(line.amount for line in time_charges(stretches[:shorter], "table-hour", plain, 0))
        more = sum(line.amount for line in time_charges(stretches[: shorter + 1], "table-hour", plain, 0))
        assert first <= more


@given(many_stretches(), st.integers(1, 5000))
def test_without_rules_of_time_an_hour_costs_its_price_to_the_nearest_coin(
    stretches: list[Stretch], amount: int
) -> None:
    list_ = prices(PriceRule("x", "table-hour", amount))
    charged = charged_ms(played_ms(stretches, 0), list_)
    exact = Fraction(amount * charged, HOUR)
    assert abs(sum(one.amount for one in time_charges(stretches, "table-hour", list_, 0)) - exact) <= Fraction(1, 2)


# ---------------------------------------------------------------- lists that are refused


@pytest.mark.parametrize(
    ("list_", "field"),
    [
        (replace(prices(), rules=()), "rules"),
        (prices(zone="Mars/Olympus"), "zone"),
        (prices(zone=""), "zone"),
        (prices(zone="../etc/passwd"), "zone"),
        (replace(prices(), currency="euro"), "currency"),
        (prices(step_minutes=0), "step_minutes"),
        (prices(grace_minutes=-1), "grace_minutes"),
        (prices(round_to=0), "round_to"),
        (prices(cap=-1), "cap"),
        (prices(replace(DAY, amount=-1)), "rules[0].amount"),
        (prices(DAY, replace(DAY, starts="22:00")), "rules[1].ends"),
        (prices(replace(DAY, starts="22:00", ends="22:00")), "rules[0].ends"),
        (prices(replace(DAY, starts="24:00", ends="22:00")), "rules[0].starts"),
        (prices(replace(DAY, weekdays=(7,))), "rules[0].weekdays"),
        (prices(PriceRule("x", "game", 5, cap=3)), "rules[0].cap"),
        (prices(replace(DAY, unit="year")), "rules[0].unit"),
        (prices(replace(DAY, name="")), "rules[0].name"),
    ],
)
def test_a_list_that_cannot_be_is_refused_and_says_where(list_: PriceList, field: str) -> None:
    with pytest.raises(Refused) as caught:
        check_prices(list_)
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("rules", "limits", "field"),
    [
        ((PriceRule("x", "table-hour", 2401),), {"table_hour_limit": 2400}, "table_hour_limit"),
        ((PriceRule("x", "seat-hour", 601),), {"table_hour_limit": 2400}, "table_hour_limit"),
        ((PriceRule("x", "seat-hour", 601),), {"seat_hour_limit": 600}, "seat_hour_limit"),
        ((PriceRule("x", "table-hour", 2401),), {"seat_hour_limit": 600}, "seat_hour_limit"),
    ],
)
def test_what_the_law_allows_is_not_exceeded(rules: tuple[PriceRule, ...], limits: dict[str, int], field: str) -> None:
    with pytest.raises(Refused) as caught:
        check_prices(prices(*rules, **limits))
    assert (caught.value.code, caught.value.field) == ("bad-prices", field)
    check_prices(prices(PriceRule("x", "seat-hour", 600), table_hour_limit=2400, seat_hour_limit=600))
