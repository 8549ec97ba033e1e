"""Our wheels: the pure one, and the same with a compiled rules engine for one Python and machine."""

from __future__ import annotations

import hashlib
import tempfile
import zipfile
from base64 import urlsafe_b64encode
from pathlib import Path
from time import gmtime
from typing import Final

from tools.packaging.dependencies import Machine
from tools.packaging.engine import lay
from tools.packaging.program import built, source_tree
from tools.packaging.tree import epoch

PURE: Final = {b"Root-Is-Purelib: true": b"Root-Is-Purelib: false", b"Tag: py3-none-any": b"Tag: %s"}


def pure_wheel(version: str, into: Path) -> Path:
    with tempfile.TemporaryDirectory() as scratch:
        return built("wheel", source_tree(Path(scratch) / "tree", version), into)


def compiled_wheel(pure: Path, engine: Path, python: str, machine: Machine, into: Path) -> Path:
    """The pure wheel with the modules of ``engine``, compiled for ``python`` (``3.13``), laid beside their source. The
    format is that of the Python Packaging User Guide, "Binary distribution format": what a wheel holds stands in its
    RECORD with hash and size, the record itself last and without."""
    number = "cp" + python.replace(".", "")
    tag = f"{number}-{number}-linux_{machine.wheels}"
    into.mkdir(parents=True, exist_ok=True)
    target = into / pure.name.replace("py3-none-any", tag)
    with zipfile.ZipFile(pure) as source, tempfile.TemporaryDirectory() as scratch:
        lay((engine,), Path(scratch), machine)
        modules = {str(path.relative_to(scratch)): path.read_bytes() for path in Path(scratch).rglob("*.so")}
        members = {name: source.read(name) for name in source.namelist()} | modules
    (record,) = (name for name in members if name.endswith(".dist-info/RECORD"))
    del members[record]
    about = record.replace("RECORD", "WHEEL")
    for before, after in PURE.items():
        if before not in members[about]:
            raise ValueError(f"{pure.name}: no {before.decode()} in its WHEEL")
        members[about] = members[about].replace(before, after.replace(b"%s", tag.encode()))
    members[record] = "".join(_line(name, content) for name, content in members.items()).encode() + (
        f"{record},,\n".encode()
    )
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in members.items():
            entry = zipfile.ZipInfo(name, gmtime(epoch())[:6])
            entry.external_attr, entry.compress_type = 0o100644 << 16, zipfile.ZIP_DEFLATED
            made.writestr(entry, content)
    return target


def _line(name: str, content: bytes) -> str:
    digest = urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content)}\n"
