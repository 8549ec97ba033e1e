"""What a house changes in a ruleset beyond its options: what items are worth, items left out, and items of its own.

Where the hands of a game stand on a card (``Ruleset.of_card``), they are a card of the house and nothing else:
``{"card": {"card": "club-2026", "title": "Club card 2026", "lines": [...]}}`` (``sheet.card``).

They are written as one more option, ``changes``, so that every game, match and scoring record that keeps its options
keeps them too::

    {"values": {"all-pong": 2}, "off": ["three-kongs"],
     "items": [{"id": "own-three-winds", "group": "faan", "value": 2, "names": {"en": "Three winds"},
                "pattern": {"triplets": "1234z", "at-least": 3}}]}

Nothing in them is a program; ``own_patterns`` lists what an item may look at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Literal

from controller.languages import REGIONS
from controller.rules.errors import OptionError
from controller.rules.sheet.card import CARD, read_card, written
from controller.rules.sheet.options import CHANGES
from controller.rules.sheet.own_patterns import own_test
from controller.rules.sheet.ruleset import OWN, Item, Options, Ruleset

MOST_OWN_ITEMS: Final = 40
MOST_PARTS_IN_ALL: Final = 200
"""Names and counts of all own items together: each is asked of every reading of every hand."""
MOST_NAMES: Final = 20
"""Languages in which an own item has a name."""
MOST_VALUE: Final = 1_000_000
LONGEST_ITEM_NAME: Final = 60
LONGEST_ID: Final = 60
DEFAULT_LANGUAGE: Final = "en"
_ID: Final = re.compile(r"own-[a-z0-9]+(-[a-z0-9]+)*")
_MEMBERS: Final = ("values", "off", "items")
_OF_AN_ITEM: Final = ("id", "group", "value", "names", "pattern", "open-value")

Changes = Mapping[str, Any]


def changed(rules: Ruleset, changes: Any, options: Options) -> Ruleset:
    """The ruleset as the house plays it; ``options`` are settled. Raises ``OptionError`` with the path
    (``options.changes.values.x``)."""
    if not isinstance(changes, Mapping):
        raise OptionError(CHANGES, "is a table", allowed=_MEMBERS)
    if rules.of_card:
        _only(changes, (CARD,), CHANGES)
        return replace(rules, items=rules.of_card(changes[CARD])) if CARD in changes else rules
    _only(changes, _MEMBERS, CHANGES)
    if rules.fixed_items and changes:
        raise OptionError(CHANGES, f"the items of {rules.id} are fixed: its competition rules know no others")
    off = _off(rules, changes.get("off", ()))
    values = _values(rules, changes.get("values", {}), off, options)
    kept = tuple(_valued(item, values[item.id]) if item.id in values else item for item in rules.items)
    own = _own_items(rules, changes.get("items", ()))
    return replace(rules, items=(*(item for item in kept if item.id not in off), *own))


def own_names(changes: Any, language: str) -> dict[str, str]:
    """Names of the own items by id, in a language, that of its region, English or else the first that there is; the
    lines of a card are called what they are in every language."""
    spoken = (language, REGIONS.get(language, language), DEFAULT_LANGUAGE)
    items = changes.get("items", ()) if isinstance(changes, Mapping) else ()
    lines = read_card(changes[CARD]).lines if isinstance(changes, Mapping) and CARD in changes else ()
    return {line.id: f"{line.id}: {written(line)}" for line in lines} | {
        str(item["id"]): next(filter(None, map(names.get, spoken)), None) or next(iter(names.values()))
        for item in items
        for names in (item["names"],)
    }


def _only(given: Mapping[str, Any], known: Iterable[str], field: str) -> None:
    for name in given:
        if name not in known:
            raise OptionError(f"{field}.{name}", "is not known here", allowed=known)


def _off(rules: Ruleset, given: Any) -> frozenset[str]:
    field, known = f"{CHANGES}.off", dict.fromkeys(item.id for item in rules.items)
    if not isinstance(given, list | tuple):
        raise OptionError(field, "is a list of items")
    for name in given:
        if not isinstance(name, str) or name not in known:
            raise OptionError(field, f"{name!r} is not an item of {rules.id}", value=name, allowed=known)
    return frozenset(given)


Worth = tuple[int, int | None]
"""The value, and that with claimed sets where it is another."""


def _values(rules: Ruleset, given: Any, off: frozenset[str], options: Options) -> dict[str, Worth]:
    field = f"{CHANGES}.values"
    if not isinstance(given, Mapping):
        raise OptionError(field, "is a table of items and numbers")
    rows: dict[str, list[Item]] = {}
    for item in rules.items:
        rows.setdefault(item.id, []).append(item)
    found = {}
    for name, value in given.items():
        if name not in rows:
            raise OptionError(f"{field}.{name}", f"is not an item of {rules.id}", allowed=rows)
        usual = numbered_row(rows[name], options)
        if usual is None:
            raise OptionError(f"{field}.{name}", "has its value by an option", other=str(rows[name][0].value))
        if name in off:
            raise OptionError(f"{field}.{name}", "is left out, so it has no value", other=f"{CHANGES}.off")
        found[name] = _worth(value, usual.open_value is not None, f"{field}.{name}")
    return found


def numbered_row(rows: Sequence[Item], options: Options) -> Item | None:
    """Of the rows of one id the one whose value a house can change: that which is played, else the one that is played
    by default; None where an option gives the value."""
    played = next((row for row in rows if row.played(options)), rows[0])
    return next((row for row in (played, rows[0]) if not isinstance(row.value, str)), None)


def _worth(value: Any, two: bool, field: str) -> Worth:
    """A number, or for an item that is worth something else with claimed sets two of them."""
    if two and isinstance(value, list | tuple) and len(value) == 2:
        return _number(value[0], field, 1), _number(value[1], field, 0)
    return _number(value, field, 1), None


def _number(value: Any, field: str, least: int) -> int:
    if type(value) is not int or not least <= value <= MOST_VALUE:
        raise OptionError(field, f"{value!r} is not a whole number from {least} to {MOST_VALUE}", value=value)
    return value


def _valued(item: Item, worth: Worth) -> Item:
    """A row that takes its value from an option, as a limit hand does, keeps it."""
    if isinstance(item.value, str):
        return item
    value, open_value = worth
    return replace(item, value=value, open_value=open_value)


def _own_items(rules: Ruleset, given: Any) -> tuple[Item, ...]:
    field = f"{CHANGES}.items"
    if not isinstance(given, list | tuple) or len(given) > MOST_OWN_ITEMS:
        raise OptionError(field, f"is a list of at most {MOST_OWN_ITEMS} items")
    own: dict[str, Item] = {}
    parts = 0
    for at, each in enumerate(given):
        item, more = _own_item(rules, each, f"{field}[{at}]")
        if item.id in own:
            raise OptionError(f"{field}[{at}].id", f"{item.id!r} stands there twice", value=item.id)
        own[item.id], parts = item, parts + more
        if parts > MOST_PARTS_IN_ALL:
            raise OptionError(
                f"{field}[{at}].pattern", f"all items together look at {MOST_PARTS_IN_ALL} things at most"
            )
    return tuple(own.values())


def _own_item(rules: Ruleset, given: Any, field: str) -> tuple[Item, int]:
    """The item, and of how many names and counts its pattern is made."""
    if not isinstance(given, Mapping):
        raise OptionError(field, "is a table", allowed=_OF_AN_ITEM)
    _only(given, _OF_AN_ITEM, field)
    id_, group = given.get("id"), given.get("group")
    if not isinstance(id_, str) or len(id_) > LONGEST_ID or not _ID.fullmatch(id_):
        said = "is missing" if id_ is None else f"{id_!r} does not begin with {OWN} and go on in a-z, 0-9 and -"
        raise OptionError(f"{field}.id", said, value=id_, remedy=f'such as id = "{OWN}three-winds"')
    _check_names(given.get("names"), f"{field}.names")
    like = [item for item in rules.items if item.group == group]
    if not like:
        groups = dict.fromkeys(item.group for item in rules.items)
        raise OptionError(f"{field}.group", f"{group!r} is not a group of {rules.id}", value=group, allowed=groups)
    test = own_test(given.get("pattern"), f"{field}.pattern")
    if not test.on_hand and all(item.on == "hand" for item in like):
        raise OptionError(f"{field}.pattern", f"items of {group!r} are seen without looking at sets")
    value, open_value = _own_worth(given, like, field)
    on: Literal["hand", "reading"] = "hand" if test.on_hand else "reading"
    per = "" if isinstance(value, str) else like[0].per
    return Item(id_, str(group), value, test.test, on=on, open_value=open_value, per=per), test.parts


def value_option(items: Iterable[Item]) -> str | None:
    """The option that gives all items of a group their value; None where they have values of their own."""
    values = {item.value for item in items}
    value = values.pop() if len(values) == 1 else None
    return value if isinstance(value, str) else None


def _own_worth(given: Mapping[str, Any], like: list[Item], field: str) -> tuple[int | str, int | None]:
    """Where the values of a group come from one option, as those of limit hands do, so does that of the item."""
    if (option := value_option(like)) is not None:
        if "value" in given:
            raise OptionError(f"{field}.value", "has its value by an option", other=option)
        return option, None
    if "open-value" in given:
        return _number(given.get("value"), f"{field}.value", 1), _number(given["open-value"], f"{field}.open-value", 0)
    return _number(given.get("value"), f"{field}.value", 1), None


def _check_names(names: Any, field: str) -> None:
    if not isinstance(names, Mapping) or not 1 <= len(names) <= MOST_NAMES:
        raise OptionError(field, f"is a table of languages and names with 1 to {MOST_NAMES} of them")
    for language, name in names.items():
        good = isinstance(name, str) and name.strip() and len(name) <= LONGEST_ITEM_NAME and name.isprintable()
        if not good or not isinstance(language, str) or not re.fullmatch(r"[a-z]{2}(-[A-Za-z]{2,4})?", language):
            raise OptionError(f"{field}.{language}", f"takes 1 to {LONGEST_ITEM_NAME} printable characters", value=name)
