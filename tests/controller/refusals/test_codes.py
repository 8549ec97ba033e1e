"""The catalogue of refusals: numbered for good, worded in every language, and exactly what the source raises."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.http.problems import STATUS_OF_KIND
from api.table.routes.simulator import CODES as SIMULATOR_CODES
from controller.languages import LANGUAGES
from controller.refusals import Code, RefusalKind, Refused
from controller.refusals.codes import CHAPTERS
from tools.refusal_page import PAGE, WORDS, page

ROOT = Path(__file__).parents[3]
PACKAGES = ("api", "hall", "controller", "firmware_bridge", "hardware")
ENTRIES = [code.value for code in Code]


def sources() -> Iterator[ast.Module]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            yield ast.parse(path.read_text(encoding="utf-8"))


def names_code(node: ast.AST) -> str | None:
    """``X`` of ``Code.X``."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Code":
        return node.attr
    return None


def raised() -> Iterator[tuple[Code, ast.Call]]:
    """Every call in the source that is given a code."""
    for tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                for argument in node.args:
                    name = names_code(argument)
                    if name is not None:
                        yield Code[name], node


def test_numbers_and_codes_are_unique_and_in_order() -> None:
    numbers = [entry.number for entry in ENTRIES]
    assert numbers == sorted(set(numbers))
    assert len({entry.code for entry in ENTRIES}) == len(ENTRIES)
    assert all(re.fullmatch(r"[RS][1-9]\d\d", number) and number[:2] in CHAPTERS for number in numbers)
    assert all(re.fullmatch(r"[a-z][a-z-]+[a-z]", entry.code) for entry in ENTRIES)


def test_a_number_is_never_given_to_another_refusal() -> None:
    """``numbers.json`` holds every number that was ever given; a new refusal is added to it, none is taken out."""
    given = json.loads((Path(__file__).parent / "numbers.json").read_text(encoding="utf-8"))
    numbers = {entry.number: entry.code for entry in ENTRIES}
    assert [number for number in numbers if number not in given] == []
    assert {number: code for number, code in numbers.items() if given[number] != code} == {}


def test_the_simulator_refuses_with_codes_of_the_catalogue() -> None:
    named = {
        node.args[0].value
        for path in sorted((ROOT / "hardware" / "simulator").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "CommandError"
        if isinstance(node.args[0], ast.Constant)
    }
    assert named == set(SIMULATOR_CODES)


def test_a_code_is_named_as_its_constant() -> None:
    assert [code.name for code in Code] == [entry.code.upper().replace("-", "_") for entry in ENTRIES]


def test_every_code_is_used() -> None:
    used = {name for tree in sources() for node in ast.walk(tree) if (name := names_code(node)) is not None}
    assert sorted({code.name for code in Code} - used) == []


def test_every_kind_has_a_status_and_a_use() -> None:
    assert set(STATUS_OF_KIND) == set(RefusalKind)
    assert {entry.kind for entry in ENTRIES} == set(RefusalKind)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_sentence_and_a_remedy_and_nothing_else_has(language: str) -> None:
    words = json.loads((ROOT / "api" / "locale" / language / "error.json").read_text(encoding="utf-8"))
    wanted = [f"error.{entry.code}{part}" for entry in ENTRIES for part in ("", ".remedy")]
    assert list(words) == wanted
    assert all(words.values())


def test_a_field_that_is_named_stands_in_the_catalogue() -> None:
    wrong = []
    for code, call in raised():
        for keyword in call.keywords:
            if keyword.arg == "field" and isinstance(keyword.value, ast.Constant):
                field = keyword.value.value
                if "*" not in code.value.fields and field not in code.value.fields:
                    wrong.append((code.name, field))
    assert wrong == []


def test_a_refusal_knows_its_number_and_kind() -> None:
    refused = Refused(Code.NOT_NOW, "nothing to open", situation="playing")
    assert (refused.code, refused.number, refused.kind) == ("not-now-playing", "R202", RefusalKind.NOT_NOW)
    assert str(refused) == "not-now-playing: nothing to open"


def test_a_code_that_is_not_in_the_catalogue_cannot_be_raised() -> None:
    with pytest.raises(AttributeError):
        Refused("no-such-code")  # type: ignore[arg-type]


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(json.loads(WORDS.read_text(encoding="utf-8")))
