"""Reads a lock file: pip's requirements format, one exact version a line, with the SHA-256 of each of its files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from packaging.markers import Marker
from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

HASH: Final = re.compile(r"\s--hash=(\S+)")
SHA256: Final = re.compile(r"sha256:[0-9a-f]{64}")


class LockError(ValueError):
    """A line of a lock file says less than a lock must."""

    def __init__(self, file: str, line: str, detail: str) -> None:
        super().__init__(f"{file}: {line}: {detail}; run `make lock`")


@dataclass(frozen=True)
class Locked:
    """One package: its files' hashes in hex, and where it is installed (``None``: everywhere)."""

    name: str
    version: Version
    marker: Marker | None
    sha256: tuple[str, ...]

    def applies(self, environment: dict[str, str]) -> bool:
        return self.marker is None or self.marker.evaluate(environment)


def read(path: Path) -> tuple[Locked, ...]:
    """In the order of the file. Raises ``LockError``, or ``OSError`` when there is no such file."""
    return tuple(_locked(path.name, line) for line in _lines(path.read_text(encoding="utf-8")))


def _lines(text: str) -> Iterator[str]:
    whole = re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ")
    return (line.strip() for line in whole.splitlines() if line.strip())


def _locked(file: str, line: str) -> Locked:
    wanted = HASH.sub("", line)
    try:
        requirement = Requirement(wanted)
    except InvalidRequirement as error:
        raise LockError(file, wanted, "not a requirement") from error
    pins = list(requirement.specifier)
    if requirement.url or len(pins) != 1 or pins[0].operator != "==" or pins[0].version.endswith(".*"):
        raise LockError(file, wanted, "not one exact version")
    hashes = HASH.findall(line)
    if not hashes or not all(SHA256.fullmatch(one) for one in hashes):
        raise LockError(file, wanted, "has no SHA-256 hash" if not hashes else "has a hash that is not SHA-256")
    name, version = canonicalize_name(requirement.name), Version(pins[0].version)
    return Locked(name, version, requirement.marker, tuple(one.removeprefix("sha256:") for one in hashes))
