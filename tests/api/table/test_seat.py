"""What a seat's phone receives, over GET and over the stream: its own, and in no byte anything of the others' hands."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from api.access.access import Access, AccessRules, MatchBounds
from api.access.devices import AFTER_MATCH
from api.table.shown.seat import SeatSnapshot
from controller.permits import Role
from controller.rules import configure
from controller.rules.seats import SEATS, Seat
from tests.api.access.conftest import Clock, Desk, on
from tests.api.conftest import House, Opened
from tests.api.table import flow
from tests.api.table.test_live import Client, listening

MINE, WINNER = SEATS[1], SEATS[0]
RIICHI = {**flow.MATCH, "ruleset": "riichi", "confirmation": "phones"}
TILES = {"hand": "234567m234567s8p", "winning_tile": "8p", "melds": [], "flags": ["riichi"]}
SECRETS = (
    "tiles", "explain", "items", "flags", "melds", "winning_tile", "declared", "riichi", "ready", "wall", "deal",
    "dora", "dead_wall", "mechanism", "sets", "faults", "board", "disputes", "who", "hand_check", "options",
)  # fmt: skip
"""Members of the table's snapshot that are about hands, walls or the machine; none may reach a seat's phone."""


def phone(access: Access, seat: Seat = MINE) -> dict[str, str]:
    token = access.let_in("Bo's phone", Role.SEAT, seat, f"key-{seat}", 3600)
    return {"Authorization": f"Bearer {token.text}"}


def closed() -> Access:
    return Access(AccessRules(local_owner=False))


def staff(access: Access) -> dict[str, str]:
    return {"Authorization": f"Bearer {access.let_in('Ann', Role.STAFF, None, 'test', 3600).text}"}


async def won_with_tiles(h: House, headers: dict[str, str]) -> None:
    """Riichi is declared by the winner, and the hand is won with its tiles."""
    await flow.done(await h.post("/matches", RIICHI, **headers), 201)
    await flow.done(await h.post("/matches/current/hands", **headers))
    laid = {"seat": WINNER, "declaration": "riichi"}
    await flow.done(await h.post("/matches/current/hands/current/declarations", laid, **headers))
    won = {"kind": "win", "wins": [{"winner": 0, "source": "discard", "discarder": 2, "tiles": TILES}]}
    await flow.done(await h.post("/matches/current/hands/current/result", won, **headers))


def names(content: Any) -> set[str]:
    """All names of members at any depth."""
    if isinstance(content, dict):
        return set(content) | {name for part in content.values() for name in names(part)}
    return {name for part in content for name in names(part)} if isinstance(content, list) else set()


def assert_own_alone(content: bytes) -> None:
    """But for the rules of the game, which say what any result is asked for."""
    shown = json.loads(content)
    game = configure("riichi", shown["match"].pop("options"))
    assert shown["match"].pop("asks") == json.loads(json.dumps(game.asks.as_json()))
    for tiles in ("234567m", "234567s", "8p"):
        assert tiles not in json.dumps(shown)
    assert not names(shown) & set(SECRETS)


def test_a_seat_is_shown_its_own_and_no_byte_of_the_hand_that_another_won(house: Opened) -> None:
    async def scenario() -> None:
        access = closed()
        async with house(pairings=on(access)) as h:
            mine = phone(access)
            await won_with_tiles(h, staff(access))
            assert "234567m" in (await h.get("/table", **staff(access))).text
            answer = await h.get("/seat", **mine)
            SeatSnapshot.model_validate_json(answer.content)
            assert_own_alone(answer.content)
            last = answer.json()["match"]["last"]
            assert [(one["name"], one["source"]) for one in last["winners"]] == [("Ann", "discard")]
            assert (last["net"], last["standing"]) == (0, "open")

    asyncio.run(scenario())


def test_the_stream_of_a_seat_carries_what_get_answers_and_no_event_of_the_table(house: Opened) -> None:
    async def scenario() -> None:
        access = closed()
        async with house(pairings=on(access)) as h:
            mine = phone(access)
            async with listening(h, headers=mine, path="/api/v1/seat/live") as client:
                await client.start()
                first = await client.next()
                assert first is not None
                assert (first["event"], first["id"], first["data"]["match"]) == ("seat", "0", None)
                await won_with_tiles(h, staff(access))
                newest = await heard_until(client, h.table.seq)
            assert newest == {**(await h.get("/seat", **mine)).json(), "time": newest["time"]}

    asyncio.run(scenario())


async def heard_until(client: Client, seq: int) -> Any:
    """The newest view, once the stream has come to event ``seq``; everything on the way is the seat's own."""
    while True:
        message = await client.next()
        assert message is not None
        assert message["event"] in ("seat", "wait")
        assert_own_alone(json.dumps(message["data"]).encode())
        if message["event"] == "seat" and message["data"]["seq"] == seq:
            return message["data"]


@pytest.mark.parametrize(
    "path", ["/table", "/live", "/matches/current", "/matches", "/matches/current/sheet", "/journal"]
)
def test_what_shows_the_hands_of_others_is_not_for_a_seat(house: Opened, path: str) -> None:
    async def scenario() -> None:
        access = closed()
        async with house(pairings=on(access)) as h:
            answer = await h.get(path, **phone(access))
            assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed")

    asyncio.run(scenario())


def test_a_seat_is_not_shown_another_seat(house: Opened) -> None:
    async def scenario() -> None:
        access = closed()
        async with house(pairings=on(access)) as h:
            mine = phone(access)
            assert (await h.get("/seat?seat=1", **mine)).status_code == 200
            for path in ("/seat?seat=2", "/seat/live?seat=2"):
                assert (await h.get(path, **mine)).json()["code"] == "not-allowed"

    asyncio.run(scenario())


