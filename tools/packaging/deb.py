"""One Debian package from a folder, by ``dpkg-deb``: the same content makes the same bytes.

What debhelper would add to the scripts of a package stands in ``scripts/``, in its words: a unit is enabled once, and
an administrator who switched it off is not overruled by an upgrade.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import formatdate
from pathlib import Path
from typing import Final

from tools.packaging.tree import TIMEOUT_S, bytes_in, settle, write

MAINTAINER: Final = "The Jantaku authors <packages@jantaku.invalid>"
SCRIPTS: Final = Path(__file__).resolve().parent / "scripts"
COMPRESSION: tuple[str, ...] = ("-Zxz", "-z9", "--threads-max=1")
"""One thread: with more, xz cuts its blocks by their number."""


@dataclass(frozen=True)
class Package:
    """``fields``: of the control file beside those that every package has. ``scripts``: what runs at which step, by
    its name (``postinst``...). ``unit``: the service in it, by its name without suffix."""

    name: str
    summary: str
    description: str
    fields: Mapping[str, str] = field(default_factory=dict)
    scripts: Mapping[str, str] = field(default_factory=dict)
    overrides: tuple[str, ...] = ()


def script(step: str, *parts: str, **words: str | Path) -> str:
    """A maintainer script made of files of ``scripts/``, with ``#WORD#`` in them replaced. ``unit@NAME``: the part
    about units, for one more of them."""
    text = "#!/bin/sh\n# " + step + " of this package, see deb-postinst(5) and its siblings.\nset -e\n\n"
    text += "\n".join(_part(step, part) for part in parts)
    for word, value in words.items():
        text = text.replace(f"#{word.upper()}#", str(value))
    return text + "\nexit 0\n"


def _part(step: str, part: str) -> str:
    name, _, unit = part.partition("@")
    text = (SCRIPTS / f"{name}.{step}.sh").read_text(encoding="utf-8")
    return text.replace("#UNIT#", unit) if unit else text


def build(package: Package, tree: Path, version: str, architecture: str, time: int, into: Path) -> Path:
    """``into/NAME_VERSION_ARCH.deb`` of all that lies in ``tree``, which gets its control files. ``time``: seconds
    since 1970 of every file. Raises ``CalledProcessError``."""
    _lay_papers(package, tree, version, time)
    control = tree / "DEBIAN"
    conffiles = [f"/{path.relative_to(tree)}" for path in sorted((tree / "etc").rglob("*")) if path.is_file()]
    size = bytes_in(tree) // 1024 + 1
    if conffiles:
        write(control / "conffiles", "".join(f"{name}\n" for name in conffiles))
    write(control / "md5sums", _sums(tree, set(conffiles)))
    write(control / "control", _control(package, version, architecture, size))
    for step, text in package.scripts.items():
        write(control / step, text, 0o755)
    settle(tree, time)
    into.mkdir(parents=True, exist_ok=True)
    target = into / f"{package.name}_{version}_{architecture}.deb"
    command = ["dpkg-deb", "--root-owner-group", *COMPRESSION, "--build", str(tree), str(target)]
    environment = {"SOURCE_DATE_EPOCH": str(time), "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
    subprocess.run(command, env=environment, check=True, capture_output=True, timeout=TIMEOUT_S)
    shutil.rmtree(control)
    return target


def _control(package: Package, version: str, architecture: str, size: int) -> str:
    lines = {
        "Package": package.name, "Version": version, "Architecture": architecture, "Maintainer": MAINTAINER,
        "Installed-Size": str(size), **package.fields, "Section": "misc", "Priority": "optional",
    }  # fmt: skip
    body = "".join(f" {line or '.'}\n" for line in package.description.strip().splitlines())
    return "".join(f"{key}: {value}\n" for key, value in lines.items()) + f"Description: {package.summary}\n{body}"


def _sums(tree: Path, without: set[str]) -> str:
    paths = [path for path in sorted(tree.rglob("*")) if path.is_file() and not path.is_symlink()]
    inside = [path for path in paths if "DEBIAN" not in path.relative_to(tree).parts]
    listed = [path for path in inside if f"/{path.relative_to(tree)}" not in without]
    return "".join(
        f"{hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()}  {path.relative_to(tree)}\n"
        for path in listed
    )


def _lay_papers(package: Package, tree: Path, version: str, time: int) -> None:
    """What every package must have by Debian's policy."""
    papers = tree / "usr/share/doc" / package.name
    change = f"jantaku ({version}) unstable; urgency=medium\n\n"
    change += "  * What changed: /usr/share/doc/jantaku-common/NEWS.md.gz\n\n"
    change += f" -- {MAINTAINER}  {formatdate(time)}\n"
    write(papers / "changelog.gz", packed(change))
    if package.overrides:
        lines = "".join(f"{package.name}: {one}\n" for one in package.overrides)
        write(tree / "usr/share/lintian/overrides" / package.name, lines)


def packed(text: str) -> bytes:
    return gzip.compress(text.encode(), 9, mtime=0)
