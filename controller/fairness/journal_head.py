"""The signed head of a journal: which event was the last one at a moment, and its hash, under the table's key.

The text is ``JJ1-`` and the base32 (as in ``record.py``) of body and signature, for a QR code and for paper. It holds
the whole key, so that it can be checked alone. Layout of the body and what a witness signs: ``docs/journal.md``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from controller.fairness.byte_layout import TIME_BYTES, Malformed
from controller.fairness.record import based, unbased
from controller.fairness.signing import JOURNAL, KEY_BYTES, SIGNATURE_BYTES, WITNESS, TableKey, is_signed, is_sound
from controller.fairness.statements import HASH_BYTES

PREFIX: Final = "JJ1-"
SEQ_BYTES: Final = 8
LONGEST_EPOCH: Final = 64
"""Bytes of UTF-8; the table's own epochs have 36."""
_EPOCH_AT: Final = KEY_BYTES + TIME_BYTES + SEQ_BYTES + HASH_BYTES
LONGEST_HEAD_TEXT: Final = len(PREFIX) + ((_EPOCH_AT + LONGEST_EPOCH + SIGNATURE_BYTES) * 8 + 4) // 5


@dataclass(frozen=True, slots=True)
class JournalHead:
    """Event ``seq`` (0: before the first) of ``epoch`` has this chain hash. ``key``: the table's public Ed25519 key;
    ``time``: Unix milliseconds."""

    key: bytes
    time: int
    seq: int
    hash: bytes
    epoch: str

    @property
    def body(self) -> bytes:
        """Numbers big-endian, nothing padded; the epoch is the rest."""
        parts = (self.key, self.time.to_bytes(TIME_BYTES), self.seq.to_bytes(SEQ_BYTES), self.hash)
        return b"".join((*parts, self.epoch.encode()))


@dataclass(frozen=True, slots=True)
class SignedHead:
    """A head with the signature of 64 bytes that is claimed for it; ``is_genuine`` says whether it is one."""

    head: JournalHead
    signature: bytes

    @property
    def text(self) -> str:
        return PREFIX + based(self.signed)

    @property
    def signed(self) -> bytes:
        """Body and signature: what a witness signs."""
        return self.head.body + self.signature

    @property
    def is_genuine(self) -> bool:
        """Whether the holder of its key signed it. Raises nothing."""
        key = self.head.key
        return is_sound(key) and is_signed(key, self.head.body, self.signature, JOURNAL)


@dataclass(frozen=True, slots=True)
class Cosignature:
    """``key`` (32 bytes) claims to have seen a signed head."""

    key: bytes
    signature: bytes

    def is_genuine(self, seen: SignedHead) -> bool:
        """Whether the holder of the key signed this head, and is another one than who made it: nobody witnesses for
        himself."""
        other = self.key != seen.head.key
        return other and is_sound(self.key) and is_signed(self.key, seen.signed, self.signature, WITNESS)


def sign_head(head: JournalHead, key: TableKey) -> SignedHead:
    return SignedHead(head, key.sign(head.body, JOURNAL))


def cosign(seen: SignedHead, key: TableKey) -> Cosignature:
    return Cosignature(key.public, key.sign(seen.signed, WITNESS))


def head_of_text(text: str) -> SignedHead:
    """The head that a text stands for; whether it is genuine is asked elsewhere. Raises ``Malformed``."""
    if not text.startswith(PREFIX):
        raise Malformed(f"text: it does not begin with {PREFIX}")
    if len(text) > LONGEST_HEAD_TEXT:
        raise Malformed("text: it is too long")
    signed = unbased(text.removeprefix(PREFIX))
    body, signature = signed[:-SIGNATURE_BYTES], signed[-SIGNATURE_BYTES:]
    if len(body) <= _EPOCH_AT:
        raise Malformed("epoch: the bytes end too early")
    return SignedHead(_head_of(body), signature)


def _head_of(body: bytes) -> JournalHead:
    time_at, seq_at, hash_at = KEY_BYTES, KEY_BYTES + TIME_BYTES, KEY_BYTES + TIME_BYTES + SEQ_BYTES
    try:
        epoch = body[_EPOCH_AT:].decode()
    except UnicodeDecodeError as error:
        raise Malformed("epoch: this is not UTF-8") from error
    return JournalHead(
        key=body[:time_at],
        time=int.from_bytes(body[time_at:seq_at]),
        seq=int.from_bytes(body[seq_at:hash_at]),
        hash=body[hash_at:_EPOCH_AT],
        epoch=epoch,
    )
