"""Archives that only a passphrase opens, for places that others reach: sticks, folders of a network, stores of others.

``MAGIC || salt || prefix``, then pieces of 64 KiB, each sealed with AES-256-GCM (NIST SP 800-38D): its nonce is the
prefix and its number, and what is authenticated with it is the head and whether it is the last one, so that no piece
can be exchanged, left out or cut off. The key is scrypt (RFC 7914) of the passphrase and the salt, N 2^15, r 8, p 1:
32 MiB.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import IO, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

MAGIC: Final = b"jantaku sealed 1"
SALT_BYTES: Final = 16
PREFIX_BYTES: Final = 8
PIECE: Final = 64 << 10
TAG_BYTES: Final = 16
HEAD_BYTES: Final = len(MAGIC) + SALT_BYTES + PREFIX_BYTES
LONGEST_PASSPHRASE: Final = 1024
SHORTEST_PASSPHRASE: Final = 12


class SealedError(ValueError):
    """The passphrase is another one, or the file was changed or cut short."""


def passphrase_of(path: Path) -> bytes:
    """The first line of a file. Raises ``OSError``, ``SealedError`` for one that is too short or too long."""
    with path.open("rb") as file:
        found = file.readline(LONGEST_PASSPHRASE + 2).rstrip(b"\r\n")
    if not SHORTEST_PASSPHRASE <= len(found) <= LONGEST_PASSPHRASE:
        raise SealedError(f"{path}: a passphrase has {SHORTEST_PASSPHRASE} to {LONGEST_PASSPHRASE} bytes")
    return found


def _key(passphrase: bytes, salt: bytes) -> AESGCM:
    return AESGCM(Scrypt(salt=salt, length=32, n=1 << 15, r=8, p=1).derive(passphrase))


def _nonce(prefix: bytes, number: int) -> bytes:
    return prefix + number.to_bytes(4, "big")


def _about(head: bytes, last: bool) -> bytes:
    return head + bytes([last])


def is_sealed(file: IO[bytes]) -> bool:
    """Leaves the file at its begin."""
    file.seek(0)
    found = file.read(len(MAGIC)) == MAGIC
    file.seek(0)
    return found


def seal(plain: IO[bytes], sealed: IO[bytes], passphrase: bytes, random: bytes) -> None:
    """``random``: 24 fresh bytes of the kernel. Raises ``OSError``."""
    salt, prefix = random[:SALT_BYTES], random[SALT_BYTES : SALT_BYTES + PREFIX_BYTES]
    head, key, number = MAGIC + salt + prefix, _key(passphrase, salt), 0
    sealed.write(head)
    piece = plain.read(PIECE)
    while True:
        following = plain.read(PIECE)
        sealed.write(key.encrypt(_nonce(prefix, number), piece, _about(head, not following)))
        if not following:
            return
        piece, number = following, number + 1


def unsealed(sealed: IO[bytes], passphrase: bytes, folder: Path) -> IO[bytes]:
    """What was sealed, as an unnamed file in ``folder``, wholly checked before anybody reads of it. Raises
    ``SealedError``, ``OSError``."""
    head = sealed.read(HEAD_BYTES)
    if len(head) != HEAD_BYTES or not head.startswith(MAGIC):
        raise SealedError("this is no sealed archive")
    key, prefix = _key(passphrase, head[len(MAGIC) : len(MAGIC) + SALT_BYTES]), head[-PREFIX_BYTES:]
    plain = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 - the caller's from here on
    try:
        _open_pieces(sealed, plain, key, head, prefix)
    except InvalidTag as error:
        plain.close()
        raise SealedError("the passphrase is another one, or the file was changed or cut short") from error
    plain.seek(0)
    return plain


def _open_pieces(sealed: IO[bytes], plain: IO[bytes], key: AESGCM, head: bytes, prefix: bytes) -> None:
    number, piece = 0, sealed.read(PIECE + TAG_BYTES)
    while True:
        following = sealed.read(PIECE + TAG_BYTES)
        plain.write(key.decrypt(_nonce(prefix, number), piece, _about(head, not following)))
        if not following:
            return
        piece, number = following, number + 1
