"""Live declarations, undo, confirmation and disputes over HTTP, and the course of a match that adds up."""

from __future__ import annotations

import asyncio
from typing import Any

from controller.config import GameConfig
from tests.api.conftest import Opened
from tests.api.table import flow

CURRENT = "/matches/current"
RIICHI = {**flow.MATCH, "ruleset": "riichi", "confirmation": "tablet"}
RON = {"kind": "win", "wins": [{"winner": 2, "source": "discard", "discarder": 3, "total": 2, "fu": 30}]}


async def play(h: Any, **more: Any) -> None:
    await flow.done(await h.post("/matches", {**RIICHI, **more}), 201)
    await flow.done(await h.post(f"{CURRENT}/hands", {}))


async def scores(h: Any) -> list[int]:
    return [seat["score"] for seat in (await h.get("/table")).json()["match"]["seats"]]


def test_a_stick_laid_live_is_in_the_snapshot_and_in_the_result(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            await play(h)
            declared = {"seat": 1, "declaration": "riichi"}
            await flow.done(await h.post(f"{CURRENT}/hands/current/declarations", declared))
            assert await scores(h) == [30_000, 29_000, 30_000, 30_000]
            again = await h.post(f"{CURRENT}/hands/current/declarations", declared)
            assert (again.status_code, again.json()["code"], again.json()["field"]) == (409, "declared-already", "seat")
            preview = (await h.post(f"{CURRENT}/preview", RON)).json()
            assert preview["net"] == [0, -1000, 3000, -2000]
            await flow.done(await h.post(f"{CURRENT}/hands/current/result", RON))
            assert await scores(h) == [30_000, 29_000, 33_000, 28_000]

    asyncio.run(scenario())


def test_a_result_is_undone_and_the_undo_is_an_event(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            await play(h)
            await flow.done(await h.post(f"{CURRENT}/hands/current/result", RON))
            undo = (await h.get("/table")).json()["match"]["undo"]
            assert undo["hand"] == 1
            answer = await flow.done(await h.post(f"{CURRENT}/undo", {"hand": 1}))
            assert [event["type"] for event in answer["events"]] == ["match.result-undone"]
            assert await scores(h) == [30_000] * 4
            late = await h.post(f"{CURRENT}/undo", {"hand": 1})
            assert (late.status_code, late.json()["code"]) == (423, "too-late-to-undo")

    asyncio.run(scenario())


def test_a_result_is_confirmed_disputed_upheld_and_locked(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            await play(h)
            await flow.done(await h.post(f"{CURRENT}/hands/current/result", RON))
            for _ in range(2):
                await flow.done(await h.post(f"{CURRENT}/confirmations", {"hand": 1, "seat": 0}))
            dispute = {"hand": 1, "seat": 3, "text": "It was one han."}
            await flow.done(await h.post(f"{CURRENT}/disputes", dispute))
            match = (await h.get("/table")).json()["match"]
            assert (match["last"]["standing"], match["last"]["confirmed"]) == ("disputed", [0])
            assert [one["name"] for one in match["disputes"]] == ["Dee"]
            upheld = {"hand": 1, "who": "Referee", "why": "counted again"}
            await flow.done(await h.post(f"{CURRENT}/upheld", upheld))
            correction = {**RON, "hand": 1, "who": "Staff", "why": "typo"}
            refused = await h.post(f"{CURRENT}/corrections", correction)
            assert (refused.status_code, refused.json()["code"]) == (409, "result-locked")
            await flow.done(await h.post(f"{CURRENT}/corrections", {**correction, "confirmed": True}))
            await flow.done(await h.post(f"{CURRENT}/locks", {"hand": 1, "who": "Referee"}))

    asyncio.run(scenario())


def test_penalties_and_rulings_stand_in_the_course_and_its_columns_add_up(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            await play(h)
            await flow.done(await h.post(f"{CURRENT}/hands/current/result", RON))
            signed = {"who": "Referee", "why": "shouting"}
            await flow.done(await h.post(f"{CURRENT}/penalties", {**signed, "seat": 0, "pays_each_other": 100}))
            await flow.done(await h.post(f"{CURRENT}/rulings", {"who": "Referee", "text": "Play on."}))
            await flow.done(await h.post(f"{CURRENT}/penalties", {**signed, "seat": 0, "cancels": 1}))
            course = (await h.get(CURRENT)).json()["course"]
            assert [row["kind"] for row in course["rows"]] == ["hand", "penalty", "cancelled", "ruling"]
            assert course["rows"][-1]["scores"] == await scores(h)
            assert course["rows"][1]["net"] == [-300, 100, 100, 100]
            assert course["rows"][1]["cancelled"]

    asyncio.run(scenario())


def test_a_wrong_penalty_is_refused_by_the_name_that_the_request_gave_it(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            await play(h)
            wrong = {"who": "Referee", "why": "x", "seat": 0}
            refused = (await h.post(f"{CURRENT}/penalties", {**wrong, "penalty": "no-such"})).json()
            assert (refused["code"], refused["field"]) == ("unknown-penalty", "penalty")
            refused = (await h.post(f"{CURRENT}/penalties", {**wrong, "cancels": 7})).json()
            assert (refused["code"], refused["field"]) == ("no-such-penalty", "cancels")

    asyncio.run(scenario())


def test_a_match_says_whether_hands_may_be_checked(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            await play(h, hand_check=False)
            assert (await h.get("/table")).json()["match"]["hand_check"] is False

    asyncio.run(scenario())


def test_a_table_has_hands_checked_in_some_rulesets_only_unless_a_match_says_otherwise(house: Opened) -> None:
    async def scenario() -> None:
        async with house(game=GameConfig(hand_check_off=("riichi",))) as h:
            listed = (await h.get("/rulesets")).json()["rulesets"]
            assert {each["id"] for each in listed if not each["hand_check"]} == {"riichi"}
            for said, allowed in ((None, False), (True, True)):
                await play(h, **({} if said is None else {"hand_check": said}))
                assert (await h.get("/table")).json()["match"]["hand_check"] is allowed
                await flow.done(await h.post(f"{CURRENT}/abandon", {"who": "Test", "why": "next"}))

    asyncio.run(scenario())
