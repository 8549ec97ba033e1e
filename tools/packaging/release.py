"""``make release``: all that is published of a version, in ``dist/release-VERSION``.

A signed repository for apt, the wheel, the source archive, the bill of materials, and the sums of them all. The key is
named by ``JANTAKU_ARCHIVE_KEY``, a fingerprint in the GnuPG home; with ``--unsigned`` nothing is signed, for a trial.
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
from pathlib import Path
from typing import Final

from hardware.firmware.build import FirmwareBuildError
from tools.packaging import repository
from tools.packaging.dependencies import MACHINES
from tools.packaging.packages import build, fetched
from tools.packaging.program import ToolMissing, built, source_tree
from tools.packaging.tree import ROOT, TIMEOUT_S, epoch, version_here, write

KEY: Final = "JANTAKU_ARCHIVE_KEY"
WHEELS: Final = ROOT / "build" / "wheels"
DIST: Final = ROOT / "dist"


def lay_wheel(version: str, into: Path) -> Path:
    with tempfile.TemporaryDirectory() as scratch:
        return built("wheel", source_tree(Path(scratch) / "tree", version), into)


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


def lay_sums(folder: Path) -> Path:
    """``SHA256SUMS`` of all files in ``folder``, in the format of sha256sum."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != "SHA256SUMS"]
    sums = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder)}\n" for path in paths)
    return write(folder / "SHA256SUMS", sums)


def release(version: str, architectures: Sequence[str], into: Path, key: str | None) -> None:
    """Raises what the tools raise; what was in ``into`` is gone."""
    shutil.rmtree(into, ignore_errors=True)
    lay_wheel(version, into)
    lay_sources(version, into)
    with tempfile.TemporaryDirectory() as scratch:
        packages = [
            path
            for name in architectures
            for path in build(fetched(MACHINES[name], WHEELS / name), MACHINES[name], version, Path(scratch))
        ]
        repository.lay(packages, into / "apt", epoch(), key)
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
    parser.add_argument("--unsigned", action="store_true", help="sign nothing")
    asked = parser.parse_args(words)
    key = os.environ.get(KEY)
    if not key and not asked.unsigned:
        print(f"release: set {KEY} to the fingerprint of the key that signs, or give --unsigned", file=sys.stderr)
        return 2
    version = version_here()
    target = DIST / f"release-{version}"
    try:
        release(version, asked.arch, target, None if asked.unsigned else key)
    except (ToolMissing, FirmwareBuildError) as error:
        print(f"release: {error}", file=sys.stderr)
        return 1
    print(target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
