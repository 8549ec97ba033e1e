"""Errors: problem details in the reader's language, with the field, without anything from inside."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from api.http.problems import body
from api.table.routes.health import WHY_NOT_READY
from api.words.catalogue import catalogue
from controller.languages import LANGUAGES
from controller.mechanism.situation import Situation
from controller.refusals import Code, Refused
from firmware_bridge.board import BoardStatus
from tests.api.conftest import Opened


def asked(house: Opened, method: str, path: str, **options: Any) -> Any:
    async def scenario() -> Any:
        async with house() as h:
            return await h.http.request(method, path, **options)

    return asyncio.run(scenario())


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/nowhere", None, 404, "not-found"),
        ("DELETE", "/api/v1/table", {}, 405, "method-not-allowed"),
        ("GET", "/api/v1/matches/current", None, 404, "no-match"),
        ("GET", "/api/v1/rulesets/chess", None, 404, "no-such-ruleset"),
        ("GET", "/api/v1/simulator", None, 404, "no-simulator"),
        ("GET", "/plant", None, 404, "no-simulator"),
        ("GET", "/web/../app.py", None, 404, "not-found"),
        ("GET", "/api/v1/journal?since=-1", None, 422, "invalid"),
        ("GET", "/api/v1/live?since=x", None, 422, "invalid"),
        ("POST", "/api/v1/table/commands", {"command": "explode"}, 422, "invalid"),
        ("POST", "/api/v1/table/commands", {"command": "open", "surprise": 1}, 422, "invalid"),
        ("POST", "/api/v1/table/commands", {"command": "open", "fault": "E11"}, 422, "invalid"),
        ("POST", "/api/v1/table/commands", {"command": "open"}, 503, "board-away"),
        ("POST", "/api/v1/score", {"ruleset": "chess"}, 422, "bad-record"),
        ("POST", "/api/v1/walls", {"ruleset": "hong-kong-old", "dice": [7, 1, 1], "dealer_seat": 0}, 422, "bad-record"),
        ("POST", "/api/v1/matches", {"ruleset": "chess", "seats": [{"seat": 0, "name": "A"}]}, 422, None),
        ("POST", "/api/v1/dice/rolls", {"faces": [7]}, 422, "invalid"),
    ],
)  # fmt: skip
def test_every_error_is_a_problem_with_code_detail_and_remedy(
    house: Opened, method: str, path: str, body: Any, status: int, code: str | None
) -> None:
    answer = asked(house, method, path, **({} if body is None else {"json": body}))
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["status"] == status
    assert code is None or problem["code"] == code
    assert problem["type"] == f"urn:jantaku:problem:{problem['code']}"
    assert problem["detail"] and problem["title"] and problem["remedy"]


@pytest.mark.parametrize(
    ("method", "path", "allow"),
    [
        ("DELETE", "/api/v1/table", "GET"),
        ("DELETE", "/api/v1/matches", "GET, POST"),
        ("TRACE", "/api/v1/matches", "GET, POST"),
        ("GET", "/api/v1/score", "POST"),
        ("DELETE", "/", "GET"),
    ],
)  # fmt: skip
def test_a_method_that_a_path_does_not_have_is_answered_with_those_that_it_has(
    house: Opened, method: str, path: str, allow: str
) -> None:
    answer = asked(house, method, path)
    assert (answer.status_code, answer.json()["code"]) == (405, "method-not-allowed")
    assert answer.headers["allow"] == allow


def test_a_method_without_a_body_is_not_counted_among_the_paths_that_do_not_exist(house: Opened) -> None:
    assert asked(house, "DELETE", "/nowhere").status_code == 404


def test_a_foreign_page_may_not_use_other_methods_either(house: Opened) -> None:
    answer = asked(house, "DELETE", "/api/v1/table", headers={"Origin": "https://evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign-page")


def test_a_wrong_field_is_named(house: Opened) -> None:
    record = {"ruleset": "hong-kong-old", "hand": "1x", "seat_wind": "E", "round_wind": "E", "win": "self-draw"}
    problem = asked(house, "POST", "/api/v1/score", json=record).json()
    assert problem["field"]


def test_broken_json_is_refused_in_one_line(house: Opened) -> None:
    answer = asked(house, "POST", "/api/v1/score", content=b'{"a": ', headers={"Content-Type": "application/json"})
    assert answer.status_code == 422
    assert "\n" not in answer.json()["detail"]


@pytest.mark.parametrize(("wish", "language"), [("zh-TW,en;q=0.5", "zh-TW"), ("zh", "zh-Hans"), ("ja-JP", "ja")])
def test_the_reader_gets_his_language(house: Opened, wish: str, language: str) -> None:
    answer = asked(house, "GET", "/api/v1/matches/nope/sheet", headers={"Accept-Language": wish})
    assert answer.headers["content-language"] == language
    assert answer.json()["title"] == catalogue(language)["error.no-such-match"]


def test_a_mistake_of_ours_shows_nothing_from_inside(house: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RuntimeError("secret")

    async def scenario() -> Any:
        async with house() as h:
            monkeypatch.setattr(h.table, "snapshot", broken)
            return await h.get("/table")

    answer = asyncio.run(scenario())
    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
    assert "secret" not in answer.text


def test_before_the_table_is_there_the_reason_is_said(house: Opened) -> None:
    async def scenario() -> list[Any]:
        async with house() as h:
            h.runtime.table = None
            paths = ("/api/v1/table", "/api/v1/live", "/readyz", "/metrics")
            return [await h.http.get(path) for path in paths] + [await h.http.get("/healthz")]

    *refused, health = asyncio.run(scenario())
    assert {(answer.status_code, answer.json()["code"]) for answer in refused} == {(503, "starting")}
    assert all(answer.headers["retry-after"] for answer in refused)
    assert (health.status_code, health.json()["status"]) == (200, "starting")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_move_that_the_machine_does_not_make_now_has_words_in_every_situation(language: str) -> None:
    words = catalogue(language)
    for situation in Situation:
        refused = Refused(Code.NOT_NOW, "does nothing", "Now possible: open.", situation=situation.value)
        problem = body(refused, language)
        assert problem["title"] == words["error.not-now"]
        assert (problem["code"], problem["number"]) == (f"not-now-{situation.value}", "R202")


@pytest.mark.parametrize("status", [BoardStatus.ABSENT, BoardStatus.CONNECTING, BoardStatus.INCOMPATIBLE])
def test_a_board_that_is_not_ready_has_its_own_number(status: BoardStatus) -> None:
    assert WHY_NOT_READY[status].value.code == f"board-{status.value}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_without_a_detail_says_the_sentence_of_the_catalogue(language: str) -> None:
    words = catalogue(language)
    for code in Code:
        problem = body(Refused(code), language)
        assert problem["detail"] == problem["title"] == words[f"error.{code.value.code}"], code
        assert problem["remedy"] == words[f"error.{code.value.code}.remedy"], code
        assert problem["number"] == code.value.number, code


def test_what_a_refusal_adds_takes_the_place_of_no_member_of_a_problem() -> None:
    told = body(Refused(Code.STALE, more={"number": 1, "status": 200, "rows": 3}), "en")
    assert (told["number"], told["status"], told["rows"]) == (Code.STALE.value.number, 409, 3)
