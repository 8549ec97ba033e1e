"""Lists of players that somebody pastes or uploads: read into a preview, with row, column and reason of each fault.

Text with a head line: comma, semicolon or tab between columns, quotes as in RFC 4180; what a spreadsheet copies is such
a text. Columns are known by many names; unknown ones are reported and left out. Without a head line each line is a
name. Nothing is kept: the preview is a value, and a list with faults is refused as a whole.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from hall.tournament.values import Entrant

MOST_BYTES: Final = 1 << 20
MOST_ROWS: Final = 2000
LONGEST_TEXT: Final = 100
MOST_SEED: Final = 10_000

COLUMNS: Final[Mapping[str, str]] = {
    name: column
    for column, names in {
        "name": "name player spieler nombre nom joueur 姓名 選手 选手 名前 氏名",
        "first_name": "first_name firstname first vorname given_name prenom nombre_propio 名",
        "last_name": "last_name lastname last surname family_name nachname nom_de_famille 姓 苗字",
        "ema": "ema ema_number ema_id ema_no mers",
        "club": "club verein affiliation 俱乐部 俱樂部 クラブ 所属",
        "team": "team mannschaft equipe team_name 队 隊 チーム",
        "country": "country nation land pays country_code 国家 國家 国",
        "seed": "seed ranking rank setzplatz シード 种子 種子",
        "person": "person person_id",
        "substitute": "substitute sub ersatz 替补 替補 代打",
    }.items()
    for name in names.split()
}


class Reason(StrEnum):
    """Why a cell or a row cannot be taken; the words are ``import.<reason>``."""

    EMPTY = "empty"
    TOO_LARGE = "too-large"
    TOO_MANY_ROWS = "too-many-rows"
    NO_NAME_COLUMN = "no-name-column"
    COLUMN_TWICE = "column-twice"
    NO_NAME = "no-name"
    TOO_LONG = "too-long"
    BAD_CHARACTER = "bad-character"
    BAD_EMA = "bad-ema"
    BAD_COUNTRY = "bad-country"
    BAD_SEED = "bad-seed"
    BAD_SUBSTITUTE = "bad-substitute"
    TWICE = "twice"
    """The same player or number of the association stands in another row, or was entered before."""
    TOO_MANY_CELLS = "too-many-cells"
    BROKEN_QUOTES = "broken-quotes"


@dataclass(frozen=True, slots=True)
class Fault:
    """``row``: of the text, from 1, the head line counted; 0: the whole. ``column``: as the head line calls it."""

    row: int
    column: str
    reason: Reason
    value: str = ""
    other: int = 0
    """The row that it contradicts; 0: one that was entered before."""


@dataclass(frozen=True, slots=True)
class Preview:
    """``entrants`` have no ids yet, and are those of the rows without a fault, by row."""

    entrants: Mapping[int, Entrant]
    faults: tuple[Fault, ...]
    unknown: tuple[str, ...] = ()
    """Columns that are left out."""
    columns: tuple[str, ...] = field(default=())


def preview(text: str, there: Sequence[Entrant] = ()) -> Preview:
    """``there``: players who were entered before."""
    if len(text.encode(errors="replace")) > MOST_BYTES:
        return Preview({}, (Fault(0, "", Reason.TOO_LARGE),))
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    try:
        rows = [
            (number, cells)
            for number, cells in enumerate(csv.reader(io.StringIO(text), delimiter=_delimiter(text), strict=True), 1)
            if any(cell.strip() for cell in cells)
        ]
    except csv.Error:
        return Preview({}, (Fault(0, "", Reason.BROKEN_QUOTES),))
    if not rows:
        return Preview({}, (Fault(0, "", Reason.EMPTY),))
    if len(rows) > MOST_ROWS:
        return Preview({}, (Fault(0, "", Reason.TOO_MANY_ROWS),))
    heads = [_column(cell) for cell in rows[0][1]]
    if not any(heads):
        return _read(["name"], ["name"], rows, there, ())
    shown = [cell.strip() for cell in rows[0][1]]
    unknown = tuple(cell for cell, head in zip(shown, heads, strict=True) if not head and cell)
    known = [head for head in heads if head]
    twice = [cell for cell, head in zip(shown, heads, strict=True) if head and known.count(head) > 1]
    if twice:
        return Preview({}, tuple(Fault(rows[0][0], cell, Reason.COLUMN_TWICE) for cell in twice), unknown)
    if not {"name", "first_name", "last_name"} & set(known):
        return Preview({}, (Fault(rows[0][0], "", Reason.NO_NAME_COLUMN),), unknown)
    return _read(heads, shown, rows[1:], there, unknown)


def _delimiter(text: str) -> str:
    first = text.lstrip("\n").partition("\n")[0]
    return max("\t;,", key=first.count) if any(mark in first for mark in "\t;,") else "\t"


def _column(cell: str) -> str:
    return COLUMNS.get(re.sub(r"[\s\-.'’]+", "_", cell.strip().lower()).strip("_"), "")


def _read(
    heads: Sequence[str],
    shown: Sequence[str],
    rows: Sequence[tuple[int, list[str]]],
    there: Sequence[Entrant],
    unknown: tuple[str, ...],
) -> Preview:
    names = {head: cell for head, cell in zip(heads, shown, strict=True) if head}
    found: dict[int, Entrant] = {}
    faults: list[Fault] = []
    for number, cells in rows:
        wrong = list(_faults(number, cells, heads, shown))
        made = _entrant(heads, cells)
        if not wrong and not made.name:
            wrong.append(Fault(number, next(iter(names.values())), Reason.NO_NAME))
        faults += wrong
        if not wrong:
            found[number] = made
    faults += _twice(found, there, names)
    spoiled = {fault.row for fault in faults}
    kept = {number: entrant for number, entrant in found.items() if number not in spoiled}
    return Preview(kept, tuple(sorted(faults, key=lambda fault: fault.row)), unknown, tuple(names))


def _faults(number: int, cells: Sequence[str], heads: Sequence[str], shown: Sequence[str]) -> Iterator[Fault]:
    if any(cell.strip() for cell in cells[len(heads) :]):
        yield Fault(number, "", Reason.TOO_MANY_CELLS)
    for head, name, cell in zip(heads, shown, cells, strict=False):
        value = cell.strip()
        if not head or not value:
            continue
        if len(value) > LONGEST_TEXT:
            yield Fault(number, name, Reason.TOO_LONG, value[:LONGEST_TEXT])
        elif not value.isprintable():
            yield Fault(number, name, Reason.BAD_CHARACTER, repr(value)[1:-1][:LONGEST_TEXT])
        elif head == "ema" and not is_ema(value):
            yield Fault(number, name, Reason.BAD_EMA, value)
        elif head == "country" and not is_country(value.upper()):
            yield Fault(number, name, Reason.BAD_COUNTRY, value)
        elif head == "seed" and not (value.isascii() and value.isdigit() and 0 < int(value) <= MOST_SEED):
            yield Fault(number, name, Reason.BAD_SEED, value)
        elif head == "substitute" and value.lower() not in _YES | _NO:
            yield Fault(number, name, Reason.BAD_SUBSTITUTE, value)


_YES: Final = {"yes", "true", "1", "x", "ja", "oui", "是", "はい"}
_NO: Final = {"no", "false", "0", "-", "nein", "non", "否", "いいえ"}


def is_ema(value: str) -> bool:
    """Eight digits: country, then the player in it."""
    return len(value) == 8 and value.isascii() and value.isdigit()


def is_country(value: str) -> bool:
    """Two or three letters, as ISO 3166 has them."""
    return len(value) in (2, 3) and value.isascii() and value.isalpha() and value.isupper()


def _entrant(heads: Sequence[str], cells: Sequence[str]) -> Entrant:
    read = {head: " ".join(cell.split()) for head, cell in zip(heads, cells, strict=False) if head}
    first, last = read.get("first_name", ""), read.get("last_name", "")
    name = read.get("name", "")
    if not first and not last and "," in name:
        last, _, first = (part.strip() for part in name.partition(","))
        name = ""
    seed = read.get("seed", "")
    return Entrant(
        id="",
        name=name or f"{first} {last}".strip(),
        first_name=first,
        last_name=last,
        ema=read.get("ema", ""),
        club=read.get("club", ""),
        team=read.get("team", ""),
        country=read.get("country", "").upper(),
        seed=int(seed) if seed.isascii() and seed.isdigit() and len(seed) < 6 and int(seed) else None,
        person=read.get("person") or None,
        substitute=read.get("substitute", "").lower() in _YES,
    )


def _twice(found: Mapping[int, Entrant], there: Sequence[Entrant], names: Mapping[str, str]) -> Iterator[Fault]:
    """Two may bear one name when their numbers of the association or their clubs differ."""
    seen: dict[tuple[str, ...], int] = {}
    for entrant in there:
        seen |= dict.fromkeys(_identities(entrant), 0)
    for number, entrant in found.items():
        for identity in _identities(entrant):
            if identity in seen:
                column = names.get(identity[0], next(iter(names.values())))
                yield Fault(number, column, Reason.TWICE, identity[1], seen[identity])
                break
        for identity in _identities(entrant):
            seen.setdefault(identity, number)


def _identities(entrant: Entrant) -> Iterator[tuple[str, ...]]:
    if entrant.ema:
        yield "ema", entrant.ema
    if entrant.person:
        yield "person", entrant.person
    yield "name", entrant.name.casefold(), entrant.ema, entrant.club.casefold()
