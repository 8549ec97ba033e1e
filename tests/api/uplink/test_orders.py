"""Orders of the hall at a table: carried out once each, answered with an event or a refusal, and nothing moves."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from api.access.pairings import Pairings
from controller import match
from controller.credentials.codes import plain
from controller.fairness.signing import TableKey
from controller.journal.store import iso
from controller.permits import Actor, Role
from controller.refusals import Code, Refused
from controller.rules.seats import SEATS
from controller.table.commands import RollDice
from controller.uplink import AllowHand, ReadMessage
from controller.uplink.order import KINDS, sign_order
from firmware_bridge import messages as m
from hall.tournament.draw import faces_of
from tests.api.uplink.fake_hall import HALL, FakeHall, open_hall
from tests.api.uplink.linked import OWNER, Clock, Linked, linked, until
from tests.controller.table.test_driver import Wire

REFEREE, TABLET = Actor(Role.REFEREE, "Mei"), Actor(Role.TABLE, "tablet")
GAME: dict[str, Any] = {
    "game": "c-7/3/5",
    "players": [{"seat": seat, "name": name} for seat, name in enumerate(("Ada", "Bo", "Cai", "Dora"))],
    "ruleset": "hong-kong-old",
    "options": {"min-faan": 1},
    "house_rules": "Spring cup",
    "confirmation": "tablet",
}
SHOWN_ONLY = {m.SetLamps, m.SoundBeep, m.ShowDice, m.ShowSeats, m.ShowText, m.Subscribe}
"""Commands to a board that move nothing."""
CODE = "7K2QX-9M4TD-WJ3HS-A0BCV"


def play(folder: Path, scenario: Callable[[Linked], Awaitable[None]]) -> None:
    hall = FakeHall()

    async def run() -> None:
        with open_hall(hall) as address:
            async with linked(folder, hall) as one:
                await one.join(address)
                await scenario(one)

    asyncio.run(run())


def event(one: Linked, seq: int) -> Any:
    return one.table.journal.read(seq - 1, 1)[0].event


def state_of(one: Linked) -> match.MatchState:
    state = one.table.projection.match
    assert state is not None
    return state


# ---------------------------------------------------------------- games


def test_a_game_is_started_by_seat_with_its_reference_and_its_rules(tmp_path: Path) -> None:
    async def scenario(one: Linked) -> None:
        answer = await one.ordered("start-game", GAME)
        taken = event(one, answer["seq"])
        assert (taken.type, taken.order, taken.kind, taken.who) == ("hall.order-taken", "o-1", "start-game", "Mei")
        assert (taken.actor.role, taken.actor.name) == ("referee", "Mei")
        state = state_of(one)
        assert (state.game, state.names, state.house_rules) == ("c-7/3/5", ("Ada", "Bo", "Cai", "Dora"), "Spring cup")
        assert (state.options["min-faan"], state.confirmation, state.hand_check) == (1, "tablet", False)
        shown = one.table.snapshot()["hall"]["order"]
        assert (shown["kind"], shown["who"], shown["refused"]) == ("start-game", "Mei", None)

    play(tmp_path, scenario)


def test_a_game_is_started_by_house_rules_as_a_document(tmp_path: Path) -> None:
    async def scenario(one: Linked) -> None:
        rules = 'format = 1\nname = "Friday club"\nparent = "hong-kong-old"\n[options]\nmin-faan = 2\n'
        body = {"game": "c-7/1/1", "players": GAME["players"], "rules_file": rules}
        assert "seq" in await one.ordered("start-game", body)
        assert (state_of(one).house_rules, state_of(one).options["min-faan"]) == ("Friday club", 2)

    play(tmp_path, scenario)


def test_a_running_match_is_not_ended_by_the_start_of_another(tmp_path: Path) -> None:
    async def scenario(one: Linked) -> None:
        await one.ordered("start-game", GAME)
        answer = await one.ordered("start-game", {**GAME, "game": "c-7/4/5"})
        assert answer["refused"]["code"] == "match-running"
        assert state_of(one).game == "c-7/3/5"
        refused = one.table.projection.hall.answered[-1]
        assert event(one, refused.seq).type == "hall.order-refused"
        assert one.table.snapshot()["hall"]["order"]["refused"] == "match-running"

    play(tmp_path, scenario)


def test_penalty_correction_and_end_are_what_they_are_on_the_tablet(tmp_path: Path) -> None:
    async def scenario(one: Linked) -> None:
        await one.ordered("start-game", GAME)
        await one.table.handle(match.BeginHand("Ada"), by=TABLET)
        await one.table.handle(match.EndHand("Ada", 1, match.HandResult("draw")), by=TABLET)
        assert "seq" in await one.ordered("penalize", {"why": "late", "seat": 2, "pays_bank": 10})
        assert "seq" in await one.ordered("penalize", {"why": "not late", "seat": 2, "cancels": 1})
        assert [penalty.who for penalty in state_of(one).penalties] == ["Mei", "Mei"]
        win = {"winner": 1, "source": "self-draw", "total": 3}
        corrected = await one.ordered("correct", {"why": "wrong sheet", "hand": 1, "kind": "win", "wins": [win]})
        assert "seq" in corrected, corrected
        other = await one.ordered("end-game", {"why": "time", "game": "c-7/3/4"})
        assert other["refused"]["code"] == "no-match"
        assert "seq" in await one.ordered("end-game", {"why": "time", "game": GAME["game"]})
        assert state_of(one).ending is not None

    play(tmp_path, scenario)


# ---------------------------------------------------------------- who may, and what is refused


def test_the_role_that_the_order_names_decides(tmp_path: Path) -> None:
    async def scenario(one: Linked) -> None:
        await one.ordered("start-game", GAME)
        await one.table.handle(match.BeginHand("Ada"), by=TABLET)
        penalty = {"why": "late", "seat": 2, "pays_bank": 10}
        for role, allowed in (
            ("staff", False),
            ("player", False),
            ("technician", False),
            ("owner", True),
            ("head", True),
        ):
            answer = await one.ordered("penalize", penalty, made_by={"role": role, "name": "Sam"})
            assert ("seq" in answer) is allowed, (role, answer)
            assert allowed or answer["refused"]["code"] == "not-allowed"

    play(tmp_path, scenario)


@pytest.mark.parametrize(
    ("kind", "body", "field"),
    [
        ("open-hatch", {}, "kind"),
        ("message", {}, "text"),
        ("message", {"text": "x", "more": 1}, "more"),
        ("message", {"text": 7}, "text"),
        ("clock", {"ends": "2026-03-04T06:00:00"}, "ends"),
        ("clock", {"ends": None, "inside": 99}, "inside"),
        ("start-game", {"players": [], "ruleset": "hong-kong-old", "rules_file": "x"}, "body"),
        ("start-game", {**GAME, "game": "a b"}, "game"),
        ("penalize", {"why": "x", "seat": 1, "who": "Sam"}, "who"),
        (
            "grant",
            {"grant": "g-1", "role": "owner", "name": "Sam", "code_hash": "0" * 64, "expires": "2026-03-05T00:00:00Z"},
            "role",
        ),
    ],
)
def test_an_order_that_is_none_is_refused_and_names_what_is_wrong(
    tmp_path: Path, kind: str, body: dict[str, Any], field: str
) -> None:
    async def scenario(one: Linked) -> None:
        before = one.table.projection.match
        answer = await one.ordered(kind, body)
        assert (answer["refused"]["code"], answer["refused"]["detail"].partition(":")[0]) in (
            ("bad-order", field), ("bad-order", "this release knows no order 'open-hatch'"),
        )  # fmt: skip
        assert one.table.projection.match is before

    play(tmp_path, scenario)


@pytest.mark.parametrize("forged", ["other key", "other table", "changed", "none"])
def test_what_the_hall_did_not_sign_is_not_carried_out_nor_written_down(tmp_path: Path, forged: str) -> None:
    async def scenario(one: Linked) -> None:
        order = {
            "id": "o-1", "number": 1, "kind": "message", "expected_seq": None, "body": {"text": "go home"},
            "expires": iso(one.clock() + timedelta(minutes=1)), "made_by": {"role": "referee", "name": "Mei"},
        }  # fmt: skip
        signature = {
            "other key": sign_order(order, one.hall.key, TableKey(bytes(32))),
            "other table": sign_order(order, "22" * 32, HALL),
            "changed": sign_order({**order, "body": {"text": "stay"}}, one.hall.key, HALL),
            "none": "",
        }[forged]
        seq = one.table.seq
        answer = await one.ordered("message", {"text": "go home"}, signature=signature, expires=order["expires"])
        assert answer["refused"]["code"] == "bad-signature"
        assert one.table.seq == seq and one.table.projection.hall.message is None

    play(tmp_path, scenario)


def test_an_old_order_is_refused(tmp_path: Path) -> None:
    async def scenario(one: Linked) -> None:
        answer = await one.ordered("message", {"text": "hello"}, expires=iso(one.clock()))
        assert answer["refused"]["code"] == "order-expired"

    play(tmp_path, scenario)


def test_an_order_for_another_state_is_refused_as_stale(tmp_path: Path) -> None:
    async def scenario(one: Linked) -> None:
        seen = one.table.seq
        await one.ordered("start-game", GAME)
        answer = await one.ordered("end-game", {}, expected_seq=seen)
        assert answer["refused"]["code"] == "stale"
        assert "seq" in await one.ordered("end-game", {"abandon": True, "why": "x"}, expected_seq=one.table.seq)

    play(tmp_path, scenario)


# ---------------------------------------------------------------- once


def test_the_same_order_again_is_the_same_answer_and_nothing_else(tmp_path: Path) -> None:
    async def scenario(one: Linked) -> None:
        await one.ordered("start-game", GAME)
        first = await one.ordered("penalize", {"why": "late", "seat": 2, "pays_bank": 10})
        one.hall.answers.clear()
        assert await one.answered("o-2") == first
        assert await one.answered("o-1") is not None
        assert len(state_of(one).penalties) == 1

    play(tmp_path, scenario)


@pytest.mark.parametrize("kind", ["taken", "refused"])
def test_a_table_that_ends_between_order_and_answer_gives_the_answer_that_it_had(tmp_path: Path, kind: str) -> None:
    hall, clock = FakeHall(), Clock()
    body = GAME if kind == "taken" else {**GAME, "ruleset": "no-such-ruleset"}

    async def run() -> None:
        with open_hall(hall) as address:
            async with linked(tmp_path, hall, clock=clock) as one:
                await one.join(address)
                hall.trouble = lambda path: (0, None) if path.endswith("/answers") else None
                hall.order("start-game", body, clock())
                await until(lambda: one.table.projection.hall.answered != ())
                kept = one.table.projection.hall.answered[0]
            hall.well()
            async with linked(tmp_path, hall, clock=clock) as one:
                answer = await one.answered("o-1")
                assert answer.get("seq", kept.seq) == kept.seq
                assert ("refused" in answer) is (kind == "refused")
                assert one.types().count("match.started") == (kind == "taken")
                assert sum(type_.startswith("hall.order-") for type_ in one.types()) == 1

    asyncio.run(run())


def test_an_order_waits_while_the_journal_takes_nothing(tmp_path: Path) -> None:
    async def scenario(one: Linked) -> None:
        handle, away = one.table.handle, [True, True]

        async def busy(*given: Any, **more: Any) -> Any:
            if away:
                away.pop()
                raise Refused(Code.BUSY)
            return await handle(*given, **more)

        one.table.handle = busy  # type: ignore[method-assign]
        assert "seq" in await one.ordered("message", {"text": "hello"})

    play(tmp_path, scenario)


# ---------------------------------------------------------------- clock


def clock_of(one: Linked, minutes: float, **policy: Any) -> dict[str, Any]:
    return {"ends": (one.clock() + timedelta(minutes=minutes)).isoformat(), **policy}


def test_after_the_gong_no_hand_begins_unless_a_referee_allows_it(tmp_path: Path) -> None:
    async def scenario(one: Linked) -> None:
        await one.ordered("start-game", GAME)
        assert "seq" in await one.ordered("clock", clock_of(one, 60, inside=0, between=0, game="c-7/3/5"))
        assert one.table.snapshot()["hall"]["clock"]["left"] is None
        with pytest.raises(Refused) as early:
            await one.table.handle(AllowHand("Mei"), by=REFEREE)
        assert early.value.entry is Code.TIME_IS_NOT_UP.value
        one.clock.forward(3601)
        assert one.table.snapshot()["hall"]["clock"]["left"] == 0
        for command in (match.BeginHand("Ada"), RollDice("Ada", "break", SEATS[0])):
            with pytest.raises(Refused) as caught:
                await one.table.handle(command, by=TABLET)
            assert caught.value.entry is Code.TIME_IS_UP.value
        with pytest.raises(Refused):
            await one.table.handle(AllowHand("tablet"), by=TABLET)
        await one.table.handle(AllowHand("Mei"), by=REFEREE)
        await one.table.handle(RollDice("Ada", "break", SEATS[0]), by=TABLET)
        assert state_of(one).running is not None
        assert one.table.snapshot()["hall"]["clock"]["left"] == 0

    play(tmp_path, scenario)


def test_time_is_called_and_play_is_stopped(tmp_path: Path) -> None:
    async def scenario(one: Linked) -> None:
        await one.ordered("start-game", GAME)
        await one.table.handle(match.BeginHand("Ada"), by=TABLET)
        await one.ordered("clock", clock_of(one, 60, inside=1))
        one.clock.forward(60)
        await one.ordered("call-time", {})
        shown = one.table.snapshot()["hall"]["clock"]
        assert (shown["left"], shown["stops"], shown["inside"]) == (1, False, 1)
        await one.ordered("stop-play", {})
        shown = one.table.snapshot()["hall"]["clock"]
        assert (shown["left"], shown["stops"]) == (0, True)
        await one.ordered("clock", {"ends": None})
        assert one.table.snapshot()["hall"]["clock"] is None

    play(tmp_path, scenario)


def test_the_pages_are_told_when_the_gong_sounds(tmp_path: Path) -> None:
    async def scenario(one: Linked) -> None:
        await one.ordered("start-game", GAME)
        heard = one.table.subscribe(one.table.seq, frozenset({"snapshot"}))
        await one.ordered("clock", clock_of(one, 0.5))
        left: list[Any] = []
        one.clock.forward(29)
        one.uplink.wake()
        await asyncio.sleep(0)
        one.clock.forward(2)
        async with asyncio.timeout(20):
            while 0 not in left:
                message = await heard.get(1)
                if message is not None and message.data["hall"]["clock"] is not None:
                    left.append(message.data["hall"]["clock"]["left"])
        heard.close()

    play(tmp_path, scenario)


# ---------------------------------------------------------------- message, grants


def test_a_message_is_shown_until_it_is_read(tmp_path: Path) -> None:
    async def scenario(one: Linked) -> None:
        await one.ordered("message", {"text": "休憩は15時まで"})
        shown = one.table.snapshot()["hall"]["message"]
        assert (shown["text"], shown["who"]) == ("休憩は15時まで", "Mei")
        await one.table.handle(ReadMessage("Ada"), by=TABLET)
        assert one.table.snapshot()["hall"]["message"] is None

    play(tmp_path, scenario)


def granted(one: Linked, hours: float, **members: Any) -> dict[str, Any]:
    digest = hashlib.sha256(plain(CODE).encode()).hexdigest()
    expires = (one.clock() + timedelta(hours=hours)).isoformat()
    return {"grant": "g-1", "role": "referee", "name": "Sam", "code_hash": digest, "expires": expires, **members}


def entering(one: Linked) -> Pairings:
    return Pairings(one.access, steady=lambda: 0.0, later=lambda seconds, call: None)


async def at_once(ask: Callable[[], bool]) -> bool:
    return ask()


def test_a_grant_of_the_hall_lets_a_device_in_for_the_shift_also_when_the_hall_is_away(tmp_path: Path) -> None:
    async def scenario(one: Linked) -> None:
        assert "seq" in await one.ordered("grant", granted(one, 8))
        one.hall.trouble = lambda path: (0, None)
        await entering(one).enter(CODE, "Sam's phone", None, at_once)
        (device,) = one.access.devices()
        assert (device.role, device.expires_at - int(one.clock().timestamp())) == (Role.REFEREE, 8 * 3600)
        one.clock.forward(8 * 3600)
        assert one.access.devices() == []

    play(tmp_path, scenario)


def test_a_grant_that_is_revoked_ends_its_code_and_its_devices(tmp_path: Path) -> None:
    async def scenario(one: Linked) -> None:
        await one.ordered("grant", granted(one, 8))
        await entering(one).enter(CODE, "Sam's phone", None, at_once)
        await one.ordered("grant", granted(one, 8, grant="g-2"))
        assert "seq" in await one.ordered("revoke-grant", {"grant": "g-1"})
        assert one.access.devices() == []
        assert [one_.id for one_ in one.access.kept.grants] == ["g-2"]
        assert (await one.ordered("revoke-grant", {"grant": "g-9"}))["refused"]["code"] == "no-such-grant"

    play(tmp_path, scenario)


def test_staff_of_the_hall_make_nobody_a_referee_and_leaving_ends_all_grants(tmp_path: Path) -> None:
    async def scenario(one: Linked) -> None:
        answer = await one.ordered("grant", granted(one, 8), made_by={"role": "staff", "name": "Kim"})
        assert answer["refused"]["code"] == "not-allowed"
        assert one.access.kept.grants == ()
        assert (await one.ordered("grant", granted(one, -1)))["refused"]["code"] == "order-expired"
        await one.ordered("grant", granted(one, 8))
        await one.uplink.leave(OWNER, "Rin", unreleased=True)
        assert one.access.kept.grants == ()

    play(tmp_path, scenario)


# ---------------------------------------------------------------- the promise


def test_no_order_moves_the_machine(tmp_path: Path) -> None:
    bodies: dict[str, dict[str, Any]] = {
        "start-game": GAME, "clock": {"ends": None}, "call-time": {}, "stop-play": {}, "message": {"text": "x"},
        "penalize": {"why": "x", "seat": 1}, "correct": {"why": "x", "hand": 1, "kind": "draw"}, "end-game": {},
        "grant": {}, "revoke-grant": {"grant": "g"}, "release": {}, "throw-draw": {"draw": None},
    }  # fmt: skip

    async def scenario(one: Linked) -> None:
        wire = Wire()
        one.table.attach(wire)
        one.table.on_board_state(wire.state)
        await asyncio.sleep(0.05)
        for kind in KINDS:
            await one.ordered(kind, bodies[kind])
        await asyncio.sleep(0.05)
        assert {type(message) for message in wire.sent} <= SHOWN_ONLY
        assert "match.started" in one.types()

    assert set(bodies) == set(KINDS)
    play(tmp_path, scenario)


# ---------------------------------------------------------------- dice for a draw


DRAW = {"draw": "c-7/draw/1", "title": "Open", "rolls": 2}


def test_dice_for_a_draw_are_thrown_by_keys_or_touch_and_nothing_else_is_until_they_are(tmp_path: Path) -> None:
    async def scenario(one: Linked) -> None:
        await one.ordered("throw-draw", DRAW)
        assert one.table.snapshot()["hall"]["draw"] == {"title": "Open", "rolls": 2, "dice": []}
        for other, code in (
            (RollDice("Ada"), Code.DRAW_FIRST),
            (RollDice("Ada", "tournament-draw", faces=(1, 2)), Code.DRAW_BY_TABLE_ALONE),
            (RollDice("Ada", "tournament-draw", ask=(SEATS[0],)), Code.DRAW_BY_TABLE_ALONE),
        ):
            with pytest.raises(Refused) as caught:
                await one.table.handle(other, by=TABLET)
            assert caught.value.code == code.value.code
        one.table.throw_by_key(SEATS[2])
        await until(lambda: len(one.table.snapshot()["hall"]["draw"]["dice"]) == 1)
        one.clock.forward(24 * 3600)  # a new day begins no new epoch between the rolls
        await one.table.handle(RollDice("Ada", "tournament-draw"), by=TABLET)
        thrown = one.table.journal.read(one.table.seq - 1, 1)[0].event
        assert (thrown.type, thrown.draw) == ("hall.draw-thrown", "c-7/draw/1")
        faces = faces_of(thrown.records, thrown.table, least=20)
        shown = one.table.snapshot()["hall"]["draw"]["dice"]
        assert [face for roll in shown for face in roll] == list(faces) and len(shown) == 2
        await one.table.handle(RollDice("Ada", dice=2), by=TABLET)
        assert one.table.snapshot()["hall"]["draw"]["dice"] == shown, "people are still reading them"
        await one.ordered("message", {"text": "Thank you"})
        assert one.table.snapshot()["hall"]["draw"] is None

    play(tmp_path, scenario)


def test_a_match_puts_a_draw_away_and_is_not_interrupted_by_one(tmp_path: Path) -> None:
    async def scenario(one: Linked) -> None:
        await one.ordered("throw-draw", DRAW)
        await one.ordered("throw-draw", {"draw": None})
        assert one.table.snapshot()["hall"]["draw"] is None
        await one.ordered("throw-draw", DRAW)
        await one.table.handle(RollDice("Ada", "tournament-draw"), by=TABLET)
        await one.ordered("start-game", GAME)
        assert one.table.snapshot()["hall"]["draw"] is None
        assert (await one.ordered("throw-draw", DRAW))["refused"]["code"] == "match-running"

    play(tmp_path, scenario)
