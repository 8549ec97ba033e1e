"""Whole matches through everything: people, keys, firmware, wire, link, cycle, dice, rules, journal."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from api.table.orders import command_of_order
from api.unattended.autoplay import NAMES, Occasion
from controller import uplink
from controller.events import Recorded
from controller.fairness.signing import TableKey
from controller.journal.store import iso
from controller.mechanism import Situation, check
from controller.permits import Actor, Role
from controller.table.commands import TakeOrder
from controller.uplink import Order
from hardware.simulator.errors import CommandError
from tests.api.service.playing import QUICK, House, config, in_house

FAULTS = (
    "head-jam:1", "tile-left-out:1", "emergency-stop", "power-cut:6", "unplug", "link-flip:0.02",
    "board-reset:watchdog", "cover-open", "channel-jam:2", "hatch-blocked:closing",
)  # fmt: skip


def test_a_match_of_four_rounds_is_played_to_its_end(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        state = await house.play.play_match()
        assert state.ending is not None and state.ending.how == "played-out"
        assert max(hand.position.round for hand in state.hands) == 3
        assert_books_are_right(house)
        assert_walls_were_fresh(house)
        assert house.simulator.snapshot()["broken"] is None

    in_house(config(tmp_path), test)


@pytest.mark.parametrize("seed", [1, 2])
def test_faults_of_every_kind_do_not_touch_the_score(tmp_path: Path, seed: int) -> None:
    async def test(house: House) -> None:
        trouble = asyncio.create_task(make_trouble(house, Random(seed)))
        state = await house.play.play_match(7)
        trouble.cancel()
        assert sum(hand.result is not None for hand in state.hands) >= 7
        raised = Counter(one.event.code for one in events(house, "machine.fault-raised"))
        assert raised, "the faults were felt"
        assert_books_are_right(house)
        assert check(house.table.machine.state) == ()

    in_house(config(tmp_path, seed), test, seed=seed)


def test_people_of_a_hall_play_the_game_that_it_orders_from_the_clock_to_the_gong_and_nothing_else(
    tmp_path: Path,
) -> None:
    async def test(house: House) -> None:
        async def ordered(number: int, kind: str, body: dict[str, Any]) -> None:
            expires = iso(datetime.now(UTC) + timedelta(hours=1))
            order = Order(f"o-{number}", number, kind, expires, Role.REFEREE, "Mei")
            command = command_of_order(kind, body, order.id, "Mei")
            await house.table.handle(TakeOrder("Mei", order, command), by=Actor(Role.REFEREE, "Mei"))

        def hands(ended: bool) -> int:
            state = house.play.state
            return 0 if state is None else sum(not ended or hand.result is not None for hand in state.hands)

        house.table.speed = 1.0  # people look once a second of the simulated time
        joined = uplink.JoinHall("Kei", "h-1", "Club Nine", TableKey(bytes(32)).public.hex(), "t-1")
        await house.table.handle(joined, by=Actor(Role.OWNER, "Kei"))
        people = asyncio.create_task(house.play.for_ever())
        await asyncio.sleep(10)
        assert house.play.state is None, "no game of their own"
        players = [{"seat": seat, "name": name} for seat, name in enumerate(NAMES)]
        await ordered(1, "start-game", {"game": "c-7/1/1", "ruleset": "hong-kong-old", "players": players})
        await asyncio.sleep(10)
        assert hands(ended=False) == 0, "not before the round is started"
        await ordered(2, "clock", {"ends": iso(datetime.now(UTC) + timedelta(hours=1)), "game": "c-7/1/1"})
        while not hands(ended=True):  # noqa: ASYNC110
            await asyncio.sleep(1)
        await ordered(3, "call-time", {})
        while (state := house.play.state) is None or state.phase != "over":  # noqa: ASYNC110
            await asyncio.sleep(1)
        await asyncio.sleep(10)
        assert not people.done()
        people.cancel()
        assert [one.event.names for one in events(house, "match.started")] == [NAMES]
        assert events(house, "match.ended")[-1].event.why == "time"

    in_house(config(tmp_path), test, style=replace(QUICK, occasion=Occasion.ORDERED), limit=1200)


def test_people_who_find_no_tile_do_what_the_table_asks_for_next(tmp_path: Path) -> None:
    """A counter that missed two tiles: another side stays short, and nothing lies where anybody could find it."""

    async def test(house: House) -> None:
        blind = asyncio.create_task(miss_tiles(house))
        state = await house.play.play_match(5)
        await blind
        assert sum(hand.result is not None for hand in state.hands) >= 5
        assert [one.event.command for one in events(house, "machine.commanded")] == ["reset", "emptied"]
        assert len(events(house, "machine.emptied")) == 1
        assert_books_are_right(house)

    in_house(config(tmp_path), test)


def test_a_table_with_one_set_plays_too(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        await house.play.play_match(2)
        assert_books_are_right(house)
        assert [one.event.set for one in events(house, "machine.wall-raised")] == ["A", "A"]

    in_house(config(tmp_path, profile="single-set", sets=1), test)


def test_a_match_for_another_wall_is_built_with_that_wall(tmp_path: Path) -> None:
    style = replace(QUICK, options={"tiles": 136})

    async def test(house: House) -> None:
        await house.play.play_match(4)
        quotas = [sum(one.event.quota) for one in events(house, "machine.build-started")]
        assert quotas[-1] == 136
        assert_books_are_right(house)

    in_house(config(tmp_path), test, style=style)


def test_a_serious_fault_leaves_a_file_with_the_minute_before_it(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        await house.play.attendant.ready()
        house.simulator.inject("emergency-stop")
        await asyncio.sleep(5)
        raised = events(house, "machine.fault-raised")[-1]
        assert raised.event.code == "E51"
        (path,) = (tmp_path / "faults").iterdir()
        assert path.name == f"{raised.seq:08d}-E51.json"
        assert "KeyChanged" in path.read_text(encoding="utf-8")

    in_house(config(tmp_path), test)


async def miss_tiles(house: House) -> None:
    """In the build during the first hand."""
    while not events(house, "match.hand-started") or house.play.attendant.here is not Situation.BUILDING:  # noqa: ASYNC110
        await asyncio.sleep(0.5)
    house.simulator.inject("dead-count:2,2")


async def make_trouble(house: House, random: Random) -> None:
    faults = list(FAULTS)
    random.shuffle(faults)
    for fault in faults:
        await asyncio.sleep(random.uniform(15, 45))
        try:
            house.simulator.inject(fault)
        except CommandError:
            continue  # what is out of power or unplugged already


def events(house: House, type_: str) -> list[Recorded]:
    return [one for one in house.table.journal.replay() if one.event.type == type_]


def assert_books_are_right(house: House) -> None:
    """Every acknowledged result is in the journal once, and the scores are what those results moved."""
    assert house.table.journal.verify() is None
    ended = events(house, "match.hand-ended")
    assert [one.seq for one in ended] == [answer.events[0].seq for _, answer in house.answers]
    points = Counter[int]()
    for one in ended:
        points.update(dict(enumerate(one.event.settlement.net)))
    summary = house.table.snapshot()["match"]
    start = house.table.projection.match.start_points if house.table.projection.match else 0
    assert {seat["seat"]: seat["score"] - start for seat in summary["seats"]} == {n: points[n] for n in range(4)}


def assert_walls_were_fresh(house: House) -> None:
    """A wall rose before every hand, alternating between the sets, and no wall was played twice."""
    kinds = {"machine.wall-raised": "wall", "match.hand-started": "hand"}
    order = [kinds[one.event.type] for one in house.table.journal.replay() if one.event.type in kinds]
    assert order == ["wall", "hand"] * (len(order) // 2)
    sets = [one.event.set for one in events(house, "machine.wall-raised")]
    assert sets == ["A", "B"] * (len(sets) // 2) + ["A"] * (len(sets) % 2)
