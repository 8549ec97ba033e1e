"""``docs/events.md`` and ``docs/events.schema.json`` from the catalogue: ``python -m tools.event_pages [--check]``.

The examples are the shortest events of their type in the stored journals of the tests.
"""

from __future__ import annotations

import json
import lzma
import re
import sqlite3
import sys
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter

from controller.events import Event, calls, dice, hall, history, house, machine, match, people, values
from controller.events.catalogue import CATALOGUE, VERSION_FIELD
from controller.events.event import STRICT, EventActor
from controller.events.recorded import Stored
from controller.events.values import EventPart
from tools.made import write_or_check

ROOT: Final = Path(__file__).resolve().parents[1]
PAGE: Final = ROOT / "docs" / "events.md"
SCHEMA: Final = ROOT / "docs" / "events.schema.json"
JOURNALS: Final = ROOT / "tests" / "controller" / "journal" / "old_journals"
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
"""Of JSON: a line break in it would be no JSON any more."""
FILES: Final = (machine, people, dice, match, house, calls, hall, history)
ACTOR: Final = "actor"
REF: Final = "#/$defs/"
HEAD: Final = """# Events

Made from the catalogue in `controller/events/` by `python -m tools.event_pages`; do not edit. The same as JSON Schema,
for programs: [events.schema.json](events.schema.json).

Everything that happened at a table is an event in its journal: `GET /api/v1/journal`, the live stream
(`GET /api/v1/live`) and `jantaku journal` show each as one JSON object with its number `seq` (from 1, without gaps),
its `type`, its `time` (UTC, ISO 8601), and the fields below. `jantaku journal export` adds `hash`: SHA-256 over the
hash before it and `[seq,time,type,fields]`, the fields with sorted keys and without spaces.

A type keeps its name for ever. When its fields change, its version rises, and the fields hold `"v": version` from
version 2 on; a newer release reads older versions (`controller/events/upcasts.py`). A field that *may be absent* is
left out where it does not apply; every other one is there, if need be as `null`. One that is *absent in the first
journals* is always written; where a journal from before the first release lacks it, its default is read.

Every event may have an `actor` (see [EventActor](#eventactor)): the device or key that caused it, and its role. It is
absent where nobody did, and in journals from before devices were paired.
"""
KINDS: Final = {"string": "text", "boolean": "true or false", "object": "JSON object", "null": "null"}


# ---------------------------------------------------------------- JSON Schema


def schema() -> dict[str, Any]:
    """The fields of each event, by type."""
    for base in (Event, EventActor, EventPart):
        base.__pydantic_config__ = {**STRICT, "use_attribute_docstrings": True}
    objects: dict[str, Any] = {}
    types = {type_: of_event(event, objects) for type_, event in CATALOGUE.types.items()}
    for name, each in objects.items():
        if "properties" in each:
            describe(each["properties"], EventActor if name == EventActor.__name__ else getattr(values, name))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The fields of each event of a table's journal, by its type",
        "type": "object",
        "properties": types,
        "additionalProperties": False,
        "$defs": dict(sorted(objects.items())),
    }


def of_event(event: type[Event], objects: dict[str, Any]) -> dict[str, Any]:
    found = _plain(TypeAdapter(event).json_schema())
    objects |= found.pop("$defs", {})
    describe(found["properties"], event)
    if event.version > 1:
        found["properties"] = {VERSION_FIELD: {"const": event.version}, **found["properties"]}
        found["required"] = [VERSION_FIELD, *found["required"]]
    return {**found, "x-version": event.version}


def describe(properties: dict[str, Any], kind: type) -> None:
    """Fields that the event has from another class are described there."""
    for base in kind.__mro__[1:-1]:
        described = TypeAdapter(base).json_schema()["properties"] if base not in (Event, EventPart) else {}
        for name, field in described.items():
            if "description" in field:
                properties[name].setdefault("description", " ".join(field["description"].split()))


def _plain(node: Any) -> Any:
    """Without the titles that only repeat the names, and with each description on one line."""
    if isinstance(node, list):
        return [_plain(each) for each in node]
    if not isinstance(node, dict):
        return node
    kept = {name: _plain(each) for name, each in node.items() if name != "title" or not isinstance(each, str)}
    if isinstance(kept.get("description"), str):
        kept["description"] = " ".join(kept["description"].split())
    return kept


# ---------------------------------------------------------------- the page


