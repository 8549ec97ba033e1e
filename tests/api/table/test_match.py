"""A match over HTTP: start, dice, result in both forms, correction, penalty, ruling, sheet."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.api.conftest import Opened
from tests.api.table import flow


def test_a_hand_from_the_dice_to_the_sheet(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            await flow.start(h)
            await flow.play(h)
            wall = (await h.get("/table")).json()["wall"]
            assert (wall["broken_wall_seat"], wall["stacks_counted"]) == (3, 8)
            await flow.finish(h)
            match = (await h.get("/matches/current")).json()
            assert [seat["score"] for seat in match["seats"]] == [16, -4, -8, -4]
            assert match["hands"][0]["winners"][0]["name"] == "Ann"
            assert (match["dealer"], match["extra"]) == (0, 1)

    asyncio.run(scenario())


def test_a_match_by_a_profile_keeps_its_options_and_those_chosen_on_top(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            riichi = {**flow.MATCH, "ruleset": "riichi", "profile": "mleague", "options": {"red-fives": 0}}
            refused = await h.post("/matches", {**riichi, "profile": "mlaegue"})
            assert (refused.status_code, refused.json()["code"]) == (422, "bad-option")
            await flow.done(await h.post("/matches", riichi), 201)
            match = (await h.get("/matches/current")).json()
            assert (match["options"]["multiple-winners"], match["options"]["red-fives"]) == ("head-bump", 0)
            assert [seat["score"] for seat in match["seats"]] == [25_000] * 4

    asyncio.run(scenario())


def test_two_house_rules_that_contradict_each_other_are_both_named(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            refused = (await h.post("/matches", {**flow.MATCH, "options": {"dice": 3, "throws": 2}})).json()
            assert (refused["code"], refused["field"], refused["other"]) == ("bad-option", "options.throws", "dice")

    asyncio.run(scenario())


def test_an_option_that_only_the_profile_allows_is_played_with_it(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            asked = {**flow.MATCH, "ruleset": "riichi", "options": {"tobi-at-zero": True}}
            assert (await h.post("/matches", asked)).json()["other"] == "tobi"
            await flow.done(await h.post("/matches", {**asked, "profile": "online"}), 201)
            options = (await h.get("/matches/current")).json()["options"]
            assert (options["tobi"], options["tobi-at-zero"]) == (True, True)

    asyncio.run(scenario())


def test_a_preview_records_nothing_and_says_what_the_result_then_says(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            await flow.start(h)
            await flow.play(h)
            seq = h.table.seq
            result = {"kind": "win", "wins": [{"winner": 2, "source": "self-draw", "tiles": flow.TILES}]}
            preview = (await h.post("/matches/current/preview", result, **{"Accept-Language": "en"})).json()
            assert h.table.seq == seq
            assert preview["results"][0]["items"] == {"all-pong": 3, "self-draw": 1}
            assert preview["results"][0]["sentences"]
            assert preview["net"] == [-8, -4, 16, -4]
            await flow.done(await h.post("/matches/current/hands/current/result", result))
            match = (await h.get("/matches/current")).json()
            assert [seat["score"] for seat in match["seats"]] == preview["net"]

    asyncio.run(scenario())


def test_an_illegal_hand_is_refused_with_its_field_and_nothing_changes(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            await flow.start(h)
            await flow.play(h)
            seq = h.table.seq
            bad = {**flow.TILES, "winning_tile": "1m"}
            result = {"kind": "win", "wins": [{"winner": 2, "source": "self-draw", "tiles": bad}]}
            answer = await h.post("/matches/current/hands/current/result", result)
            assert answer.status_code == 422
            problem = answer.json()
            assert (problem["code"], problem["reason"]) == ("illegal-hand", "not-a-winning-hand")
            assert h.table.seq == seq

    asyncio.run(scenario())


def test_a_correction_names_what_it_replaces_and_moves_the_score(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            await flow.start(h)
            await flow.play(h)
            await flow.finish(h)
            draw = {"kind": "draw", "hand": 1, "who": "referee", "why": "the hand was counted wrong"}
            await flow.done(await h.post("/matches/current/corrections", draw))
            match = (await h.get("/matches/current")).json()
            assert [seat["score"] for seat in match["seats"]] == [0, 0, 0, 0]
            assert match["hands"][0]["corrected"]
            assert match["hands"][0]["revision"] == 2

    asyncio.run(scenario())


def test_a_correction_without_who_and_why_is_refused(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            await flow.start(h)
            answer = await h.post("/matches/current/corrections", {"kind": "draw", "hand": 1})
            assert answer.status_code == 422
            assert {error["field"] for error in answer.json()["errors"]} == {"who", "why"}

    asyncio.run(scenario())


def test_penalty_ruling_and_abandoning_are_recorded(house: Opened) -> None:
    async def scenario() -> list[str]:
        async with house() as h:
            await flow.start(h)
            await flow.play(h)
            offence = {"who": "referee", "why": "called in vain", "seat": 1, "penalty": "false-win"}
            await flow.done(await h.post("/matches/current/penalties", offence))
            await flow.done(await h.post("/matches/current/rulings", {"who": "referee", "text": "play on"}))
            await flow.done(await h.post("/matches/current/abandon", {"who": "referee", "why": "fire alarm"}))
            events = (await h.get("/journal?limit=100")).json()["events"]
            return [event["type"] for event in events][-3:]

    assert asyncio.run(scenario()) == ["match.penalty", "match.ruling", "match.abandoned"]


def test_the_sheet_comes_in_three_forms(house: Opened) -> None:
    async def scenario() -> dict[str, Any]:
        async with house() as h:
            await flow.start(h)
            await flow.play(h)
            await flow.finish(h)
            return {kind: await h.get(f"/matches/current/sheet?format={kind}") for kind in ("json", "csv", "html")}

    sheets = asyncio.run(scenario())
    assert sheets["json"].json()["ruleset"] == "hong-kong-old"
    assert "Ann" in sheets["csv"].text
    assert sheets["csv"].headers["content-type"].startswith("text/csv")
    assert "Ann" in sheets["html"].text
    assert "'sha256-" in sheets["html"].headers["content-security-policy"]


def test_the_sheet_of_an_unknown_match_is_not_found(house: Opened) -> None:
    async def scenario() -> int:
        async with house() as h:
            return (await h.get("/matches/nope/sheet")).status_code

    assert asyncio.run(scenario()) == 404


def test_the_same_command_twice_is_one_match_and_the_same_answer(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            body = {**flow.MATCH, "id": "0d8a1f5e-0000-4000-8000-000000000001"}
            first, second = await h.post("/matches", body), await h.post("/matches", body)
            assert (first.status_code, second.status_code) == (201, 201)
            assert second.json() == {**first.json(), "repeated": True}

    asyncio.run(scenario())


def test_a_result_made_for_an_older_state_is_stale(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            await flow.start(h)
            old = h.table.seq
            await flow.play(h)
            answer = await h.post("/matches/current/hands/current/result", {**flow.QUICK, "expected_seq": old})
            assert answer.status_code == 409
            assert answer.json()["remedy"]

    asyncio.run(scenario())


def test_a_hand_begins_without_recorded_dice(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            await flow.start(h)
            await flow.done(await h.post("/matches/current/hands"))
            table = (await h.get("/table")).json()
            assert (table["match"]["phase"], table["wall"]) == ("play", None)

    asyncio.run(scenario())


def test_dice_thrown_by_hand_are_entered_and_count(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            await flow.start(h)
            roll = await flow.done(await h.post("/dice/rolls", {"purpose": "break", "faces": [6, 6, 5]}))
            assert roll["events"][0]["algorithm"] == "by-hand"
            record = (await h.get("/dice/rolls/1")).json()
            assert (record["dice"], record["type"]) == ([6, 6, 5], "dice.rolled")
            assert (await h.get("/dice/rolls/2")).status_code == 404

    asyncio.run(scenario())


def test_what_cannot_be_done_now_says_why(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            await flow.start(h)
            answer = await h.post("/matches/current/hands/current/result", flow.QUICK)
            assert (answer.status_code, answer.json()["code"]) == (423, "no-hand-running")
            again = await h.post("/matches", flow.MATCH)
            assert (again.status_code, again.json()["code"]) == (423, "match-running")

    asyncio.run(scenario())


def test_matches_are_listed_page_by_page(house: Opened) -> None:
    async def scenario() -> list[str]:
        async with house() as h:
            for _ in range(5):
                await flow.done(await h.post("/matches", flow.MATCH), 201)
                await flow.done(await h.post("/matches/current/abandon", {"who": "Ann", "why": "late"}))
            found, since = list[str](), 0
            while page := (await h.get(f"/matches?limit=2&since={since}")).json()["matches"]:
                assert len(page) <= 2
                found += [match["id"] for match in page]
                since = (await h.get(f"/matches?limit=2&since={since}")).json()["next"]
            assert found == list(h.table.archive.matches())
            return found

    assert len(asyncio.run(scenario())) == 5
