"""Refusals of a match in short, and the words that a match accepts."""

from __future__ import annotations

from controller.refusals import Refused


def not_now(code: str, detail: str, remedy: str = "") -> Refused:
    return Refused(code, detail, remedy)


def invalid(code: str, detail: str, field: str, remedy: str = "Correct the entry.") -> Refused:
    return Refused(code, detail, remedy, kind="invalid", field=field)


def stale(code: str, detail: str, field: str, remedy: str = "Look at the table again.") -> Refused:
    return Refused(code, detail, remedy, kind="stale", field=field)


def unknown(code: str, detail: str, field: str, remedy: str = "Look at the sheet.") -> Refused:
    return Refused(code, detail, remedy, kind="unknown", field=field)


def check_words(text: str, field: str, most: int, *, may_be_empty: bool = False) -> None:
    """Names, reasons and rulings are printable and bounded."""
    if (not text.strip() and not may_be_empty) or len(text) > most or not text.replace("\n", " ").isprintable():
        raise invalid("bad-words", f"{field} takes 1 to {most} printable characters.", field)
