"""``docs/rulesets/items.md``, every item with its rule, from the rulesets: ``python -m tools.item_page [--check]``."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from api.words.catalogue import topic
from api.words.rulesets import described
from controller.rules import rulesets
from tools.made import write_or_check

PAGE = Path(__file__).resolve().parents[1] / "docs" / "rulesets" / "items.md"
HEAD = """# Items

Made from the rulesets and the catalogues `api/locale/en/items.json` by `python -m tools.item_page`; do not edit.

Every scoring element of every ruleset with the sentence that states its rule. A value in italics is that of an option
with this name. What an item leaves out beside it, options and penalties: `jantaku rules <id>`, also in the other
languages.
"""


def page() -> str:
    """The whole page as text."""
    words = topic("en", "sheet")
    return HEAD + "".join(line for id in rulesets() for line in _chapter(described(id), words))


def _chapter(sheet: Mapping[str, Any], words: Mapping[str, str]) -> Iterator[str]:
    yield f"\n## {sheet['names']['en']} (`{sheet['id']}`)\n"
    for group in dict.fromkeys(item["group"] for item in sheet["items"]):
        yield f"\n{words[f'sheet.group.{group}']}:\n\n| id | {sheet['unit']} | name | rule |\n"
        yield "| --- | --- | --- | --- |\n"
        rows = [_row(item) for item in sheet["items"] if item["group"] == group]
        yield from dict.fromkeys(rows)


def _row(item: Mapping[str, Any]) -> str:
    when = "; ".join(f"`{name}: {_shown(value)}`" for name, value in item["when"].items())
    rule = item["rule"]["en"] + (f" Only with {when}." if when else "")
    return f"| `{item['id']}` | {_value(item)} | {item['names']['en']} | {rule} |\n"


def _value(item: Mapping[str, Any]) -> str:
    if "option" in item:
        return f"*{item['option']}*"
    opened = item.get("open_value", item["value"])
    return f"{item['value']}" if opened == item["value"] else f"{item['value']}, open {opened or 'none'}"


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return " or ".join(map(_shown, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def main(arguments: list[str]) -> int:
    return write_or_check({PAGE: page()}, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
