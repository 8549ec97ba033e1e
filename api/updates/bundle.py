"""An update as one file: ``jantaku-VERSION-MACHINE.update``, a tar of three members in this order.

``manifest.json`` says what it is and has the SHA-256 of the program; ``manifest.sig`` is the Ed25519 signature of
``"jantaku update 1" || manifest.json`` as 64 bytes; ``program.tar.xz`` is the folder of the release. Nothing of the
program is read before the signature is found good, and nothing of it is used before its sum is.
"""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import tarfile
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any, Final, Literal

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from api.updates.errors import BadBundle

SUFFIX: Final = ".update"
ABOUT: Final = b"jantaku update 1"
"""Stands before what is signed, so that no signature means two things."""
MANIFEST, SIGNATURE, PROGRAM = "manifest.json", "manifest.sig", "program.tar.xz"
LONGEST_MANIFEST: Final = 64 << 10
SIGNATURE_BYTES: Final = 64
MOST_BYTES: Final = 400 << 20
"""Of an unpacked release: some ten times what one has."""
MOST_FILES: Final = 20_000
PRESET: Literal[0, 1, 2, 3, 4, 5, 6, 7, 8, 9] = 6
"""Of xz, 0 to 9."""
_PIECE: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Manifest:
    """``machine``: as Debian calls it, such as ``arm64``. ``board``: the build of the firmware in it, hexadecimal;
    empty for none. ``notes``: what changes, by language. ``size`` and ``sha256`` are those of the packed program."""

    version: str
    machine: str
    size: int
    sha256: str
    board: str = ""
    notes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Bundle:
    """A file whose signature is good. ``key``: who signed it, hexadecimal."""

    path: Path
    manifest: Manifest
    key: str


def numbers(version: str) -> tuple[int, ...]:
    """For comparing: ``"1.10.2"`` is after ``"1.9"``. Raises ``BadBundle`` for anything but numbers and dots."""
    parts = version.split(".")
    if not 1 <= len(parts) <= 5 or not all(part.isascii() and part.isdecimal() and len(part) < 7 for part in parts):
        raise BadBundle(f"{version[:40]!r} is not a version")
    return tuple(map(int, parts))


