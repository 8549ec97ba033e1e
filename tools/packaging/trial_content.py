"""What ``trial.sh`` tries: ``python -m tools.packaging.trial_content FOLDER``.

``FOLDER/old`` and ``FOLDER/new`` are packages of two versions, ``FOLDER/updates`` a good release between them, one that
does not start, and one whose signature nobody trusts.
"""

from __future__ import annotations

import sys
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tools.packaging import deb, release
from tools.packaging.dependencies import MACHINES
from tools.packaging.packages import Content, build, fetched
from tools.packaging.tree import ROOT, said, version_here

OLD, GOOD, BAD, NEW = (f"{version_here()}.{n}" for n in (1, 2, 3, 4))


def main(words: list[str]) -> int:
    folder = Path(words[0])
    machine = MACHINES[said("dpkg", "--print-architecture")]
    key, other = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    content = fetched(machine, ROOT / "build" / "wheels" / machine.debian, keys=(release.public(key),))
    deb.COMPRESSION = ("-Zgzip", "-z1")
    for name, version in (("old", OLD), ("new", NEW)):
        build(content, machine, version, folder / name)
    release.lay_bundle(content, machine, GOOD, key, folder / "updates" / "good")
    release.lay_bundle(Content((), ()), machine, BAD, key, folder / "updates" / "bad")  # nothing that it needs is in it
    release.lay_bundle(Content((), ()), machine, GOOD, other, folder / "updates" / "untrusted")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
