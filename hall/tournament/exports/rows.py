"""CSV texts, and how figures are written in them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet takes a cell that begins so for a formula."""


def csv_text(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """UTF-8, comma, a head line; lines end in CR LF (RFC 4180)."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(head)
    writer.writerows([_cell(cell) for cell in row] for row in rows)
    return out.getvalue()


def _cell(cell: object) -> object:
    """Text of people that would be a formula gets an apostrophe, as spreadsheets write it; numbers stay."""
    if isinstance(cell, str) and cell.startswith(_FORMULA) and not _is_number(cell):
        return f"'{cell}"
    return "" if cell is None else cell


def _is_number(text: str) -> bool:
    return text.removeprefix("-").replace(".", "", 1).isdigit()


def decimal(points: Fraction, digits: int = 3) -> str:
    """Rounded half away from zero to so many digits, those at the end that are 0 left out: ``"-12.35"``."""
    scale = 10**digits
    scaled = abs(points) * scale
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    text = f"{whole // scale}.{whole % scale:0{digits}d}".rstrip("0").rstrip(".")
    return f"-{text}" if points < 0 and whole else text