def write(program: Path, manifest: Mapping[str, Any], key: Ed25519PrivateKey, into: Path, time: int) -> Path:
    """Packs and signs the folder ``program``. ``manifest``: what ``Manifest`` has but size and sum. ``time``: seconds
    since 1970 that all in it bears."""
    packed = into / f".{manifest['version']}.xz.part"
    into.mkdir(parents=True, exist_ok=True)
    with tarfile.open(packed, "w:xz", preset=PRESET) as tar:
        for path in sorted(program.rglob("*")):
            if path.is_file() and not path.is_symlink():
                member = tarfile.TarInfo(path.relative_to(program).as_posix())
                member.size, member.mtime, member.mode = path.stat().st_size, time, 0o644
                with path.open("rb") as content:
                    tar.addfile(member, content)
    with packed.open("rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    whole = Manifest(**manifest, size=packed.stat().st_size, sha256=sha256)
    text = json.dumps(asdict(whole), ensure_ascii=False, sort_keys=True).encode()
    target = into / f"jantaku-{whole.version}-{whole.machine}{SUFFIX}"
    with tarfile.open(target, "w", format=tarfile.USTAR_FORMAT) as tar, packed.open("rb") as content:
        _add(tar, MANIFEST, io.BytesIO(text), len(text), time)
        _add(tar, SIGNATURE, io.BytesIO(key.sign(ABOUT + text)), SIGNATURE_BYTES, time)
        _add(tar, PROGRAM, content, whole.size, time)
    packed.unlink()
    return target


def _add(tar: tarfile.TarFile, name: str, content: IO[bytes], size: int, time: int) -> None:
    member = tarfile.TarInfo(name)
    member.size, member.mtime, member.mode = size, time, 0o644
    tar.addfile(member, content)


def trusted_keys(folders: Iterable[Path]) -> list[str]:
    """Public keys that this computer trusts: the first word of each ``*.pub`` in ``folders``, 64 hexadecimal digits."""
    found = []
    for path in (path for folder in folders for path in sorted(folder.glob("*.pub"))):
        words = path.read_text(encoding="ascii", errors="replace").split()
        if words and len(words[0]) == 64 and set(words[0]) <= set("0123456789abcdef"):
            found.append(words[0])
    return found


def checked(path: Path, keys: Iterable[str]) -> Bundle:
    """Raises ``BadBundle``, also for a file that cannot be read."""
    try:
        with tarfile.open(path, "r:") as tar:
            text = _member(tar, MANIFEST, LONGEST_MANIFEST)
            signature = _member(tar, SIGNATURE, SIGNATURE_BYTES)
    except (OSError, EOFError, tarfile.TarError) as error:
        raise BadBundle(f"{path}: {getattr(error, 'strerror', None) or 'this is no update'}") from error
    key = _signer(text, signature, keys)
    if key is None:
        raise BadBundle(f"{path}: it is not signed by a key that this computer trusts")
    return Bundle(path, _manifest(path, text), key)


def _member(tar: tarfile.TarFile, name: str, most: int) -> bytes:
    member = tar.next()
    file = tar.extractfile(member) if member is not None and member.isreg() else None
    if member is None or file is None or member.name != name or member.size > most:
        raise tarfile.ReadError(f"{name} is missing")
    content = file.read()
    if len(content) != member.size:
        raise tarfile.ReadError(f"{name} is cut short")
    return content


def _signer(text: bytes, signature: bytes, keys: Iterable[str]) -> str | None:
    for key in keys:
        try:
            Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(signature, ABOUT + text)
        except InvalidSignature:
            continue
        return key
    return None


def _manifest(path: Path, text: bytes) -> Manifest:
    try:
        read = json.loads(text)
        found = Manifest(**{key: read[key] for key in Manifest.__dataclass_fields__ if key in read})
    except (ValueError, TypeError) as error:
        raise BadBundle(f"{path}: its manifest cannot be read; a newer program may") from error
    numbers(found.version)
    return found


def unpack(bundle: Bundle, into: Path) -> None:
    """The program into the new folder ``into``, after its sum was found right; files and folders, nothing else. Raises
    ``BadBundle``, ``OSError``; what was begun is cleared away by the caller."""
    with tempfile.TemporaryFile(dir=into.parent) as packed:
        _copy_program(bundle, packed)
        packed.seek(0)
        try:
            with tarfile.open(fileobj=packed, mode="r:xz") as tar:
                _unpack(tar, into)
        except (EOFError, tarfile.TarError) as error:
            raise BadBundle(f"{bundle.path}: the program in it cannot be read") from error


def _copy_program(bundle: Bundle, to: IO[bytes]) -> None:
    digest, wanted = hashlib.sha256(), bundle.manifest
    try:
        with tarfile.open(bundle.path, "r:") as tar:
            member = next((one for one in tar if one.name == PROGRAM), None)
            file = None if member is None else tar.extractfile(member)
            if member is None or file is None or member.size != wanted.size:
                raise BadBundle(f"{bundle.path}: the program is missing")
            while piece := file.read(_PIECE):
                digest.update(piece)
                to.write(piece)
    except (EOFError, tarfile.TarError) as error:
        raise BadBundle(f"{bundle.path}: the file is cut short") from error
    if digest.hexdigest() != wanted.sha256:
        raise BadBundle(f"{bundle.path}: the program is not the one that was signed")


def _unpack(tar: tarfile.TarFile, into: Path) -> None:
    into.mkdir()
    place, total, files = into.resolve(), 0, 0
    for member in tar:
        target = (place / member.name).resolve()
        content = tar.extractfile(member) if member.isreg() else None
        total, files = total + member.size, files + 1
        if content is None or not target.is_relative_to(place) or target == place:
            raise BadBundle(f"{member.name[:80]!r} does not belong into an update")
        if total > MOST_BYTES or files > MOST_FILES:
            raise BadBundle("the program in it is too large")
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb") as written:
            shutil.copyfileobj(content, written)
