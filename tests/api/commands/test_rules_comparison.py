"""``jantaku rules --compare``: games beside each other on the terminal, and what cannot be compared."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from api.commands.rules_comparison import WIDTH
from api.words.comparison import Column, comparison
from controller.languages import OFFERED
from controller.rules import configure, rulesets
from tests.api.commands.test_rules_files import Capture, made, run


def facts(found: Any) -> dict[str, Any]:
    return {fact["id"]: fact for chapter in found["chapters"] for fact in chapter["facts"]}


@pytest.mark.parametrize("language", OFFERED)
def test_every_pair_of_games_has_words_for_every_row(language: str) -> None:
    for pair in combinations(rulesets(), 2):
        found = comparison([Column(configure(id_)) for id_ in pair], language)
        for fact in facts(found).values():
            assert fact["name"] and all(fact["texts"]) and len(fact["texts"]) == 2, (pair, fact)


def test_two_games_stand_beside_each_other_in_lines_of_a_terminal(capsys: Capture) -> None:
    status, out, _ = run(capsys, "--compare", "hong-kong-old", "riichi/online")
    rows = {" ".join(line.split()) for line in out.splitlines()}
    assert status == 0 and max(map(len, out.splitlines())) <= WIDTH
    assert {"Tiles in the set 144 136", "Old Hong Kong Riichi · Online", "Minimum 3 1"} <= rows
    assert not any(row.startswith("Players ") for row in rows)


def test_what_is_the_same_is_shown_on_request(capsys: Capture) -> None:
    _, out, _ = run(capsys, "--compare", "hong-kong-old", "riichi", "--all")
    assert "Players 4 4" in {" ".join(line.split()) for line in out.splitlines()}


def test_equal_games_are_said_to_be_equal(capsys: Capture) -> None:
    assert "Nothing differs." in run(capsys, "--compare", "mcr", "mcr")[1]


def test_a_file_of_house_rules_stands_under_its_name(capsys: Capture, tmp_path: Path) -> None:
    path = made(capsys, tmp_path)
    path.write_text(path.read_text(encoding="utf-8").replace("# min-faan = 3", "min-faan = 1"), encoding="utf-8")
    status, out, _ = run(capsys, "--compare", "hong-kong-old", str(path), "--json")
    found = json.loads(out)
    assert status == 0 and [game["name"] for game in found["games"]] == ["Old Hong Kong", "Friday"]
    assert facts(found)["min-faan"]["values"] == [{"value": 3}, {"value": 1}]


def test_rules_of_an_item_are_shown_where_they_differ(capsys: Capture) -> None:
    found = json.loads(run(capsys, "--compare", "hong-kong-old", "south-african", "--json")[1])
    row = facts(found)["earthly-hand"]
    assert all(row["notes"]) and row["notes"][0] != row["notes"][1]
    assert facts(found)["all-pungs"]["notes"] == ["", ""]


@pytest.mark.parametrize(
    ("games", "says"),
    [
        (("riichi",), "2 to 4"),
        (("riichi", "chess"), "chess"),
        (("riichi", "riichi/chess"), "not a profile"),
        (("riichi", "/nowhere/friday.toml"), "cannot be read"),
    ],
)
def test_what_cannot_be_compared_is_one_line(capsys: Capture, games: tuple[str, ...], says: str) -> None:
    status, _, err = run(capsys, "--compare", *games)
    assert status == 2 and says in err and len(err.strip().splitlines()) == 1
