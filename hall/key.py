"""The hall's own key: it signs orders and grants, and has the secrets of draws."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from controller.fairness.signing import KEY_BYTES, TableKey
from hall.store import Records, Store

_SPACE: Final = "enrolment"
_KEY: Final = "hall-key"


def hall_key(store: Store, random: Callable[[int], bytes]) -> TableKey:
    """Made once; it is part of every backup of the store. Raises ``StoreError``."""
    records = Records(store, _SPACE)
    secret = records.get(_KEY) or records.change(_KEY, lambda kept: kept or random(KEY_BYTES).hex())
    return TableKey(bytes.fromhex(secret or ""))
