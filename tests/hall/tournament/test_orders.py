"""What tables are told about a round is what a table takes."""

from __future__ import annotations

from datetime import timedelta

import pytest

from api.table.orders import command_of_order
from controller.match import StartMatch
from controller.rules import configure
from hall.tournament import commands as ask
from hall.tournament.orders import (
    call_time_orders,
    clock_orders,
    end_game_orders,
    game_key,
    game_of,
    start_orders,
)
from hall.tournament.presets import presets
from tests.hall.tournament.halls import START, TestHall, drawn, seated

WHO = "Ana"


def with_boards(preset: str = "wrc-2025") -> TestHall:
    """Tables 1 and 3 have a board."""
    hall = drawn(16, preset, rounds=1)
    hall.do(ask.MakeSchedule(WHO, hall.id))
    hall.do(ask.SeatRound(WHO, hall.id, None, ("t-one", "", "t-three", "")))
    return hall


@pytest.mark.parametrize("name", [name for name, preset in presets().items() if preset.ruleset is not None])
def test_the_rules_of_a_preset_are_a_game_that_a_table_can_play(name: str) -> None:
    hall = with_boards(name)
    found = start_orders(hall.one(), hall.one().rounds[0], START)
    assert [order.place for order in found] == ["t-one", "t-three"]
    command = command_of_order(found[1].kind, found[1].body, "o-1", WHO)
    assert isinstance(command, StartMatch)
    assert game_key(str(command.game)) == (hall.id, 1, 3)
    configure(command.ruleset, command.options, command.profile)
    names = {each.id: each.name for each in hall.one().entrants}
    assert command.names == tuple(names[id] for id in hall.one().rounds[0].tables[2])


def test_a_house_without_a_ruleset_orders_no_games() -> None:
    hall = with_boards("points")
    assert start_orders(hall.one(), hall.one().rounds[0], START) == []


def test_two_of_one_name_are_told_apart_at_the_table() -> None:
    hall = drawn(16, rounds=1)
    for number in range(1, 17):
        hall.do(ask.ChangeEntrant(WHO, hall.id, f"e{number}", {"name": "N" * 60}))
    hall.do(ask.MakeSchedule(WHO, hall.id))
    hall.do(ask.SeatRound(WHO, hall.id, None, ("t-one",)))
    (order,) = start_orders(hall.one(), hall.one().rounds[0], START)
    names = [player["name"] for player in order.body["players"]]
    assert len(set(names)) == 4 and all(len(name) <= 40 for name in names)


def test_the_clock_is_an_absolute_time_and_none_while_it_stands() -> None:
    hall = with_boards()
    hall.do(ask.StartRound(WHO, hall.id))
    hall.do(ask.ExtendClock(WHO, hall.id, 3, 10))
    started = hall.now
    one, three = clock_orders(hall.one(), hall.one().rounds[0], hall.now)
    assert (one.body["ends"], three.body["ends"]) == (_iso(started, 90), _iso(started, 100))
    command_of_order(one.kind, one.body, "o-1", WHO)
    hall.do(ask.SwitchClock(WHO, hall.id, False))
    (only,) = clock_orders(hall.one(), hall.one().rounds[0], hall.now, table=3)
    assert (only.place, only.body["ends"]) == ("t-three", None)


def _iso(moment: object, minutes: int) -> str:
    return (moment + timedelta(minutes=minutes)).isoformat(timespec="milliseconds").replace("+00:00", "Z")  # type: ignore[operator]


@pytest.mark.parametrize(("preset", "kind"), [("wrc-2025", "call-time"), ("ema-mcr", "stop-play")])
def test_time_that_is_called_stops_the_hand_where_the_rule_book_says_so(preset: str, kind: str) -> None:
    hall = with_boards(preset)
    found = call_time_orders(hall.one(), hall.one().rounds[0], START)
    assert [order.kind for order in found] == [kind, kind]
    command_of_order(kind, found[0].body, "o-1", WHO)


def test_games_of_seats_that_were_taken_back_are_abandoned() -> None:
    hall = with_boards()
    found = end_game_orders(hall.one(), hall.one().rounds[0], START, "seated anew")
    assert [order.place for order in found] == ["t-one", "t-three"]
    command_of_order("end-game", found[0].body, "o-1", WHO)


def test_a_reference_is_read_and_other_text_is_none() -> None:
    hall = seated(drawn(16, rounds=1))
    assert game_key(game_of(hall.one(), 3, 5)) == (hall.id, 3, 5)
    assert [game_key(text) for text in ("", "c-1", "c-1/x/2", "t-1/1/2", "c-1/1/2/3")] == [None] * 5
