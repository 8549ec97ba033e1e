"""The catalogues: complete, with the same placeholders, and chosen as the browser wishes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from api.words.catalogue import choose, say
from api.words.catalogue import topic as whole_topic
from controller.languages import LANGUAGES, OFFERED
from controller.mechanism import Place, Request
from controller.rules import describe, rulesets
from firmware_bridge.messages import Latches
from hardware.simulator.actions import ACTIONS
from hardware.simulator.fault_kinds import KINDS

LOCALE = Path(__file__).parents[3] / "api" / "locale"
WEB = Path(__file__).parents[3] / "api" / "web"
TOPICS = sorted(path.stem for path in (LOCALE / "en").glob("*.json"))
SAME_KEYS = [topic for topic in TOPICS if topic != "items"]  # those of items: test_items.py


def words(language: str, topic: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((LOCALE / language / f"{topic}.json").read_text(encoding="utf-8"))
    return found


def places(text: str) -> set[str]:
    return set(re.findall(r"\{[\w-]+\}", text))


def test_no_word_stands_twice_in_a_file_so_that_the_later_one_would_hide_the_other() -> None:
    def once(pairs: list[tuple[str, str]]) -> dict[str, str]:
        keys = [key for key, _ in pairs]
        twice.extend(f"{path.parent.name}/{path.name}: {key}" for key in set(keys) if keys.count(key) > 1)
        return dict(pairs)

    twice = list[str]()
    for path in LOCALE.glob("*/*.json"):
        json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=once)
    assert twice == []


@pytest.mark.parametrize("topic", SAME_KEYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_word_with_the_same_placeholders(language: str, topic: str) -> None:
    english, other = words("en", topic), words(language, topic)
    assert english.keys() == other.keys()
    assert [key for key in english if places(english[key]) != places(other[key])] == []


@pytest.mark.parametrize("topic", TOPICS)
@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_han_script_has_its_own_punctuation(language: str, topic: str) -> None:
    narrow = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff][,;:!?()]|[,;:!?()][\u3040-\u30ff\u4e00-\u9fff]")
    assert {key: text for key, text in words(language, topic).items() if narrow.search(text)} == {}


def test_a_key_belongs_to_one_topic_and_so_has_one_text() -> None:
    owners: dict[str, list[str]] = {}
    for topic in TOPICS:
        for key in words("en", topic):
            owners.setdefault(key, []).append(topic)
    assert {key: topics for key, topics in owners.items() if len(topics) > 1} == {}


def test_every_word_that_a_page_names_is_there() -> None:
    known = set().union(*(words("en", topic) for topic in TOPICS))
    named = {
        key
        for path in WEB.rglob("*.js")
        for key in re.findall(
            r"""\b(?:t|wordOr|main|barButton|awayCard)\(\s*"([a-z][\w.-]+)\"""", path.read_text(encoding="utf-8")
        )
    }
    assert len(named) > 80
    assert sorted(named - known) == []


def test_every_language_is_called_by_its_own_name_in_every_language() -> None:
    own = {language: whole_topic(language, "page")[f"language.{language}"] for language in OFFERED}
    assert len(set(own.values())) == len(OFFERED)
    for language in OFFERED:
        assert {each: whole_topic(language, "page")[f"language.{each}"] for each in OFFERED} == own


@pytest.mark.parametrize(
    ("wish", "language"),
    [
        (None, "en"), ("", "en"), ("fr", "en"), ("ja", "ja"), ("zh", "zh-Hans"), ("zh-CN", "zh-Hans"),
        ("zh-HK", "zh-HK"), ("zh-MO", "zh-HK"), ("zh-Hant-TW", "zh-TW"), ("zh-Hant", "zh-Hant"),
        ("fr;q=1, zh-TW;q=0.8, en;q=0.9", "en"), ("zh-Hant-HK, zh-TW", "zh-HK"),
        ("ja;q=0, en", "en"), ("ja;q=nonsense, zh-Hans", "zh-Hans"), ("*", "en"), (";;;,,,==", "en"),
    ],
)  # fmt: skip
def test_the_best_of_our_languages_is_chosen(wish: str | None, language: str) -> None:
    assert choose(wish) == language


def test_a_sentence_without_a_value_keeps_its_place() -> None:
    assert say("en", "match.hand", wind="East", n=3) == "East 3"
    assert say("en", "match.hand") == "{wind} {n}"
    assert say("en", "no.such.word") is None


def families() -> dict[str, list[str]]:
    """Words whose keys the pages put together out of what the table says."""
    return {
        "latch.": [bit.name.lower().replace("_", "-") for bit in Latches if bit.name],
        "place.": [place.value for place in Place],
        "action.": ["placed", *(request.value for request in Request)],
        "machine.state.": ["idle", "moving", "building", "suspended", "stopped", "unknown"],
        "machine.phase.": ["shuffling", "picking", "checking", "ready", "suspended", "failed"],
        "roll.": ["seats", "first-dealer", "break", "break-second"],
        "sim.": [*ACTIONS, *KINDS, *(f"key.{name}" for name in ("open", "raise", "dice-0", "dice-3"))],
        "plant.argument.": sorted(
            {argument.name for each in (*ACTIONS.values(), *KINDS.values()) for argument in each.arguments} - {"key"}
        ),
        "unit.": [describe(name)["unit"] for name in rulesets()],
        "value.": [
            f"{option['name']}.{'null' if value is None else value}"
            for name in rulesets()
            for option in describe(name)["options"]
            if option["type"] == "choice"
            for value in option["choices"]
            if not isinstance(value, int)
        ],
        "offence.": [each["id"] for name in rulesets() for each in describe(name)["penalties"]],
    }


@pytest.mark.parametrize("family", list(families()))
def test_every_word_that_the_table_may_ask_for_is_there(family: str) -> None:
    known = set().union(*(words("en", topic) for topic in TOPICS))
    assert [key for name in families()[family] if (key := family + name) not in known] == []
