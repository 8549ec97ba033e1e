"""What ``trial.sh`` tries: ``python -m tools.packaging.trial_content FOLDER [--pure]``.

``FOLDER/old`` and ``FOLDER/new`` are packages of two versions, ``FOLDER/updates`` releases between them: a good one,
one whose signature nobody trusts, and three bad ones: of one nothing runs, one ends when it starts, one serves and says
that it is not well.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from api.updates import bundle
from tools.packaging import deb, release
from tools.packaging.dependencies import MACHINES
from tools.packaging.packages import build, fetched
from tools.packaging.tree import ROOT, said, version_here

OLD, GOOD, BAD, ENDS, SICK, NEW = (f"{version_here()}.{n}" for n in range(1, 7))


def _ends(program: Path) -> None:
    path = program / "api/service/service.py"
    path.write_text(path.read_text(encoding="utf-8") + "\nraise RuntimeError\n", encoding="utf-8")


def make_sick(program: Path) -> None:
    path = program / "api/table/routes/health.py"
    text = path.read_text(encoding="utf-8")
    sick = text.replace("    if not runtime.healthy:\n", "    if runtime.healthy:\n")
    if sick == text:
        raise RuntimeError(f"{path} is another one than this trial knows")
    path.write_text(sick, encoding="utf-8")


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pure", action="store_true", help="do not compile the rules engine, which takes long")
    asked = parser.parse_args(words)
    folder: Path = asked.folder
    machine = MACHINES[said("dpkg", "--print-architecture")]
    key, other = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    content = fetched(machine, ROOT / "build" / "wheels" / machine.debian, keys=(release.public(key),), pure=asked.pure)
    deb.COMPRESSION, bundle.PRESET = ("-Zgzip", "-z1"), 0
    for name, version in (("old", OLD), ("new", NEW)):
        build(content, machine, version, folder / name)
    updates, good = folder / "updates", release.lay_tree(content, machine, GOOD, folder / "program")
    release.pack(good, machine, GOOD, key, updates / "good")
    release.pack(good, machine, GOOD, other, updates / "untrusted")
    for version, name, change in ((BAD, "bad", _is_empty), (ENDS, "ends", _ends), (SICK, "sick", make_sick)):
        program = as_version(good, folder / name, version)
        change(program)
        release.pack(program, machine, version, key, updates / name)
    return 0


def as_version(program: Path, into: Path, version: str) -> Path:
    shutil.copytree(program, into)
    metadata = into / f"jantaku-{GOOD}.dist-info/METADATA"
    text = metadata.read_text(encoding="utf-8").replace(f"\nVersion: {GOOD}\n", f"\nVersion: {version}\n")
    metadata.write_text(text, encoding="utf-8")
    metadata.parent.rename(into / f"jantaku-{version}.dist-info")
    return into


def _is_empty(program: Path) -> None:
    """Nothing that it needs is in it."""
    shutil.rmtree(program / "pydantic")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
