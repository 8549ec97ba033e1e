"""A table and the hall that it is made for: the link of the one, the intake and routes of the other, in one loop."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Future
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

import httpx

from api.access.pairings import Pairings
from api.http.client import Answer
from api.uplink.errors import LinkError, LinkTrouble
from api.uplink.hall_client import API, HallClient
from controller.refusals import Refused
from controller.rules.seats import SEATS
from hall.tournament.published_draw import check_published
from tests.api.hall.conftest import HallHouse, OpenedHall, clock, hall_house
from tests.api.hall.test_cards import phone_of
from tests.api.uplink.fake_hall import FakeHall
from tests.api.uplink.linked import STAFF, Clock, Linked, linked, until

__all__ = ["clock", "hall_house"]
ADDS_UP = [24, 8, -8, -24]
ADDRESS = "http://127.0.0.1:8100"
GAME: dict[str, Any] = {
    "game": "c-7/3/5", "ruleset": "hong-kong-old",
    "players": [{"seat": seat, "name": name} for seat, name in enumerate(("Ada", "Bo", "Cai", "Dora"))],
}  # fmt: skip


class NearbyHall(HallClient):
    """Asks the application of a hall of this process; from a thread, as the real one. ``cut``: what it cannot reach."""

    def __init__(
        self, http: httpx.AsyncClient, loop: asyncio.AbstractEventLoop, token: str, cut: Collection[str] = ()
    ) -> None:
        super().__init__(ADDRESS, "", token)
        self._cut = cut
        self._http, self._loop = http, loop
        self._under_way: Future[httpx.Response] | None = None

    def _ask(self, method: str, path: str, body: Mapping[str, Any] | None) -> Answer:
        if path in self._cut:
            raise LinkError(LinkTrouble.UNREACHABLE, "cut")
        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        content = None if body is None else json.dumps(body)
        headers |= {} if body is None else {"Content-Type": "application/json"}
        asking = self._http.request(method, f"{API}{path}", content=content, headers=headers)
        self._under_way = asyncio.run_coroutine_threadsafe(asking, self._loop)
        try:
            answer = self._under_way.result(40)
        except BaseException as error:
            raise LinkError(LinkTrouble.UNREACHABLE, repr(error)) from error
        return Answer(answer.status_code, answer.content)

    def close(self) -> None:
        if self._under_way is not None:
            self._under_way.cancel()


async def joined(one: Linked, hall: OpenedHall) -> str:
    """What the hall calls the table."""
    assert hall.runtime.intake is not None
    code = await hall.runtime.intake.open_enrolment("Mei")
    one.uplink.ask_to_join(code.digits, ADDRESS, "", STAFF, "Kei")
    assert one.uplink.key_held()
    await until(lambda: one.uplink.joining is not None and one.uplink.joining.state in ("joined", "failed"))
    assert one.uplink.member is not None, one.uplink.joining
    await until(lambda: one.uplink.behind == 0)
    return one.uplink.member.table


async def ordered(hall: OpenedHall, table: str, kind: str, body: dict[str, Any]) -> None:
    await hall.command("table.order", who="Ken", table=table, kind=kind, body=body)


def test_a_grant_of_the_hall_is_taken_by_the_table_until_it_is_over_or_revoked(
    tmp_path: Path, hall_house: HallHouse, clock: Any
) -> None:
    async def scenario() -> None:
        async with hall_house() as hall:
            loop = asyncio.get_running_loop()
            folder = tmp_path / "table"
            folder.mkdir()

            def client(address: str, authority: str, token: str, seconds: float) -> HallClient:
                del address, authority, seconds
                return NearbyHall(hall.stranger, loop, token)

            async def granted(starts: float, ends: float) -> tuple[str, str]:
                shift = [(clock() + timedelta(hours=hours)).isoformat() for hours in (starts, ends)]
                body = {"account": account, "starts": shift[0], "ends": shift[1], "tables": [table]}
                made = (await hall.post("/grants", body)).json()
                await until(lambda: made["grant"] in [one_.id for one_ in one.access.kept.grants])
                return made["grant"], made["code"]

            async with linked(folder, FakeHall(), clock=cast("Clock", clock), client=client) as one:
                await one.happen(3)
                table = await joined(one, hall)
                new = {"name": "Sam", "role": "referee", "passphrase": "correct horse battery"}
                account = (await hall.post("/accounts", new)).json()["account"]
                entering = Pairings(one.access, steady=lambda: 0.0, later=lambda seconds, call: None)

                async def let_in(code: str) -> list[str]:
                    with suppress(Refused):
                        await entering.enter(code, "Sam's phone", None, at_once)
                    return [device.role.value for device in one.access.devices()]

                first, code = await granted(0, 8)
                _, later = await granted(1, 4)
                assert await let_in(later) == []
                assert await let_in(code) == ["referee"]
                await hall.command("account.revoke-grant", who="Ken", grant=first)
                await until(lambda: one.access.devices() == [])
                clock.forward(hours=2)
                assert await let_in(later) == ["referee"]
                await hall.post(f"/accounts/{account}/close")
                await until(lambda: one.access.devices() == [])
                assert [one_.code for one_ in one.table.projection.hall.answered if one_.code] == []

    asyncio.run(scenario())


async def at_once(ask: Callable[[], bool]) -> bool:
    return ask()


async def drawn_by_its_dice(one: Linked, hall: OpenedHall, table: str) -> str:
    """A tournament whose numbers follow from the dice of the table, as anybody can recompute; its id."""
    made = await hall.command("tournament.create", who="Mei", name="Open", preset="ema-mcr", rounds=3)
    of = {"tournament": made["events"][0]["tournament"]}
    await hall.command("tournament.open-registration", **of)
    for name in ("Ada", "Bo", "Cai", "Dora"):
        await hall.command("tournament.add-entrant", **of, entrant={"name": name})
    await hall.command("tournament.ask-dice", **of, table=table, words="said aloud")
    await until(lambda: one.table.projection.hall.draw is not None)

    async def asked() -> Any:
        return (await hall.get(f"/views/tournament/{of['tournament']}")).json()["dice_asked"]

    for n in range(5):
        assert not (await asked())["thrown"]
        one.table.throw_by_key(SEATS[n % 4])
        await until(lambda: one.table.projection.rolls == n + 1)  # noqa: B023
    await until(lambda: one.uplink.behind == 0)
    async with asyncio.timeout(20):
        while not (shown := await asked())["thrown"]:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert [len(faces) for faces in shown["faces"]] == [10] * 5
    await hall.command("tournament.draw-by-table", **of)
    published = await hall.get(f"/tournaments/{of['tournament']}/draw.json")
    assert (check_published(published.content)["ok"], published.json()["draw"]["method"]) == (True, "table")
    return str(of["tournament"])


class Rounds:
    """Of a tournament of four entrants at one table."""

    def __init__(self, one: Linked, hall: OpenedHall, table: str, tournament: str) -> None:
        self.one, self.hall, self.table, self.id, self.number = one, hall, table, tournament, 0
        drawn = hall.runtime.running.state.tournaments.tournaments[tournament]
        self.seats = [entrant.id for entrant in drawn.entrants]

    async def give(self, row: str, **fields: Any) -> dict[str, Any]:
        return await self.hall.command(f"tournament.{row}", tournament=self.id, **fields)

    async def begin(self) -> None:
        """The table plays the game of the next round."""
        self.number += 1
        await self.give("seat-round", tables=[self.seats], places=[self.table])
        await self.give("start-round")
        await until(lambda: self.playing == f"{self.id}/{self.number}/1")

    @property
    def playing(self) -> str:
        match = self.one.table.projection.match
        return "" if match is None or match.ending is not None else str(match.game)

    async def known_to_the_hall(self) -> None:
        running = self.hall.runtime.running
        await until(lambda: (self.id, self.number, 1) in running.state.results and self.one.uplink.behind == 0)

    async def enter(self) -> None:
        await self.give("enter-result", round=self.number, table=1, scores=ADDS_UP)

    async def enter_by_phones(self) -> None:
        phones = [await phone_of(self.hall, self.id, entrant) for entrant in self.seats]
        answer = await phones[0].give("enter-own-result", round=self.number, table=1, scores=ADDS_UP)
        assert answer.status_code == 202, answer.text
        (game, *_) = [each for each in (await phones[1].own())["games"] if each["round"] == self.number]
        for phone in phones[1:]:
            assert self.playing
            assert (await phone.give("confirm-own-result", entry=game["entry"])).status_code == 202

    async def publish(self) -> None:
        await self.give("publish-results")
        await self.give("lock-round", early=True)


async def games_ended_by_hand(one: Linked, hall: OpenedHall, table: str, tournament: str, cut: set[str]) -> None:
    """Three rounds whose results nobody takes from the table: it puts each game away and begins the next."""
    rounds = Rounds(one, hall, table, tournament)
    for enter in (rounds.enter, rounds.enter_by_phones):
        await rounds.begin()
        await rounds.known_to_the_hall()
        await enter()
        await until(lambda: not rounds.playing)
        await rounds.give("complete-results")
        await rounds.publish()

    cut.add("/events")
    await rounds.begin()
    await rounds.enter()
    assert rounds.playing
    cut.clear()
    await rounds.known_to_the_hall()
    assert rounds.playing
    await rounds.give("complete-results")
    await until(lambda: not rounds.playing)
    assert [one_.code for one_ in one.table.projection.hall.answered if one_.code] == []


def test_a_table_joins_plays_a_game_of_the_hall_and_leaves(tmp_path: Path, hall_house: HallHouse, clock: Any) -> None:
    async def scenario() -> None:
        async with hall_house() as hall:
            loop = asyncio.get_running_loop()
            folder = tmp_path / "table"
            folder.mkdir()
            cut: set[str] = set()

            def client(address: str, authority: str, token: str, seconds: float) -> HallClient:
                del address, authority, seconds
                return NearbyHall(hall.stranger, loop, token, cut)

            async with linked(folder, FakeHall(), clock=cast("Clock", clock), client=client) as one:
                await one.happen(3)
                table = await joined(one, hall)
                tournament = await drawn_by_its_dice(one, hall, table)
                await games_ended_by_hand(one, hall, table, tournament, cut)
                done = len(one.table.projection.hall.answered)
                await ordered(hall, table, "start-game", GAME)
                await until(lambda: one.table.projection.match is not None)
                await ordered(hall, table, "message", {"text": "休憩は15時まで"})
                await until(lambda: one.table.projection.hall.message is not None)
                await ordered(hall, table, "penalize", {"why": "late", "seat": 9})
                await until(lambda: len(one.table.projection.hall.answered) == done + 3)
                refused = [bool(answer.code) for answer in one.table.projection.hall.answered[done:]]
                assert refused == [False, False, True]
                await until(lambda: one.uplink.behind == 0 and one.uplink.state.trouble is None)
                await hall.command("table.release", who="Ken", table=table)
                await until(lambda: one.table.snapshot()["hall"]["released"])
                await one.uplink.leave(STAFF, "Kei", unreleased=False)
                await until(lambda: one.uplink.member is None)

    asyncio.run(scenario())
