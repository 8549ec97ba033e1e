"""The tables of ``docs/glossary.md`` as data: what things are called in each language, and which words are not used.

A table is read by the names of its columns. A column named like a language holds the terms of a row, `` / `` between
several; ``keys`` names keys of the catalogues; ``not`` holds ``language: word, word; language: word``. Other columns
are for people. A chapter (``##``) with a line ``Rulesets:`` is about those rulesets alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.languages import OFFERED

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "glossary.md"
_CODE: Final = re.compile(r"`([^`]+)`")
_RULESETS: Final = "Rulesets:"


class GlossaryError(ValueError):
    """The page has a table that cannot be read; the text names the line."""


@dataclass(frozen=True)
class Entry:
    """A row: ``terms`` and ``barred`` words by language, ``keys`` of the catalogues that have the term, and the
    ``rulesets`` that it is about (none: all games)."""

    line: int
    name: str
    terms: Mapping[str, Sequence[str]]
    barred: Mapping[str, Sequence[str]]
    keys: Sequence[str] = ()
    rulesets: Sequence[str] = ()


def read(text: str) -> list[Entry]:
    """All rows of all tables. Raises ``GlossaryError``."""
    return list(_entries(text))


def _entries(text: str) -> Iterator[Entry]:
    columns: list[str] = []
    rulesets: tuple[str, ...] = ()
    for line, row in enumerate(text.splitlines(), start=1):
        if row.startswith("## "):
            rulesets = ()
        elif row.startswith(_RULESETS):
            rulesets = tuple(_CODE.findall(row))
        if not row.startswith("|"):
            columns = []
            continue
        cells = [cell.strip() for cell in row.strip().strip("|").split("|")]
        if not columns:
            columns = cells
        elif len(cells) != len(columns):
            raise GlossaryError(f"line {line}: {len(cells)} cells under {len(columns)} columns")
        elif set(cells[0]) != {"-"}:
            yield _entry(line, dict(zip(columns, cells, strict=True)), rulesets)


def _entry(line: int, cells: Mapping[str, str], rulesets: Sequence[str]) -> Entry:
    terms = {language: _listed(cells.get(language, ""), " / ") for language in OFFERED}
    return Entry(
        line=line,
        name=next(iter(cells.values())),
        terms={language: found for language, found in terms.items() if found},
        barred=dict(_barred(line, cells.get("not", ""))),
        keys=tuple(_CODE.findall(cells.get("keys", ""))),
        rulesets=rulesets,
    )


def _barred(line: int, cell: str) -> Iterator[tuple[str, Sequence[str]]]:
    for part in _listed(cell, ";"):
        language, colon, words = part.partition(":")
        if language not in OFFERED or not colon:
            raise GlossaryError(f"line {line}: {part!r} does not begin with a language")
        yield language, _listed(words, ",")


def _listed(cell: str, between: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in cell.split(between) if part.strip())
