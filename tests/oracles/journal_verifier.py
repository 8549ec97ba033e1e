"""A verifier of the journal, written from ``docs/journal.md`` alone: nothing of ours is imported.

``python journal_verifier.py EPOCH < lines`` prints the report. Numbers keep their spelling, as the page asks for.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable
from typing import Any

BESIDE = ("seq", "type", "time", "hash")


class Digits(str):
    """A number as it was written."""


def canonical(value: Any) -> str:
    if isinstance(value, Digits):
        return str(value)
    if isinstance(value, str):
        return '"' + "".join(_letter(letter) for letter in value) + '"'
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(f"{canonical(name)}:{canonical(value[name])}" for name in sorted(value)) + "}"
    return {True: "true", False: "false", None: "null"}[value]


def _letter(letter: str) -> str:
    short = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return short.get(letter) or (f"\\u{ord(letter):04x}" if letter < " " else letter)


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def verify(first_epoch: str, lines: Iterable[str]) -> dict[str, Any]:
    epoch, before, seq = first_epoch, sha256("jantaku journal " + first_epoch), 0
    for line in lines:
        event = json.loads(line, parse_int=Digits, parse_float=Digits)
        data = {name: value for name, value in event.items() if name not in BESIDE}
        time, kind = canonical(event["time"]), canonical(event["type"])
        found = sha256(f"{before}[{seq + 1},{time},{kind},{canonical(data)}]")
        if event["seq"] != str(seq + 1) or event["hash"] != found or not follows(event, epoch, seq, before):
            return {"first_wrong": seq + 1, "events": seq, "head": before, "epoch": epoch}
        epoch = event["epoch"] if event["type"] == "journal.continued" else epoch
        seq, before = seq + 1, found
    return {"first_wrong": None, "events": seq, "head": before, "epoch": epoch}


def follows(event: dict[str, Any], epoch: str, seq: int, before: str) -> bool:
    if event["type"] != "journal.continued":
        return True
    return (event["parent_epoch"], event["parent_seq"], event["parent_hash"]) == (epoch, str(seq), before)


if __name__ == "__main__":
    print(json.dumps(verify(sys.argv[1], sys.stdin)))
