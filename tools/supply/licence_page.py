"""``docs/licences.md``, the licence of all that is shipped: ``python -m tools.supply.licence_page [--check]``."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tools.made import write_or_check
from tools.supply.licence import known_by_hand
from tools.supply.lockfile import read
from tools.supply.parts import OPTIONAL, ROOT, RUN, SHIPPED, parts
from tools.supply.shipped import Package, shipped
from tools.supply.vendored import VENDOR, Vendored, vendored

PAGE: Final = ROOT / "docs" / "licences.md"
HEAD: Final = """# Licences of what is shipped

Made by `make licences` from `requirements/shipped.json`, `requirements/licences.toml` and the manifests of the pages;
do not edit. Jantaku itself is under Apache-2.0. Licences are SPDX expressions. Nothing here is under the GPL, AGPL or
LGPL, but for what a compiler links into its output by an exception that says so; `make lint` fails when that changes.
"""


def page() -> str:
    """The whole page as text. Raises what its sources raise."""
    return "".join((HEAD, *_python(), *_pages(vendored()), *_firmware()))


def _python() -> Iterator[str]:
    yield "\n## Python packages\n\nAs locked in `requirements/`. `pi` and `pi5` are extras for the header of a Pi, "
    yield "`hall` for a hall, `mqtt` for either.\n\n"
    places = {part: {one.name for one in read(parts()[part].lock)} for part in SHIPPED}
    yield from _table(
        ("package", "version", "licence", "installed"),
        ((one.name, one.version, one.licence, _installed(one, places)) for one in shipped()),
    )


def _installed(package: Package, places: dict[str, set[str]]) -> str:
    if package.name in places[RUN]:
        return "always"
    return ", ".join(f"`{part}`" for part in OPTIONAL if package.name in places[part])


def _pages(found: Sequence[Vendored]) -> Iterator[str]:
    if not found:
        return
    yield f"\n## In the pages\n\nCopies under `{VENDOR.relative_to(ROOT)}`, each with its licence beside it.\n\n"
    yield from _table(("library", "version", "licence"), ((one.name, one.version, one.licence) for one in found))


def _firmware() -> Iterator[str]:
    yield "\n## In the chip image\n\nLinked in by the compiler for the ATmega2560.\n\n"
    rows = ((one["name"], one["licence"], one["read"]) for one in known_by_hand()["firmware"])
    yield from _table(("library", "licence", "read in"), rows)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    for row in (head, ["---"] * len(head), *rows):
        yield f"| {' | '.join(row)} |\n"


def main(arguments: Sequence[str]) -> int:
    return write_or_check({PAGE: page()}, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
