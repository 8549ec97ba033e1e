"""``make release``: all that is published of a version, in ``dist/release-VERSION``.

A signed repository for apt, signed updates, the wheels (pure, and compiled for each Python and machine), the source
archive, the bill of materials, and the sums of them all. Two keys: ``JANTAKU_ARCHIVE_KEY`` is a fingerprint in the
GnuPG home, ``JANTAKU_UPDATE_KEY`` the PEM file of an Ed25519 key, whose public half the packages bring. With
``--unsigned`` there are no updates and nothing is signed.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from api.flashing.image import load
from api.updates import bundle
from hardware.firmware.build import FirmwareBuildError
from tools.manual import site as manual
from tools.packaging import repository
from tools.packaging.dependencies import MACHINES, PYTHONS, Machine, unpack
from tools.packaging.engine import lay
from tools.packaging.image import card_package
from tools.packaging.packages import Content, build, fetched
from tools.packaging.program import ToolMissing, built, lay_program, source_tree, strip
from tools.packaging.tree import ROOT, TIMEOUT_S, epoch, version_here, write
from tools.packaging.wheels import compiled_wheel, pure_wheel

KEY: Final = "JANTAKU_ARCHIVE_KEY"
UPDATE_KEY: Final = "JANTAKU_UPDATE_KEY"
MOST_NOTES: Final = 20_000
WHEELS: Final = ROOT / "build" / "wheels"
DIST: Final = ROOT / "dist"


def lay_sources(version: str, into: Path) -> Path:
    """The source archive; two archives of one tree are the same, byte for byte."""
    with tempfile.TemporaryDirectory() as scratch:
        archive = built("sdist", source_tree(Path(scratch) / "tree", version), Path(scratch) / "made")
        into.mkdir(parents=True, exist_ok=True)
        return _settled(archive, into / archive.name, epoch())


def _settled(archive: Path, target: Path, time: int) -> Path:
    """The same archive in the order of its names, all of one time and of nobody: setuptools takes those of the disk."""
    with (
        tarfile.open(archive) as source,
        target.open("wb") as file,
        gzip.GzipFile(filename="", fileobj=file, mode="wb", compresslevel=9, mtime=time) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as made,
    ):
        for member in sorted(source.getmembers(), key=lambda one: one.name):
            member.mtime, member.uid, member.gid, member.uname, member.gname = time, 0, 0, "", ""
            member.mode, member.pax_headers = 0o755 if member.isdir() else 0o644, {}
            made.addfile(member, source.extractfile(member) if member.isfile() else None)
    return target


def lay_bundle(content: Content, machine: Machine, version: str, key: Ed25519PrivateKey, into: Path) -> Path:
    """The update of a table or a hall that was installed before: the same program as in the packages, in one file."""
    with tempfile.TemporaryDirectory() as scratch:
        return pack(lay_tree(content, machine, version, Path(scratch) / "program"), machine, version, key, into)


def lay_tree(content: Content, machine: Machine, version: str, into: Path) -> Path:
    """What is in an update."""
    lay_program(into, version, machine, content.table)
    unpack(content.hall, into)
    strip(into, machine)
    lay(content.engines, into, machine)
    if content.manual is not None:
        shutil.copytree(content.manual, into / "manual")
    return into


def pack(program: Path, machine: Machine, version: str, key: Ed25519PrivateKey, into: Path) -> Path:
    image = next((program / "hardware/firmware/built").glob("*.elf"))
    manifest = {
        "version": version, "machine": machine.debian, "board": load(image).build.hex(), "notes": notes(version),
    }  # fmt: skip
    return bundle.write(program, manifest, key, into, epoch())


def notes(version: str) -> dict[str, str]:
    """What changes, by language, from ``docs/changes/VERSION.LANGUAGE.md``; where there is none, the changelog's part
    of this version in English."""
    found = {
        path.suffixes[-2].removeprefix("."): path.read_text(encoding="utf-8").strip()
        for path in sorted((ROOT / "docs/changes").glob(f"{version}.*.md"))
    }
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    part = text.partition(f"## {version}\n")[2] or text.partition("## Unreleased\n")[2]
    found.setdefault("en", part.partition("\n## ")[0].strip()[:MOST_NOTES])
    return found


def signing_key(path: Path) -> Ed25519PrivateKey:
    """From a PEM file without a passphrase, as ``openssl genpkey -algorithm ed25519`` makes it. Raises ``ValueError``,
    ``OSError``."""
    key = load_pem_private_key(path.read_bytes(), None)
    if not isinstance(key, Ed25519PrivateKey):
        raise ValueError(f"{path}: not an Ed25519 key")
    return key


def public(key: Ed25519PrivateKey) -> str:
    return key.public_key().public_bytes_raw().hex()


def lay_sums(folder: Path) -> Path:
    """``SHA256SUMS`` of all files in ``folder``, in the format of sha256sum."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != "SHA256SUMS"]
    sums = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder)}\n" for path in paths)
    return write(folder / "SHA256SUMS", sums)


