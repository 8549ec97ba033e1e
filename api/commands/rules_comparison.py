"""``jantaku rules --compare``: two or more games beside each other, rulesets, profiles or files of house rules."""

from __future__ import annotations

import argparse
import json
import textwrap
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from api.commands.exits import WrongUse
from api.words.comparison import Column, comparison

MOST: Final = 4
"""Games beside each other; more have no room on a terminal."""
WIDTH: Final = 118
_NAME_WIDTH: Final = 34
_GAP: Final = "  "


def compare(arguments: argparse.Namespace) -> int:
    """Prints what differs (``--all``: every row)."""
    names: Sequence[str] = arguments.compare
    if not 2 <= len(names) <= MOST:
        raise WrongUse(f"name 2 to {MOST} games: jantaku rules --compare hong-kong-old riichi/online friday.toml")
    found = comparison([_column(name, arguments.language) for name in names], arguments.language)
    if arguments.json:
        print(json.dumps(found, ensure_ascii=False))
    else:
        print("\n".join(_page(found, arguments.all, arguments.language)))
    return 0


def _column(name: str, language: str) -> Column:
    from controller.rules import RulesError, game_named

    if name.endswith(".toml") or name == "-" or Path(name).is_file():
        return _of_file(name, language)
    try:
        return Column(game_named(name))
    except RulesError as error:
        raise WrongUse(f"{name}: {error.detail}; {error.remedy or ''}".rstrip("; ")) from None


def _of_file(name: str, language: str) -> Column:
    from api.commands.rules_files import text_of
    from controller.house.rules_file import RulesFileError, read_rules_file
    from controller.rules import configure

    try:
        rules = read_rules_file(text_of(name), configure)
    except RulesFileError as error:
        where = f"{error.field}: " if error.field and error.field != "file" else ""
        raise WrongUse(f"{name}: {where}{error.detail}; jantaku rules check {name} says more") from None
    return Column(configure(rules.ruleset, rules.options, rules.profile), rules.names.get(language) or rules.name)


def _page(found: Mapping[str, Any], everything: bool, language: str) -> Iterator[str]:
    from api.words.catalogue import topic

    games = found["games"]
    width = (WIDTH - _NAME_WIDTH - len(_GAP) * len(games)) // len(games)
    yield from _row("", [game["name"] for game in games], width)
    shown = 0
    for chapter in found["chapters"]:
        facts = [fact for fact in chapter["facts"] if everything or fact["differs"]]
        shown += len(facts)
        if facts:
            yield f"\n{chapter['name']}"
        for fact in facts:
            cells = [f"{text}\n{note}" if note else text for text, note in zip_longest(fact["texts"], fact["notes"])]
            yield from _row(f"  {fact['name']}", cells, width)
    if not shown:
        yield f"\n{topic(language, 'compare')['compare.same']}"


def _row(name: str, cells: Sequence[str], width: int) -> Iterator[str]:
    columns = [_wrapped(name, _NAME_WIDTH, "    "), *(_wrapped(cell, width) for cell in cells)]
    widths = [_NAME_WIDTH, *[width] * len(cells)]
    for parts in zip_longest(*columns, fillvalue=""):
        yield _GAP.join(_filled(part, each) for part, each in zip(parts, widths, strict=True)).rstrip()


def _wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """Lines of so many columns, of which Chinese and Japanese characters take two."""
    lines: list[str] = []
    for part in text.split("\n"):
        wide = any(_columns(char) > 1 for char in part)
        begin = part[: len(part) - len(part.lstrip())]
        lines += textwrap.wrap(part, width // 2 if wide else width, initial_indent=begin, subsequent_indent=indent)
    return lines or [""]


def _columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def _filled(text: str, width: int) -> str:
    return text + " " * max(0, width - _columns(text))
