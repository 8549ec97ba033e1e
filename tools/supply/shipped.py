"""What goes onto a table's computer: ``requirements/shipped.json``, read from the packages themselves by ``make lock``.

The record is committed because no single machine holds all of it: the packages for the Pi's header are installed there
alone.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from packaging.metadata import RawMetadata, parse_email
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.supply.environments import environments
from tools.supply.licence import licence
from tools.supply.lockfile import Locked, read
from tools.supply.parts import FOLDER

RECORD: Final = FOLDER / "shipped.json"
TIMEOUT_S: Final = 300


@dataclass(frozen=True)
class Package:
    """``licence`` is an SPDX expression; ``needs`` are the packages of the record that it asks for."""

    name: str
    version: str
    licence: str
    needs: tuple[str, ...]


def shipped(path: Path = RECORD) -> tuple[Package, ...]:
    entries = json.loads(path.read_text(encoding="utf-8"))
    return tuple(Package(**(entry | {"needs": tuple(entry["needs"])})) for entry in entries)


def record(locks: Iterable[Path]) -> None:
    """Fetches every package of ``locks``, held to its hashes, and writes what its metadata say."""
    locked = {one.name: one for lock in locks for one in read(lock)}
    with tempfile.TemporaryDirectory() as folder:
        _fetch(list(locked.values()), Path(folder))
        found = [_metadata(path) for path in Path(folder).iterdir() if path.suffix != ".txt"]
    packages = sorted((_package(metadata, set(locked)) for metadata in found), key=lambda one: one.name)
    RECORD.write_text(json.dumps([asdict(one) for one in packages], indent=2) + "\n", encoding="utf-8")


def _fetch(locked: Sequence[Locked], folder: Path) -> None:
    """Without their markers: the metadata are wanted of those for another machine, too."""
    lines = [f"{one.name}=={one.version} " + " ".join(f"--hash=sha256:{h}" for h in one.sha256) for one in locked]
    (folder / "all.txt").write_text("\n".join(lines), encoding="utf-8")
    command = [
        sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
        "--require-hashes", "--no-build-isolation", "--use-pep517", f"--dest={folder}",
        f"--requirement={folder}/all.txt",
    ]  # fmt: skip
    subprocess.run(command, check=True, timeout=TIMEOUT_S, stdin=subprocess.DEVNULL)


def _metadata(path: Path) -> RawMetadata:
    """Of a wheel or a source archive."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as wheel:
            inside = next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
            return parse_email(wheel.read(inside))[0]
    with tarfile.open(path) as source:
        inside = min((name for name in source.getnames() if name.endswith("/PKG-INFO")), key=len)
        file = source.extractfile(inside)
        assert file is not None, inside
        return parse_email(file.read())[0]


def _package(metadata: RawMetadata, locked: set[str]) -> Package:
    needs = {canonicalize_name(one.name) for one in map(Requirement, metadata.get("requires_dist", [])) if _asked(one)}
    name = canonicalize_name(metadata["name"])
    return Package(name, metadata["version"], licence(metadata), tuple(sorted(needs & locked)))


def _asked(requirement: Requirement) -> bool:
    """On any machine, without extras."""
    return requirement.marker is None or any(requirement.marker.evaluate(one) for one in environments())
