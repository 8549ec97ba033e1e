"""A repository for apt from a folder of packages: plain files that any web server can serve, signed by a GnuPG key.

``Valid-Until`` is left out: a table that was switched off for a year must still be able to update.
"""

from __future__ import annotations

import gzip
import hashlib
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from email.utils import formatdate
from pathlib import Path
from typing import Final

from tools.packaging.tree import TIMEOUT_S, said, write

SUITE: Final = "stable"
COMPONENT: Final = "main"
KEYRING: Final = "jantaku-archive-keyring.gpg"


class KeyUnfit(RuntimeError):
    """A key cannot sign; says why."""


def check_key(key: str, time: int) -> None:
    """Before minutes of work are done for nothing. ``time``: of the signature, seconds since 1970. Raises
    ``KeyUnfit``."""
    command = [*_signing(key, time), "--detach-sign", "--output", "/dev/null", "/dev/null"]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=TIMEOUT_S, check=False, stdin=subprocess.DEVNULL
    )
    if done.returncode != 0:
        raise KeyUnfit(
            f"the key {key} cannot sign what bears the time {formatdate(time)}: {done.stderr.strip()[-300:]} "
            "(a key that is younger than the last commit needs a later SOURCE_DATE_EPOCH)"
        )


def lay(packages: Iterable[Path], into: Path, time: int, key: str | None) -> None:
    """``into`` becomes a repository of ``packages``. ``time``: seconds since 1970 that it says of itself. ``key``:
    which one in the GnuPG home signs it; None: nobody does, and apt takes it only when it is told to trust it."""
    pool = into / "pool" / COMPONENT
    pool.mkdir(parents=True, exist_ok=True)
    for package in packages:
        shutil.copyfile(package, pool / package.name)
    paths = sorted(pool.glob("*.deb"))
    architectures = sorted({said("dpkg-deb", "--field", str(path), "Architecture") for path in paths} - {"all"})
    suite = into / "dists" / SUITE
    for architecture in architectures:
        listed = "".join(_listed(path, into, architecture) for path in paths)
        folder = suite / COMPONENT / f"binary-{architecture}"
        write(folder / "Packages", listed)
        write(folder / "Packages.gz", gzip.compress(listed.encode(), 9, mtime=0))
    write(suite / "Release", "".join(_release(suite, architectures, time)))
    if key is not None:
        _sign(suite / "Release", into, key, time)


def _listed(path: Path, root: Path, architecture: str) -> str:
    """The paragraph of one package; empty when it is for another machine."""
    if said("dpkg-deb", "--field", str(path), "Architecture") not in (architecture, "all"):
        return ""
    content = path.read_bytes()
    control = said("dpkg-deb", "--field", str(path))
    place = f"Filename: {path.relative_to(root)}\nSize: {len(content)}\nSHA256: {hashlib.sha256(content).hexdigest()}"
    return f"{control}\n{place}\n\n"


def _release(suite: Path, architectures: list[str], time: int) -> Iterator[str]:
    yield f"Origin: Jantaku\nLabel: Jantaku\nSuite: {SUITE}\nCodename: {SUITE}\nDate: {formatdate(time, usegmt=True)}\n"
    yield f"Architectures: {' '.join(architectures)}\nComponents: {COMPONENT}\nDescription: Jantaku\nSHA256:\n"
    for path in sorted((suite / COMPONENT).rglob("Packages*")):
        content = path.read_bytes()
        yield f" {hashlib.sha256(content).hexdigest()} {len(content)} {path.relative_to(suite)}\n"


def _sign(release: Path, root: Path, key: str, time: int) -> None:
    gpg = _signing(key, time)
    for extra, name in ((["--detach-sign", "--armor"], "Release.gpg"), (["--clear-sign"], "InRelease")):
        _ran([*gpg, *extra, "--output", str(release.with_name(name)), str(release)])
    _ran(["gpg", "--batch", "--yes", "--output", str(root / KEYRING), "--export", key])


def _signing(key: str, time: int) -> list[str]:
    gpg = ["gpg", "--batch", "--yes", "--no-tty", "--local-user", key, "--digest-algo", "SHA512"]
    return [*gpg, f"--faked-system-time={time}!"]


def _ran(command: list[str]) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=TIMEOUT_S, stdin=subprocess.DEVNULL)
