"""What the contract says of answers that are no: which codes come with which status, and where."""

from __future__ import annotations

import json
from typing import Any

import pytest

from api.http.problem_schema import codes_of
from api.http.problems import STATUS_OF_KIND
from api.table.contract import FILE
from controller.mechanism.situation import Situation
from controller.refusals import Code

CONTRACT = json.loads(FILE.read_text(encoding="utf-8"))


def operation(method: str, path: str) -> Any:
    return CONTRACT["paths"][f"/api/v1{path}"][method]


def test_every_code_of_the_catalogue_stands_with_one_status() -> None:
    named = [code for status in set(STATUS_OF_KIND.values()) for code in codes_of(status)]
    assert len(named) == len(set(named))
    assert {code.value.code for code in Code} <= set(named)


def test_what_cannot_be_done_now_names_the_situation_of_the_machine() -> None:
    assert {f"not-now-{each}" for each in Situation} < set(codes_of(423))


@pytest.mark.parametrize("status", ["404", "409", "422", "423"])
def test_a_status_enumerates_its_codes_in_the_contract(status: str) -> None:
    answer = operation("post", "/table/commands")["responses"][status]
    reference = answer["content"]["application/problem+json"]["schema"]["$ref"].rpartition("/")[2]
    _, narrowed = CONTRACT["components"]["schemas"][reference]["allOf"]
    assert narrowed["properties"]["code"]["enum"] == codes_of(int(status))


@pytest.mark.parametrize("path", ["/matches", "/table/commands", "/dice/rolls", "/matches/current/preview"])
def test_what_depends_on_the_state_may_be_too_late_or_too_early(path: str) -> None:
    assert {"409", "423"} < set(operation("post", path)["responses"])


@pytest.mark.parametrize("path", ["/score", "/walls", "/waits", "/claims", "/simulator"])
def test_a_pure_question_is_never_too_late(path: str) -> None:
    assert not {"409", "423"} & set(operation("post", path)["responses"])


def test_a_question_without_a_body_names_no_mistake_of_a_body() -> None:
    assert not {"411", "413", "415"} & set(operation("get", "/table")["responses"])
