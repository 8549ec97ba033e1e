"""House rules written as a file with remarks (``controller.house.rules_file`` reads it): every option with its help and
what it takes, every item with its value. What is as in the ruleset stands behind a ``#``."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any, Final

from api.words.catalogue import topic
from api.words.items import item_words_played
from api.words.rulesets import option_help, ruleset_names
from controller.house.rules_file import FORMAT, RulesFile
from controller.rules import configure, ruleset
from controller.rules.explain import item_key
from controller.rules.sheet.card import CARD
from controller.rules.sheet.changes import numbered_row
from controller.rules.sheet.chapters import chapter_of
from controller.rules.sheet.options import CHANGES, Option
from controller.rules.sheet.own_patterns import COUNTS, NAMED, OF_TILES
from controller.rules.sheet.ruleset import Item, Ruleset

_COLUMNS: Final = 100
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
Words = Mapping[str, str]


def rules_file(kept: RulesFile, language: str) -> str:
    """The file of these rules, with remarks in a language. ``read_rules_file`` makes the same rules of it."""
    words = {**topic(language, "rules"), **topic(language, "options"), **topic(language, "labels")}
    words |= {**topic(language, "house"), **topic(language, "setup")}
    return "\n".join(_lines(kept, language, words)) + "\n"


def _lines(kept: RulesFile, language: str, words: Words) -> Iterator[str]:
    rules, changes = ruleset(kept.ruleset), kept.options.get(CHANGES, {})
    yield from _remark(words["house.head"].format(ruleset=ruleset_names(kept.ruleset)[language]))
    yield f"format = {FORMAT}"
    yield f"name = {_value(kept.names if len(kept.names) > 1 else kept.name)}"
    yield f"parent = {_value(kept.ruleset)}"
    yield from _profile(kept, rules, words)
    yield from _off(rules, changes.get("off", ()), words)
    yield from _options(kept, rules, words)
    if rules.of_card:
        yield from _card(changes.get(CARD), words)
    if not rules.fixed_items:
        yield from _values(kept, rules, changes.get("values", {}), language, words)
        yield from _own(rules, changes.get("items", ()), words)


def _profile(kept: RulesFile, rules: Ruleset, words: Words) -> Iterator[str]:
    if not rules.profiles:
        return
    yield ""
    yield from _remark(words["house.profile"].format(profiles=", ".join(rules.profiles)))
    yield _row("profile", kept.profile or next(iter(rules.profiles)), kept.profile is not None)


def _off(rules: Ruleset, off: Any, words: Words) -> Iterator[str]:
    if rules.fixed_items:
        return
    yield ""
    yield from _remark(words["house.off"])
    yield _row("off", list(off) or [rules.items[0].id], bool(off))


def _options(kept: RulesFile, rules: Ruleset, words: Words) -> Iterator[str]:
    yield "\n[options]"
    standard = configure(kept.ruleset, {}, kept.profile).options
    chapter = ""
    for option in sorted(rules.options, key=lambda option: _CHAPTERS.index(chapter_of(option.name))):
        if chapter_of(option.name) != chapter:
            chapter = chapter_of(option.name)
            yield from ("", f"# ---- {words['chapter.' + chapter]}")
        yield ""
        yield from _remark(f"{option_help(rules.id, option.name, words)} ({_takes(option)})")
        chosen = option.name in kept.options
        value = kept.options[option.name] if chosen else standard[option.name]
        if value is not None:
            yield _row(option.name, value, chosen)


_CHAPTERS: Final = ("table", "play", "scoring", "payment", "match", "penalties")


def _takes(option: Option) -> str:
    return " | ".join(map(_value, option.allowed)) if not option.bounds else str(option.allowed[0])


def _values(kept: RulesFile, rules: Ruleset, values: Any, language: str, words: Words) -> Iterator[str]:
    yield "\n[values]"
    yield from _remark(words["house.values"])
    options = configure(kept.ruleset, kept.options, kept.profile).options
    names = item_words_played(rules.id, options, language)
    for item in _numbered(rules, options):
        name = names.get(f"item.{rules.id}.{item.id}") or names[item_key(rules.id, item)]
        value = values.get(item.id, item.value if item.open_value is None else [item.value, item.open_value])
        yield f"{_row(item.id, value, item.id in values):<40}  # {name}"


def _numbered(rules: Ruleset, options: Mapping[str, Any]) -> Iterator[Item]:
    """The items whose value a house can change, each once."""
    rows: dict[str, list[Item]] = {}
    for item in rules.items:
        rows.setdefault(item.id, []).append(item)
    yield from (row for each in rows.values() if (row := numbered_row(each, options)) is not None)


def _card(card: Any, words: Words) -> Iterator[str]:
    """The card of the house, or how one begins."""
    yield ""
    yield from _remark(words["house.card"])
    own = card or {
        "card": "club-2026", "title": "Club card 2026",
        "lines": [{"id": "T1", "groups": ["R(F)", "K(2a)", "K(4a)", "K(6b)"], "exposure": "X", "value": 25}],
    }  # fmt: skip
    lines = [f"[{CARD}]", *(_row(name, own[name], True) for name in ("card", "title"))]
    for line in own["lines"]:
        lines += ["", f"[[{CARD}.lines]]", *(_row(name, value, True) for name, value in line.items())]
    yield from (line if card else f"# {line}".rstrip() for line in lines)


def _own(rules: Ruleset, own: Any, words: Words) -> Iterator[str]:
    groups = ", ".join(dict.fromkeys(item.group for item in rules.items))
    patterns = ", ".join((*map(_value, NAMED), *OF_TILES, *COUNTS))
    yield ""
    yield from _remark(words["house.own"].format(groups=groups, patterns=patterns))
    for item in own:
        yield "\n[[items]]"
        yield from (_row(name, value, True) for name, value in item.items())
    if not own:
        yield from (f"# {line}" for line in _example(rules))


def _example(rules: Ruleset) -> Iterator[str]:
    like = next((item for item in rules.items if isinstance(item.value, int) and item.on == "reading"), rules.items[0])
    yield "[[items]]"
    yield 'id = "own-three-winds"'
    yield f'group = "{like.group}"'
    yield "value = 1"
    yield 'names = { en = "Three winds" }'
    yield 'pattern = { triplets = "1234z", at-least = 3 }'


def _row(name: str, value: Any, chosen: bool) -> str:
    return f"{'' if chosen else '# '}{name} = {_value(value)}"


def _value(value: Any) -> str:
    """A value in TOML. Text is written as JSON writes it, which TOML reads alike."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(str(name))} = {_value(each)}" for name, each in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _remark(text: str) -> Iterator[str]:
    for paragraph in text.split("\n"):
        yield from (f"# {line}" for line in textwrap.wrap(paragraph, _COLUMNS - 2, break_on_hyphens=False))
