"""A verifier of the journal, written from ``docs/journal.md`` alone: nothing of ours is imported.

``python journal_verifier.py EPOCH < lines`` prints the report. Numbers keep their spelling, as the page asks for.
Signatures need the package ``cryptography``; the chain does not.
"""

from __future__ import annotations

import base64
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


# ------------------------------------------------------------ signed heads


def judge_heads(first_epoch: str, lines: list[str], texts: Iterable[str]) -> list[list[Any]]:
    """What is wrong with heads, as ``[name, number]``."""
    report = verify(first_epoch, lines)
    spans, hashes = spans_of(first_epoch, lines[: report["events"]])
    wrong: list[list[Any]] = []
    seen: dict[tuple[str, int], str] = {}
    for text in texts:
        signed = base64.b32decode(text.removeprefix("JJ1-") + "=" * (-len(text.removeprefix("JJ1-")) % 8))
        body, signature = signed[:-64], signed[-64:]
        seq, hash_, epoch = int.from_bytes(body[38:46], "big"), body[46:78].hex(), body[78:].decode()
        if not text.startswith("JJ1-") or not is_signed(body[:32], b"jantaku journal 1" + body, signature):
            wrong.append(["forged-head", seq])
            continue
        if seen.setdefault((epoch, seq), hash_) != hash_:
            wrong.append(["fork", seq])
        found = judge_head(spans, hashes, epoch, seq, hash_) if report["first_wrong"] is None else None
        wrong += [] if found is None else [found]
    return sorted(wrong)


Span = tuple[str, int, Any]


def spans_of(first_epoch: str, lines: list[str]) -> tuple[list[Span], list[str]]:
    """For each epoch its name, the number of its last event, and the event that ended it; and the hash of each event,
    that before event 1 first."""
    spans: list[Span] = []
    epoch, hashes = first_epoch, [sha256("jantaku journal " + first_epoch)]
    for line in lines:
        event = json.loads(line)
        if event["type"] == "journal.continued":
            spans.append((epoch, event["seq"] - 1, event))
            epoch = event["epoch"]
        hashes.append(event["hash"])
    return [*spans, (epoch, len(lines), None)], hashes


def judge_head(spans: list[Span], hashes: list[str], epoch: str, seq: int, hash_: str) -> list[Any] | None:
    for name, last, ended in spans:
        if name != epoch:
            continue
        if seq <= last:
            return None if hashes[seq] == hash_ else ["recomputed", seq]
        said = ended is not None and (ended.get("left_epoch") != epoch or ended["left_seq"] >= seq)
        return None if said else ["cut-off", last + 1]
    named = any(ended is not None and ended.get("left_epoch") == epoch for _, _, ended in spans)
    return None if named else ["other-history", seq]


def is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def is_cosigned(text: str, key: str, signature: str) -> bool:
    """Whether this key, which is not the table's, signed that it saw the head."""
    signed = base64.b32decode(text.removeprefix("JJ1-") + "=" * (-len(text.removeprefix("JJ1-")) % 8))
    other = bytes.fromhex(key) != signed[:32]
    return other and is_signed(bytes.fromhex(key), b"jantaku witness 1" + signed, bytes.fromhex(signature))


if __name__ == "__main__":
    print(json.dumps(verify(sys.argv[1], sys.stdin)))
