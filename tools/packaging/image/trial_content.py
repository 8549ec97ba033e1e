"""What the trial of an image needs: ``python -m tools.packaging.image.trial_content FOLDER [--arch A] [--pure]``.

``FOLDER/release/apt`` is a repository signed by a key that was made for it, ``FOLDER/program`` a release from which
``update`` makes updates to it, ``FOLDER/update.pem`` the key that signs them. With ``--release DIR --key PEM`` they are
updates to what ``make release`` laid out there with that key, and no repository is made.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from api.updates import bundle
from tools.packaging import deb, release, repository, trial_content
from tools.packaging.dependencies import MACHINES, Machine
from tools.packaging.image import card_package
from tools.packaging.packages import Content, build, fetched
from tools.packaging.tree import ROOT, said, version_here, write

PROGRAM: Final = "program"
KEY: Final = "update.pem"
ARCH: Final = "arch"
"""Names the machine that the content is for."""


def archive_key(home: Path) -> str:
    """The fingerprint of a new key in a GnuPG home of its own, which the environment names from now on."""
    home.mkdir(mode=0o700)
    os.environ["GNUPGHOME"] = str(home)
    who = ["--quick-generate-key", "Jantaku trial <trial@jantaku.invalid>", "ed25519", "sign", "never"]
    subprocess.run(["gpg", "--batch", "--quiet", "--passphrase", "", *who], check=True, timeout=60)
    listed = said("gpg", "--batch", "--list-keys", "--with-colons")
    return next(line.split(":")[9] for line in listed.splitlines() if line.startswith("fpr"))


def update(content: Path, number: int, into: Path, *, sick: bool) -> Path:
    """``into``, an empty folder, with an update in it that is newer than the release and than those of smaller numbers.
    ``sick``: it serves, and says that it is not well; otherwise it is well. Raises ``OSError``."""
    version = f"{version_here()}.{10 + number}"
    bundle.PRESET = 0
    with tempfile.TemporaryDirectory(dir=into.parent) as scratch:
        program = trial_content.as_version(content / PROGRAM, Path(scratch) / PROGRAM, version)
        if sick:
            trial_content.make_sick(program)
        machine = MACHINES[(content / ARCH).read_text(encoding="utf-8")]
        release.pack(program, machine, version, release.signing_key(content / KEY), into)
    return into


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--arch", default="arm64", choices=MACHINES, help="of the image (default arm64)")
    parser.add_argument("--pure", action="store_true", help="do not compile the rules engine, which takes long")
    parser.add_argument("--release", type=Path, metavar="DIR", help="updates to this one, signed with --key")
    parser.add_argument("--key", type=Path, metavar="PEM", help="of the updates of that release")
    asked = parser.parse_args(words)
    if (asked.release is None) != (asked.key is None):
        parser.error("--release and --key belong together")
    folder: Path = asked.folder
    machine = MACHINES[asked.arch]
    folder.mkdir(parents=True, exist_ok=True)
    key = release.signing_key(asked.key) if asked.key else Ed25519PrivateKey.generate()
    write(folder / KEY, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()), 0o600)
    write(folder / ARCH, machine.debian)
    wheels = ROOT / "build" / "wheels" / machine.debian
    content = fetched(machine, wheels, keys=(release.public(key),), pure=asked.pure)
    shutil.rmtree(folder / PROGRAM, ignore_errors=True)
    release.lay_tree(content, machine, trial_content.GOOD, folder / PROGRAM)
    if asked.release is None:
        _lay_release(content, machine, folder / "release")
    return 0


def _lay_release(content: Content, machine: Machine, into: Path) -> None:
    deb.COMPRESSION = ("-Zgzip", "-z1")
    with tempfile.TemporaryDirectory() as scratch:
        fingerprint = archive_key(Path(scratch) / "gpg")
        os.environ["SOURCE_DATE_EPOCH"] = str(int(time.time()))  # not older than the key that signs
        packages = build(content, machine, version_here(), Path(scratch) / "made")
        packages.append(card_package.build(version_here(), Path(scratch) / "made", Path(scratch)))
        repository.lay(packages, into / "apt", int(os.environ["SOURCE_DATE_EPOCH"]), fingerprint)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