def test_the_owner_says_which_seat_is_meant(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            assert (await h.get("/seat")).json()["field"] == "seat"
            assert (await h.get("/seat?seat=3")).json()["seat"] == 3
            assert (await h.get("/seat?seat=4")).status_code == 422

    asyncio.run(scenario())


def test_place_and_difference_are_those_to_the_next_better_player(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            await flow.start(h)
            await flow.play(h)
            await flow.finish(h)
            own = [(await h.get(f"/seat?seat={seat}")).json()["match"]["own"] for seat in SEATS]
            scores = [one["score"] for one in own]
            assert [one["place"] for one in own] == [1 + sum(other > score for other in scores) for score in scores]
            first, last = own[0], own[2]
            assert first["gap"]["points"] > 0
            assert last["gap"]["points"] < 0
            assert last["gap"]["points"] == last["score"] - min(s for s in scores if s > last["score"])

    asyncio.run(scenario())


def test_a_seat_lays_its_own_stick_and_nobody_elses(house: Opened) -> None:
    async def scenario() -> None:
        access = closed()
        async with house(pairings=on(access)) as h:
            mine, leading = phone(access), staff(access)
            await flow.done(await h.post("/matches", RIICHI, **leading), 201)
            await flow.done(await h.post("/matches/current/hands", **leading))
            path = "/matches/current/hands/current/declarations"
            await flow.done(await h.post(path, {"seat": MINE, "declaration": "riichi"}, **mine))
            shown = (await h.get("/seat", **mine)).json()["match"]
            assert shown["declarations"] == [{"declaration": "riichi", "stake": 1000, "laid": True}]
            assert shown["own"]["score"] == 29000
            other = await h.post(path, {"seat": WINNER, "declaration": "riichi"}, **mine)
            assert other.json()["code"] == "not-allowed"

    asyncio.run(scenario())


def test_a_confirmation_that_is_sent_twice_counts_once(house: Opened) -> None:
    async def scenario() -> None:
        access = closed()
        async with house(pairings=on(access)) as h:
            mine = phone(access)
            await won_with_tiles(h, staff(access))
            last = (await h.get("/seat", **mine)).json()["match"]["last"]
            body = {"id": "one", "hand": 1, "seat": MINE, "revision": last["revision"], "own": True}
            answers = [await flow.done(await h.post("/matches/current/confirmations", body, **mine)) for _ in range(2)]
            assert [one["repeated"] for one in answers] == [False, True]
            again = await flow.done(await h.post("/matches/current/confirmations", {**body, "id": "two"}, **mine))
            assert again["events"] == []
            players = (await h.get("/seat", **mine)).json()["match"]["last"]["players"]
            assert [one["name"] for one in players if one["confirmed"]] == ["Ben"]

    asyncio.run(scenario())


def test_a_dispute_is_shown_to_its_own_seat_in_its_words_and_to_others_by_name_alone(house: Opened) -> None:
    async def scenario() -> None:
        access = closed()
        async with house(pairings=on(access)) as h:
            mine, other = phone(access), phone(access, SEATS[3])
            await won_with_tiles(h, staff(access))
            said = {"hand": 1, "seat": MINE, "text": "The points are wrong."}
            await flow.done(await h.post("/matches/current/disputes", said, **mine))
            own, theirs = [(await h.get("/seat", **each)).json()["match"]["last"] for each in (mine, other)]
            assert (own["own_dispute"], own["disputed"]) == ("The points are wrong.", [MINE])
            assert (theirs["own_dispute"], theirs["disputed"]) == (None, [MINE])

    asyncio.run(scenario())


def test_a_seat_calls_staff_and_the_table_shows_it_until_it_is_ended(house: Opened) -> None:
    async def scenario() -> None:
        access = closed()
        async with house(pairings=on(access)) as h:
            mine, ann = phone(access), staff(access)
            await flow.done(await h.post("/calls", {"seat": MINE, "wanted": "referee"}, **mine))
            await flow.done(await h.post("/calls/answers", {"seat": MINE}, **ann))
            (shown,) = (await h.get("/table", **ann)).json()["calls"]
            assert (shown["seat"], shown["wanted"], shown["answered_by"]) == (MINE, "referee", "Ann")
            assert (await h.get("/seat", **mine)).json()["call"] == shown
            assert (await h.get("/seat", **phone(access, WINNER))).json()["call"] is None
            assert (await h.post("/calls/answers", {"seat": MINE}, **mine)).status_code == 403
            await flow.done(await h.post("/calls/endings", {"seat": MINE}, **mine))
            soon = await h.post("/calls", {"seat": MINE, "wanted": "staff"}, **mine)
            assert (soon.status_code, soon.json()["code"]) == (429, "called-just-now")
            assert 0 < int(soon.headers["retry-after"]) <= 20

    asyncio.run(scenario())


def test_the_phone_of_a_match_that_is_over_is_let_in_for_half_an_hour_however_often_it_is_looked_at(
    house: Opened,
) -> None:
    async def scenario() -> None:
        clock = Clock()
        access = Access(AccessRules(local_owner=False), now=clock)
        desk = Desk(access)
        async with house(pairings=desk.pairings) as h:
            token = access.let_in("phone", Role.SEAT, MINE, "key-1", 12 * 3600)
            actor = access.kept.devices[token.id].actor
            access.bounds = lambda: over
            assert access.still(actor)
            for _ in range(AFTER_MATCH // 60 - 1):
                clock.pass_(60)
                assert access.still(actor)
            clock.pass_(61)
            assert not access.still(actor)
            assert (await h.get("/seat", Authorization=f"Bearer {token.text}")).status_code == 401

    over = MatchBounds(started=1, over=9, last=9)
    asyncio.run(scenario())
