"""Every sentence exists in every language, with the same placeholders, and none is left over."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from controller.languages import LANGUAGES
from controller.mechanism import Situation, catalogue
from controller.mechanism.faults import POWER_DIP_KEY, of_table, remedies_of, spec_of
from controller.mechanism.inputs import Request
from controller.mechanism.moves import POSSIBLE_MOVES
from controller.mechanism.shown.prompts import _AT_FAULT
from controller.table import snapshot
from firmware_bridge.messages import Verdict

LOCALE = Path(__file__).parents[3] / "api" / "locale"
ONLY_BY_WORD = {"prompt.hatch-open"}
VARIANTS = {
    "prompt.push-in", "prompt.put-in", "prompt.push-in-add", "prompt.push-in-remove", "prompt.put-rest-in",
    "prompt.close-hatch", "prompt.empty-one-set", "prompt.playing-other-plan", "prompt.staged-other-plan",
    "prompt.warning",
}  # fmt: skip


def words(language: str) -> dict[str, str]:
    loaded: dict[str, str] = json.loads((LOCALE / language / "machine.json").read_text(encoding="utf-8"))
    return loaded


def needed() -> set[str]:
    keys = {f"prompt.{here.value}" for here in Situation if here not in _AT_FAULT} - ONLY_BY_WORD | VARIANTS
    keys |= {way.hint for way in POSSIBLE_MOVES.values() if way.hint}
    keys |= {f"prompt.refused.{v.name.lower().replace('_', '-')}" for v in Verdict if v is not Verdict.ACCEPTED}
    keys |= {snapshot.UNWRITABLE, snapshot.DAMAGED}  # the table says them in the place of the machine
    keys |= {f"action.{request.value}" for request in Request} | {"action.placed"}
    for spec in catalogue():
        keys |= {spec["key"], f"{spec['key']}.meaning"}
        keys |= {f"remedy.{remedy}" for remedy in spec["remedies"]}
        keys |= {f"evidence.{field}" for field in spec["evidence"]}
    keys |= {POWER_DIP_KEY, f"{POWER_DIP_KEY}.meaning", "evidence.quota", "evidence.cause"}
    return keys | {f"remedy.{remedy}" for remedy in remedies_of(of_table(spec_of("E51"), cause="watchdog"))}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_exactly_the_words_that_are_used(language: str) -> None:
    assert set(words(language)) == needed()


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_agree_with_english(language: str) -> None:
    def holes(text: str) -> set[str]:
        return set(re.findall(r"\{(\w+)\}", text))

    here, english = words(language), words("en")
    differing = {key for key in english if holes(here[key]) != holes(english[key])}
    assert not {key for key in differing if not key.startswith("prompt.")}, differing
    assert not {key for key in differing if holes(here[key]) - holes(english[key])}, differing


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_prompt_meaning_and_remedy_is_a_whole_sentence(language: str) -> None:
    def told(key: str) -> bool:
        return key.startswith(("prompt.", "remedy.")) or key.endswith(".meaning")

    assert not [key for key, text in words(language).items() if told(key) and text[-1] not in ".。"]


def filled(key: str, args: dict[str, Any], language: str) -> str:
    text = words(language)[key]
    for name, value in args.items():
        text = text.replace("{" + name + "}", str(value))
    return text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_prompts_of_a_whole_evening_name_everything_they_speak_of(desk: Any, language: str) -> None:
    from controller.mechanism import prompt
    from firmware_bridge.messages import Fault, Key

    seen: set[str] = set()
    original = desk.inspect

    def inspect() -> None:
        original()
        said = prompt(desk.state)
        if said.key not in seen:
            seen.add(said.key)
            assert "{" not in filled(said.key, said.args, language), said.key

    desk.inspect = inspect
    desk.play_ready()
    for fault in (Fault.SHORT_1, Fault.HEAD_JAM_2, Fault.CHANNEL_0, Fault.SURPLUS, Fault.DISC_STALLED):
        desk.load()
        desk.board.raise_fault(fault, 1)
        desk.pump()
        desk.press(Key.RAISE)
        desk.finish_build()
    desk.load()
    desk.power_cycle()
    desk.follow()
    assert len(seen) > 15
