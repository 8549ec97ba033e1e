"""A card in a file of its own, as JSON (``controller.rules.sheet.card``), with every mistake named by its line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from controller.house.rules_file import MOST_BYTES, RulesFileError
from controller.limits import check_record
from controller.refusals import Refused
from controller.rules.errors import OptionError
from controller.rules.sheet.card import CARD, read_card


def read_card_file(text: str) -> dict[str, Any]:
    """The card as data, after it was checked. Raises ``RulesFileError``."""
    if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise RulesFileError(f"the file is longer than {MOST_BYTES >> 10} KiB")
    try:
        given: Any = json.loads(text)
        check_record(given, CARD)
        read_card(given)
    except json.JSONDecodeError as error:
        raise RulesFileError(f"this is not JSON: {error.msg}", "look before this place", line=error.lineno) from None
    except RecursionError:
        raise RulesFileError("this is not JSON: it holds too much within each other") from None
    except OptionError as error:
        raise _at(text, error.option, error) from None
    except Refused as error:
        raise _at(text, error.field or "", error) from None
    except ValueError:
        raise RulesFileError("this is not JSON: a number has too many digits") from None
    return dict(given)


def _at(text: str, field: str, error: Refused) -> RulesFileError:
    return RulesFileError(error.detail, error.remedy, field=field, line=_line_of(text, field))


def _line_of(text: str, field: str) -> int | None:
    """The line of a path such as ``card.lines[2].groups[0]``, or of the nearest that encloses it."""
    places = {path: line for path, line, _ in _walk(text)}
    while field and field not in places:
        field = field[: max(field.rfind("."), field.rfind("["), 0)]
    return places.get(field)


_BLANK: Final = re.compile(r"[ \t\n\r,:]*")
_DECODER: Final = json.JSONDecoder()


def _walk(text: str, at: int = 0, path: str = CARD) -> Iterator[tuple[str, int, int]]:
    """Each value of a JSON text that can be read: its path, its line, and where it ends."""
    at = _skipped(text, at)
    line = text.count("\n", 0, at) + 1
    if text[at] not in "{[":
        yield path, line, _DECODER.raw_decode(text, at)[1]
        return
    close, number, end = ("}" if text[at] == "{" else "]"), 0, _skipped(text, at + 1)
    while text[end] != close:
        if close == "}":
            name, end = _DECODER.raw_decode(text, end)
            inner = f"{path}.{name}"
        else:
            inner, number = f"{path}[{number}]", number + 1
        for row in _walk(text, end, inner):
            yield row
            last = row[2]
        end = _skipped(text, last)
    yield path, line, end + 1


def _skipped(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at
