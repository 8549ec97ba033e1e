"""A configuration file: TOML, sections of known keys, nothing guessed.

A section is a frozen dataclass. Its fields are the keys, and their metadata say what is allowed (``one_of``,
``between``, ``checked_by``). An unknown key, a wrong type and a value out of range are errors that name the file, the
line and what is allowed.
"""

from __future__ import annotations

import math
import re
import tomllib
from codecs import BOM_UTF8
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, replace
from datetime import UTC, tzinfo
from pathlib import Path
from typing import Any, Final, TypeVar, get_args, get_type_hints
from zoneinfo import ZoneInfo

from controller.refusals import JantakuError

T = TypeVar("T")


class ConfigError(JantakuError, ValueError):
    """``line`` counts from 1; 0 where the mistake has no line. The message says all of it."""

    code = "bad-config"

    def __init__(self, path: Path | None, line: int, detail: str) -> None:
        where = ":".join(str(part) for part in (path, line) if part)
        super().__init__(detail)
        self.path, self.line = path, line
        self._where = where

    def __str__(self) -> str:
        return f"{self._where}: {self.detail}" if self._where else self.detail


def one_of(*values: str) -> Any:
    return {"one_of": values}


def between(low: float, high: float) -> Any:
    return {"between": (low, high)}


_LOCAL_ZONE: Final = Path("/etc/localtime")


def zone_of(name: str) -> tzinfo:
    """Of this computer where none is named; UTC where it has none."""
    if name:
        return ZoneInfo(name)
    try:
        with _LOCAL_ZONE.open("rb") as file:
            return ZoneInfo.from_file(file)
    except (OSError, ValueError):
        return UTC


def time_zone(value: str) -> None:
    try:
        ZoneInfo(value or "UTC")
    except (OSError, ValueError, LookupError) as error:  # unknown, or no name of a file at all
        raise ValueError("must be a time zone such as Asia/Tokyo") from error


def limits(kind: type, key: str) -> tuple[float, float]:
    """The least and the greatest value of a number in a section."""
    low, high = next(part for part in fields(kind) if part.name == key).metadata["between"]
    return low, high


def checked_by(check: Callable[[Any], None]) -> Any:
    """``check`` raises ``ValueError`` (``must be ...``)."""
    return {"check": check}


def secret(check: Callable[[Any], None]) -> Any:
    """The same for what no message repeats."""
    return {"check": check, "secret": True}


@dataclass(frozen=True, slots=True)
class Source:
    """The text itself, to find the line of a mistake: ``tomllib`` does not tell it."""

    text: str
    path: Path | None
    first: int = 1
    """The line from which on it is looked for."""

    def repeated(self, name: str, index: int) -> Source:
        """From the header ``[[name]]`` with this index on."""
        heads = [number for number, line in enumerate(self.text.splitlines(), 1) if _words(line) == (name,)]
        return replace(self, first=heads[index]) if index < len(heads) else self

    def error(self, key: tuple[str, ...], detail: str) -> ConfigError:
        """At the line of ``key``, or of the section or table that holds it where it has no line of its own."""
        lines = (self._line(key[:length]) for length in range(len(key), 0, -1))
        return ConfigError(self.path, next((line for line in lines if line), 0), detail)

    def _line(self, key: tuple[str, ...]) -> int:
        section: tuple[str, ...] = ()
        for number, line in enumerate(self.text.splitlines(), 1):
            words = _words(line)
            section, here = (words, words) if line.lstrip().startswith("[") else (section, section + words)
            if words and number >= self.first and here[: len(key)] == key:
                return number
        return 0


def _words(line: str) -> tuple[str, ...]:
    """The parts of the key or header that a line begins with."""
    found = re.match(r"\s*\[{0,2}\s*([^=\]\[#]+)", line)
    return () if found is None else tuple(word.strip(" \"'\t") for word in found[1].split("."))


def text_of(path: Path) -> str:
    """What stands in a file of settings, as editors of other systems write it too: with a mark of its encoding, or
    with other ends of lines. Raises ``ConfigError`` where it cannot be read or is not UTF-8."""
    try:
        content = path.read_bytes().removeprefix(BOM_UTF8).replace(b"\r\n", b"\n")
        return content.decode()
    except OSError as error:
        raise ConfigError(path, 0, f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise ConfigError(path, line, f"not UTF-8 (byte 0x{content[error.start]:02x}); save it as UTF-8") from error


def document_of(text: str, path: Path | None) -> dict[str, Any]:
    """Raises ``ConfigError`` for what is no TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(path, _line_in(str(error), text), str(error)) from error


def _line_in(message: str, text: str) -> int:
    found = re.search(r"line (\d+)", message)
    return int(found[1]) if found else len(text.splitlines())


def sections_of(
    document: Mapping[str, Any], kinds: Mapping[str, type], source: Source, others: Sequence[str] = ()
) -> dict[str, Any]:
    """Each section of the document as its class. ``others``: keys that stand beside sections, read by the caller.
    Raises ``ConfigError``."""
    found: dict[str, Any] = {}
    for name, table in document.items():
        if name not in kinds:
            raise source.error((name,), f"unknown section [{name}]; known are {', '.join((*kinds, *others))}")
        if not isinstance(table, dict):
            raise source.error((name,), f"{name} must be a section: [{name}]")
        found[name] = section(kinds[name], table, name, source)
    return found


def section(kind: type[T], table: Mapping[str, Any], name: str, source: Source) -> T:
    known = {part.name: part for part in fields(kind)}  # type: ignore[arg-type]
    hints = get_type_hints(kind)
    values = {}
    for key, value in table.items():
        if key not in known:
            raise source.error((name, key), f"unknown key {name}.{key}; known are {', '.join(known)}")
        try:
            values[key] = _checked(_typed(hints[key], value), known[key].metadata)
        except ValueError as error:
            given = "" if known[key].metadata.get("secret") else f", not {value!r}"
            raise source.error((name, key), f"{name}.{key} {error}{given}") from error
    for part in known.values():
        if part.name not in values and part.default is MISSING and part.default_factory is MISSING:
            raise source.error((name,), f"{name}.{part.name} is missing")
    return kind(**values)


def _typed(hint: Any, value: Any) -> Any:
    kinds = get_args(hint) or (hint,)
    if Path in kinds and isinstance(value, str):
        return Path(value)
    if float in kinds and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if hint == tuple[str, ...]:
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            return tuple(value)
        raise ValueError("must be a list of texts")
    if Mapping in (getattr(hint, "__origin__", None), hint) or "Mapping" in str(hint):
        return _table(value)
    if isinstance(value, kinds) and not (isinstance(value, bool) and bool not in kinds):
        return value
    names = {str: "a text", int: "a whole number", float: "a number", bool: "true or false", Path: "a path"}
    raise ValueError(f"must be {names.get(kinds[0], str(kinds[0]))}")


def _table(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise ValueError("must be a section of its own")
    return value


def _checked(value: Any, rule: Mapping[str, Any]) -> Any:
    if "one_of" in rule and value not in rule["one_of"]:
        raise ValueError(f"must be one of {', '.join(rule['one_of'])}")
    if "check" in rule:
        rule["check"](value)
    low, high = rule.get("between", (-math.inf, math.inf))
    if isinstance(value, int | float) and not low <= value <= high:
        raise ValueError(f"must be {low:g} to {high:g}")
    return value
