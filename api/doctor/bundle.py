"""A file for support: what doctor found, the last fault files, the flight recorder, the configuration and the last
events. Names of people and secrets stay here.
"""

from __future__ import annotations

import json
import os
import re
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, Final

from api.doctor.finding import Finding
from controller.config import SECTIONS
from controller.events import Stored
from controller.journal.errors import JournalError
from controller.journal.store import Journal

MOST_EVENTS: Final = 2_000
MOST_FAULT_FILES: Final = 10
LEFT_OUT: Final = frozenset({"who", "why", "name", "names", "by", "note", "text", "actor"})
"""Members of events in which people write or are written of."""
_KNOWN: Final = frozenset(f"{section}.{each.name}" for section, kind in SECTIONS.items() for each in fields(kind)) - {
    "table.name"
}
"""What a configuration may hold that is nobody's secret; anything else is left out, and so is every comment."""
_OPTIONS: Final = "game.options."
_HEAD: Final = re.compile(r"\s*\[([\w.-]+)\]")
_ENTRY: Final = re.compile(r"""\s*([\w.-]+)\s*=\s*("[^"]*"|'[^']*'|[^#"']*)""")
_GONE: Final = '"(left out)"'


def write(target: Path, parts: Iterable[tuple[str, str]]) -> list[str]:
    """Writes the zip whole or not at all; the names of what is in it. Raises ``OSError``."""
    part = target.with_name(target.name + ".part")
    names = []
    with part.open("wb") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in parts:
                archive.writestr(name, text)
                names.append(name)
        file.flush()
        os.fsync(file.fileno())
    part.replace(target)
    return names


def findings_part(findings: Iterable[Finding], version: str) -> tuple[str, str]:
    report = {"version": version, "findings": [asdict(each) for each in findings]}
    return "report.json", json.dumps(report, ensure_ascii=False, indent=1)


def config_part(path: Path) -> tuple[str, str] | None:
    """The configuration with secrets and the table's name left out; None when there is no file."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    return "table.toml", without_secrets(text)


def without_secrets(text: str) -> str:
    """Sections and entries that the service knows, line by line: also of a file that cannot be read as a whole."""
    section, lines = "", list[str]()
    for line in text.splitlines():
        if (head := _HEAD.match(line)) is not None:
            section = head[1]
            lines.append(f"[{section}]")
        elif (entry := _ENTRY.match(line)) is not None:
            known = f"{section}.{entry[1]}" in _KNOWN or f"{section}.".startswith(_OPTIONS)
            lines.append(f"{entry[1]} = {entry[2].strip() if known else _GONE}")
    return "\n".join((*lines, ""))


def journal_part(path: Path, now: Any) -> tuple[str, str] | None:
    """The last events without names; None when there is no journal that can be read."""
    try:
        with Journal(path, now=now, read_only=True) as journal:
            events = journal.stored(max(0, journal.last_seq - MOST_EVENTS), MOST_EVENTS)
    except (JournalError, OSError):
        return None
    lines = (json.dumps(without_names(stored), ensure_ascii=False) for stored in events)
    return "journal.jsonl", "\n".join(lines) + "\n"


def without_names(event: Stored) -> dict[str, Any]:
    try:
        fields: dict[str, Any] = cleaned(event.as_json())
    except ValueError:
        fields = {"seq": event.seq, "time": event.time, "unreadable": True}
    return fields


def cleaned(value: Any) -> Any:
    """A JSON value without what people wrote or who they are; numbers (a seat) stay."""
    if isinstance(value, Mapping):
        return {
            key: "(left out)" if key in LEFT_OUT and isinstance(each, str | list | tuple | dict) else cleaned(each)
            for key, each in value.items()
        }
    if isinstance(value, list | tuple):
        return [cleaned(each) for each in value]
    return value


def fault_parts(folder: Path) -> Iterable[tuple[str, str]]:
    """The newest fault files: 60 seconds of sensors and the last frames of the link each."""
    for path in sorted(folder.glob("*.json"))[-MOST_FAULT_FILES:]:
        try:
            document = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        frames = {"frames": document["frames"]} if "frames" in document else {}  # their names are those of messages
        yield f"faults/{path.name}", json.dumps({**cleaned(document), **frames}, ensure_ascii=False)


def file_part(path: Path, name: str) -> tuple[str, str] | None:
    try:
        return name, path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
