"""Signed heads of the journal."""

from __future__ import annotations

from pydantic import Field

from api.table.shown.base import RecordedShown, Shown
from controller.fairness.byte_layout import Malformed
from controller.fairness.journal_head import head_of_text
from controller.journal.kept_heads import KeptHead


class CosignatureShown(Shown):
    key: str = Field(description="of the witness, Ed25519, hexadecimal")
    signature: str


class HeadShown(Shown):
    """Which event was the last one, under the table's key. Key, time and signature are null when the record is damaged.
    Layout and what a witness signs: docs/journal.md."""

    number: int = Field(description="counts the signed heads of the journal")
    epoch: str
    seq: int
    hash: str
    record: str = Field(description="head and signature as one text, for a QR code: JJ1-...")
    key: str | None = Field(description="of the table, Ed25519, hexadecimal")
    time: int | None = Field(description="Unix milliseconds")
    signature: str | None
    cosignatures: list[CosignatureShown]


class EventPage(Shown):
    events: list[RecordedShown]
    next: int = Field(description="give it as `since` for the events after these")


class HeadPage(Shown):
    heads: list[HeadShown]
    next: int = Field(description="give it as `since` for the heads after these")


def head_shown(kept: KeptHead) -> HeadShown:
    try:
        signed = head_of_text(kept.record)
    except Malformed:
        key, time, signature = None, None, None
    else:
        key, time, signature = signed.head.key.hex(), signed.head.time, signed.signature.hex()
    return HeadShown(
        number=kept.number,
        epoch=kept.epoch,
        seq=kept.seq,
        hash=kept.hash,
        record=kept.record,
        key=key,
        time=time,
        signature=signature,
        cosignatures=[CosignatureShown(key=who, signature=mark) for who, mark in kept.cosignatures],
    )
