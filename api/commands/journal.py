"""``jantaku journal``: what happened at this table, from the file itself; works with and without the service.

Exit status 1: ``verify`` found something wrong, or an event among those printed cannot be read.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from controller.events import Stored
    from controller.journal.store import Journal
    from controller.peers import PeerConfig
    from controller.table.journal_verdict import JournalVerdict, SeenHead


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from api.commands.state import add_state_arguments

    parser.add_argument(
        "action", choices=("list", "verify", "export", "salvage", "peer"),
        help="list: one line per event; verify: check numbers, chain, signed heads; export: JSON lines with hashes; "
        "salvage: go on from what is good of a damaged journal, in a new epoch (service stopped; the file is kept); "
        "peer: the lines that other tables need in their configuration to exchange heads with this one",
    )  # fmt: skip
    parser.add_argument("--since", type=int, default=0, metavar="N", help="only events after number N")
    parser.add_argument("--type", default="", metavar="PREFIX", help="only events of this kind, such as match.")
    parser.add_argument(
        "--heads", type=Path, metavar="FILE",
        help="verify: heads that somebody else kept, one JJ1-... a line, such as from a sheet's code",
    )  # fmt: skip
    parser.add_argument(
        "--peers", action="store_true",
        help="verify: ask the tables of the configuration ([[peers]]) which heads of this one they keep",
    )  # fmt: skip
    add_state_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    from api.commands.state import journal_of, open_journal, state_dir

    if arguments.action == "salvage":
        return _salvage(state_dir(arguments), arguments.json)
    if arguments.action == "peer":
        from api.commands.peer_entry import print_entry

        return print_entry(arguments)
    # The file of heads is the caller's, the folder its owner's: root opens the one, and reads the other as that user.
    witnesses = [] if arguments.heads is None else _witnessed(arguments.heads)
    with open_journal(journal_of(state_dir(arguments))) as journal:
        if arguments.action == "verify":
            return _verify(journal, witnesses, arguments)
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


def _verify(journal: Journal, witnesses: list[SeenHead], arguments: argparse.Namespace) -> int:
    from api.peers.kept_there import kept_by_peers
    from controller.table.journal_verdict import judge_journal

    peers = _peers(arguments)
    if arguments.peers:
        seen, silent = kept_by_peers(journal, peers)
        witnesses = [*witnesses, *seen]
        for words in silent:
            print(f"jantaku: {words}", file=sys.stderr)
    verdict = judge_journal(journal, witnesses, {peer.key: peer.name for peer in peers})
    if arguments.json:
        print(json.dumps(_verdict_json(journal, verdict)))
    else:
        print("\n".join(_verdict_lines(journal, verdict)))
    return 0 if verdict.good else 1


def _peers(arguments: argparse.Namespace) -> Sequence[PeerConfig]:
    """Of the configuration; a journal is verified without it too, then its witnesses have no names."""
    from api.commands.exits import WrongUse
    from api.commands.state import configuration

    try:
        return configuration(arguments).peers
    except WrongUse:
        if arguments.peers:
            raise
        return ()


def _verdict_json(journal: Journal, verdict: JournalVerdict) -> dict[str, Any]:
    found = {"ok": verdict.good, "events": journal.last_seq, "head": journal.head, "epoch": journal.epoch}
    wrong = [{"wrong": one.wrong.value, "seq": one.seq, "words": one.words} for one in verdict.findings]
    seen = {"heads": verdict.heads, "witnessed": verdict.witnessed, "witnesses": list(verdict.witnesses)}
    return {**found, "first_wrong": verdict.first_wrong, **seen, "findings": wrong}


def _verdict_lines(journal: Journal, verdict: JournalVerdict) -> Iterator[str]:
    for one in verdict.findings:
        yield f"{one.wrong.value}: {one.words}"
    if verdict.first_wrong is None:
        yield f"{journal.last_seq} events, all in order. Head of the chain: {journal.head}"
    yield f"Signed heads that the chain has: {verdict.heads}."
    if verdict.witnessed:
        yield f"Up to event {verdict.witnessed} nothing was changed, left out or put in, if you trust who saw it:"
        yield from (f"  {witness}" for witness in verdict.witnesses)
    yield (
        "What cannot be excluded without a witness: whoever holds the table's key can cut off or write anew "
        f"everything after event {verdict.witnessed}, and sign it again."
    )


def _witnessed(path: Path) -> list[SeenHead]:
    """The heads of a file; empty lines and lines that begin with # are passed over."""
    from api.commands.exits import WrongUse
    from controller.fairness.byte_layout import Malformed
    from controller.table.journal_verdict import witnessed_head

    found = []
    try:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if text := line.partition("#")[0].strip():
                    found.append(witnessed_head(text, f"line {number} of {path}"))
    except Malformed as error:
        raise WrongUse(f"{path}, line {number}: this is not a signed head: {error}") from error
    except UnicodeDecodeError as error:
        raise WrongUse(f"{path}: this is not text") from error
    except OSError as error:
        raise WrongUse(f"{path}: {error.strerror}") from error
    return found


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
