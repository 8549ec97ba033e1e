"""Every sentence that the match, the walls and the dice can say is there in four languages."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from api.words.catalogue import catalogue
from controller.languages import LANGUAGES
from controller.match.decide import COMMANDS
from controller.rules import configure, describe, rulesets

ROOT = Path(__file__).parents[3]
SOURCES = [*(ROOT / "controller" / "match").rglob("*.py"), *(ROOT / "controller" / "walls").glob("*.py")]
SOURCES.append(ROOT / "controller" / "fairness" / "dice.py")
TEXT = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)


def words(language: str) -> dict[str, str]:
    path = ROOT / "api" / "locale" / language / "match.json"
    return dict(json.loads(path.read_text(encoding="utf-8")))


NO_OPTION = {"three-dead-hands"}
"""Ends without payment that no house can leave out."""


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_language_has_the_same_sentences_with_the_same_places(language: str) -> None:
    places = {key: sorted(re.findall(r"\{[a-z_]+\}", text)) for key, text in words("en").items()}
    assert {key: sorted(re.findall(r"\{[a-z_]+\}", text)) for key, text in words(language).items()} == places
    assert all(text.strip() for text in words(language).values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_in_the_code_has_a_sentence(language: str) -> None:
    keys = set(re.findall(r'"((?:paper|line|match)\.[a-z-]+[a-z])"', TEXT)) - {"match.seated", "match.started"}
    events = {key for key in keys if re.search(rf'Event\(\s*"{re.escape(key)}"', TEXT) or f'    "{key}": _' in TEXT}
    commands = {name for spec in COMMANDS for name in spec.names}
    assert keys - events - commands <= set(catalogue(language))


@pytest.mark.parametrize("ruleset", rulesets())
def test_every_penalty_of_a_ruleset_has_a_name(ruleset: str) -> None:
    for row in configure(ruleset).penalties():
        assert f"offence.{row['id']}" in catalogue("en")


def test_every_line_that_a_ruleset_can_write_has_a_sentence() -> None:
    rules = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "controller" / "rules").rglob("*.py"))
    keys = set(re.findall(r'"(line\.[a-z-]+)"', rules))
    assert keys
    assert keys <= set(catalogue("en"))


ALL_ABORTS = dict.fromkeys(("kyuushu", "suufon", "suucha", "suukaikan", "sancha"), True)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", rulesets())
def test_everything_that_a_result_asks_for_has_words(ruleset: str, language: str) -> None:
    known = {option["name"] for option in describe(ruleset)["options"]}
    options: dict[str, object] = {name: value for name, value in ALL_ABORTS.items() if name in known}
    asks = configure(ruleset, options | ({"kazoe": "yakuman"} if "kazoe" in known else {})).asks
    named = {f"abort.{reason}" for reason in asks.abort} | {f"level.{level.id}" for level in asks.levels}
    named |= {f"flag.{row.id}" for row in asks.situations} | {"abort.void"}
    named |= {f"declared.{row.id}" for row in asks.declared} | {f"paper.declared.{row.id}" for row in asks.declared}
    named |= {f"row.{row.id}" for row in asks.rows} | {f"count.{row.id}" for row in asks.counts}
    named |= {f"tile.{name}" for name in (*asks.tiles.names, "1j")} | {f"check.seen.{name}" for name in asks.seen}
    named |= {f"level.{asks.limit}"} if asks.levels else set()
    assert named <= set(catalogue(language))
    assert set(asks.abort) - NO_OPTION == set(options)
