"""``jantaku rules``: the rulesets, and one of them as a page to read."""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from api.words import LANGUAGES

    parser.add_argument("id", nargs="?", metavar="ID", help="ruleset; without one, all are listed")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="language of the names")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    from api.exits import WrongUse
    from controller.rules import describe, rulesets

    known = list(rulesets())
    if arguments.id is None:
        sheets = [describe(name) for name in known]
        lines = (_headline(sheet, arguments.language) for sheet in sheets)
        print(json.dumps(sheets, ensure_ascii=False) if arguments.json else "\n".join(lines))
        return 0
    if arguments.id not in known:
        raise WrongUse(f"there is no ruleset {arguments.id!r}; known are {', '.join(known)}")
    sheet = describe(arguments.id)
    print(json.dumps(sheet, ensure_ascii=False) if arguments.json else "\n".join(_page(sheet, arguments.language)))
    return 0


def _headline(sheet: Mapping[str, Any], language: str) -> str:
    return f"{sheet['id']:<22}{sheet['names'][language]}"


def _page(sheet: Mapping[str, Any], language: str) -> Iterator[str]:
    wall, dice = sheet["wall"], sheet["dice"]
    yield f"{sheet['names'][language]}  ({sheet['id']})"
    yield f"{wall['tiles']} tiles, {wall['players']} players, {dice['dice']} dice, counted in {sheet['unit']}"
    yield from _items(sheet, language)
    yield from _options(sheet)
    yield from _penalties(sheet)


def _items(sheet: Mapping[str, Any], language: str) -> Iterator[str]:
    group = None
    for item in sheet["items"]:
        if item["group"] != group:
            group = item["group"]
            yield f"\n{group.upper()}"
        value = item.get("value", item.get("option"))
        when = "".join(f"  [{name}: {setting}]" for name, setting in item["when"].items())
        yield f"  {value!s:>6}  {item['id']:<28}{item['names'][language]}{when}"


def _options(sheet: Mapping[str, Any]) -> Iterator[str]:
    yield "\nOPTIONS"
    for option in sheet["options"]:
        allowed = option.get("choices") or f"{option.get('minimum')} to {option.get('maximum')}"
        values = ", ".join(json.dumps(value) for value in allowed) if isinstance(allowed, list) else allowed
        yield f"  {option['name']} = {json.dumps(option['default'])}"
        yield textwrap.fill(f"{option['help']} ({values})", 100, initial_indent="      ", subsequent_indent="      ")


def _penalties(sheet: Mapping[str, Any]) -> Iterator[str]:
    if sheet["penalties"]:
        yield "\nPENALTIES"
    for penalty in sheet["penalties"]:
        yield f"  {penalty['id']}: {penalty['effect']}"
