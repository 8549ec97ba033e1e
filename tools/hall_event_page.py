"""``docs/hall-events.md`` from the catalogue of the hall: ``python -m tools.hall_event_page [--check]``."""

from __future__ import annotations

import re
import sys
import textwrap
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from controller.events import Event
from controller.events.event import STRICT, EventActor
from controller.events.values import EventPart
from hall.catalogue import HALL_CATALOGUE
from hall.floor import events as floor
from hall.intake import events as tables
from hall.people import events as people
from hall.releases import events as releases
from hall.tournament import events as tournaments
from hall.webhooks import events as webhooks
from tools.event_pages import fields_table, of_event
from tools.made import write_or_check

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "hall-events.md"
ROOMS: Final[dict[str, ModuleType]] = {
    "People": people, "Floor": floor, "Tournaments": tournaments, "Tables": tables, "Releases": releases,
    "Webhooks": webhooks,
}  # fmt: skip
HEAD: Final = """# Events of a hall

Made from the catalogues in `hall/*/events.py` by `python -m tools.hall_event_page`; do not edit.

What a hall knows beside the journals of its tables is an event in its own journal, numbered and chained as
[those of a table](events.md): `seq`, `time` (UTC, ISO 8601), `type`, and the fields below, with `"v"` from version 2
on. Webhooks send them as they are ([webhooks.md](webhooks.md)); answers to commands list those that followed. Results
of games stand in the journals of the tables and are not copied here. Contact data, passphrases and tokens are in no
event.

Every event may have an `actor`: `role` (of [hall-permits.md](hall-permits.md)), `name`, and `device`: the id of the
account, person or sign-in that caused it.
"""


def page() -> str:
    """The whole page as text."""
    for base in (Event, EventActor, EventPart):
        base.__pydantic_config__ = {**STRICT, "use_attribute_docstrings": True}
    objects: dict[str, Any] = {}
    parts = [HEAD]
    for name, module in ROOMS.items():
        about = textwrap.fill(" ".join(str(module.__doc__).split()), 120)
        parts.append(f"\n## {name}\n\n{about}\n")
        for type_, event in HALL_CATALOGUE.types.items():
            if event.__module__ == module.__name__:
                parts.append(_chapter(type_, event, objects))
    parts.append("\n## Objects and words inside events\n")
    for name, each in sorted(objects.items()):
        if name != EventActor.__name__:
            parts.append(f"\n### {name}\n\n{_object(each)}")
    return re.sub(r"(?<!`)``(?!`)", "`", "".join(parts))


def _chapter(type_: str, event: type[Event], objects: dict[str, Any]) -> str:
    found = of_event(event, objects)
    lines = [f"\n### `{type_}`\n", f"{found.get('description', '')} Version {event.version}.".strip() + "\n"]
    return "\n".join([*lines, fields_table(found)])


def _object(each: dict[str, Any]) -> str:
    about = f"{each['description']}\n\n" if "description" in each else ""
    if "properties" in each:
        return about + fields_table(each, inside=True)
    return about + "One of " + ", ".join(f"`{word}`" for word in each.get("enum", ())) + ".\n"


def main(arguments: list[str]) -> int:
    return write_or_check({PAGE: page()}, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
