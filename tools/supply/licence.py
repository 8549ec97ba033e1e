"""The licence of a package as an SPDX expression, and whether it is one that Jantaku may be shipped with."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from typing import Any, Final

from cyclonedx.spdx import fixup_id, is_expression
from license_expression import AND, OR, LicenseWithExceptionSymbol, get_spdx_licensing
from packaging.metadata import RawMetadata

from tools.supply.parts import FOLDER

KNOWN_BY_HAND: Final = FOLDER / "licences.toml"
CLASSIFIERS: Final = {
    "License :: OSI Approved :: Apache Software License": "Apache-2.0",
    "License :: OSI Approved :: ISC License (ISCL)": "ISC",
    "License :: OSI Approved :: MIT License": "MIT",
    "License :: OSI Approved :: Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "License :: OSI Approved :: The Unlicense (Unlicense)": "Unlicense",
}
"""Those that name one licence; "BSD License", for one, names several."""
COPYLEFT: Final = ("GPL-", "AGPL-", "LGPL-")
LINKING_ALLOWED: Final = ("GCC-exception-3.1",)
"""Exceptions that leave a program linked with the library under its own licence."""


class LicenceError(ValueError):
    """A package whose licence is not known, or is not allowed."""

    def __init__(self, package: str, detail: str) -> None:
        super().__init__(f"licence of {package}: {detail}")


@lru_cache(maxsize=1)
def known_by_hand() -> dict[str, Any]:
    """``packages``: licences that metadata leave open; ``firmware``: what the compiler links into the chip image."""
    return tomllib.loads(KNOWN_BY_HAND.read_text(encoding="utf-8"))


def licence(metadata: RawMetadata) -> str:
    """The SPDX expression of a distribution's metadata. Raises ``LicenceError`` when they do not name one."""
    name = metadata["name"]
    by_hand = known_by_hand()["packages"].get(name.lower())
    if by_hand:
        return str(by_hand["licence"])
    expression = metadata.get("license_expression") or fixup_id(metadata.get("license", ""))
    of_classifiers = {CLASSIFIERS[one] for one in metadata.get("classifiers", []) if one in CLASSIFIERS}
    found = expression or (of_classifiers.pop() if len(of_classifiers) == 1 else "")
    if not found or not is_expression(found):
        raise LicenceError(name, f"its metadata do not name one; add it to requirements/{KNOWN_BY_HAND.name}")
    return found


def allowed(expression: str) -> bool:
    """Whether some choice among its alternatives is free of GPL, AGPL and LGPL. Raises ``ExpressionError``."""
    return _allowed(get_spdx_licensing().parse(expression, validate=True, strict=True))


def _allowed(node: Any) -> bool:
    if isinstance(node, OR):
        return any(_allowed(one) for one in node.args)
    if isinstance(node, AND):
        return all(_allowed(one) for one in node.args)
    if isinstance(node, LicenseWithExceptionSymbol) and node.exception_symbol.key in LINKING_ALLOWED:
        return True
    return not str(node).startswith(COPYLEFT)
