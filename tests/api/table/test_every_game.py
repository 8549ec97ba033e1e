"""Results of riichi and Chinese Official over HTTP: what each game asks for, and what it refuses."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.api.conftest import House, Opened
from tests.api.table import flow


async def begun(house: House, ruleset: str, players: int = 4, **options: Any) -> None:
    seats = [{"seat": seat, "name": name} for seat, name in enumerate(flow.NAMES[:players])]
    body = {"ruleset": ruleset, "options": options, "seats": seats, "seating": "given", "first_dealer": 0}
    await flow.done(await house.post("/matches", body), 201)
    await flow.done(await house.post("/matches/current/hands"))


async def ended(house: House, result: dict[str, Any]) -> None:
    await flow.done(await house.post("/matches/current/hands/current/result", result))


def win(winner: int, discarder: int, **more: Any) -> dict[str, Any]:
    return {"winner": winner, "source": "discard", "discarder": discarder, **more}


def test_sticks_ready_hands_and_fu_reach_the_table(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            await begun(h, "riichi")
            await ended(h, {"kind": "draw", "ready": [1, 3], "riichi": [1]})
            match = (await h.get("/table")).json()["match"]
            assert (match["carry"], match["deposits"], match["last"]["ready"]) == (1, 1, [1, 3])
            await flow.done(await h.post("/matches/current/hands"))
            result = {"kind": "win", "riichi": [0], "wins": [win(0, 2, total=5), win(3, 2, total=2, fu=30)]}
            preview = (await h.post("/matches/current/preview", result)).json()
            assert [(each["winner"], each["level"]) for each in preview["wins"]] == [(3, ""), (0, "mangan")]
            assert preview["net"] == [8_300, 0, -10_600, 3_300]
            assert preview["next"]["dealer_name"] == "Cho"
            await ended(h, result)
            assert [seat["score"] for seat in (await h.get("/table")).json()["match"]["seats"]] == [
                36_800, 30_500, 17_900, 34_800,
            ]  # fmt: skip

    asyncio.run(scenario())


def test_what_a_game_asks_for_is_data_of_ruleset_and_match(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            sheet = (await h.get("/rulesets/riichi")).json()
            assert (sheet["asks"]["abort"], sheet["asks"]["ready"], sheet["asks"]["limit"]) == ([], True, "yakuman")
            assert (await h.get("/rulesets/mcr")).json()["asks"]["least"] == 8
            await begun(h, "riichi", kyuushu=True)
            assert (await h.get("/table")).json()["match"]["asks"]["abort"] == ["kyuushu"]

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("ruleset", "result", "field"),
    [
        ("riichi", {"kind": "win", "wins": [win(0, 1, total=3)]}, "wins[0].fu"),
        ("riichi", {"kind": "draw", "ready": [1], "riichi": [2]}, "ready"),
        ("riichi", {"kind": "abort", "reason": "kyuushu"}, "reason"),
        ("mcr", {"kind": "win", "wins": [win(0, 1, total=7)]}, "wins[0].total"),
        ("mcr", {"kind": "win", "wins": [win(0, 1, total=8, fu=30)]}, "wins[0].fu"),
        ("mcr", {"kind": "draw", "ready": [1]}, "ready"),
        ("sanma", {"kind": "win", "wins": [win(0, 3, total=5)]}, "wins[0].discarder"),
    ],
)
def test_a_wrong_combination_is_a_problem_with_its_field(
    house: Opened, ruleset: str, result: dict[str, Any], field: str
) -> None:
    async def scenario() -> None:
        async with house() as h:
            await begun(h, ruleset, 3 if ruleset == "sanma" else 4)
            for path in ("preview", "hands/current/result"):
                answer = await h.post(f"/matches/current/{path}", result, **{"Accept-Language": "ja"})
                problem = answer.json()
                assert (answer.status_code, problem["code"], problem["field"]) == (422, "bad-result", field)
                assert problem["remedy"]

    asyncio.run(scenario())


def test_what_was_declared_goes_by_the_names_of_the_game_and_two_of_them_by_their_first_ones_too(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            await begun(h, "riichi", **{"nagashi-mangan": "as-tsumo-mangan"})
            drawn = {"kind": "draw", "ready": [1, 3]}
            by_name = (await h.post("/matches/current/preview", {**drawn, "declared": {"riichi": [1]}})).json()
            assert by_name == (await h.post("/matches/current/preview", {**drawn, "riichi": [1]})).json()
            await ended(h, {**drawn, "declared": {"riichi": [1], "nagashi": [0]}})
            last = (await h.get("/table")).json()["match"]["last"]
            assert (last["declared"], last["riichi"], last["nagashi"]) == ({"riichi": [1], "nagashi": [0]}, [1], [0])

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("ruleset", "declared", "field"),
    [
        ("riichi", {"riichi": [1], "chow": [2]}, "chow"),
        ("mcr", {"riichi": [1]}, "riichi"),
        ("riichi", {"riichi": [9]}, "declared.riichi.0"),
    ],
)
def test_a_declaration_that_a_game_does_not_know_is_refused(
    house: Opened, ruleset: str, declared: dict[str, list[int]], field: str
) -> None:
    async def scenario() -> None:
        async with house() as h:
            await begun(h, ruleset)
            result = {"kind": "draw", "ready": [1] if ruleset == "riichi" else [], "declared": declared}
            answer = await h.post("/matches/current/preview", result)
            assert (answer.status_code, answer.json()["field"]) == (422, field)

    asyncio.run(scenario())


def test_a_declaration_under_both_of_its_names_is_refused(house: Opened) -> None:
    async def scenario() -> int:
        async with house() as h:
            await begun(h, "riichi")
            result = {"kind": "draw", "ready": [1], "riichi": [1], "declared": {"riichi": [1]}}
            return (await h.post("/matches/current/preview", result)).status_code

    assert asyncio.run(scenario()) == 422


def test_fu_beside_tiles_are_refused_before_the_match_sees_them(house: Opened) -> None:
    async def scenario() -> int:
        async with house() as h:
            await begun(h, "riichi")
            result = {"kind": "win", "wins": [win(0, 1, tiles=flow.TILES, fu=30)]}
            return (await h.post("/matches/current/preview", result)).status_code

    assert asyncio.run(scenario()) == 422


def test_the_printed_sheet_names_winds_units_and_sticks(house: Opened) -> None:
    async def scenario() -> str:
        async with house() as h:
            await begun(h, "riichi")
            await ended(h, {"kind": "win", "riichi": [0], "wins": [win(0, 2, total=3, fu=40)]})
            return (await h.get("/matches/current/sheet?format=html", **{"Accept-Language": "ja"})).text

    page = asyncio.run(scenario())
    for words in ("リーチ：Ann", "3 飜 40 符", "東"):
        assert words in page
    for key in ("wind.", "unit.", "paper.", "level."):
        assert f">{key}" not in page
        assert f" {key}" not in page
