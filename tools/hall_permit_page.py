"""``docs/hall-permits.md`` from the table of permits of a hall: ``python -m tools.hall_permit_page [--check]``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from controller.permits import Permit
from hall.permits import PERMITS, HallRole
from tools.made import write_or_check

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "hall-permits.md"
MARK: Final = {Permit.NO: "", Permit.OWN: "own", Permit.YES: "yes"}
HEAD: Final = """# Who may do what in a hall

Made from the table in `hall/permits.py` by `python -m tools.hall_permit_page`; do not edit.

A row is a command (`POST /api/v1/commands/<row>`, or the route of a desk that keeps something beside the journal), or
what is read. What is not marked is refused with `not-allowed` (R107), which names the roles that may. *Own*: a player
for himself alone, as a person with an account or by the card of an entrant. A viewer is whoever has not signed in;
*head* is the head referee. Whoever uses the hall's own computer is its owner, where the hall listens to it alone. Who
may do what at a table: [permits.md](permits.md).
"""


def page() -> str:
    """The whole page as text."""
    return HEAD + "".join(_parts())


def _parts() -> Iterator[str]:
    room = ""
    for name, permits in PERMITS.items():
        before, room = room, name.partition(".")[0]
        if room != before:
            yield f"\n## {room.capitalize()}\n\n| row | {' | '.join(role.value for role in HallRole)} |\n"
            yield f"|---|{'---|' * len(HallRole)}\n"
        yield f"| `{name}` | {' | '.join(MARK[permits[role]] for role in HallRole)} |\n"


def main(arguments: list[str]) -> int:
    return write_or_check({PAGE: page()}, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
