"""The types of the pages, made from the contract of the service: ``python -m tools.page_types [--check]``.

The first line of the file names the contract by its hash, so that a file that is out of date is found also where there
are no Node tools; with them, the check makes it anew and compares.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from typing import Final

from tools import node

CONTRACT: Final = node.ROOT / "api" / "openapi.json"
FILE: Final = node.ROOT / "api" / "web" / "types" / "api.d.ts"


def head(contract: Path = CONTRACT) -> str:
    digest = hashlib.sha256(contract.read_bytes()).hexdigest()
    return f"// Made by `make generate` from api/openapi.json, sha256 {digest}\n"


def types() -> str:
    """All of the file. Raises ``CalledProcessError``."""
    made = node.output("openapi-typescript", str(CONTRACT.relative_to(node.ROOT)))
    return head() + made.rstrip() + "\n"


def main(arguments: list[str]) -> int:
    if "--check" in arguments:
        text = FILE.read_text(encoding="utf-8") if FILE.exists() else ""
        fresh = text == types() if node.installed() else text.startswith(head())
        return 0 if fresh else 1
    if not node.install():
        return node.skipped("the types of the pages were NOT made")
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(types(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
