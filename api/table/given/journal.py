"""Signed heads of the journals of other tables, and what their witnesses sign."""

from __future__ import annotations

from pydantic import Field

from api.table.given.base import Input
from controller.fairness.journal_head import LONGEST_HEAD_TEXT


class WitnessedHead(Input):
    """The signed head of another table (docs/journal.md); verified before it is kept."""

    record: str = Field(max_length=LONGEST_HEAD_TEXT, description="JJ1-... as that table lists it")


class CosignatureInput(Input):
    """What a witness of a signed head sends (docs/journal.md); verified before it is kept."""

    key: str = Field(max_length=64, description="of the witness, Ed25519: 64 hexadecimal digits")
    signature: str = Field(max_length=128, description="128 hexadecimal digits")
