"""The ``id`` of a record, which every answer repeats."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from controller.rules.errors import RecordError


def id_of(record: Mapping[str, Any]) -> Any:
    """What the sender calls the record; None where it has no name. Raises RecordError for what no JSON can repeat."""
    name = record.get("id")
    if name is None or name.__class__ is int or (name.__class__ is str and name.isascii()):
        return name
    try:
        json.dumps(name, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError) as error:
        raise RecordError("id", "holds what cannot be repeated: half a character, or no finite number") from error
    return name
