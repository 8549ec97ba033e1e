"""What a sheet shows of the journal that it was made from, for whoever wants to check it later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from controller.match.sheet.place import SheetPlace
from controller.match.sheet.words import Words, say

SHORT_HASH: Final = 16
"""Digits of the hash that a person reads; the record holds all of it."""


@dataclass(frozen=True, slots=True)
class SheetHead:
    """The head of the journal under the table's key (``docs/journal.md``). ``record``: its text; ``code``: the same as
    a QR code, an SVG element."""

    epoch: str
    seq: int
    hash: str
    record: str
    code: str

    def as_json(self) -> Mapping[str, Any]:
        return {"epoch": self.epoch, "seq": self.seq, "hash": self.hash, "record": self.record}


def head_html(head: SheetHead | None, words: Words) -> str:
    """Its part of the printed page; nothing without a signed head. The code holds the record."""
    if head is None:
        return ""
    facts = say(words, "paper.signed-head", epoch=head.epoch, seq=str(head.seq), hash=head.hash[:SHORT_HASH])
    return f"<div class=head>{head.code}<p>{escape(facts)}<br><code>{escape(head.record)}</code></p></div>"


def live_html(place: SheetPlace, words: Words) -> str:
    """The way to the live page; nothing where the table is not reached by others."""
    if not place.code:
        return ""
    title, address = escape(say(words, "paper.live")), escape(place.live)
    return f"<div class=head>{place.code}<p>{title}<br><code>{address}</code></p></div>"