@dataclass(frozen=True)
class Keys:
    """``archive``: a fingerprint in the GnuPG home."""

    archive: str
    update: Ed25519PrivateKey


def release(version: str, architectures: Sequence[str], into: Path, keys: Keys | None, *, pure: bool = False) -> None:
    """Raises what the tools raise; what was in ``into`` is gone."""
    shutil.rmtree(into, ignore_errors=True)
    wheel = pure_wheel(version, into)
    lay_sources(version, into)
    pages = manual.build()
    trusted = () if keys is None else (public(keys.update),)
    with tempfile.TemporaryDirectory() as scratch:
        packages = []
        for name in architectures:
            content = fetched(MACHINES[name], WHEELS / name, pages, trusted, pure=pure)
            packages += build(content, MACHINES[name], version, Path(scratch))
            for python, engine in zip(PYTHONS, content.engines, strict=bool(content.engines)):
                compiled_wheel(wheel, engine, python, MACHINES[name], into)
            if keys is not None:
                lay_bundle(content, MACHINES[name], version, keys.update, into)
        packages.append(card_package.build(version, Path(scratch), Path(scratch) / "card"))
        repository.lay(packages, into / "apt", epoch(), None if keys is None else keys.archive)
    environment = os.environ | {"SOURCE_DATE_EPOCH": str(epoch())}
    subprocess.run(
        [sys.executable, "-m", "tools.supply.sbom"], cwd=ROOT, env=environment, check=True, timeout=TIMEOUT_S
    )
    bill = f"jantaku-{version_here()}.cdx.json"
    shutil.copyfile(DIST / bill, into / bill)
    lay_sums(into)


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.packaging.release", description="Lays out a release.")
    parser.add_argument("--arch", nargs="+", choices=MACHINES, default=list(MACHINES), help="for which machines")
    parser.add_argument("--pure", action="store_true", help="do not compile the rules engine, which takes long")
    parser.add_argument("--unsigned", action="store_true", help="sign nothing")
    asked = parser.parse_args(words)
    archive, update = os.environ.get(KEY), os.environ.get(UPDATE_KEY)
    if not asked.unsigned and not (archive and update):
        print(f"release: set {KEY} and {UPDATE_KEY} to the keys that sign, or give --unsigned", file=sys.stderr)
        return 2
    version = version_here()
    target = DIST / f"release-{version}"
    try:
        keys = None if asked.unsigned else Keys(str(archive), signing_key(Path(str(update))))
        if keys is not None:
            repository.check_key(keys.archive, epoch())
        release(version, asked.arch, target, keys, pure=asked.pure)
    except (ToolMissing, FirmwareBuildError, repository.KeyUnfit) as error:
        print(f"release: {error}", file=sys.stderr)
        return 1
    print(target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
