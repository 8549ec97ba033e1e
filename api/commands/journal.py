"""``jantaku journal``: what happened at this table, from the file itself; works with and without the service."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from controller.events import Recorded
    from controller.journal.store import Journal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from api.commands.state import add_state_arguments

    parser.add_argument(
        "action", choices=("list", "verify", "export"),
        help="list: one line per event; verify: check numbers and hash chain; export: JSON lines with hashes",
    )  # fmt: skip
    parser.add_argument("--since", type=int, default=0, metavar="N", help="only events after number N")
    parser.add_argument("--type", default="", metavar="PREFIX", help="only events of this kind, such as match.")
    add_state_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    from api.commands.state import journal_of, open_journal, state_dir

    with open_journal(journal_of(state_dir(arguments))) as journal:
        if arguments.action == "verify":
            return _verify(journal, arguments.json)
        for recorded in journal.replay(max(0, arguments.since)):
            if recorded.event.type.startswith(arguments.type):
                print(_line(recorded, arguments))
    return 0


def _line(recorded: Recorded, arguments: argparse.Namespace) -> str:
    if arguments.action == "export":
        return json.dumps({**recorded.as_json(), "hash": recorded.hash}, ensure_ascii=False)
    if arguments.json:
        return json.dumps(recorded.as_json(), ensure_ascii=False)
    data = json.dumps(dict(recorded.event.data), ensure_ascii=False)
    return f"{recorded.seq:>7}  {recorded.time}  {recorded.event.type:<26} {data}"


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