def page(document: Mapping[str, Any]) -> str:
    examples = _examples()
    parts = [HEAD]
    for module in FILES:
        about = textwrap.fill(" ".join(str(module.__doc__).split()), 120)
        parts.append(f"\n## {module.__name__.rpartition('.')[2].capitalize()}\n\n{about}\n")
        for type_, event in CATALOGUE.types.items():
            if event.__module__ == module.__name__:
                parts.append(_chapter(type_, event, document["properties"][type_], examples[type_]))
    parts.append("\n## Objects inside events\n")
    for name, each in document["$defs"].items():
        if "properties" in each:
            parts.append(f"\n### {name}\n\n{each['description']}\n\n{fields_table(each, inside=True)}")
    # Two backticks are how docstrings mark code; three, in Markdown, begin and end an example.
    return re.sub(r"(?<!`)``(?!`)", "`", "".join(parts))


def _chapter(type_: str, event: type[Event], fields: Mapping[str, Any], example: Mapping[str, Any]) -> str:
    lines = [f"\n### `{type_}`\n", f"{fields['description']} Version {event.version}.\n"]
    if fields["properties"]:
        lines.append(fields_table(fields))
    whole = _STRING.sub(lambda found: found[0].replace(" ", "\0"), json.dumps(example, ensure_ascii=False))
    wrapped = textwrap.fill(whole, 116, break_long_words=False, break_on_hyphens=False).replace("\0", " ")
    return "\n".join([*lines, f"```json\n{wrapped}\n```\n"])


def fields_table(of: Mapping[str, Any], *, inside: bool = False) -> str:
    rows = ["| field | value | meaning |", "|---|---|---|"]
    for name, field in of["properties"].items():
        if name == ACTOR:
            continue  # every event may have one: the head of the page says so
        rows.append(f"| `{name}` | {_value(field)}{_absence(of, name, inside)} | {field.get('description', '')} |")
    return "\n".join(rows) + "\n"


def _absence(of: Mapping[str, Any], name: str, inside: bool) -> str:
    """Only a field of the event itself is left out; an object inside it is always written whole."""
    field = of["properties"][name]
    if name in of.get("required", ()) or "const" in field:
        return ""
    early = inside or field.get("default") is not None or "anyOf" not in field
    return "; absent in the first journals" if early else "; may be absent"


def _value(field: Mapping[str, Any]) -> str:
    if "$ref" in field:
        return _named(field["$ref"])
    if "anyOf" in field:
        return " or ".join(_value(each) for each in field["anyOf"])
    if "const" in field or "enum" in field:
        return " or ".join(f"`{word}`" for word in field.get("enum", [field.get("const")]))
    if field["type"] == "array":
        return _list(field)
    if field["type"] == "integer":
        return "integer" + _range(field)
    return KINDS[field["type"]]


def _named(reference: str) -> str:
    name = reference.removeprefix(REF)
    return f"[{name}](#{name.lower()})"


def _range(field: Mapping[str, Any]) -> str:
    least, most = field.get("minimum"), field.get("maximum")
    return f" {least}-{most}" if most is not None else f" from {least}" if least is not None else ""


def _list(field: Mapping[str, Any]) -> str:
    each = field["items"] if isinstance(field.get("items"), dict) else field["prefixItems"][0]
    count = f"{field['maxItems']} " if field.get("maxItems") else ""
    return f"list of {count}({_value(each)})"


# ---------------------------------------------------------------- examples


def _examples() -> dict[str, dict[str, Any]]:
    shortest: dict[str, Stored] = {}
    for stored in _stored():
        known = shortest.get(stored.type)
        if known is None or len(stored.data) < len(known.data):
            shortest[stored.type] = stored
    return {type_: stored.read().as_json() for type_, stored in shortest.items()}


def _stored() -> Iterator[Stored]:
    for path in sorted(JOURNALS.rglob("*.sql.xz")):
        connection = sqlite3.connect(":memory:")
        connection.executescript(lzma.decompress(path.read_bytes()).decode())
        for row in connection.execute("SELECT seq, time, type, data, hash FROM events ORDER BY seq"):
            yield Stored(*row)
        connection.close()


def main(arguments: list[str]) -> int:
    document = schema()
    made = {PAGE: page(document), SCHEMA: json.dumps(document, ensure_ascii=False, indent=1) + "\n"}
    return write_or_check(made, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
