"""The types of the pages, made from the contracts of table and hall: ``python -m tools.page_types [--check]``.

The first line of each file names the contract by its hash, so that a file that is out of date is found also where there
are no Node tools; with them, the check makes it anew and compares.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from typing import Final

from tools import node

TYPES: Final = node.ROOT / "api" / "web" / "types"
CONTRACTS: Final = {
    TYPES / "api.d.ts": node.ROOT / "api" / "openapi.json",
    TYPES / "hall.d.ts": node.ROOT / "api" / "hall" / "openapi.json",
}
"""The contract of each file of types."""


def head(contract: Path) -> str:
    digest = hashlib.sha256(contract.read_bytes()).hexdigest()
    return f"// Made by `make generate` from {contract.relative_to(node.ROOT).as_posix()}, sha256 {digest}\n"


def types(contract: Path) -> str:
    """All of a file. Raises ``CalledProcessError``."""
    made = node.output("openapi-typescript", str(contract.relative_to(node.ROOT)))
    return head(contract) + made.rstrip() + "\n"


def is_fresh(file: Path, contract: Path) -> bool:
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    return text == types(contract) if node.installed() else text.startswith(head(contract))


def main(arguments: list[str]) -> int:
    if "--check" in arguments:
        return 0 if all(is_fresh(file, contract) for file, contract in CONTRACTS.items()) else 1
    if not node.install():
        return node.skipped("the types of the pages were NOT made")
    TYPES.mkdir(parents=True, exist_ok=True)
    for file, contract in CONTRACTS.items():
        file.write_text(types(contract), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
