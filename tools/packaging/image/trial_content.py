"""What the trial of an image needs: ``python -m tools.packaging.image.trial_content FOLDER [--pure]``.

``FOLDER/release/apt`` is a repository signed by a key that was made for it, ``FOLDER/good`` and ``FOLDER/sick`` are
updates to what is in it: one serves, one serves and says that it is not well.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from api.updates import bundle
from tools.packaging import deb, release, repository, trial_content
from tools.packaging.dependencies import MACHINES
from tools.packaging.image import card_package
from tools.packaging.packages import build, fetched
from tools.packaging.tree import ROOT, said


def archive_key(home: Path) -> str:
    """The fingerprint of a new key in a GnuPG home of its own, which the environment names from now on."""
    home.mkdir(mode=0o700)
    os.environ["GNUPGHOME"] = str(home)
    who = ["--quick-generate-key", "Jantaku trial <trial@jantaku.invalid>", "ed25519", "sign", "never"]
    subprocess.run(["gpg", "--batch", "--quiet", "--passphrase", "", *who], check=True, timeout=60)
    listed = said("gpg", "--batch", "--list-keys", "--with-colons")
    return next(line.split(":")[9] for line in listed.splitlines() if line.startswith("fpr"))


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pure", action="store_true", help="do not compile the rules engine, which takes long")
    asked = parser.parse_args(words)
    folder: Path = asked.folder
    machine, key = MACHINES["arm64"], Ed25519PrivateKey.generate()
    content = fetched(machine, ROOT / "build" / "wheels" / machine.debian, keys=(release.public(key),), pure=asked.pure)
    deb.COMPRESSION, bundle.PRESET = ("-Zgzip", "-z1"), 0
    with tempfile.TemporaryDirectory() as scratch:
        fingerprint = archive_key(Path(scratch) / "gpg")
        os.environ["SOURCE_DATE_EPOCH"] = str(int(time.time()))  # not older than the key that signs
        packages = build(content, machine, trial_content.OLD, Path(scratch) / "made")
        packages.append(card_package.build(trial_content.OLD, Path(scratch) / "made", Path(scratch)))
        repository.lay(packages, folder / "release" / "apt", int(os.environ["SOURCE_DATE_EPOCH"]), fingerprint)
        good = release.lay_tree(content, machine, trial_content.GOOD, Path(scratch) / "program")
        release.pack(good, machine, trial_content.GOOD, key, folder / "good")
        sick = trial_content.as_version(good, Path(scratch) / "sick", trial_content.SICK)
        trial_content.make_sick(sick)
        release.pack(sick, machine, trial_content.SICK, key, folder / "sick")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
