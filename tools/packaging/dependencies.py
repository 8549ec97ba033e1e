"""The locked packages for another machine: fetched as wheels, held to their hashes, unpacked side by side.

One folder serves Python 3.11 and 3.13 alike: compiled modules of both bear their version in their names.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from packaging.utils import canonicalize_name, parse_sdist_filename, parse_wheel_filename

from tools.packaging.tree import TIMEOUT_S
from tools.supply.lockfile import Locked, read
from tools.supply.parts import FOLDER, HALL, MQTT, RUN

PYTHONS: Final = ("3.11", "3.13")
"""Those of Debian 12 and 13, and of the versions of Raspberry Pi OS made from them."""
GLIBC: Final = (17, 26, 28, 31, 34)
"""Of ``manylinux_2_*`` tags; Debian 12 has 2.36."""
AS_SOURCE: Final = frozenset({"cobs"})
"""Has no wheels: its Python modules are taken from the source archive. They do the same as the compiled ones."""
OF_COMPILERS: Final = frozenset({"pycparser"})
"""What cffi needs to compile, and not to run."""


@dataclass(frozen=True)
class Machine:
    """``debian``: as Debian calls it; ``wheels``: as tags of wheels do; ``tools``: the prefix of its gcc."""

    debian: str
    wheels: str
    tools: str


MACHINES: Final = {
    one.debian: one
    for one in (Machine("amd64", "x86_64", "x86_64-linux-gnu-"), Machine("arm64", "aarch64", "aarch64-linux-gnu-"))
}


def of_table() -> list[Locked]:
    """What the program needs at a table, with and without a broker."""
    return _locked((RUN, MQTT), without=())


def of_hall() -> list[Locked]:
    """What a hall needs on top."""
    return _locked((HALL,), without=(RUN, MQTT))


def _locked(parts: Sequence[str], without: Sequence[str]) -> list[Locked]:
    known = {one.name for part in without for one in read(FOLDER / f"{part}.lock")}
    found = {one.name: one for part in parts for one in read(FOLDER / f"{part}.lock")}
    return [one for name, one in sorted(found.items()) if name not in known | OF_COMPILERS]


def fetch(wanted: Sequence[Locked], machine: Machine, into: Path) -> list[Path]:
    """The files of ``wanted`` for ``machine`` and each Python. Raises ``CalledProcessError``."""
    into.mkdir(parents=True, exist_ok=True)
    wheels = [one for one in wanted if one.name not in AS_SOURCE]
    for python in PYTHONS:
        short = python.replace(".", "")
        abis = [word for abi in (f"cp{short}", "abi3", "none") for word in ("--abi", abi)]
        tags = [f"manylinux_2_{n}_{machine.wheels}" for n in GLIBC] + [f"manylinux2014_{machine.wheels}"]
        platforms = [word for tag in tags for word in ("--platform", tag)]
        _download(wheels, into, "--only-binary=:all:", "--python-version", short, *abis, *platforms)
    source = [one for one in wanted if one.name in AS_SOURCE]
    if source:
        _download(source, into, "--no-binary=:all:", "--no-build-isolation", "--use-pep517")
    names = {one.name for one in wanted}
    return sorted(path for path in into.iterdir() if _name(path) in names)


def _name(path: Path) -> str:
    if path.suffix == ".whl":
        return str(parse_wheel_filename(path.name)[0])
    return str(parse_sdist_filename(path.name)[0]) if path.name.endswith(".tar.gz") else ""


def _download(wanted: Iterable[Locked], into: Path, *options: str) -> None:
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        for one in wanted:
            print(f"{one.name}=={one.version}", *(f"--hash=sha256:{hash_}" for hash_ in one.sha256), file=file)
        file.flush()
        command = [
            sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
            "--require-hashes", f"--dest={into}", f"--requirement={file.name}", *options,
        ]  # fmt: skip
        subprocess.run(command, check=True, timeout=TIMEOUT_S, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def unpack(archives: Iterable[Path], into: Path) -> None:
    """The modules and their metadata with the licences; no programs, no tests, no sources of compiled modules."""
    into.mkdir(parents=True, exist_ok=True)
    for archive in archives:
        for name, content in _wheel(archive) if archive.suffix == ".whl" else _source(archive):
            if _is_wanted(name):
                target = into / name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(_as_module(name, content))


def _as_module(name: str, content: bytes) -> bytes:
    """Nothing here is run as a program of its own, by an interpreter that Debian may not have under that name."""
    if name.endswith(".py") and content.startswith(b"#!"):
        return b"#" + content[content.index(b"\n") :]
    return content


def _wheel(path: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(path) as wheel:
        for entry in wheel.infolist():
            if not entry.is_dir():
                yield entry.filename, wheel.read(entry)


def _source(path: Path) -> Iterator[tuple[str, bytes]]:
    """The modules of a source archive, with its licence and its metadata as a wheel would have them."""
    name, version = parse_sdist_filename(path.name)
    info = f"{canonicalize_name(name)}-{version}.dist-info"
    places = {"PKG-INFO": f"{info}/METADATA", "LICENSE.txt": f"{info}/licenses/LICENSE.txt"}
    with tarfile.open(path) as source:
        for member in source:
            inside = member.name.partition("/")[2]
            place = inside.removeprefix("src/") if inside.startswith(f"src/{name}/") else places.get(inside)
            file = source.extractfile(member) if member.isfile() and place else None
            if file is not None and place:
                yield place, file.read()


def _is_wanted(name: str) -> bool:
    """RECORD lists files that are not taken; nobody uninstalls with it here."""
    parts, last = name.split("/"), name.rpartition("/")[2]
    scripts = parts[0].endswith(".data") or parts[0] == "bin"
    tests = any(part in ("tests", "testing") for part in parts) or last == "test.py"
    sources = last.endswith((".pyx", ".pxd", ".c", ".h", ".pyi"))
    return not scripts and not tests and not sources and last not in ("RECORD", "direct_url.json", "INSTALLER")
