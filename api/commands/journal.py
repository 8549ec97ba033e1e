"""``jantaku journal``: what happened at this table, from the file itself; works with and without the service.

Exit status 1: the chain is broken, or an event among those printed cannot be read.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from controller.events import Stored
    from controller.journal.store import Journal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from api.commands.state import add_state_arguments

    parser.add_argument(
        "action", choices=("list", "verify", "export", "salvage"),
        help="list: one line per event; verify: check numbers and hash chain; export: JSON lines with hashes; "
        "salvage: go on from what is good of a damaged journal, in a new epoch (service stopped; the file is kept)",
    )  # fmt: skip
    parser.add_argument("--since", type=int, default=0, metavar="N", help="only events after number N")
    parser.add_argument("--type", default="", metavar="PREFIX", help="only events of this kind, such as match.")
    add_state_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    from api.commands.state import journal_of, open_journal, state_dir

    if arguments.action == "salvage":
        return _salvage(state_dir(arguments), arguments.json)
    with open_journal(journal_of(state_dir(arguments))) as journal:
        if arguments.action == "verify":
            return _verify(journal, arguments.json)
        return _print(journal, arguments)


def _print(journal: Journal, arguments: argparse.Namespace) -> int:
    """Every event as it is stored, also one that this release cannot read; such are named at the end."""
    from controller.events import EventError

    unreadable = 0
    for stored in journal.all_stored(max(0, arguments.since)):
        if not stored.type.startswith(arguments.type):
            continue
        print(_line(stored, arguments))
        try:
            stored.read()
        except EventError as error:
            print(f"jantaku: event {stored.seq} cannot be read: {error.detail}", file=sys.stderr)
            unreadable += 1
    return 1 if unreadable else 0


def _line(stored: Stored, arguments: argparse.Namespace) -> str:
    if arguments.action == "export":
        return json.dumps({**_object(stored), "hash": stored.hash}, ensure_ascii=False)
    if arguments.json:
        return json.dumps(_object(stored), ensure_ascii=False)
    fields = {name: value for name, value in _object(stored).items() if name not in ("seq", "type", "time")}
    return f"{stored.seq:>7}  {stored.time}  {stored.type:<26} {json.dumps(fields, ensure_ascii=False)}"


def _object(stored: Stored) -> dict[str, Any]:
    """As everywhere; ``unreadable`` holds what is no JSON object."""
    try:
        return stored.as_json()
    except ValueError:
        return {"seq": stored.seq, "type": stored.type, "time": stored.time, "unreadable": stored.data}


def _verify(journal: Journal, as_json: bool) -> int:
    wrong = journal.verify()
    if as_json:
        found = {"ok": wrong is None, "events": journal.last_seq, "head": journal.head, "epoch": journal.epoch}
        print(json.dumps({**found, "first_wrong": wrong}))
    elif wrong is None:
        print(f"{journal.last_seq} events, all in order. Head of the chain: {journal.head}")
    else:
        print(f"event {wrong} does not fit its number or the chain: the journal was changed or damaged there")
    return 0 if wrong is None else 1


def _salvage(folder: Path, as_json: bool) -> int:
    from api.commands.exits import WrongUse
    from api.commands.state import journal_of, now, sole_owner
    from controller.journal.continuation import salvage
    from controller.journal.errors import JournalError

    try:
        with sole_owner(folder):
            salvaged = salvage(journal_of(folder), folder / f"before-salvage-{now():%Y%m%dT%H%M%S%f}", now)
    except JournalError as error:
        raise WrongUse(error.sentence) from error
    except OSError as error:
        raise WrongUse(f"{error.filename or folder}: {error.strerror}") from error
    if salvaged is None:
        print(json.dumps({"damaged": False}) if as_json else "Nothing is wrong with the journal; nothing was changed.")
        return 0
    damage = None if salvaged.damage is None else salvaged.damage.detail
    found = {"damaged": True, "damage": damage, "events": salvaged.kept, "epoch": salvaged.epoch}
    if as_json:
        print(json.dumps({**found, "old_state": str(salvaged.aside)}))
    else:
        print(f"{damage or 'A salvage that was cut off is finished.'}")
        print(f"{salvaged.kept} events are kept; the epoch from now on is {salvaged.epoch}.")
        print(f"The damaged file is in {salvaged.aside}")
    return 0
