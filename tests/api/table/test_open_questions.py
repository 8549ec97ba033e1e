"""Routes that only answer: rulesets, score, walls, words, pages, journal, health, figures."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from api.table.routes.rules import _HAND, _WALL
from controller.languages import LANGUAGES
from controller.rules import configure, rulesets
from tests.api.conftest import Opened
from tests.api.table import flow
from tests.controller.rules.rule_records import CONDITIONS_OFF
from tests.controller.rules.test_questions import awaited, ready_hand
from tools import page_heads

CASES = Path(__file__).parents[2] / "cases"


def got(house: Opened, *paths: str, **headers: str) -> list[Any]:
    async def scenario() -> list[Any]:
        async with house() as h:
            return [await h.http.get(path, headers=headers) for path in paths]

    return asyncio.run(scenario())


def posted(house: Opened, path: str, body: Any, **headers: str) -> Any:
    async def scenario() -> Any:
        async with house() as h:
            return await h.post(path, body, **headers)

    return asyncio.run(scenario())


def test_the_rulesets_are_listed_and_described(house: Opened) -> None:
    listed, sheet = got(house, "/api/v1/rulesets", "/api/v1/rulesets/cantonese-old")
    ids = [each["id"] for each in listed.json()["rulesets"]]
    assert ids[:5] == ["hong-kong-old", "hong-kong-new", "chinese-traditional", "base-and-doubles", "cantonese-old"]
    assert {"items", "options", "wall", "dice", "progression", "penalties"} <= sheet.json().keys()
    assert all(set(LANGUAGES) <= each["names"].keys() for each in listed.json()["rulesets"])
    usual = {"ruleset": "hong-kong-old", "options": {}, "confirmation": "none", "hand_check": True}
    assert listed.json()["usual"] == usual
    assert all(each["hand_check"] for each in listed.json()["rulesets"])


@pytest.mark.parametrize("name", ["hong-kong-old", "cantonese-old"])
def test_scores_over_http_are_those_of_the_cases(house: Opened, name: str) -> None:
    record = json.loads((CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()[0])
    expected = record.pop("expect")
    answer = posted(house, "/score", record)
    assert answer.status_code == 200, answer.text
    assert {key: answer.json()[key] for key in expected} == expected


READY = {
    "id": "1", "ruleset": "riichi", "hand": "234567m23p678s55s", "win": "discard", "seat_wind": "W", "round_wind": "E",
    "discarder": "E", "seen": {"discards": "1p9m"},
}  # fmt: skip


def test_a_table_asks_for_waits_claims_and_payments(house: Opened) -> None:
    ready = posted(house, "/waits", READY, **{"Accept-Language": "en"}).json()
    assert [(wait["tile"], wait["legal"], wait["missing"]) for wait in ready["waits"]] == [
        ("1p", True, 0), ("4p", True, 0),
    ]  # fmt: skip
    assert ready["locks"][0]["text"] == "One of your waits is among your own discards: no win on a discard."
    bids = [{"seat": 1, "claim": "win"}, {"seat": 3, "claim": "win"}]
    claims = {"id": "1", "ruleset": "riichi", "profile": "wrc", "discarder": 0, "bids": bids}
    assert posted(house, "/claims", claims).json()["granted"] == [{"seat": 1, "claim": "win"}]
    refused = posted(house, "/claims", {**claims, "bids": [{"seat": 0, "claim": "win"}]})
    assert (refused.status_code, refused.json()["field"]) == (422, "bids[0].seat")
    (table,) = got(house, "/api/v1/rulesets/mcr/payments?total=8&total=88")
    rows = table.json()["rows"]
    assert {row["total"] for row in rows} == {8, 88}
    assert rows[0]["pays"] == {"S": 16, "W": 16, "N": 16}
    assert len(table.json()["sentences"]) == len(rows)
    missing, wrong = got(house, "/api/v1/rulesets/none/payments", "/api/v1/rulesets/mcr/payments?profile=none")
    assert (missing.status_code, wrong.status_code) == (404, 422)


@pytest.mark.parametrize("name", rulesets())
def test_every_ruleset_says_what_each_wait_pays_as_scoring_does(house: Opened, name: str) -> None:
    options = CONDITIONS_OFF.get(name, {})
    hand = {"ruleset": name, "options": options, "hand": ready_hand(name)["hand"], "seat_wind": "S", "round_wind": "E"}

    async def scenario() -> None:
        async with house() as h:
            answer = (await h.post("/waits", hand)).json()
            tiles = configure(name).tiles
            jokers = ["1j"] if tiles.exposures else ["1j", "3j", "8j"] if tiles.jokers else []
            thrown = ["2j", "4j", "6j", "7j"] if tiles.jokers and not tiles.exposures else []  # win as discards alone
            assert [wait["tile"] for wait in answer["waits"]] == [*awaited(name), *jokers, *thrown]
            for wait in answer["waits"]:
                fed = "discard" in configure(name).asks.sources
                from_whom = [None, "E", "W", "N"][: tiles.players] if fed else [None]
                assert [way["discarder"] for way in wait["wins"]] == from_whom
                for way in wait["wins"]:
                    win = {"winning_tile": wait["tile"], "win": way["win"], "discarder": way["discarder"]}
                    scored = (await h.post("/score", {**hand, **win})).json()
                    scored.pop("id")
                    assert {key: way[key] for key in scored} == scored
                    claimed_joker = tiles.exposures and wait["tile"] == "1j" and way["win"] == "discard"
                    drawn_in_vain = wait["tile"] in thrown and way["win"] == "self-draw"
                    assert bool(way["missing"]) == (not way["legal"] and not claimed_joker and not drawn_in_vain)

    asyncio.run(scenario())


@pytest.mark.parametrize("language", LANGUAGES)
def test_waits_and_claims_are_told_in_the_readers_language(house: Opened, language: str) -> None:
    async def scenario() -> None:
        async with house() as h:
            for name in rulesets():
                asked = {**READY, **ready_hand(name), "seat_wind": "W", "explain": True}
                asked["discarder"] = asked["discarder"] and "E"
                asked["options"] = CONDITIONS_OFF.get(name, {})
                answer = (await h.post("/waits", asked, **{"Accept-Language": language})).json()
                ways = [way for wait in answer["waits"] for way in wait["wins"]]
                assert all(way["sentences"] for way in ways)
                bids = [{"seat": 1, "claim": "chow"}, {"seat": 2, "claim": "pung"}]
                claims = {"ruleset": name, "discarder": 0, "bids": bids}
                told = (await h.post("/claims", claims, **{"Accept-Language": language})).json()
                lines = [*answer["sentences"], *(bid["text"] for bid in told["bids"])]
                assert len(lines) >= 6
                assert not any("{" in line or "wait." in line or "claim." in line for line in lines)

    asyncio.run(scenario())


@pytest.mark.parametrize("name", rulesets())
def test_every_ruleset_says_who_gets_a_discard_and_why(house: Opened, name: str) -> None:
    bids = [{"seat": 1, "claim": "chow"}, {"seat": 2, "claim": "pung"}]
    answer = posted(house, "/claims", {"ruleset": name, "discarder": 0, "bids": bids}).json()
    assert answer["granted"] == [{"seat": 2, "claim": "pung"}]
    assert all(bid["text"].startswith(f"Seat {bid['seat'] + 1} ") for bid in answer["bids"])


@pytest.mark.parametrize(
    ("path", "fields", "field", "tile"),
    [
        ("/waits", {"hand": "234567m23p678s98z"}, "hand", "9z"),
        ("/waits", {"hand": "234567m23p678s5s"}, "hand", None),
        ("/waits", {"seat_wnd": "E"}, "seat_wnd", None),
        ("/waits", {"seen": {"open": "1p1p1p1p1p"}}, "seen", "1p"),
        ("/waits", {"seen": {"discard": "1p"}}, "seen.discard", None),
        ("/claims", {"discader": 1}, "discader", None),
        ("/claims", {"bids": [{"seat": 1, "claim": "pung", "tile": "1m"}]}, "bids[0].tile", None),
    ],
)
def test_a_wrong_question_names_its_field_and_tile(
    house: Opened, path: str, fields: dict[str, Any], field: str, tile: str | None
) -> None:
    asked = READY if path == "/waits" else {"ruleset": "riichi", "discarder": 0, "bids": []}
    refused = posted(house, path, {**asked, **fields})
    assert (refused.status_code, refused.json()["field"], refused.json().get("tile")) == (422, field, tile)


def test_an_explanation_speaks_the_readers_language(house: Opened) -> None:
    english = posted(house, "/score", _HAND, **{"Accept-Language": "en"}).json()["sentences"]
    japanese = posted(house, "/score", _HAND, **{"Accept-Language": "ja"}).json()["sentences"]
    assert len(english) == len(japanese) > 3
    assert english != japanese
    assert not any("{" in line for line in english + japanese)


def test_walls_over_http(house: Opened) -> None:
    answer = posted(house, "/walls", _WALL).json()
    assert (answer["broken_wall_seat"], answer["stacks_counted"], answer["next_draw"]) == (3, 8, "2-17-bottom")


def test_words_come_whole_in_one_language(house: Opened) -> None:
    (answer,) = got(house, "/api/v1/words", **{"Accept-Language": "zh-HK"})
    assert answer.json()["language"] == "zh-HK"
    assert answer.json()["words"]["match.dealer"] == "莊家"


def test_pages_and_their_parts_are_served_with_a_tag(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            page = await h.http.get("/")
            assert page.headers["content-type"].startswith("text/html")
            part = await h.http.get("/web/tablet/tablet.js")
            assert part.headers["content-type"].startswith("text/javascript")
            again = await h.http.get("/web/tablet/tablet.js", headers={"If-None-Match": part.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")

    asyncio.run(scenario())


def test_a_page_loads_nothing_from_elsewhere() -> None:
    web = Path(__file__).parents[3] / "api" / "web"
    parts = [path for path in web.rglob("*") if path.suffix in (".html", ".css", ".js")]
    texts = {path.relative_to(web).as_posix(): path.read_text(encoding="utf-8") for path in parts}
    assert len(texts) > 30
    links = {
        name
        for name, text in texts.items()
        if "http://" in text.replace("http://www.w3.org/", "") or "https://" in text
    }
    assert links == set()
    served = [texts[path.relative_to(web).as_posix()] for path in page_heads.pages()]
    assert not any("style=" in text or "<script>" in text for text in served)


def test_the_journal_is_read_in_pages(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            await flow.start(h)
            await flow.play(h)
            first = (await h.get("/journal?since=0&limit=2")).json()
            assert [event["seq"] for event in first["events"]] == [1, 2]
            rest = (await h.get(f"/journal?since={first['next']}")).json()
            assert rest["events"][0]["seq"] == 3
            end = (await h.get(f"/journal?since={rest['next']}")).json()
            assert end == {"events": [], "next": rest["next"]}

    asyncio.run(scenario())


def test_alive_but_not_ready_while_the_board_is_away(house: Opened) -> None:
    alive, ready = got(house, "/healthz", "/readyz")
    assert (alive.status_code, alive.json()["status"], alive.json()["simulated"]) == (200, "ok", False)
    assert ready.status_code == 503
    assert ready.json()["board"] in ("absent", "connecting")


def test_figures_are_in_the_text_format_of_prometheus(house: Opened) -> None:
    (answer,) = got(house, "/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = answer.text.splitlines()
    assert "jantaku_up 1" in lines
    assert "jantaku_match_running 0" in lines
    assert 'jantaku_set_place{set="A",place="outside"} 1' in lines
    assert len({line.split(" ")[0] for line in lines if not line.startswith("#")}) == len(
        [line for line in lines if not line.startswith("#")]
    )
