"""Games beside each other: what is equal is no difference, what differs is named with both values."""

from __future__ import annotations

from typing import Any

import pytest

from controller.rules import OptionError, configure, game_named
from controller.rules.comparison import CHAPTERS, compared
from controller.rules.rulesets import IDS

OLD = "hong-kong-old"


def differing(one: Any, other: Any) -> dict[tuple[str, str], tuple[Any, ...]]:
    parts = compared([one, other])
    return {(part.chapter, fact.id): fact.values for part in parts for fact in part.facts if fact.differs}


@pytest.mark.parametrize("id_", IDS)
def test_a_game_does_not_differ_from_itself(id_: str) -> None:
    assert differing(configure(id_), configure(id_)) == {}


@pytest.mark.parametrize("id_", IDS)
def test_every_game_has_rows_in_every_chapter_but_penalties(id_: str) -> None:
    filled = {part.chapter for part in compared([configure(id_)]) if part.facts}
    assert filled | {"penalties"} == set(CHAPTERS)


def test_one_option_is_one_difference_where_nothing_follows_from_it() -> None:
    changed = configure(OLD, {"false-win-points": 9, "claim-window-seconds": 5})
    assert differing(configure(OLD), changed) == {
        ("options", "false-win-points"): ({"value": 8}, {"value": 9}),
        ("options", "claim-window-seconds"): ({"value": 3}, {"value": 5}),
        ("penalties", "false-win"): tuple(
            {"effect": "pays", "each": [points], "pays_bank": 0, "settle": "now"} for points in (8, 9)
        ),
    }


def test_what_follows_from_an_option_stands_in_its_own_chapter() -> None:
    found = differing(configure(OLD), configure(OLD, {"tiles": 136, "min-faan": 1, "east-doubles": False}))
    assert found["table", "tiles"] == (144, 136) and found["worth", "minimum"] == (3, 1)
    assert found["worth", "base-1"] == (None, 1)
    assert found["payments", "E-wall"][1] == {"S": 2, "W": 2, "N": 2}
    assert found["items", "no-flowers"][1] is None


def test_the_same_item_under_two_ids_is_one_row() -> None:
    values = differing(configure(OLD), configure("riichi"))["items", "half-flush"]
    assert [row["id"] for rows in values for row in rows] == ["clean-hand", "honitsu"]
    assert [(row["value"], row["open_value"]) for rows in values for row in rows] == [(3, 3), (3, 2)]


def test_an_item_of_the_house_and_one_left_out_differ() -> None:
    own = {"id": "own-x", "group": "faan", "value": 2, "names": {"en": "X"}, "pattern": {"kongs": 2}}
    house = configure(OLD, {"changes": {"off": ["three-kongs"], "items": [own], "values": {"all-pong": 1}}})
    found = differing(configure(OLD), house)
    assert {id_ for chapter, id_ in found if chapter == "items"} == {"three-kongs", "own-x", "all-pungs"}


def test_a_game_is_named_by_ruleset_and_profile() -> None:
    assert game_named("riichi/online").profile == "online" and game_named("riichi").profile is None
    for wrong in ("chess", "riichi/chess"):
        with pytest.raises(OptionError):
            game_named(wrong)
