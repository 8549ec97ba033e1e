"""What a table tells a broker: what its display shows to everybody, and nothing else."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.mqtt.home_assistant import Device, discovery
from api.mqtt.table_facts import facts_of, nameless
from api.mqtt.table_topics import TABLE
from api.mqtt.topic import MOST_BYTES, NOTHING, messages, payload
from api.words.catalogue import catalogue
from api.words.shown import hand_name, table_sentence
from controller.languages import OFFERED
from tests.api.conftest import Opened
from tests.api.table.flow import NAMES, finish, play, start

DEVICE = Device("jantaku-0123456789ab", "Table 1", "Automatic mahjong table", "0.1.0")


def told(snapshot: Mapping[str, Any], *, names: bool = False, language: str = "en", **more: Any) -> dict[str, str]:
    given = {"walls": 12, "counters": {"tiles": 1700}, **more}
    found = messages(TABLE, "t", facts_of(snapshot, words=catalogue(language), names=names, **given))
    return {topic.removeprefix("t/"): text for topic, text in found.items()}


def after(house: Opened, *steps: Callable[[Any], Awaitable[None]]) -> dict[str, Any]:
    """The snapshot of a real table after these steps."""

    async def scenario() -> dict[str, Any]:
        async with house() as h:
            for step in steps:
                await step(h)
            return h.table.snapshot()

    return asyncio.run(scenario())


def test_before_a_match_nothing_is_said_of_one(house: Opened) -> None:
    shown = after(house)
    found = told(shown)
    of_match = {text for topic, text in found.items() if topic.startswith("match/") and "/name" not in topic}
    assert of_match == {NOTHING, "OFF"}
    assert (found["light"], found["board"], found["machine/walls"]) == ("off", "absent", "12")
    assert (found["fault"], found["faults"], found["calls"]) == (NOTHING, "[]", "0")
    assert (found["machine/counters/tiles"], found["machine/counters/faults"]) == ("1700", NOTHING)


def test_a_match_is_told_hand_by_hand(house: Opened) -> None:
    shown = after(house, start, play, finish)
    found = told(shown)
    assert (found["match/running"], found["match/ruleset"], found["match/round"]) == ("ON", "hong-kong-old", "1")
    assert (found["match/prevailing"], found["match/dealer"], found["match/seats/1/wind"]) == ("E", "1", "E")
    scores = [int(found[f"match/seats/{seat}/score"]) for seat in range(1, 5)]
    assert (sum(scores), scores[0] > 0 > scores[2]) == (0, True)
    assert found["match/hand-name"].startswith("East 1")
    assert told(shown, language="ja")["match/hand-name"].startswith("東1局")


def test_names_are_told_only_where_they_are_allowed(house: Opened) -> None:
    shown = after(house, start)
    without, with_names = told(shown), told(shown, names=True)
    assert not any(name in text for name in NAMES for text in without.values())
    assert [without[f"match/seats/{seat}/name"] for seat in range(1, 5)] == [""] * 4, "cleared at the broker"
    assert [with_names[f"match/seats/{seat}/name"] for seat in range(1, 5)] == list(NAMES)
    to_throw = {**shown, "sentence": {"key": "say.break", "args": {"name": "Ann", "dice": 3}}}
    assert told(to_throw, names=True)["sentence"] == "Ann deals: throw 3 dice to break the wall."
    assert told(to_throw)["sentence"] == "Seat 1 deals: throw 3 dice to break the wall."


@given(
    st.lists(st.text(alphabet="ab, #12", min_size=2, max_size=8), min_size=4, max_size=5, unique=True),
    st.sets(st.integers(0, 3), min_size=1),
)
def test_no_name_is_left_in_what_is_told_without_names(names: list[str], first: set[int]) -> None:
    """Also of several winners, of those who rest, and of names with commas."""
    names = [f"QX{name}" for name in names]
    match = {
        "seats": [{"seat": seat, "name": name} for seat, name in enumerate(names[:4])],
        "resting": names[4:],
        "rests_next": names[0] if names[4:] else None,
        "final": {"ranking": [{"place": 1 + (seat not in first), "name": names[seat]} for seat in range(4)]},
    }
    args = {"name": names[min(first)], "names": [names[seat] for seat in sorted(first)], "dice": 2}
    found = nameless({"match": match, "sentence": {"key": "say.over-tied", "args": args}})
    said = found["sentence"]["args"]
    shown = [found["match"][part] for part in ("seats", "resting", "rests_next")]
    assert "QX" not in json.dumps([shown, said])
    assert said["names"] == [f"#{seat + 1}" for seat in sorted(first)]
    assert said["dice"] == 2


def test_nothing_of_a_hand_of_a_device_or_of_the_dice_to_come_is_told(house: Opened) -> None:
    """Every text that is told comes from the display; tokens, secrets and tiles of players have no topic."""
    shown = after(house, start, play)
    topics = {topic.path for topic in TABLE}
    barred = re.compile(r"token|secret|seed|nonce|device|pairing|contact|tiles/|winner|hand/")
    assert not [topic for topic in topics if barred.search(topic)]
    hidden = ("fair_dice", "wall", "journal", "pairing")
    stripped = {**shown, **dict.fromkeys(hidden)}
    assert told(stripped) == told(shown), "these parts of the snapshot are not looked at"


@pytest.mark.parametrize("language", OFFERED)
def test_every_language_has_the_words_of_every_entity(language: str) -> None:
    words = catalogue(language)
    found = discovery("homeassistant", DEVICE, "t", TABLE, words)
    assert len(found) == sum(topic.entity is not None for topic in TABLE)
    for topic, text in found.items():
        config = json.loads(text)
        assert re.fullmatch(r"homeassistant/(binary_)?sensor/[\w-]+/[\w-]+/config", topic)
        assert "mqtt." not in config["name"] and "{" not in config["name"]
        assert config["device"]["identifiers"] == [DEVICE.id]
        assert config["availability_topic"] == "t/status"
    ids = [json.loads(text)["unique_id"] for text in found.values()]
    assert len(set(ids)) == len(ids)


def test_the_last_throw_is_told(house: Opened) -> None:
    assert json.loads(told(after(house, start, play))["match/dice"]) == [3, 4, 1]


def test_what_is_told_fits_what_home_assistant_was_promised(house: Opened) -> None:
    """The value of an enum is one of its options; a number is one."""
    shown = after(house, start, play)
    found = told(shown)
    for topic in TABLE:
        entity, text = topic.entity, found[topic.path]
        if entity is None or text in ("", NOTHING):
            continue
        if entity.options:
            assert text in entity.options, topic.path
        if entity.state_class:
            float(text)
        if entity.component == "binary_sensor":
            assert text in ("ON", "OFF")


def test_an_entity_that_is_withheld_is_cleared() -> None:
    found = discovery("ha", DEVICE, "t", TABLE, catalogue("en"), withheld=["match/seats/1/name"])
    cleared = [topic for topic, text in found.items() if not text]
    assert cleared == [f"ha/sensor/{DEVICE.id}/match_seats_1_name/config"]


@given(st.one_of(st.text(max_size=60), st.just("牌" * 2000)))
def test_a_payload_is_text_that_every_broker_takes(text: str) -> None:
    found = payload(text)
    assert found
    assert len(found.encode()) <= MOST_BYTES
    assert "\x00" not in found


@pytest.mark.parametrize("language", OFFERED)
def test_a_sentence_is_said_in_every_language(language: str) -> None:
    over = {"match": None, "sentence": {"key": "say.over", "args": {"name": "#2", "score": -12300}}}
    said = table_sentence(over, catalogue(language))
    assert "−12,300" in said
    assert catalogue(language)["seat.number"].replace("{n}", "2") in said, "who gave no name"


def test_a_side_is_called_by_who_sits_there() -> None:
    words = catalogue("en")
    faulty = {"sentence": {"key": "say.remedy.find-tile", "args": {"side": 2}}, "match": None}
    assert "Side 2" in table_sentence(faulty, words)
    seated = {**faulty, "match": {"seats": [{"seat": 1, "name": "Ben"}]}}
    assert "Ben's side" in table_sentence(seated, words)


def test_a_hand_is_called_as_players_call_it() -> None:
    def place(**more: Any) -> dict[str, Any]:
        asks = {"hands": 0, "declared": []}
        return {"prevailing": "S", "in_round": 3, "extra": 0, "carry": 0, "asks": asks, **more}

    words = catalogue("en")
    assert hand_name(place(), words) == "South 3"
    assert hand_name(place(extra=2), words) == "South 3 · repeat 2"
    riichi = {"hands": 0, "declared": [{"id": "riichi"}]}
    assert hand_name(place(carry=1, asks=riichi), words) == "South 3 · honba 1"
    assert hand_name(place(asks={"hands": 16, "declared": []}), words) == "Hand 3 of 16"
    assert hand_name(place(prevailing=None), words) == ""
