"""The hash chain of a journal: each event's hash covers the event and the hash before it.

Whoever keeps one hash (on paper, in a result sheet, on a hall server) can tell later whether anything up to that event
was changed, left out or put in between. The chain starts with the name of the epoch, so that events of one journal
never fit into another one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from json.encoder import encode_basestring
from typing import Any

from controller.events import Stored


def canonical(value: Mapping[str, Any]) -> str:
    """The one spelling of a JSON object: keys sorted, no spaces, plain UTF-8. Raises ``ValueError`` for NaN."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def first_hash(epoch: str) -> str:
    """The hash that stands before event 1."""
    return hashlib.sha256(f"jantaku journal {epoch}".encode()).hexdigest()


def next_hash(before: str, seq: int, time: str, type_: str, data: str) -> str:
    """``data`` in its canonical spelling. SHA-256 of the hash before, then ``[seq,time,type,data]``, as hexadecimal."""
    text = f"{before}[{seq},{encode_basestring(time)},{encode_basestring(type_)},{data}]"
    return hashlib.sha256(text.encode()).hexdigest()


def continues(before: str, seq: int, stored: Stored) -> bool:
    """Whether this is event ``seq`` after an event with hash ``before``. A file can hold anything: text is not sure."""
    if stored.seq != seq or not all(type(part) is str for part in (stored.time, stored.type, stored.data)):
        return False
    return stored.hash == next_hash(before, seq, stored.time, stored.type, stored.data)
