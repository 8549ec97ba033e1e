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
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from controller.house.state import HouseRules
from controller.limits import LONGEST_RULES_NAME, check_record, check_words
from controller.refusals import Code, Refused
from controller.rules.errors import OptionError, nearest
from controller.rules.game import Game
from controller.rules.sheet.card import CARD
from controller.rules.sheet.changes import DEFAULT_LANGUAGE
from controller.rules.sheet.options import CHANGES

FORMAT: Final = 1
MOST_BYTES: Final = 48 << 10
"""The file of a ruleset with every option and remark has some 16 KiB."""
BYTE_ORDER_MARK: Final = "\ufeff"
"""Some editors put it before the first letter."""
MOST_DOTS: Final = 100
"""Full stops in one line: remarks have some, names of things none."""
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
    return made_of(parsed(text), Places(text), configure)


def parsed(text: str) -> dict[str, Any]:
    """The tables of the file, whatever they say. Raises ``RulesFileError`` where it is no TOML."""
    if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise RulesFileError(f"the file is longer than {MOST_BYTES >> 10} KiB", "leave out remarks")
    text = text.removeprefix(BYTE_ORDER_MARK)
    _check_dots(text)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise _unreadable(error, text) from None


def made_of(given: Mapping[str, Any], places: Places, configure: Configure) -> RulesFile:
    """Raises ``RulesFileError`` for the first mistake, with its line."""
    try:
        found = _read(given)
        configure(found.ruleset, found.options, found.profile).check_new()
    except RulesFileError as error:
        raise RulesFileError(error.detail, error.remedy, field=error.field or "", line=places.of(error.field)) from None
    except OptionError as error:
        field, spoken = _in_file(error.option), error.detail.replace(repr(error.value), _written(error.value), 1)
        raise RulesFileError(spoken, _remedy(error), field=field, line=places.of(field)) from None
    except Refused as error:
        field = _of_record(error.field)
        detail = error.detail.removeprefix(f"{error.field}: ")
        raise RulesFileError(detail, error.remedy, field=field, line=places.of(field)) from None
    return found


def _check_dots(text: str) -> None:
    """A name of thousands of parts would keep the reader busy for minutes."""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.count(".") > MOST_DOTS:
            detail = f"this line has more than {MOST_DOTS} full stops"
            raise RulesFileError(detail, "write name = value on each line", line=number)


def _read(given: Mapping[str, Any]) -> RulesFile:
    for name in given:
        if name not in _TOP:
            remedy = _nearest(name, _TOP) or f"allowed: {', '.join(_TOP)}; options stand below [options]"
            raise RulesFileError(f"{name!r} is not known here", remedy, field=name)
    if given.get("format") != FORMAT or given["format"] is True:
        said = f"is {_written(given['format'])}" if "format" in given else "is missing"
        raise RulesFileError(f"the format {said}", f"write format = {FORMAT}", field="format")
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
    _check_once(given.get("off"))
    return RulesFile(_names(given.get("name")), parent, profile, chosen)


def _check_once(off: Any) -> None:
    """A name that stands there twice was meant to be another one."""
    for at, name in enumerate(off if isinstance(off, list) else ()):
        if name in off[:at]:
            raise RulesFileError(f"{_written(name)} stands there twice", "name every item once", field="off")


def _names(given: Any) -> dict[str, str]:
    names = {DEFAULT_LANGUAGE: given} if isinstance(given, str) else given
    if not isinstance(names, Mapping) or not names or not all(isinstance(name, str) for name in names.values()):
        raise RulesFileError("the name of the rules is missing", 'write name = "Friday club"', field="name")
    for name in names.values():
        check_words(name, "name", LONGEST_RULES_NAME)
    return dict(names)


_MISTAKES: Final[Mapping[str, str]] = {
    "Expected '='": 'write name = value, and "text" in quotation marks; a remark begins with #',
    "Cannot overwrite": "this name stands there twice: leave one of them out",
    "Cannot declare": "this heading stands there twice: put both parts below one of them",
    "Cannot mutate": "this name stands there twice: leave one of them out",
    "Invalid value": 'a value is a number, true or false, "text", or a list [ ... ] of these',
    "Unclosed": "close the bracket",
    "Unterminated": "close the quotation marks",
    "Illegal character '\\n'": "close the quotation marks",
    "Illegal character": "write the line again: it holds a character that cannot be seen",
    "Expected newline": "one name and value on a line",
    "Invalid statement": "write name = value; a remark begins with #",
    "Exceeds the limit": "write a smaller number",
}
"""What helps, by how the reader of TOML begins what it says."""


def _unreadable(error: Exception, text: str) -> RulesFileError:
    found = re.search(r"\(at line (\d+), column \d+\)", str(error))
    said = re.sub(r" *\(at [^)]*\)", "", str(error))
    if isinstance(error, RecursionError):
        said = "too much stands within each other"
    elif not isinstance(error, tomllib.TOMLDecodeError):
        said = "a number has too many digits"
    begins = next((each for each in _MISTAKES if str(error).startswith(each)), None)
    remedy = None if begins is None else _MISTAKES[begins]
    line = int(found[1]) if found else None
    if begins == "Unclosed" and line is not None:
        line = _opened(text.split("\n")[:line]) or line
    return RulesFileError(f"this is not TOML: {said}", remedy, line=line)


def _opened(lines: Sequence[str]) -> int | None:
    """The last of these lines that opens more brackets than it closes: the reader notices only further on."""
    found = None
    for number, line in enumerate(lines, start=1):
        opens = sum(map(line.count, "[{")) - sum(map(line.count, "]}"))
        if opens > 0 and not line.lstrip().startswith("#"):
            found = number
    return found


def _in_file(name: str) -> str:
    """The place in the file of what the rules call ``changes.values.x``, an option, or the profile."""
    if name in ("ruleset", "profile", ""):
        return {"ruleset": "parent", "profile": "profile", "": "options"}[name]
    return name.removeprefix(f"{CHANGES}.") if name.startswith(CHANGES) else f"options.{name}"


def _of_record(field: str | None) -> str:
    """The place in the file of a part of the options that nobody looked into."""
    return (field or "").removeprefix(f"options.{CHANGES}.")


def _written(value: Any) -> str:
    """A value as the file writes it."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_written, value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


def _remedy(error: OptionError) -> str | None:
    """The name that was probably meant, or what the rules say, in the words of the file."""
    if error.other is not None:
        return f"change {_in_file(error.option)} or {_in_file(error.other)}"
    if isinstance(error.value, str) and error.value in error.allowed:
        return f'write it as a list: ["{error.value}"]'
    return f"did you mean {error.meant}?" if error.meant else error.remedy


def _nearest(name: str, known: Any) -> str | None:
    near = nearest(name, known)
    return f"did you mean {near}?" if near else None


class Places:
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
