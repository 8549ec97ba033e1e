"""House rules as a file that people read and change (TOML), and back.

::

    format = 1
    name = "Friday club"                  # or { en = "Friday club", ja = "..." }
    parent = "hong-kong-old"
    profile = "three-in-a-row"            # may be left out
    off = ["three-kongs"]

    [options]
    min-faan = 1

    [values]
    all-pong = 2

    [[items]]
    id = "own-three-winds"
    group = "faan"
    value = 2
    names = { en = "Three winds" }
    pattern = { triplets = "1234z", at-least = 3 }

Where the hands of a game stand on a card, a house may have one of its own (``controller.rules.sheet.card``)::

    [card]
    card = "club-2026"
    title = "Club card 2026"

    [[card.lines]]
    id = "T1"
    groups = ["R(F)", "K(2a)", "K(4a)", "K(6b)"]
    exposure = "X"
    value = 25

``values``, ``off``, ``items`` and ``card`` are the ``changes`` of ``controller.rules.sheet.changes``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final

from controller.house.state import HouseRules
from controller.limits import LONGEST_RULES_NAME, check_record, check_words
from controller.refusals import Code, Refused
from controller.rules.errors import OptionError
from controller.rules.game import Game
from controller.rules.sheet.card import CARD
from controller.rules.sheet.changes import CHANGES, DEFAULT_LANGUAGE

FORMAT: Final = 1
MOST_BYTES: Final = 48 << 10
"""The file of a ruleset with every option and remark has some 16 KiB."""
_TOP: Final = ("format", "name", "parent", "profile", "off", "options", "values", "items", CARD)
_CHANGED: Final = ("values", "off", "items", CARD)

Configure = Callable[[str, Mapping[str, Any], str | None], Game]
"""As ``controller.rules.configure``. Raises ``RulesError``."""


@dataclass(frozen=True, slots=True)
class RulesFile:
    """What a file says. ``names``: by language, one at least. ``options``: as a match takes them, with ``changes``."""

    names: Mapping[str, str]
    ruleset: str
    profile: str | None
    options: Mapping[str, Any]

    @property
    def name(self) -> str:
        return self.names.get(DEFAULT_LANGUAGE) or next(iter(self.names.values()))


def file_of(kept: HouseRules) -> RulesFile:
    """Rules that a house has kept, as a file says them."""
    return RulesFile({DEFAULT_LANGUAGE: kept.name, **kept.names}, kept.ruleset, kept.profile, kept.options)


class RulesFileError(Refused):
    """A file that makes no game. ``line``: where, counted from 1; None where it is the whole file."""

    def __init__(self, detail: str, remedy: str | None = None, *, field: str = "", line: int | None = None) -> None:
        at = {} if line is None else {"line": line}
        super().__init__(Code.BAD_RULES_FILE, detail, remedy, field=field or "file", more=at)
        self.line = line


def read_rules_file(text: str, configure: Configure) -> RulesFile:
    """The file, after a game was made of it. Raises ``RulesFileError``."""
    if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise RulesFileError(f"the file is longer than {MOST_BYTES >> 10} KiB")
    try:
        given = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise _unreadable(error) from None
    places = _Places(text)
    try:
        found = _read(given)
        configure(found.ruleset, found.options, found.profile)
    except RulesFileError as error:
        raise RulesFileError(error.detail, error.remedy, field=error.field or "", line=places.of(error.field)) from None
    except OptionError as error:
        field = _field(error.option)
        raise RulesFileError(error.detail, _remedy(error), field=field, line=places.of(field)) from None
    except Refused as error:
        raise RulesFileError(error.detail, error.remedy, field=error.field or "", line=places.of(error.field)) from None
    return found


def _read(given: Mapping[str, Any]) -> RulesFile:
    for name in given:
        if name not in _TOP:
            raise RulesFileError(f"{name!r} is not known here", _nearest(name, _TOP), field=name)
    if given.get("format") != FORMAT:
        raise RulesFileError(f"format is {given.get('format')!r}", f"write format = {FORMAT}", field="format")
    parent, profile = given.get("parent"), given.get("profile")
    if not isinstance(parent, str):
        raise RulesFileError("the ruleset that is changed is missing", 'write parent = "hong-kong-old"', field="parent")
    if profile is not None and not isinstance(profile, str):
        raise RulesFileError("a profile is a name", field="profile")
    options = given.get("options", {})
    if not isinstance(options, Mapping) or CHANGES in options:
        raise RulesFileError("[options] is a table of options and values", field="options")
    changes = {name: given[name] for name in _CHANGED if given.get(name)}
    chosen = {**options, CHANGES: changes} if changes else dict(options)
    check_record(chosen, "options")
    return RulesFile(_names(given.get("name")), parent, profile, chosen)


def _names(given: Any) -> dict[str, str]:
    names = {DEFAULT_LANGUAGE: given} if isinstance(given, str) else given
    if not isinstance(names, Mapping) or not names or not all(isinstance(name, str) for name in names.values()):
        raise RulesFileError("the name of the rules is missing", 'write name = "Friday club"', field="name")
    for name in names.values():
        check_words(name, "name", LONGEST_RULES_NAME)
    return dict(names)


def _unreadable(error: Exception) -> RulesFileError:
    found = re.search(r"\(at line (\d+), column \d+\)", str(error))
    said = re.sub(r" *\(at [^)]*\)", "", str(error)) or "holds too much within each other"
    return RulesFileError(f"this is not TOML: {said}", line=int(found[1]) if found else None)


def _field(option: str) -> str:
    """The place in the file of what the rules call ``changes.values.x``, an option, or the profile."""
    if option in ("ruleset", "profile", ""):
        return {"ruleset": "parent", "profile": "profile", "": "options"}[option]
    return option.removeprefix(f"{CHANGES}.") if option.startswith(CHANGES) else f"options.{option}"


def _remedy(error: OptionError) -> str | None:
    """The name that was probably meant; else what the rules say."""
    last = re.split(r"[.\[\]]", error.option)[-1]
    wrong = error.value if isinstance(error.value, str) else last
    return _nearest(wrong, [str(name) for name in error.allowed]) or error.remedy


def _nearest(name: str, known: Any) -> str | None:
    close = get_close_matches(name, list(known), 1)
    return f"did you mean {close[0]}?" if close else None


class _Places:
    """Where things stand in the text: tables by their header, names by the table that they stand in."""

    def __init__(self, text: str) -> None:
        self._lines: dict[str, int] = {}
        for path, line in _walk(text):
            self._lines.setdefault(path, line)

    def of(self, field: str | None) -> int | None:
        """The line of a path such as ``items[1].pattern.chows``, or of the nearest that encloses it."""
        path = field or ""
        while path and path not in self._lines:
            path = path[: max(path.rfind("."), path.rfind("["), 0)]
        return self._lines.get(path)


_HEADER: Final = re.compile(r"\s*(\[\[?)\s*([A-Za-z0-9_.\-]+)\s*\]\]?")
_NAME: Final = re.compile(r"\s*([A-Za-z0-9_.\-]+|\"[^\"]*\")\s*=")


def _walk(text: str) -> Iterator[tuple[str, int]]:
    table, counts = "", dict[str, int]()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            table = header[2]
            if header[1] == "[[":
                counts[table] = counts.get(table, -1) + 1
                table = f"{table}[{counts[table]}]"
            elif "." in table and (first := table.partition(".")[0]) in counts:
                table = table.replace(first, f"{first}[{counts[first]}]", 1)
            yield table, number
        elif name := _NAME.match(line):
            yield f"{table}.{name[1].strip(chr(34))}".removeprefix("."), number
