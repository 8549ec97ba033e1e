"""Who may do what: the whole matrix, asked the same for every way in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from api.table.app import ROUTERS
from api.table.dependencies import rows_of
from controller import calls, house, match, uplink
from controller.commands import Command, CommandSpec
from controller.fairness.roll import Roll
from controller.languages import LANGUAGES
from controller.mechanism import Place, Request
from controller.permits import PERMITS, UNATTENDED, Actor, Permit, Role, allows, at_key, permits_of, require, words_of
from controller.refusals import Code, Refused
from controller.rules.game import Instant, QuickWin
from controller.rules.seats import SEATS, Seat
from controller.table.commands import (
    Contribute,
    GiveUpRoll,
    MoveMachine,
    PlaceSets,
    RecordService,
    RollDice,
    StartByHouseRules,
    TakeOrder,
)
from controller.table.decide import COMMANDS, spec_of
from controller.table.table import Table
from tests.controller.table.test_table import at_table
from tools.permit_page import PAGE, page

LOCALE = Path(__file__).parents[2] / "api" / "locale"
WHO = "Ada"
MINE, OTHER = SEATS[2], SEATS[0]

MACHINE = {f"machine.{request.value}" for request in Request} | {"machine.placed"}
PLAY = {
    "dice.roll",
    "dice.contribute",
    "dice.void",
    "match.start",
    "match.draw-winds",
    "match.begin-hand",
    "match.confirm-seats",
    "match.declare",
    "match.pass-tiles",
    "match.pay-instant",
    "match.undo-instant",
    "match.end-hand",
    "match.undo",
    "match.confirm",
    "match.dispute",
    "match.lift-bar",
}
HOUSE = {"players.edit", "hall.read-message"}
LEADING = {"match.correct-hand", "match.end", "match.abandon", "rules.edit"}
JUDGING = {
    "match.penalize",
    "match.cancel-penalty",
    "match.rule",
    "match.correct-confirmed",
    "match.uphold",
    "match.lock",
}
CARE = {"service.record", "simulator.act", "read.service", "read.simulator"}
WITNESS = {"journal.cosign", "device.leave"}
SEEN = {"read.table"}
BETWEEN_TABLES = {"read.heads", "journal.offer"}
LOOK = BETWEEN_TABLES | {
    "read.dice",
    "read.me",
    "read.words",
    "read.health",
    "read.rules",
    "pairing.ask",
    "pairing.enter",
}
DISPLAY = {"read.pairing"}
VOUCHING = {"pairing.open", "read.pairings", "read.pairing"}
BOOKS = {"read.matches", "read.journal"}
CALLING = {"call.make", "call.end"}
NEIGHBOUR = {"journal.witness"}
HALL = {"hall.join", "hall.leave", "hall.order"}
STANDING = {"read.hall"}
FLOOR = CALLING | {"call.answer"} | NEIGHBOUR | WITNESS | LOOK | SEEN
"""What everybody who works at the tables may."""
MAY: dict[Role, set[str]] = {
    Role.VIEWER: LOOK | SEEN,
    Role.SEAT: LOOK | WITNESS,
    Role.TABLE: MACHINE | PLAY | HOUSE | WITNESS | LOOK | SEEN | DISPLAY | CALLING | NEIGHBOUR | {"read.matches"},
    Role.STAFF: MACHINE
    | PLAY
    | HOUSE
    | LEADING
    | FLOOR
    | BOOKS
    | VOUCHING
    | HALL
    | STANDING
    | {"read.service", "read.metrics"},
    Role.REFEREE: MACHINE
    | PLAY
    | HOUSE
    | LEADING
    | JUDGING
    | FLOOR
    | BOOKS
    | VOUCHING
    | HALL
    | STANDING
    | {"read.service", "read.metrics", "hall.allow-hand"},
    Role.TECHNICIAN: MACHINE
    | CARE
    | FLOOR
    | STANDING
    | {"read.journal", "read.metrics", "read.updates", "read.setup", "setup.flash"},
    Role.OWNER: set(PERMITS),
}
OWN = CALLING | {
    "read.seat",
    "dice.roll",
    "dice.contribute",
    "match.end-hand",
    "match.declare",
    "match.pay-instant",
    "match.confirm-own",
    "match.dispute",
}


def actor(role: Role) -> Actor:
    return Actor(role, f"a {role.value}", MINE if role is Role.SEAT else None)


def won(winner: Seat) -> match.HandResult:
    return match.HandResult("win", (QuickWin(winner, "self-draw", None, 3),))


ORDER = uplink.Order("o-1", 1, "message", "2026-03-04T06:00:00.000Z", Role.REFEREE, WHO)
ORDERED_SAMPLES: tuple[Command, ...] = (
    match.StartMatch(WHO, "m1", "hong-kong-old", ("Ada", "Bo", "Cai", "Dora")),
    match.CorrectHand(WHO, "why", 1, won(OTHER)),
    match.CorrectHand(WHO, "why", 1, won(OTHER), confirmed=True),
    match.Penalize(WHO, "why", OTHER),
    match.CancelPenalty(WHO, "why", 1),
    match.EndMatch(WHO),
    match.Abandon(WHO, "why"),
)
SAMPLES: tuple[Command, ...] = (
    *(MoveMachine(WHO, request) for request in Request),
    PlaceSets(WHO, {"A": Place.OUTSIDE}),
    RollDice(WHO, seat=OTHER),
    Contribute(WHO, OTHER),
    GiveUpRoll(WHO),
    RecordService(WHO, "inside"),
    match.StartMatch(WHO, "m1", "hong-kong-old", ("Ada", "Bo", "Cai", "Dora")),
    StartByHouseRules(WHO, "m2", "r1", ("Ada", "Bo", "Cai", "Dora")),
    match.PlayOn(WHO, "m3"),
    match.LiftBar(WHO, 1),
    house.KeepHouseRules(WHO, "r1", "Friday", "hong-kong-old"),
    house.RemoveHouseRules(WHO, "r1"),
    house.KeepPlayer(WHO, "p1", "Ada"),
    house.RemovePlayer(WHO, "p1"),
    match.DrawWinds(WHO, {}),
    match.BeginHand(WHO),
    match.ConfirmSeats(WHO),
    match.EndHand(WHO, 1, won(OTHER)),
    match.CorrectHand(WHO, "why", 1, won(OTHER)),
    match.CorrectHand(WHO, "why", 1, won(OTHER), confirmed=True),
    match.Declare(WHO, 1, OTHER, "riichi"),
    match.PassTiles(WHO, 1, 0, "begun"),
    match.PayInstant(WHO, 1, Instant("concealed-kong", OTHER)),
    match.UndoInstant(WHO, 1, 1),
    match.UndoResult(WHO, 1),
    match.ConfirmResult(WHO, 1, OTHER),
    match.ConfirmResult(WHO, 1, OTHER, own=True),
    match.DisputeResult(WHO, 1, OTHER, "no"),
    match.UpholdResult(WHO, "why", 1),
    match.LockResult(WHO, 1),
    match.Penalize(WHO, "why", OTHER),
    match.CancelPenalty(WHO, "why", 1),
    match.Rule(WHO, "ruling"),
    match.EndMatch(WHO),
    match.Abandon(WHO, "why"),
    calls.CallStaff(WHO, OTHER, "staff"),
    calls.AnswerCall(WHO, OTHER),
    calls.EndCall(WHO, OTHER),
    uplink.JoinHall(WHO, "h-1", "Hall", "11" * 32, "t-1"),
    uplink.LeaveHall(WHO),
    uplink.LeaveHall(WHO, unreleased=True),
    uplink.AllowHand(WHO),
    uplink.ReadMessage(WHO),
    uplink.RefuseOrder(WHO, ORDER, "stale", ""),
    *(TakeOrder(WHO, ORDER, command) for command in (uplink.ShowMessage(WHO, "hello"), *ORDERED_SAMPLES)),
)


# ---------------------------------------------------------------- the table itself


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("name", PERMITS)
def test_the_table_says_of_every_role_what_it_may(name: str, role: Role) -> None:
    assert (PERMITS[name][role] is Permit.YES) == (name in MAY[role])
    assert (PERMITS[name][role] is Permit.OWN) == (role is Role.SEAT and name in OWN)


def test_every_row_is_a_command_or_a_route_of_its_own() -> None:
    commands = {name for spec in COMMANDS for name in spec.names}
    routes = {name for router in ROUTERS for route in router.routes for name in rows_of(route)}
    assert commands | routes == set(PERMITS)


def test_a_command_without_a_row_cannot_exist() -> None:
    with pytest.raises(LookupError, match="RollDice: no row"):
        CommandSpec(command=RollDice, names=("dice.cheat",))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_row_and_every_role_has_words(language: str) -> None:
    words: dict[str, str] = {}
    for topic in ("permit", "machine"):
        words |= json.loads((LOCALE / language / f"{topic}.json").read_text(encoding="utf-8"))
    assert [name for name in PERMITS if not words.get(words_of(name))] == []
    assert [role for role in Role if not words.get(f"role.{role.value}")] == []


def test_the_page_is_up_to_date() -> None:
    words: dict[str, str] = {}
    for topic in ("permit", "machine"):
        words |= json.loads((LOCALE / "en" / f"{topic}.json").read_text(encoding="utf-8"))
    assert PAGE.read_text(encoding="utf-8") == page(words)


# ---------------------------------------------------------------- one's own seat


@pytest.mark.parametrize(
    ("command", "allowed"),
    [
        (RollDice(WHO, seat=MINE), True),
        (RollDice(WHO, seat=OTHER), False),
        (RollDice(WHO), False),
        (Contribute(WHO, MINE, (1, 2)), True),
        (Contribute(WHO, OTHER, (1, 2)), False),
        (match.EndHand(WHO, 1, won(MINE)), True),
        (match.EndHand(WHO, 1, won(OTHER)), False),
        (match.EndHand(WHO, 1, match.HandResult("win", (*won(MINE).wins, *won(OTHER).wins))), False),
        (match.EndHand(WHO, 1, match.HandResult("draw")), False),
        (calls.CallStaff(WHO, MINE, "staff"), True),
        (calls.CallStaff(WHO, OTHER, "staff"), False),
        (calls.CallStaff(WHO, None, "staff"), False),
        (calls.EndCall(WHO, OTHER), False),
        (calls.AnswerCall(WHO, MINE), False),
    ],
)
def test_a_seat_acts_for_itself_alone(command: Command, allowed: bool) -> None:
    spec = spec_of(command)
    assert allows(actor(Role.SEAT), spec.name(command), spec.seats(command)) is allowed


def test_a_device_that_says_seat_without_having_one_may_nothing_of_it() -> None:
    assert not allows(Actor(Role.SEAT, "phone"), "dice.roll", [MINE])


# ---------------------------------------------------------------- every way in


def test_the_samples_hold_every_command() -> None:
    assert {spec_of(command).name(command) for command in SAMPLES} == {name for spec in COMMANDS for name in spec.names}


async def answer(table: Table, command: Command, by: Actor) -> str:
    """``done``, or the code of the refusal."""
    try:
        await table.handle(command, by=by)
    except Refused as refused:
        return refused.code
    return "done"


@pytest.mark.parametrize("role", Role)
def test_the_table_asks_for_every_command_of_every_role(role: Role, tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        for command in SAMPLES:
            name = spec_of(command).name(command)
            refused = await answer(table, command, actor(role)) == "not-allowed"
            assert refused == (name not in MAY[role]), name

    at_table(tmp_path, test)


def test_who_may_not_leaves_nothing_in_the_journal(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        for command in SAMPLES:
            assert await answer(table, command, actor(Role.VIEWER)) == "not-allowed"
        assert table.journal.read(0, 10) == []

    at_table(tmp_path, test)


def test_a_stop_by_who_may_not_reaches_no_motor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(table: Table) -> None:
        stops: list[str] = []
        monkeypatch.setattr(table.machine, "stop_now", lambda: stops.append("stop"))
        await answer(table, MoveMachine(WHO, Request.STOP), actor(Role.VIEWER))
        assert stops == []
        await answer(table, MoveMachine(WHO, Request.STOP), actor(Role.TABLE))
        assert stops == ["stop"]

    at_table(tmp_path, test)


def test_what_only_the_table_makes_is_nobodys_command(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        roll = Roll(1, "break", (1, 2, 3))
        with pytest.raises(TypeError, match="Throw"):
            await table.handle(match.Throw(WHO, SEATS[0], roll), by=actor(Role.OWNER))

    at_table(tmp_path, test)


@pytest.mark.parametrize("by", [UNATTENDED, *map(at_key, SEATS)])
def test_keys_and_unattended_play_do_what_players_may_do_together(by: Actor) -> None:
    assert {name for name in PERMITS if allows(by, name)} == MAY[Role.TABLE]


def test_a_refusal_names_the_roles_that_may() -> None:
    with pytest.raises(Refused) as caught:
        require(actor(Role.TABLE), "match.end")
    refused: Any = caught.value
    assert refused.entry is Code.NOT_ALLOWED.value
    assert refused.more["roles"] == ["staff", "referee", "owner"]
    assert "staff, referee, owner" in refused.detail


def test_a_referee_may_do_all_that_staff_may() -> None:
    assert permits_of(Role.STAFF).items() <= permits_of(Role.REFEREE).items()
