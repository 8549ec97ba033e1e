"""Everything that is wrong in a file of house rules, not only what is met first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from controller.house.rules_file import FORMAT, Configure, Places, RulesFileError, made_of, parsed

MOST: Final = 20
"""Mistakes that are told of one file: nobody reads more."""
_IN_PLACE: Final = {"format": FORMAT, "name": "x"}
"""What is taken where a line that every file must have is wrong. Without a ruleset nothing else can be judged."""


def mistakes_of(text: str, configure: Configure) -> tuple[RulesFileError, ...]:
    """In the order of their lines, as far as each can be judged without the others: what is wrong is left out, and the
    rest is read again. Empty for a file that makes a game."""
    found = sorted(_each(text, configure), key=lambda error: error.line or 0)
    return tuple(found)


def _each(text: str, configure: Configure) -> Iterator[RulesFileError]:
    places = Places(text)
    try:
        given = parsed(text)
    except RulesFileError as error:
        yield error
        return
    items = given.get("items")
    numbers = list(range(len(items))) if isinstance(items, list) else []
    for _ in range(MOST):
        try:
            made_of(given, places, configure)
        except RulesFileError as error:
            yield _as_counted(error, numbers, places)
            if not _left_out(given, numbers, error):
                return
        else:
            return


_OWN: Final = re.compile(r"items\[(\d+)\]")


def _as_counted(error: RulesFileError, numbers: list[int], places: Places) -> RulesFileError:
    """With the number of an own item as the file counts it. ``numbers``: of the items that are left."""
    field = error.field or ""
    if not (own := _OWN.match(field)):
        return error
    field = f"items[{numbers[int(own[1])]}]{field[own.end() :]}"
    return RulesFileError(error.detail, error.remedy, field=field, line=places.of(field))


def _left_out(given: dict[str, Any], numbers: list[int], error: RulesFileError) -> bool:
    """Whether the part that the mistake is about could be left out."""
    top, _, rest = (error.field or "").partition(".")
    if top in _IN_PLACE:
        changed: bool = given.get(top) != _IN_PLACE[top]
        given[top] = _IN_PLACE[top]
        return changed
    if own := _OWN.match(top):
        at = int(own[1])
        del given["items"][at], numbers[at]
        return True
    return _removed(given, top, rest)


def _removed(given: dict[str, Any], top: str, rest: str) -> bool:
    table = given.get(top)
    name = rest.partition("[")[0]
    if isinstance(table, dict) and name in table:
        del table[name]
        return True
    return top != "parent" and given.pop(top, None) is not None
