"""Whatever is posted to the rules: an answer, or a problem that names the field, and the tile where there is one."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from api.table.routes.rules import _HAND, _WALL
from tests.api.conftest import Opened


def posted(house: Opened, path: str, text: str) -> Any:
    async def scenario() -> Any:
        async with house() as h:
            headers = {"Content-Type": "application/json"}
            return await h.http.post(f"/api/v1{path}", content=text.encode(), headers=headers)

    return asyncio.run(scenario())


@pytest.mark.parametrize(
    ("path", "fields", "field"),
    [
        ("/score", {"hand": "44s888s99q"}, "hand"),
        ("/score", {"hand": ["44s"]}, "hand"),
        ("/score", {"winning_tile": "\U0001f02a"}, "winning_tile"),
        ("/score", {"melds": [{"kind": "pung", "tiles": "11x"}]}, "melds[0].tiles"),
        ("/score", {"melds": {}, "win": 1}, "win"),
        ("/score", {"flags": ["last-tile", 3]}, "flags[1]"),
        ("/score", {"options": {"min-faan": 99}}, "options.min-faan"),
        ("/score", {"options": {"dice": 3, "throws": 2}}, "options.throws"),
        ("/score", {"options": "none"}, "options"),
        ("/score", {"ruleset": None}, "ruleset"),
        ("/score", {"discader": "E"}, "discader"),
        ("/score", {"melds": [{"kind": "pung", "tiles": "111z", "form": "E"}]}, "melds[0].form"),
        ("/walls", {"dice": [1, 2]}, "dice"),
        ("/walls", {"dice": [1, 2, "3"]}, "dice[2]"),
        ("/walls", {"dealer_seat": 9}, "dealer_seat"),
        ("/walls", {"options": {"tiles": 1}}, "options.tiles"),
        ("/walls", {"ruleset": "chess"}, "options.ruleset"),
        ("/walls", {"nonsense": 1}, "nonsense"),
        ("/walls", {"\ud800": 1}, "\ud800"),
        ("/score", {"options": {"\ud800": 1}}, "options.\ud800"),
        ("/score", {"id": "\udfff"}, "id"),
        ("/score", {"id": float("nan")}, "id"),
    ],
)
def test_the_field_is_named(house: Opened, path: str, fields: dict[str, Any], field: str) -> None:
    answer = posted(house, path, json.dumps({**(_HAND if path == "/score" else _WALL), **fields}))
    assert answer.status_code == 422, answer.text
    assert answer.json()["field"] == field
    assert answer.json()["detail"]


def test_the_tile_and_the_allowed_values_are_named(house: Opened) -> None:
    assert posted(house, "/score", json.dumps({**_HAND, "hand": "44s888s98z"})).json()["tile"] == "9z"
    problem = posted(house, "/score", json.dumps({**_HAND, "options": {"double-wind": "three"}})).json()
    assert problem["allowed"] == ["both", "one"]
    problem = posted(house, "/score", json.dumps({**_HAND, "options": {"throws": 2}})).json()
    assert problem["other"] == "dice"


@pytest.mark.parametrize("path", ["/score", "/walls"])
@pytest.mark.parametrize(
    "body", ["", "null", "[]", "7", '"123m"', "{", "[" * 3000, '{"id": "\\ud800"}', '{"id": NaN}', '{"hand": 1e999}']
)
def test_any_body_is_a_problem(house: Opened, path: str, body: str) -> None:
    answer = posted(house, path, body)
    assert answer.status_code in (400, 422), answer.text
    assert answer.json()["detail"]


@pytest.mark.parametrize(("path", "record"), [("/score", _HAND), ("/walls", _WALL)])
@pytest.mark.parametrize("name", ['"\\ud800"', "NaN", "1e999", '{"a": [NaN, "\\udfff"]}', "null"])
def test_the_name_of_a_record_comes_back_whatever_it_is(
    house: Opened, path: str, record: dict[str, Any], name: str
) -> None:
    text = json.dumps({key: value for key, value in record.items() if key != "id"})
    answer = posted(house, path, f'{{"id": {name}, {text[1:]}')
    assert answer.status_code in (200, 422), answer.text
    json.loads(answer.text)
