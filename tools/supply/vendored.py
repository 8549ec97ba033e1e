"""What the pages bring with them: each folder under ``api/web/vendor`` with its ``manifest.json``.

A manifest holds ``name``, ``version``, ``licence`` (SPDX) and ``files``: SHA-256 in hex by path inside the folder.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools.supply.parts import ROOT

VENDOR: Final = ROOT / "api" / "web" / "vendor"
MANIFEST: Final = "manifest.json"
SERVED: Final = (".js", ".css", ".html", ".svg", ".json", ".woff2")
"""Files of these kinds reach a browser, so a manifest must name each of them."""


class VendorError(ValueError):
    """A vendored folder and its manifest disagree."""

    def __init__(self, folder: Path, detail: str) -> None:
        super().__init__(f"{folder}: {detail}")


@dataclass(frozen=True)
class Vendored:
    """``sha256`` in hex by path inside ``folder``."""

    folder: Path
    name: str
    version: str
    licence: str
    sha256: dict[str, str]


def vendored(folder: Path = VENDOR) -> tuple[Vendored, ...]:
    """All of them, by name, each file checked against its hash. Raises ``VendorError``."""
    found = sorted(folder.rglob(MANIFEST)) if folder.is_dir() else []
    covered = {file for manifest in found for file in manifest.parent.rglob("*")}
    bare = [file for file in _served(folder) if file not in covered]
    if bare:
        raise VendorError(folder, f"{bare[0].relative_to(folder)} belongs to no {MANIFEST}")
    return tuple(sorted((_read(manifest) for manifest in found), key=lambda one: one.name))


def _read(manifest: Path) -> Vendored:
    folder, entry = manifest.parent, json.loads(manifest.read_text(encoding="utf-8"))
    missing = [key for key in ("name", "version", "licence", "files") if not entry.get(key)]
    if missing:
        raise VendorError(folder, f"{MANIFEST} does not say {', '.join(missing)}")
    one = Vendored(folder, entry["name"], entry["version"], entry["licence"], dict(entry["files"]))
    for path, sha256 in one.sha256.items():
        if not (folder / path).is_file():
            raise VendorError(folder, f"{path} is named by {MANIFEST} and is not there")
        if hashlib.sha256((folder / path).read_bytes()).hexdigest() != sha256:
            raise VendorError(folder, f"{path} is not the file that {MANIFEST} names")
    for file in _served(folder):
        if file != manifest and str(file.relative_to(folder)) not in one.sha256:
            raise VendorError(folder, f"{file.relative_to(folder)} is not in {MANIFEST}")
    return one


def _served(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.suffix in SERVED) if folder.is_dir() else []
