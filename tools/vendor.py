"""The libraries of the pages, kept here as their makers published them: ``python -m tools.vendor [--check]``.

Pages are served without a build step and load nothing from elsewhere, so a library lies beside them, byte for byte as
in the package whose hash is in ``package-lock.json``. Its manifest names version, licence, that hash, and the hash of
every file. Without ``--check`` the files are copied from ``node_modules``; the check compares what is committed with
the manifest and, where the Node tools are installed, with the package itself.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tools import node

FOLDER: Final = node.ROOT / "api" / "web" / "vendor"
MANIFEST: Final = "manifest.json"

LIBRARIES: Final[dict[str, tuple[str, ...]]] = {
    "lit-html": ("LICENSE", "lit-html.js"),
}
TYPES: Final[dict[str, dict[str, str]]] = {
    "lit-html": {"lit-html.d.ts": "lit-html"},
}
"""For the type check alone: what the pages import, with the module of the package that has its types."""

_IMPORT: Final = re.compile(r"""\b(?:from|import)\s*\(?\s*["']([^"']+)["']""")


def manifest(name: str, folder: Path) -> dict[str, Any]:
    """What a library in ``folder`` is, as its ``manifest.json`` should say it."""
    locked = json.loads((node.ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"][
        f"node_modules/{name}"
    ]
    return {
        "name": name,
        "version": locked["version"],
        "licence": locked["license"],
        "integrity": locked["integrity"],
        "files": {part: hashlib.sha256((folder / part).read_bytes()).hexdigest() for part in LIBRARIES[name]},
    }


def objections(name: str, folder: Path) -> Iterator[str]:
    """Everything that is wrong with a committed library."""
    wanted = (*LIBRARIES[name], *TYPES[name], MANIFEST)
    missing = [part for part in wanted if not (folder / part).is_file()]
    if missing:
        yield f"{name}: {', '.join(missing)} is missing"
        return
    if json.loads((folder / MANIFEST).read_text(encoding="utf-8")) != manifest(name, folder):
        yield f"{name}: the files are not those of {MANIFEST}, or it is not the version of package-lock.json"
    kept = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    for part in sorted(kept - {*wanted}):
        yield f"{name}: {part} does not belong here"
    for part in sorted(part for part in LIBRARIES[name] if part.endswith(".js")):
        yield from (f"{name}: {part} imports {target!r}" for target in _not_here(folder, folder / part))
    if node.installed():
        package = node.MODULES / name
        changed = [part for part in LIBRARIES[name] if (folder / part).read_bytes() != (package / part).read_bytes()]
        yield from (f"{name}: {part} differs from the package" for part in changed)


def _not_here(folder: Path, file: Path) -> Iterator[str]:
    """What a browser could not find: names of packages, and parts that were not copied."""
    for target in _IMPORT.findall(file.read_text(encoding="utf-8")):
        part = (file.parent / target).resolve()
        if not target.startswith(".") or not part.is_relative_to(folder.resolve()) or not part.is_file():
            yield target


def copy(name: str, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    for part in LIBRARIES[name]:
        (folder / part).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(node.MODULES / name / part, folder / part)
    for part, module in TYPES[name].items():
        (folder / part).write_text(f'export * from "{module}";\n', encoding="utf-8")
    text = json.dumps(manifest(name, folder), indent=2) + "\n"
    (folder / MANIFEST).write_text(text, encoding="utf-8")


def main(arguments: list[str]) -> int:
    if "--check" not in arguments:
        if not node.install():
            return node.skipped("the libraries of the pages were NOT copied")
        for name in LIBRARIES:
            copy(name, FOLDER / name)
    found = [objection for name in LIBRARIES for objection in objections(name, FOLDER / name)]
    for objection in found:
        print(objection, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
